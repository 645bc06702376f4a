"""Finds the days far from all others in their file: most probably a mistyped year or month."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

APART = 45
"""Days without a row that separate two groups of rows; longer than almost any pause within a season."""

FAR = 200
"""Days between a stray row and the rows around it in the file; one season's first rows are nearer to the last's."""

REST = 10
"""The rest of the file has at least this many times as many rows."""

STRAY_DAY = "a day far from the rest of the file, most probably mistyped"


class DatedRow(NamedTuple):
    """A row of a file: its competition, its line, its day (None where it has none) and whether it was played."""

    competition: Hashable
    line: int
    day: date | None
    is_played: bool


def stray_lines(rows: Iterable[DatedRow]) -> set[int]:
    """The lines whose day is stray. rows: in the file's order; coming fixtures at its end are never stray."""
    by_competition: dict[Hashable, list[tuple[DatedRow, date]]] = {}
    for row in rows:
        if row.day is not None:
            by_competition.setdefault(row.competition, []).append((row, row.day))
    found: set[int] = set()
    for listed in by_competition.values():
        strays = stray_places([day for _, day in listed])
        while strays and not listed[-1][0].is_played and listed[-1][1] == max(day for _, day in listed):
            strays.discard(len(listed) - 1)
            listed.pop()
        found |= {listed[place][0].line for place in strays if place < len(listed)}
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
    """The places of days, grouped where there is no long pause between them."""
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
