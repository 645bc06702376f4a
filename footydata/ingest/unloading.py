"""Unloads a load: what it said of fixtures goes, and each fixture is what is left of its claims."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from footydata.football.errors import NotFound
from footydata.football.records import CLAIM_BITS, ClaimAgain, ClaimRow, FixtureRecord, Load
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.conflicts import Conflict, contradictions
from footydata.ingest.deleting import Deleted, Deleter, deletion
from footydata.ingest.deriving import derive
from footydata.ingest.identity.own_ids import return_own_ids
from footydata.ingest.identity.seasons import seasons_of
from footydata.ingest.sweeping import reached_by, sweep
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.details import restricted
from footydata.store.claims.regrouping import regroup
from footydata.store.claims.stored import NO_QUOTE, PERIODS, StoredFixture, batches, read_stored
from footydata.store.write.loads import delete_pages_of_loads, load_of


def unload(connection: sqlite3.Connection, *load_ids: int, dry_run: bool = False) -> Deleted:
    """Unload loads in one transaction, and commit; dry_run: only count what would be deleted.

    Raises NotFound, DatabaseError.
    """
    with deletion(connection, dry_run=dry_run) as deleter:
        for load in [load_to_unload(connection, load_id) for load_id in dict.fromkeys(load_ids)]:
            _Unloading(connection, deleter, load).run()
        deleter.deleted.restored = _restored_at_the_end(connection, deleter.deleted.restored)
    return deleter.deleted


def _restored_at_the_end(
    connection: sqlite3.Connection, rows: Iterable[Conflict]
) -> list[Conflict]:
    """The values that are stored after all loads, each in place of the one before them."""
    restored: dict[tuple[int, str], Conflict] = {}
    for row in rows:
        first = restored.get((row.fixture_id, row.what), row)
        restored[row.fixture_id, row.what] = row._replace(stored=first.stored)
    values = {"ids": json.dumps(sorted({fixture_id for fixture_id, _ in restored}))}
    left = {row[0] for row in connection.execute(_LEFT, values)}
    return [row for row in restored.values() if row.fixture_id in left]


def load_to_unload(connection: sqlite3.Connection, load_id: int) -> Load:
    """The load of an id. Raises NotFound."""
    load = load_of(connection, load_id)
    if load is None:
        raise NotFound(f"no load has the id {load_id}; 'footydata loads DB' lists them")
    return load


class _Unloading:
    """The unloading of one load."""

    def __init__(self, connection: sqlite3.Connection, deleter: Deleter, load: Load) -> None:
        assert load.id is not None
        self._connection = connection
        self._deleter = deleter
        self._load = load
        self._id = load.id
        self._claims = ClaimRows(connection)

    def run(self) -> None:
        self._hand_over()
        reached = reached_by(self._connection, self._id)
        values = {"first": self._id << CLAIM_BITS, "end": (self._id + 1) << CLAIM_BITS}
        ids = [row[0] for row in self._connection.execute(_FIXTURES, values)]
        listed = {"ids": json.dumps(ids)}
        reached.bookmakers.update(row[0] for row in self._connection.execute(_MAKERS, listed))
        shared = set(self._shared(ids))
        self._delete_ticks(shared)
        self._connection.execute(
            "delete from claim_again where load_id = :load_id", {"load_id": self._id}
        )
        self._deleter.delete_fixtures(set(ids) - shared)
        self._deleter.delete_claims(self._id)
        seasons = self._regroup(shared)
        self._forget_keys()
        is_last = not self._connection.execute(_OTHER_OF_SERVICE, {"load_id": self._id}).fetchone()[
            0
        ]
        if is_last:
            seasons |= return_own_ids(self._connection)
        self._deleter.delete_members_without_fixtures()
        self._delete_from_catalogue()
        delete_pages_of_loads(self._connection, [self._id])
        self._delete_record()
        sweep(self._connection, self._deleter, self._load.source_id, reached)
        self._connection.execute(_NO_SOURCE, {"source_id": self._load.source_id})
        seasons |= set(seasons_of(self._connection, reached.teams))
        derive(self._connection, seasons, now=self._load.started_ts, is_less_said=True)
        if is_last:
            self._delete_of_service()

    def _delete_of_service(self) -> None:
        """Delete the rows with ids of a service of which nothing else is left, as no load of a service is."""
        ids: dict[str, list[int | str]] = {
            table: [
                row[0]
                for row in self._connection.execute(
                    f"select id from {table} where id < ?", (OWN_IDS_FROM,)
                )
            ]
            for table in ("season", "league", "team", "bookmaker")
        }
        if any(ids.values()):
            codes = self._connection.execute("select code from country").fetchall()
            self._delete_entities(ids | {"country": [row[0] for row in codes]})

    def _hand_over(self) -> None:
        """Give what other loads repeat to the first of them; what they repeat in part, to each of them in that part."""
        values = {
            "first": self._id << CLAIM_BITS,
            "end": (self._id + 1) << CLAIM_BITS,
            "load_id": self._id,
        }
        for claim_id, load_id in self._connection.execute(_REPEATED, values).fetchall():
            self._claims.move_to_load(claim_id, load_id)
        partly: defaultdict[int, list[ClaimAgain]] = defaultdict(list)
        for fixture_id, *repeat in self._connection.execute(_REPEATED_PARTLY, values):
            partly[fixture_id].append(ClaimAgain._make(repeat))
        default = self._connection.execute(
            "select bookmaker_id from default_bookmaker where chosen_by = 'remote'"
        )
        (default_id,) = default.fetchone() or (None,)
        for page in batches(list(partly)):
            claims = self._claims.read(page)
            for fixture_id, stored in read_stored(self._connection, page).items():
                for row in claims[fixture_id]:
                    self._split(
                        row,
                        stored,
                        [each for each in partly[fixture_id] if each.claim_id == row.id],
                        default_id,
                    )
            self._claims.write()

    def _split(
        self,
        row: ClaimRow,
        stored: StoredFixture,
        repeats: Sequence[ClaimAgain],
        default_id: int | None,
    ) -> None:
        if not repeats and row.body is not None:
            return
        body = self._claims.claim(row, stored).body
        if row.body is None:
            self._claims.set_body(row, body)
        for repeat in repeats:
            self._claims.split_repeat(
                repeat, row, restricted(body, repeat.parts or body.parts, default_id)
            )

    def _forget_keys(self) -> None:
        """Delete the source's own ids of fixtures of which it says nothing any more."""
        values: dict[str, object] = {"source_id": self._load.source_id}
        self._deleter.delete("external_id", _UNUSED_KEYS, values)

    def _shared(self, ids: Sequence[int]) -> Iterator[int]:
        """The fixtures of which other loads say more than details."""
        head_of = self._claims.codec.head
        for batch in batches(ids):
            for fixture_id, rows in self._claims.read(batch).items():
                bodies = [row.body for row in rows if row.id >> CLAIM_BITS != self._id]
                if any(body and head_of(body).kickoff_ts is not None for body in bodies):
                    yield fixture_id

    def _regroup(self, shared: Collection[int]) -> set[int]:
        """Derive what is left of fixtures; returns the seasons that they are in, or were."""
        deleted, slug_of = self._deleter.deleted, self._claims.codec.slug
        deleted.shared += len(shared)
        seasons: set[int] = set()
        for (season_id,) in self._connection.execute(_SEASONS, {"ids": json.dumps([*shared])}):
            for regrouped in regroup(self._connection, season_id, shared):
                before, after, _ = regrouped
                deleted.figures += _count_known(before) - _count_known(after)
                deleted.restored += contradictions(before, after, after, slug_of=slug_of)
                seasons |= regrouped.seasons
        self._deleter.touch_seasons(seasons)
        return seasons

    def _delete_ticks(self, shared: Iterable[int]) -> None:
        """Delete the ticks within the spans of this load's odds histories, but those within the spans of others."""
        with_ticks = {"ids": json.dumps([*shared])}
        ids = [row[0] for row in self._connection.execute(_WITH_TICKS, with_ticks)]
        for batch in batches(ids):
            rows = self._claims.read(batch)
            for fixture_id, stored in read_stored(self._connection, batch).items():
                claims = self._claims.claims(rows[fixture_id], stored)
                spans: defaultdict[tuple[int, str], list[tuple[bool, int, int]]] = defaultdict(list)
                for claim in claims:
                    for series, (first, last, _) in claim.body.series.items():
                        spans[series].append((claim.load_id == self._id, first, last))
                for series, own in spans.items():
                    self._delete_span(fixture_id, *series, own)

    def _delete_span(
        self, fixture_id: int, maker_id: int, market: str, spans: Iterable[tuple[bool, int, int]]
    ) -> None:
        """spans: whether they are going, and their first and last seconds."""
        within = [f"recorded_ts between {first} and {last}" for gone, first, last in spans if gone]
        beyond = [
            f"not recorded_ts between {first} and {last}" for gone, first, last in spans if not gone
        ]
        if within:
            where = " and ".join([f"({' or '.join(within)})", *beyond])
            key = "fixture_id = :id and bookmaker_id = :maker and market = :market"
            values = {"id": fixture_id, "maker": maker_id, "market": market}
            self._deleter.delete("odds_tick", f"{key} and {where}", values)

    def _delete_from_catalogue(self) -> None:
        """Delete the rows of the catalogue that the load inserted and nothing needs any more."""
        connection, deleter = self._connection, self._deleter
        values = {"load_id": self._id, "source_id": self._load.source_id}
        is_last = not connection.execute(_LATER_OF_SOURCE, values).fetchone()[0]
        services = [row[0] for row in connection.execute(_LOADS_OF_SERVICE, values)]
        inserted: defaultdict[str, list[tuple[int | str, ...]]] = defaultdict(list)
        # A row of this load may be repeated by a later one of a service; one of a load that is gone by any.
        is_repeated = any(service > self._id for service in services)
        for table, *keys, load_id in connection.execute(_MADE, values):
            if table in _ENTITIES:
                is_left = not (is_repeated if load_id == self._id else services)
            else:
                is_left = is_last and load_id == self._id
            if is_left:
                inserted[table].append(tuple(keys))
        for table, columns in _DEPENDENT.items():
            where = " and ".join(f"{name} = :{place}" for place, name in enumerate(columns))
            for keys in inserted[table]:
                deleter.delete(
                    table,
                    where,
                    {str(place): key for place, key in enumerate(keys[: len(columns)])},
                )
        self._delete_entities({table: [keys[0] for keys in inserted[table]] for table in _ENTITIES})
        connection.execute("update load_row set load_id = 0 where load_id = :load_id", values)
        for table, column in _ENTITIES.items():
            connection.execute(
                f"delete from load_row where changed = '{table}' and key_1 not in (select {column} from {table})"
            )

    def _delete_entities(self, inserted: dict[str, list[int | str]]) -> None:
        deleter = self._deleter
        for season_id in self._unneeded(inserted["season"], "select season_id from fixture"):
            deleter.delete_season(season_id)
        for league_id in self._unneeded(
            inserted["league"], "select league_id from fixture union select league_id from season"
        ):
            deleter.delete_league(league_id)
        deleter.delete_teams(int(team_id) for team_id in inserted["team"])
        deleter.delete_bookmakers(int(maker_id) for maker_id in inserted["bookmaker"])
        deleter.delete_countries(str(code) for code in inserted["country"])

    def _unneeded(self, ids: Sequence[int | str], needed: str) -> Iterator[int]:
        if ids:
            in_use = {row[0] for row in self._connection.execute(needed)}
            yield from sorted(int(row_id) for row_id in ids if row_id not in in_use)

    def _delete_record(self) -> None:
        values = {"load_id": self._id, "source_id": self._load.source_id}
        for table in ("refused_row", "replaced_value", "placeholder"):
            self._connection.execute(
                f"delete from {table} where load_id = :load_id", values
            )  # tables of ours
        self._connection.execute("delete from load where id = :load_id", values)


def _count_known(stored: StoredFixture) -> int:
    """How many figures, quotes and timelines of a fixture are known."""
    fixture = stored.fixture
    return (
        sum(value is not None for value in fixture[_FIRST_FIGURE:])
        + (fixture.round is not None)
        + sum(value is not None for row in stored.details.values() for value in row[1:])
        + bool(stored.events)
        + len(stored.figures)
        + sum(quotes[place] != NO_QUOTE for quotes in stored.odds.values() for _, place in PERIODS)
    )


_FIRST_FIGURE = FixtureRecord._fields.index("home_goals")
_ENTITIES = {"season": "id", "league": "id", "team": "id", "bookmaker": "id", "country": "code"}
_DEPENDENT = {
    "country_name": ("country_code", "lang"),
    "league_name": ("league_id", "lang"),
    "team_name": ("team_id", "lang"),
    "season_team": ("season_id", "team_id"),
    "points_adjustment": ("season_id", "team_id", "seq"),
    "season_rules": ("season_id",),
    "external_id": ("source_id", "kind", "scope", "key"),
    "retired_league": ("id",),
}
"""Table → key columns; its rows are deleted with the load that inserted them, if no later load of its source exists."""

_LEFT = "select id from fixture where id in (select value from json_each(:ids)) order by id"
_OTHER_OF_SERVICE = """
    select exists(select 1 from load join source on source.id = load.source_id
                  where source.name = 'v1' and load.id <> :load_id)
"""
_FIXTURES = (
    "select distinct fixture_id from claim where id >= :first and id < :end order by fixture_id"
)
_UNUSED_KEYS = f"""
    source_id = :source_id and kind = 'fixture' and not exists (
      select 1 from claim join load on load.id = claim.id >> {CLAIM_BITS}
      where claim.fixture_id = external_id.entity_id and load.source_id = :source_id)
"""
_SEASONS = "select distinct season_id from fixture where id in (select value from json_each(:ids))"
_WITH_TICKS = """
    select distinct fixture_id from odds_tick where fixture_id in (select value from json_each(:ids))
"""
_MAKERS = """
    select distinct bookmaker_id from odds where fixture_id in (select value from json_each(:ids))
    union select distinct bookmaker_id from odds_tick where fixture_id in (select value from json_each(:ids))
"""
_REPEATED = """
    select claim_id, min(load_id) from claim_again
    where claim_id >= :first and claim_id < :end and parts is null
    group by claim_id order by claim_id
"""
_REPEATED_PARTLY = f"""
    select fixture_id, {", ".join(f"claim_again.{name}" for name in ClaimAgain._fields)}
    from claim_again join claim on claim.id = claim_id
    where claim_id >= :first and claim_id < :end order by fixture_id, claim_id, load_id
"""
"""Deletes a merged club that the load inserted from the journals, so that undoing the merge does not restore it."""

_LATER_OF_SOURCE = (
    "select exists(select 1 from load where source_id = :source_id and id > :load_id)"
)
_LOADS_OF_SERVICE = """
    select load.id from load join source on source.id = load.source_id
    where source.name = 'v1' and load.id <> :load_id
"""
_MADE = """
    select changed, key_1, key_2, key_3, key_4, load_id from load_row
    where load_id in (0, :load_id) order by changed, key_1, key_2, key_3, key_4
"""
_NO_SOURCE = """
    delete from source where id = :source_id
      and not exists (select 1 from fixture_source where source_id = :source_id)
      and not exists (select 1 from external_id where source_id = :source_id)
      and not exists (select 1 from load where source_id = :source_id)
      and not exists (select 1 from taken_page where source_id = :source_id)
      and not exists (select 1 from pull where source_id = :source_id)
"""
