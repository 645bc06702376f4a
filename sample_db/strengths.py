"""What the clubs of the sample are worth, and what a fixture between two of them is expected to bring."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random

HOME_GOALS, AWAY_GOALS = 1.45, 1.15
CORNERS, CORNER_SHARE = 10.0, 0.56
HOME_YELLOWS, AWAY_YELLOWS = 1.7, 2.0
REDS = 0.08
"""Means of an average fixture; the home side's share of its corners."""

GOAL_SPREAD, CORNER_SPREAD, TEMPO_SPREAD, TEMPER_SPREAD = 0.38, 0.22, 0.06, 0.18


@dataclass(frozen=True, slots=True)
class Strength:
    """A club in one season, each on the log scale around 0.

    Attributes:
        attack: goals that it scores.
        defence: goals that it keeps out.
        corners: its share of the corners.
        tempo: how many corners its fixtures have.
        temper: cards that it is shown.
    """

    attack: float
    defence: float
    corners: float
    tempo: float
    temper: float


@dataclass(frozen=True, slots=True)
class Means:
    """What a fixture is expected to bring: goals, corners and the home share of them, cards by side."""

    home_goals: float
    away_goals: float
    corners: float
    corner_share: float
    home_yellows: float
    away_yellows: float
    reds: float = REDS


def strengths(team_ids: Sequence[int], rng: Random) -> dict[int, Strength]:
    """The clubs of a league, from strong to weak in an order of chance."""
    ids = list(team_ids)
    rng.shuffle(ids)
    middle = (len(ids) - 1) / 2
    return {
        team_id: _strength(GOAL_SPREAD * (middle - place) / middle, rng)
        for place, team_id in enumerate(ids)
    }


def next_season(before: dict[int, Strength], rng: Random) -> dict[int, Strength]:
    """The same clubs a year later: nearer to the average, and changed a little."""
    return {
        team_id: Strength(
            old.attack * 0.8 + rng.gauss(0, 0.08),
            old.defence * 0.8 + rng.gauss(0, 0.08),
            old.corners * 0.8 + rng.gauss(0, 0.05),
            old.tempo,
            old.temper,
        )
        for team_id, old in before.items()
    }


def means_of(home: Strength, away: Strength) -> Means:
    """The means of a fixture between two clubs.

    >>> average = Strength(0, 0, 0, 0, 0)
    >>> round(means_of(average, average).corner_share, 2)
    0.56
    """
    odds_of_a_corner = CORNER_SHARE / (1 - CORNER_SHARE) * exp(home.corners - away.corners)
    return Means(
        HOME_GOALS * exp(home.attack - away.defence),
        AWAY_GOALS * exp(away.attack - home.defence),
        CORNERS * exp(home.tempo + away.tempo),
        odds_of_a_corner / (1 + odds_of_a_corner),
        HOME_YELLOWS * exp(home.temper),
        AWAY_YELLOWS * exp(away.temper),
    )


def _strength(quality: float, rng: Random) -> Strength:
    return Strength(
        quality / sqrt(2) + rng.gauss(0, 0.08),
        quality / sqrt(2) + rng.gauss(0, 0.08),
        CORNER_SPREAD * (quality / GOAL_SPREAD) + rng.gauss(0, 0.06),
        rng.gauss(0, TEMPO_SPREAD),
        rng.gauss(0, TEMPER_SPREAD),
    )
