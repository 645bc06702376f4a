"""The clock of the command line, and the dates that users type."""

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path

import click

from footydata.football.moments import (
    day_of,
    has_time,
    read_iso,
    seconds_named,
    zone_named,
)

NOW = "FOOTYDATA_NOW"
"""The variable of the environment that names the moment which commands take for now."""

ZONE = "FOOTYDATA_ZONE"
"""The variable that names the reader's zone."""


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


def running_clock() -> Callable[[], float]:
    """The clock of a server, in unix seconds; it goes on from the moment that the environment names, if any."""
    ahead = now() - time.time() if os.environ.get(NOW) else 0.0
    return lambda: time.time() + ahead


def zone_chosen() -> tzinfo:
    """The reader's zone: that of the command that runs, or of the environment, UTC by default.

    Raises InvalidArgument.
    """
    context = click.get_current_context(silent=True)
    zone = context.params.get("zone") if context else None
    return zone if isinstance(zone, tzinfo) else zone_named(os.environ.get(ZONE) or "UTC")


def read_date(text: str) -> date:
    """A day as users type it: 2026-03-14, today, yesterday or tomorrow. Raises BadParameter otherwise."""
    offsets = {"yesterday": -1, "today": 0, "tomorrow": 1}
    if text in offsets:
        return day_of(now(), zone_chosen()) + timedelta(days=offsets[text])
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a date; write 2026-03-14, today, yesterday or tomorrow"
        ) from None
    seconds_named(day)
    return day


def read_moment(text: str) -> int:
    """A moment as users type it, in unix seconds: a date, or an ISO date and time (UTC without an offset)."""
    if not has_time(text):
        return int(
            datetime.combine(read_date(text), datetime.min.time(), zone_chosen()).timestamp()
        )
    return seconds_named(text) or 0


def moment_text(text: str) -> str:
    """A day or a moment as ISO text; today, yesterday and tomorrow are days of the reader's zone."""
    if has_time(text):
        read_moment(text)
        return text
    return read_date(text).isoformat()


def at_moment(database: Path, moment: int | None) -> AbstractContextManager[Path]:
    """The path of a copy of a database as it was at a moment, which ends with the context; None: its own path."""
    if moment is None:
        return nullcontext(database)
    # Imported here: it takes 50 ms, and a command as of now does not need it.
    from footydata.service.replay import as_it_was

    return as_it_was(database, moment)
