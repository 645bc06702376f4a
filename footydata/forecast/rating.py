"""Ratings of the teams of a database: after each fixture, and the latest of each team."""

import sqlite3
from collections import deque
from collections.abc import Collection, Iterator
from typing import NamedTuple

from footydata.football.errors import TooFewFixtures
from footydata.forecast.models.ratings import RatedFixture, Rating, ratings
from footydata.store.read.fixtures.fixtures import team_names as names_of
from footydata.store.read.fixtures.past_fixtures import newest_members, played_fixtures
from footydata.store.read.seasons.leagues import leagues
from footydata.store.read.seasons.teams import teams

RECENT = 5
"""How many fixtures last_5 sums."""


class TeamRating(NamedTuple):
    """A team's rating as of a moment. last_5: its change over the last five fixtures; latest_ts: the last kickoff."""

    position: int
    team_id: int
    team: str
    rating: float
    last_5: float
    home_rating: float | None
    away_rating: float | None
    fixtures: int
    latest_ts: int


RATED_FIELDS = (*RatedFixture._fields, "team", "country", "league")
"""The fields of rows of rated_fixtures."""


def rated_fixtures(
    connection: sqlite3.Connection,
    *,
    kind: Rating,
    league_ids: Collection[int] | None,
    team_ids: Collection[int] | None,
    at_ts: int,
    now: int,
) -> Iterator[tuple[object, ...]]:
    """The ratings of both teams after each fixture, oldest first: their values in the order of RATED_FIELDS.

    league_ids, team_ids: whose rows are given, None means all; ratings always count a team's fixtures in every
    competition. at_ts: the moment (unix seconds) as of which results count.
    """
    team_names = {row.id: row.name for row in teams(connection)}
    league_rows = {row.id: row for row in leagues(connection)}
    for row in ratings(played_fixtures(connection, at_ts=at_ts, now=now), kind):
        if (league_ids is None or row.league_id in league_ids) and (
            team_ids is None or row.team_id in team_ids
        ):
            league = league_rows[row.league_id]
            yield (*row, team_names[row.team_id], league.country, league.name)


def team_ratings(
    connection: sqlite3.Connection, *, kind: Rating, league_id: int | None, at_ts: int, now: int
) -> list[TeamRating]:
    """The latest rating of each team, best first; with a league_id, of the teams of its newest season.

    at_ts: as in rated_fixtures. Raises TooFewFixtures.
    """
    members = (
        None if league_id is None else newest_members(connection, league_id, at_ts=at_ts, now=now)
    )
    latest: dict[int, deque[RatedFixture]] = {}
    for row in ratings(played_fixtures(connection, at_ts=at_ts, now=now), kind):
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
    return [_latest(place, names[team], latest[team]) for place, team in enumerate(order, start=1)]


def _latest(place: int, name: str, rows: deque[RatedFixture]) -> TeamRating:
    newest = rows[-1]
    moved = sum(row.change for row in rows)
    venues = newest.home_rating, newest.away_rating
    return TeamRating(
        place,
        newest.team_id,
        name,
        newest.rating,
        moved,
        *venues,
        newest.fixtures,
        newest.kickoff_ts,
    )
