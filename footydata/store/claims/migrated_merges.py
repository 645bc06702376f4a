"""Adds claims of deleted fixtures to the journals of team merges of an older version.

Before claims, a merge of two teams wrote the values of one fixture into the other, and its journal has all rows of the
deleted fixture. Its claims are reconstructed from these rows and moved to the other fixture, and the journal records
the move, so that the merge can be undone like a merge of today.
"""

import json
import sqlite3
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from footydata.football.records import (
    CLAIM_BITS,
    EventRecord,
    FixtureFigure,
    FixtureRecord,
    StatisticsRecord,
    TeamEditRow,
    columns_of,
)
from footydata.store.claims.claim import STATISTICS, ClaimBody
from footydata.store.claims.journal import COLUMNS, Change, read_changes
from footydata.store.claims.merging import merge
from footydata.store.claims.missing_claims import MissingClaims, NamedLoad, lists_of_names, parts_in
from footydata.store.claims.stored import Provenance, StoredFixture, read_stored
from footydata.store.writing import upsert


def add_claims_of_merges(connection: sqlite3.Connection) -> None:
    """Add claims to the journals of a file of version 14, and delete its notes. Commits nothing.

    A deleted fixture stays without claims if its loads are unknown, or if the claims would not merge into its rows.
    """
    lists = lists_of_names(connection)
    for edit_id, kept_id, gone_id in connection.execute(_STANDING).fetchall():
        changed = read_changes(connection, edit_id)
        merge_ = _Merge(connection, lists, {kept_id, gone_id}, changed)
        moved = [each for deleted in merge_.deleted() for each in merge_.move(deleted)]
        (seq,) = connection.execute("select max(seq) from team_edit_row where edit_id = ?", (edit_id,)).fetchone()
        rows = (
            TeamEditRow(edit_id, seq + place, "claim", json.dumps([claim_id]), _fixture_id(old_id), _fixture_id(new_id))
            for place, (claim_id, old_id, new_id) in enumerate(moved, start=1)
        )
        upsert(connection, "team_edit_row", rows)
        for _, old_id, _ in moved:
            _delete_values(connection, edit_id, old_id)
    _delete_derived_columns(connection)


class _Deleted(NamedTuple):
    """A fixture that a merge deleted, and the loads that wrote it."""

    stored: StoredFixture
    loads: list[NamedLoad]


class _Merge:
    """A merge of an older version; teams: the ids of both."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        lists: Mapping[int, frozenset[str]],
        teams: set[int],
        changed: Sequence[Change],
    ) -> None:
        self._connection, self._lists, self._teams = connection, lists, teams
        self._missing = MissingClaims(connection)
        self._rows: dict[int, list[Change]] = {}
        for change in changed:
            key = change.place[1]
            if change.place[0] in _OF_FIXTURES:
                self._rows.setdefault(key[0], []).append(change)

    def deleted(self) -> Iterator[_Deleted]:
        """The fixtures that the merge deleted, as they were."""
        sources = {row[0]: row for row in self._connection.execute("select id, trust, name from source")}
        for changes in self._rows.values():
            rows: dict[str, list[dict[str, Any]]] = {table: [] for table in _OF_FIXTURES}
            for change in changes:
                if change.after is None and change.before is not None:
                    rows[change.place[0]].append(change.before)
            if rows["fixture"]:
                yield _Deleted(_stored(rows, sources), [self._named(row) for row in rows["fixture_load"]])

    def move(self, deleted: _Deleted) -> list[tuple[int, int, int]]:
        """Move the claims of a deleted fixture to the one that it was merged into.

        Returns the id of each claim, of the deleted fixture and of the other one; nothing where that is not known.
        """
        target = self._merged_into(deleted.stored.fixture)
        if target is None or not deleted.loads or not all(map(self._is_known, deleted.loads)):
            return []
        missing, claims = self._missing, self._missing.claims
        rows = claims.read([target.fixture.id])[target.fixture.id]
        moved_claims = missing.claims_of(deleted.stored, deleted.loads)
        if len(moved_claims) == 1:
            body = claims.body_of_rows(deleted.stored, is_remote=False)
            load_id = deleted.loads[0][0] if len(deleted.loads) == 1 else moved_claims[0].load_id
            moved_claims = [missing.claim(load_id, body)]
        of_deleted = {claim.load_id for claim in moved_claims}
        since = {change.place[1][1] for change in self._of(target, "fixture_load") if change.before is None}
        if self._loses_more(target) or of_deleted & {row.id >> CLAIM_BITS for row in rows} - since:
            return []
        own = [(row, claims.claim(row, target)) for row in rows if row.id >> CLAIM_BITS not in of_deleted]
        own = [(row, claim._replace(body=self._before(target, claim.load_id, claim.body))) for row, claim in own]
        moved_claims = [claim._replace(body=_with_ids_of(target.fixture, claim.body)) for claim in moved_claims]
        if merge([*(claim for _, claim in own), *moved_claims])._replace(referees={}) != target._replace(referees={}):
            return []
        for row, claim in own:
            claims.set_body(row, claim.body)
        by_load = {row.id >> CLAIM_BITS: row for row in rows}
        moved = []
        for claim in moved_claims:
            if claim.load_id in by_load:
                row = claims.set_body(by_load[claim.load_id], claim.body)
            else:
                row = claims.add(claim.load_id, target.fixture.id, missing.names(target, claim), claim.body)
            moved.append((row.id, deleted.stored.fixture.id, target.fixture.id))
        claims.write()
        return moved

    def _of(self, stored: StoredFixture, table: str) -> list[Change]:
        return [change for change in self._rows.get(stored.fixture.id, ()) if change.place[0] == table]

    def _is_known(self, load: NamedLoad) -> bool:
        return self._connection.execute("select 1 from load where id = ?", (load[0],)).fetchone() is not None

    def _named(self, row: Mapping[str, Any]) -> NamedLoad:
        return row["load_id"], self._lists.get(row["cells_id"], frozenset())

    def _merged_into(self, row: FixtureRecord) -> StoredFixture | None:
        """The fixture that a deleted one was merged into: the nearest of those that the merge changed."""
        ids = json.dumps(list(self._rows))
        values = {"ids": ids, "league_id": row.league_id, "home_id": row.home_id, "away_id": row.away_id}
        teams = {"teams": json.dumps(list(self._teams)), "kickoff_ts": row.kickoff_ts}
        target_id = self._connection.execute(_MERGED_INTO, values | teams).fetchone()
        return None if target_id is None else read_stored(self._connection, target_id)[target_id[0]]

    def _loses_more(self, target: StoredFixture) -> bool:
        """Whether the merge replaced values in tables of which only whole rows can be restored."""
        values = (change.before for table in _WHOLE for change in self._of(target, table) if change.after is not None)
        return any(value is not None for before in values for value in (before or {}).values())

    def _before(self, target: StoredFixture, load_id: int, body: ClaimBody) -> ClaimBody:
        """The body of a load's claim of the fixture before the merge replaced values of it."""
        notes = [change for change in self._of(target, "fixture_load") if change.place[1][1] == load_id]
        if not (notes and notes[0].before and "cells_id" in notes[0].before):
            return body
        names = self._lists.get(notes[0].before["cells_id"])
        values = {
            (table, name): value
            for table, prefix in (("fixture", ""), ("statistics", "statistics."))
            for change in self._of(target, table)
            for name, value in (change.before or {}).items()
            if value is not None and name not in _IDENTITY and (names is None or prefix + name in names)
        }
        parts = parts_in(self._missing.claims.load(load_id).rank.name, names or ())
        for change in self._of(target, "fixture_source"):
            if names is None and change.before and change.place[1][1] == self._missing.claims.load(load_id).source_id:
                parts |= change.before.get("parts", 0)
        fixture = body.fixture._replace(
            **{name: value for (table, name), value in values.items() if table == "fixture"}
        )
        statistics = {name: value for (table, name), value in values.items() if table == "statistics"}
        if statistics:
            row = body.details.get(STATISTICS, StatisticsRecord(target.fixture.id))
            body = body._replace(details={**body.details, STATISTICS: row._replace(**statistics)})
        return body._replace(fixture=fixture, parts=body.parts | parts)


def _stored(rows: Mapping[str, list[dict[str, Any]]], sources: Mapping[int, tuple[int, int, str]]) -> StoredFixture:
    """A fixture of whose rows a journal has the columns."""
    figures = (FixtureFigure(**row) for row in rows["fixture_figure"])
    return StoredFixture(
        FixtureRecord(**rows["fixture"][0]),
        {STATISTICS: StatisticsRecord(**rows["statistics"][0])} if rows["statistics"] else {},
        sorted((EventRecord(**row) for row in rows["event"]), key=lambda event: event.seq),
        {(row["bookmaker_id"], row["market"]): tuple(row[name] for name in _QUOTES) for row in rows["odds"]},
        [Provenance(*sources[row["source_id"]], row["parts"], row["fetched_ts"]) for row in rows["fixture_source"]],
        {(row.figure, row.half): row for row in figures},
        {row["source_id"]: (row["spelling"], row["name"]) for row in rows["fixture_referee"]},
    )


def _with_ids_of(row: FixtureRecord, body: ClaimBody) -> ClaimBody:
    """A body with the ids of another fixture."""
    ids = {name: getattr(row, name) for name in ("id", *_IDENTITY)}
    return body._replace(
        fixture=body.fixture._replace(**ids),
        details={part: detail._replace(fixture_id=row.id) for part, detail in body.details.items()},
        events=None if body.events is None else [event._replace(fixture_id=row.id) for event in body.events],
    )


def _fixture_id(fixture_id: int) -> str:
    return json.dumps({"fixture_id": fixture_id})


def _delete_values(connection: sqlite3.Connection, edit_id: int, fixture_id: int) -> None:
    """Delete from a journal the values of a deleted fixture that its claims have."""
    place = {"edit_id": edit_id, "key": json.dumps([fixture_id])}
    (seq, before) = connection.execute(_DELETED, place).fetchone()
    connection.execute(
        _SET_ROW, {"edit_id": edit_id, "seq": seq, "before": _only(COLUMNS["fixture"], before), "after": None}
    )


def _only(names: Container[str], text: str) -> str:
    return json.dumps({name: value for name, value in json.loads(text).items() if name in names})


def _delete_derived_columns(connection: sqlite3.Connection) -> None:
    """Delete from the journals all columns of fixtures but those that claims do not have: league, season and teams."""
    connection.execute(_FORGET_NOTES)
    for edit_id, seq, before, after in connection.execute(_CHANGED_FIXTURES).fetchall():
        texts = [_only(_IDENTITY, text) for text in (before, after)]
        values = {"edit_id": edit_id, "seq": seq, "before": texts[0], "after": texts[1]}
        is_empty = texts[0] == texts[1] == "{}"
        connection.execute(_FORGET_ROW if is_empty else _SET_ROW, values)


_OF_FIXTURES = (
    "fixture",
    "statistics",
    "event",
    "odds",
    "fixture_source",
    "fixture_figure",
    "fixture_referee",
    "fixture_load",
)
_WHOLE = ("event", "odds", "fixture_figure", "fixture_referee")
_QUOTES = columns_of("odds")[3:]
_IDENTITY = ("league_id", "season_id", "home_id", "away_id")
_TEAM_TABLES = "('team', 'team_name', 'season_team', 'points_adjustment', 'team_alias', 'external_id')"
_FORGET_NOTES = f"""
    delete from team_edit_row
    where changed not in {_TEAM_TABLES} and (changed not in ('claim', 'fixture', 'odds_tick') or before is '{{}}')
"""
_CHANGED_FIXTURES = """
    select edit_id, seq, before, after from team_edit_row
    where changed = 'fixture' and before is not null and after is not null
"""
_FORGET_ROW = "delete from team_edit_row where edit_id = :edit_id and seq = :seq"
_SET_ROW = "update team_edit_row set before = :before, after = :after where edit_id = :edit_id and seq = :seq"
_DELETED = """
    select seq, before from team_edit_row
    where edit_id = :edit_id and changed = 'fixture' and key = :key and after is null
"""
_STANDING = """
    select id, team_id, gone_id from team_edit where undone_ts is null and gone_id is not null order by id desc
"""
_MERGED_INTO = """
    select id from fixture
    where id in (select value from json_each(:ids)) and league_id = :league_id
      and (home_id = :home_id
           or home_id in (select value from json_each(:teams)) and :home_id in (select value from json_each(:teams)))
      and (away_id = :away_id
           or away_id in (select value from json_each(:teams)) and :away_id in (select value from json_each(:teams)))
    order by abs(kickoff_ts - :kickoff_ts), id limit 1
"""
