"""Rows of a table, their cells by columns, each column read once for all of them."""

from collections.abc import Iterable, Sequence
from typing import Any

from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.scores import Score
from footydata.football.terms import Side
from footydata.sources.parsed import NO_ID, Claims, Figures, ParsedFigure, Refusal
from footydata.sources.refusing import ONE_SIDES_FIGURE, BadRow, shown
from footydata.sources.tables.cell_readers import BAD, TeamOrWhy, memo_of, results_in
from footydata.sources.tables.meanings import FURTHER, TEAM_COLUMNS, OddsColumn, meanings, pairs
from footydata.sources.tables.quotes import TableQuotes
from footydata.sources.tables.table import Row
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.written_cells import State, WrittenScore, weekdays_in

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
    """

    def __init__(self, names: Sequence[str], table_map: TableMap) -> None:
        place_of = {name: place for place, name in reversed(list(enumerate(names)))}
        taken = {
            meaning: place_of[name] for name, meaning in table_map.taken.items() if name in place_of
        }
        self.names, self.width = names, 1 + max(taken.values(), default=0)
        self.places = {
            name: place
            for name, place in taken.items()
            if isinstance(name, str) and name in meanings()
        }
        odds = {meaning: at for meaning, at in taken.items() if isinstance(meaning, OddsColumn)}
        self.quotes = TableQuotes(odds, table_map) if odds else None
        self._is_away_first = table_map.first == Side.AWAY

    def raw(self, meaning: str, row: Sequence[str]) -> str:
        """A cell of a row without blanks around it, empty without such a column."""
        place = self.places.get(meaning, len(row))
        return row[place].strip() if place < len(row) else ""

    def sides_of(self, score: Score) -> Score:
        """The home and the away count of two in a cell, of which the away side's may stand first."""
        return (score[1], score[0]) if self._is_away_first else score


class Chunk:
    """Rows of a table, their cells by columns, each read once.

    Attributes:
        values: meaning → the values of its column, of figures also those of scores and pairs; None where a cell says
            nothing or was set aside.
        texts: those of _TEXTS of each row. fields: field of a ParsedFixture → its values, None for its default.
        aside: place of a row → what was set aside of it.
    """

    def __init__(self, taken: TakenColumns, rows: Sequence[Row]) -> None:
        self._taken, self.rows, width = taken, rows, taken.width
        padded = (
            row.cells if len(row.cells) >= width else row.cells + [""] * (width - len(row.cells))
            for row in rows
        )
        self._cells: list[list[str]] = [
            list(cells) for cells in zip(*(row[:width] for row in padded), strict=True)
        ] or [[] for _ in range(width)]
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
            self._add_odds(taken.quotes)
        self.claims = self._claims()
        nobody = None, None
        self.sides: list[tuple[TeamOrWhy | None, TeamOrWhy | None]] = [
            teams or nobody for teams in self.of("teams")
        ]
        if "teams" not in taken.places:
            self.sides = list(zip(*map(self.of, TEAM_COLUMNS), strict=True))
        self.states = self._states()
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

    def text_set_aside(self, place: int, meanings: Sequence[str]) -> str | None:
        """The first text of these meanings that was set aside of a row, None if none was."""
        places = self._taken.places
        names = {self._taken.names[places[name]] for name in meanings if name in places}
        return next((each.text for each in self.aside.get(place, ()) if each.column in names), None)

    def _states(self) -> list[State | None]:
        """The state of each row: of its status, or in the place of its score."""
        return [
            status or (score if isinstance(score, State) else None)
            for status, score in zip(self.of("status"), self.of("score"), strict=True)
        ]

    def _claims(self) -> list[Claims | None]:
        """What each row says again of its results and day."""
        days, results, halves = map(self.of, ("weekday", "result", "half_result"))
        weekdays = weekdays_in({*days} - {None}) or {}
        letters, half_letters = (results_in({*texts} - {None}) or {} for texts in (results, halves))
        rows = list(zip(days, results, halves, strict=True))
        claims = {
            row: Claims(weekdays.get(row[0]), None, letters.get(row[1]), half_letters.get(row[2]))
            for row in set(rows)
        }
        known = {
            row: claim if any(part is not None for part in claim[:4]) else None
            for row, claim in claims.items()
        }
        return [known[row] for row in rows]

    def score(self, place: int) -> WrittenScore | None:
        """The score in one cell, None if there is none. Raises BadRow."""
        score = self.of("score")[place]
        if isinstance(score, BadRow):
            raise score
        return score if isinstance(score, WrittenScore) else None

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
        """Add the values of each side of those that stand in one cell: a score, its half time, and pairs."""
        scores = self.values.get("score")
        both = {
            "half_score": ("half_home_goals", "half_away_goals"),
            **pairs(),
        }
        for name in both.keys() & self.values.keys():
            self._add_sides(both[name], self.values[name])
        if scores is None:
            return
        written = [score if isinstance(score, WrittenScore) else None for score in scores]
        self._add_sides(("home_goals", "away_goals"), [score and score.score for score in written])
        halves = [score and score.half for score in written]
        if any(halves):
            self._add_sides(("half_home_goals", "half_away_goals"), halves)

    def _add_sides(self, names: Sequence[str], values: Iterable[Score | None]) -> None:
        sided = [value and self._taken.sides_of(value) for value in values]
        for side, name in enumerate(names):
            self.values[name] = [value and value[side] for value in sided]

    def _set_one_sides_aside(self) -> None:
        """Refuse the figures of one side alone, of those that have columns of both sides."""
        for names in _OF_BOTH_SIDES:
            if not self._taken.places.keys() >= set(names):
                continue
            for place, counts in enumerate(zip(*map(self.of, names), strict=True)):
                if (counts[0] is None) != (counts[1] is None):
                    name = names[counts[0] is None]
                    text = self._cells[self._taken.places[name]][place].strip()
                    self.set_aside(place, ONE_SIDES_FIGURE, name, text)
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

    def _add_odds(self, quotes: TableQuotes) -> None:
        """Add the odds of the rows, and their further lines."""
        self.fields["odds"], self.fields["lines"], refused = quotes.read(
            self._cells, len(self.rows)
        )
        for place, reason, column, text in refused:
            name, number = self._taken.names[column], self.rows[place].number
            refusal = Refusal(reason, number, shown(text) or None, name)
            before = self.aside.setdefault(place, [])
            if refusal not in before:
                before.append(refusal)
