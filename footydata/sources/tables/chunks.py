"""Rows of a table, their cells by columns, each column read once for all of them; the odds in them quote by quote."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.register import registered_bookmakers
from footydata.football.terms import Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.cells import State, WrittenScore, read_number
from footydata.sources.days import weekdays_in
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    ParsedFigure,
    ParsedLine,
    ParsedOdds,
    Refusal,
    shown,
)
from footydata.sources.tables.cell_readers import (
    BAD,
    FORMS,
    is_blank,
    memo_of,
    read_line,
    read_price,
    results_in,
)
from footydata.sources.tables.header_words import bookmaker_slug
from footydata.sources.tables.meanings import (
    FURTHER,
    IGNORE,
    LINE,
    PERIODS,
    TEAM_COLUMNS,
    UNNAMED,
    OddsColumn,
    meanings,
    pairs,
)
from footydata.sources.tables.table import Row
from footydata.sources.tables.table_map import TableMap

Quoted: TypeAlias = tuple[float | None, float | None, float | None, float | None]
"""The line of a row and its prices."""

_NOTHING: Quoted = (None, None, None, None)

Aside: TypeAlias = tuple[int, str, int, str]
"""The place of a row, why a cell of it was set aside, the place of its column, and its text."""


class _Quote(NamedTuple):
    """The columns of one quote. line: fixed, or None. prices: the place of each selection's column, None without one."""

    market: str
    line: float | None
    line_place: int | None
    prices: list[int | None]


class TableQuotes:
    """Reads the odds of the rows under one header."""

    def __init__(self, columns: Mapping[OddsColumn, int], table_map: TableMap) -> None:
        self._is_away_line = table_map.handicap == Side.AWAY
        self._prices = memo_of(FORMS.get(table_map.odds or "", read_price))
        self._lines = memo_of(read_line)
        prices: dict[OddsColumn, dict[str, int]] = {}
        for column, place in columns.items():
            if column.selection != LINE:
                quote = column._replace(selection="")
                prices.setdefault(quote, {})[column.selection] = place
        self._markets: dict[tuple[BookmakerKey, str], dict[str, list[_Quote]]] = {}
        for column, places in prices.items():
            name = column.bookmaker if column.bookmaker != UNNAMED else table_map.bookmaker or ""
            shape = MARKET_BY_KEY[column.market].shape
            # The line of its period or of the other one, the bookmaker's own before that of none.
            of_lines = (
                columns.get(OddsColumn(column.market, LINE, bookmaker, period))
                for period in (column.period, *PERIODS)
                for bookmaker in (column.bookmaker, UNNAMED)
                if shape.has_line and column.line is None
            )
            line_place = next((place for place in of_lines if place is not None), None)
            selections = (*shape.selections, "")[:3]
            prices_at = [*map(places.get, selections)]
            periods = self._markets.setdefault((_bookmaker(name), column.market), {})
            periods.setdefault(column.period, []).append(
                _Quote(column.market, column.line, line_place, prices_at)
            )

    def read(
        self, cells: Sequence[Sequence[str]], count: int
    ) -> tuple[list[tuple[ParsedOdds, ...]], list[tuple[ParsedLine, ...]], list[Aside]]:
        """The quotes and the further lines of each of so many rows, and the cells that were set aside.

        Of several lines of a market the main one, whose prices are closest, is the quote.
        """
        aside: list[Aside] = []
        columns: list[list[ParsedOdds | None]] = []
        lines: list[tuple[ParsedLine, ...]] = [()] * count
        for (bookmaker, market), periods in self._markets.items():
            mains: dict[str, list[Quoted | None]] = {}
            for period, quotes in periods.items():
                rungs = [self._column(quote, cells, count, aside) for quote in quotes]
                if len(rungs) == 1:
                    mains[period] = rungs[0]
                    continue
                rows = [[quoted for quoted in row if quoted] for row in zip(*rungs, strict=True)]
                mains[period] = [min(row, key=_distance, default=None) for row in rows]
                for row, (ladder, main) in enumerate(zip(rows, mains[period], strict=True)):
                    for line, one, two, _ in ladder:
                        if line is not None and one and two and main and line != main[0]:
                            lines[row] += (ParsedLine(bookmaker, market, period, line, one, two),)
            unknown: list[Quoted | None] = [None] * count
            columns.append(
                [
                    ParsedOdds(bookmaker, market, *(first or _NOTHING), *(last or _NOTHING))
                    if first or last
                    else None
                    for first, last in zip(
                        *(mains.get(period, unknown) for period in PERIODS), strict=True
                    )
                ]
            )
        odds = [tuple(filter(None, row)) for row in zip(*columns, strict=True)]
        return odds or [()] * count, lines, aside

    def _column(
        self, quote: _Quote, cells: Sequence[Sequence[str]], count: int, aside: list[Aside]
    ) -> list[Quoted | None]:
        """The quote of each row, None without one; prices without a line are set aside."""
        nothing: list[Any] = [None] * count
        prices = [
            nothing if place is None else [self._prices[text] for text in cells[place]]
            for place in quote.prices
        ]
        shape, at = MARKET_BY_KEY[quote.market].shape, quote.line_place
        lines = [quote.line] * count if at is None else [self._lines[text] for text in cells[at]]
        sign = -1 if shape.name == "handicap" and self._is_away_line and at is not None else 1
        quoted: list[Quoted | None] = []
        for row, (line, one, two, three) in enumerate(zip(lines, *prices, strict=True)):
            if self._prices.has_bad and BAD in (one, two, three):
                one, two, three = _without_bad(quote, (one, two, three), row, cells, aside)
            if one is two is three is None:
                quoted.append(None)
            elif shape.has_line and (line is None or line is BAD):
                text = "" if at is None else cells[at][row].strip()
                column = next(place for place in (at, *quote.prices) if place is not None)
                reason = "prices without a line" if is_blank(text) else "no line in quarters"
                aside.append((row, reason, column, text))
                quoted.append(None)
            else:
                quoted.append((line and line * sign, one, two, three))
        return quoted


def _without_bad(
    quote: _Quote,
    prices: Sequence[Any],
    row: int,
    cells: Sequence[Sequence[str]],
    aside: list[Aside],
) -> list[Any]:
    """The prices of a row without those that are none; beside a number that is none, as -150, a 300 is none either."""
    texts = ["" if place is None else cells[place][row].strip() for place in quote.prices]
    numbers = [read_number(text) for text in texts]
    pairs = zip(prices, numbers, strict=True)
    has_number = any(price is BAD and number for price, number in pairs)
    for place, price, text, number in zip(quote.prices, prices, texts, numbers, strict=True):
        # A price of 0 is one that is missing.
        is_wrong = has_number or (price is BAD and number != 0)
        if place is not None and price is not None and is_wrong:
            aside.append((row, "no price", place, text))
    return [None if price is BAD or has_number else price for price in prices]


@cache
def _bookmaker(name: str) -> BookmakerKey:
    """The bookmaker that a header or a map names."""
    slug = bookmaker_slug(name)
    if known := registered_bookmakers().get(slug):
        return BookmakerKey(slug, known.name)
    return BookmakerKey(slug, slug.replace("-", " ").title() if name == slug else name)


def _distance(quoted: Quoted) -> float:
    """How far apart the prices of a line are; infinitely if there is only one."""
    _, first, second, _ = quoted
    return math.inf if first is None or second is None else abs(math.log(first / second))


_OPTIONAL = "time_known", "state_detail", "esports", "round", "stage", "in_table", "referee", "key"
"""Meanings that are fields of a fixture by themselves."""

_RECORDS: Mapping[str, Any] = {"statistics": StatisticsRecord, "venue": VenueRecord}
"""Field of a fixture → the record of the columns in it."""

_BY_SOURCE = ("", "source")
"""What tells who went through, where it is the source itself."""

_OF_BOTH_SIDES = (
    ("half_home_goals", "half_away_goals"),
    ("home_corners", "away_corners"),
    ("half_home_corners", "half_away_corners"),
)


_LETTERS = {"weekday": weekdays_in, "result": results_in, "half_result": results_in}
"""Meaning of a column → what tells what its words mean."""


class TakenColumns:
    """The columns of a table that are taken: what the header and the map alone tell of its rows.

    Attributes:
        names: all columns. taken: those that the map takes. places: meaning → its column.
        width: how many cells of a row are looked at.
        is_away_first: whether the away count stands first of two in a cell.
        pairs: the columns of both sides' counts, each with the meanings of its parts. sides: those of each side's.
        further: figure and half → the meanings of its sides, IGNORE for one without.
        letters: the columns of weekdays and of results, each with what tells what their words mean.
        ends: what columns tell of a knock-out's end.
    """

    def __init__(self, names: Sequence[str], table_map: TableMap) -> None:
        place_of = {name: place for place, name in enumerate(names)}
        columns = {
            name: meaning
            for name, meaning in table_map.columns.items()
            if meaning != IGNORE and name in place_of
        }
        meant = {meaning: place_of[name] for name, meaning in columns.items()}
        self.names, self.taken, self.width = (
            names,
            columns.keys(),
            1 + max(meant.values(), default=0),
        )
        # The ids of other tables than ours may be the numbers of their rows.
        self.places = {
            name: place
            for name, place in meant.items()
            if isinstance(name, str)
            and name in meanings()
            and (name != "key" or names[place] == name)
        }
        odds = {meaning: at for meaning, at in meant.items() if isinstance(meaning, OddsColumn)}
        self.quotes = TableQuotes(odds, table_map) if odds else None
        self.is_away_first = table_map.first == Side.AWAY
        known = self.places.keys()
        self.pairs = {name: pairs()[name] for name in known & pairs().keys()}
        self.sides = [sides for sides in _OF_BOTH_SIDES if known >= {*sides}]
        self.further: dict[tuple[str, int], list[str]] = {}
        counts = known | {*chain(*self.pairs.values())}
        for name, (figure, side, half) in FURTHER.items():
            if name in counts:
                sides = self.further.setdefault((figure.name, half), [IGNORE, IGNORE])
                sides[side] = name
        self.letters = {name: read for name, read in _LETTERS.items() if name in known}
        ends = KnockoutRecord._fields[1:]
        self.ends = [name for name in ends if known & {name, "score"}]


class Chunk:
    """Rows of a table, their cells by columns, each read once.

    Attributes:
        values: meaning → the values of its column, of figures also those of scores and pairs; None where a cell says
            nothing or was set aside.
        sides: the teams of each row, or why it names none. states: what each row says of its state.
        fields: field of a ParsedFixture → its values, None for its default.
        aside: place of a row → what was set aside of it. wrong: place of a row and meaning → the text of the cell, if it was.
    """

    def __init__(self, taken: TakenColumns, rows: Sequence[Row]) -> None:
        self._taken, self.rows = taken, rows
        padded = ((row.cells + [""] * taken.width)[: taken.width] for row in rows)
        self._cells: list[Sequence[str]] = [*zip(*padded, strict=True)] or [()] * taken.width
        self._nothing: list[Any] = [None] * len(rows)
        self.aside: dict[int, list[Refusal]] = {}
        self.wrong: dict[tuple[int, str], str] = {}
        values = self.values = dict.fromkeys(meanings(), self._nothing)
        for meaning, place in taken.places.items():
            kind, cells = meanings()[meaning], self._cells[place]
            memo = memo_of(kind.read)
            values[meaning] = [memo[text] for text in cells]
            if memo.has_bad and BAD in values[meaning]:
                for row, value in enumerate(values[meaning]):
                    if value is BAD:
                        self.set_aside(row, kind.reason, meaning)
        for name, meanings_in in taken.letters.items():
            known = meanings_in({*values[name]} - {None}) or {}
            values[name] = [known.get(text) for text in values[name]]
        if taken.pairs or "score" in taken.places:
            self._add_both_sides()
        for home, away in taken.sides:
            for row, counts in enumerate(zip(values[home], values[away], strict=True)):
                if (counts[0] is None) != (counts[1] is None):
                    only = away if counts[0] is None else home
                    self.set_aside(row, "the figure of one side alone", only)
        self.sides: list[tuple[Any, ...]] = list(
            zip(*(values[side] for side in TEAM_COLUMNS), strict=True)
        )
        if "teams" in taken.places:
            self.sides = [teams or (None, None) for teams in values["teams"]]
        self.states: list[State | None] = [
            status or (score if isinstance(score, State) else None)
            for status, score in zip(values["status"], values["score"], strict=True)
        ]
        self.fields = self._fields()

    def set_aside(self, row: int, reason: str, meaning: str) -> None:
        """Refuse one cell of a row, whose value is unknown then."""
        place = self._taken.places[meaning]
        text = self.wrong[row, meaning] = self._cells[place][row].strip()
        self._refuse(row, reason, place, text)
        self.values[meaning][row] = None

    def _refuse(self, row: int, reason: str, place: int, text: str) -> None:
        column, before = self._taken.names[place], self.aside.setdefault(row, [])
        refusal = Refusal(reason, self.rows[row].number, shown(text) or None, column)
        if refusal not in before:
            before.append(refusal)

    def end(self, row: int) -> dict[str, Any]:
        """The columns of a knock-out's end that have a value."""
        values = self.values
        found: dict[str, Any] = {
            name: value for name in self._taken.ends if (value := values[name][row]) is not None
        }
        if found.get("shootout_home_goals") == found.get("shootout_away_goals"):
            # No shoot-out is level: some files write 0 and 0 where there was none.
            found.pop("shootout_home_goals", None)
            found.pop("shootout_away_goals", None)
        through = found.get("through")
        # In a frame of fixtures the tie's winner stands there, whatever tells it; without a tie, the source's.
        is_of_tie = values["tie"][row] and (values["decided_by"][row] or "") not in _BY_SOURCE
        if through is not None and (is_of_tie or through not in tuple(Side)):
            del found["through"]
            if not is_of_tie:
                self.set_aside(row, "neither home nor away", "through")
        return found

    def _add_both_sides(self) -> None:
        """Add the values of each side of those that stand in one cell: pairs, and all that a score tells."""
        both = [(names, self.values[name]) for name, names in self._taken.pairs.items()]
        scores = [each if isinstance(each, WrittenScore) else None for each in self.values["score"]]
        if any(scores):
            both += [
                (
                    ("home_goals", "away_goals"),
                    [score and not score.has_extra_time and score.score for score in scores],
                ),
                (
                    ("extra_home_goals", "extra_away_goals"),
                    [score and score.has_extra_time and score.score for score in scores],
                ),
                (
                    ("shootout_home_goals", "shootout_away_goals"),
                    [score and score.kicks for score in scores],
                ),
                (pairs()["half_score"], [score and score.half for score in scores]),
            ]
        for names, values in both:
            for side, name in enumerate(reversed(names) if self._taken.is_away_first else names):
                if any(values):
                    beside = zip(values, self.values[name], strict=True)
                    self.values[name] = [pair[side] if pair else value for pair, value in beside]

    def _fields(self) -> dict[str, list[Any]]:
        """The fields of the rows' fixtures that are made of columns alone."""
        taken, values, nothing = self._taken, self.values, self._nothing
        fields = {name: values[name] for name in _OPTIONAL if name in taken.places}
        figures = zip(*(values[name] for name in Figures._fields), strict=True)
        fields["figures"] = list(map(Figures._make, figures))
        for field, record in _RECORDS.items():
            columns = [values[name] for name in record._fields[1:]]
            if any(column is not nothing for column in columns):
                fields[field] = [
                    record(NO_ID, *row) if any(value is not None for value in row) else None
                    for row in zip(*columns, strict=True)
                ]
        further = [
            [
                None if home is None and away is None else ParsedFigure(name, home, away, half)
                for home, away in zip(*(values[side] for side in sides), strict=True)
            ]
            for (name, half), sides in taken.further.items()
        ]
        if further:
            rows = zip(*further, strict=True)
            fields["further"] = [tuple(filter(None, row)) for row in rows]
        if taken.quotes is not None:
            count = len(self.rows)
            fields["odds"], fields["lines"], aside = taken.quotes.read(self._cells, count)
            for row, reason, place, text in aside:
                self._refuse(row, reason, place, text)
        return fields
