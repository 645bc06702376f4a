"""The text of football-data.co.uk's files: encodings, days, UK times."""

from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

UK = ZoneInfo("Europe/London")

_CENTURY_TURNS_AT = 80
"""Two digits of a year: 80 to 99 are of the 20th century; the site's files begin in 1993."""


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8 with or without BOM, else Windows-1252, as older files are."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def looks_binary(content: bytes) -> bool:
    """Whether the bytes are no text: a NUL among the first ones."""
    return b"\0" in content[:4096]


@lru_cache(maxsize=4096)
def read_day(text: str) -> date | None:
    """The day of dd/mm/yy, dd/mm/yyyy or yyyy-mm-dd; None where it is none.

    >>> read_day("15/08/09"), read_day("09/08/2019"), read_day("30/02/2019")
    (datetime.date(2009, 8, 15), datetime.date(2019, 8, 9), None)
    """
    try:
        if "-" in text:
            return date.fromisoformat(text)
        day, month, year = (int(part) for part in text.split("/"))
        if year < 100:
            year += 1900 if year >= _CENTURY_TURNS_AT else 2000
        return date(year, month, day)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def utc_of(day: date, time: str) -> int | None:
    """The moment of a UK local time on a day, in unix seconds; None where the time is none.

    >>> utc_of(date(2019, 8, 9), "20:00")  # 19:00 UTC, in summer
    1565377200
    """
    try:
        hour, minute = (int(part) for part in time.split(":")[:2])
        return int(datetime(day.year, day.month, day.day, hour, minute, tzinfo=UK).timestamp())
    except ValueError:
        return None
