"""Rows of a table, their cells by columns, each column read once for all of them; the odds in them quote by quote."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.register import registered_bookmakers
from footydata.football.terms import Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.parsed import (
    NO_ID,
    BookmakerKey,
    Figures,
    ParsedFigure,
    ParsedLine,
    ParsedOdds,
    Refusal,
)
from footydata.sources.refusing import shown
from footydata.sources.tables.cell_readers import (
    BAD,
    FORMS,
    is_blank,
    memo_of,
    read_decimal,
    read_line,
    read_price,
    results_in,
)
from footydata.sources.tables.header_words import bookmaker_slug
from footydata.sources.tables.meanings import (
    FURTHER,
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
from footydata.sources.tables.written_cells import State, WrittenScore, weekdays_in

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
            slug = bookmaker_slug(name)
            if known := registered_bookmakers().get(slug):
                name = known.name
            elif name == slug:
                name = slug.replace("-", " ").title()
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
            quote_of = _Quote(
                column.market,
                column.line,
                line_place,
                [*map(places.get, selections)],
            )
            periods = self._markets.setdefault((BookmakerKey(slug, name), column.market), {})
            periods.setdefault(column.period, []).append(quote_of)

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
                one, two, three = self._without_bad(quote, (one, two, three), row, cells, aside)
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

    @staticmethod
    def _without_bad(
        quote: _Quote,
        prices: Sequence[Any],
        row: int,
        cells: Sequence[Sequence[str]],
        aside: list[Aside],
    ) -> list[Any]:
        """The prices of a row without those that are none; beside a number that is none, as -150, a 300 is none either."""
        texts = ["" if place is None else cells[place][row].strip() for place in quote.prices]
        numbers = [read_decimal(text) for text in texts]
        pairs = zip(prices, numbers, strict=True)
        has_number = any(price is BAD and number for price, number in pairs)
        for place, price, text, number in zip(quote.prices, prices, texts, numbers, strict=True):
            # A price of 0 is one that is missing.
            is_wrong = has_number or (price is BAD and number != 0)
            if place is not None and price is not None and is_wrong:
                aside.append((row, "no price", place, text))
        return [None if price is BAD or has_number else price for price in prices]


def _distance(quoted: Quoted) -> float:
    """How far apart the prices of a line are; infinitely if there is only one."""
    _, first, second, _ = quoted
    return math.inf if first is None or second is None else abs(math.log(first / second))


_TEXTS = ("league", "country", "season", "kickoff", "date", "time")
"""Meanings whose text every row is read by."""

_OPTIONAL = (
    *("time_known", "state_detail", "esports", "round", "stage", "in_table", "referee", "key"),
)
"""Meanings that are fields of a fixture by themselves."""

_BY_SOURCE = ("", "source")
"""What tells who went through, where it is the source itself."""

_OF_BOTH_SIDES = (
    ("half_home_goals", "half_away_goals"),
    ("home_corners", "away_corners"),
    ("half_home_corners", "half_away_corners"),
)


class TakenColumns:
    """The columns of a table that are taken.

    Attributes:
        names: all columns. places: meaning → its column. width: how many cells of a row are looked at.
        is_away_first: whether the away count stands first of two in a cell.
    """

    def __init__(self, names: Sequence[str], table_map: TableMap) -> None:
        place_of = {name: place for place, name in enumerate(names)}
        taken = {
            meaning: place_of[name] for name, meaning in table_map.taken.items() if name in place_of
        }
        self.names, self.width = names, 1 + max(taken.values(), default=0)
        # The ids of other tables than ours may be the numbers of their rows.
        self.places = {
            name: place
            for name, place in taken.items()
            if isinstance(name, str)
            and name in meanings()
            and (name != "key" or names[place] == name)
        }
        odds = {meaning: at for meaning, at in taken.items() if isinstance(meaning, OddsColumn)}
        self.quotes = TableQuotes(odds, table_map) if odds else None
        self.is_away_first = table_map.first == Side.AWAY

    def raw(self, meaning: str, row: Sequence[str]) -> str:
        """A cell of a row without blanks around it, empty without such a column."""
        place = self.places.get(meaning, len(row))
        return row[place].strip() if place < len(row) else ""


class Chunk:
    """Rows of a table, their cells by columns, each read once.

    Attributes:
        values: meaning → the values of its column, of figures also those of scores and pairs; None where a cell says
            nothing or was set aside.
        texts: those of _TEXTS of each row. sides: its teams, or why it names none. fields: field of a ParsedFixture → its values, None for its default.
        aside: place of a row → what was set aside of it.
    """

    def __init__(self, taken: TakenColumns, rows: Sequence[Row]) -> None:
        self._taken, self.rows = taken, rows
        padded = ((row.cells + [""] * taken.width)[: taken.width] for row in rows)
        self._cells: list[Sequence[str]] = [*zip(*padded, strict=True)] or [()] * taken.width
        self._nothing: list[Any] = [None] * len(rows)
        self.aside: dict[int, list[Refusal]] = {}
        self.values = {meaning: self._column(meaning) for meaning in taken.places}
        self.texts = list(
            zip(*([text or "" for text in self.of(name)] for name in _TEXTS), strict=True)
        )
        self._add_both_sides()
        self._set_one_sides_aside()
        self.fields: dict[str, list[Any]] = {
            name: self.values[name] for name in _OPTIONAL if name in self.values
        }
        self.fields["figures"] = list(map(Figures._make, self._rows_of(Figures._fields)))
        for name, record in (("statistics", StatisticsRecord), ("venue", VenueRecord)):
            columns = record._fields[1:]
            if any(column in self.values for column in columns):
                self.fields[name] = [
                    record(NO_ID, *values) if any(value is not None for value in values) else None
                    for values in self._rows_of(columns)
                ]
        self._add_further()
        if taken.quotes is not None:
            self.fields["odds"], self.fields["lines"], refused = taken.quotes.read(
                self._cells, len(rows)
            )
            for place, reason, column, text in refused:
                refusal = Refusal(
                    reason, rows[place].number, shown(text) or None, taken.names[column]
                )
                if refusal not in (before := self.aside.setdefault(place, [])):
                    before.append(refusal)
        self.claims = list(self._claims())
        self.sides: list[tuple[Any, ...]] = list(self._rows_of(TEAM_COLUMNS))
        if "teams" in taken.places:
            self.sides = [teams or (None, None) for teams in self.of("teams")]
        self.states: list[State | None] = [
            status or (score if isinstance(score, State) else None)
            for status, score in zip(self.of("status"), self.of("score"), strict=True)
        ]
        self._ends = [name for name in KnockoutRecord._fields[1:] if name in self.values]

    def of(self, meaning: str) -> list[Any]:
        """The values of the column of a meaning, None for each row without one."""
        return self.values.get(meaning, self._nothing)

    def _column(self, meaning: str) -> list[Any]:
        """The values of the column of a meaning; a cell that is BAD is set aside."""
        kind = meanings()[meaning]
        memo, cells = memo_of(kind.read), self._cells[self._taken.places[meaning]]
        values = [memo[text] for text in cells]
        if memo.has_bad and BAD in values:
            for place, value in enumerate(values):
                if value is BAD:
                    self.set_aside(place, kind.reason, meaning, cells[place].strip())
                    values[place] = None
        return values

    def set_aside(self, place: int, reason: str, meaning: str, text: str) -> None:
        """Refuse one cell of a row."""
        column = self._taken.names[self._taken.places[meaning]]
        refusal = Refusal(reason, self.rows[place].number, shown(text), column)
        self.aside.setdefault(place, []).append(refusal)

    def _claims(self) -> Iterator[tuple[int | None, str | None, str | None]]:
        """What each row says again of its day and its results: the weekday, and the letters of both."""
        days, results, halves = map(self.of, ("weekday", "result", "half_result"))
        weekdays = weekdays_in({*days} - {None}) or {}
        letters, half_letters = (results_in({*texts} - {None}) or {} for texts in (results, halves))
        for day, result, half in zip(days, results, halves, strict=True):
            yield weekdays.get(day), letters.get(result), half_letters.get(half)

    def end(self, place: int) -> dict[str, Any]:
        """The columns of a knock-out's end that have a value."""
        found: dict[str, Any] = {
            name: value for name in self._ends if (value := self.values[name][place]) is not None
        }
        through = found.get("through")
        # In a frame of fixtures the tie's winner stands there, whatever tells it; without a tie, the source's.
        is_of_tie = self.of("tie")[place] and (self.of("decided_by")[place] or "") not in _BY_SOURCE
        if through is not None and (is_of_tie or through not in tuple(Side)):
            del found["through"]
            if not is_of_tie:
                self.set_aside(place, "neither home nor away", "through", through)
        return found

    def _add_both_sides(self) -> None:
        """Add the values of each side of those that stand in one cell: pairs, and all that a score tells."""
        both = [(pairs()[name], self.of(name)) for name in pairs().keys() & self.values.keys()]
        scores = [each if isinstance(each, WrittenScore) else None for each in self.of("score")]
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
                    beside = zip(values, self.of(name), strict=True)
                    self.values[name] = [pair[side] if pair else value for pair, value in beside]

    def _set_one_sides_aside(self) -> None:
        """Refuse the figures of one side alone, of those that have columns of both sides."""
        for names in _OF_BOTH_SIDES:
            if not self._taken.places.keys() >= set(names):
                continue
            for place, counts in enumerate(zip(*map(self.of, names), strict=True)):
                if (counts[0] is None) != (counts[1] is None):
                    name = names[counts[0] is None]
                    text = self._cells[self._taken.places[name]][place].strip()
                    self.set_aside(place, "the figure of one side alone", name, text)
                    self.values[name][place] = None

    def _rows_of(self, meanings: Sequence[str]) -> Iterable[tuple[Any, ...]]:
        """The values of several columns, row by row."""
        return zip(*map(self.of, meanings), strict=True)

    def _add_further(self) -> None:
        """Add the further figures of each row."""
        sides: dict[tuple[str, int], list[list[Any]]] = {}
        for name, (figure, side, half) in FURTHER.items():
            if name in self.values:
                both = sides.setdefault((figure.name, half), [self._nothing, self._nothing])
                both[side] = self.values[name]
        columns = [
            [
                None if home is None and away is None else ParsedFigure(name, home, away, half)
                for home, away in zip(*both, strict=True)
            ]
            for (name, half), both in sides.items()
        ]
        if columns:
            rows = zip(*columns, strict=True)
            self.fields["further"] = [tuple(filter(None, figures)) for figures in rows]
