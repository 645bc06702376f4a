"""The kickoffs of football-data.co.uk's files, which are UK local time."""

from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from footydata.sources.cells import read_clock

UK = ZoneInfo("Europe/London")


@lru_cache(maxsize=4096)
def utc_of(day: date, time: str) -> int | None:
    """The moment of a UK local time on a day, in unix seconds; None where the time is none.

    >>> utc_of(date(2019, 8, 9), "20:00")  # 19:00 UTC, in summer
    1565377200
    """
    clock = read_clock(time)
    return None if clock is None else int(datetime(day.year, day.month, day.day, *clock, tzinfo=UK).timestamp())
