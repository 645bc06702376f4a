"""Deletes what nothing needs any more of the catalogue after a load was taken back: names, clubs, seasons, leagues.

A name of a source is needed by its claims, a club or a league by fixtures, members and names. Rows with ids of a
service stay here: it may have given them without a fixture.
"""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from footydata.football.records import CLAIM_BITS
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.deleting import Deleter


class Reached(NamedTuple):
    """The rows of the catalogue that a load refers to: ids of names, teams, leagues, seasons and bookmakers."""

    names: set[int]
    teams: set[int]
    leagues: set[int]
    seasons: set[int]
    bookmakers: set[int]


def reached_by(connection: sqlite3.Connection, load_id: int) -> Reached:
    """What the fixtures of a load's claims refer to, and the members of their seasons, but for bookmakers."""
    reached = Reached(set(), set(), set(), set(), set())
    values = {"first": load_id << CLAIM_BITS, "end": (load_id + 1) << CLAIM_BITS}
    for home_name, away_name, *teams, league_id, season_id in connection.execute(_REACHED, values):
        reached.names.update((home_name, away_name))
        reached.teams.update(teams)
        reached.leagues.add(league_id)
        reached.seasons.add(season_id)
    for ids in reached:
        ids.discard(None)  # a claim by ids has no names, a fixture may have no season
    reached.teams.update(
        row[0] for row in connection.execute(_MEMBERS, {"ids": json.dumps(sorted(reached.seasons))})
    )
    return reached


def sweep(
    connection: sqlite3.Connection, deleter: Deleter, source_id: int, reached: Reached
) -> None:
    """Delete those of the rows reached that nothing needs, after the claims of a source were deleted."""
    source = {"source_id": source_id}
    if not connection.execute(_HAS_LOAD, source).fetchone()[0]:
        for kind, entity_id, name_id in connection.execute(_ALL_NAMES, source).fetchall():
            reached.names.add(name_id)
            (reached.teams if kind == "team" else reached.leagues).add(entity_id)
    for name_id in sorted(reached.names):
        row = connection.execute(_UNUSED_NAME, {"id": name_id}).fetchone()
        if row is not None:
            deleter.delete("external_id", "id = :id", {"id": name_id})
            reached.teams.add(row[0])
    for team_id in sorted(reached.teams):
        if not connection.execute(_NAMES_TEAM, {**source, "id": team_id}).fetchone()[0]:
            deleter.delete("external_id", _NAMES_OF, {**source, "kind": "team", "id": team_id})
    for league_id in sorted(reached.leagues):
        if not connection.execute(_NAMES_LEAGUE, {**source, "id": league_id}).fetchone()[0]:
            deleter.delete("external_id", _NAMES_OF, {**source, "kind": "league", "id": league_id})
            reached.seasons.update(
                row[0] for row in connection.execute(_SEASONS, {"id": league_id})
            )
    for season_id in _own(reached.seasons):
        if connection.execute(_EMPTY_SEASON, {"id": season_id}).fetchone()[0]:
            deleter.delete_season(season_id)
    for league_id in _own(reached.leagues):
        if connection.execute(_EMPTY_LEAGUE, {"id": league_id}).fetchone()[0]:
            deleter.delete_league(league_id)
    with_name = {
        row[0] for row in connection.execute(_NAMED, {"ids": json.dumps(_own(reached.teams))})
    }
    deleter.delete_teams(set(_own(reached.teams)) - with_name)
    deleter.delete_bookmakers(_own(reached.bookmakers))
    if not connection.execute(_HAS_SERVICE).fetchone()[0]:
        # A service's countries are stored all at once.
        deleter.delete_countries(
            row[0] for row in connection.execute("select code from country").fetchall()
        )


def _own(ids: Iterable[int]) -> list[int]:
    return sorted(row_id for row_id in ids if row_id >= OWN_IDS_FROM)


_HAS_SERVICE = """
    select exists(select 1 from load join source on source.id = load.source_id where source.name = 'v1')
"""
_REACHED = """
    select distinct claim.home_name, claim.away_name, fixture.home_id, fixture.away_id, fixture.league_id,
                    fixture.season_id
    from claim join fixture on fixture.id = claim.fixture_id where claim.id >= :first and claim.id < :end
"""
_MEMBERS = "select distinct team_id from season_team where season_id in (select value from json_each(:ids))"
_UNUSED_NAME = """
    select entity_id from external_id where id = :id and not exists (
      select 1 from team_fixture join claim on claim.fixture_id = team_fixture.fixture_id
      where team_fixture.team_id = external_id.entity_id and :id in (claim.home_name, claim.away_name))
"""
_NAMES_TEAM = f"""
    select exists(
      select 1 from team_fixture join claim on claim.fixture_id = team_fixture.fixture_id
      join load on load.id = claim.id >> {CLAIM_BITS}
      where team_fixture.team_id = :id and load.source_id = :source_id)
"""
_NAMES_LEAGUE = f"""
    select exists(
      select 1 from fixture join claim on claim.fixture_id = fixture.id join load on load.id = claim.id >> {CLAIM_BITS}
      where fixture.league_id = :id and load.source_id = :source_id)
"""
_NAMES_OF = "source_id = :source_id and kind = :kind and entity_id = :id"
_HAS_LOAD = "select exists(select 1 from load where source_id = :source_id)"
_ALL_NAMES = """
    select kind, entity_id, id from external_id where source_id = :source_id and kind in ('team', 'league')
"""
_SEASONS = "select id from season where league_id = :id"
_EMPTY_SEASON = "select not exists(select 1 from fixture where season_id = :id)"
_EMPTY_LEAGUE = """
    select not exists(select 1 from fixture where league_id = :id)
       and not exists(select 1 from season where league_id = :id)
       and not exists(select 1 from external_id where kind = 'league' and entity_id = :id)
"""
_NAMED = """
    select distinct entity_id from external_id
    where kind = 'team' and entity_id in (select value from json_each(:ids))
"""
