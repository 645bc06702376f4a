"""Finds the order in which the days of a file are written: day first, as the sources do, or month first.

A spreadsheet may write all days of a file again in its own order, or exchange the day and the month of those alone
that it takes for days of its order: 05/08/2024 becomes 2024-05-08, while 17/08/2024 stays. So all days of a file
decide together.
"""

from collections.abc import Hashable, Sequence
from datetime import date
from enum import Enum
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from footydata.football.wording import plural
from footydata.sources.cells import WrittenDay

ORDERLY = 0.04
"""The share of changes of day, from a row to the next, that go back in a file in order of date.

In the files of football-data.co.uk it is at most 0.04, in most of them 0.
"""

DISORDERLY = 0.07
"""The share from which on days may have been exchanged: a season in order of date then has 0.1."""

FEWEST_ROWS = 50
"""Of a file in which exchanged days are looked for, unless all of them fit both orders."""

AMBIGUOUS = "a day that may be day first or month first, in a file that has days of both"


class DayOrder(Enum):
    """How days are read; the value says it.

    EXCHANGED: with day and month exchanged wherever there is such a day. ONE_WAY: only those that fit one order.
    """

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    EXCHANGED = "day first, with day and month exchanged where both can be"
    MONTH_FIRST_EXCHANGED = "month first, with day and month exchanged where both can be"
    ONE_WAY = "day first or month first, as they fit"

    def read(self, written: WrittenDay) -> date | None:
        """The day, None if there is no such day in this order."""
        if self is DayOrder.ONE_WAY and written.is_open:
            return None
        if written.is_ordered:
            names = _READ_AS[self]
        else:
            names = EITHER_EXCHANGED if self in _EXCHANGED.values() else PLAIN
        return next((day for name in names if (day := getattr(written, name))), None)


PLAIN, EXCHANGED = ("plain",), ("exchanged",)
EITHER_PLAIN, EITHER_EXCHANGED = PLAIN + EXCHANGED, EXCHANGED + PLAIN
"""What a day is read as, and what in its place if there is no such day."""

_READ_AS = {
    DayOrder.DAY_FIRST: PLAIN,
    DayOrder.MONTH_FIRST: EXCHANGED,
    DayOrder.EXCHANGED: EITHER_EXCHANGED,
    DayOrder.MONTH_FIRST_EXCHANGED: EITHER_PLAIN,
    DayOrder.ONE_WAY: EITHER_PLAIN,
}
"""Order → how a day like 05/08/2024 is read in it."""

_EXCHANGED = {
    DayOrder.DAY_FIRST: DayOrder.EXCHANGED,
    DayOrder.MONTH_FIRST: DayOrder.MONTH_FIRST_EXCHANGED,
}
"""Order → what a spreadsheet made of it, which also exchanged days like 2024-08-05."""

Written: TypeAlias = Sequence[tuple[Hashable, WrittenDay]]
"""The days of rows in the order of a file, each with its competition."""


class FoundOrder(NamedTuple):
    """The order of a file's days.

    why: for the report, None if the days are day first beyond doubt. is_open: whether every day fits
    both orders.
    """

    order: DayOrder
    why: str | None = None
    is_open: bool = False


def order_of(rows: Written) -> FoundOrder:
    """The order of the days of a table: the one that fits all of them.

    Where all fit both, it is day first, unless the rows are in order of date only month first.
    """
    ordered = [written for _, written in rows if written.is_ordered]
    day_first = sum(written.exchanged is None for written in ordered)
    month_first = sum(written.plain is None for written in ordered)
    if day_first and month_first:
        both = f"{plural(day_first, 'row')} can be day first alone, {plural(month_first, 'row')} month first alone"
        return FoundOrder(DayOrder.ONE_WAY, both)
    if not day_first and not month_first and any(written.is_open for written in ordered):
        if _is_better(rows, DayOrder.MONTH_FIRST, DayOrder.DAY_FIRST, ORDERLY):
            why = "both orders fit every row, and the rows are in order of date only so"
            return FoundOrder(DayOrder.MONTH_FIRST, why, is_open=True)
        why = "both orders fit every row; the source writes the day first"
        return FoundOrder(DayOrder.DAY_FIRST, why, is_open=True)
    order = DayOrder.MONTH_FIRST if month_first else DayOrder.DAY_FIRST
    if len(rows) >= FEWEST_ROWS and _is_better(rows, _EXCHANGED[order], order, DISORDERLY):
        why = "the rows are in order of date only so, as if a spreadsheet had exchanged them"
        return FoundOrder(_EXCHANGED[order], why)
    if not month_first:
        return FoundOrder(order)
    why = f"it alone fits every row; {plural(month_first, 'row')} can be nothing else"
    return FoundOrder(order, why)


def _is_better(rows: Written, order: DayOrder, other: DayOrder, disorderly: float) -> bool:
    """Whether rows are in order of date in an order, and not in the other."""
    return _breaks(rows, other) > disorderly and _breaks(rows, order) <= ORDERLY


def _breaks(rows: Written, order: DayOrder) -> float:
    """The share of changes of day that go back within a competition, whether it begins with its first or last day."""
    competitions: dict[Hashable, list[date]] = {}
    for key, written in rows:
        day = order.read(written)
        if day is not None:
            competitions.setdefault(key, []).append(day)
    back = changes = 0
    for days in competitions.values():
        later = sum(before < after for before, after in pairwise(days))
        earlier = sum(after < before for before, after in pairwise(days))
        back += min(later, earlier)
        changes += later + earlier
    return back / changes if changes else 0.0
