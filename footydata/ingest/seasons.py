"""Updates seasons to their fixtures, and stored rows to the register.

Of the fixtures: a season's members, their countries, and which season is current. Of the register: points by decision,
special rules and members without fixtures; at the first write of a run, if the register is another one, also names,
countries and rules of leagues and teams with its ids, and one name a referee. Ids and names of remote services stay.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable

from footydata.football.records import (
    PointsAdjustment,
)
from footydata.football.register import HASHED_IDS_FROM, referee_names, register_digest
from footydata.football.register.leagues import (
    facts_by_season,
    registered_league,
    registered_leagues,
)
from footydata.football.register.teams import (
    FIRST,
    OF_NATIONS,
    OF_WOMEN,
    base_of,
    former_ids,
    registered_team,
    team_of_id,
)
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import plural
from footydata.ingest.clubs import Clubs, write_team
from footydata.store.claims.regrouping import Regrouping
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
            clubs, rows = Clubs(connection), []
            for fact in facts:
                known = registered_team(fact.country, fact.team)
                if known is not None:
                    ids = {"team_id": clubs.of_base(known.id, known.country), "home": known.country}
                    rows.append(fact._asdict() | ids)
                elif not fact.team:
                    rows.append(fact._asdict())
            values = {"season_id": season_id, "facts": json.dumps(rows)}
            for sql in _APPLY_FACTS:
                connection.execute(sql, values)
    return connection.total_changes - before


def replace_adjustments(connection: sqlite3.Connection, rows: Iterable[PointsAdjustment]) -> int:
    """Replace all decisions on these teams in these seasons; returns the rows changed. Commits nothing."""
    counts: Counter[tuple[int, int]] = Counter()
    numbered: list[PointsAdjustment] = []
    for row in rows:
        team = row.season_id, row.team_id
        numbered.append(row._replace(seq=counts[team]))
        counts[team] += 1
    before = connection.total_changes
    upsert(connection, "points_adjustment", numbered)
    further = [(*team, count) for team, count in counts.items()]
    connection.executemany(_DELETE_FURTHER, further)
    return connection.total_changes - before


_DELETE_FURTHER = "delete from points_adjustment where season_id = ? and team_id = ? and seq >= ?"
_SEASONS = """
    select season.id, league.country_code, league.name, season.label
    from season join league on league.id = season.league_id
    where season.id in (select value from json_each(:ids)) order by season.id
"""
_FACTS = f"""
    with fact as (
      select key as place, value ->> 'kind' as kind, value ->> 'team_id' as team_id, value ->> 'team' as team,
             value ->> 'home' as home, value ->> 'value' as value, value ->> 'reason' as reason,
             nullif(value ->> 'date', '') as day, '{PACKAGED}' || (value ->> 'source') as source
      from json_each(:facts)
    ),
    decision as (
      select team_id, row_number() over (partition by team_id order by place) - 1 as seq, cast(value as integer) as points,
             reason, day, source
      from fact where kind = 'points'
        and team_id in (select team_id from season_team where season_id = :season_id)
        and team_id not in (select team_id from points_adjustment
                            where season_id = :season_id and source not like '{PACKAGED}%')
    )
"""
_APPLY_FACTS = (
    f"""{_FACTS}
    insert into season_rules (season_id, rules, reason, source)
    select :season_id, value, reason, source from fact where kind = 'rules'
    on conflict (season_id) do update set rules = excluded.rules, reason = excluded.reason, source = excluded.source
    where (season_rules.rules, season_rules.reason, season_rules.source)
          is not (excluded.rules, excluded.reason, excluded.source)
    """,
    f"""{_FACTS}
    insert or ignore into team (id, name, country_code) select team_id, team, home from fact where kind = 'member'
    """,
    f"""{_FACTS}
    insert or ignore into season_team (season_id, team_id)
    select :season_id, team_id from fact where kind = 'member'
    """,
    f"""{_FACTS}
    delete from points_adjustment where season_id = :season_id and source like '{PACKAGED}%'
      and (team_id, seq) not in (select team_id, seq from decision)
    """,
    f"""{_FACTS}
    insert into points_adjustment (season_id, team_id, seq, points, reason, decided_on, source)
    select :season_id, team_id, seq, points, reason, day, source from decision where true
    on conflict (season_id, team_id, seq) do update set points = excluded.points, reason = excluded.reason,
      decided_on = excluded.decided_on, source = excluded.source
    where (points_adjustment.points, points_adjustment.reason, decided_on, points_adjustment.source)
          is not (excluded.points, excluded.reason, excluded.decided_on, excluded.source)
    """,
)
"""Rules; teams without fixtures, which get their ids of the register; points of members on which no other source decides."""


def heal_from_register(connection: sqlite3.Connection) -> list[str]:
    """Update stored rows to the register, unless they are; returns what changed, in words. Commits nothing."""
    if connection.execute("select digest from register_state").fetchone() == (register_digest(),):
        return []
    before = dict(connection.execute(_NAMED).fetchall())
    _heal_leagues(connection)
    _heal_teams(connection)
    named = connection.execute(_NAMED).fetchall()
    healed = [
        f"{before[row]} is now {name}" for row, name in named if before.get(row, name) != name
    ]
    healed += _heal_referees(connection)
    seasons = "select season.id, league.name, label from season join league on league.id = league_id order by 1"
    for season_id, name, label in connection.execute(seasons).fetchall():
        changed = apply_facts(connection, [season_id])
        if changed:
            healed.append(f"{name} {label}: {plural(changed, 'row')} of decisions and rules")
    return healed


_NAMED = """
    select 'league ' || id, name || ' (' || country_code || iif(has_standings, '', ', without standings')
                            || coalesce(', rules ' || rules, '') || ')' from league
    union all
    select 'team ' || id, name || ' (' || coalesce(country_code, 'no country') || ')' from team
    order by 1
"""
"""The leagues and teams, each with its name as a person is told it."""


def _heal_leagues(connection: sqlite3.Connection) -> None:
    stored = connection.execute("select id, country_code, name from league order by id").fetchall()
    for league_id, country, name in stored:
        known = registered_league(country, name) if league_id >= HASHED_IDS_FROM else None
        # A hashed id is changed to the register's if that is free.
        if known is not None and all(known.id != id_ for id_, *_ in stored):
            change_id(connection, "league", league_id, known.id)
            league_id = known.id
        apply_league_facts(connection, league_id)


def apply_league_facts(connection: sqlite3.Connection, league_id: int) -> None:
    """Update one league, if it is stored, to the register. Commits nothing."""
    is_ours = OWN_IDS_FROM <= league_id < HASHED_IDS_FROM
    for country, name, has_standings in connection.execute(_LEAGUE, {"id": league_id}).fetchall():
        known = (
            next((league for league in registered_leagues() if league.id == league_id), None)
            if is_ours
            else registered_league(country, name)
        )
        if known is not None:
            if is_ours:
                name, has_standings = known.name, int(known.has_standings)
            values = {"name": name, "has_standings": has_standings, "rules": known.rules}
            connection.execute(_SET_LEAGUE, values | {"id": league_id})


def _heal_teams(connection: sqlite3.Connection) -> None:
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
    for team_id, country in connection.execute(
        _OWN_TEAMS, {"first": OWN_IDS_FROM, "end": HASHED_IDS_FROM}
    ).fetchall():
        known = team_of_id(team_id, country)
        if known is not None and known.id == team_id:
            write_team(connection, team_id, known.name, known.country)


_LEAGUE = "select country_code, name, has_standings from league where id = :id"
_SET_LEAGUE = """
    update league set name = :name, has_standings = :has_standings, rules = :rules
    where id = :id and (name, has_standings, rules) is not (:name, :has_standings, :rules)
"""
_OWN_TEAMS = "select id, country_code from team where id >= :first and id < :end order by id"
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
        for regrouped in Regrouping(connection, season_id).regroup(ids)
    )
    return [f"{plural(changed, 'referee')} by another name"] if changed else []


_REFEREED = """
    select season_id, fixture.id from fixture join league on league.id = league_id
    where (country_code, referee) in (select value ->> 0, value ->> 1 from json_each(:listed))
    union
    select season_id, id from fixture join fixture_referee on fixture_id = id
    order by 1, 2
"""
