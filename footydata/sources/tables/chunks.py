"""Rows of a table, their cells by columns, each column read once for all of them."""

from collections.abc import Callable, Sequence
from typing import Any

from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.scores import Score
from footydata.football.terms import Side
from footydata.sources.cells import read_name
from footydata.sources.parsed import NO_ID, Claims, Figures, ParsedFigure, Refusal, TeamKey
from footydata.sources.refusing import NO_TIME, ONE_SIDES_FIGURE, BadRow, shown
from footydata.sources.tables.cell_readers import (
    BAD,
    BAD_COUNT,
    BAD_FLAG,
    BAD_TEXT,
    ERRORS,
    FURTHER,
    further_reader,
    memo_of,
    read_count_cell,
    read_flag_cell,
    read_name_cell,
    read_pair_cell,
    read_round_cell,
    read_score_cell,
    read_text_cell,
)
from footydata.sources.tables.meanings import OddsColumn, pairs
from footydata.sources.tables.profiles import RESULTS, is_blank, two_teams
from footydata.sources.tables.quotes import TableQuotes
from footydata.sources.tables.scores import State, WrittenScore, state_of
from footydata.sources.tables.table import Row
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.written_moments import weekdays_in, written_clock

NO_SCORE = "no score that can be read"
BAD_STATUS = "a status that is not known"

_KNOCKOUT = KnockoutRecord._fields[1:]
_STATISTICS = StatisticsRecord._fields[1:]
_VENUE = VenueRecord._fields[1:]
_PLAIN = (
    *("league", "country", "season", "kickoff", "date", "time", "result", "score"),
    *("half_result", "weekday", "tie", "decided_by"),
)
"""Meanings of which the text of each row is needed."""

_AGAIN = ("result", "half_result", "weekday")
"""Meanings that say again what goals and day say."""

_BY_SOURCE = ("", "source")
"""What tells who went through, where it is the source itself."""

_OF_BOTH_SIDES = (
    ("half_home_goals", "half_away_goals"),
    ("home_corners", "away_corners"),
    ("half_home_corners", "half_away_corners"),
)

_OPTIONAL = (
    *("time_known", "state_detail", "esports", "round", "stage", "in_table", "referee", "key"),
)
"""Meanings that are fields of a fixture by themselves."""


class TakenColumns:
    """The columns of a table that are taken, by their meanings, and the values of their texts.

    Attributes:
        width: how many cells of a row are looked at. aside: place of a row in the last chunk → what was set aside of it.
    """

    def __init__(self, names: Sequence[str], table_map: TableMap) -> None:
        places = {name: place for place, name in reversed(list(enumerate(names)))}
        taken = {
            meaning: places[name] for name, meaning in table_map.taken.items() if name in places
        }
        self._names = names
        self._places = {name: place for name, place in taken.items() if isinstance(name, str)}
        odds = {meaning: at for meaning, at in taken.items() if isinstance(meaning, OddsColumn)}
        self._quotes = TableQuotes(odds, table_map) if odds else None
        self._is_away_first = table_map.first == Side.AWAY
        self.width = 1 + max(taken.values(), default=0)
        self.aside: dict[int, list[Refusal]] = {}

    def has(self, meaning: str) -> bool:
        """Whether a column has the meaning."""
        return meaning in self._places

    def place_of(self, meaning: str) -> int | None:
        """The place of the column of a meaning, None without one."""
        return self._places.get(meaning)

    def raw(self, meaning: str, row: Sequence[str]) -> str:
        """A cell of a row without blanks around it, empty without such a column."""
        place = self._places.get(meaning, len(row))
        return row[place].strip() if place < len(row) else ""

    def sides_of(self, score: Score) -> Score:
        """The home and the away count of two in a cell, of which the away side's may stand first."""
        return (score[1], score[0]) if self._is_away_first else score

    def text_set_aside(self, place: int, meanings: Sequence[str]) -> str | None:
        """The first text of these meanings that was set aside of a row, None if none was."""
        names = {self._names[at] for name in meanings if (at := self._places.get(name)) is not None}
        aside = self.aside.get(place, ())
        return next((each.text for each in aside if each.column in names), None)

    def set_aside(self, place: int, number: int, reason: str, meaning: str, text: str) -> None:
        """Refuse one cell of a row."""
        column = self._places.get(meaning)
        name = meaning if column is None else self._names[column]
        refusal = Refusal(reason, number, shown(text), name)
        self.aside.setdefault(place, []).append(refusal)

    def odds(
        self, cells: Sequence[Sequence[str]], rows: Sequence[Row]
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        """The odds of rows, and their further lines."""
        if self._quotes is None:
            return [()] * len(rows), [()] * len(rows)
        odds, lines, refused = self._quotes.read(cells, len(rows))
        for place, reason, column, text in refused:
            named = Refusal(reason, rows[place].number, shown(text) or None, self._names[column])
            refused_before = self.aside.setdefault(place, [])
            if named not in refused_before:
                refused_before.append(named)
        return odds, lines


class Chunk:
    """Rows of a table, their cells by columns, each read once."""

    def __init__(self, taken: TakenColumns, rows: Sequence[Row]) -> None:
        self._taken, width = taken, taken.width
        self.rows = rows
        padded = (
            row.cells if len(row.cells) >= width else row.cells + [""] * (width - len(row.cells))
            for row in rows
        )
        self.cells: list[list[str]] = [
            list(cells) for cells in zip(*(row[:width] for row in padded), strict=True)
        ] or [[] for _ in range(width)]
        self._values: dict[tuple[str, Callable[[str], Any]], list[Any] | None] = {}
        nothing = [""] * len(rows)
        self.texts = {name: self._column(name, _plain) or nothing for name in _PLAIN}
        self.values = self._values_of(_OPTIONAL)
        self._counts = self._read_counts()
        self._set_one_sides_aside()
        self.figures = self._figures()
        self.statistics = self._statistics()
        self.further = self._further()
        self.odds, self.lines = taken.odds(self.cells, rows)
        self.claims = self._claims()
        self.sides = self._sides()
        self.states = self._states()
        self._ends = self._values_of(_KNOCKOUT)
        self._venues = self._values_of(_VENUE)

    def _values_of(self, meanings: Sequence[str]) -> dict[str, list[Any]]:
        """Meaning → the values of its column, of those that have one; None if a cell says nothing or was set aside."""
        return {
            name: values
            for name in meanings
            if (values := self._column(name, *_READERS.get(name, _TEXT))) is not None
        }

    def _column(
        self, meaning: str, read: Callable[[str], Any], reason: str = ""
    ) -> list[Any] | None:
        """The values of the column of a meaning, None without one; a cell that is BAD is set aside."""
        key = meaning, read
        if key not in self._values:
            self._values[key] = self._read(meaning, read, reason)
        return self._values[key]

    def _read(self, meaning: str, read: Callable[[str], Any], reason: str) -> list[Any] | None:
        at = self._taken.place_of(meaning)
        if at is None:
            return None
        memo = memo_of(read)
        values = [memo[text] for text in self.cells[at]]
        if memo.has_bad and BAD in values:
            for place, value in enumerate(values):
                if value is BAD:
                    self.set_aside(place, reason, meaning, self.cells[at][place].strip())
                    values[place] = None
        return values

    def set_aside(self, place: int, reason: str, meaning: str, text: str) -> None:
        """Refuse one cell of a row."""
        self._taken.set_aside(place, self.rows[place].number, reason, meaning, text)

    def _sides(self) -> list[tuple[TeamKey | BadRow, TeamKey | BadRow]]:
        """The teams of each row, or why one is none."""
        teams, both = memo_of(_team), self._taken.place_of("teams")
        if both is not None:
            return [memo_of(_both_teams)[text] for text in self.cells[both]]
        places = [self._taken.place_of(side) for side in ("home", "away")]
        home, away = (
            [""] * len(self.rows) if place is None else self.cells[place] for place in places
        )
        return [(teams[first], teams[second]) for first, second in zip(home, away, strict=True)]

    def check_clock(self, place: int) -> None:
        """Set the time of a row aside if it is none."""
        text = self.texts["time"][place]
        if text and written_clock(text) is None:
            self.set_aside(place, NO_TIME, "time", text)

    def _states(self) -> list[State | None]:
        """The state of each row: of its status, or in the place of its score."""
        states = self._column("status", _state, BAD_STATUS) or [None] * len(self.rows)
        if not self._taken.has("score"):
            return states
        in_scores = memo_of(_state_of_score)
        scores = self.texts["score"]
        return [
            in_scores[score] if state is None else state
            for state, score in zip(states, scores, strict=True)
        ]

    def _claims(self) -> list[Claims | None]:
        """What each row says again of its results and day."""
        weekdays = weekdays_in({*self.texts["weekday"]} - {""}) or {}
        rows = list(zip(*(self.texts[name] for name in _AGAIN), strict=True))
        known: dict[tuple[str, ...], Claims | None] = {}
        for row in set(rows):
            full, half, day = row
            claims = Claims(weekdays.get(day), None, _letter(full), _letter(half))
            known[row] = claims if any(each is not None for each in claims[:4]) else None
        return [known[row] for row in rows]

    def score(self, place: int) -> WrittenScore | None:
        """The score in one cell, None if there is none. Raises BadRow."""
        if self._taken.place_of("score") is None:
            return None
        written = self._column("score", read_score_cell)
        value = None if written is None else written[place]
        if isinstance(value, str):
            raise BadRow(NO_SCORE, value)
        return value

    def end(self, place: int) -> dict[str, Any]:
        """The columns of a knock-out's end that have a value."""
        found: dict[str, Any] = {
            name: int(value) if isinstance(value, bool) else value
            for name, values in self._ends.items()
            if (value := values[place]) is not None
        }
        through = found.get("through")
        # In a frame of fixtures the tie's winner stands there, whatever tells it; without a tie, the source's.
        is_of_tie = self.texts["tie"][place] and self.texts["decided_by"][place] not in _BY_SOURCE
        if through is not None and (is_of_tie or through not in tuple(Side)):
            del found["through"]
            if not is_of_tie:
                self.set_aside(place, "neither home nor away", "through", through)
        return found

    def venue(self, place: int) -> VenueRecord | None:
        """Where a row is played, None if it does not say."""
        if not self._venues:
            return None
        texts = {name: values[place] for name, values in self._venues.items()}
        if all(value is None for value in texts.values()):
            return None
        neutral = texts.pop("neutral", None)
        return VenueRecord(NO_ID, **texts, neutral=None if neutral is None else int(neutral))

    def _read_counts(self) -> dict[str, list[Any]]:
        """Meaning → the values of its column, of figures of both sides in one cell too."""
        found: dict[str, list[Any]] = {}
        for name in (*Figures._fields, *_STATISTICS):
            if (values := self._column(name, read_count_cell, BAD_COUNT)) is not None:
                found[name] = values
        for name in FURTHER:
            figure = FURTHER[name][0]
            reader = further_reader(figure)
            values = self._column(name, reader, "no such number")
            if values is not None:
                found[name] = values
        of_both = {"half_score": ("half_home_goals", "half_away_goals"), **pairs()}
        for name, sides in of_both.items():
            reason = f"no {name.replace('_', ' ')} of both sides that can be read, as 6-4"
            values = self._column(name, read_pair_cell, reason)
            if values is not None:
                scores = [None if pair is None else self._taken.sides_of(pair) for pair in values]
                for side, sides_name in enumerate(sides):
                    found[sides_name] = [None if pair is None else pair[side] for pair in scores]
        self._add_scores(found)
        return found

    def _add_scores(self, found: dict[str, list[Any]]) -> None:
        written = self._column("score", read_score_cell)
        if written is None:
            return
        for kind, prefix in (("score", ""), ("half", "half_")):
            scores = [
                None if each is None or isinstance(each, str) else getattr(each, kind)
                for each in written
            ]
            if not any(scores) and prefix:
                continue
            sided = [None if each is None else self._taken.sides_of(each) for each in scores]
            for side, name in enumerate(("home_goals", "away_goals")):
                found[f"{prefix}{name}"] = [None if each is None else each[side] for each in sided]

    def _set_one_sides_aside(self) -> None:
        """Refuse the figures of one side alone, of those that have columns of both sides."""
        for names in _OF_BOTH_SIDES:
            columns = [self._taken.place_of(name) for name in names]
            if None in columns:
                continue
            home, away = (self._counts[name] for name in names)
            if [count is None for count in home] == [count is None for count in away]:
                continue
            for place, counts in enumerate(zip(home, away, strict=True)):
                if (counts[0] is None) != (counts[1] is None):
                    side = counts[0] is None
                    text = self.cells[columns[side] or 0][place].strip()
                    self.set_aside(place, ONE_SIDES_FIGURE, names[side], text)
                    self._counts[names[side]][place] = None

    def _figures(self) -> list[Figures]:
        nones = [None] * len(self.rows)
        columns = [self._counts.get(name, nones) for name in Figures._fields]
        return list(map(Figures._make, zip(*columns, strict=True)))

    def _statistics(self) -> list[StatisticsRecord | None]:
        if not any(name in self._counts for name in _STATISTICS):
            return [None] * len(self.rows)
        nones = [None] * len(self.rows)
        columns = [self._counts.get(name, nones) for name in _STATISTICS]
        return [
            StatisticsRecord(NO_ID, *values) if any(each is not None for each in values) else None
            for values in zip(*columns, strict=True)
        ]

    def _further(self) -> list[tuple[Any, ...]]:
        nones = [None] * len(self.rows)
        sides: dict[tuple[str, int], list[list[Any]]] = {}
        for name, (figure, side, half) in FURTHER.items():
            if name in self._counts:
                sides.setdefault((figure.name, half), [nones, nones])[side] = self._counts[name]
        columns = [
            [
                None if home is None and away is None else ParsedFigure(name, home, away, half)
                for home, away in zip(*both, strict=True)
            ]
            for (name, half), both in sides.items()
        ]
        if not columns:
            return [()] * len(self.rows)
        return [tuple(filter(None, figures)) for figures in zip(*columns, strict=True)]


def _letter(text: str) -> str | None:
    """H, D or A of the letter of a result."""
    result = RESULTS.get(text.upper())
    return None if result is None else result[0].upper()


def _plain(text: str) -> str:
    return "" if is_blank(text) else " ".join(text.split())


def _both_teams(text: str) -> tuple[TeamKey | BadRow, TeamKey | BadRow]:
    parted = two_teams(text)
    if parted is None:
        why = BadRow("two teams that can't be told apart", text)
        return why, why
    return _team(parted[0]), _team(parted[1])


def _state(text: str) -> Any:
    return None if is_blank(text) else state_of(text) or BAD


def _state_of_score(text: str) -> State | None:
    return None if text[:1].isdigit() else state_of(text)


def _team(text: str) -> TeamKey | BadRow:
    try:
        name = read_name(text)
    except BadRow as error:
        return error
    return (
        BadRow(f"the name of a team is {BAD_TEXT}", text)
        if name.startswith(ERRORS)
        else TeamKey(name)
    )


_TEXT = (read_text_cell, BAD_TEXT)
_FLAG = (read_flag_cell, BAD_FLAG)
_COUNT = (read_count_cell, BAD_COUNT)
_READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    **dict.fromkeys(("neutral", "in_table", "esports", "time_known", "on_penalties"), _FLAG),
    **{name: _COUNT for name in _KNOCKOUT if name.endswith("_goals") or name == "number"},
    "round": (read_round_cell, "no number of a round"),
    "referee": (read_name_cell, "no name that can be read"),
}
"""Meaning → what reads its cells, and why one is set aside; of others the text is taken."""
