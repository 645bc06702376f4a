"""Days that stand alone far from the rest of their file: most probably a mistyped year or month."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

APART = 45
"""Days without a row between two stretches of a file; longer than any pause within a season's fixtures but a few."""

FAR = 200
"""Days between a stray row and the rows around it in the file; the first rows of a season are nearer to the last."""

REST = 10
"""How many times as many rows the rest of the file has at least."""

STRAY_DAY = "a day far from the rest of the file, most probably mistyped"


class DatedRow(NamedTuple):
    """A row of a file: its competition, its line, its day (None where it has none) and whether it was played."""

    competition: Hashable
    line: int
    day: date | None
    is_played: bool


def stray_lines(rows: Iterable[DatedRow]) -> set[int]:
    """The lines whose day is stray, but for coming fixtures behind all others; the rows are in the file's order."""
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
    """The places of days that stand alone, far from the others and from those beside them.

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
    """Places of days, those together between which there is no long pause."""
    stretches: list[set[int]] = []
    before: date | None = None
    for place in sorted(range(len(days)), key=days.__getitem__):
        if before is None or (days[place] - before).days > APART:
            stretches.append(set())
        stretches[-1].add(place)
        before = days[place]
    return stretches


def _is_far(place: int, stretch: set[int], days: Sequence[date]) -> bool:
    """Whether the rows before and after it that are of another stretch are all far away."""
    before = next((each for each in range(place - 1, -1, -1) if each not in stretch), None)
    after = next((each for each in range(place + 1, len(days)) if each not in stretch), None)
    return all(abs((days[each] - days[place]).days) > FAR for each in (before, after) if each is not None)
