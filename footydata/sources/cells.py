"""Reads the values of files strictly: days, times, counts, numbers, names.

Python reads more than people write: `int("1_0")` is 10, `float("٣")` is 3. Here a digit is one of 0 to 9, and a value
that no fixture can have (a day in the year 1, a count of 5,000 digits, a name with broken characters) is rejected.
A name whose UTF-8 was read as Windows-1252 and saved again, "KÃ¶ln" for Köln, is rejected too.
"""

import re
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import NamedTuple

from footydata.football.moments import midnight_of, year_of
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
_NAMED_DAY = re.compile(r"(\d{1,2})[ -]([A-Z][a-z]{2})[a-z]*[ -](\d{4}|\d{2})", re.ASCII)
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
    elif (match := _NAMED_DAY.fullmatch(text)) and match[2] in MONTHS:
        day_named = day_of(year_of(match[3]), MONTHS.index(match[2]) + 1, int(match[1]))
        return WrittenDay(day_named, None, is_ordered=False) if day_named else None
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
