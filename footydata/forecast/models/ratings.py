"""Ratings of teams, Elo and pi: one number that each finished fixture changes.

Elo uses who won. As in chess, 400 points more mean odds of ten to one. Pi uses the goal difference, with one rating at
home and one away: a rating stands for the goal difference against an average team, on a logarithmic scale.
"""

import math
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from footydata.football.rows import PlayedFixture


class Rating(StrEnum):
    """The kinds of ratings."""

    ELO = "elo"
    PI = "pi"


class RatedFixture(NamedTuple):
    """A team's rating after one of its fixtures.

    change: by how much the fixture changed it. home_rating, away_rating: the two that a pi rating is the mean of, None
    for Elo. fixtures: how many of the team's fixtures it is computed from.
    """

    fixture_id: int
    league_id: int
    kickoff_ts: int
    team_id: int
    rating: float
    change: float
    home_rating: float | None
    away_rating: float | None
    fixtures: int


ELO_START = 1500.0
ELO_SPEED = 20.0
"""K: the most that one fixture can change a rating by."""

ELO_HOME = 100.0
"""The points added to the home side. Source: eloratings.net (home) and clubelo.com (K for leagues)."""

PI_SPEED, PI_ACROSS = 0.035, 0.7
"""Lambda, the share of an error that a rating changes by; gamma, the share of that for the other venue's rating."""

PI_BASE, PI_SCALE = 10.0, 3.0
"""b and c. Source of the four: Constantinou and Fenton, Journal of Quantitative Analysis in Sports 9 (2013)."""


def elo_expected(home: float, away: float) -> float:
    """The score that Elo expects of the home side: 1 a win, .5 a draw.

    >>> round(elo_expected(1500, 1500), 4)
    0.6401
    """
    return float(1 / (1 + 10 ** ((away - home - ELO_HOME) / 400)))


def pi_goals(rating: float) -> float:
    """The goal difference against an average team that a pi rating stands for.

    >>> round(pi_goals(0.6), 4), round(pi_goals(-0.6), 4)
    (0.5849, -0.5849)
    """
    return math.copysign(PI_BASE ** (abs(rating) / PI_SCALE) - 1, rating)


def ratings(fixtures: Iterable[PlayedFixture], kind: Rating) -> Iterator[RatedFixture]:
    """Both sides' ratings after each fixture, home first; a team starts from the average. fixtures: oldest first."""
    rate = {Rating.ELO: _elo, Rating.PI: _pi}[kind]
    return rate(fixtures)


def _elo(fixtures: Iterable[PlayedFixture]) -> Iterator[RatedFixture]:
    current: dict[int, float] = {}
    fixtures_of_team: dict[int, int] = {}
    for row in fixtures:
        home, away = current.get(row.home_id, ELO_START), current.get(row.away_id, ELO_START)
        score = 0.5 + 0.5 * ((row.home_goals > row.away_goals) - (row.home_goals < row.away_goals))
        change = ELO_SPEED * (score - elo_expected(home, away))
        for team, before, moved in ((row.home_id, home, change), (row.away_id, away, -change)):
            current[team] = before + moved
            fixtures_of_team[team] = fixtures_of_team.get(team, 0) + 1
            yield _rated(row, team, current[team], moved, None, None, fixtures_of_team[team])


def _pi(fixtures: Iterable[PlayedFixture]) -> Iterator[RatedFixture]:
    current: dict[int, tuple[float, float]] = {}
    fixtures_of_team: dict[int, int] = {}
    for row in fixtures:
        home, away = current.get(row.home_id, (0.0, 0.0)), current.get(row.away_id, (0.0, 0.0))
        error = (row.home_goals - row.away_goals) - (pi_goals(home[0]) - pi_goals(away[1]))
        step = math.copysign(PI_SCALE * math.log10(1 + abs(error)), error) * PI_SPEED
        after = {
            row.home_id: (home, (home[0] + step, home[1] + step * PI_ACROSS)),
            row.away_id: (away, (away[0] - step * PI_ACROSS, away[1] - step)),
        }
        for team, (before, rating) in after.items():
            current[team] = rating
            fixtures_of_team[team] = fixtures_of_team.get(team, 0) + 1
            mean = sum(rating) / 2
            yield _rated(row, team, mean, mean - sum(before) / 2, *rating, fixtures_of_team[team])


def _rated(
    row: PlayedFixture,
    team: int,
    rating: float,
    change: float,
    home: float | None,
    away: float | None,
    fixtures: int,
) -> RatedFixture:
    return RatedFixture(
        row.fixture_id, row.league_id, row.kickoff_ts, team, rating, change, home, away, fixtures
    )
