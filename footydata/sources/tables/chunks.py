"""Rows of a table, their cells by columns, each column read once for all of them."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.scores import Score
from footydata.football.terms import Side
from footydata.sources.cells import read_name
from footydata.sources.parsed import NO_ID, Claims, Figures, ParsedFigure, Refusal, TeamKey
from footydata.sources.refusing import NO_TIME, BadRow, shown
from footydata.sources.tables.cell_readers import (
    BAD,
    BAD_COUNT,
    BAD_FLAG,
    BAD_TEXT,
    ERRORS,
    FURTHER,
    Memo,
    further_reader,
    read_count_cell,
    read_flag_cell,
    read_pair_cell,
    read_round_cell,
    read_score_cell,
    read_text_cell,
)
from footydata.sources.tables.meanings import OddsColumn, pairs
from footydata.sources.tables.profiles import RESULTS, is_blank, two_teams
from footydata.sources.tables.quotes import TableQuotes
from footydata.sources.tables.scores import WrittenScore
from footydata.sources.tables.states import State, state_of
from footydata.sources.tables.table import Row
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.written_moments import written_clock

NO_SCORE = "no score that can be read"
BAD_STATUS = "a status that is not known"

_KNOCKOUT = KnockoutRecord._fields[1:]
_STATISTICS = StatisticsRecord._fields[1:]
_VENUE = VenueRecord._fields[1:]


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
        self._memos: dict[Hashable, Memo[Any]] = {}
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

    def memo(self, key: Hashable, read: Callable[[str], Any]) -> Memo[Any]:
        """The values of texts by a reader, kept for the next chunk."""
        if key not in self._memos:
            self._memos[key] = Memo(read)
        return self._memos[key]

    def sides_of(self, score: Score) -> Score:
        """The home and the away count of two in a cell, of which the away side's may stand first."""
        return (score[1], score[0]) if self._is_away_first else score

    def set_aside(self, place: int, number: int, reason: str, meaning: str, text: str) -> None:
        """Refuse one cell of a row."""
        column = self._places.get(meaning)
        name = meaning if column is None else self._names[column]
        refusal = Refusal(reason, number, shown(text), name)
        self.aside.setdefault(place, []).append(refusal)

    def odds(self, cells: Sequence[Sequence[str]], rows: Sequence[Row]) -> list[tuple[Any, ...]]:
        """The odds of rows."""
        if self._quotes is None:
            return [()] * len(rows)
        odds, refused = self._quotes.read(cells, len(rows))
        for place, reason, column, text in refused:
            named = Refusal(reason, rows[place].number, shown(text) or None, self._names[column])
            self.aside.setdefault(place, []).append(named)
        return odds


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
        ]
        self._values: dict[str, list[Any] | None] = {}
        self._counts = self._read_counts()
        self.figures = self._figures()
        self.statistics = self._statistics()
        self.further = self._further()
        self.odds = taken.odds(self.cells, rows)
        self._teams = taken.memo("team", _team)
        self._ends = [name for name in _KNOCKOUT if taken.has(name)]
        self._of_venue = [name for name in _VENUE if taken.has(name)]

    def text(self, meaning: str, place: int) -> str:
        """The text of a cell, empty if it says nothing."""
        values = self._column(meaning, "plain", _plain)
        return "" if values is None else values[place]

    def texts(self, *meanings: str, at: int) -> tuple[str, ...]:
        """The texts of several cells of a row."""
        return tuple(self.text(meaning, at) for meaning in meanings)

    def value(self, meaning: str, place: int) -> Any:
        """The value of a cell, None if it says nothing or was set aside."""
        kind, read, reason = _READERS.get(meaning, ("text", read_text_cell, BAD_TEXT))
        values = self._column(meaning, kind, read, reason)
        return None if values is None else values[place]

    def _column(
        self, meaning: str, kind: str, read: Callable[[str], Any], reason: str = ""
    ) -> list[Any] | None:
        key = f"{kind} {meaning}"
        if key not in self._values:
            self._values[key] = self._read(meaning, kind, read, reason)
        return self._values[key]

    def _read(
        self, meaning: str, kind: str, read: Callable[[str], Any], reason: str
    ) -> list[Any] | None:
        at = self._taken.place_of(meaning)
        if at is None:
            return None
        memo = self._taken.memo(kind, read)
        values = [memo[text] for text in self.cells[at]]
        if BAD in values:
            for place, value in enumerate(values):
                if value is BAD:
                    self.set_aside(place, reason, meaning, self.cells[at][place].strip())
                    values[place] = None
        return values

    def set_aside(self, place: int, reason: str, meaning: str, text: str) -> None:
        """Refuse one cell of a row."""
        self._taken.set_aside(place, self.rows[place].number, reason, meaning, text)

    def sides(self, place: int) -> tuple[TeamKey, TeamKey]:
        """Raises BadRow."""
        both = self._taken.place_of("teams")
        if both is not None:
            text = self.cells[both][place]
            parted = two_teams(text)
            if parted is None:
                raise BadRow("two teams that can't be told apart", text)
        else:
            home, away = self._taken.place_of("home"), self._taken.place_of("away")
            parted = (
                "" if home is None else self.cells[home][place],
                "" if away is None else self.cells[away][place],
            )
        first, second = (self._teams[text] for text in parted)
        for team in (first, second):
            if isinstance(team, BadRow):
                raise team
        return first, second

    def check_clock(self, place: int) -> None:
        """Set the time of a row aside if it is none."""
        text = self.text("time", place)
        if written_clock(text) is None:
            self.set_aside(place, NO_TIME, "time", text)

    def state(self, place: int) -> State | None:
        """The state of a row: of its status, or in the place of its score."""
        text = self.text("status", place)
        found = state_of(text) if text else None
        if text and found is None:
            self.set_aside(place, BAD_STATUS, "status", text)
        if found is None and (score := self.text("score", place)):
            return None if score[:1].isdigit() else state_of(score)
        return found

    def claims(self, place: int, state: State | None) -> Claims | None:
        """What the row says again of its result."""
        result = _LETTERS.get(self.text("result", place).upper())
        on_penalties = state is not None and state.on_penalties
        if result is None and not on_penalties:
            return None
        return Claims(result=result, after_penalties=on_penalties)

    def score(self, place: int) -> WrittenScore | None:
        """The score in one cell, None if there is none. Raises BadRow."""
        if self._taken.place_of("score") is None:
            return None
        written = self._column("score", "score", read_score_cell)
        value = None if written is None else written[place]
        if isinstance(value, str):
            raise BadRow(NO_SCORE, value)
        return value

    def end(self, place: int) -> dict[str, Any]:
        """The columns of a knock-out's end that have a value."""
        found: dict[str, Any] = {}
        for name in self._ends:
            value = self.value(name, place)
            if name == "through":
                # In a frame of fixtures the tie's winner stands there, whatever tells it; without a tie, the source's.
                if self.text("tie", place) and self.text("decided_by", place) not in ("", "source"):
                    continue
                if value is not None and value not in tuple(Side):
                    self.set_aside(place, "neither home nor away", name, value)
                    continue
            if value is not None:
                found[name] = int(value) if isinstance(value, bool) else value
        return found

    def venue(self, place: int) -> VenueRecord | None:
        """Where a row is played, None if it does not say."""
        if not self._of_venue:
            return None
        texts = {name: self.value(name, place) for name in self._of_venue}
        if all(value is None for value in texts.values()):
            return None
        neutral = texts.pop("neutral", None)
        return VenueRecord(NO_ID, **texts, neutral=None if neutral is None else int(neutral))

    def _read_counts(self) -> dict[str, list[Any]]:
        """Meaning → the values of its column, of figures of both sides in one cell too."""
        found: dict[str, list[Any]] = {}
        for name in (*Figures._fields, *_STATISTICS):
            if (values := self._column(name, "count", read_count_cell, BAD_COUNT)) is not None:
                found[name] = values
        for name in FURTHER:
            figure = FURTHER[name][0]
            reader = further_reader(figure)
            values = self._column(name, f"further {figure.name}", reader, "no such number")
            if values is not None:
                found[name] = values
        of_both = {"half_score": ("half_home_goals", "half_away_goals"), **pairs()}
        for name, sides in of_both.items():
            reason = f"no {name.replace('_', ' ')} of both sides that can be read, as 6-4"
            values = self._column(name, "pair", read_pair_cell, reason)
            if values is not None:
                scores = [None if pair is None else self._taken.sides_of(pair) for pair in values]
                for side, sides_name in enumerate(sides):
                    found[sides_name] = [None if pair is None else pair[side] for pair in scores]
        self._add_scores(found)
        return found

    def _add_scores(self, found: dict[str, list[Any]]) -> None:
        written = self._column("score", "score", read_score_cell)
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


def _plain(text: str) -> str:
    return "" if is_blank(text) else " ".join(text.split())


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


_LETTERS = {letter: side[0].upper() for letter, side in RESULTS.items()}
_FLAG = ("flag", read_flag_cell, BAD_FLAG)
_COUNT = ("count", read_count_cell, BAD_COUNT)
_READERS: dict[str, tuple[str, Callable[[str], Any], str]] = {
    **dict.fromkeys(("neutral", "in_table", "esports", "time_known", "on_penalties"), _FLAG),
    **{name: _COUNT for name in _KNOCKOUT if name.endswith("_goals") or name == "number"},
    "round": ("round", read_round_cell, "no number of a round"),
}
"""Meaning → the kind of its cells, what reads them, and why one is set aside; of others the text is taken."""
