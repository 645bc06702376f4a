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
    """A step between teams that are level.

    two_only: taken between two teams alone. decisive: taken only where a place of `decisive_after` hangs on it.
    """

    measure: Measure
    scope: Scope = Scope.OWN
    two_only: bool = False
    decisive: bool = False


class Halving(StrEnum):
    """What becomes of half a point where the points brought into a group are halved."""

    UP = "up"
    DOWN = "down"


class Group(NamedTuple):
    """A part of the table after a split.

    meetings: how often each pair of its teams meets after the split; halving: how the points brought along are
    halved, None where they count whole. Level teams of a group whose start was rounded stand in the order of the
    unrounded points. by_regular: level teams stand in the order of the regular season.
    ranks: the regular season's places that make the group, the next ones where it is empty.
    """

    name: str
    teams: int
    meetings: int
    halving: Halving | None = None
    by_regular: bool = False
    ranks: tuple[int, ...] = ()


class Split(NamedTuple):
    """A season that divides: after so many meetings of each pair, the groups from the top down.

    A team can't leave its group.
    """

    meetings: int
    groups: tuple[Group, ...]

    @property
    def teams(self) -> int:
        """How many teams the season has."""
        return sum(group.teams for group in self.groups)


class Regular(NamedTuple):
    """The part of a season that its table counts, where a source may list play-offs behind it.

    teams: of the table, 0 where that changes; meetings: of each pair, 0 where they are not alike for all;
    fixtures: of each team, where the meetings don't say it.
    """

    teams: int = 0
    meetings: int = 0
    fixtures: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRules:
    """The rules of a competition in an era.

    Attributes:
        tie_breakers: the order after points; each separation starts again for those still level.
        source: where the rule comes from, and whether it was checked.
        since: start year of the first season.
        win: points for a win; a draw is worth one.
        legs: fixtures between two teams in a season, 0 where that is not the same for all or not known; the
            head-to-head counts once all of them are played.
        per_game: the order is by points per game (a season that was cut short).
        split: how the season divides, None where it does not.
        regular: what the table counts of the season's list, None where that is all of it.
        tournaments: the two of a season of two halves of the year, each with a table of its own.
        doubt: why results alone can't give the table, a sentence; else empty.
        decisive_after: the positions after which a title, a place in Europe or relegation is decided.
        beyond: what the regulations go on with and results can't show.
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
    beyond: str = ""


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
"""The rules of a league that names none."""

UNCHECKED = "not checked against an official text"
"""How the source of such a rule ends."""


def two_points(rules: CompetitionRules, *, until: int) -> tuple[CompetitionRules, ...]:
    """The era of two points for a win, then the rules from the season that starts in `until` on."""
    return replace(rules, win=2, source=f"{rules.source}; two points for a win"), replace(rules, since=until)


MEETINGS_FIRST = CompetitionRules(
    tie_breakers=(MEETING_POINTS, MEETING_DIFFERENCE, MEETING_GOALS, DIFFERENCE, GOALS),
    source=f"head-to-head, then goal difference; {UNCHECKED}",
)
