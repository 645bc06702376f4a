"""Elo ratings of teams: one number that each finished fixture changes, by who won.

As in chess, 400 points more mean odds of ten to one.
"""

import sqlite3
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from footydata.football.errors import TooFewFixtures
from footydata.football.rows import PlayedFixture
from footydata.store.read.fixtures import team_names as names_of
from footydata.store.read.past_fixtures import newest_members, played_fixtures
from footydata.store.read.seasons.leagues import leagues
from footydata.store.read.seasons.teams import teams

START = 1500.0
SPEED = 20.0
"""K: the most that one fixture can change a rating by."""

HOME = 100.0
"""The points added to the home side. Source: eloratings.net (home) and clubelo.com (K for leagues)."""

RECENT = 5
"""How many fixtures last_5 sums."""


class RatedFixture(NamedTuple):
    """A team's rating after one of its fixtures.

    change: by how much the fixture changed it. fixtures: how many of the team's fixtures it is computed from.
    """

    fixture_id: int
    kickoff_ts: int
    league_id: int
    team_id: int
    rating: float
    change: float
    fixtures: int


class TeamRating(NamedTuple):
    """A team's rating as of a moment. last_5: its change over the last five fixtures; latest_ts: the last kickoff."""

    position: int
    team_id: int
    team: str
    rating: float
    last_5: float
    fixtures: int
    latest_ts: int


def expected_score(home: float, away: float) -> float:
    """The score that Elo expects of the home side: 1 a win, .5 a draw.

    >>> round(expected_score(1500, 1500), 4)
    0.6401
    """
    return float(1 / (1 + 10 ** ((away - home - HOME) / 400)))


def ratings(fixtures: Iterable[PlayedFixture]) -> Iterator[RatedFixture]:
    """Both sides' ratings after each fixture, home first; a team starts from the average. fixtures: oldest first."""
    current: dict[int, float] = {}
    fixtures_of_team: dict[int, int] = {}
    for row in fixtures:
        home, away = current.get(row.home_id, START), current.get(row.away_id, START)
        score = 0.5 + 0.5 * ((row.home_goals > row.away_goals) - (row.home_goals < row.away_goals))
        change = SPEED * (score - expected_score(home, away))
        for team, before, moved in ((row.home_id, home, change), (row.away_id, away, -change)):
            current[team] = before + moved
            fixtures_of_team[team] = fixtures_of_team.get(team, 0) + 1
            yield RatedFixture(
                fixture_id=row.fixture_id,
                kickoff_ts=row.kickoff_ts,
                league_id=row.league_id,
                team_id=team,
                rating=current[team],
                change=moved,
                fixtures=fixtures_of_team[team],
            )


def rated_fixtures(
    connection: sqlite3.Connection,
    *,
    league_ids: Collection[int] | None,
    team_ids: Collection[int] | None,
    at_ts: int,
    now: int,
) -> Iterator[dict[str, object]]:
    """The ratings of both teams after each fixture, oldest first, with the names of team, country and league.

    league_ids, team_ids: whose rows are given, None means all; ratings always count a team's fixtures in every
    competition. at_ts: the moment (unix seconds) as of which results count.
    """
    team_names = {row.id: row.name for row in teams(connection)}
    league_rows = {row.id: row for row in leagues(connection)}
    for row in ratings(played_fixtures(connection, at_ts=at_ts, now=now)):
        if (league_ids is None or row.league_id in league_ids) and (
            team_ids is None or row.team_id in team_ids
        ):
            league = league_rows[row.league_id]
            names = {
                "team": team_names[row.team_id],
                "country": league.country,
                "league": league.name,
            }
            yield row._asdict() | names


def team_ratings(
    connection: sqlite3.Connection, *, league_id: int | None, at_ts: int, now: int
) -> list[TeamRating]:
    """The latest rating of each team, best first; with a league_id, of the teams of its newest season.

    at_ts: as in rated_fixtures. Raises TooFewFixtures.
    """
    members = (
        None if league_id is None else newest_members(connection, league_id, at_ts=at_ts, now=now)
    )
    latest: dict[int, deque[RatedFixture]] = {}
    for row in ratings(played_fixtures(connection, at_ts=at_ts, now=now)):
        if members is None or row.team_id in members:
            latest.setdefault(row.team_id, deque(maxlen=RECENT)).append(row)
    if not latest:
        raise TooFewFixtures(
            "no finished fixture with a score before that moment to rate the teams by; "
            "e-football and awarded results are not rated"
        )
    names = names_of(connection, latest)
    order = sorted(
        latest, key=lambda team: (-latest[team][-1].rating, names[team].casefold(), team)
    )
    return [
        TeamRating(
            *(place, team, names[team], latest[team][-1].rating),
            sum(row.change for row in latest[team]),
            *(latest[team][-1].fixtures, latest[team][-1].kickoff_ts),
        )
        for place, team in enumerate(order, start=1)
    ]
