"""Which meeting of a pair at one venue a record of a source is: a pure function of what was said of them.

A meeting is a pair, a venue and a day. Records of several inputs are one meeting on the same day; on the next unless
both are finished with other scores; where pairs meet once at a venue on any day, unless both are finished with other
scores; where they meet more often, if one is to come and the other not earlier, within 60 days. Records of one input
are meetings of their own, but for those of the same day.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from footydata.football.terms import DAY

MOVED_WITHIN = 60 * DAY
"""How many seconds a fixture may move where a pair meets more than once at a venue."""

HALF_DAY = DAY // 2

NEXT_DAY = DAY * 3 // 2
"""Seconds between kickoffs of which one may be the other's: sources use the days of different time zones."""


class Told(NamedTuple):
    """What an input says of a meeting.

    input, source: their numbers. score: of ninety minutes, None if unknown. in_table: whether a table counts it; a
    play-off is never the league fixture of the same pair. key: the source and its own id of the fixture.
    """

    input: int
    kickoff_ts: int
    time_known: bool = True
    is_finished: bool = False
    score: tuple[int, int] | None = None
    in_table: bool = True
    source: int = 0
    key: tuple[int, str] | None = None


class Meeting:
    """A meeting of a pair at one venue, by the first record of it and those that joined.

    Attributes:
        days: the days on which inputs have it, input → days since 1970. keys: source → its own id.
    """

    __slots__ = ("days", "first", "is_finished", "keys", "score")

    def __init__(self, first: Told) -> None:
        self.first = first
        self.is_finished = first.is_finished
        self.score = first.score
        self.days: dict[int, set[int]] = {}
        self.keys: dict[int, str] = {}
        self.join(first)

    @property
    def kickoff_ts(self) -> int:
        """The kickoff by its first record."""
        return self.first.kickoff_ts

    def join(self, told: Told) -> None:
        """Add a record of the meeting."""
        self.days.setdefault(told.input, set()).add(told.kickoff_ts // DAY)
        if told.key is not None:
            self.keys.setdefault(*told.key)
        if told.is_finished and not self.is_finished:
            self.first, self.is_finished, self.score = told, True, told.score
        elif not told.is_finished and not self.is_finished and told.source == self.first.source:
            # What a source says later of a fixture to come replaces what it said before.
            self.first = told
        elif self.score is None:
            self.score = told.score

    def distance(self, told: Told) -> int:
        """Seconds between the kickoffs."""
        return abs(self.first.kickoff_ts - told.kickoff_ts)

    def is_same_day(self, told: Told) -> bool:
        """Whether both are of one day; of two with a time, at most half a day apart."""
        one = self.first
        if one.time_known and told.time_known:
            return self.distance(told) <= HALF_DAY
        return one.kickoff_ts // DAY == told.kickoff_ts // DAY

    def may_be(self, told: Told, *, meets_once: bool) -> bool:
        """Whether a record may be of this meeting; meets_once: whether the pairs of the season meet once at a venue."""
        if told.key is not None and self.keys.get(told.key[0], told.key[1]) != told.key[1]:
            return False
        days = self.days.get(told.input)
        if days is not None:
            return told.kickoff_ts // DAY in days
        if self.is_same_day(told):
            return True
        both = self.is_finished and told.is_finished
        differs = both and None not in (self.score, told.score) and self.score != told.score
        distance = self.distance(told)
        if distance <= NEXT_DAY:
            return not differs
        if self.first.in_table != told.in_table:
            return False
        if meets_once:
            return not differs
        if both:
            return False
        if not self.is_finished and not told.is_finished:
            return distance <= MOVED_WITHIN
        moved = self.kickoff_ts - told.kickoff_ts
        return 0 <= (moved if self.is_finished else -moved) <= MOVED_WITHIN


Met = TypeVar("Met", bound=Meeting)


def nearest(meetings: Iterable[Met], told: Told, *, meets_once: bool) -> Met | None:
    """The meeting that a record is of: the nearest that it may be, the first of several; None for a new one."""
    possible = [meeting for meeting in meetings if meeting.may_be(told, meets_once=meets_once)]
    return min(possible, key=lambda meeting: meeting.distance(told), default=None)


def exchanged_meeting(meetings: Iterable[Met], told: Told) -> Met | None:
    """The only meeting of other inputs on the day of a record that has the sides of neutral ground exchanged.

    Of two kickoffs without a time the day is the same; a time may be of the next day in UTC.
    """
    same_day = [
        meeting
        for meeting in meetings
        if told.input not in meeting.days
        and meeting.distance(told)
        <= (NEXT_DAY if (meeting.kickoff_ts % DAY or told.kickoff_ts % DAY) else 0)
    ]
    return same_day[0] if len(same_day) == 1 else None
