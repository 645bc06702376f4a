"""The clock of the command line, and the dates that users type."""

import time
from collections.abc import Callable
from datetime import date

import click

from footydata.contract.terms import DAY
from footydata.moments import EARLIEST, LATEST, day_of, has_time, midnight_of, read_iso, starting_at


def now() -> int:
    """This moment in unix seconds."""
    return int(time.time())


def read_date(text: str) -> date:
    """A day as users type it: 2026-03-14, today, yesterday or tomorrow. Raises BadParameter otherwise."""
    today = day_of(now())
    offsets = {"yesterday": -1, "today": 0, "tomorrow": 1}
    if text in offsets:
        return date.fromordinal(today.toordinal() + offsets[text])
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a date; write 2026-03-14, today, yesterday or tomorrow") from None
    if not EARLIEST <= day <= LATEST:
        raise _out_of_range(text)
    return day


def read_moment(text: str) -> int:
    """A moment as users type it, in unix seconds UTC: a date, or an ISO date and time (UTC without an offset)."""
    try:
        moment = read_iso(text)
    except ValueError:
        return midnight_of(read_date(text))
    if not midnight_of(EARLIEST) <= moment < midnight_of(LATEST) + DAY:
        raise _out_of_range(text)
    return moment


def _out_of_range(text: str) -> click.BadParameter:
    return click.BadParameter(f"{text!r} is out of range; days from {EARLIEST} to {LATEST} are read")


def read_until(text: str) -> int:
    """The end of a day, or the moment itself, in unix seconds UTC."""
    return read_moment(text) if has_time(text) else midnight_of(read_date(text)) + DAY


def moment_given(_: click.Context, __: click.Parameter, text: str | None) -> int | None:
    """The moment of an option, None if it is not given."""
    return None if text is None else read_moment(text)


def day_given(_: click.Context, __: click.Parameter, text: str | None) -> date | None:
    """The day of an option, None if it is not given."""
    return None if text is None else read_date(text)


def clock_from(moment: int | None) -> Callable[[], float]:
    """A clock that starts at a moment, None for the present time; gives unix seconds."""
    return time.time if moment is None else starting_at(moment, time.time)
