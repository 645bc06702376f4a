"""Two stored fixtures that are one: found where two teams become one, and merged figure by figure.

The declared order of trust decides, as when a source tells a stored fixture again (`store.merging`).
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
from footydata.register.leagues import registered_league
from footydata.rules.same_club import SAME_DAY
from footydata.store.stored import Provenance, Stored, read_stored
from footydata.store.writing import upsert

_NOBODY = Rank(0, "")
_QUOTES = int(Part.ODDS | Part.ODDS_SUMMARY)
_HISTORY = int(Part.ODDS_HISTORY)


class Duplicate(NamedTuple):
    """Two stored fixtures that are one; the first one's id stays."""

    kept_id: int
    gone_id: int


def duplicates(
    connection: sqlite3.Connection, fixture_ids: Iterable[int], came_ids: Iterable[int]
) -> tuple[list[Duplicate], list[Duplicate]]:
    """The fixtures that came to a team and are one with a fixture that it had; and those that can't become one.

    fixture_ids: all of the team, came_ids: those of them that came. Two ids of a remote service both stay.
    """
    came = set(came_ids)
    rows = sorted(read_stored_fixtures(connection, fixture_ids), key=lambda row: (row.kickoff_ts, row.id))
    had: defaultdict[tuple[object, ...], list[FixtureRecord]] = defaultdict(list)
    for row in rows:
        if row.id not in came:
            had[_pairing(row)].append(row)
    meets_once = _leagues_that_meet_once(connection, {row.league_id for row in rows})
    found: list[Duplicate] = []
    left: list[Duplicate] = []
    for row in rows:
        if row.id not in came:
            continue
        same = [other for other in had[_pairing(row)] if _is_same(row, other, meets_once[row.league_id])]
        if not same:
            continue
        nearest = min(same, key=lambda other: (abs(other.kickoff_ts - row.kickoff_ts), other.id))
        had[_pairing(row)].remove(nearest)
        remote = [each.id for each in (nearest, row) if each.id < OWN_IDS_FROM]
        kept = row.id if remote == [row.id] else nearest.id
        duplicate = Duplicate(kept, nearest.id if kept == row.id else row.id)
        (left if len(remote) == 2 else found).append(duplicate)
    return found, left


def read_stored_fixtures(connection: sqlite3.Connection, ids: Iterable[int]) -> list[FixtureRecord]:
    """The rows of these fixtures, without what hangs on them."""
    columns = ", ".join(FixtureRecord._fields)
    sql = f"select {columns} from fixture where id in (select value from json_each(:ids)) order by id"
    return [FixtureRecord._make(row) for row in connection.execute(sql, {"ids": str(list(ids))})]


def merge_duplicates(connection: sqlite3.Connection, found: Iterable[Duplicate]) -> list[Conflict]:
    """Merge each pair into its first fixture; gives where the two differed. Commits nothing."""
    pairs = list(found)
    stored = read_stored(connection, [fixture_id for pair in pairs for fixture_id in pair])
    conflicts: list[Conflict] = []
    for kept_id, gone_id in pairs:
        conflicts += _merge(connection, stored[kept_id], stored[gone_id])
    return conflicts


def _pairing(row: FixtureRecord) -> tuple[object, ...]:
    return row.league_id, row.season_id, row.home_id, row.away_id


def _is_same(one: FixtureRecord, other: FixtureRecord, meets_once: bool) -> bool:
    near = abs(one.kickoff_ts - other.kickoff_ts) <= SAME_DAY
    return near or (meets_once and one.season_id is not None and one.in_table == other.in_table)


def _leagues_that_meet_once(connection: sqlite3.Connection, league_ids: Iterable[int]) -> dict[int, bool]:
    rows = connection.execute(
        "select id, country_code, name from league where id in (select value from json_each(:ids))",
        {"ids": str(list(league_ids))},
    )
    known = {league_id: registered_league(country, name) for league_id, country, name in rows}
    return {league_id: league is not None and league.meetings == 1 for league_id, league in known.items()}


def _merge(connection: sqlite3.Connection, kept: Stored, gone: Stored) -> list[Conflict]:
    """Give the kept fixture what the other holds, part by part with the trust that it came with."""
    conflicts: list[Conflict] = []
    stands = kept
    owners = _owners(kept.sources)
    held = lost = NOTHING
    for rank, parts in sorted(_by_rank(gone.sources).items(), key=lambda each: (-each[0].trust, each[0].name)):
        policy = policy_for(kept.fixture, gone.fixture, rank, owners)
        stands = _with_parts(stands, gone, parts, policy)
        for part in map(int, Part(policy.held | policy.lost)):
            if part & policy.lost or rank.outranks(owners.get(part)):
                owners[part] = rank
        held |= policy.held & parts
        lost |= policy.lost
        conflicts += policy.conflicts
    stands = stands._replace(figures=_figures(kept, gone, owners, conflicts))
    _write(connection, kept, stands, gone)
    provenance = with_figure_part(_provenance(kept, gone, held, lost), (), stands.figures, kept.fixture.id)
    upsert(connection, "fixture_source", provenance)
    known = {source.source_id: source for source in (*kept.sources, *gone.sources)}
    sources = [known[row.source_id]._replace(parts=row.parts) for row in provenance if row.source_id in known]
    LoadNotes(connection).unite(kept, gone, stands._replace(sources=sources))
    _remove(connection, gone.fixture.id, kept.fixture.id)
    return conflicts


def _with_parts(stands: Stored, gone: Stored, parts: int, policy: MergePolicy) -> Stored:
    """What stands after these parts of the other fixture came in."""
    fixture_id = stands.fixture.id
    incoming = gone.fixture._replace(id=fixture_id)
    if not BASE & parts:
        names = ("kickoff_ts", "time_known", "status", "state_detail", "stage", "in_table")
        incoming = incoming._replace(**{name: getattr(stands.fixture, name) for name in names})
    fixture = merged_fixture(stands.fixture, incoming, parts, policy, has_own_id=False)
    statistics, events, odds = stands.statistics, stands.events, dict(stands.odds)
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
    return Stored(fixture, statistics, events, odds, stands.sources, stands.figures)


def _figures(
    kept: Stored, gone: Stored, owners: Mapping[int, Rank], conflicts: list[Conflict]
) -> dict[tuple[str, int], FixtureFigure]:
    """The further figures of both, each source's with its own trust; adds where the two contradict each other."""
    stands, ranks = kept.figures, ranks_of([*kept.sources, *gone.sources])
    for source_id in sorted({row.source_id for row in gone.figures.values()}):
        incoming = [
            row._replace(fixture_id=kept.fixture.id) for row in gone.figures.values() if row.source_id == source_id
        ]
        policy = policy_for(kept.fixture, gone.fixture, ranks.get(source_id, _NOBODY), owners)
        stands = merged_figures(stands, incoming, policy, ranks)
        conflicts += policy.conflicts
    return stands


def _owners(sources: Iterable[Provenance]) -> dict[int, Rank]:
    return dict(owners_of(tuple((Rank(source.trust, source.name), source.parts) for source in sources)))


def _by_rank(sources: Iterable[Provenance]) -> dict[Rank, int]:
    """Source → the parts whose values came from it."""
    parts: defaultdict[Rank, int] = defaultdict(lambda: NOTHING)
    for part, rank in _owners(sources).items():
        parts[rank] |= part
    return dict(parts) or {_NOBODY: BASE}


def _provenance(kept: Stored, gone: Stored, held: int, lost: int) -> list[FixtureSource]:
    """What the kept fixture holds from each source: what stands of both."""
    fixture_id = kept.fixture.id
    parts: defaultdict[int, int] = defaultdict(int)
    fetched: dict[int, int] = {}
    standing_parts: tuple[tuple[list[Provenance], int], ...] = ((kept.sources, ~lost), (gone.sources, held))
    for sources, standing in standing_parts:
        for source in sources:
            parts[source.source_id] |= source.parts & standing
            fetched[source.source_id] = max(source.fetched_ts, fetched.get(source.source_id, 0))
    return [FixtureSource(fixture_id, source_id, parts[source_id], fetched[source_id]) for source_id in sorted(parts)]


def _write(connection: sqlite3.Connection, kept: Stored, stands: Stored, gone: Stored) -> None:
    ids: Mapping[str, int] = {"kept": kept.fixture.id, "gone": gone.fixture.id}
    upsert(connection, "fixture", [stands.fixture])
    if stands.statistics is not None:
        upsert(connection, "statistics", [stands.statistics])
    if stands.events != kept.events:
        connection.execute("delete from event where fixture_id = :kept", ids)
        upsert(connection, "event", stands.events)
    upsert(connection, "odds", ((kept.fixture.id, *key, *quotes) for key, quotes in stands.odds.items()))
    upsert(connection, "fixture_figure", stands.figures.values())
    connection.execute(_MOVE_TICKS, ids)
    connection.execute(_MOVE_REFEREES, ids)


def _remove(connection: sqlite3.Connection, gone_id: int, kept_id: int) -> None:
    """Delete the other fixture; its place in the lists of teams is the caller's."""
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
