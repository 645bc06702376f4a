"""The clock of the command line, and the dates that users type."""

import os
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, tzinfo
from typing import Any, TypeVar

import click

from footydata.football.errors import InvalidArgument
from footydata.football.moments import (
    EARLIEST,
    LATEST,
    has_time,
    midnight_of,
    read_iso,
    starting_at,
    zone_named,
)
from footydata.football.terms import DAY

_Command = TypeVar("_Command", bound=Callable[..., Any])


NOW = "FOOTYDATA_NOW"
"""The variable of the environment that names the moment which commands take for now."""


def now() -> int:
    """This moment in unix seconds, or the one that the environment names. Raises BadParameter."""
    text = os.environ.get(NOW)
    if not text:
        return int(time.time())
    try:
        return read_iso(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a moment; write 2026-03-14T15:30, in UTC",
            param_hint=f"the variable {NOW}",
        ) from None


def zone_option(command: _Command) -> _Command:
    """Adds --zone, in which days begin and clocks are shown; see zone_chosen."""
    return click.option(
        "--zone",
        envvar="FOOTYDATA_ZONE",
        metavar="ZONE",
        is_eager=True,
        callback=_zone_named,
        default="UTC",
        show_default=True,
        help="Where days begin and times are shown: Europe/Rome; or FOOTYDATA_ZONE.",
    )(command)


def _zone_named(_: click.Context, __: click.Parameter, name: str) -> tzinfo:
    try:
        return zone_named(name)
    except InvalidArgument as error:
        raise click.BadParameter(str(error)) from None


def zone_chosen() -> tzinfo:
    """The zone of the command that runs, UTC for one that takes none."""
    context = click.get_current_context(silent=True)
    zone = context.params.get("zone") if context else None
    return zone if isinstance(zone, tzinfo) else UTC


def read_date(text: str) -> date:
    """A day as users type it: 2026-03-14, today, yesterday or tomorrow. Raises BadParameter otherwise."""
    today = datetime.fromtimestamp(now(), zone_chosen()).date()
    offsets = {"yesterday": -1, "today": 0, "tomorrow": 1}
    if text in offsets:
        return date.fromordinal(today.toordinal() + offsets[text])
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a date; write 2026-03-14, today, yesterday or tomorrow"
        ) from None
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
    return click.BadParameter(
        f"{text!r} is out of range; days from {EARLIEST} to {LATEST} are read"
    )


def moment_text(text: str) -> str:
    """A day or a moment as ISO text; today, yesterday and tomorrow are days of the clock's zone."""
    if has_time(text):
        read_moment(text)
        return text
    return read_date(text).isoformat()


def clock_from(moment: int | None) -> Callable[[], float]:
    """A clock that starts at a moment, None for the present time; returns unix seconds."""
    return time.time if moment is None else starting_at(moment, time.time)
