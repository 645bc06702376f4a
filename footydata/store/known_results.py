"""From when the result of a finished fixture is known: the rule behind every answer as of a past moment.

Three hours after the kickoff or, where only the day is known, at its end (UTC). Contract 20.13. A fixture that is not
finished by then is overdue, but for a live one, which may have begun late.
"""

from typing import Protocol

from footydata.football.terms import DAY, DUE_AFTER, LIVE_AT_MOST, Status

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


KNOWN_FROM = f"(fixture.kickoff_ts + iif(fixture.time_known, {DUE_AFTER}, {DAY}))"
"""SQL of known_from."""


def known_by(at_ts: int | None, *, now: int) -> int:
    """What KNOWN_FROM is at most for the results that are known at a moment; None means now. All in unix seconds.

    At a moment that is not past, it is enough that a fixture is finished.

    >>> known_by(10, now=11), known_by(11, now=11) == known_by(None, now=11) == FOREVER
    (10, True)
    """
    return FOREVER if at_ts is None or at_ts >= now else at_ts
