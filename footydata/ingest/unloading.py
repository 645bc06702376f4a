"""Unloads loads, and removes leagues: what was said is deleted, the rest is derived again, what nothing needs goes.

A name of a source is needed by its claims, a club or a league by fixtures, members and names. What a service told
besides fixtures stays until its last load goes.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from footydata.football.errors import NotFound
from footydata.football.records import CLAIM_BITS, TABLES, LeagueRecord, Load
from footydata.football.register import HASHED_IDS_FROM, assigned_id, registered_bookmakers
from footydata.football.register.teams import team_of_id
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.claiming import Conflict, contradictions
from footydata.ingest.deriving import derive
from footydata.ingest.identity.clubs import Clubs, write_team
from footydata.ingest.identity.resolve import own_league_id
from footydata.ingest.identity.seasons import apply_league_facts, seasons_of, update_seasons
from footydata.ingest.waiting import wait_again
from footydata.store.bookmakers import delete_remote_default, update_default_bookmaker
from footydata.store.claims.claim import BASE, ClaimRows, body_in
from footydata.store.claims.regrouping import Regrouped
from footydata.store.claims.stored import batches
from footydata.store.file.transactions import write_transaction
from footydata.store.loads import delete_pages_of_loads, load_of
from footydata.store.rows import (
    change_id,
    column,
    delete_fixtures,
    delete_unneeded,
    ids_of,
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
            delete_remote_default(connection)
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
        delete_pages_of_loads(connection, loads)
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
        _Unloading(connection, deleted, loads).run()
    return deleted


def load_to_unload(connection: sqlite3.Connection, load_id: int) -> Load:
    """The load of an id. Raises NotFound."""
    load = load_of(connection, load_id)
    if load is None:
        raise NotFound(f"no load has the id {load_id}; 'footydata loads DB' lists them")
    return load


class _Unloading:
    """The unloading of some loads.

    _shared: the fixtures of which other loads say more than details. _reached: table → the rows of the catalogue to
    which the fixtures of these loads refer.
    """

    def __init__(
        self, connection: sqlite3.Connection, deleted: Deleted, loads: Collection[Load]
    ) -> None:
        self._connection = connection
        self._deleted = deleted
        self._loads = loads
        self._claims = ClaimRows(connection)
        self._names: set[int | None] = set()
        self._shared: set[int] = set()
        self._reached: defaultdict[str, set[int]] = defaultdict(set)

    def run(self) -> None:
        connection, reached = self._connection, self._reached
        ids: set[int] = set()
        for load in self._loads:
            ids |= self._delete_claims(load)
        self._find_shared(ids)
        wait_again(connection, sorted(ids - self._shared))
        delete_fixtures(connection, ids - self._shared)
        had_service = connection.execute(_HAS_SERVICE).fetchone()[0]
        for load in self._loads:
            self._delete_record(load)
        has_service = connection.execute(_HAS_SERVICE).fetchone()[0]
        for rows in _OF_SERVICE if had_service and not has_service else ():
            # Tables of ours.
            connection.execute(f"delete from {rows}", {"first": OWN_IDS_FROM})
        self._delete_names()
        touched = set(column(connection, _EXISTING, ids_of(reached["season"])))
        touched |= set() if has_service else return_own_ids(connection)
        derive(
            connection,
            touched | set(seasons_of(connection, reached["team"])),
            now=max(load.started_ts for load in self._loads),
            is_less_said=True,
            changed=self._shared,
            on_regrouped=self._count,
        )
        self._sweep(has_service=has_service)

    def _delete_claims(self, load: Load) -> set[int]:
        """Delete the claims of a load, and give those that other loads repeat to the first of them.

        Returns the fixtures of the claims that are deleted.
        """
        assert load.id is not None
        connection, reached = self._connection, self._reached
        values = {"first": load.id << CLAIM_BITS, "end": (load.id + 1) << CLAIM_BITS, "id": load.id}
        for claim_id, other_id in connection.execute(_REPEATED, values).fetchall():
            self._claims.move_to_load(claim_id, other_id)
        ids: set[int] = set()
        for fixture_id, home, away, league, season, *names in connection.execute(_SAID, values):
            ids.add(fixture_id)
            self._names.update(names)
            reached["team"].update((home, away))
            reached["league"].add(league)
            reached["season"].add(season)
        self._delete_ticks(load.id, column(connection, _WITH_TICKS, ids_of(ids)))
        connection.execute("delete from claim_again where load_id = :id", values)
        connection.execute("delete from claim where id >= :first and id < :end", values)
        return ids

    def _delete_ticks(self, load_id: int, ids: Sequence[int]) -> None:
        """Delete the ticks within the spans of a load's odds histories, but those within the spans of others."""
        for stored, claims in self._claims.of_fixtures(ids):
            spans = [
                (claim.load.id == load_id, *series, *span)
                for claim in claims
                for series, span in claim.body.series.items()
            ]
            values = {"id": stored.fixture.id, "spans": json.dumps(spans)}
            self._connection.execute(_DELETE_TICKS, values)

    def _find_shared(self, ids: Iterable[int]) -> None:
        """Note which of these fixtures remain."""
        for batch in batches([*ids]):
            for fixture_id, rows in self._claims.read(batch).items():
                if any(row.body and body_in(row.body).parts & BASE for row in rows):
                    self._shared.add(fixture_id)
        self._deleted.shared = len(self._shared)

    def _delete_record(self, load: Load) -> None:
        """Delete the record of a load, and what it alone brought besides fixtures."""
        assert load.id is not None
        values = {"load_id": load.id, "source_id": load.source_id}
        self._connection.execute(_DELETE_KEYS, values)
        delete_pages_of_loads(self._connection, [load.id])
        for table in ("refused_row", "placeholder", "waiting_detail"):
            # Tables of ours.
            self._connection.execute(f"delete from {table} where load_id = :load_id", values)
        self._connection.execute("delete from load where id = :load_id", values)

    def _delete_names(self) -> None:
        """Delete the names by which sources call what they say nothing of any more."""
        values = {
            "names": json.dumps([*self._names]),
            "sources": json.dumps([load.source_id for load in self._loads]),
            "ids": json.dumps([*self._reached["team"], *self._reached["league"]]),
        }
        for sql in (_DELETE_UNUSED_NAMES, _DELETE_NAMES):
            for kind, entity_id in self._connection.execute(sql, values).fetchall():
                self._reached[kind].add(entity_id)

    def _count(self, regrouped: Regrouped) -> None:
        """Count a fixture that remains, and note what comes back."""
        before, after, _ = regrouped
        if before.fixture.id == after.fixture.id and after.fixture.id in self._shared:
            self._deleted.changed += regrouped.has_changed
            self._deleted.restored += contradictions(before, after, after)

    def _sweep(self, *, has_service: bool) -> None:
        """Delete the rows of the catalogue that nothing needs any more."""
        connection, reached = self._connection, self._reached
        first = {"first": OWN_IDS_FROM}
        for table in ("season", "league", "team", "bookmaker"):
            # Tables of ours.
            unneeded = set(column(connection, _UNNAMED.format(table=table), first))
            if table == "season":
                # A file may tell a season before its fixtures.
                unneeded &= reached[table]
            if not has_service:
                sql = f"select id from {table} where id < :first"
                unneeded.update(column(connection, sql, first))
            delete_unneeded(connection, table, unneeded)
        if not has_service:
            # A service's countries are stored all at once.
            delete_unneeded(connection, "country", column(connection, "select code from country"))
        update_seasons(connection, _seasons_of_leagues(connection, reached["league"]))
        sources = {"sources": json.dumps([load.source_id for load in self._loads])}
        connection.execute(_DELETE_SOURCES, sources)


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
    for maker_id, slug in connection.execute(_BOOKMAKERS, first).fetchall():
        registered = registered_bookmakers().get(slug)
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
        teams.add(kept)
        change_id(connection, "team", team_id, kept)
        known = team_of_id(kept, country) if kept < HASHED_IDS_FROM else None
        name, home = (known.name, known.country) if known else (key, country)
        write_team(connection, kept, name, home, known)
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
    select claim.id >> {CLAIM_BITS} from claim join fixture on fixture.id = fixture_id where {_OF_PART}
    union select load_id from claim_again join claim on claim.id = claim_id
    join fixture on fixture.id = fixture_id where {_OF_PART}
    """,
)
"""The fixtures, seasons, teams and loads of a league, or of one season of it."""

_DELETE_PLACEHOLDERS = """
    delete from placeholder where league_id = :league_id and (:season_id is null or season_id = :season_id)
"""
_REPEATED = """
    select claim_id, min(load_id) from claim_again
    where claim_id >= :first and claim_id < :end group by claim_id order by claim_id
"""
_SAID = """
    select fixture.id, fixture.home_id, fixture.away_id, league_id, season_id, home_name, away_name
    from claim join fixture on fixture.id = fixture_id where claim.id >= :first and claim.id < :end
"""
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
_EXISTING = "select id from season where id in (select value from json_each(:ids))"
_DELETE_KEYS = f"""
    delete from external_id where source_id = :source_id and kind = 'fixture' and not exists (
      select 1 from claim join load on load.id = claim.id >> {CLAIM_BITS}
      where claim.fixture_id = external_id.entity_id and load.source_id = :source_id)
"""
_OF_SERVICE = (
    *("retired_league", "country_name", "league_name where league_id < :first"),
    *("team_name where team_id < :first", "season_team where season_id < :first"),
    "points_adjustment where source = 'v1'",
    "external_id where source_id = (select id from source where name = 'v1') and kind <> 'fixture'",
)
"""What services told beside their countries, leagues, seasons, teams and bookmakers."""

_DELETE_UNUSED_NAMES = """
    delete from external_id where id in (select value from json_each(:names)) and not exists (
      select 1 from team_fixture join claim on claim.fixture_id = team_fixture.fixture_id
      where team_fixture.team_id = external_id.entity_id and external_id.id in (home_name, away_name))
    returning kind, entity_id
"""
_DELETE_NAMES = f"""
    delete from external_id
    where source_id in (select value from json_each(:sources)) and kind in ('team', 'league')
      and (entity_id in (select value from json_each(:ids))
           or not exists (select 1 from load where load.source_id = external_id.source_id))
      and not exists (
        select 1 from team_fixture join claim on claim.fixture_id = team_fixture.fixture_id
        join load on load.id = claim.id >> {CLAIM_BITS}
        where external_id.kind = 'team' and team_id = entity_id and load.source_id = external_id.source_id)
      and not exists (
        select 1 from fixture join claim on claim.fixture_id = fixture.id
        join load on load.id = claim.id >> {CLAIM_BITS}
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
_HAS_SERVICE = """
    select exists(select 1 from load join source on source.id = source_id where name = 'v1')
"""
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
    select id, slug from bookmaker where id < :first
      and exists(select 1 from odds where bookmaker_id = bookmaker.id) order by id
"""
_TEAMS = """
    select entity_id, min(base_id), min(scope), min(key) from external_id
    where kind = 'team' and base_id is not null and entity_id < :first group by entity_id order by entity_id
"""
_OF_LEAGUES = "select id from season where league_id in (select value from json_each(:ids))"
