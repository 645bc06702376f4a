"""Whole rows of fixtures, as CSV and JSON have them: every field, and what is stored beside a fixture."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from footydata.football.moments import iso_utc
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.rows import FixtureRow
from footydata.store.read.fixtures.details import rows_of


class Beside(NamedTuple):
    """What is stored beside fixtures, by their id: how they ended after ninety minutes, and where they were played."""

    ends: Mapping[int, KnockoutRecord]
    venues: Mapping[int, VenueRecord]

    @classmethod
    def read(cls, connection: sqlite3.Connection, rows: Sequence[FixtureRow]) -> "Beside":
        """What is beside these fixtures."""
        ids = [row.id for row in rows]
        return cls(rows_of(connection, KnockoutRecord, ids), rows_of(connection, VenueRecord, ids))

    def values(self, fixture_id: int) -> dict[str, object]:
        """The fields of a fixture, but for its id."""
        fields = self.ends[fixture_id]._asdict() | self.venues[fixture_id]._asdict()
        del fields["fixture_id"]
        return fields

    def whole(self, row: FixtureRow) -> tuple[object, ...]:
        """A fixture in the order of FIXTURE_FIELDS."""
        return (iso_utc(row.kickoff_ts), *row, *self.values(row.id).values())


FIXTURE_FIELDS = (
    "kickoff_utc",
    *FixtureRow._fields,
    *KnockoutRecord._fields[1:],
    *VenueRecord._fields[1:],
)
"""The columns of whole rows."""
