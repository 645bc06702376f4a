"""Notes which load inserted which rows of the catalogue (clubs, seasons, names), so that they go with it.

The rows are noted by triggers when they are inserted.
"""

import sqlite3
from collections.abc import Iterable
from typing import Any

from footydata.football.records import ReplacedValue, key_of
from footydata.ingest.conflicts import Conflict
from footydata.store.writing import upsert

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


class CatalogueNotes:
    """The notes of one run of loads.

    Attributes:
        load_id: of the load under way, None if nothing is noted.
        rows_written: rows of notes that were written, which the load does not count as its own.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.load_id: int | None = None
        self.rows_written = 0
        self._replacing: int | None = None
        self._inserted: list[tuple[Any, ...]] = []
        self._entities: set[tuple[str, Any]] = set()

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

    def begin(self, load_id: int | None, *, replaces: int | None) -> None:
        """Begin a load, or forget one that was rolled back; load_id: None if its rows of the catalogue are not noted.

        replaces: the id under which replaced values are noted, None for none.
        """
        self._replacing = replaces
        if load_id is None:
            self.forget()
        if load_id != self.load_id:
            self._entities.clear()
        self.load_id = load_id
        self._inserted.clear()

    def forget(self) -> None:
        """Clear what may have been rolled back, or written by others."""
        self._inserted.clear()
        self._entities.clear()

    def write_inserted(self) -> None:
        """Write notes of the catalogue rows that were inserted since the last call."""
        inserted, self._inserted = self._inserted, []
        if self.load_id is None or not inserted:
            return
        rows = [(table, *keys, *[""] * (4 - len(keys)), self.load_id) for table, *keys in inserted]
        self.rows_written += upsert(self._connection, "load_row", rows)

    def write_replaced(self, conflicts: Iterable[Conflict]) -> None:
        """Note the values of finished fixtures that the load replaced."""
        replacing = [conflict for conflict in conflicts if conflict.is_taken]
        if self._replacing is None or not replacing:
            return
        sql = "select coalesce(max(seq), 0) from replaced_value where load_id = :load_id"
        (last,) = self._connection.execute(sql, {"load_id": self._replacing}).fetchone()
        rows = (
            ReplacedValue(
                self._replacing, seq, each.fixture_id, each.what, each.stored, each.incoming
            )
            for seq, each in enumerate(replacing, start=last + 1)
        )
        self.rows_written += upsert(self._connection, "replaced_value", rows)

    def _note_inserted(self, table: str, kind: str | None, entity: Any, *keys: Any) -> None:
        """Note an inserted row, unless the row on which it depends was inserted by the same load."""
        if self.load_id is None or (kind, entity) in self._entities:
            return
        if kind is None:
            self._entities.add((table, keys[0]))
        self._inserted.append((table, *keys))
