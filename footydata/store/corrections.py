"""Finished fixtures as they were known before a load that may correct them."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from footydata.football.records import CLAIM_BITS, FixtureRecord
from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.store.claims.claim import FixtureClaim
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import StoredFixture, batches, read_stored

OF_PLAYED = {
    part: names for part, names in FIELDS_OF_PART.items() if part not in (Part.ROUND, Part.REFEREE)
}
"""Part of a fixture that is not known before its result → its fields."""


class Corrections:
    """The fixtures of which loads that may correct said something. Moments are in unix seconds."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._claims = ClaimRows(connection)
        self._moments: dict[int, list[int]] = defaultdict(list)
        for fixture_id, moment in connection.execute(_CORRECTING):
            self._moments[fixture_id].append(moment)

    def made_between(self, start: int, end: int) -> set[int]:
        """The ids of the fixtures that were corrected from start to before end."""
        return {
            fixture_id
            for fixture_id, moments in self._moments.items()
            if any(start <= moment < end for moment in moments)
        }

    def undone(self, fixture_ids: Iterable[int], moment: int) -> dict[int, FixtureRecord]:
        """Those of these fixtures that were corrected at the moment or later, as they were known before, by id."""
        known: dict[int, FixtureRecord] = {}
        ids = [id_ for id_ in fixture_ids if max(self._moments.get(id_, [-1])) >= moment]
        for batch in batches(ids):
            claims = self._claims.read(batch)
            for id_, stored in read_stored(self._connection, batch).items():
                before = _said_before(self._claims.claims(claims[id_], stored), moment)
                known[id_] = _with_known(stored.fixture, merge(before))
        return known


def _said_before(claims: Sequence[FixtureClaim], moment: int) -> list[FixtureClaim]:
    """The claims without later corrections; of a source that says nothing else its first one."""
    by_source: defaultdict[int, list[FixtureClaim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda claim: (claim.load.moment, claim.load.id)):
        by_source[claim.load.source_id].append(claim)
    return [
        claim
        for first, *later in by_source.values()
        for claim in (
            first,
            *(each for each in later if not each.load.corrects or each.load.moment < moment),
        )
    ]


def _with_known(row: FixtureRecord, before: StoredFixture) -> FixtureRecord:
    known: dict[str, Any] = {
        name: value
        for names in OF_PLAYED.values()
        for name in names
        if (value := getattr(before.fixture, name)) is not None
    }
    return row._replace(**known)


_CORRECTING = f"""
    select fixture_id, started_ts from load join claim on claim.id >> {CLAIM_BITS} = load.id
    where corrects order by fixture_id, started_ts
"""
