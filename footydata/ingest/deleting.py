"""Deletes fixtures, and rows of the catalogue that nothing needs. Commits nothing.

Foreign keys should be off meanwhile: SQLite would look for each deleted fixture in every table.
"""

import sqlite3
from collections.abc import Iterable

from footydata.football.records import FIXTURE_CHILDREN
from footydata.store.records import ids_of


def delete_fixtures(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Delete fixtures with their child rows and their claims."""
    listed = ids_of(ids)
    connection.execute(_DELETE_FROM_TEAM_LISTS, listed)
    connection.execute(_DELETE_REPEATS, listed)
    for table in (*FIXTURE_CHILDREN, "claim"):
        # Names of our schema.
        connection.execute(f"delete from {table} where fixture_id in ({_LISTED})", listed)
    connection.execute(
        f"delete from external_id where kind = 'fixture' and entity_id in ({_LISTED})", listed
    )
    connection.execute(f"delete from fixture where id in ({_LISTED})", listed)


def delete_unneeded(
    connection: sqlite3.Connection, table: str, ids: Iterable[int | str]
) -> list[int | str]:
    """Delete those of these rows of the catalogue that no others need, with their own child rows; returns their ids.

    table: season, league, team, bookmaker or country.
    """
    is_needed = " or ".join(f"exists(select 1 from {needing})" for needing in _NEEDED_BY[table])
    deleted = []
    for row_id in sorted(ids):
        if not connection.execute(f"select {is_needed}", {"id": row_id}).fetchone()[0]:
            for child in (*_CHILDREN[table], f"{table} where {ENTITIES[table]}"):
                connection.execute(f"delete from {child} = :id", {"id": row_id})
            deleted.append(row_id)
    return deleted


ENTITIES = {"season": "id", "league": "id", "team": "id", "bookmaker": "id", "country": "code"}
"""The tables of the catalogue on whose rows others depend, with their keys, in the order in which they are deleted."""

_NEEDED_BY = {
    "season": ("fixture where season_id = :id", "placeholder where season_id = :id"),
    "league": ("fixture where league_id = :id", "season where league_id = :id"),
    "team": (
        "team_fixture where team_id = :id",
        "season_team where team_id = :id",
        "points_adjustment where team_id = :id",
        "placeholder where :id in (home_id, away_id)",
    ),
    "bookmaker": ("odds where bookmaker_id = :id", "odds_tick where bookmaker_id = :id"),
    "country": ("league where country_code = :id", "team where country_code = :id"),
}
_CHILDREN = {
    "season": (
        "season_team where season_id",
        "points_adjustment where season_id",
        "season_rules where season_id",
        "projection where season_id",
        "projected_team where season_id",
    ),
    "league": (
        "league_name where league_id",
        "retired_league where survivor_id",
        "external_id where kind = 'league' and entity_id",
    ),
    "team": (
        "team_name where team_id",
        "team_alias where team_id",
        "external_id where kind in ('team', 'country') and entity_id",
    ),
    "bookmaker": ("default_bookmaker where bookmaker_id",),
    "country": ("country_name where country_code",),
}

_LISTED = "select value from json_each(:ids)"
_DELETE_FROM_TEAM_LISTS = f"""
    delete from team_fixture where (team_id, kickoff_ts, fixture_id) in (
      select home_id, kickoff_ts, id from fixture where id in ({_LISTED})
      union select away_id, kickoff_ts, id from fixture where id in ({_LISTED}))
"""
_DELETE_REPEATS = f"""
    delete from claim_again where claim_id in (select id from claim where fixture_id in ({_LISTED}))
"""
