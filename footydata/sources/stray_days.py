"""Refuses the rows whose day is far from all others in their file: most probably a mistyped year or month."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from footydata.sources.cells import read_day
from footydata.sources.csv_rows import CsvFile, CsvRow, columns_of
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import shown

APART = 45
"""Days without a row that separate two groups of rows; longer than almost any pause within a season."""

FAR = 200
"""Days between a stray row and the rows around it in the file; one season's first rows are nearer to the last's."""

REST = 10
"""The rest of the file has at least this many times as many rows."""

STRAY_DAY = "a day far from the rest of the file, most probably mistyped"


class _DatedRow(NamedTuple):
    line: int
    day: date
    is_played: bool


def without_strays(
    file: CsvFile, competition: Sequence[str], day: str, results: Sequence[str]
) -> Iterator[CsvRow | Refusal]:
    """The rows of a file in its order, with a Refusal in place of each whose day is stray among its competition's.

    competition, day, results: the columns that hold each; a row with any result was played.
    """
    at = columns_of(file.header)[day]
    strays = _stray_lines(_dated_rows(file, competition, day, results))
    for row in file.rows:
        if isinstance(row, CsvRow) and row.line in strays:
            yield Refusal(STRAY_DAY, row.line, shown(row.cells[at]))
        else:
            yield row


def _dated_rows(file: CsvFile, competition: Sequence[str], day: str, results: Sequence[str]) -> list[list[_DatedRow]]:
    """The rows with a day of each competition."""
    columns = columns_of(file.header)
    keys, at = [columns[name] for name in competition], columns[day]
    goals = [columns[name] for name in results if name in columns]
    by_competition: dict[tuple[str, ...], list[_DatedRow]] = {}
    for row in file.rows:
        if isinstance(row, Refusal):
            continue
        on = read_day(row.cells[at].strip())
        if on is not None:
            is_played = any(row.cells[column].strip() for column in goals)
            key = tuple([row.cells[column].strip() for column in keys])
            by_competition.setdefault(key, []).append(_DatedRow(row.line, on, is_played))
    return list(by_competition.values())


def _stray_lines(competitions: Iterable[list[_DatedRow]]) -> set[int]:
    """The lines whose day is stray; coming fixtures at the end of a file are never stray."""
    found: set[int] = set()
    for rows in competitions:
        strays = stray_places([row.day for row in rows])
        while strays and not rows[-1].is_played and rows[-1].day == max(row.day for row in rows):
            strays.discard(len(rows) - 1)
            rows.pop()
        found |= {rows[place].line for place in strays if place < len(rows)}
    return found


def stray_places(days: Sequence[date]) -> set[int]:
    """The places of days far from all others and from those beside them in the file.

    >>> season = [date(2024, 8, 1 + day) for day in range(20)]
    >>> stray_places([*season[:5], date(2014, 8, 6), *season[5:]])
    {5}
    """
    stretches = _stretches(days)
    found: set[int] = set()
    for stretch in stretches:
        if len(stretch) * (REST + 1) <= len(days) and all(_is_far(place, stretch, days) for place in stretch):
            found |= stretch
    return found


def _stretches(days: Sequence[date]) -> list[set[int]]:
    """The places of days, grouped if there is no long pause between them."""
    stretches: list[set[int]] = []
    before: date | None = None
    for place in sorted(range(len(days)), key=days.__getitem__):
        if before is None or (days[place] - before).days > APART:
            stretches.append(set())
        stretches[-1].add(place)
        before = days[place]
    return stretches


def _is_far(place: int, stretch: set[int], days: Sequence[date]) -> bool:
    """Whether the nearest rows before and after it that are not in its stretch are far away."""
    before = next((each for each in range(place - 1, -1, -1) if each not in stretch), None)
    after = next((each for each in range(place + 1, len(days)) if each not in stretch), None)
    return all(abs((days[each] - days[place]).days) > FAR for each in (before, after) if each is not None)
