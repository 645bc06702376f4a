"""Finds stored fixtures that are the same when teams or leagues are merged, and unites what was said of them.

The trust of their sources decides, as when a source gives a stored fixture again.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from footydata.football.records import FIXTURE_CHILDREN, ClaimRow, FixtureRecord
from footydata.football.register.leagues import meets_once
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.conflicts import Conflict, conflicts
from footydata.rules.same_club import SAME_DAY
from footydata.store.claims.claim import ClaimBody, FixtureClaim
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.deriving import write_difference
from footydata.store.claims.merging import merge
from footydata.store.claims.stored import StoredFixture, read_stored


class Duplicate(NamedTuple):
    """Two stored fixtures that are the same; the first one's id survives."""

    kept_id: int
    gone_id: int


def duplicates(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], moved_ids: Iterable[int]
) -> tuple[list[Duplicate], list[Duplicate]]:
    """The moved fixtures that were stored before too, each with the other one; and those that can't be merged.

    fixture_ids: all fixtures of the team or league; moved_ids: those that were moved to it. Two fixtures that both have
    ids of a remote service can't be merged.
    """
    moved = set(moved_ids)
    rows = sorted(
        read_stored_fixtures(connection, fixture_ids), key=lambda row: (row.kickoff_ts, row.id)
    )
    stored: defaultdict[tuple[object, ...], list[FixtureRecord]] = defaultdict(list)
    for row in rows:
        if row.id not in moved:
            stored[_pairing(row)].append(row)
    once = _leagues_that_meet_once(connection, {row.league_id for row in rows})
    pairs_found: list[Duplicate] = []
    differing: list[Duplicate] = []
    for row in rows:
        if row.id not in moved:
            continue
        same = [
            other
            for other in stored[_pairing(row)]
            if _is_same(row, other, meets_once=row.league_id in once)
        ]
        if not same:
            continue
        nearest = min(same, key=lambda other: (abs(other.kickoff_ts - row.kickoff_ts), other.id))
        stored[_pairing(row)].remove(nearest)
        remote = [each.id for each in (nearest, row) if each.id < OWN_IDS_FROM]
        kept = row.id if remote == [row.id] else nearest.id
        duplicate = Duplicate(kept, nearest.id if kept == row.id else row.id)
        (differing if len(remote) == 2 else pairs_found).append(duplicate)
    return pairs_found, differing


def read_stored_fixtures(connection: sqlite3.Connection, ids: Iterable[int]) -> list[FixtureRecord]:
    """The rows of these fixtures, by id."""
    columns = ", ".join(FixtureRecord._fields)
    sql = (
        f"select {columns} from fixture where id in (select value from json_each(:ids)) order by id"
    )
    return [FixtureRecord._make(row) for row in connection.execute(sql, {"ids": str(list(ids))})]


def merge_duplicates(
    connection: sqlite3.Connection, pairs_to_merge: Iterable[Duplicate]
) -> list[Conflict]:
    """Unite the claims of each pair in its first fixture; returns where they contradict each other. Commits nothing."""
    pairs = list(pairs_to_merge)
    ids = [fixture_id for pair in pairs for fixture_id in pair]
    stored, claims = read_stored(connection, ids), ClaimRows(connection)
    rows = claims.read(ids)
    contradictions: list[Conflict] = []
    for kept_id, gone_id in pairs:
        both = [(stored[id_], rows.get(id_, [])) for id_ in (kept_id, gone_id)]
        contradictions += _unite(connection, claims, *both)
    return contradictions


def _pairing(row: FixtureRecord) -> tuple[object, ...]:
    return row.league_id, row.season_id, row.home_id, row.away_id


def _is_same(one: FixtureRecord, other: FixtureRecord, *, meets_once: bool) -> bool:
    is_near = abs(one.kickoff_ts - other.kickoff_ts) <= SAME_DAY
    return is_near or (meets_once and one.season_id is not None and one.in_table == other.in_table)


def _leagues_that_meet_once(connection: sqlite3.Connection, league_ids: Iterable[int]) -> set[int]:
    rows = connection.execute(
        "select id, country_code, name from league where id in (select value from json_each(:ids))",
        {"ids": str(list(league_ids))},
    )
    return {league_id for league_id, country, name in rows if meets_once(country, name)}


def _unite(
    connection: sqlite3.Connection,
    claims: ClaimRows,
    kept: tuple[StoredFixture, list[ClaimRow]],
    gone: tuple[StoredFixture, list[ClaimRow]],
) -> list[Conflict]:
    """Move the claims of one fixture to the kept one, and write what that then is."""
    before, fixture_id = kept[0], kept[0].fixture.id
    both: list[FixtureClaim] = []
    for stored, rows in (kept, gone):
        own = claims.claims(rows, stored)
        for row, claim in zip(rows, own, strict=True):
            if row.body is None:
                claims.set_body(row, claim.body)
        both += own
    moved = [
        claim._replace(body=_of_fixture(claim.body, before.fixture))
        for claim in both[len(kept[1]) :]
    ]
    after = merge([*both[: len(kept[1])], *moved])
    conflicts_found = [
        conflict
        for claim in moved
        for conflict in conflicts(claim.body, before, after, slug_of=claims.codec.slug)
    ]
    claims.write()
    ids = {"kept": fixture_id, "gone": gone[0].fixture.id}
    connection.execute("update claim set fixture_id = :kept where fixture_id = :gone", ids)
    write_difference(connection, before, after)
    connection.execute(_MOVE_TICKS, ids)
    _remove(connection, gone[0].fixture.id, fixture_id)
    return conflicts_found


def _of_fixture(body: ClaimBody, row: FixtureRecord) -> ClaimBody:
    """What was said of a fixture, as of another one that is the same."""
    events = (
        None
        if body.events is None
        else [event._replace(fixture_id=row.id) for event in body.events]
    )
    details = {part: detail._replace(fixture_id=row.id) for part, detail in body.details.items()}
    fixture = body.fixture._replace(id=row.id)
    if not body.is_remote:
        fixture = fixture._replace(
            league_id=row.league_id,
            season_id=row.season_id,
            home_id=row.home_id,
            away_id=row.away_id,
        )
    return body._replace(fixture=fixture, events=events, details=details)


def _remove(connection: sqlite3.Connection, gone_id: int, kept_id: int) -> None:
    """Delete the other fixture; the caller updates the teams' lists of fixtures."""
    ids = {"kept": kept_id, "gone": gone_id}
    connection.execute(
        "update external_id set entity_id = :kept where kind = 'fixture' and entity_id = :gone", ids
    )
    for table in FIXTURE_CHILDREN:
        connection.execute(f"delete from {table} where fixture_id = :gone", ids)  # tables of ours
    connection.execute("delete from fixture where id = :gone", ids)


_MOVE_TICKS = """
    insert or ignore into odds_tick (fixture_id, bookmaker_id, market, recorded_ts, seq, minute, line, price_1,
                                     price_2, price_3, home_score, away_score)
    select :kept, bookmaker_id, market, recorded_ts, seq, minute, line, price_1, price_2, price_3, home_score,
           away_score
    from odds_tick where fixture_id = :gone
"""
