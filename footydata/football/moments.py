"""Moments as unix seconds UTC, as rows have them, made from days, ISO texts and datetimes, and shown as these.

From when the result of a finished fixture is known is the rule behind every answer as of a past moment: three hours
after the kickoff or, where only the day is known, at its end (UTC). Contract 20.13. A fixture that is not finished by
then is overdue, but for a live one, which may have begun late.
"""

import reprlib
from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from typing import Protocol
from zoneinfo import ZoneInfo

from footydata.football.errors import InvalidArgument
from footydata.football.terms import DAY, DUE_AFTER, LIVE_AT_MOST, Status

Moment = str | date | datetime
"""A day or a moment as a user gives it; without an offset it is UTC."""


EARLIEST, LATEST = date(1850, 1, 1), date(2199, 12, 31)
"""The first and last day that is accepted."""

_MOST_CACHED = 4096
"""How many results are cached: a file has a few hundred days, each many times."""


def year_of(digits: str) -> int:
    """The year of two or four digits; two are a year from 1950 to 2049.

    >>> [year_of(digits) for digits in ("1888", "50", "99", "00", "49")]
    [1888, 1950, 1999, 2000, 2049]
    """
    year = int(digits)
    if len(digits) != 2:
        return year
    return year + (1900 if year >= 50 else 2000)


@lru_cache(maxsize=_MOST_CACHED)
def midnight_of(day: date) -> int:
    """00:00 UTC of a day.

    >>> midnight_of(date(1970, 1, 2))
    86400
    """
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def seconds_of(moment: datetime) -> int:
    """A moment in unix seconds; it is UTC if it has no offset.

    >>> seconds_of(datetime(1970, 1, 1, 1)), seconds_of(datetime.fromisoformat("1970-01-01T01:00+01:00"))
    (3600, 0)
    """
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def read_iso(text: str) -> int:
    """The unix seconds of an ISO text, UTC if it has no offset; of a day, its 00:00. Raises ValueError.

    >>> read_iso("1970-01-02"), read_iso("1970-01-01T01:00")
    (86400, 3600)
    """
    return seconds_of(datetime.fromisoformat(text))


def has_time(text: str) -> bool:
    """Whether an ISO text is a moment, not a whole day.

    >>> has_time("2026-03-14"), has_time("2026-03-14T15:30")
    (False, True)
    """
    return "T" in text or " " in text


@lru_cache(maxsize=_MOST_CACHED)
def iso_utc(seconds: int) -> str:
    """A moment as ISO-8601 with the UTC offset.

    >>> iso_utc(0)
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def day_of(seconds: int, zone: tzinfo = UTC) -> date:
    """The day of a moment in a zone."""
    return datetime.fromtimestamp(seconds, zone).date()


def zone_named(name: str) -> tzinfo:
    """The zone of a name such as Europe/Rome. Raises InvalidArgument."""
    try:
        return UTC if name.upper() == "UTC" else ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise InvalidArgument(
            f"{name!r} is not a time zone; write Europe/Rome, America/New_York or UTC",
            parameter="zone",
            value=name,
        ) from None


def minute_text(seconds: int, *, time_known: int = True, zone: tzinfo = UTC) -> str:
    """A moment for people, in a zone; the day alone, which is UTC's, if its time is not known.

    >>> minute_text(3600), minute_text(0, time_known=False)
    ('1970-01-01 01:00', '1970-01-01')
    """
    return (
        f"{datetime.fromtimestamp(seconds, zone):%Y-%m-%d %H:%M}"
        if time_known
        else day_of(seconds).isoformat()
    )


def seconds_named(moment: Moment | None, name: str = "date") -> int | None:
    """The unix seconds of a day (its 00:00) or moment, None for None; name: the parameter's. Raises InvalidArgument."""
    if moment is None:
        return None
    try:
        seconds = read_iso(moment) if isinstance(moment, str) else _seconds(moment)
    except (ValueError, AttributeError, TypeError):
        raise InvalidArgument(
            f"{reprlib.repr(moment)} is not a day or moment; write 2026-03-14 or 2026-03-14T15:30",
            parameter=name,
            value=moment,
        ) from None
    if not midnight_of(EARLIEST) <= seconds < midnight_of(LATEST) + DAY:
        raise InvalidArgument(
            f"{str(moment)!r} is out of range; days from {EARLIEST} to {LATEST} are read",
            parameter=name,
            value=moment,
        )
    return seconds


def end_named(moment: Moment | None, name: str = "at", *, zone: tzinfo = UTC) -> int | None:
    """The exclusive end of a span: the unix seconds at which the day ends, or of the moment itself; None for None.

    A datetime of 00:00 without an offset is a day, as in pandas. zone: of the day. Raises InvalidArgument.
    """
    seconds = seconds_named(moment, name)
    if seconds is None or moment is None or not _is_day(moment):
        return seconds
    return in_zone(seconds + DAY, moment, zone)


def span_named(start: Moment | None, end: Moment | None) -> tuple[int | None, int | None]:
    """The start and the exclusive end of a span in unix seconds, None for None.

    start, end: its first and last day, both inclusive, as is a moment instead of a day. Raises InvalidArgument.

    >>> span_named("1970-01-02", "1970-01-03"), span_named(None, "1970-01-01T01:00")
    ((86400, 259200), (None, 3601))
    """
    first, after = seconds_named(start, "start"), end_named(end, "end")
    if end is not None and after is not None and not _is_day(end):
        after += 1
    if first is not None and after is not None and after <= first:
        raise InvalidArgument(
            f"end {str(end)!r} is before start {str(start)!r}", parameter="end", value=end
        )
    return first, after


def in_zone(seconds: int | None, moment: Moment | None, zone: tzinfo) -> int | None:
    """A bound of a span whose days are those of a zone: of a day its own midnight, of a moment the moment itself.

    >>> from zoneinfo import ZoneInfo
    >>> in_zone(86400, "1970-01-02", ZoneInfo("Europe/Rome")), in_zone(90000, "1970-01-02T01:00", UTC)
    (82800, 90000)
    """
    if seconds is None or moment is None or not _is_day(moment):
        return seconds
    return int(datetime.fromtimestamp(seconds, UTC).replace(tzinfo=zone).timestamp())


def day_named(day: Moment) -> tuple[int, int]:
    """The unix seconds at which a UTC day and the next one begin. Raises InvalidArgument."""
    seconds = seconds_named(day) or 0
    midnight = seconds - seconds % DAY
    return midnight, midnight + DAY


def _seconds(moment: date) -> int:
    """The seconds of a day or moment. Raises AttributeError or TypeError for anything else, such as a number."""
    return seconds_of(moment) if isinstance(moment, datetime) else midnight_of(moment)


def _is_day(moment: Moment) -> bool:
    if isinstance(moment, str):
        return not has_time(moment)
    return not isinstance(moment, datetime) or (moment.tzinfo is None and moment.time() == time.min)


FOREVER = 2**62
"""Later than any kickoff, in unix seconds."""

BREAK = 180 * DAY
"""Longer than any break between two seasons: where nothing is known for so long, fixtures may be missing."""


def known_from(kickoff_ts: int, *, time_known: int) -> int:
    """The moment (unix seconds) from which the result of a finished fixture is known.

    A fixture of which only the day is known is stored with a kickoff at 00:00 of it.

    >>> known_from(0, time_known=1), known_from(0, time_known=0)
    (10800, 86400)
    """
    return kickoff_ts + (DUE_AFTER if time_known else DAY)


class _Stored(Protocol):
    """A fixture of any row."""

    @property
    def kickoff_ts(self) -> int: ...
    @property
    def time_known(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def state_detail(self) -> str | None: ...


def is_overdue(row: _Stored, *, now: int) -> bool:
    """Whether a fixture has no result that it should have, and nothing says why: no other rule calls one overdue.

    A live one of LIVE_AT_MOST or longer counts, after the day if only that is known, though a detail stands beside it.
    """
    if row.status == Status.LIVE:
        return now > row.kickoff_ts + LIVE_AT_MOST + (0 if row.time_known else DAY)
    is_open = row.status != Status.FINISHED and not row.state_detail
    return is_open and now > known_from(row.kickoff_ts, time_known=row.time_known)


def known_by(at_ts: int | None, *, now: int) -> int:
    """What known_from is at most for the results that are known at a moment; None means now. All in unix seconds.

    At a moment that is not past, it is enough that a fixture is finished.

    >>> known_by(10, now=11), known_by(11, now=11) == known_by(None, now=11) == FOREVER
    (10, True)
    """
    return FOREVER if at_ts is None or at_ts >= now else at_ts
