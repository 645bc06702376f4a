"""Keeps seasons in step with their fixtures: their members, and which one of a league is the current one."""

import sqlite3
from collections.abc import Iterable

from footydata.contract.terms import OWN_IDS_FROM
from footydata.importing.facts import apply_facts


def settle_seasons(connection: sqlite3.Connection, season_ids: Iterable[int]) -> None:
    """Note the teams that play in each of these seasons, make the newest of each league current, apply the facts."""
    seasons = sorted(season_ids)
    for season_id in seasons:
        connection.execute(_ADD_MEMBERS, {"season_id": season_id})
        # A remote service tells itself which season of its own is the current one.
        if season_id >= OWN_IDS_FROM:
            connection.execute(_SET_CURRENT, {"season_id": season_id})
    apply_facts(connection, seasons)


_ADD_MEMBERS = """
    insert or ignore into season_team (season_id, team_id)
    select distinct season_id, home_id from fixture where season_id = :season_id
    union
    select distinct season_id, away_id from fixture where season_id = :season_id
"""
_SET_CURRENT = """
    with sibling as (select league_id from season where id = :season_id),
    newest as (
      select id from season where league_id = (select league_id from sibling)
      order by start_year desc, label desc limit 1
    )
    update season set current = (id = (select id from newest))
    where league_id = (select league_id from sibling) and current is not (id = (select id from newest))
"""
