"""Tallies: what a team has won, drawn, lost, scored and conceded in a set of fixtures, and the measures of it.

A tally is ten counts, home and away separately, in the order of the constants below.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple, TypeAlias

HOME_WON, HOME_DRAWN, HOME_LOST, HOME_FOR, HOME_AGAINST = range(5)
AWAY_WON, AWAY_DRAWN, AWAY_LOST, AWAY_FOR, AWAY_AGAINST = range(5, 10)
COUNTS = 10
HOME, AWAY = range(5), range(5, 10)
"""The counts of each venue, in one order."""

Tally: TypeAlias = list[int]


class Counting(IntEnum):
    """Whether a fixture of a season counts in its table; due: it should be over by now."""

    COUNTED = 0
    """Finished with its figures, and due."""
    EARLY = 1
    """Counted, though it was awarded or finished before it was due."""
    LATER = 2
    """Finished with its figures, but later than the moment of the table."""
    MISSING = 3
    """Due, but not finished."""
    OPEN = 4
    """To come, or postponed."""
    CANCELLED = 5
    ABANDONED = 6
    OUTSIDE = 7
    """Not part of the table: a play-off."""
    UNRECORDED = 8
    """Due and finished, but without its figures."""
    LIVE = 9
    """Played now, its figures known so far; a table as it stands counts it."""
    AWARDED = 10
    """Decided at the table, in a table of other figures than its goals."""


class Result(NamedTuple):
    """A fixture as a table reads it: its figures (goals, corners or cards), its round and its stage.

    home, away: may be None if the fixture does not count. second_home, second_away: a second kind of figure, that of
    first halves beside corners, red cards beside yellow ones. round, stage, second_home, second_away: None if unknown.
    known_ts: the moment from which it is known once it is finished; both in unix seconds UTC.
    """

    home_id: int
    away_id: int
    home: int
    away: int
    fixture_id: int
    round: int | None = None
    stage: str | None = None
    counting: int = Counting.COUNTED
    second_home: int | None = None
    second_away: int | None = None
    kickoff_ts: int = 0
    known_ts: int = 0

    @property
    def figures(self) -> tuple[int | None, ...]:
        """The figures in pairs, home first."""
        return self.home, self.away, self.second_home, self.second_away

    @property
    def away_figures(self) -> tuple[int | None, ...]:
        """The same, away first."""
        return self.away, self.home, self.second_away, self.second_home


Results: TypeAlias = Sequence[Result]
"""Results in order of kickoff; only form and a split that no stage marks depend on the order."""


def pair_of(one: int, other: int) -> tuple[int, int]:
    """Two ids in one order, the lower first, whoever is at home."""
    return (one, other) if one < other else (other, one)


def tallies(teams: Iterable[int], results: Results) -> dict[int, Tally]:
    """The tally of each team in the results; a team without a result has zeros.

    >>> tallies([1, 2], [Result(1, 2, 3, 1, 7)])
    {1: [1, 0, 0, 3, 1, 0, 0, 0, 0, 0], 2: [0, 0, 0, 0, 0, 0, 0, 1, 1, 3]}
    """
    tally_of_team: dict[int, Tally] = {team: [0] * COUNTS for team in teams}
    for result in results:
        home, away = result.home, result.away
        ours, theirs = tally_of_team[result.home_id], tally_of_team[result.away_id]
        ours[HOME_FOR] += home
        ours[HOME_AGAINST] += away
        theirs[AWAY_FOR] += away
        theirs[AWAY_AGAINST] += home
        if home > away:
            ours[HOME_WON] += 1
            theirs[AWAY_LOST] += 1
        elif home < away:
            ours[HOME_LOST] += 1
            theirs[AWAY_WON] += 1
        else:
            ours[HOME_DRAWN] += 1
            theirs[AWAY_DRAWN] += 1
    return tally_of_team


class Measure(StrEnum):
    """What teams are compared by; more is better."""

    POINTS = "points"
    GOAL_DIFFERENCE = "goal difference"
    GOALS = "goals"
    GOAL_AVERAGE = "goal average"
    WINS = "wins"
    AWAY_GOALS = "away goals"
    AWAY_WINS = "away wins"
    AWAY_DIFFERENCE = "away goal difference"
    HOME_DIFFERENCE = "home goal difference"
    HOME_GOALS = "home goals"
    FEWER_REDS = "fewer red cards"
    FEWER_YELLOWS = "fewer yellow cards"
    DISCIPLINE = "disciplinary points"
    PLAY_OFF = "play-off"


def played(tally: Tally) -> int:
    """How many fixtures a tally holds."""
    return won(tally) + drawn(tally) + lost(tally)


def won(tally: Tally) -> int:
    """How many of them were won."""
    return tally[HOME_WON] + tally[AWAY_WON]


def drawn(tally: Tally) -> int:
    """How many of them were drawn."""
    return tally[HOME_DRAWN] + tally[AWAY_DRAWN]


def lost(tally: Tally) -> int:
    """How many of them were lost."""
    return tally[HOME_LOST] + tally[AWAY_LOST]


def scored(tally: Tally) -> int:
    """The goals for."""
    return tally[HOME_FOR] + tally[AWAY_FOR]


def conceded(tally: Tally) -> int:
    """The goals against."""
    return tally[HOME_AGAINST] + tally[AWAY_AGAINST]


def goal_average(tally: Tally) -> float:
    """Goals for divided by goals against; if none was conceded, more than any quotient.

    >>> goal_average([1, 0, 0, 3, 1, 0, 0, 0, 0, 0])
    3.0
    """
    against = conceded(tally)
    # A season has fewer than 10,000 goals, so a divisor of 0.00001 gives more than every true quotient.
    return scored(tally) / (against + (against == 0) * 1e-5)


MEASURES: dict[Measure, Callable[[Tally], int | float]] = {
    Measure.GOAL_DIFFERENCE: lambda tally: scored(tally) - conceded(tally),
    Measure.GOALS: scored,
    Measure.GOAL_AVERAGE: goal_average,
    Measure.WINS: won,
    Measure.AWAY_GOALS: lambda tally: tally[AWAY_FOR],
    Measure.AWAY_WINS: lambda tally: tally[AWAY_WON],
    Measure.AWAY_DIFFERENCE: lambda tally: tally[AWAY_FOR] - tally[AWAY_AGAINST],
    Measure.HOME_DIFFERENCE: lambda tally: tally[HOME_FOR] - tally[HOME_AGAINST],
    Measure.HOME_GOALS: lambda tally: tally[HOME_FOR],
}
"""Measure → its value from a tally; points are not here, as they depend on what a win is worth."""

CARD_MEASURES: dict[Measure, Callable[[int, int], int]] = {
    Measure.FEWER_REDS: lambda yellow, red: -red,
    Measure.FEWER_YELLOWS: lambda yellow, red: -yellow,
    Measure.DISCIPLINE: lambda yellow, red: -yellow - 3 * red,
}
"""Measure → its value from the yellow and red cards of a team in a season; the more cards, the lower."""


def points(tally: Tally, win: int) -> int:
    """The points of a tally: so many for a win, one for a draw.

    >>> points([2, 1, 0, 0, 0, 1, 0, 3, 0, 0], 3)
    10
    """
    return win * won(tally) + drawn(tally)
