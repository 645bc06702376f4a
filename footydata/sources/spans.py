"""The days that a file covers, by which the most recent of several files is found."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple


class CompetitionDays(NamedTuple):
    """The days of a competition in a file; last_result: the last day with a result, date.min if there is none."""

    competition: str
    first: date
    last: date
    last_result: date


def spans_of(rows: Iterable[tuple[str, date, bool]]) -> list[CompetitionDays]:
    """The days by competition; rows: competition, day, and whether there is a result.

    >>> spans_of([("E0", date(2024, 8, 17), True), ("E0", date(2025, 5, 25), False)])[0].last_result
    datetime.date(2024, 8, 17)
    """
    spans: dict[str, CompetitionDays] = {}
    for competition, day, has_result in rows:
        result = day if has_result else date.min
        known = spans.get(competition)
        if known is None:
            spans[competition] = CompetitionDays(competition, day, day, result)
        else:
            spans[competition] = CompetitionDays(
                competition, min(known.first, day), max(known.last, day), max(known.last_result, result)
            )
    return list(spans.values())
