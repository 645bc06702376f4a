"""Reads the values of files strictly: days, times, counts, numbers, names; and finds the order in which days are written.

Python reads more than people write: `int("1_0")` is 10, `float("٣")` is 3. Here a digit is one of 0 to 9, and a value
that no fixture can have (a day in the year 1, a count of 5,000 digits, a name with broken characters) is rejected.
A name whose UTF-8 was read as Windows-1252 and saved again, "KÃ¶ln" for Köln, is rejected too.

Days are day first, as the sources write them, or month first. A spreadsheet may write all days of a file again in its
own order, or exchange the day and the month of those alone that it takes for days of its order: 05/08/2024 becomes
2024-05-08, while 17/08/2024 stays. So all days of a file decide together.
"""

import re
from collections.abc import Hashable, Sequence
from datetime import date, datetime, tzinfo
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from footydata.football.moments import midnight_of, year_of
from footydata.football.wording import plural
from footydata.sources.parsed import SeasonKey
from footydata.sources.refusing import BadRow

FIRST_YEAR, LAST_YEAR = 1863, 2100
"""The years in which a fixture can be; football's first rules date from 1863."""

EARLIEST_TS, LATEST_TS = midnight_of(date(FIRST_YEAR, 1, 1)), midnight_of(date(LAST_YEAR + 1, 1, 1))
"""The start of the first and the end of the last of these years, in unix seconds."""

HIGHEST_PRICE = 2000.0
"""The highest decimal price that any source has."""

LEAST_AMERICAN = 100
"""The least American odds, above or below nought."""

HIGHEST_COUNT = 199
"""More goals, corners or cards than any side ever had; 149 goals were scored in a fixture of 2002."""

LONGEST_NAME = 200
"""In characters; a longer name means that the quotation marks or commas of its row are broken."""

_DAY = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<!-)\d{2})(?: 0?0:00(?::00)?)?", re.ASCII)
_ISO_DAY = re.compile(r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T]00:00(?::00)?)?", re.ASCII)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)", re.ASCII)
_BROKEN = re.compile(r"[\0\ufffd\ud800-\udfff]|\w[ÃÂ]?\?\w")
"""Characters that replace others which could not be decoded; no name has them."""

_CONTINUATION = (
    "[\x80-\xbf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d"
    "\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]"
)
"""What Windows-1252, or Latin-1, makes of the bytes after the first one of a character."""

_TWICE = re.compile(
    f"[ÃÄÅÆÇ]{_CONTINUATION}|Â[\xa0-\xbf]|â{_CONTINUATION}{{2}}|(?:[ÎÏÐÑ]{_CONTINUATION}){{2,}}"
)
"""Latin letters, blanks and signs, punctuation, and two letters or more of Greek or Cyrillic."""


class WrittenDay(NamedTuple):
    """A day as it is written, and with the numbers of day and month exchanged; None where there is no such day.

    is_ordered: whether the order of day and month depends on who wrote it, as in 05/08/2024 and not in 2024-08-05.
    """

    plain: date | None
    exchanged: date | None
    is_ordered: bool

    @property
    def is_open(self) -> bool:
        """Whether it is another day in the other order."""
        return self.is_ordered and None not in self[:2] and self.plain != self.exchanged


@lru_cache(maxsize=4096)
def written_day(text: str) -> WrittenDay | None:
    """The day in a text, in both orders; None if neither order gives a day of a year with football.

    >>> written_day("05/08/24")
    WrittenDay(plain=datetime.date(2024, 8, 5), exchanged=datetime.date(2024, 5, 8), is_ordered=True)
    >>> written_day("2024-08-17")
    WrittenDay(plain=datetime.date(2024, 8, 17), exchanged=None, is_ordered=False)
    """
    if match := _ISO_DAY.fullmatch(text):
        year, month, day, is_ordered = int(match[1]), int(match[2]), int(match[3]), False
    elif match := _DAY.fullmatch(text):
        year, month, day, is_ordered = year_of(match[4]), int(match[3]), int(match[1]), True
    else:
        return None
    written = WrittenDay(day_of(year, month, day), day_of(year, day, month), is_ordered)
    return written if any(written[:2]) else None


def day_of(year: int, month: int, day: int) -> date | None:
    """The date; None if there is no such day, or its year is not within FIRST_YEAR to LAST_YEAR."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def season_key(label: str | int, id: int | None = None) -> SeasonKey:
    """The season of a label. Raises BadRow.

    >>> season_key("55/56").start_year, season_key("2026").start_year, season_key("2025/2026").label
    (1955, 2026, '25/26')
    """
    match = re.fullmatch(r"(?:(\d\d))?(\d\d)(?:[/-](?:\d\d)?(\d\d))?", str(label), re.ASCII)
    if not match or not (match[1] or match[3]):
        raise BadRow(f"{label!r} is not a season")
    century, year, end = match.groups()
    start = year_of((century or "") + year)
    if end and int(end) != (start + 1) % 100:
        raise BadRow(f"{label!r} is not a season")
    return SeasonKey(f"{year}/{end}" if end else f"{century}{year}", start, id)


def is_moment(seconds: int) -> bool:
    """Whether unix seconds lie within FIRST_YEAR to LAST_YEAR; a moment in milliseconds does not."""
    return EARLIEST_TS <= seconds <= LATEST_TS


def moment_at(day: date, clock: tuple[int, int], zone: tzinfo) -> int:
    """The moment of an hour and minute on a day of a time zone, in unix seconds UTC.

    >>> from zoneinfo import ZoneInfo
    >>> moment_at(date(2019, 8, 9), (20, 0), ZoneInfo("Europe/London"))  # 19:00 UTC, in summer
    1565377200
    """
    return int(datetime(day.year, day.month, day.day, *clock, tzinfo=zone).timestamp())


def read_number(text: str) -> float | None:
    """The number in a text, with blanks around it ignored; None if it is not a decimal number.

    >>> read_number(" 1.95"), read_number("-.5"), read_number("1_0"), read_number("nan")
    (1.95, -0.5, None, None)
    """
    text = text.strip()
    return float(text) if len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text) else None


_LONGEST_NUMBER = 40


def read_count(text: str, highest: int = HIGHEST_COUNT) -> int | None:
    """The count in a text, 2.0 too; None if it is not a whole number, negative, or above the highest.

    >>> read_count("2"), read_count(" 2.0"), read_count("-1"), read_count("2.5"), read_count("9" * 5000)
    (2, 2, None, None, None)
    """
    number = read_number(text)
    return (
        int(number)
        if number is not None and number.is_integer() and 0 <= number <= highest
        else None
    )


def read_name(text: str, what: str = "a team") -> str:
    """A name with its blanks normalised; what: whose name it is, for messages.

    Raises BadRow if it is empty, too long for a name, or contains characters that were not decoded, or decoded wrongly.

    >>> read_name("  Aston   Villa ")
    'Aston Villa'
    """
    name = " ".join(text.split())
    if not name:
        raise BadRow(f"{what} is missing")
    if len(name) > LONGEST_NAME:
        raise BadRow(f"the name of {what} is longer than {LONGEST_NAME} characters", text)
    if not name.isascii() and _TWICE.search(name):
        raise BadRow(f"the name of {what} is UTF-8 that was read as another encoding", text)
    if _BROKEN.search(name):
        raise BadRow(f"the name of {what} has characters that can't be read", text)
    return name


def name_if_any(text: str | None, what: str) -> str | None:
    """A name as of `read_name`, None if there is no text. Raises BadRow."""
    return read_name(text, what) if text and not text.isspace() else None


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
        plain, exchanged = written.plain, written.exchanged
        if not written.is_ordered:
            return (exchanged or plain) if self in _EXCHANGED.values() else plain
        if self is DayOrder.ONE_WAY and written.is_open:
            return None
        is_month_first = self in (DayOrder.MONTH_FIRST, DayOrder.EXCHANGED)
        first, other = (exchanged, plain) if is_month_first else (plain, exchanged)
        return first if self in _EXCHANGED else first or other


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


_PLACED = r"(?:winners?|losers?|runners?[- ]?up|1st|2nd|3rd|4th|first|second|third|sieger|verlierer|erster|zweiter)"
_STAGE = (
    r"(?:group|pool|path(?:way)?|match|game|play-?offs?|round of \d+|(?:quarter|semi)-?finals?|[qs]f"
    r"|gruppe|spiel|viertelfinale|halbfinale)"
)

_OPEN_SIDE = re.compile(
    rf"""(?:
      [WL]\s?\d{{1,3}}
    | [1-4]\s?[A-Z](?:/[A-Z])*
    | (?:best\s+)?{_PLACED}(?:\s+place[d]?)?(?:\s+of)?\s+(?:{_STAGE}\s*)?(?:[A-Z](?:/[A-Z])*|\d{{1,3}})
    | (?:\S+\s+){{0,3}}{_STAGE}\s*\w{{1,3}},?\s+{_PLACED}
    | tb[acd] | n\.\s?n\. | \?+
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""A side that is not known yet, as coming matches have it: W73, L101, 1A, 3A/B/C/D/F, 'UEFA Path D winner'."""


def is_open_side(name: str) -> bool:
    """Whether a name stands for a side that is not known yet.

    >>> names = "W73", "L101", "1A", "3A/B/C/D/F", "UEFA Path D winner", "IC Path 1 winner", "Winner Match 49"
    >>> all(map(is_open_side, (*names, "Winner Group A", "Runner-up Group B", "Winner 49", "3rd Group A/B/C", "TBD")))
    True
    >>> any(map(is_open_side, ("W Connection", "1. FC Köln", "Winner's Bar FC", "LA Galaxy", "Group 4 Securicor")))
    False
    """
    return _OPEN_SIDE.fullmatch(" ".join(name.split())) is not None
