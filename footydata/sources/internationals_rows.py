"""The rows of the four files of internationals: results, shootouts, goalscorers, former names.

Each reader yields a Refusal for a row that it can't take. The files name a fixture by its day and its two teams.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

from footydata.sources.cells import read_count, read_iso_day, read_name
from footydata.sources.delimited import lines_of, rows_in
from footydata.sources.match_scores import check_minute
from footydata.sources.parsed import Refusal
from footydata.sources.protocol import head_text
from footydata.sources.refusing import NO_DAY, SAME_TEAM, BadRow, UnreadableFile, shown
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

_WORDS = {"TRUE": True, "FALSE": False}

Key = tuple[date, str, str]
"""The day of a fixture, its home and its away team."""

Row = TypeVar("Row")


class ResultRow(NamedTuple):
    """A row of results; score: None for a coming fixture. neutral: None if it is not said."""

    line: int
    key: Key
    score: tuple[int, int] | None
    tournament: str
    city: str | None
    country: str | None
    neutral: bool | None


class ShootoutRow(NamedTuple):
    """A row of shootouts."""

    line: int
    key: Key
    winner: str


class GoalRow(NamedTuple):
    """A row of goalscorers; team: that it counts for, of an own goal too. minute, scorer: None if unknown."""

    line: int
    key: Key
    team: str
    scorer: str | None
    minute: int | None
    own_goal: bool
    penalty: bool


class FormerNameRow(NamedTuple):
    """A row of former names: what a team was called between two days."""

    line: int
    current: str
    former: str
    first: date
    last: date


def kind_of(path: Path) -> str | None:
    """Which of the four files it is, by its first line; None for another or one that can't be read."""
    header = head_text(path).partition("\n")[0]
    names = {name.strip().strip('"') for name in header.split(",")}
    return next((kind for kind, columns in COLUMNS.items() if names.issuperset(columns)), None)


def rows_of(
    path: Path, kind: str, read: Callable[[int, list[str]], Row]
) -> Iterator[Row | Refusal]:
    """What a reader makes of each row, with its cells in the order of COLUMNS. Raises UnreadableFile."""
    columns = COLUMNS[kind]
    rows = rows_in(lines_of(path.read_bytes().decode("utf-8-sig", errors="replace")))
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
            yield read(row.number, [row.cells[place].strip() for place in places])
        except BadRow as error:
            yield error.refusal(row.number, row.cells)
        except IndexError:
            yield Refusal("fewer cells than columns", row.number, shown(row.cells))


def result(line: int, cells: list[str]) -> ResultRow:
    """A row of results.csv. Raises BadRow."""
    home, away = cells[3:5]
    score = None if home in UNKNOWN and away in UNKNOWN else (_count(home), _count(away))
    city, country, neutral = cells[6:9]
    key = _key(cells)
    return ResultRow(
        line,
        key,
        score,
        read_name(cells[5], "the tournament"),
        city or None,
        country or None,
        _flag(neutral),
    )


def shootout(line: int, cells: list[str]) -> ShootoutRow:
    """A row of shootouts.csv. Raises BadRow."""
    key, winner = _key(cells), read_name(cells[3], "the winner")
    if winner not in key:
        raise BadRow("a winner of a shootout that did not play")
    return ShootoutRow(line, key, winner)


def goal(line: int, cells: list[str]) -> GoalRow:
    """A row of goalscorers.csv. Raises BadRow."""
    key, team, scorer, minute = _key(cells), read_name(cells[3], "a team"), cells[4], cells[5]
    if team not in key:
        raise BadRow("a goal of a team that did not play")
    return GoalRow(
        line,
        key,
        team,
        None if scorer in UNKNOWN else read_name(scorer, "a scorer"),
        None if minute in UNKNOWN else _minute(minute),
        own_goal=bool(_flag(cells[6])),
        penalty=bool(_flag(cells[7])),
    )


def former_name(line: int, cells: list[str]) -> FormerNameRow:
    """A row of former_names.csv. Raises BadRow."""
    return FormerNameRow(
        line,
        read_name(cells[0], "a team"),
        read_name(cells[1], "a team"),
        _day(cells[2]),
        _day(cells[3]),
    )


def _key(cells: Sequence[str]) -> Key:
    home, away = read_name(cells[1], "a team"), read_name(cells[2], "a team")
    if home == away:
        raise BadRow(SAME_TEAM)
    return _day(cells[0]), home, away


def _day(text: str) -> date:
    day = read_iso_day(text)
    if day is None:
        raise BadRow(NO_DAY, text)
    return day


def _count(text: str) -> int:
    count = read_count(text)
    if count is None:
        raise BadRow("no count", text)
    return count


def _minute(text: str) -> int:
    minute = _count(text)
    check_minute(minute, 0)
    return minute


def _flag(text: str) -> bool | None:
    if text not in _WORDS and text not in UNKNOWN:
        raise BadRow("neither TRUE nor FALSE", text)
    return _WORDS.get(text)
