"""The scores and goals of a match: what ninety minutes are, and the timeline that the goals make.

A score may be told after extra time alone. Then the goals' minutes decide what ninety minutes were, if the list of
goals is whole; a goal of a plain minute 92 may be one of 90+2, as some files write it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Set
from typing import NamedTuple

from footydata.football.records import EventRecord, KnockoutRecord
from footydata.football.terms import (
    COUNTED_EVENTS,
    FIRST_EXTRA_HALF,
    LATEST_MINUTE,
    EventType,
    GoalDetail,
    Side,
)
from footydata.sources.parsed import NO_ID, BadRow, Figures

Score = tuple[int, int]
"""The goals of the home and of the away side."""

LAST_MINUTES = (45, 90, 105, 120)
"""The last minute of each half, of extra time too, without stoppage time."""

MAY_BE_STOPPAGE = 99
"""The last plain minute that may mean stoppage time of the second half: 92 for 90+2."""

MOST_STOPPAGE = 45
"""The most minutes behind a plus that can be so; the most seen are 13."""

FULL_TIME = LAST_MINUTES[FIRST_EXTRA_HALF - 2]


class Goal(NamedTuple):
    """A goal under the side that it counts for."""

    team: Side
    minute: int
    offset: int
    player: str | None
    detail: GoalDetail | None = None


def goal_of(
    team: Side,
    minute: int,
    offset: int,
    player: str | None,
    *,
    is_own: bool | None,
    is_penalty: bool | None,
) -> Goal:
    """A goal as a source lists it. Raises BadRow if no match has such a minute."""
    if minute > LATEST_MINUTE or offset > MOST_STOPPAGE:
        raise BadRow(
            "a goal in a minute that no match has", f"{minute}+{offset}" if offset else str(minute)
        )
    detail = GoalDetail.OWN_GOAL if is_own else GoalDetail.PENALTY if is_penalty else None
    return Goal(team, minute, offset, player, detail)


class MatchScores(NamedTuple):
    """The scores of a match, each None if the source does not have it.

    full_time: of ninety minutes. extra_time: after extra time, without the shootout. final: at the end without the
    shootout, where the source does not say whether extra time is in it.
    """

    full_time: Score | None = None
    half_time: Score | None = None
    extra_time: Score | None = None
    shootout: Score | None = None
    final: Score | None = None

    @property
    def is_known(self) -> bool:
        """Whether any score says that the match was played."""
        return bool(self.full_time or self.extra_time or self.final)

    @property
    def figures(self) -> Figures:
        """The goals of ninety minutes and of the first half."""
        return Figures(*(self.full_time or (None, None)), *(self.half_time or (None, None)))

    @property
    def contradiction(self) -> str | None:
        """Why extra time or shootout can't be so, None if they can."""
        if (
            self.full_time
            and self.extra_time
            and any(map(int.__gt__, self.full_time, self.extra_time))
        ):
            return "fewer goals after extra time than after ninety minutes"
        if self.shootout and self.shootout[0] == self.shootout[1]:
            return "a shootout without a winner"
        return None

    def knockout(self, number: int | None = None) -> KnockoutRecord | None:
        """What followed ninety minutes, with the number of the match; None if nothing did, and it has none."""
        known = self.extra_time, self.shootout, self.final
        if number is None and not any(known):
            return None
        extra_time, shootout, final = (score or (None, None) for score in known)
        return KnockoutRecord(NO_ID, *extra_time, *shootout, *final)._replace(number=number)


def settled(
    scores: MatchScores, goals: Iterable[Goal] | None, *, is_lumped: bool = False
) -> MatchScores:
    """The scores with ninety minutes from the goals' minutes, where the source has only a later score.

    is_lumped: whether a goal of stoppage time has the last minute of its half, so that one after 90 is of extra time,
    unless there was none: ninety minutes had a winner, and no goal is later than MAY_BE_STOPPAGE.

    >>> goals = [Goal(Side.HOME, 20, 0, "Ondrus"), Goal(Side.AWAY, 77, 0, "Ondrus"), Goal(Side.HOME, 114, 0, "Nehoda")]
    >>> settled(MatchScores(extra_time=(2, 1)), goals).full_time
    (1, 1)
    >>> [settled(MatchScores(extra_time=score), goals[1:2]).full_time for score in ((2, 1), (0, 1))]
    [None, (0, 1)]
    """
    listed = list(goals or ())
    ninety = counted(goal for goal in listed if goal.minute <= FULL_TIME)
    last = max((goal.minute for goal in listed), default=0)
    is_extended = last > MAY_BE_STOPPAGE and scores.extra_time is None
    if scores.full_time is not None and is_extended and ninety != scores.full_time:
        # Extra time is in the score of ninety minutes.
        scores = scores._replace(full_time=None, final=scores.full_time)
    total = scores.extra_time or scores.final
    if scores.full_time is not None or total is None or counted(listed) != total:
        return scores
    is_drawn = ninety[0] == ninety[1]
    unsure = [last] if is_lumped else [goal.minute for goal in listed]
    is_sure = is_drawn and (is_lumped or scores.extra_time is not None)
    if not is_sure and any(FULL_TIME < minute <= MAY_BE_STOPPAGE for minute in unsure):
        return scores
    extra_time = total if scores.extra_time or last > FULL_TIME else None
    return scores._replace(full_time=ninety, extra_time=extra_time, final=None)


def timeline(scores: MatchScores, goals: Iterable[Goal] | None) -> tuple[EventRecord, ...] | None:
    """The events of a match whose goals are listed; None if they are not, or don't add up to its scores.

    Each half of ninety minutes is closed by its score, and each of extra time in which a goal was scored.
    """
    if goals is None or scores.full_time is None:
        return None
    timed = [_timed(goal, scores) for goal in goals]
    regular = counted(goal for goal in timed if goal.half < FIRST_EXTRA_HALF)
    if regular != scores.full_time or counted(timed) != (scores.extra_time or scores.full_time):
        return None
    return timeline_of(timed, {1, 2, *(goal.half for goal in timed)})


def timeline_of(happenings: Iterable[EventRecord], halves: Set[int]) -> tuple[EventRecord, ...]:
    """The events by half and minute with their numbers, each half closed by the score so far."""
    events: list[EventRecord] = []
    counts: Counter[tuple[str, str | None]] = Counter()
    closings = [EventRecord(NO_ID, 0, EventType.PERIOD_SCORE, half) for half in halves]
    for event in sorted((*happenings, *closings), key=_place):
        counts[event.type, event.team] += 1
        if event.type in COUNTED_EVENTS:
            event = event._replace(count=counts[event.type, event.team])
        elif event.type == EventType.PERIOD_SCORE:
            home, away = (counts[EventType.GOAL, side] for side in Side)
            event = event._replace(home_score=home, away_score=away)
        events.append(event._replace(seq=len(events) + 1))
    return tuple(events)


def _place(event: EventRecord) -> tuple[float, ...]:
    """The place of an event in a timeline: a period's score is the last of its half."""
    minute = math.inf if event.minute is None else event.minute
    return event.half, minute, event.stoppage or 0


def counted(goals: Iterable[Goal | EventRecord]) -> Score:
    """The goals of the home and of the away side."""
    sides = [goal.team for goal in goals]
    return sides.count(Side.HOME), sides.count(Side.AWAY)


def _timed(goal: Goal, scores: MatchScores) -> EventRecord:
    """A goal in its half, with a minute that is not past the last one of it: 90+2 for 92.

    Without extra time, a minute past ninety is stoppage time.
    """
    most = FIRST_EXTRA_HALF - 1 if scores.extra_time is None else len(LAST_MINUTES)
    half = 1 + sum(goal.minute > last for last in LAST_MINUTES[: most - 1])
    over = max(0, goal.minute - LAST_MINUTES[half - 1])
    at = half, goal.minute - over, over + goal.offset or None, goal.team
    event = EventRecord(NO_ID, 0, EventType.GOAL, *at)
    return event._replace(player=goal.player, detail=goal.detail)
