"""Fixtures as they were known before later loads: before corrections, and with the referees of then."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from footydata.football.records import CLAIM_BITS, FixtureRecord
from footydata.football.terms import FIELDS_OF_PART, Part
from footydata.store.claims.claim import FixtureClaim
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import StoredFixture
from footydata.store.rows import ids_of

OF_PLAYED = {
    part: names for part, names in FIELDS_OF_PART.items() if part not in (Part.ROUND, Part.REFEREE)
}
"""Part of a fixture that is not known before its result → its fields."""


class Corrections:
    """The fixtures of which loads that may correct said something. Moments are in unix seconds."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
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
        for stored, claims in ClaimRows(self._connection).of_fixtures(ids):
            before = merge(_said_before(claims, moment))
            known[stored.fixture.id] = _with_known(stored.fixture, before)
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


def referees_before(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], *, moment: int
) -> dict[int, str | None]:
    """Fixture id → its referee as of a moment (unix seconds), None if he was not named yet, where he may have changed.

    Left out are fixtures of which nothing was loaded before the moment, or nothing since: a past season that is loaded
    as a whole names its referees with the results, and leagues appoint them days before.
    """
    told = connection.execute(_TOLD_ANEW, {**ids_of(fixture_ids), "moment": moment})
    referees: dict[int, str | None] = {}
    for stored, claims in ClaimRows(connection).of_fixtures([row[0] for row in told]):
        before = [claim for claim in claims if claim.body.fetched_ts < moment]
        if before and len(before) < len(claims):
            referees[stored.fixture.id] = merge(before).fixture.referee
    return referees


_TOLD_ANEW = f"""
    select fixture_id from claim join load on load.id = claim.id >> {CLAIM_BITS}
    where fixture_id in (select value from json_each(:ids)) group by fixture_id
    having count(*) > 1 and min(started_ts) < :moment
"""
_CORRECTING = f"""
    select fixture_id, started_ts from load join claim on claim.id >> {CLAIM_BITS} = load.id
    where corrects order by fixture_id, started_ts
"""
