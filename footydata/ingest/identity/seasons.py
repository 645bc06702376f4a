"""Updates seasons to their fixtures and to the register's facts.

Of the fixtures: the members, their countries, and which season is current. Of the register: points by decision,
special rules, and members without fixtures.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable

from footydata.football.records import PointsAdjustment, SeasonRules, SeasonTeam, TeamRecord
from footydata.football.register.leagues import registered_league
from footydata.football.register.seasons import Fact, facts, facts_of
from footydata.football.register.teams import registered_team
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.identity.clubs import Clubs
from footydata.store.records import ids_of
from footydata.store.writing import upsert


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


def set_countries_without_season(connection: sqlite3.Connection) -> None:
    """Give a service's teams whose fixtures have no season the country of a league in which they play. Commits nothing."""
    connection.execute(_SET_COUNTRIES_WITHOUT_SEASON)


def seasons_of(connection: sqlite3.Connection, team_ids: Iterable[int]) -> list[int]:
    """The seasons in which any of these teams is a member."""
    return [row[0] for row in connection.execute(_OF_TEAMS, ids_of(sorted(team_ids)))]


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
_SET_COUNTRIES_WITHOUT_SEASON = f"""
    with playing as (
      select home_id as team_id, league_id from fixture where season_id is null
      union select away_id, league_id from fixture where season_id is null
    ),
    home as (
      select team_id, min(country_code) as country_code
      from playing join league on league.id = league_id join country on country.code = country_code
      where country.type = 'country' group by team_id
    )
    update team set country_code = home.country_code from home
    where team.id = home.team_id and team.id < {OWN_IDS_FROM} and team.country_code is not home.country_code
      and not exists (select 1 from season_team where season_team.team_id = team.id)
      and not exists (select 1 from external_id where kind = 'country' and entity_id = team.id)
"""
_OF_TEAMS = """
    select distinct season_id from season_team where team_id in (select value from json_each(:ids)) order by season_id
"""


PACKAGED = "packaged facts: "
"""Prefix of the source of a packaged fact in the database."""


def apply_facts(connection: sqlite3.Connection, season_ids: Iterable[int]) -> int:
    """Write the packaged facts of these seasons; returns how many rows changed. Commits nothing.

    If another source (a remote table, the user's own file) has decisions on a team's points, only those are stored.
    """
    before = connection.total_changes
    for season_id in sorted(season_ids):
        facts_of_season = _facts_of(connection, season_id)
        if facts_of_season:
            _apply(connection, season_id, facts_of_season)
    return connection.total_changes - before


def seasons_of_facts(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """The stored seasons of which the register has facts: id, and the league's name with the label."""
    keys = {(fact.country, fact.league, fact.season) for fact in facts()}
    seasons_with_facts: list[tuple[int, str]] = []
    for season_id, country, name, label in connection.execute(_SEASONS):
        league = registered_league(country, name)
        if league is not None and (country, league.name, label) in keys:
            seasons_with_facts.append((season_id, f"{league.name} {label}"))
    return seasons_with_facts


def write_adjustments(connection: sqlite3.Connection, rows: Iterable[PointsAdjustment]) -> int:
    """Write decisions of another source, in place of packaged ones of the same teams. Commits nothing."""
    pending = list(rows)
    before = connection.total_changes
    upsert(connection, "points_adjustment", pending)
    apply_facts(connection, {row.season_id for row in pending})
    return connection.total_changes - before


def replace_adjustments(connection: sqlite3.Connection, rows: Iterable[PointsAdjustment]) -> int:
    """Replace all decisions on these teams in these seasons; returns the rows changed. Commits nothing."""
    teams: defaultdict[tuple[int, int], list[PointsAdjustment]] = defaultdict(list)
    for row in rows:
        own = teams[row.season_id, row.team_id]
        own.append(row._replace(seq=len(own)))
    before = connection.total_changes
    for (season_id, team_id), own in sorted(teams.items()):
        connection.execute(
            "delete from points_adjustment where season_id = :season_id and team_id = :team_id and seq >= :kept",
            {"season_id": season_id, "team_id": team_id, "kept": len(own)},
        )
        upsert(connection, "points_adjustment", own)
    return connection.total_changes - before


def _facts_of(connection: sqlite3.Connection, season_id: int) -> list[Fact]:
    row = connection.execute(
        "select league.country_code, league.name, season.label from season "
        "join league on league.id = season.league_id where season.id = :season_id",
        {"season_id": season_id},
    ).fetchone()
    if row is None:
        return []
    country, name, label = row
    league = registered_league(country, name)
    return facts_of(country, league.name, label) if league else []


def _apply(connection: sqlite3.Connection, season_id: int, decided: list[Fact]) -> None:
    clubs = Clubs(connection)
    members = {
        row[0]
        for row in connection.execute(
            "select team_id from season_team where season_id = ?", (season_id,)
        )
    }
    points: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in decided:
        if fact.kind == "rules":
            upsert(
                connection,
                "season_rules",
                [SeasonRules(season_id, fact.value, fact.reason, _source(fact))],
            )
            continue
        known = registered_team(fact.country, fact.team)
        if known is None:
            continue
        team_id = clubs.of_base(known.id, known.country)
        if fact.kind != "member":
            points[team_id].append(fact)
        elif team_id not in members:
            # A team without fixtures that is not stored yet gets its id of the register.
            if connection.execute("select 1 from team where id = ?", (team_id,)).fetchone() is None:
                upsert(connection, "team", [TeamRecord(team_id, known.name, known.country)])
            upsert(connection, "season_team", [SeasonTeam(season_id, team_id)])
            members.add(team_id)
    for team_id, decisions in points.items():
        if team_id in members:
            _write_points(connection, season_id, team_id, decisions)


def _write_points(
    connection: sqlite3.Connection, season_id: int, team_id: int, decisions: list[Fact]
) -> None:
    key = {"season_id": season_id, "team_id": team_id, "packaged": f"{PACKAGED}%"}
    others = connection.execute(
        "select 1 from points_adjustment where season_id = :season_id and team_id = :team_id "
        "and source not like :packaged limit 1",
        key,
    ).fetchone()
    decided = [] if others else decisions
    connection.execute(
        "delete from points_adjustment where season_id = :season_id and team_id = :team_id "
        "and source like :packaged and seq >= :kept",
        {**key, "kept": len(decided)},
    )
    upsert(
        connection,
        "points_adjustment",
        (
            PointsAdjustment(
                season_id,
                team_id,
                seq,
                int(fact.value),
                fact.reason,
                fact.date or None,
                _source(fact),
            )
            for seq, fact in enumerate(decided)
        ),
    )


def _source(fact: Fact) -> str:
    return PACKAGED + fact.source


_SEASONS = """
    select season.id, league.country_code, league.name, season.label
    from season join league on league.id = season.league_id order by season.id
"""
