"""Derives the fixtures of seasons from all that loads said of them, and writes those that differ."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from footydata.football.records import (
    CLAIM_BITS,
    ClaimRow,
    FixtureRecord,
)
from footydata.football.terms import DAY, Part, Status
from footydata.rules.duplicates import Told
from footydata.store.claims.claim import (
    BASE,
    ClaimBody,
    ClaimRows,
    FixtureClaim,
    body_in,
    bytes_of,
    exchanged_body,
)
from footydata.store.claims.grouping import ClaimGroup, Said, StoredSeason, groups_of, read_season
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import (
    BATCH_SIZE,
    Differences,
    StoredFixture,
    read_stored,
)
from footydata.store.rows import delete_derived


class Regrouped(NamedTuple):
    """A fixture that was derived anew.

    before: as it was stored, maybe under another id; after: as it is now. joined: further fixtures that are this one.
    """

    before: StoredFixture
    after: StoredFixture
    joined: tuple[StoredFixture, ...]

    @property
    def has_changed(self) -> bool:
        """Whether its values differ, whatever sources hold them."""
        return self.before._replace(sources=[]) != self.after._replace(sources=[])

    @property
    def has_moved(self) -> bool:
        """Whether it has another id, league, season or pair."""
        return self.before.fixture[:_KICKOFF] != self.after.fixture[:_KICKOFF]

    @property
    def seasons(self) -> set[int]:
        """The seasons in which it was and is."""
        both = self.before.fixture.season_id, self.after.fixture.season_id
        return {season_id for season_id in both if season_id is not None}


def regroup(
    connection: sqlite3.Connection,
    season_id: int | None,
    changed: Collection[int] = (),
    *,
    clubs: Collection[int] | None = None,
) -> list[Regrouped]:
    """Derive the fixtures of a season and write those that differ; returns those derived anew. Commits nothing.

    changed: fixtures of which less is said now, or whose sources have another order. season_id: None for those of them
    that have no season. clubs: of which alone a name may mean another one now; None for all.
    """
    season = None if season_id is None else read_season(connection, season_id)
    if season is None and (season_id is not None or not changed):
        return []
    if not changed and not connection.execute(_IS_NAMED, {"id": season_id}).fetchone()[0]:
        # A service says by ids which fixture it means.
        return []
    return _Regrouping(connection, season).write(changed, clubs)


class Placed(NamedTuple):
    """Which fixture is meant by what a load is about to claim.

    is_new: whether it is not stored yet. is_exchanged: whether the load names the teams in the other order.
    """

    fixture_id: int
    is_new: bool
    is_exchanged: bool


def place(connection: sqlite3.Connection, season_id: int, incoming: Iterable[Said]) -> list[Placed]:
    """Place what a load is about to claim in a season, whose stored fixtures may move for it. Commits nothing."""
    season = read_season(connection, season_id)
    assert season is not None
    return _Regrouping(connection, season).place(list(incoming))


def differing_fixtures(connection: sqlite3.Connection) -> Iterator[int]:
    """The fixtures that are not stored as what was said of them amounts to; writes nothing."""
    for (season_id,) in connection.execute(_SEASONS).fetchall():
        season = None if season_id is None else read_season(connection, season_id)
        yield from _Regrouping(connection, season).differing()


class _Regrouping:
    """The derivation of one season; None: of the fixtures that have none, each of which stands by its id."""

    def __init__(self, connection: sqlite3.Connection, season: StoredSeason | None) -> None:
        self._connection = connection
        self._season = season
        self._claims = ClaimRows(connection)

    def write(self, changed: Collection[int], clubs: Collection[int] | None) -> list[Regrouped]:
        """Write the meetings that are not stored as they are derived, or of which something has changed."""
        if self._season is None:
            groups, moved = self._groups_by_id(changed), set[int]()
        else:
            ids = self._ids_of(clubs)
            groups, moved = self._groups(ids=ids)
            if ids is not None and len({group.pair for group in groups}) < len(groups):
                # Where one pair meets twice, those of others may be more meetings too.
                groups, moved = self._groups()
        anew = [
            group
            for group in groups
            if group.id in moved or any(said.row.fixture_id in changed for said in group.claims)
        ]
        regrouped: list[Regrouped] = []
        # Meetings may exchange their ids: those that move are written together.
        together = [group for group in anew if group.id in moved]
        others = [group for group in anew if group.id not in moved]
        if together:
            regrouped += self._write(together, is_moved=True)
        for start in range(0, len(others), BATCH_SIZE):
            regrouped += self._write(others[start : start + BATCH_SIZE], is_moved=False)
        return regrouped

    def differing(self) -> Iterator[int]:
        """The ids of the meetings that are not stored as they are derived."""
        groups, moved = (
            (self._groups_by_id(None), set[int]()) if self._season is None else self._groups()
        )
        yield from sorted(moved)
        with_bodies = [
            group
            for group in groups
            if group.id not in moved and group.claims[0].row.body is not None
        ]
        for start in range(0, len(with_bodies), BATCH_SIZE):
            batch = with_bodies[start : start + BATCH_SIZE]
            stored = read_stored(self._connection, [group.id for group in batch])
            for group in batch:
                rows = (said.row for said in group.claims)
                if merge(self._claims.claims(rows, stored[group.id])) != stored[group.id]:
                    yield group.id

    def place(self, incoming: Sequence[Said]) -> list[Placed]:
        """Where what a load is about to claim belongs, after the meetings that have to move for it are written."""
        groups, moved = self._groups(incoming)
        together = [group for group in groups if group.id in moved]
        if together:
            self._write(together, is_moved=True)
        by_said: dict[int, Placed] = {}
        for group in groups:
            is_new = not group.claims
            for said in group.incoming:
                by_said[id(said)] = Placed(group.id, is_new, group.exchanges(said))
                is_new = False
        return [by_said[id(said)] for said in incoming]

    def _groups_by_id(self, ids: Collection[int] | None) -> list[ClaimGroup]:
        """The fixtures without a season; ids: None for all."""
        return [ClaimGroup.of_fixture(*own) for own in self._by_fixture(ids).values()]

    def _ids_of(self, clubs: Collection[int] | None) -> list[int] | None:
        """The fixtures of clubs; None for all, also where pairs meet more than once, which decides for every pair."""
        if clubs is None or self._season is None:
            return None
        values = {"season_id": self._season.id, "clubs": json.dumps(sorted(clubs))}
        if self._connection.execute(_HAS_TWICE, values).fetchone()[0]:
            return None
        return [row[0] for row in self._connection.execute(_OF_CLUBS, values)]

    def _groups(
        self, incoming: Iterable[Said] = (), ids: Collection[int] | None = None
    ) -> tuple[list[ClaimGroup], set[int]]:
        """The meetings of these fixtures, None for all, and the ids of those that have other claims or teams now."""
        assert self._season is not None
        by_fixture = self._by_fixture(ids)
        stored = (said for own in by_fixture.values() for said in own)
        groups = groups_of(self._season, [*stored, *incoming])
        sql = "select id, home_id, away_id from fixture where season_id = ?"
        pairs = {id_: pair for id_, *pair in self._connection.execute(sql, (self._season.id,))}
        return groups, {
            group.id
            for group in groups
            if group.claims
            and (
                not group.is_stored(by_fixture)
                # A name may mean another club now.
                or tuple(pairs.get(group.id, group.pair)) != group.pair
            )
        }

    def _by_fixture(self, ids: Collection[int] | None) -> dict[int, list[Said]]:
        by_fixture: defaultdict[int, list[Said]] = defaultdict(list)
        for said in self._said(ids):
            by_fixture[said.row.fixture_id].append(said)
        return by_fixture

    def _said(self, ids: Collection[int] | None) -> Iterator[Said]:
        keys = self._keys()
        for (
            *values,
            home_id,
            away_id,
            kickoff_ts,
            time_known,
            status,
            in_table,
            home_goals,
            away_goals,
            has_odds,
        ) in self._connection.execute(_CLAIMS, self._values(ids)):
            row = ClaimRow._make(values)
            load = self._claims.load(row.id >> CLAIM_BITS)
            is_finished, is_remote = status == Status.FINISHED, row.home_name is None
            if row.body is not None:
                body = body_in(row.body)
                own, is_finished, has_odds = body.fixture, body.is_finished, bool(body.odds)
                is_scored = bool(body.parts & Part.GOALS)
                home_goals, away_goals = (
                    (own.home_goals, own.away_goals) if is_scored else (None, None)
                )
                if body.parts & BASE:
                    kickoff_ts, time_known, in_table = own.kickoff_ts, own.time_known, own.in_table
            pair = (away_id, home_id) if row.exchanged else (home_id, away_id)
            key = (
                (load.source_id, str(row.fixture_id))
                if is_remote
                else keys.get((load.source_id, row.fixture_id))
            )
            score = None if home_goals is None or away_goals is None else (home_goals, away_goals)
            if score is not None and row.exchanged:
                score = score[::-1]
            yield Said(
                row,
                load,
                pair,
                Told(
                    load.id,
                    kickoff_ts,
                    bool(time_known),
                    is_finished,
                    score,
                    bool(in_table),
                    load.source_id,
                    key,
                ),
                is_remote,
                not (is_remote or has_odds),
            )

    def _keys(self) -> dict[tuple[int, int], tuple[int, str]]:
        """Source and fixture → the source's only own id of it."""
        keys: dict[tuple[int, int], tuple[int, str]] = {}
        several: set[tuple[int, int]] = set()
        values = self._values(None)
        for source_id, key, fixture_id in self._connection.execute(_KEYS, values):
            if (source_id, fixture_id) in keys:
                several.add((source_id, fixture_id))
            keys[source_id, fixture_id] = source_id, key
        return {place: key for place, key in keys.items() if place not in several}

    def _values(self, ids: Collection[int] | None) -> dict[str, object]:
        return {
            "season_id": None if self._season is None else self._season.id,
            "ids": None if ids is None else json.dumps(sorted(ids)),
        }

    def _write(self, groups: Sequence[ClaimGroup], *, is_moved: bool) -> list[Regrouped]:
        connection = self._connection
        old_ids = sorted({said.row.fixture_id for group in groups for said in group.claims})
        stored = read_stored(connection, old_ids)
        regrouped: list[Regrouped] = []
        claim_values: list[tuple[object, ...]] = []
        for group in groups:
            claims = [
                self._claims.claim(said.row, stored[said.row.fixture_id]) for said in group.claims
            ]
            if is_moved:
                claims = [
                    self._of_group(claim, group, flips=group.flips(said))
                    for said, claim in zip(group.claims, claims, strict=True)
                ]
            before, *joined = group.fixtures(stored)
            regrouped.append(Regrouped(before, merge(claims), tuple(joined)))
            for said, claim in zip(group.claims, claims, strict=True):
                if group.changes(said):
                    claim_values.append(self._claim_values(said, group, claim.body))
        if is_moved:
            connection.execute("pragma defer_foreign_keys = on")
            self._set_aside(groups, stored)
            delete_derived(connection, old_ids)
        differences = Differences(connection)
        for before, after, _ in regrouped:
            differences.add(None if is_moved else before, after)
        differences.write()
        connection.executemany(_SET_CLAIM, claim_values)
        for statement in _PUT_BACK if is_moved else ():
            connection.execute(statement)
        return regrouped

    def _of_group(self, claim: FixtureClaim, group: ClaimGroup, *, flips: bool) -> FixtureClaim:
        """A claim as of the fixture of a group."""
        assert self._season is not None
        body = exchanged_body(claim.body) if flips else claim.body
        fixture = body.fixture._replace(id=group.id)
        if not body.is_remote:
            home_id, away_id = group.pair
            fixture = fixture._replace(
                league_id=self._season.league_id,
                season_id=self._season.id,
                home_id=home_id,
                away_id=away_id,
            )
        return claim._replace(body=body._replace(fixture=fixture))

    def _claim_values(self, said: Said, group: ClaimGroup, body: ClaimBody) -> tuple[object, ...]:
        row, is_only = said.row, len(group.claims) == 1
        names = row.home_name, row.away_name
        return (
            group.id,
            *(names[::-1] if group.flips(said) else names),
            None if is_only else bytes_of(body),
            int(group.exchanges(said)),
            row.id,
        )

    def _set_aside(self, groups: Sequence[ClaimGroup], stored: Mapping[int, StoredFixture]) -> None:
        """Let what hangs on the old fixtures follow their claims: odds histories, fair lines, own ids of sources.

        It gets the new id below zero until the new fixtures are written, as two meetings may exchange their ids.
        """
        ticks: dict[int, int] = {}
        lines: dict[int, int] = {}
        keys: dict[tuple[int, int], int] = {}
        moves = [(said, group) for group in groups for said in group.claims]
        for said, group in sorted(moves, key=lambda move: not move[0].is_remote):
            old_id = said.row.fixture_id
            ticks.setdefault(old_id, group.id)
            keys[old_id, said.load.source_id] = group.id
            before = stored[old_id].fixture
            same_day = group.kickoff_ts // DAY == before.kickoff_ts // DAY
            if same_day and group.pair == (before.home_id, before.away_id):
                lines.setdefault(old_id, group.id)
        move = self._connection.executemany
        move(_MOVE.format("odds_tick"), ((new, old) for old, new in ticks.items()))
        move(_MOVE.format("fair_line"), ((new, old) for old, new in lines.items()))
        move(_MOVE_KEYS, ((new, *old) for old, new in keys.items()))


_KICKOFF = FixtureRecord._fields.index("kickoff_ts")
_SEASONS = "select distinct season_id from fixture order by season_id"
_CLAIMS = f"""
    select {", ".join(f"claim.{name}" for name in ClaimRow._fields)},
           coalesce(home.entity_id, home_id), coalesce(away.entity_id, away_id), kickoff_ts, time_known, status,
           in_table, home_goals, away_goals, exists(select 1 from odds where odds.fixture_id = fixture.id)
    from fixture join claim on claim.fixture_id = fixture.id
    left join external_id as home on home.id = claim.home_name
    left join external_id as away on away.id = claim.away_name
    where season_id is :season_id and (:ids is null or fixture.id in (select value from json_each(:ids)))
"""
_HAS_TWICE = """
    select exists(select 1 from fixture where season_id = :season_id group by home_id, away_id having count(*) > 1)
"""
_OF_CLUBS = """
    select id from fixture where season_id = :season_id
      and (home_id in (select value from json_each(:clubs)) or away_id in (select value from json_each(:clubs)))
"""
_KEYS = """
    select source_id, key, entity_id from external_id join fixture on fixture.id = entity_id
    where kind = 'fixture' and scope = '' and season_id is :season_id order by source_id, key
"""
_MOVE = "update or ignore {} set fixture_id = -? where fixture_id = ?"
_MOVE_KEYS = "update external_id set entity_id = -? where kind = 'fixture' and entity_id = ? and source_id = ?"
_PUT_BACK = (
    "update or replace odds_tick set fixture_id = -fixture_id where fixture_id < 0",
    "update or replace fair_line set fixture_id = -fixture_id where fixture_id < 0",
    "update external_id set entity_id = -entity_id where kind = 'fixture' and entity_id < 0",
)
_SET_CLAIM = """
    update claim set fixture_id = ?, home_name = ?, away_name = ?, body = ?, exchanged = ? where id = ?
"""
_IS_NAMED = """
    select exists(select 1 from fixture join claim on claim.fixture_id = fixture.id
                  where season_id = :id and home_name is not null)
"""
