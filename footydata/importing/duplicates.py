"""Finds stored fixtures that are the same when teams or leagues are merged, and merges them figure by figure.

The trust of their sources decides, as when a source gives a stored fixture again (`importing.merge`).
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from footydata.contract.terms import OWN_IDS_FROM, Part
from footydata.importing.load_notes import LoadNotes
from footydata.importing.merge import (
    BASE,
    EVENTS,
    NOTHING,
    STATISTICS,
    Conflict,
    MergePolicy,
    Rank,
    merged_events,
    merged_fixture,
    merged_quotes,
    merged_statistics,
    owners_of,
    policy_for,
)
from footydata.importing.merge_figures import merged_figures, ranks_of, with_figure_part
from footydata.records import FIXTURE_CHILDREN, FixtureFigure, FixtureRecord, FixtureSource
from footydata.register.leagues import meets_once
from footydata.rules.same_club import SAME_DAY
from footydata.store.stored import Provenance, Stored, read_stored
from footydata.store.writing import upsert

_NOBODY = Rank(0, "")
_QUOTES = int(Part.ODDS | Part.ODDS_SUMMARY)
_HISTORY = int(Part.ODDS_HISTORY)


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
    rows = sorted(read_stored_fixtures(connection, fixture_ids), key=lambda row: (row.kickoff_ts, row.id))
    stored: defaultdict[tuple[object, ...], list[FixtureRecord]] = defaultdict(list)
    for row in rows:
        if row.id not in moved:
            stored[_pairing(row)].append(row)
    once = _leagues_that_meet_once(connection, {row.league_id for row in rows})
    found: list[Duplicate] = []
    left: list[Duplicate] = []
    for row in rows:
        if row.id not in moved:
            continue
        same = [other for other in stored[_pairing(row)] if _is_same(row, other, meets_once=row.league_id in once)]
        if not same:
            continue
        nearest = min(same, key=lambda other: (abs(other.kickoff_ts - row.kickoff_ts), other.id))
        stored[_pairing(row)].remove(nearest)
        remote = [each.id for each in (nearest, row) if each.id < OWN_IDS_FROM]
        kept = row.id if remote == [row.id] else nearest.id
        duplicate = Duplicate(kept, nearest.id if kept == row.id else row.id)
        (left if len(remote) == 2 else found).append(duplicate)
    return found, left


def read_stored_fixtures(connection: sqlite3.Connection, ids: Iterable[int]) -> list[FixtureRecord]:
    """The rows of these fixtures, by id."""
    columns = ", ".join(FixtureRecord._fields)
    sql = f"select {columns} from fixture where id in (select value from json_each(:ids)) order by id"
    return [FixtureRecord._make(row) for row in connection.execute(sql, {"ids": str(list(ids))})]


def merge_duplicates(connection: sqlite3.Connection, found: Iterable[Duplicate]) -> list[Conflict]:
    """Merge each pair into its first fixture; gives their conflicts. Commits nothing."""
    pairs = list(found)
    stored = read_stored(connection, [fixture_id for pair in pairs for fixture_id in pair])
    conflicts: list[Conflict] = []
    for kept_id, gone_id in pairs:
        conflicts += _merge(connection, stored[kept_id], stored[gone_id])
    return conflicts


def _pairing(row: FixtureRecord) -> tuple[object, ...]:
    return row.league_id, row.season_id, row.home_id, row.away_id


def _is_same(one: FixtureRecord, other: FixtureRecord, *, meets_once: bool) -> bool:
    near = abs(one.kickoff_ts - other.kickoff_ts) <= SAME_DAY
    return near or (meets_once and one.season_id is not None and one.in_table == other.in_table)


def _leagues_that_meet_once(connection: sqlite3.Connection, league_ids: Iterable[int]) -> set[int]:
    rows = connection.execute(
        "select id, country_code, name from league where id in (select value from json_each(:ids))",
        {"ids": str(list(league_ids))},
    )
    return {league_id for league_id, country, name in rows if meets_once(country, name)}


def _merge(connection: sqlite3.Connection, kept: Stored, gone: Stored) -> list[Conflict]:
    """Merge one fixture into the kept one, part by part, each with the trust of its source."""
    conflicts: list[Conflict] = []
    merged = kept
    owners = _owners(kept.sources)
    held = lost = NOTHING
    for rank, parts in sorted(_by_rank(gone.sources).items(), key=lambda each: (-each[0].trust, each[0].name)):
        policy = policy_for(kept.fixture, gone.fixture, rank, owners)
        merged = _with_parts(merged, gone, parts, policy)
        for part in map(int, Part(policy.held | policy.lost)):
            if part & policy.lost or rank.outranks(owners.get(part)):
                owners[part] = rank
        held |= policy.held & parts
        lost |= policy.lost
        conflicts += policy.conflicts
    merged = merged._replace(figures=_figures(kept, gone, owners, conflicts))
    _write(connection, kept, merged, gone)
    provenance = with_figure_part(_provenance(kept, gone, held, lost), (), merged.figures, kept.fixture.id)
    upsert(connection, "fixture_source", provenance)
    known = {source.source_id: source for source in (*kept.sources, *gone.sources)}
    sources = [known[row.source_id]._replace(parts=row.parts) for row in provenance if row.source_id in known]
    LoadNotes(connection).unite(kept, gone, merged._replace(sources=sources))
    _remove(connection, gone.fixture.id, kept.fixture.id)
    return conflicts


def _with_parts(merged: Stored, gone: Stored, parts: int, policy: MergePolicy) -> Stored:
    """The fixture with these parts of the other one merged in."""
    fixture_id = merged.fixture.id
    incoming = gone.fixture._replace(id=fixture_id)
    if not BASE & parts:
        names = ("kickoff_ts", "time_known", "status", "state_detail", "stage", "in_table")
        incoming = incoming._replace(**{name: getattr(merged.fixture, name) for name in names})
    fixture = merged_fixture(merged.fixture, incoming, parts, policy, has_own_id=False)
    statistics, events, odds = merged.statistics, merged.events, dict(merged.odds)
    parts &= ~policy.ignored
    if STATISTICS & parts and gone.statistics is not None:
        statistics = merged_statistics(statistics, gone.statistics._replace(fixture_id=fixture_id), policy)
    if EVENTS & parts:
        events_given = [event._replace(fixture_id=fixture_id) for event in gone.events]
        events = list(merged_events(events, events_given, policy, fixture_id))
    if parts & _QUOTES:
        for key, quotes in gone.odds.items():
            what = f"bookmaker {key[0]} {key[1]}"
            odds[key] = merged_quotes(odds.get(key, quotes), quotes, policy, fixture_id=fixture_id, what=what)
    policy.held |= parts & (_QUOTES | _HISTORY)
    if gone.statistics is None:
        policy.held |= parts & STATISTICS
    return Stored(fixture, statistics, events, odds, merged.sources, merged.figures)


def _figures(
    kept: Stored, gone: Stored, owners: Mapping[int, Rank], conflicts: list[Conflict]
) -> dict[tuple[str, int], FixtureFigure]:
    """The further figures of both, each with the trust of its source; adds to the conflicts."""
    merged, ranks = kept.figures, ranks_of([*kept.sources, *gone.sources])
    for source_id in sorted({row.source_id for row in gone.figures.values()}):
        incoming = [
            row._replace(fixture_id=kept.fixture.id) for row in gone.figures.values() if row.source_id == source_id
        ]
        policy = policy_for(kept.fixture, gone.fixture, ranks.get(source_id, _NOBODY), owners)
        merged = merged_figures(merged, incoming, policy, ranks)
        conflicts += policy.conflicts
    return merged


def _owners(sources: Iterable[Provenance]) -> dict[int, Rank]:
    return dict(owners_of(tuple((Rank(source.trust, source.name), source.parts) for source in sources)))


def _by_rank(sources: Iterable[Provenance]) -> dict[Rank, int]:
    """Source → the parts whose stored values are its."""
    parts: defaultdict[Rank, int] = defaultdict(lambda: NOTHING)
    for part, rank in _owners(sources).items():
        parts[rank] |= part
    return dict(parts) or {_NOBODY: BASE}


def _provenance(kept: Stored, gone: Stored, held: int, lost: int) -> list[FixtureSource]:
    """What the merged fixture has from each source."""
    fixture_id = kept.fixture.id
    parts: defaultdict[int, int] = defaultdict(int)
    fetched: dict[int, int] = {}
    standing_parts: tuple[tuple[list[Provenance], int], ...] = ((kept.sources, ~lost), (gone.sources, held))
    for sources, standing in standing_parts:
        for source in sources:
            parts[source.source_id] |= source.parts & standing
            fetched[source.source_id] = max(source.fetched_ts, fetched.get(source.source_id, 0))
    return [FixtureSource(fixture_id, source_id, parts[source_id], fetched[source_id]) for source_id in sorted(parts)]


def _write(connection: sqlite3.Connection, kept: Stored, merged: Stored, gone: Stored) -> None:
    ids: Mapping[str, int] = {"kept": kept.fixture.id, "gone": gone.fixture.id}
    upsert(connection, "fixture", [merged.fixture])
    if merged.statistics is not None:
        upsert(connection, "statistics", [merged.statistics])
    if merged.events != kept.events:
        connection.execute("delete from event where fixture_id = :kept", ids)
        upsert(connection, "event", merged.events)
    upsert(connection, "odds", ((kept.fixture.id, *key, *quotes) for key, quotes in merged.odds.items()))
    upsert(connection, "fixture_figure", merged.figures.values())
    connection.execute(_MOVE_TICKS, ids)
    connection.execute(_MOVE_REFEREES, ids)


def _remove(connection: sqlite3.Connection, gone_id: int, kept_id: int) -> None:
    """Delete the other fixture; the caller updates the teams' lists of fixtures."""
    ids = {"kept": kept_id, "gone": gone_id}
    connection.execute("update external_id set entity_id = :kept where kind = 'fixture' and entity_id = :gone", ids)
    for table in FIXTURE_CHILDREN:
        connection.execute(f"delete from {table} where fixture_id = :gone", ids)  # tables of ours
    connection.execute("delete from fixture where id = :gone", ids)


_MOVE_REFEREES = """
    insert or ignore into fixture_referee (fixture_id, source_id, spelling, name)
    select :kept, source_id, spelling, name from fixture_referee where fixture_id = :gone
"""
_MOVE_TICKS = """
    insert or ignore into odds_tick (fixture_id, bookmaker_id, market, recorded_ts, seq, minute, line, price_1,
                                     price_2, price_3, home_score, away_score)
    select :kept, bookmaker_id, market, recorded_ts, seq, minute, line, price_1, price_2, price_3, home_score,
           away_score
    from odds_tick where fixture_id = :gone
"""
