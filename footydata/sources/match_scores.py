"""The scores and goals of a match: what ninety minutes are, and the timeline that the goals make.

A score may be told after extra time alone. Then the goals' minutes decide what ninety minutes were, if the list of
goals is whole; a goal of a plain minute 92 may be one of 90+2, as some files write it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
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
from footydata.sources.parsed import NO_ID, Figures
from footydata.sources.refusing import NO_MINUTE, BadRow

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


def check_minute(minute: int, offset: int) -> None:
    """Raise BadRow if no match has such a minute."""
    if minute > LATEST_MINUTE or offset > MOST_STOPPAGE:
        raise BadRow(NO_MINUTE, f"{minute}+{offset}" if offset else str(minute))


class TimedEvent(NamedTuple):
    """An event of a timeline; stoppage: minutes beyond its minute, the last one of its half."""

    type: EventType
    team: Side
    half: int
    minute: int
    stoppage: int | None
    player: str | None
    player_in: str | None = None
    detail: GoalDetail | None = None


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
        return any(score is not None for score in (self.full_time, self.extra_time, self.final))

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


def settled(scores: MatchScores, goals: Iterable[Goal] | None) -> MatchScores:
    """The scores with ninety minutes from the goals' minutes, where the source has only a later score.

    >>> goals = [Goal(Side.HOME, 20, 0, "Ondrus"), Goal(Side.AWAY, 77, 0, "Ondrus"), Goal(Side.HOME, 114, 0, "Nehoda")]
    >>> settled(MatchScores(extra_time=(2, 1)), goals).full_time
    (1, 1)
    >>> [settled(MatchScores(extra_time=score), goals[1:2]).full_time for score in ((2, 1), (0, 1))]
    [None, (0, 1)]
    """
    listed = list(goals or ())
    scores = _as_final(scores, listed)
    total = scores.extra_time or scores.final
    if scores.full_time is not None or total is None or counted(listed) != total:
        return scores
    ninety = counted(goal for goal in listed if goal.minute <= FULL_TIME)
    is_unsure = any(FULL_TIME < goal.minute <= MAY_BE_STOPPAGE for goal in listed)
    if is_unsure and (scores.extra_time is None or ninety[0] != ninety[1]):
        return scores
    is_extended = scores.extra_time is not None or any(goal.minute > FULL_TIME for goal in listed)
    return scores._replace(full_time=ninety, extra_time=total if is_extended else None, final=None)


def _as_final(scores: MatchScores, goals: Sequence[Goal]) -> MatchScores:
    """The scores, of which that of ninety minutes becomes the final one where goals show that extra time is in it."""
    ninety = counted(goal for goal in goals if goal.minute <= FULL_TIME)
    is_extended = scores.extra_time is None and any(goal.minute > MAY_BE_STOPPAGE for goal in goals)
    if scores.full_time is None or not is_extended or ninety == scores.full_time:
        return scores
    return scores._replace(full_time=None, final=scores.full_time)


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


def timeline_of(happenings: Sequence[TimedEvent], halves: Set[int]) -> tuple[EventRecord, ...]:
    """The events by half and minute, each half closed by the score so far."""
    events: list[EventRecord] = []
    counts: Counter[tuple[EventType, Side]] = Counter()
    ordered = sorted(happenings, key=lambda one: (one.minute, one.stoppage or 0))
    for half in sorted(halves):
        for one in ordered:
            if one.half != half:
                continue
            kind = one.type, one.team
            counts[kind] += 1
            is_change = one.type == EventType.SUBSTITUTION
            event = EventRecord(
                NO_ID,
                len(events) + 1,
                one.type,
                half,
                one.minute,
                one.stoppage,
                one.team,
                counts[kind] if one.type in COUNTED_EVENTS else None,
                None if is_change else one.player,
                one.player_in,
                one.player if is_change else None,
                detail=one.detail,
            )
            events.append(event)
        home, away = (counts[EventType.GOAL, side] for side in Side)
        closing = EventRecord(NO_ID, len(events) + 1, EventType.PERIOD_SCORE, half)
        events.append(closing._replace(home_score=home, away_score=away))
    return tuple(events)


def counted(goals: Iterable[Goal | TimedEvent]) -> Score:
    """The goals of the home and of the away side."""
    sides = [goal.team for goal in goals]
    return sides.count(Side.HOME), sides.count(Side.AWAY)


def _timed(goal: Goal, scores: MatchScores) -> TimedEvent:
    """A goal in its half, with a minute that is not past the last one of it: 90+2 for 92.

    Without extra time, a minute past ninety is stoppage time.
    """
    most = FIRST_EXTRA_HALF - 1 if scores.extra_time is None else len(LAST_MINUTES)
    half = 1 + sum(goal.minute > last for last in LAST_MINUTES[: most - 1])
    over = max(0, goal.minute - LAST_MINUTES[half - 1])
    stoppage = over + goal.offset or None
    at = half, goal.minute - over, stoppage
    return TimedEvent(EventType.GOAL, goal.team, *at, goal.player, detail=goal.detail)
