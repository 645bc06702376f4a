"""Unloads loads, and removes leagues: what was said is deleted, the rest is derived again, what nothing needs goes.

A name of a source is needed by its claims, a club or a league by fixtures, members and names. What a service told
besides fixtures stays until its last load goes.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from footydata.football.errors import NotFound
from footydata.football.records import TABLES, ClaimRow, LeagueRecord, Load
from footydata.football.register import (
    assigned_id,
    bookmaker_of,
)
from footydata.football.register.leagues import own_league_id
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.claiming import Conflict, contradictions
from footydata.ingest.clubs import Clubs, write_team
from footydata.ingest.deriving import derive
from footydata.ingest.seasons import apply_league_facts, seasons_of, update_seasons
from footydata.ingest.waiting import wait_again
from footydata.store.bookmakers import update_default_bookmaker
from footydata.store.claims.claim import BASE, ClaimRows, body_in
from footydata.store.claims.stored import batches
from footydata.store.file.transactions import write_transaction
from footydata.store.loads import load_of
from footydata.store.rows import (
    OF_FIXTURES,
    change_id,
    column,
    delete_fixtures,
    delete_unneeded,
    ids_of,
    records,
    stored_ids,
    upsert,
)

BOOKKEEPING = frozenset(
    {
        *("claim", "claim_again", "load", "refused_row"),
        "waiting_detail",
        *("taken_page", "pull", "pulled_page", "source", "fixture_source", "team_fixture"),
        *("team_edit", "default_bookmaker", "former_fixture"),
    }
)
"""The tables whose rows are not counted."""


@dataclass(slots=True)
class Deleted:
    """What was deleted, or would be.

    Attributes:
        counts: table → rows.
        shared: how many fixtures remain, as other loads gave them too. changed: of these, with other values.
        restored: the values of remaining fixtures that other sources said otherwise, and that come back.
    """

    counts: Counter[str] = field(default_factory=Counter)
    shared: int = 0
    changed: int = 0
    restored: list[Conflict] = field(default_factory=list)

    @property
    def rows_changed(self) -> int:
        """How many rows were deleted, and fixtures changed."""
        return self.counts.total() + self.changed


@contextmanager
def _deletion(connection: sqlite3.Connection, *, dry_run: bool) -> Iterator[Deleted]:
    """A transaction in which rows are deleted, and counted at its end. Raises DatabaseError."""
    connection.execute("pragma foreign_keys = off")
    try:
        with write_transaction(connection, is_trial=dry_run):
            deleted, before = Deleted(), _counted(connection)
            yield deleted
            connection.execute(_DELETE_REMOTE_DEFAULT)
            update_default_bookmaker(connection)
            deleted.counts = before - _counted(connection)
    finally:
        connection.execute("pragma foreign_keys = on")


def _counted(connection: sqlite3.Connection) -> Counter[str]:
    return Counter(
        {
            table: connection.execute(f"select count(*) from {table}").fetchone()[0]
            for table in TABLES
            if table not in BOOKKEEPING
        }
    )


def remove(
    connection: sqlite3.Connection,
    league_id: int,
    season_id: int | None = None,
    *,
    dry_run: bool = False,
) -> Deleted:
    """Delete a league, or one season of it, and commit; dry_run: only count what would be deleted.

    A league is deleted with its last season. Its files and pages can be loaded again. Raises DatabaseError.
    """
    values = {"league_id": league_id, "season_id": season_id}
    with _deletion(connection, dry_run=dry_run) as deleted:
        fixtures, seasons, teams, loads = (column(connection, sql, values) for sql in _OF_LEAGUE)
        for rows in _OF_THEIR_PAGES:
            connection.execute(f"delete from {rows}", {"loads": json.dumps(loads)})
        delete_fixtures(connection, fixtures)
        connection.execute(_DELETE_PLACEHOLDERS, values)
        delete_unneeded(connection, "season", seasons)
        delete_unneeded(connection, "league", [league_id])
        delete_unneeded(connection, "team", teams)
        # Another season may be the current one.
        update_seasons(connection, _seasons_of_leagues(connection, [league_id]))
    return deleted


def unload(connection: sqlite3.Connection, *load_ids: int, dry_run: bool = False) -> Deleted:
    """Unload loads in one transaction, and commit; dry_run: only count what would be deleted.

    Raises NotFound, DatabaseError.
    """
    with _deletion(connection, dry_run=dry_run) as deleted:
        loads = [load_to_unload(connection, load_id) for load_id in dict.fromkeys(load_ids)]
        _unload(connection, deleted, loads)
    return deleted


def load_to_unload(connection: sqlite3.Connection, load_id: int) -> Load:
    """The load of an id. Raises NotFound."""
    load = load_of(connection, load_id)
    if load is None:
        raise NotFound(f"no load has the id {load_id}; 'footydata loads DB' lists them")
    return load


def _unload(connection: sqlite3.Connection, deleted: Deleted, loads: Sequence[Load]) -> None:
    """Unload loads, inside a transaction."""
    ids = {load.id for load in loads}
    values: dict[str, object] = {
        "loads": json.dumps([*ids]),
        "sources": json.dumps([load.source_id for load in loads]),
        "first": OWN_IDS_FROM,
    }
    for sql in _KEEP_REPEATED:
        connection.execute(sql, values)
    fixtures, seasons, teams, leagues, names = (
        set(column(connection, sql, values)) for sql in _OF_LOADS
    )
    _delete_ticks(connection, ids, fixtures)
    connection.execute(f"delete from claim where {_OF_THEM}", values)
    shared = _shared(connection, [*fixtures])
    deleted.shared = len(shared)
    wait_again(connection, sorted(fixtures - shared))
    delete_fixtures(connection, fixtures - shared)
    had_service, has_service = connection.execute(_SERVICES, values).fetchone()
    for rows in _OF_THEIR_RECORDS:
        connection.execute(f"delete from {rows}", values)
    for rows in _OF_SERVICE if had_service and not has_service else ():
        connection.execute(f"delete from {rows}", values)
    reached = {"team": teams, "league": leagues}
    values["names"] = json.dumps([*names])
    for sql in (_DELETE_UNUSED_NAMES, _DELETE_NAMES):
        values["ids"] = json.dumps([*teams, *leagues])
        for kind, entity_id in connection.execute(sql, values).fetchall():
            reached[kind].add(entity_id)
    touched = {*stored_ids(connection, "season", seasons), *seasons_of(connection, teams)}
    if not has_service:
        touched |= return_own_ids(connection)

    derived = derive(
        connection,
        touched,
        now=max(load.started_ts for load in loads),
        is_less_said=True,
        changed=shared,
    )
    for regrouped in derived.fixtures:
        before, after, _ = regrouped
        if before.fixture.id == after.fixture.id and after.fixture.id in shared:
            deleted.changed += regrouped.has_changed
            deleted.restored += contradictions(before, after, after)
    for table in ("season", "league", "team", "bookmaker"):
        # Tables of ours.
        unneeded = set(column(connection, _UNNAMED.format(table=table), values))
        if table == "season":
            # A file may tell a season before its fixtures.
            unneeded &= seasons
        if not has_service:
            sql = f"select id from {table} where id < :first"
            unneeded.update(column(connection, sql, values))
        delete_unneeded(connection, table, unneeded)
    if not has_service:
        # A service's countries are stored all at once.
        delete_unneeded(connection, "country", column(connection, "select code from country"))
    update_seasons(connection, _seasons_of_leagues(connection, leagues))
    connection.execute(_DELETE_SOURCES, values)


def _delete_ticks(
    connection: sqlite3.Connection, load_ids: Collection[int | None], fixture_ids: Iterable[int]
) -> None:
    """Delete the ticks within the spans of the odds histories of loads, but those within the spans of others."""
    ids = column(connection, _WITH_TICKS, ids_of(fixture_ids))
    for stored, claims in ClaimRows(connection).of_fixtures(ids):
        spans = [
            (claim.load.id in load_ids, *series, *span)
            for claim in claims
            for series, span in claim.body.series.items()
        ]
        values = {"id": stored.fixture.id, "spans": json.dumps(spans)}
        connection.execute(_DELETE_TICKS, values)


def _shared(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> set[int]:
    """Those of these fixtures of which other loads say more than details."""
    return {
        row.fixture_id
        for batch in batches(fixture_ids)
        for row in records(connection, ClaimRow, f"from claim where {OF_FIXTURES}", ids_of(batch))
        if row.body and body_in(row.body).parts & BASE
    }


def return_own_ids(connection: sqlite3.Connection) -> set[int]:
    """Give rows with ids of a service ours, as only files say anything of them any more. Commits nothing.

    Returns the seasons concerned.
    """
    first = {"first": OWN_IDS_FROM}
    leagues: set[int] = set()
    for league_id, country, key in connection.execute(_LEAGUES, first).fetchall():
        own_id = own_league_id(country, key)
        leagues.add(own_id)
        change_id(connection, "league", league_id, own_id)
        upsert(connection, "league", [LeagueRecord(own_id, key, None, country)])
        apply_league_facts(connection, own_id)
    for season_id, country, name, label in connection.execute(_SEASONS, first).fetchall():
        own_id = assigned_id("season", own_league_id(country, name), label)
        change_id(connection, "season", season_id, own_id)
    for maker_id, slug, name in connection.execute(_BOOKMAKERS, first).fetchall():
        bookmaker = bookmaker_of(slug, name)
        change_id(connection, "bookmaker", maker_id, bookmaker.id)
        upsert(connection, "bookmaker", [bookmaker])
    clubs = Clubs(connection)
    teams: set[int] = set()
    for team_id, base, scope, key in connection.execute(_TEAMS, first).fetchall():
        country = scope.partition(" ")[0]
        kept, _ = clubs.kept(base, country)
        teams.add(kept)
        change_id(connection, "team", team_id, kept)
        write_team(connection, kept, key, country)
    return _seasons_of_leagues(connection, leagues) | set(seasons_of(connection, teams))


def _seasons_of_leagues(connection: sqlite3.Connection, league_ids: Iterable[int]) -> set[int]:
    return set(column(connection, _OF_LEAGUES, ids_of(league_ids)))


_OF_PART = "fixture.league_id = :league_id and (:season_id is null or season_id = :season_id)"
_OF_LEAGUE = (
    f"select id from fixture where {_OF_PART} order by id",
    "select id from season where league_id = :league_id and (:season_id is null or id = :season_id)",
    f"""
    select home_id from fixture where {_OF_PART} union select away_id from fixture where {_OF_PART}
    union select team_id from season_team join season on season.id = season_id
    where league_id = :league_id and (:season_id is null or season_id = :season_id)
    """,
    f"""
    select claim.load_id from claim join fixture on fixture.id = fixture_id where {_OF_PART}
    union select claim_again.load_id from claim_again join claim on claim.id = claim_id
    join fixture on fixture.id = fixture_id where {_OF_PART}
    """,
)
"""The fixtures, seasons, teams and loads of a league, or of one season of it."""

_DELETE_PLACEHOLDERS = """
    delete from placeholder where league_id = :league_id and (:season_id is null or season_id = :season_id)
"""
_OF_THEM = "load_id in (select value from json_each(:loads))"
_KEEP_REPEATED = (
    f"delete from claim_again where {_OF_THEM}",
    f"""
    update claim set load_id = coalesce((select min(load_id) from claim_again where claim_id = claim.id), load_id)
    where {_OF_THEM}
    """,
    "delete from claim_again where load_id = (select load_id from claim where claim.id = claim_id)",
)
"""Gives the claims that other loads repeat to the first of them."""

_SAID = f"from claim join fixture on fixture.id = fixture_id where {_OF_THEM}"
_OF_LOADS = (
    f"select fixture_id {_SAID}",
    f"select season_id {_SAID}",
    f"select home_id {_SAID} union select away_id {_SAID}",
    f"select fixture.league_id {_SAID}",
    f"select home_name {_SAID} union select away_name {_SAID}",
)
"""The fixtures, seasons, teams and leagues of which loads said something, and the ids of the names of the teams."""

_WITH_TICKS = """
    select distinct fixture_id from odds_tick where fixture_id in (select value from json_each(:ids))
"""
_DELETE_TICKS = """
    with span as (
      select value ->> 0 as is_own, bookmaker.id as bookmaker_id, value ->> 2 as market, value ->> 3 as first,
             value ->> 4 as last
      from json_each(:spans) join bookmaker on slug = value ->> 1
    ),
    own as (
      select tick.bookmaker_id, tick.market, recorded_ts from odds_tick as tick join span
        on span.bookmaker_id = tick.bookmaker_id and span.market = tick.market and recorded_ts between first and last
      where fixture_id = :id group by 1, 2, 3 having min(is_own) = 1
    )
    delete from odds_tick where fixture_id = :id and (bookmaker_id, market, recorded_ts) in (select * from own)
"""
_OF_THEIR_PAGES = (
    """
    taken_page where exists (
      select 1 from load where id in (select value from json_each(:loads)) and load.source_id = taken_page.source_id
        and (place = address or not exists (
          select 1 from load as other where other.source_id = taken_page.source_id and other.place = address)))
    """,
    f"pulled_page where pull_id in (select id from pull where {_OF_THEM})",
    f"pull where {_OF_THEM}",
)
"""The records of the files and pages of loads, also of files that were read with another one."""

_OF_THEIR_RECORDS = (
    """
    external_id where source_id in (select value from json_each(:sources)) and kind = 'fixture' and not exists (
      select 1 from claim join load on load.id = claim.load_id
      where claim.fixture_id = external_id.entity_id and load.source_id = external_id.source_id)
    """,
    *_OF_THEIR_PAGES,
    *(f"{table} where {_OF_THEM}" for table in ("refused_row", "placeholder", "waiting_detail")),
    "load where id in (select value from json_each(:loads))",
)
"""The records of loads, and what they alone brought besides fixtures."""

_TOLD = "('v1', 'sample')"
"""The sources of services; the sample is what a service would tell, by its ids."""

_DELETE_REMOTE_DEFAULT = f"""
    delete from default_bookmaker
    where chosen_by = 'remote' and not exists (select 1 from pull)
      and not exists (select 1 from load join source on source.id = load.source_id where source.name in {_TOLD})
"""
_OF_SERVICE = (
    *("retired_league", "country_name", "league_name where league_id < :first"),
    *("team_name where team_id < :first", "season_team where season_id < :first", "told_member"),
    f"points_adjustment where source in {_TOLD}",
    f"external_id where source_id in (select id from source where name in {_TOLD}) and kind <> 'fixture'",
)
"""What services told beside their countries, leagues, seasons, teams and bookmakers."""

_DELETE_UNUSED_NAMES = """
    delete from external_id where id in (select value from json_each(:names)) and not exists (
      select 1 from team_fixture join claim on claim.fixture_id = team_fixture.fixture_id
      where team_fixture.team_id = external_id.entity_id and external_id.id in (home_name, away_name))
    returning kind, entity_id
"""
_DELETE_NAMES = """
    delete from external_id
    where source_id in (select value from json_each(:sources)) and kind in ('team', 'league')
      and (entity_id in (select value from json_each(:ids))
           or not exists (select 1 from load where load.source_id = external_id.source_id))
      and not exists (
        select 1 from team_fixture join claim on claim.fixture_id = team_fixture.fixture_id
        join load on load.id = claim.load_id
        where external_id.kind = 'team' and team_id = entity_id and load.source_id = external_id.source_id)
      and not exists (
        select 1 from fixture join claim on claim.fixture_id = fixture.id
        join load on load.id = claim.load_id
        where external_id.kind = 'league' and league_id = entity_id and load.source_id = external_id.source_id)
    returning kind, entity_id
"""
_UNNAMED = """
    select id from {table} where id >= :first
      and not exists (select 1 from external_id where kind = '{table}' and entity_id = {table}.id)
"""
_DELETE_SOURCES = """
    delete from source where id in (select value from json_each(:sources))
      and not exists (select 1 from fixture_source where source_id = source.id)
      and not exists (select 1 from external_id where source_id = source.id)
      and not exists (select 1 from load where source_id = source.id)
      and not exists (select 1 from taken_page where source_id = source.id)
      and not exists (select 1 from pull where source_id = source.id)
"""
_SERVICES = f"""
    select count(*) > 0, count(*) filter (where load.id not in (select value from json_each(:loads))) > 0
    from load join source on source.id = source_id where name in {_TOLD}
"""
"""Whether services have loads, and others than these."""

_LEAGUES = """
    select entity_id, min(scope), min(key) from external_id
    where kind = 'league' and entity_id < :first
      and exists(select 1 from fixture where league_id = entity_id)
    group by entity_id order by entity_id
"""
_SEASONS = """
    select season.id, country_code, name, label from season join league on league.id = league_id
    where season.id < :first and exists(select 1 from fixture where season_id = season.id) order by season.id
"""
_BOOKMAKERS = """
    select id, slug, name from bookmaker where id < :first
      and exists(select 1 from odds where bookmaker_id = bookmaker.id) order by id
"""
_TEAMS = """
    select entity_id, min(base_id), min(scope), min(key) from external_id
    where kind = 'team' and base_id is not null and entity_id < :first group by entity_id order by entity_id
"""
_OF_LEAGUES = "select id from season where league_id in (select value from json_each(:ids))"
