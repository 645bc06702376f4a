"""Ratings of teams: one number that each finished fixture moves, Elo and pi. Pure: results in, ratings out.

Elo knows who won. Its points are those of chess: 400 more mean ten to one. Pi knows by how many goals, at home and
away apart: a rating is the goal difference that a team is worth against an average one, on a scale that tightens at
its ends.
"""

import math
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from footydata.rows import PlayedFixture


class Rating(StrEnum):
    """The kinds of ratings."""

    ELO = "elo"
    PI = "pi"


class RatedFixture(NamedTuple):
    """A team's rating after one of its fixtures.

    change: what the fixture moved it by. home_rating, away_rating: the two that a pi rating is the mean of, None
    for Elo. fixtures: how many of the team's fixtures it rests on.
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
"""K: the most that one fixture can move a rating."""

ELO_HOME = 100.0
"""What playing at home is worth. Source of the three: eloratings.net (home) and clubelo.com (K for leagues)."""

PI_SPEED, PI_ACROSS = 0.035, 0.7
"""Lambda, by which a rating follows an error; gamma, the share of it that reaches the rating at the other venue."""

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
    """Both sides' ratings after each fixture, home first; a team's first fixture starts from the average."""
    rate = {Rating.ELO: _elo, Rating.PI: _pi}[kind]
    return rate(fixtures)


def _elo(fixtures: Iterable[PlayedFixture]) -> Iterator[RatedFixture]:
    now: dict[int, float] = {}
    seen: dict[int, int] = {}
    for row in fixtures:
        home, away = now.get(row.home_id, ELO_START), now.get(row.away_id, ELO_START)
        score = 0.5 + 0.5 * ((row.home_goals > row.away_goals) - (row.home_goals < row.away_goals))
        change = ELO_SPEED * (score - elo_expected(home, away))
        for team, before, moved in ((row.home_id, home, change), (row.away_id, away, -change)):
            now[team] = before + moved
            seen[team] = seen.get(team, 0) + 1
            yield _rated(row, team, now[team], moved, None, None, seen[team])


def _pi(fixtures: Iterable[PlayedFixture]) -> Iterator[RatedFixture]:
    now: dict[int, tuple[float, float]] = {}
    seen: dict[int, int] = {}
    for row in fixtures:
        home, away = now.get(row.home_id, (0.0, 0.0)), now.get(row.away_id, (0.0, 0.0))
        error = (row.home_goals - row.away_goals) - (pi_goals(home[0]) - pi_goals(away[1]))
        step = math.copysign(PI_SCALE * math.log10(1 + abs(error)), error) * PI_SPEED
        after = {
            row.home_id: (home, (home[0] + step, home[1] + step * PI_ACROSS)),
            row.away_id: (away, (away[0] - step * PI_ACROSS, away[1] - step)),
        }
        for team, (before, rating) in after.items():
            now[team] = rating
            seen[team] = seen.get(team, 0) + 1
            mean = sum(rating) / 2
            yield _rated(row, team, mean, mean - sum(before) / 2, *rating, seen[team])


def _rated(
    row: PlayedFixture, team: int, rating: float, change: float, home: float | None, away: float | None, fixtures: int
) -> RatedFixture:
    return RatedFixture(row.fixture_id, row.league_id, row.kickoff_ts, team, rating, change, home, away, fixtures)
