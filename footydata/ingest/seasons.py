"""Updates seasons to their fixtures, and stored rows to the register.

Of the fixtures: a season's members, their countries, and which season is current. Of the register: points by decision,
special rules and members without fixtures; at the first write of a run, if the register is another one, also names,
countries and rules of leagues and teams with its ids, and one name a referee. Ids and names of remote services stay.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable

from footydata.football.countries import REGIONS
from footydata.football.records import (
    PointsAdjustment,
    SeasonRules,
    SeasonTeam,
)
from footydata.football.register import HASHED_IDS_FROM, referee_names, register_digest
from footydata.football.register.leagues import (
    Fact,
    facts_by_season,
    registered_league,
    registered_leagues,
)
from footydata.football.register.teams import (
    FIRST,
    OF_NATIONS,
    OF_WOMEN,
    former_ids,
    registered_team,
    team_of_id,
)
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import plural
from footydata.ingest.clubs import Clubs, base_of, write_team
from footydata.store.claims.regrouping import regroup
from footydata.store.rows import change_id, column, ids_of, upsert


def update_seasons(connection: sqlite3.Connection, season_ids: Iterable[int]) -> int:
    """Update members, countries, decisions and the current season of the leagues of these seasons.

    Returns how many rows of the register's facts changed. Commits nothing.
    """
    seasons = sorted(season_ids)
    for season_id in seasons:
        for sql in (_ADD_MEMBERS, _SET_CURRENT, _SET_COUNTRIES):
            connection.execute(sql, {"season_id": season_id})
    return apply_facts(connection, seasons)


def seasons_of(connection: sqlite3.Connection, team_ids: Iterable[int]) -> list[int]:
    """The seasons in which any of these teams is a member."""
    return column(connection, _OF_TEAMS, ids_of(sorted(team_ids)))


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
SET_COUNTRIES_WITHOUT_SEASON = f"""
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
"""Gives a service's teams whose fixtures have no season the country of a league in which they play."""

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
    for season_id, country, name, label in connection.execute(
        _SEASONS, ids_of(season_ids)
    ).fetchall():
        league = registered_league(country, name)
        if league and (facts := facts_by_season().get((country, league.name, label))):
            _apply(connection, season_id, facts)
    return connection.total_changes - before


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
    for _, own in sorted(teams.items()):
        _write_points(connection, own)
    return connection.total_changes - before


def _apply(connection: sqlite3.Connection, season_id: int, decided: list[Fact]) -> None:
    clubs = Clubs(connection)
    values = {"season_id": season_id, "packaged": f"{PACKAGED}%"}
    members = set(column(connection, _MEMBERS, values))
    points: defaultdict[int, list[PointsAdjustment]] = defaultdict(list)
    for fact in decided:
        source = PACKAGED + fact.source
        if fact.kind == "rules":
            rules = SeasonRules(season_id, fact.value, fact.reason, source)
            upsert(connection, "season_rules", [rules])
            continue
        known = registered_team(fact.country, fact.team)
        if known is None:
            continue
        team_id = clubs.of_base(known.id, known.country)
        if fact.kind == "member":
            # A team without fixtures that is not stored yet gets its id of the register.
            connection.execute(_WRITE_TEAM, (team_id, known.name, known.country))
            upsert(connection, "season_team", [SeasonTeam(season_id, team_id)])
            members.add(team_id)
            continue
        own, day = points[team_id], fact.date or None
        own.append(
            PointsAdjustment(
                season_id, team_id, len(own), int(fact.value), fact.reason, day, source
            )
        )
    others = column(connection, _DECIDED_BY_OTHERS, values)
    connection.execute(_DELETE_REPLACED, values)
    for team_id in members.intersection(points).difference(others):
        _write_points(connection, points[team_id])


def _write_points(connection: sqlite3.Connection, rows: list[PointsAdjustment]) -> None:
    """Write the decisions on a team in a season, in place of all others."""
    connection.execute(_DELETE_FURTHER, rows[-1]._asdict())
    upsert(connection, "points_adjustment", rows)


_MEMBERS = "select team_id from season_team where season_id = :season_id"
_WRITE_TEAM = "insert or ignore into team (id, name, country_code) values (?, ?, ?)"
_DECIDED_BY_OTHERS = """
    select team_id from points_adjustment where season_id = :season_id and source not like :packaged
"""
_DELETE_REPLACED = """
    delete from points_adjustment as own where season_id = :season_id and source like :packaged and exists (
      select 1 from points_adjustment as other
      where other.season_id = own.season_id and other.team_id = own.team_id and other.source not like :packaged)
"""
_DELETE_FURTHER = """
    delete from points_adjustment where season_id = :season_id and team_id = :team_id and seq > :seq
"""
_SEASONS = """
    select season.id, league.country_code, league.name, season.label
    from season join league on league.id = season.league_id
    where season.id in (select value from json_each(:ids)) order by season.id
"""


def heal_from_register(connection: sqlite3.Connection) -> list[str]:
    """Update stored rows to the register, unless they are; returns what changed, in words. Commits nothing."""
    if connection.execute("select digest from register_state").fetchone() == (register_digest(),):
        return []
    healed = [
        *_heal_leagues(connection),
        *_heal_teams(connection),
        *_heal_referees(connection),
    ]
    seasons = "select season.id, league.name, label from season join league on league.id = league_id order by 1"
    for season_id, name, label in connection.execute(seasons).fetchall():
        changed = apply_facts(connection, [season_id])
        if changed:
            healed.append(f"{name} {label}: {plural(changed, 'row')} of decisions and rules")
    return healed


def _heal_leagues(connection: sqlite3.Connection) -> list[str]:
    healed: list[str | None] = []
    stored = connection.execute("select id, country_code, name from league order by id").fetchall()
    for league_id, country, name in stored:
        known = registered_league(country, name) if league_id >= HASHED_IDS_FROM else None
        # A hashed id is changed to the register's if that is free.
        if known is not None and all(known.id != id_ for id_, *_ in stored):
            change_id(connection, "league", league_id, known.id)
            league_id = known.id
        healed.append(apply_league_facts(connection, league_id))
    return list(filter(None, healed))


def apply_league_facts(connection: sqlite3.Connection, league_id: int) -> str | None:
    """Update one league to the register; returns what changed in words, None if nothing did. Commits nothing."""
    row = connection.execute(_LEAGUE, {"id": league_id}).fetchone()
    if row is None:
        return None
    country, *stored = row
    is_ours = OWN_IDS_FROM <= league_id < HASHED_IDS_FROM
    known = (
        next((league for league in registered_leagues() if league.id == league_id), None)
        if is_ours
        else registered_league(country, stored[0])
    )
    if known is None:
        return None
    right = [*((known.name, int(known.has_standings)) if is_ours else stored[:2]), known.rules]
    if stored == right:
        return None
    connection.execute(_SET_LEAGUE, (*right, league_id))
    changes = zip(("name", "standings", "rules"), stored, right, strict=True)
    words = (f"{name} {was} is now {value}" for name, was, value in changes if was != value)
    return f"{known.name} ({country}): {', '.join(words)}"


def _heal_teams(connection: sqlite3.Connection) -> list[str]:
    """Give names of teams their bases in this register, and stored teams their names."""
    bases = [(team_id, former_id) for former_id, (team_id, _) in former_ids().items()]
    for name_id, base_id, scope, spelling in connection.execute(
        _BASES, {"hashed": HASHED_IDS_FROM}
    ).fetchall():
        country, _, part = scope.partition(" ")
        side = part if part in (*OF_WOMEN, *OF_NATIONS) else FIRST
        base = base_of(spelling, country, side=side).id
        if base != base_id:
            connection.execute("update external_id set base_id = ? where id = ?", (base, name_id))
    connection.executemany("update external_id set base_id = ? where base_id = ?", bases)
    healed: list[str] = []
    for team_id, name, country in connection.execute(
        _OWN_TEAMS, {"first": OWN_IDS_FROM, "end": HASHED_IDS_FROM}
    ).fetchall():
        known = team_of_id(team_id, country)
        if known is None or known.id != team_id:
            continue
        # A former nation plays in a region, which is no country of a team.
        home = None if known.country in REGIONS else known.country
        if (known.name, home) != (name, country):
            healed.append(
                f"{name} ({country or 'no country'}) is {known.name} ({home or 'no country'})"
            )
        write_team(connection, team_id, known.name, known.country, known)
    return healed


_LEAGUE = "select country_code, name, has_standings, rules from league where id = :id"
_SET_LEAGUE = "update league set name = ?, has_standings = ?, rules = ? where id = ?"
_OWN_TEAMS = "select id, name, country_code from team where id >= :first and id < :end order by id"
_BASES = """
    select id, base_id, scope, key from external_id
    where base_id >= :hashed and scope <> '' order by id
"""


def _heal_referees(connection: sqlite3.Connection) -> list[str]:
    """Derive fixtures again whose referee has a spelling that is listed, or was."""
    listed = json.dumps(list(referee_names()))
    fixtures: defaultdict[int | None, list[int]] = defaultdict(list)
    for season_id, fixture_id in connection.execute(_REFEREED, {"listed": listed}):
        fixtures[season_id].append(fixture_id)
    changed = sum(
        regrouped.has_changed
        for season_id, ids in fixtures.items()
        for regrouped in regroup(connection, season_id, ids)
    )
    return [f"{plural(changed, 'referee')} by another name"] if changed else []


_REFEREED = """
    select season_id, fixture.id from fixture join league on league.id = league_id
    where (country_code, referee) in (select value ->> 0, value ->> 1 from json_each(:listed))
    union
    select season_id, id from fixture join fixture_referee on fixture_id = id
    order by 1, 2
"""
