"""The ids of ours that leagues, seasons, bookmakers and teams of a service would have without it.

They are functions of names, so that what is left when a service is unloaded has the ids that it would have had.
"""

import sqlite3

from footydata.football.register import registered_bookmaker
from footydata.football.register.leagues import registered_league
from footydata.football.register.naming import HASHED_IDS_FROM, assigned_id
from footydata.football.register.teams import team_of_id
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.identity.clubs import Clubs
from footydata.ingest.identity.resolve import own_league_id, own_season_id
from footydata.ingest.identity.seasons import seasons_of
from footydata.store.records import ids_of
from footydata.store.writing import change_id


def return_own_ids(connection: sqlite3.Connection) -> set[int]:
    """Give rows with ids of a service ours, as only files say anything of them any more. Commits nothing.

    Returns the seasons concerned.
    """
    first = {"first": OWN_IDS_FROM}
    leagues: set[int] = set()
    for league_id, country, key in connection.execute(_LEAGUES, first).fetchall():
        known = registered_league(country, key)
        own_id = own_league_id(country, key)
        leagues.add(own_id)
        change_id(connection, "league", league_id, own_id)
        name, rules, has_standings = (
            (known.name, known.rules, known.has_standings) if known else (key, None, True)
        )
        connection.execute(_DESCRIBE, (name, country, rules, int(has_standings), own_id))
    for season_id, league_id, label in connection.execute(_SEASONS, first).fetchall():
        change_id(connection, "season", season_id, own_season_id(connection, league_id, label))
    for maker_id, slug in connection.execute(_BOOKMAKERS, first).fetchall():
        registered = registered_bookmaker(slug)
        own_id = registered.id if registered else assigned_id("bookmaker", slug)
        change_id(connection, "bookmaker", maker_id, own_id)
        if registered:
            connection.execute(
                "update bookmaker set name = ? where id = ?", (registered.name, own_id)
            )
    clubs = Clubs(connection)
    teams: set[int] = set()
    for team_id, base, scope, key in connection.execute(_TEAMS, first).fetchall():
        country = scope.partition(" ")[0]
        kept, _ = clubs.kept(base, country)
        teams.add(team_id)
        if connection.execute("select 1 from team where id = ?", (kept,)).fetchone():
            # It has no names any more, so that nothing is left of it once the seasons are derived.
            connection.execute("update team set country_code = null where id = ?", (team_id,))
            continue
        change_id(connection, "team", team_id, kept)
        teams.add(kept)
        team = team_of_id(kept, country) if kept < HASHED_IDS_FROM else None
        name, home = (team.name, team.country) if team else (key, country)
        connection.execute(
            "update team set name = ?, country_code = ? where id = ?", (name, home, kept)
        )
    seasons = {row[0] for row in connection.execute(_OF_LEAGUES, ids_of(sorted(leagues)))}
    return seasons | set(seasons_of(connection, teams))


_LEAGUES = """
    select entity_id, min(scope), min(key) from external_id
    where kind = 'league' and entity_id < :first
      and exists(select 1 from fixture where league_id = entity_id)
    group by entity_id order by entity_id
"""
_SEASONS = """
    select id, league_id, label from season where id < :first
      and exists(select 1 from fixture where season_id = season.id) order by id
"""
_BOOKMAKERS = """
    select id, slug from bookmaker where id < :first
      and exists(select 1 from odds where bookmaker_id = bookmaker.id) order by id
"""
_TEAMS = """
    select entity_id, min(base_id), min(scope), min(key) from external_id
    where kind = 'team' and base_id is not null and entity_id < :first group by entity_id order by entity_id
"""
_OF_LEAGUES = "select id from season where league_id in (select value from json_each(:ids))"
_DESCRIBE = """
    update league set name = ?, short_name = null, country_code = ?, rules = ?, has_standings = ?, esports = 0,
                      min_plan = 'free' where id = ?
"""
