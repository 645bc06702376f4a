"""Decisions on points: those of a database, and a row of a person's own list with its season and team found."""

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from footydata.football.errors import InvalidArgument, TeamNotFound
from footydata.football.records import PointsAdjustment
from footydata.sources.cells import written_day
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.teams.teams import TeamFinder

MOST_POINTS = 1_000
"""The most points that a decision may give or take."""


class Decision(NamedTuple):
    """Points given to a team, or taken (negative), with reason and day."""

    league: str
    season: str
    team: str
    points: int
    decided_on: str | None
    reason: str | None
    source: str


def decisions(
    connection: sqlite3.Connection, *, league_id: int | None = None, season_id: int | None = None
) -> list[Decision]:
    """The decisions of a database, newest season first; of a league or a season if asked for."""
    sql = """
    select league.name, season.label, team.name, points_adjustment.points, points_adjustment.decided_on,
           points_adjustment.reason, points_adjustment.source
    from points_adjustment
    join season on season.id = points_adjustment.season_id
    join league on league.id = season.league_id
    join team on team.id = points_adjustment.team_id
    where (:league_id is null or league.id = :league_id) and (:season_id is null or season.id = :season_id)
    order by season.start_year desc, league.id, team.name, team.id, points_adjustment.seq
    """
    values = {"league_id": league_id, "season_id": season_id}
    return [Decision._make(row) for row in connection.execute(sql, values)]


def decision_of(
    connection: sqlite3.Connection, row: Mapping[str, str | None], *, source: str
) -> PointsAdjustment:
    """The record of a row (league, season, team, points, date, reason); its seq is 0.

    Raises InvalidArgument, LeagueNotFound, SeasonNotFound, TeamNotFound, AmbiguousName.
    """
    cells = {name: (value or "").strip() for name, value in row.items() if name}
    absent = [name for name in ("league", "season", "team", "points") if not cells.get(name)]
    if absent:
        raise InvalidArgument(
            f"{', '.join(absent)} missing; a row has league, season, team, points, date, reason",
            parameter=absent[0],
            value=None,
        )
    league = find_league(connection, cells["league"])
    season = season_named(connection, league.id, cells["season"])
    team_id = _member(connection, season.id, cells["team"])
    reason = cells.get("reason") or None
    return PointsAdjustment(
        season.id, team_id, 0, _points(cells["points"]), reason, _day(cells.get("date", "")), source
    )


def _member(connection: sqlite3.Connection, season_id: int, text: str) -> int:
    """The team of a season that a person means: an id, a name, any spelling, or a part of one. Raises TeamNotFound."""
    sql = """
    select team.id, team.name from season_team join team on team.id = season_team.team_id
    where season_team.season_id = :season_id order by team.name, team.id
    """
    members = connection.execute(sql, {"season_id": season_id}).fetchall()
    by_id = [team_id for team_id, _ in members if str(team_id) == text]
    finder = TeamFinder(connection, among={team_id for team_id, _ in members})
    ids = by_id or [row.id for row in finder.find(text)[1]]
    if len(ids) == 1:
        return int(ids[0])
    why = "fits several teams" if ids else "is not a team"
    raise TeamNotFound(
        f"{text!r} {why} of the season; there are: {', '.join(name for _, name in members)}"
    )


def _points(text: str) -> int:
    try:
        points = int(text)
    except ValueError:
        raise InvalidArgument(
            f"points {text!r} is not a whole number; write -3 for three points taken",
            parameter="points",
            value=text,
        ) from None
    if abs(points) > MOST_POINTS:
        raise InvalidArgument(
            f"points {text} are more than a season has; at most {MOST_POINTS} are given or taken",
            parameter="points",
            value=text,
        )
    if not points:
        raise InvalidArgument(
            "points 0 decides nothing; write -3 for three points taken",
            parameter="points",
            value=text,
        )
    return points


def _day(text: str) -> str | None:
    written = written_day(text)
    if text and (written is None or written.plain is None):
        raise InvalidArgument(
            f"date {text!r} is not a day; write 2024-02-26, or leave it empty",
            parameter="date",
            value=text,
        )
    if written is None or written.plain is None:
        return None
    if written.is_open:
        raise InvalidArgument(
            f"date {text!r} is {written.plain} or {written.exchanged}; write one of them",
            parameter="date",
            value=text,
        )
    return written.plain.isoformat()
