"""Figures of finished fixtures that a later load corrected, as they were known before."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection
from typing import Any

from footydata.football.records import FixtureRecord
from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.store.claims.stored import batches
from footydata.store.records import ids_of, records

OF_PLAYED = {
    part: names for part, names in FIELDS_OF_PART.items() if part not in (Part.ROUND, Part.REFEREE)
}
"""Part of a fixture that is not known before its result → its fields."""

CORRECTED = {(part.name or "").lower(): names for part, names in OF_PLAYED.items()}
"""Name of a part in replaced_value → its fields."""

_CORRECTIONS = (
    "select fixture_id, started_ts, what, stored from replaced_value join load on load.id = load_id "
    "order by started_ts desc, load_id desc, seq desc"
)


class Corrections:
    """The figures that loads replaced, all read once. Moments are in unix seconds."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # Fixture id → the latest first: when it was replaced, its part, its earlier value.
        self._by_fixture: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
        for fixture_id, loaded, what, stored in connection.execute(_CORRECTIONS):
            self._by_fixture[fixture_id].append((loaded, what, stored))

    def made_between(self, start: int, end: int) -> set[int]:
        """The ids of the fixtures that were corrected from start to before end."""
        return {
            fixture_id
            for fixture_id, corrections in self._by_fixture.items()
            if any(start <= loaded < end for loaded, _, _ in corrections)
        }

    def as_known(self, row: FixtureRecord, moment: int) -> FixtureRecord:
        """The fixture without the corrections made at the moment or later."""
        for loaded, what, stored in self._by_fixture.get(row.id, ()):
            if loaded >= moment and what in CORRECTED:
                before = zip(CORRECTED[what], stored.split(" "), strict=True)
                known: dict[str, Any] = {
                    name: int(value) if value.isdigit() else None for name, value in before
                }
                row = row._replace(**known)
        return row

    def undone(self, fixture_ids: Collection[int], moment: int) -> dict[int, FixtureRecord]:
        """Fixture id → the fixture as it was known, of those that were corrected at the moment or later."""
        ids = [
            id_
            for id_ in fixture_ids
            if any(loaded >= moment for loaded, _, _ in self._by_fixture.get(id_, ()))
        ]
        sql = "from fixture where id in (select value from json_each(:ids)) order by id"
        rows = [
            row
            for batch in batches(ids)
            for row in records(self._connection, FixtureRecord, sql, ids_of(batch))
        ]
        return {row.id: self.as_known(row, moment) for row in rows}
