"""Notes which load gave what, so that a load can be taken back, and no other load's word with it.

A load that makes a fixture gave all of it. Where another load gives it too, it is noted by name which figures, quotes
and parts of it each of them gave as they stand now; a value that was replaced is of the load that replaced it.
The clubs, seasons, names and other rows of the catalogue are noted as they are inserted, whoever inserts them.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from footydata.contract.terms import Part
from footydata.records import Fixture, FixtureChange, FixtureLoad, ReplacedValue, Statistics, key_of
from footydata.sources.parsed import ParsedFixture
from footydata.store.stored import Stored
from footydata.store.writing import insert, upsert

if TYPE_CHECKING:
    from footydata.importing.context import StoredSource
    from footydata.importing.merge import Conflict

OLDER = 0
"""The load of what came in before loads were noted, and of catalogue rows that outlived their load."""

CHANGEABLE = ("kickoff_ts", "time_known", "status", "state_detail", "stage", "in_table")
"""The columns of a fixture whose former value is noted where it changes: they are never unknown, or follow these."""

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
    "external_id": ("kind", "entity_id"),
}
"""The tables of the catalogue; of those whose rows go with a row of another table, that table and its id."""

_Values = dict[str, object]
_FIGURES = tuple(name for name in Fixture._fields if name[-3:] != "_id" and name not in ("id", "esports"))
_PLACES = tuple((name, Fixture._fields.index(name)) for name in _FIGURES)
_STATISTICS = tuple((f"statistics.{name}", place) for place, name in enumerate(Statistics._fields) if place)
_PERIODS = ((3, "opening"), (7, "closing"), (11, "inplay"))


class Merged(NamedTuple):
    """A fixture as it was stored, as it is now, and as the load gave it.

    series: the odds histories that the load gave, each with whether it was stored before; by bookmaker id and market.
    """

    before: Stored
    after: Stored
    given: Stored
    series: Mapping[tuple[int, str], bool] = MappingProxyType({})


class LoadNotes:
    """The notes of one run of loads.

    Attributes:
        load_id: of the load under way, None where nothing is noted.
        rows_written: rows of notes that were written; they are none of the load's own.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.load_id: int | None = None
        self.rows_written = 0
        self._same_place: frozenset[int] = frozenset()
        self._made: list[tuple[Any, ...]] = []
        self._entities: set[tuple[str, Any]] = set()
        self._lists: dict[frozenset[str], int] = {}
        self._cells: dict[int, frozenset[str]] = {}
        self._slugs: dict[int, str] = {}
        self._loads: dict[int, dict[int, int | None]] = {}
        self._shapes: dict[tuple[object, ...], int] = {}
        self._quote_names: dict[tuple[int, str], tuple[str, ...]] = {}

    def watch(self) -> None:
        """Have the rows of the catalogue noted that anyone inserts; outside a transaction."""
        self._connection.create_function("footydata_made", -1, self._note_made)
        for table, owner in CATALOGUE.items():
            keys = ", ".join(f"new.{name}" for name in key_of(table))
            kind, entity = ("null", "null") if owner is None else (owner[0], f"new.{owner[1]}")
            if owner is not None and owner[0] == "kind":
                kind = "new.kind"
            # Names of our schema. A select changes nothing, so that no count of changes has it.
            self._connection.execute(
                f"create temp trigger if not exists footydata_made_{table} after insert on main.{table} "
                f"begin select footydata_made('{table}', {kind}, {entity}, {keys}); end"
            )

    def begin(self, load_id: int | None, *, same_place: Iterable[int] = ()) -> None:
        """A load begins; same_place: the earlier loads of the same file or service."""
        if load_id != self.load_id:
            self.forget()
        self.load_id = load_id
        self._same_place = frozenset(same_place)
        self._made.clear()

    def forget(self) -> None:
        """Forget what may be rolled back or written by others."""
        self._made.clear()
        self._entities.clear()
        self._lists.clear()
        self._cells.clear()
        self._slugs.clear()
        self._shapes.clear()
        self._quote_names.clear()

    def write_made(self) -> None:
        """Write the rows of the catalogue that were made since the last time."""
        made, self._made = self._made, []
        if self.load_id is None or not made:
            return
        rows = [(table, *keys, *[""] * (4 - len(keys)), self.load_id) for table, *keys in made]
        self._count(lambda: upsert(self._connection, "load_row", rows))

    def write_new(self, ids: Iterable[int]) -> None:
        """Note that the load made these fixtures."""
        if self.load_id is None:
            return
        rows = [(fixture_id, self.load_id) for fixture_id in ids]
        insert(self._connection, "fixture_load", rows, FixtureLoad._fields[:2])
        self.rows_written += len(rows)

    def write_replaced(self, conflicts: "Iterable[Conflict]") -> None:
        """Note the finished figures that the load replaced."""
        taken = [conflict for conflict in conflicts if conflict.is_taken]
        if self.load_id is None or not taken:
            return
        sql = "select coalesce(max(seq), 0) from replaced_value where load_id = :load_id"
        (last,) = self._connection.execute(sql, {"load_id": self.load_id}).fetchone()
        rows = (
            ReplacedValue(self.load_id, seq, each.fixture_id, each.what, each.stored, each.told)
            for seq, each in enumerate(taken, start=last + 1)
        )
        self._count(lambda: upsert(self._connection, "replaced_value", rows))

    def write_merged(self, merged: Sequence[Merged]) -> None:
        """Note what the load gave of stored fixtures."""
        if self.load_id is not None and merged:
            self._count(lambda: self._write_merged(merged))

    def made_alone(self, fixture_ids: Collection[int]) -> Collection[int]:
        """Of these fixtures those of which there is nothing to note: no other load gave them, or nothing is noted.

        What is noted of the others by write_same and write_merged then is of these.
        """
        if self.load_id is None:
            return fixture_ids
        loads = self._loads = self.loads_of(fixture_ids)
        return {fixture_id for fixture_id in loads if loads[fixture_id].keys() == {self.load_id}}

    def write_same(self, given: Sequence[tuple[int, int]]) -> None:
        """Note of stored fixtures that the load gave again, and changed nothing of, the lists of what it gave."""
        if given:
            self._count(lambda: self._write_same(given))

    def _write_same(self, given: Sequence[tuple[int, int]]) -> None:
        assert self.load_id is not None
        loads = self._loads
        rows: list[FixtureLoad] = []
        gone: list[tuple[int, int]] = []
        for fixture_id, cells_id in given:
            known = loads.setdefault(fixture_id, {})
            if not known:
                rows.append(FixtureLoad(fixture_id, OLDER))
                known[OLDER] = None
            before = known.get(self.load_id, cells_id)
            if before is None or known.get(self.load_id) == cells_id:
                continue
            whole = cells_id if before == cells_id else self._list_id(self.cells(before) | self.cells(cells_id))
            known[self.load_id] = whole
            rows.append(FixtureLoad(fixture_id, self.load_id, whole))
            if not self._same_place.isdisjoint(known):
                lists = {load_id: self.cells(listed) for load_id, listed in known.items() if listed is not None}
                gone += ((fixture_id, load_id) for load_id in self._superseded(lists, known))
        upsert(self._connection, "fixture_load", rows)
        self._connection.executemany("delete from fixture_load where fixture_id = ? and load_id = ?", gone)

    def list_of(self, parsed: ParsedFixture, row: Fixture, stored: Fixture, source: "StoredSource") -> int:
        """The list of what was given of a fixture, as it stands; remembered, as a file has few different ones."""
        is_exact = (row.kickoff_ts, row.time_known) == (stored.kickoff_ts, stored.time_known)
        statistics = parsed.statistics
        shape = (
            source.id,
            int(parsed.parts),
            is_exact,
            tuple([value is None for value in row]),
            None if statistics is None else tuple([value is None for value in statistics]),
            bool(parsed.events),
            tuple([one[:2] for one in parsed.further]),
            tuple([(quote[0][0], quote[1], *[quote[place] is None for place in _TOLD]) for quote in parsed.odds]),
        )
        found = self._shapes.get(shape)
        if found is None:
            before = self._connection.total_changes
            found = self._shapes[shape] = self._list_id(_names(parsed, row, source.name, is_exact=is_exact))
            self.rows_written += self._connection.total_changes - before
        return found

    def _write_merged(self, merged: Sequence[Merged]) -> None:
        assert self.load_id is not None
        loads = self._loads
        changes: list[FixtureChange] = []
        rows: list[FixtureLoad] = []
        gone: list[tuple[int, int]] = []
        for each in merged:
            fixture_id = each.before.fixture.id
            known = loads.setdefault(fixture_id, {})
            if known.keys() == {self.load_id}:
                continue
            changes += self._changes(each)
            cells = self._cells_by_load(each, known)
            for load_id in self._superseded(cells, known):
                del cells[load_id]
                gone.append((fixture_id, load_id))
            known.clear()
            known.update((load_id, self._list_id(names)) for load_id, names in cells.items())
            rows += (FixtureLoad(fixture_id, *pair) for pair in known.items())
        upsert(self._connection, "fixture_load", rows)
        upsert(self._connection, "fixture_change", changes)
        self._connection.executemany("delete from fixture_load where fixture_id = ? and load_id = ?", gone)

    def _cells_by_load(self, merged: Merged, known: Mapping[int, int | None]) -> dict[int, frozenset[str]]:
        """What each load gave of a fixture as it stands now, the load under way last."""
        assert self.load_id is not None
        before, after, given = (self.values_of(stored) for stored in merged[:3])
        self._add_series(merged, before, after, given)
        lost = {name for name, value in before.items() if name not in after or after[name] != value}
        mine = {name for name, value in given.items() if name in after and _stands(name, value, after[name])}
        cells = {
            load_id: (frozenset(before) if cells_id is None else self.cells(cells_id)) - lost
            for load_id, cells_id in (known or {OLDER: None}).items()
        }
        cells[self.load_id] = cells.get(self.load_id, frozenset()) | mine
        return cells

    def _add_series(self, merged: Merged, before: _Values, after: _Values, given: _Values) -> None:
        """Add the odds histories: each whole, as its ticks have no names."""
        if not any(source.parts & Part.ODDS_HISTORY for source in merged.after.sources):
            return
        for series in self._connection.execute(_SERIES, {"id": merged.before.fixture.id}).fetchall():
            name = f"odds_tick.{self._slug(series[0])}.{series[1]}"
            after[name] = True
            if series in merged.series:
                given[name] = True
            if merged.series.get(series, True):
                before[name] = True

    def _superseded(self, cells: Mapping[int, frozenset[str]], known: Mapping[int, int | None]) -> list[int]:
        """The loads of the same place between its first and this one: what it gives day by day needs no note a day."""
        assert self.load_id is not None
        first = min(known, default=OLDER)
        between = (self._same_place & known.keys() & cells.keys()) - {first, self.load_id}
        return [load_id for load_id in sorted(between) if cells[load_id] <= cells[self.load_id]]

    def _changes(self, merged: Merged) -> Iterable[FixtureChange]:
        assert self.load_id is not None
        old, new = merged.before.fixture, merged.after.fixture
        if old is new:
            return
        for name in CHANGEABLE:
            before, after = getattr(old, name), getattr(new, name)
            if before != after:
                yield FixtureChange(old.id, self.load_id, name, before, after)

    def unite(self, kept: Stored, gone: Stored, after: Stored) -> None:
        """Note of two stored fixtures that become one what each load gave of it; after: the one."""
        ids = [kept.fixture.id, gone.fixture.id]
        loads = self.loads_of(ids)
        known = [loads.get(fixture_id, {}) for fixture_id in ids]
        if not any(known) or (known[0] == known[1] and len(known[0]) == 1):
            return
        now = self.values_of(after)
        cells: dict[int, frozenset[str]] = {}
        for stored, of_one in zip((kept, gone), known, strict=True):
            values = self.values_of(stored)
            standing = frozenset(
                name for name, value in values.items() if name in now and _stands(name, value, now[name])
            )
            for load_id, cells_id in (of_one or {OLDER: None}).items():
                given = standing if cells_id is None else self.cells(cells_id) & standing
                cells[load_id] = cells.get(load_id, frozenset()) | given
        rows = [FixtureLoad(ids[0], load_id, self._list_id(names)) for load_id, names in sorted(cells.items())]
        upsert(self._connection, "fixture_load", rows)

    def loads_of(self, fixture_ids: Iterable[int]) -> dict[int, dict[int, int | None]]:
        """Fixture → load → the list of what it gave, None for all."""
        found: dict[int, dict[int, int | None]] = {}
        for fixture_id, load_id, cells_id in self._connection.execute(_LOADS, {"ids": json.dumps(list(fixture_ids))}):
            found.setdefault(fixture_id, {})[load_id] = cells_id
        return found

    def cells(self, cells_id: int) -> frozenset[str]:
        """The names of a list."""
        if cells_id not in self._cells:
            (text,) = self._connection.execute(
                "select cells from cell_list where id = :id", {"id": cells_id}
            ).fetchone()
            self._cells[cells_id] = frozenset(text.split(" "))
        return self._cells[cells_id]

    def _list_id(self, names: frozenset[str]) -> int:
        found = self._lists.get(names)
        if found is None:
            values = {"cells": " ".join(sorted(names))}
            self._connection.execute("insert or ignore into cell_list (cells) values (:cells)", values)
            (found,) = self._connection.execute("select id from cell_list where cells = :cells", values).fetchone()
            self._lists[names] = found
        return found

    def values_of(self, stored: Stored) -> _Values:
        """What is stored of a fixture, by the names of its cells; what is unknown has none."""
        fixture, statistics, events, odds, sources, figures = stored
        values: _Values = {name: fixture[place] for name, place in _PLACES if fixture[place] is not None}
        if statistics is not None:
            values |= {name: statistics[place] for name, place in _STATISTICS if statistics[place] is not None}
        if events:
            values["event"] = events
        for key, row in odds.items():
            names = self._quote_names.get(key)
            if names is None:
                names = self._quote_names[key] = _quote_names(self._slug(key[0]), key[1])
            for name, start in zip(names, _STARTS, strict=True):
                quote = row[start : start + 4]
                if quote != _EMPTY:
                    values[name] = quote
        for (figure, half), figure_row in figures.items():
            values[f"figure.{figure}.{half}"] = figure_row.home, figure_row.away
        for source in sources:
            values.update(dict.fromkeys(_part_names(source.name, source.parts), True))
        return values

    def _slug(self, maker_id: int) -> str:
        if maker_id not in self._slugs:
            self._slugs = dict(self._connection.execute("select id, slug from bookmaker").fetchall())
        return self._slugs[maker_id]

    def _note_made(self, table: str, kind: str | None, entity: Any, *keys: Any) -> None:
        """Note a row that is inserted, unless it goes with one that the same load made."""
        if self.load_id is None or (kind, entity) in self._entities:
            return
        if kind is None:
            self._entities.add((table, keys[0]))
        self._made.append((table, *keys))

    def _count(self, write: Any) -> None:
        before = self._connection.total_changes
        write()
        self.rows_written += self._connection.total_changes - before


_EMPTY = (None,) * 4
_STARTS = tuple(start for start, _ in _PERIODS)
_TOLD = tuple(place for start in range(2, 14, 4) for place in (start, start + 1))
"""Where a parsed quote has the line and the first price of each period."""


def _quote_names(slug: str, market: str) -> tuple[str, ...]:
    return tuple(f"odds.{slug}.{market}.{period}" for _, period in _PERIODS)


@cache
def _part_names(source: str, parts: int) -> tuple[str, ...]:
    return tuple(f"part.{source}.{part.value}" for part in Part(parts))


def _names(parsed: ParsedFixture, row: Fixture, source: str, *, is_exact: bool) -> frozenset[str]:
    """The names of what was given of a fixture."""
    names = {name for name, place in _PLACES if row[place] is not None}
    if not is_exact:
        names -= {"kickoff_ts", "time_known"}
    if parsed.statistics is not None:
        names |= {name for name, place in _STATISTICS if parsed.statistics[place] is not None}
    if parsed.events:
        names.add("event")
    for quote in parsed.odds:
        periods = zip(_quote_names(quote.bookmaker.slug, quote.market), range(2, 14, 4), strict=True)
        names |= {name for name, start in periods if quote[start] is not None or quote[start + 1] is not None}
    names |= {f"figure.{one.figure}.{one.half}" for one in parsed.further}
    return frozenset(names | set(_part_names(source, int(parsed.parts))))


def _stands(name: str, given: Any, stored: Any) -> bool:
    """Whether what was given is what is stored; a quote or a further figure may be given in part."""
    if given == stored:
        return True
    is_several = name.startswith(("odds.", "figure."))
    return is_several and all(one is None or one == other for one, other in zip(given, stored, strict=True))


_SERIES = "select distinct bookmaker_id, market from odds_tick where fixture_id = :id order by 1, 2"
_LOADS = """
    select fixture_id, load_id, cells_id from fixture_load
    where fixture_id in (select value from json_each(:ids)) order by fixture_id, load_id
"""
