"""Computes when the halves of a stored fixture began and ended, and when each of its events happened.

Only minutes are stored, so these moments assume a kickoff on time and a break of the regular length. An event is shown
at the end of its minute, never before it happened.
"""

from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from footydata.football.records import EventRecord, FixtureRecord

MINUTE = 60
FOOTBALL_HALF, FOOTBALL_BREAK = 45, 15
ESPORTS_HALF, ESPORTS_BREAK = 6, 1
"""Minutes of a half and of the break after the first one."""

UNTIMED_AT = 15 * 60 * MINUTE
"""The kickoff of a fixture of which only the day is known, in seconds after midnight UTC."""


class Phase(IntEnum):
    """The phases of a fixture, in order of time."""

    SCHEDULED = 0
    FIRST_HALF = 1
    HALF_TIME = 2
    SECOND_HALF = 3
    FINISHED = 4


class Timetable(NamedTuple):
    """When a fixture's phases begin, in unix seconds; half: minutes of a half without stoppage time."""

    kickoff_ts: int
    half_time_ts: int
    second_half_ts: int
    end_ts: int
    half: int

    def phase(self, moment: int) -> Phase:
        """The phase of the fixture at a moment.

        >>> Timetable(0, 2700, 3600, 6300, 45).phase(2700).name
        'HALF_TIME'
        """
        return Phase(
            bisect_right(
                (self.kickoff_ts, self.half_time_ts, self.second_half_ts, self.end_ts), moment
            )
        )

    def minute(self, moment: int) -> int | None:
        """The minute in play, from 1 and without stoppage time; None before kickoff, in the break and after the end.

        >>> [Timetable(0, 2760, 3660, 6360, 45).minute(moment) for moment in (0, 2759, 3000, 3660, 6400)]
        [1, 45, None, 46, None]
        """
        phase = self.phase(moment)
        if phase is Phase.FIRST_HALF:
            return min((moment - self.kickoff_ts) // MINUTE + 1, self.half)
        if phase is Phase.SECOND_HALF:
            return min((moment - self.second_half_ts) // MINUTE + 1, self.half) + self.half
        return None

    def moment_of(self, event: EventRecord) -> int:
        """When an event is known: at the end of its minute, or of its half if it has none."""
        start, end = (
            (self.kickoff_ts, self.half_time_ts)
            if event.half == 1
            else (self.second_half_ts, self.end_ts)
        )
        if event.minute is None:
            return end
        return min(max(start, start + _played(event, self.half) * MINUTE), end)


def timetable_of(
    fixture: FixtureRecord, events: Sequence[EventRecord], *, untimed_at: int = UNTIMED_AT
) -> Timetable:
    """The timetable of a stored fixture; events: its timeline, which gives the stoppage time.

    untimed_at: the kickoff in seconds after midnight UTC, if only the day is known.
    """
    half, interval = _lengths(fixture, events)
    first = max([half, *(_played(event, half) for event in events if event.half == 1)])
    second = max([half, *(_played(event, half) for event in events if event.half == 2)])
    kickoff_ts = fixture.kickoff_ts if fixture.time_known else fixture.kickoff_ts + untimed_at
    half_time_ts = kickoff_ts + first * MINUTE
    second_half_ts = half_time_ts + interval * MINUTE
    return Timetable(
        kickoff_ts, half_time_ts, second_half_ts, second_half_ts + second * MINUTE, half
    )


def _played(event: EventRecord, half: int) -> int:
    """Minutes of its half that have passed when an event is known."""
    before = half if event.half == 2 else 0
    return (event.minute or 0) - before + (event.stoppage or 0)


def _lengths(fixture: FixtureRecord, events: Sequence[EventRecord]) -> tuple[int, int]:
    if not fixture.esports:
        return FOOTBALL_HALF, FOOTBALL_BREAK
    # The halves of e-football have any length, so the timeline has to show it.
    first = [event.minute for event in events if event.half == 1 and event.minute is not None]
    last = [event.minute for event in events if event.minute is not None]
    return max([ESPORTS_HALF, *first, *((minute + 1) // 2 for minute in last)]), ESPORTS_BREAK
