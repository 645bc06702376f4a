"""Notes which load gave what, so that unloading one load leaves what other loads gave.

A load that inserts a fixture gave all of it. If another load gives the fixture too, the cells that each of them gave
are noted (see `cell_names`); a replaced value counts as given by the load that replaced it. The clubs, seasons, names
and other rows of the catalogue are noted by triggers when they are inserted.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from footydata.contract.terms import Part
from footydata.importing.cell_names import CellNames
from footydata.records import FixtureChange, FixtureLoad, ReplacedValue, key_of
from footydata.store.stored import Stored
from footydata.store.writing import insert, upsert

if TYPE_CHECKING:
    from footydata.importing.merge import Conflict

OLDER = 0
"""The load id of what was imported before loads were noted, and of catalogue rows that outlived their load."""

CHANGEABLE = ("kickoff_ts", "time_known", "status", "state_detail", "stage", "in_table")
"""The columns of a fixture whose former values are noted when they change: never unknown, or dependent on these."""

CATALOGUE: dict[str, tuple[str, str] | None] = {
    "country": None,
    "league": None,
    "season": None,
    "team": None,
    "bookmaker": None,
    "retired_league": None,
    "country_name": ("'country'", "country_code"),
    "league_name": ("'league'", "league_id"),
    "team_name": ("'team'", "team_id"),
    "season_team": ("'season'", "season_id"),
    "points_adjustment": ("'season'", "season_id"),
    "season_rules": ("'season'", "season_id"),
    "external_id": ("new.kind", "entity_id"),
}
"""Table of the catalogue → the kind and id of the row on which its rows depend, as SQL; None for independent rows."""


class MergedFixture(NamedTuple):
    """A fixture as it was stored, as it is now, and as the load gave it.

    series: bookmaker id and market of each odds history that the load gave → whether it was stored before.
    """

    before: Stored
    after: Stored
    given: Stored
    series: Mapping[tuple[int, str], bool] = MappingProxyType({})


class _Noted(NamedTuple):
    """The notes of a batch; gone: fixture id and load id of notes to delete."""

    rows: list[FixtureLoad]
    changes: list[FixtureChange]
    gone: list[tuple[int, int]]


class LoadNotes:
    """The notes of one run of loads.

    Attributes:
        load_id: of the load under way, None if nothing is noted.
        rows_written: rows of notes that were written, which the load does not count as its own.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.load_id: int | None = None
        self.rows_written = 0
        self._same_place: frozenset[int] = frozenset()
        self._inserted: list[tuple[Any, ...]] = []
        self._entities: set[tuple[str, Any]] = set()
        self._lists: dict[frozenset[str], int] = {}
        self._cells: dict[int, frozenset[str]] = {}
        self._names = CellNames(connection)
        self._unions: dict[tuple[int, int], int] = {}
        self._loads: dict[int, dict[int, int | None]] = {}
        self._noted = _Noted([], [], [])

    def record_inserts(self) -> None:
        """Create the triggers that note inserted rows of the catalogue; outside a transaction."""
        self._connection.create_function("footydata_inserted", -1, self._note_inserted)
        for table, owner in CATALOGUE.items():
            keys = ", ".join(f"new.{name}" for name in key_of(table))
            kind, entity = ("null", "null") if owner is None else (owner[0], f"new.{owner[1]}")
            # Names of our schema. A select does not count as a change.
            self._connection.execute(
                f"create temp trigger if not exists footydata_inserted_{table} after insert on main.{table} "
                f"begin select footydata_inserted('{table}', {kind}, {entity}, {keys}); end"
            )

    def begin(self, load_id: int | None, *, same_place: Iterable[int] = ()) -> None:
        """Begin a load, or forget one that was rolled back (None); same_place: earlier loads of its file or service."""
        if load_id is None:
            self.forget()
        if load_id != self.load_id:
            self._entities.clear()
        self.load_id = load_id
        self._same_place = frozenset(same_place)
        self._inserted.clear()

    def forget(self) -> None:
        """Clear what may have been rolled back, or written by others."""
        self._inserted.clear()
        self._entities.clear()
        self._lists.clear()
        self._cells.clear()
        self._names.forget()
        self._unions.clear()

    def write_inserted(self) -> None:
        """Write notes of the catalogue rows that were inserted since the last call."""
        inserted, self._inserted = self._inserted, []
        if self.load_id is None or not inserted:
            return
        rows = [(table, *keys, *[""] * (4 - len(keys)), self.load_id) for table, *keys in inserted]
        self.rows_written += upsert(self._connection, "load_row", rows)

    def write_new(self, ids: Iterable[int]) -> None:
        """Note that the load inserted these fixtures."""
        if self.load_id is None:
            return
        rows = [(fixture_id, self.load_id) for fixture_id in ids]
        insert(self._connection, "fixture_load", rows, FixtureLoad._fields[:2])
        self.rows_written += len(rows)

    def write_replaced(self, conflicts: "Iterable[Conflict]") -> None:
        """Note the values of finished fixtures that the load replaced."""
        taken = [conflict for conflict in conflicts if conflict.is_taken]
        if self.load_id is None or not taken:
            return
        sql = "select coalesce(max(seq), 0) from replaced_value where load_id = :load_id"
        (last,) = self._connection.execute(sql, {"load_id": self.load_id}).fetchone()
        rows = (
            ReplacedValue(self.load_id, seq, each.fixture_id, each.what, each.stored, each.incoming)
            for seq, each in enumerate(taken, start=last + 1)
        )
        self.rows_written += upsert(self._connection, "replaced_value", rows)

    def begin_batch(self, fixture_ids: Collection[int]) -> Collection[int]:
        """Read the notes of a batch of stored fixtures; gives those that need no note.

        Those are the fixtures that no other load gave, or all if nothing is noted. For each of the others, call
        note_same or note_merged; end_batch writes their notes.
        """
        self._noted = _Noted([], [], [])
        if self.load_id is None:
            return fixture_ids
        loads = self._loads = self.loads_of(fixture_ids)
        return {fixture_id for fixture_id in loads if loads[fixture_id].keys() == {self.load_id}}

    def note_same(self, given: Stored, stored: Stored) -> None:
        """Note what the load gave of a stored fixture that it did not change."""
        assert self.load_id is not None
        fixture_id, cells_id = stored.fixture.id, self._list_of(given, stored)
        known = self._loads.setdefault(fixture_id, {})
        if not known:
            self._noted.rows.append(FixtureLoad(fixture_id, OLDER))
            known[OLDER] = None
        before = known.get(self.load_id, cells_id)
        if before is None or known.get(self.load_id) == cells_id:
            return
        whole = known[self.load_id] = self._union(before, cells_id)
        self._noted.rows.append(FixtureLoad(fixture_id, self.load_id, whole))
        if not self._same_place.isdisjoint(known):
            lists = {load_id: listed for load_id, listed in known.items() if listed is not None}
            self._noted.gone.extend((fixture_id, load_id) for load_id in self._superseded(lists, known))

    def note_merged(self, merged: MergedFixture) -> None:
        """Note what the load gave of a stored fixture that it changed, or may have."""
        fixture_id = merged.before.fixture.id
        known = self._loads.setdefault(fixture_id, {})
        if known.keys() == {self.load_id}:
            return
        self._noted.changes.extend(self._changes(merged))
        lists = self._lists_by_load(merged, known)
        for load_id in self._superseded(lists, known):
            del lists[load_id]
            self._noted.gone.append((fixture_id, load_id))
        changed = (pair for pair in lists.items() if known.get(pair[0]) != pair[1])
        self._noted.rows.extend(FixtureLoad(fixture_id, *pair) for pair in changed)
        known.clear()
        known.update(lists)

    def end_batch(self) -> None:
        """Write the notes of the batch."""
        rows, changes, gone = self._noted
        self.rows_written += upsert(self._connection, "fixture_load", rows)
        self.rows_written += upsert(self._connection, "fixture_change", changes)
        for fixture_id, load_id in gone:
            sql = "delete from fixture_load where fixture_id = ? and load_id = ?"
            self.rows_written += self._connection.execute(sql, (fixture_id, load_id)).rowcount

    def _list_of(self, given: Stored, after: Stored) -> int:
        """The id of the list of given cells whose values are stored."""
        found = self._list_id(self._names.known(given))
        if lost := self._names.not_standing(given, after, in_part=True):
            found = self._list_id(self.cells(found).difference(lost))
        return found

    def _lists_by_load(self, merged: MergedFixture, known: Mapping[int, int | None]) -> dict[int, int]:
        """Load id → the list of cells that it gave and that are stored now, the load under way last."""
        assert self.load_id is not None
        before, after, given, _ = merged
        lost = self._names.not_standing(before, after, in_part=False)
        series, stored_series = self._series(merged)
        lists: dict[int, int] = {}
        for load_id, cells_id in (known or {OLDER: None}).items():
            if cells_id is None:
                cells_id = self._list_id(self._names.known(before) | stored_series)
            lists[load_id] = self._list_id(self.cells(cells_id).difference(lost)) if lost else cells_id
        mine = self._list_of(given, after)
        if series:
            mine = self._list_id(self.cells(mine) | series)
        lists[self.load_id] = self._union(lists.get(self.load_id, mine), mine)
        return lists

    def _series(self, merged: MergedFixture) -> tuple[frozenset[str], frozenset[str]]:
        """The cells of odds histories that the load gave, and of those that were stored before it."""
        if not any(source.parts & _HISTORY for source in merged.after.sources):
            return _NO_NAMES, _NO_NAMES
        found = self._connection.execute(_SERIES, {"id": merged.before.fixture.id}).fetchall()
        name = self._names.series
        given = frozenset(name(*key) for key in found if key in merged.series)
        return given, frozenset(name(*key) for key in found if merged.series.get(key, True))

    def _superseded(self, lists: Mapping[int, int], known: Mapping[int, int | None]) -> list[int]:
        """The loads of the same place, but its first, whose cells this load gave again; their notes are not needed."""
        assert self.load_id is not None
        if self._same_place.isdisjoint(known):
            return []
        between = (self._same_place & known.keys() & lists.keys()) - {min(known), self.load_id}
        mine = self.cells(lists[self.load_id])
        return [load_id for load_id in sorted(between) if self.cells(lists[load_id]) <= mine]

    def _changes(self, merged: MergedFixture) -> Iterable[FixtureChange]:
        assert self.load_id is not None
        old, new = merged.before.fixture, merged.after.fixture
        if old is new:
            return
        for name in CHANGEABLE:
            before, after = getattr(old, name), getattr(new, name)
            if before != after:
                yield FixtureChange(old.id, self.load_id, name, before, after)

    def unite(self, kept: Stored, gone: Stored, after: Stored) -> None:
        """Note what each load gave of two fixtures that were merged; after: the merged one."""
        ids = [kept.fixture.id, gone.fixture.id]
        loads = self.loads_of(ids)
        known = [loads.get(fixture_id, {}) for fixture_id in ids]
        if not any(known) or (known[0] == known[1] and len(known[0]) == 1):
            return
        cells: dict[int, frozenset[str]] = {}
        for stored, of_one in zip((kept, gone), known, strict=True):
            lost = self._names.not_standing(stored, after, in_part=True)
            standing = self._names.known(stored).difference(lost)
            for load_id, cells_id in (of_one or {OLDER: None}).items():
                given = standing if cells_id is None else self.cells(cells_id) & standing
                cells[load_id] = cells.get(load_id, _NO_NAMES) | given
        rows = [FixtureLoad(ids[0], load_id, self._list_id(names)) for load_id, names in sorted(cells.items())]
        upsert(self._connection, "fixture_load", rows)

    def loads_of(self, fixture_ids: Iterable[int]) -> dict[int, dict[int, int | None]]:
        """Fixture id → load id → the list of cells that it gave, None for all."""
        found: dict[int, dict[int, int | None]] = {}
        for fixture_id, load_id, cells_id in self._connection.execute(_LOADS, {"ids": json.dumps(list(fixture_ids))}):
            found.setdefault(fixture_id, {})[load_id] = cells_id
        return found

    def cells(self, cells_id: int) -> frozenset[str]:
        """The names in a list."""
        if cells_id not in self._cells:
            (text,) = self._connection.execute(
                "select cells from cell_list where id = :id", {"id": cells_id}
            ).fetchone()
            self._cells[cells_id] = frozenset(text.split())
        return self._cells[cells_id]

    def _list_id(self, names: frozenset[str]) -> int:
        found = self._lists.get(names)
        if found is None:
            values = {"cells": " ".join(sorted(names))}
            added = self._connection.execute("insert or ignore into cell_list (cells) values (:cells)", values)
            self.rows_written += added.rowcount
            (found,) = self._connection.execute("select id from cell_list where cells = :cells", values).fetchone()
            self._lists[names] = found
            self._cells[found] = names
        return found

    def _union(self, one: int, other: int) -> int:
        """The list of the names in two lists."""
        if one == other:
            return one
        found = self._unions.get((one, other))
        if found is None:
            found = self._unions[one, other] = self._list_id(self.cells(one) | self.cells(other))
        return found

    def _note_inserted(self, table: str, kind: str | None, entity: Any, *keys: Any) -> None:
        """Note an inserted row, unless the row on which it depends was inserted by the same load."""
        if self.load_id is None or (kind, entity) in self._entities:
            return
        if kind is None:
            self._entities.add((table, keys[0]))
        self._inserted.append((table, *keys))


_HISTORY = int(Part.ODDS_HISTORY)
_NO_NAMES: frozenset[str] = frozenset()
_SERIES = "select distinct bookmaker_id, market from odds_tick where fixture_id = :id order by 1, 2"
_LOADS = """
    select fixture_id, load_id, cells_id from fixture_load
    where fixture_id in (select value from json_each(:ids)) order by fixture_id, load_id
"""
