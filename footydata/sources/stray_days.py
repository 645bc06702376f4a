"""Finds days far from all others of their file: most probably a mistyped year or month."""

from collections.abc import Sequence
from datetime import date

APART = 45
"""Days without a row that separate two groups of rows; longer than almost any pause within a season."""

FAR = 200
"""Days between a stray row and the rows around it in the file; one season's first rows are nearer to the last's."""

REST = 10
"""The rest of the file has at least this many times as many rows."""

MOST = 30
"""The most rows that are stray together: more of them are a season, in a file of many in any order."""

STRAY_DAY = "a day far from the rest of the file, most probably mistyped"


def stray_places(days: Sequence[date]) -> set[int]:
    """The places of days far from all others and from those beside them in the file.

    >>> season = [date(2024, 8, 1 + day) for day in range(20)]
    >>> stray_places([*season[:5], date(2014, 8, 6), *season[5:]])
    {5}
    """
    most = min(MOST, len(days) // (REST + 1))
    found: set[int] = set()
    for stretch in _stretches(days):
        if len(stretch) <= most and all(_is_far(place, stretch, days) for place in stretch):
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
