"""Reads stored fixtures with all their details, and writes the rows in which they differ."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from footydata.football.markets import ALL_PERIODS
from footydata.football.records import (
    TABLES,
    BookmakerRecord,
    EventRecord,
    FixtureFigure,
    FixtureRecord,
    FixtureSource,
    KnockoutRecord,
    OddsTickRecord,
    StatisticsRecord,
    TeamFixture,
    VenueRecord,
    columns_of,
    key_of,
)
from footydata.football.register import registered_bookmaker
from footydata.football.register.naming import assigned_id
from footydata.football.terms import FIRST_EXTRA_HALF, Part
from footydata.store.rows import ids_of, upsert

Quotes = tuple[float | None, ...]
"""The quotes of a market at a bookmaker, period by period: a row of odds without its key.

A plain tuple: most rows that are read are quotes, and making a record of each takes as long as reading it.
"""

Lines = Mapping[tuple[str, str, str, float], tuple[float, float]]
"""Bookmaker, market, period and line → the prices of a line beside the main one."""

NO_LINES: Lines = {}

PERIODS = tuple(
    (str(period), slice(4 * number, 4 * number + 4)) for number, period in enumerate(ALL_PERIODS)
)
"""Period and the slice of Quotes with its quote: a line and three prices."""

NO_QUOTE: Quotes = (None,) * 4
"""An unknown quote."""

BATCH_SIZE = 500
"""Fixtures that are read at once, so that statements are few and memory is little."""


DetailRecord = StatisticsRecord | KnockoutRecord | VenueRecord
"""A record of which a fixture has at most one row."""

DETAILS: tuple[tuple[int, str, type[DetailRecord]], ...] = (
    (int(Part.STATISTICS), "statistics", StatisticsRecord),
    (int(Part.KNOCKOUT), "knockout", KnockoutRecord),
    (int(Part.VENUE), "venue", VenueRecord),
)
"""The tables of these records, which are merged column by column: the part, the table and the record of each."""

DETAIL_BY_PART = {part: record for part, _, record in DETAILS}

Details = Mapping[int, DetailRecord]
"""Part → the row."""


class Provenance(NamedTuple):
    """Which parts a fixture has from a source, with that source's trust and name."""

    source_id: int
    trust: int
    name: str
    parts: int
    fetched_ts: int


class StoredFixture(NamedTuple):
    """A stored fixture with its details, by part; odds by bookmaker and market, figures by name and half.

    A bookmaker is its slug, as its id may change. events: the whole timeline, extra time included; they and the details
    have the fixture_id 0, as the fixture's may change.
    referees: source id → how it spells the referee, and the stored name, where these differ. lines: beside the main
    ones of odds.
    """

    fixture: FixtureRecord
    details: Details
    events: list[EventRecord]
    odds: dict[tuple[str, str], Quotes]
    sources: list[Provenance]
    figures: dict[tuple[str, int], FixtureFigure]
    referees: dict[int, tuple[str, str]]
    lines: Lines = NO_LINES


def by_event_table(events: Iterable[EventRecord]) -> dict[str, list[EventRecord]]:
    """The events of a timeline by the table that they are stored in: those of extra time have their own."""
    by_table: dict[str, list[EventRecord]] = {"event": [], "extra_event": []}
    for event in events:
        by_table["event" if event.half < FIRST_EXTRA_HALF else "extra_event"].append(event)
    return by_table


def batches(fixture_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """The ids of many fixtures, BATCH_SIZE at a time."""
    for start in range(0, len(fixture_ids), BATCH_SIZE):
        yield fixture_ids[start : start + BATCH_SIZE]


def read_stored(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, StoredFixture]:
    """These fixtures, by id."""
    parameters = ids_of(ids)
    stored = {
        row[0]: StoredFixture(FixtureRecord._make(row), {}, [], {}, [], {}, {})
        for row in connection.execute(_select("fixture", "id"), parameters)
    }
    details: defaultdict[int, dict[int, DetailRecord]] = defaultdict(dict)
    for part, table, record in DETAILS:
        for row in connection.execute(_select(table, "fixture_id"), parameters):
            details[row[0]][part] = record._make((0, *row[1:]))
    for fixture_id, own in details.items():
        stored[fixture_id] = stored[fixture_id]._replace(details=own)
    for table in ("event", "extra_event"):
        for row in connection.execute(_select(table, "fixture_id") + ", seq", parameters):
            stored[row[0]].events.append(EventRecord(0, *row[1:]))
    slugs = slugs_of(connection)
    for fixture_id, rows in groupby(
        connection.execute(_select("odds", "fixture_id") + ", bookmaker_id, market", parameters),
        itemgetter(0),
    ):
        stored[fixture_id].odds.update([((slugs[row[1]], row[2]), row[3:]) for row in rows])
    for fixture_id, rows in groupby(
        connection.execute(_select("odds_line", "fixture_id"), parameters), itemgetter(0)
    ):
        lines = {(slugs[row[1]], *row[2:5]): row[5:] for row in rows}
        stored[fixture_id] = stored[fixture_id]._replace(lines=lines)
    for row in connection.execute(
        _select("fixture_figure", "fixture_id") + ", figure, half", parameters
    ):
        stored[row[0]].figures[row[1], row[2]] = FixtureFigure._make(row)
    for fixture_id, source_id, spelling, name in connection.execute(
        _select("fixture_referee", "fixture_id"), parameters
    ):
        stored[fixture_id].referees[source_id] = spelling, name
    for fixture_id, *provenance in connection.execute(_SOURCES, parameters):
        stored[fixture_id].sources.append(Provenance._make(provenance))
    return stored


def slugs_of(connection: sqlite3.Connection) -> dict[int, str]:
    """The id of each stored bookmaker → its slug."""
    return dict(connection.execute("select id, slug from bookmaker").fetchall())


def read_histories(
    connection: sqlite3.Connection, ids: Iterable[int]
) -> dict[int, list[OddsTickRecord]]:
    """Fixture id → the ticks of all its odds histories, by time; a fixture without any is left out."""
    histories: dict[int, list[OddsTickRecord]] = {}
    order = ", recorded_ts, bookmaker_id, market, seq"
    for row in connection.execute(_select("odds_tick", "fixture_id") + order, ids_of(ids)):
        histories.setdefault(row[0], []).append(OddsTickRecord._make(row))
    return histories


def read_ticks(
    connection: sqlite3.Connection, ticks: Sequence[OddsTickRecord]
) -> tuple[list[OddsTickRecord], int]:
    """The stored ticks of the series that these belong to, within their time span, and how many the whole series has.

    ticks: of one fixture, bookmaker and market.
    """
    moments = [tick.recorded_ts for tick in ticks]
    values = ticks[0]._asdict() | {"start": min(moments), "end": max(moments)}
    stored = [OddsTickRecord._make(row) for row in connection.execute(_TICKS, values)]
    count: int = connection.execute(_COUNT_TICKS, values).fetchone()[0]
    return stored, count


def _select(table: str, key: str) -> str:
    fields = ", ".join(columns_of(table))
    # The names are those of our records, never a value.
    return f"select {fields} from {table} where {key} in (select value from json_each(:ids)) order by {key}"


_SOURCES = """
    select fixture_source.fixture_id, fixture_source.source_id, source.trust, source.name, fixture_source.parts,
           fixture_source.fetched_ts
    from fixture_source join source on source.id = fixture_source.source_id
    where fixture_source.fixture_id in (select value from json_each(:ids))
    order by fixture_source.fixture_id, fixture_source.source_id
"""

_SERIES = "fixture_id = :fixture_id and bookmaker_id = :bookmaker_id and market = :market"
_COUNT_TICKS = f"select count(*) from odds_tick where {_SERIES}"
_TICKS = f"""
    select {", ".join(OddsTickRecord._fields)} from odds_tick
    where {_SERIES} and recorded_ts between :start and :end order by recorded_ts, seq
"""  # the names are those of our record, never a value


_SEQ = OddsTickRecord._fields.index("seq")


def merged_ticks(
    stored: Sequence[OddsTickRecord], parsed: Sequence[OddsTickRecord], *, follows: bool
) -> list[OddsTickRecord]:
    """The ticks to write for one series: all of each parsed second, in order, each once.

    stored: the ticks of the series at the parsed seconds. follows: whether the parsed ticks come after all stored ones,
    as those of the next page do; otherwise they may repeat stored ones.
    """
    before: dict[int, list[OddsTickRecord]] = {}
    for tick in stored:
        before.setdefault(tick.recorded_ts, []).append(tick)
    seconds: dict[int, list[OddsTickRecord]] = {}
    for tick in parsed:
        seconds.setdefault(tick.recorded_ts, []).append(tick)
    merged: list[OddsTickRecord] = []
    last = parsed[-1].recorded_ts
    for moment, group in seconds.items():
        old, new = (
            [tick[_SEQ + 1 :] for tick in ticks] for ticks in (before.get(moment, []), group)
        )
        figures_of_second = (
            old + new
            if follows
            else _joined(old, new, is_earlier=moment == last and len(seconds) > 1)
        )
        merged += [
            OddsTickRecord._make((*group[0][:_SEQ], seq, *figures))
            for seq, figures in enumerate(figures_of_second)
        ]
    return merged


def _joined(old: list[Any], new: list[Any], *, is_earlier: bool) -> list[Any]:
    """Two parts of one sequence joined if they overlap; is_earlier: new comes first if they don't.

    >>> _joined([1, 2], [2, 3], is_earlier=False), _joined([2, 3], [1, 2], is_earlier=False)
    ([1, 2, 3], [1, 2, 3])
    """
    if _is_within(new, old):
        return old
    if _is_within(old, new):
        return new
    for size in range(min(len(old), len(new)) - 1, 0, -1):
        if old[-size:] == new[:size]:
            return old + new[size:]
        if new[-size:] == old[:size]:
            return new + old[size:]
    return new + old if is_earlier else old + new


def _is_within(part: list[Any], longer: list[Any]) -> bool:
    return any(
        longer[start : start + len(part)] == part for start in range(len(longer) - len(part) + 1)
    )


Row = Sequence[object]


class Differences:
    """Rows of fixtures to delete and to write, all at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._gone: defaultdict[str, list[Row]] = defaultdict(list)
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        self._fixtures: set[int] = set()
        self._makers = _MakerIds(connection)

    def write(self) -> None:
        """Write the differences that were added. Commits nothing."""
        for table, keys in self._gone.items():
            # Names of our schema.
            where = " and ".join(f"{name} = ?" for name in key_of(table))
            self._connection.executemany(f"delete from {table} where {where}", keys)
        for table in TABLES:
            if table in self._rows:
                upsert(self._connection, table, self._rows[table])
        self._gone.clear()
        self._rows.clear()
        self._fixtures.clear()

    def add(self, before: StoredFixture | None, after: StoredFixture) -> bool:
        """Add the rows of a fixture that differ, all of them if there is none before; returns whether any does."""
        if before == after:
            return False
        if after.fixture.id in self._fixtures:
            self.write()
        self._fixtures.add(after.fixture.id)
        stored = {} if before is None else self._rows_of(before)
        for table, rows in self._rows_of(after).items():
            old = stored.get(table, ())
            if old != rows:
                known, places = set(old), len(key_of(table))
                self._rows[table] += [row for row in rows if row not in known]
                kept = {row[:places] for row in rows}
                self._gone[table] += {row[:places] for row in old} - kept
        return True

    def _rows_of(self, stored: StoredFixture) -> dict[str, Sequence[Row]]:
        """Table → the rows that a fixture has in it."""
        fixture, id_, makers = stored.fixture, stored.fixture.id, self._makers
        rows: dict[str, Sequence[Row]] = {
            "fixture": [fixture],
            "team_fixture": team_fixtures(fixture),
        }
        for part, table, _ in DETAILS:
            row = stored.details.get(part)
            rows[table] = [] if row is None else [(id_, *row[1:])]
        for table, events in by_event_table(stored.events).items():
            rows[table] = [(id_, *event[1:]) for event in events]
        rows["odds"] = [
            (id_, makers[slug], market, *quotes) for (slug, market), quotes in stored.odds.items()
        ]
        rows["odds_line"] = [
            (id_, makers[slug], *key, *prices) for (slug, *key), prices in stored.lines.items()
        ]
        rows["fixture_figure"] = [*stored.figures.values()]
        rows["fixture_source"] = [
            FixtureSource(id_, row.source_id, row.parts, row.fetched_ts) for row in stored.sources
        ]
        rows["fixture_referee"] = [(id_, key, *names) for key, names in stored.referees.items()]
        return rows


class _MakerIds(dict[str, int]):
    """Slug → the id of the bookmaker, which is written if it is not stored any more."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__((slug, id_) for id_, slug in slugs_of(connection).items())
        self._connection = connection

    def __missing__(self, slug: str) -> int:
        known = registered_bookmaker(slug)
        id_, name = (known.id, known.name) if known else (assigned_id("bookmaker", slug), slug)
        upsert(self._connection, "bookmaker", [BookmakerRecord(id_, name, slug)])
        self[slug] = id_
        return id_


def team_fixtures(row: FixtureRecord) -> list[TeamFixture]:
    """The rows of a fixture in the lists of its teams."""
    return [
        TeamFixture(team_id, row.kickoff_ts, row.id)
        for team_id in sorted({row.home_id, row.away_id})
    ]
