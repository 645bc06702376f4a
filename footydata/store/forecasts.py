"""Stored forecasts: fair lines and projections, each in place of the earlier one."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footydata.football.records import (
    FairLine,
    ProjectedTeam,
    ProjectionHead,
)
from footydata.football.terms import Status
from footydata.store.rows import by_first, ids_of, insert, records, upsert


def write_fair_lines(connection: sqlite3.Connection, lines: Iterable[FairLine]) -> int:
    """Write fair lines; returns how many were new or changed. Commits nothing."""
    return upsert(connection, "fair_line", lines)


def fair_lines(
    connection: sqlite3.Connection, fixture_ids: Sequence[int]
) -> dict[int, list[FairLine]]:
    """The stored fair lines of fixtures, by market; every id asked for has a list, maybe empty."""
    sql = "from fair_line where fixture_id in (select value from json_each(:ids)) order by fixture_id, market"
    return by_first(fixture_ids, records(connection, FairLine, sql, ids_of(fixture_ids)))


def has_coming(connection: sqlite3.Connection, *, now: int) -> bool:
    """Whether any fixture is still to come."""
    sql = """
        select exists (select 1 from fixture where esports in (0, 1) and kickoff_ts >= :now and status = :scheduled)
    """
    return bool(connection.execute(sql, {"now": now, "scheduled": Status.SCHEDULED}).fetchone()[0])


class TeamEnding(NamedTuple):
    """How a season may end for a team.

    position, played, points: in the table of the moment. mean_points, low_points, high_points: at the end; four runs in
    five are between low and high. places: the chance of each place from the first down. zones: zone → its chance.
    """

    team_id: int
    team: str
    position: int
    played: int
    points: int
    mean_points: float
    low_points: float
    high_points: float
    places: tuple[float, ...]
    zones: dict[str, float]


class Projection(NamedTuple):
    """How a season may end; teams: in the order of the table.

    as_of_ts: only what happened before this moment was used; computed_ts: when it was computed; unix seconds. runs: how
    many endings were simulated. fixtures_used: how many past fixtures the model was fitted on. to_come: how many
    fixtures each run simulated, those after a split included; added: how many of them no list has.
    notes: what is unknown or left out, a sentence each. zones: the names, from the top down.
    """

    league_id: int
    league: str
    season_id: int
    season: str
    as_of_ts: int
    computed_ts: int
    runs: int
    model: str
    fixtures_used: int
    to_come: int
    added: int
    zones: tuple[str, ...]
    notes: tuple[str, ...]
    teams: tuple[TeamEnding, ...]


def projection(connection: sqlite3.Connection, season_id: int) -> Projection | None:
    """The stored projection of a season; None if there is none, or one of its teams no longer exists."""
    row = connection.execute(_PROJECTION, {"season_id": season_id}).fetchone()
    if row is None:
        return None
    values = dict(zip(("league_id", "league", "season", *ProjectionHead._fields), row, strict=True))
    teams = tuple(
        TeamEnding._make((*row, tuple(json.loads(places)), json.loads(zones)))
        for *row, places, zones in connection.execute(_TEAMS, {"season_id": season_id})
    )
    if len(teams) != values["teams"]:
        return None
    values |= {name: tuple(json.loads(values[name])) for name in ("zones", "notes")}
    values["teams"] = teams
    return Projection._make(values[name] for name in Projection._fields)


def write_projection(connection: sqlite3.Connection, projection: Projection) -> None:
    """Write a season's projection in place of its earlier one. Commits nothing."""
    season_id, teams = projection.season_id, projection.teams
    values = projection._asdict() | {
        "teams": len(teams),
        "zones": json.dumps(projection.zones),
        "notes": json.dumps(projection.notes, ensure_ascii=False),
    }
    head = ProjectionHead._make(values[name] for name in ProjectionHead._fields)
    connection.execute("delete from projected_team where season_id = ?", (season_id,))
    upsert(connection, "projection", [head])
    rows = [
        ProjectedTeam(
            *(season_id, team.team_id, team.position, team.played, team.points, *team[5:8]),
            *map(json.dumps, (team.places, team.zones)),
        )
        for team in teams
    ]
    insert(connection, "projected_team", rows)


_PROJECTION = f"""
select league.id, league.name, season.label, {", ".join(f"projection.{name}" for name in ProjectionHead._fields)}
from projection join season on season.id = projection.season_id join league on league.id = season.league_id
where projection.season_id = :season_id
"""
_TEAMS = """
select projected_team.team_id, team.name, projected_team.position, played, points, mean_points, low_points, high_points,
       places, zones
from projected_team join team on team.id = projected_team.team_id
where projected_team.season_id = :season_id order by projected_team.position, projected_team.team_id
"""
