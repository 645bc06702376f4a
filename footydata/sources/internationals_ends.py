"""What the score and the goals of an international tell of its ninety minutes, and its timeline.

The score includes extra time and not the shootout. Minutes lump stoppage time: 45 and 90 may be stoppage, and a goal
after 90 is one of extra time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from footydata.football.records import EventRecord
from footydata.football.terms import EventType, GoalDetail, Side
from footydata.sources.internationals_rows import GoalRow
from footydata.sources.parsed import NO_ID

NINETY = 90
LONGEST_STOPPAGE = 95
"""A goal up to this minute may be one of stoppage time, where the score after 90 minutes needed no extra time."""

HALVES = ((1, 45), (2, NINETY), (3, 105), (4, 199))
"""Each half with its last minute."""

Score = tuple[int, int]


class End(NamedTuple):
    """How a fixture ended; each None if unknown.

    ninety: the score after ninety minutes. extra: after extra time. final: where it may include extra time.
    """

    ninety: Score | None = None
    extra: Score | None = None
    final: Score | None = None


def end_of(score: Score, home: str, goals: Sequence[GoalRow], *, may_have_extra_time: bool) -> End:
    """The end of a fixture by its score and goals; may_have_extra_time: whether its competition has any.

    >>> end_of((0, 0), "Wales", [], may_have_extra_time=True).ninety
    (0, 0)
    >>> end_of((2, 1), "Wales", [], may_have_extra_time=False).ninety
    (2, 1)
    >>> end_of((2, 1), "Wales", [], may_have_extra_time=True)
    End(ninety=None, extra=None, final=(2, 1))
    """
    if score == (0, 0) or not may_have_extra_time:
        return End(score)
    if not has_timeline(score, home, goals):
        return End(final=score)
    regular = [goal for goal in goals if goal.minute is not None and goal.minute <= NINETY]
    if len(regular) == len(goals):
        return End(score)
    ninety = _score(home, regular)
    last = max(goal.minute or 0 for goal in goals)
    if ninety[0] != ninety[1] and last <= LONGEST_STOPPAGE:
        # Stoppage time of ninety minutes, or extra time after a second leg.
        return End(final=score)
    return End(ninety, score)


def has_timeline(score: Score, home: str, goals: Sequence[GoalRow]) -> bool:
    """Whether all goals of the score are listed, each with its minute."""
    return all(goal.minute is not None for goal in goals) and _score(home, goals) == score


def timeline(
    home: str, goals: Sequence[GoalRow], *, has_extra_time: bool
) -> tuple[EventRecord, ...]:
    """The goals by minute, and the score at the end of each half; of extra time, of halves with goals alone.

    Without extra time, a goal after minute 90 is one of stoppage time.
    """
    ordered = sorted(goals, key=lambda goal: goal.minute or 0)
    events: list[EventRecord] = []
    counts = dict.fromkeys(Side, 0)
    for half, _ in HALVES:
        of_half = [goal for goal in ordered if _half(goal, has_extra_time=has_extra_time) == half]
        for goal in of_half:
            side = Side.HOME if goal.team == home else Side.AWAY
            counts[side] += 1
            events.append(_event(goal, len(events) + 1, half, side, counts[side]))
        if of_half or half < 3:
            events.append(
                EventRecord(
                    NO_ID,
                    len(events) + 1,
                    EventType.PERIOD_SCORE,
                    half,
                    home_score=counts[Side.HOME],
                    away_score=counts[Side.AWAY],
                )
            )
    return tuple(events)


def _event(goal: GoalRow, seq: int, half: int, side: Side, count: int) -> EventRecord:
    minute = goal.minute or 0
    beyond = minute - NINETY if half == 2 and minute > NINETY else None
    return EventRecord(
        NO_ID,
        seq,
        EventType.GOAL,
        half,
        NINETY if beyond else minute,
        beyond,
        team=side,
        count=count,
        player=goal.scorer,
        detail=GoalDetail.OWN_GOAL
        if goal.own_goal
        else GoalDetail.PENALTY
        if goal.penalty
        else None,
    )


def _half(goal: GoalRow, *, has_extra_time: bool) -> int:
    half = next(half for half, last in HALVES if (goal.minute or 0) <= last)
    return half if has_extra_time else min(half, 2)


def _score(home: str, goals: Sequence[GoalRow]) -> Score:
    of_home = sum(goal.team == home for goal in goals)
    return of_home, len(goals) - of_home
