"""The rows of the four files of internationals: results, shootouts, goalscorers, former names.

A row is checked against its declared shape, and yields a Refusal if it can't be taken. The files name a fixture by its
day and its two teams.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

from footydata.sources.delimited import lines_of, rows_in
from footydata.sources.json_rows import Count, Text, shaped
from footydata.sources.match_scores import check_minute
from footydata.sources.parsed import Refusal
from footydata.sources.protocol import head_text
from footydata.sources.refusing import ONE_SIDES_GOALS, SAME_TEAM, BadRow, UnreadableFile, shown
from footydata.sources.tables.table import Row as CsvRow

RESULTS, SHOOTOUTS, GOALSCORERS, FORMER_NAMES = (
    "results",
    "shootouts",
    "goalscorers",
    "former_names",
)
_FIXTURE = ("date", "home_team", "away_team")
COLUMNS: dict[str, tuple[str, ...]] = {
    RESULTS: (*_FIXTURE, "home_score", "away_score", "tournament", "city", "country", "neutral"),
    SHOOTOUTS: (*_FIXTURE, "winner"),
    GOALSCORERS: (*_FIXTURE, "team", "scorer", "minute", "own_goal", "penalty"),
    FORMER_NAMES: ("current", "former", "start_date", "end_date"),
}
"""File → the columns that it is known by."""

UNKNOWN = ("", "NA")
"""How the files write a value that is not known, as the score of a coming fixture."""

Key = tuple[date, Text, Text]
"""The day of a fixture, its home and its away team."""


class ResultRow(NamedTuple):
    """A row of results; no score for a coming fixture. neutral: None if it is not said."""

    line: int
    key: Key
    home_score: Count | None
    away_score: Count | None
    tournament: Text
    city: Text | None
    country: Text | None
    neutral: bool | None

    @property
    def score(self) -> tuple[int, int] | None:
        """The goals of both sides, None if they are not known."""
        known = self.home_score, self.away_score
        return None if known[0] is None or known[1] is None else (known[0], known[1])


class ShootoutRow(NamedTuple):
    """A row of shootouts; team: the winner."""

    line: int
    key: Key
    team: Text


class GoalRow(NamedTuple):
    """A row of goalscorers; team: that it counts for, of an own goal too. minute, scorer: None if unknown."""

    line: int
    key: Key
    team: Text
    scorer: Text | None
    minute: Count | None
    own_goal: bool | None
    penalty: bool | None


class FormerNameRow(NamedTuple):
    """A row of former names: what a team was called between two days."""

    line: int
    current: Text
    former: Text
    first: date
    last: date


Row = TypeVar("Row", ResultRow, ShootoutRow, GoalRow, FormerNameRow)


def kind_of(path: Path) -> str | None:
    """Which of the four files it is, by its first line; None for another or one that can't be read."""
    header = head_text(path).partition("\n")[0]
    names = {name.strip().strip('"') for name in header.split(",")}
    return next((kind for kind, columns in COLUMNS.items() if names.issuperset(columns)), None)


def rows_of(path: Path, kind: str, shape: type[Row]) -> Iterator[Row | Refusal]:
    """The rows of a file of a kind. Raises UnreadableFile."""
    columns = COLUMNS[kind]
    rows = rows_in(lines_of(path.read_bytes().decode("utf-8-sig", errors="surrogateescape")))
    header = next(rows, None)
    names = [name.strip() for name in header.cells] if isinstance(header, CsvRow) else []
    if missing := [name for name in columns if name not in names]:
        raise UnreadableFile(f"no column {', '.join(missing)}")
    places = [names.index(name) for name in columns]
    for row in rows:
        if isinstance(row, Refusal):
            yield row
            continue
        try:
            cells = [" ".join(row.cells[place].split()) for place in places]
            yield _row(row.number, [None if cell in UNKNOWN else cell for cell in cells], shape)
        except BadRow as error:
            yield error.refusal(row.number, row.cells)
        except IndexError:
            yield Refusal("fewer cells than columns", row.number, shown(row.cells))


def _row(line: int, cells: list[str | None], shape: type[Row]) -> Row:
    """A row by its cells, in the order of COLUMNS. Raises BadRow."""
    if shape is FormerNameRow:
        return shaped([line, *cells], shape, strict=False)
    row = shaped([line, cells[:3], *cells[3:]], shape, strict=False)
    assert not isinstance(row, FormerNameRow)
    _, home, away = row.key
    if home == away:
        raise BadRow(SAME_TEAM)
    if isinstance(row, ResultRow):
        if (row.home_score is None) != (row.away_score is None):
            raise BadRow(ONE_SIDES_GOALS)
    elif row.team not in (home, away):
        raise BadRow("a team that did not play", row.team)
    elif isinstance(row, GoalRow):
        check_minute(row.minute or 0, 0)
    return row
