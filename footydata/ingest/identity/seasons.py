"""Updates seasons to their fixtures: their members, the members' countries, and which season is current."""

import json
import sqlite3
from collections.abc import Iterable

from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.identity.facts import apply_facts


def update_seasons(connection: sqlite3.Connection, season_ids: Iterable[int]) -> int:
    """Update members, countries, decisions and the current season of the leagues of these seasons.

    Returns how many rows of the register's facts changed. Commits nothing.
    """
    seasons = sorted(season_ids)
    for season_id in seasons:
        connection.execute(_ADD_MEMBERS, {"season_id": season_id})
        connection.execute(_SET_CURRENT, {"season_id": season_id})
        connection.execute(_SET_COUNTRIES, {"season_id": season_id})
    return apply_facts(connection, seasons)


def seasons_of(connection: sqlite3.Connection, team_ids: Iterable[int]) -> list[int]:
    """The seasons in which any of these teams is a member."""
    return [row[0] for row in connection.execute(_OF_TEAMS, {"ids": json.dumps(sorted(team_ids))})]


_ADD_MEMBERS = """
    insert or ignore into season_team (season_id, team_id)
    select distinct season_id, home_id from fixture where season_id = :season_id
    union
    select distinct season_id, away_id from fixture where season_id = :season_id
"""
_SET_CURRENT = f"""
    with sibling as (select league_id from season where id = :season_id and league_id >= {OWN_IDS_FROM}),
    newest as (
      select id from season where league_id = (select league_id from sibling)
      order by start_year desc, length(label) desc, label desc limit 1
    )
    update season set current = (id = (select id from newest))
    where league_id = (select league_id from sibling) and current is not (id = (select id from newest))
"""
_SET_COUNTRIES = f"""
    with member as (
      select team_id from season_team join team on team.id = team_id
      where season_id = :season_id and team_id < {OWN_IDS_FROM}
        and not exists (select 1 from external_id where kind = 'country' and entity_id = team_id)
    ),
    home as (
      select member.team_id, league.country_code, count(*) as seasons, min(league.id) as first_league,
             row_number() over (partition by member.team_id order by count(*) desc, min(league.id)) as place
      from member join season_team on season_team.team_id = member.team_id
      join season on season.id = season_team.season_id
      join league on league.id = season.league_id
      join country on country.code = league.country_code
      where country.type = 'country'
      group by member.team_id, league.country_code
    )
    update team set country_code = home.country_code from home
    where team.id = home.team_id and home.place = 1 and team.country_code is not home.country_code
"""
_OF_TEAMS = """
    select distinct season_id from season_team where team_id in (select value from json_each(:ids)) order by season_id
"""
