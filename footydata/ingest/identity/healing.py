"""Updates stored rows to the register of this version, at the first write of a run.

Leagues and teams with ids of the register get its name and country, leagues the rules of their competition, seasons
the register's decisions, referees one name each. Ids and names of remote services stay.
"""

import json
import sqlite3
from collections import defaultdict

from footydata.football.countries import REGIONS
from footydata.football.records import RegisterState
from footydata.football.register import referee_spellings, register_digest
from footydata.football.register.leagues import (
    registered_league,
    registered_leagues,
)
from footydata.football.register.naming import HASHED_IDS_FROM
from footydata.football.register.teams import (
    FIRST,
    OF_NATIONS,
    OF_WOMEN,
    former_ids,
    row_of,
    team_of_id,
)
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import plural
from footydata.ingest.identity.clubs import base_of
from footydata.ingest.identity.seasons import apply_facts, seasons_of_facts
from footydata.store.claims.regrouping import regroup
from footydata.store.writing import change_id, upsert


def heal_from_register(connection: sqlite3.Connection) -> list[str]:
    """Update stored rows to the register, unless they are; returns what changed, in words. Commits nothing."""
    if connection.execute("select digest from register_state").fetchone() == (register_digest(),):
        return []
    healed = [
        *_heal_leagues(connection),
        *_heal_teams(connection),
        *_heal_referees(connection),
    ]
    for season_id, name in seasons_of_facts(connection):
        changed = apply_facts(connection, [season_id])
        if changed:
            healed.append(f"{name}: {plural(changed, 'row')} of decisions and rules")
    return healed


def note_register(connection: sqlite3.Connection) -> None:
    """Note that the stored rows are those of this register. Commits nothing."""
    upsert(connection, "register_state", [RegisterState(1, register_digest())])


def apply_league_facts(connection: sqlite3.Connection, league_id: int) -> None:
    """Update one league to the register's competition of its country and name. Commits nothing."""
    row = connection.execute(f"{_LEAGUES} where id = :id", {"id": league_id}).fetchone()
    if row is not None:
        _heal_league(connection, *row)


def _heal_leagues(connection: sqlite3.Connection) -> list[str]:
    stored = connection.execute(f"{_LEAGUES} order by id").fetchall()
    changes = (_heal_league(connection, *_with_known_id(connection, row, stored)) for row in stored)
    return [words for words in changes if words]


def _with_known_id(
    connection: sqlite3.Connection,
    row: tuple[int, str, str, int, str | None],
    stored: list[tuple[int, ...]],
) -> tuple[int, str, str, int, str | None]:
    """A league's row, after a hashed id was changed to the register's if that is free."""
    league_id, country, name = row[:3]
    known = registered_league(country, name) if league_id >= HASHED_IDS_FROM else None
    if known is None or any(other[0] == known.id for other in stored):
        return row
    change_id(connection, "league", league_id, known.id)
    return (known.id, *row[1:])


def _heal_league(
    connection: sqlite3.Connection,
    league_id: int,
    country: str,
    name: str,
    has_standings: int,
    rules: str | None,
) -> str | None:
    """Update one league; returns what changed in words, None if nothing did."""
    is_ours = OWN_IDS_FROM <= league_id < HASHED_IDS_FROM
    known = (
        next((league for league in registered_leagues() if league.id == league_id), None)
        if is_ours
        else registered_league(country, name)
    )
    if known is None:
        return None
    right_values = (known.name, int(known.has_standings)) if is_ours else (name, has_standings)
    stored, right = (name, has_standings, rules), (*right_values, known.rules)
    if stored == right:
        return None
    connection.execute(_SET_LEAGUE, (*right, league_id))
    changes = zip(("name", "standings", "rules"), stored, right, strict=True)
    words = (f"{column} {was} is now {value}" for column, was, value in changes if was != value)
    return f"{known.name} ({country}): {', '.join(words)}"


def _heal_teams(connection: sqlite3.Connection) -> list[str]:
    """Give names of teams their bases in this register, and stored teams their names."""
    for name_id, base_id, scope, spelling in connection.execute(
        _BASES, {"hashed": HASHED_IDS_FROM}
    ).fetchall():
        country, _, side = scope.partition(" ")
        if base_id < HASHED_IDS_FROM:
            base = former_ids().get(base_id, (base_id, None))[0]
        elif scope:
            base = base_of(
                spelling, country, side=side if side in (*OF_WOMEN, *OF_NATIONS) else FIRST
            ).id
        else:
            continue
        if base != base_id:
            connection.execute("update external_id set base_id = ? where id = ?", (base, name_id))
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
            connection.execute(_SET_TEAM, {"id": known.id, "name": known.name, "country": home})
            healed.append(
                f"{name} ({country or 'no country'}) is {known.name} ({home or 'no country'})"
            )
        values = [
            {"id": known.id, "lang": lang, "name": text}
            for lang, text in row_of(known).names.items()
        ]
        connection.executemany(_NAME_TEAM, values)
    return healed


_LEAGUES = "select id, country_code, name, has_standings, rules from league"
_SET_LEAGUE = "update league set name = ?, has_standings = ?, rules = ? where id = ?"
_OWN_TEAMS = "select id, name, country_code from team where id >= :first and id < :end order by id"
_BASES = """
    select id, base_id, scope, key from external_id
    where base_id is not null and (base_id < :hashed or scope <> '') order by id
"""
_SET_TEAM = "update team set name = :name, country_code = :country where id = :id"
_NAME_TEAM = "insert or ignore into team_name (team_id, lang, name) values (:id, :lang, :name)"


def _heal_referees(connection: sqlite3.Connection) -> list[str]:
    """Derive fixtures again whose referee has a spelling that is listed, or was."""
    listed = json.dumps([entry[:2] for entry in referee_spellings()])
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
