"""How a competition is decided, as data: what a win is worth, the order of level teams, how a season is played."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from footydata.rules.tallies import Measure


class Scope(StrEnum):
    """Which fixtures a tie-breaker reads."""

    OWN = "own"
    HEAD_TO_HEAD = "head to head"
    OPPONENTS = "opponents"
    CARDS = "cards"


class TieBreaker(NamedTuple):
    """A criterion that orders level teams.

    two_only: applies between exactly two teams. decisive: applies only if a position of `decisive_after` is at
    stake.
    """

    measure: Measure
    scope: Scope = Scope.OWN
    two_only: bool = False
    decisive: bool = False


class Halving(StrEnum):
    """How half a point is rounded if the points brought into a group are halved."""

    UP = "up"
    DOWN = "down"


class Group(NamedTuple):
    """A part of the table after a split.

    teams: how many. meetings: of each pair of its teams after the split. halving: how the points brought along are
    halved, None if they are not; level teams are then ordered by their points before rounding. by_regular: level
    teams are ordered as in the regular season. ranks: the positions in the regular season that make the group; if
    empty, the next ones in order.
    """

    name: str
    teams: int
    meetings: int
    halving: Halving | None = None
    by_regular: bool = False
    ranks: tuple[int, ...] = ()


class Split(NamedTuple):
    """How a season divides. meetings: of each pair before it does; groups: from the top down.

    A team finishes within its group, whatever its points.
    """

    meetings: int
    groups: tuple[Group, ...]

    @property
    def teams(self) -> int:
        """How many teams the season has."""
        return sum(group.teams for group in self.groups)


class Regular(NamedTuple):
    """The part of a season that its table counts, if a source may list play-offs among the fixtures.

    teams: in the table, 0 if that varies; meetings: of each pair, 0 if not the same for all pairs;
    fixtures: of each team, 0 if the meetings determine it.
    """

    teams: int = 0
    meetings: int = 0
    fixtures: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRules:
    """The rules of a competition in an era.

    Attributes:
        tie_breakers: the order after points; each time some are separated, they start again for those still level.
        source: where the rule comes from, and whether it was checked.
        since: start year of the first season.
        win: points for a win; a draw is worth one.
        legs: fixtures between two teams in a season, 0 if unknown or not the same for all pairs; the head-to-head
            counts once all of them are played.
        per_game: whether points per game decide (a season that was cut short).
        split: how the season divides, None if it does not.
        regular: what of the listed fixtures the table counts, None if it counts all.
        tournaments: the names of the two that a season consists of, each with a table of its own; else empty.
        doubt: why the table can't be computed from results alone, a sentence; else empty.
        decisive_after: the positions after which a title, a place in Europe or relegation is decided.
        last_resort: what decides after the tie-breakers and can't be seen in results, as lots; empty if unknown.
    """

    tie_breakers: tuple[TieBreaker, ...]
    source: str
    since: int = 0
    win: int = 3
    legs: int = 2
    per_game: bool = False
    split: Split | None = None
    regular: Regular | None = None
    tournaments: tuple[str, ...] = ()
    doubt: str = ""
    decisive_after: tuple[int, ...] = ()
    last_resort: str = ""


DIFFERENCE = TieBreaker(Measure.GOAL_DIFFERENCE)
GOALS = TieBreaker(Measure.GOALS)
WINS = TieBreaker(Measure.WINS)
AVERAGE = TieBreaker(Measure.GOAL_AVERAGE)
AWAY_GOALS = TieBreaker(Measure.AWAY_GOALS)
AWAY_WINS = TieBreaker(Measure.AWAY_WINS)
AWAY_DIFFERENCE = TieBreaker(Measure.AWAY_DIFFERENCE)
HOME_DIFFERENCE = TieBreaker(Measure.HOME_DIFFERENCE)
HOME_GOALS = TieBreaker(Measure.HOME_GOALS)
MEETING_POINTS = TieBreaker(Measure.POINTS, Scope.HEAD_TO_HEAD)
MEETING_DIFFERENCE = TieBreaker(Measure.GOAL_DIFFERENCE, Scope.HEAD_TO_HEAD)
MEETING_GOALS = TieBreaker(Measure.GOALS, Scope.HEAD_TO_HEAD)
MEETING_AWAY_GOALS = TieBreaker(Measure.AWAY_GOALS, Scope.HEAD_TO_HEAD)
OPPONENTS_POINTS = TieBreaker(Measure.POINTS, Scope.OPPONENTS)
OPPONENTS_DIFFERENCE = TieBreaker(Measure.GOAL_DIFFERENCE, Scope.OPPONENTS)
OPPONENTS_GOALS = TieBreaker(Measure.GOALS, Scope.OPPONENTS)
FEWER_REDS = TieBreaker(Measure.FEWER_REDS, Scope.CARDS)
FEWER_YELLOWS = TieBreaker(Measure.FEWER_YELLOWS, Scope.CARDS)
DISCIPLINE = TieBreaker(Measure.DISCIPLINE, Scope.CARDS)

DEFAULT = CompetitionRules(
    tie_breakers=(DIFFERENCE, GOALS), legs=0, source="goal difference, goals: the commonest order"
)
"""The rules of a league without rules of its own."""

UNCHECKED = "not checked against an official text"
"""How the `source` of a rule that was not checked ends."""


def two_points(rules: CompetitionRules, *, until: int) -> tuple[CompetitionRules, ...]:
    """The rules with two points for a win, then as they are from the season that starts in `until`."""
    return replace(rules, win=2, source=f"{rules.source}; two points for a win"), replace(rules, since=until)


MEETINGS_FIRST = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, MEETING_GOALS, DIFFERENCE, GOALS),
    source=f"head-to-head, then goal difference; {UNCHECKED}",
)
