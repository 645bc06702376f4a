"""The rows of the four files of internationals: results, shootouts, goalscorers, former names.

Each reader yields a Refusal for a row that it can't take. The files name a fixture by its day and its two teams.
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

from footydata.football.terms import LATEST_MINUTE
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import NO_MINUTE, SAME_TEAM, UnreadableFile, shown

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

MOST_GOALS = 199
LONGEST_NAME = 200
FIRST_YEAR = 1863
_WORDS = {"TRUE": True, "FALSE": False}
_HEAD = 4096

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


class _BadCell(Exception):
    """A cell can't be read; the message says why."""


def kind_of(path: Path) -> str | None:
    """Which of the four files it is, by its first line; None for another or one that can't be read."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return None
    lines = head.decode("utf-8-sig", errors="replace").splitlines()
    names = {name.strip().strip('"') for name in lines[0].split(",")} if lines else set()
    return next((kind for kind, columns in COLUMNS.items() if names.issuperset(columns)), None)


def results(path: Path) -> Iterator[ResultRow | Refusal]:
    """The rows of results.csv."""
    return _rows(path, RESULTS, _result)


def shootouts(path: Path) -> Iterator[ShootoutRow | Refusal]:
    """The rows of shootouts.csv."""
    return _rows(path, SHOOTOUTS, _shootout)


def goals(path: Path) -> Iterator[GoalRow | Refusal]:
    """The rows of goalscorers.csv."""
    return _rows(path, GOALSCORERS, _goal)


def former_names(path: Path) -> Iterator[FormerNameRow | Refusal]:
    """The rows of former_names.csv."""
    return _rows(path, FORMER_NAMES, _former_name)


def _rows(path: Path, kind: str, read: Callable[[int, list[str]], Row]) -> Iterator[Row | Refusal]:
    """What a reader makes of each row, with its cells in the order of COLUMNS. Raises UnreadableFile."""
    header, *lines = path.read_bytes().decode("utf-8-sig", errors="replace").split("\n")
    names = [name.strip() for name in next(csv.reader([header]), [])]
    if missing := [name for name in COLUMNS[kind] if name not in names]:
        raise UnreadableFile(f"no column {', '.join(missing)}")
    places = [names.index(name) for name in COLUMNS[kind]]
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        try:
            # Line by line, as a quotation mark that is not closed would take in all rows that follow.
            cells = next(csv.reader([line], strict=True)) if '"' in line else line.split(",")
            yield read(number, [cells[place].strip() for place in places])
        except _BadCell as error:
            yield Refusal(str(error), number, shown(line))
        except IndexError:
            yield Refusal("fewer cells than columns", number, shown(line))
        except csv.Error as error:
            yield Refusal(str(error), number, shown(line))


def _result(line: int, cells: list[str]) -> ResultRow:
    home, away = cells[3:5]
    score = None if home in UNKNOWN and away in UNKNOWN else (_count(home), _count(away))
    city, country, neutral = cells[6:9]
    key = _key(cells)
    return ResultRow(
        line,
        key,
        score,
        _name(cells[5], "the tournament"),
        city or None,
        country or None,
        _flag(neutral),
    )


def _shootout(line: int, cells: list[str]) -> ShootoutRow:
    key, winner = _key(cells), _name(cells[3], "the winner")
    if winner not in key:
        raise _BadCell("a winner of a shootout that did not play")
    return ShootoutRow(line, key, winner)


def _goal(line: int, cells: list[str]) -> GoalRow:
    key, team, scorer, minute = _key(cells), _name(cells[3], "a team"), cells[4], cells[5]
    if team not in key:
        raise _BadCell("a goal of a team that did not play")
    return GoalRow(
        line,
        key,
        team,
        None if scorer in UNKNOWN else _name(scorer, "a scorer"),
        None if minute in UNKNOWN else _minute(minute),
        own_goal=bool(_flag(cells[6])),
        penalty=bool(_flag(cells[7])),
    )


def _former_name(line: int, cells: list[str]) -> FormerNameRow:
    return FormerNameRow(
        line, _name(cells[0], "a team"), _name(cells[1], "a team"), _day(cells[2]), _day(cells[3])
    )


def _key(cells: Sequence[str]) -> Key:
    home, away = _name(cells[1], "a team"), _name(cells[2], "a team")
    if home == away:
        raise _BadCell(SAME_TEAM)
    return _day(cells[0]), home, away


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise _BadCell(f"no day that can be read: {shown(text)}") from None
    if day.year < FIRST_YEAR:
        raise _BadCell(f"a day before football: {text}")
    return day


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_GOALS):
        raise _BadCell(f"no count: {shown(text)}")
    return int(text)


def _minute(text: str) -> int:
    minute = _count(text)
    if minute > LATEST_MINUTE:
        raise _BadCell(f"{NO_MINUTE}: {minute}")
    return minute


def _name(text: str, what: str) -> str:
    if not text:
        raise _BadCell(f"{what} is missing")
    if len(text) > LONGEST_NAME or not text.isprintable() or "\ufffd" in text:
        raise _BadCell(f"the name of {what} can't be read")
    return text


def _flag(text: str) -> bool | None:
    if text not in _WORDS and text not in UNKNOWN:
        raise _BadCell(f"neither TRUE nor FALSE: {shown(text)}")
    return _WORDS.get(text)
