"""Reads stored fixtures with all their details, and writes the rows in which they differ."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from footydata.football.markets import ALL_PERIODS
from footydata.football.records import (
    TABLES,
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
from footydata.football.register import bookmaker_of
from footydata.football.terms import FIRST_EXTRA_HALF, Part
from footydata.store.rows import OF_FIXTURES, by_first, ids_of, records, upsert

Quotes = tuple[float | None, ...]
"""The quotes of a market at a bookmaker, period by period: a row of odds without its key.

A plain tuple: most rows that are read are quotes, and making a record of each takes as long as reading it.
"""

Lines = dict[tuple[str, str, str, float], tuple[float, float]]
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

Details = dict[int, DetailRecord]
"""Part → the row."""


Item = TypeVar("Item")


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
    sources: list[FixtureSource]
    figures: dict[tuple[str, int], FixtureFigure]
    referees: dict[int, tuple[str, str]]
    lines: Lines = NO_LINES


def by_event_table(events: Iterable[EventRecord]) -> dict[str, list[EventRecord]]:
    """The events of a timeline by the table that they are stored in: those of extra time have their own."""
    by_table: dict[str, list[EventRecord]] = {"event": [], "extra_event": []}
    for event in events:
        by_table["event" if event.half < FIRST_EXTRA_HALF else "extra_event"].append(event)
    return by_table


def batches(fixtures: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Many fixtures, or their ids, BATCH_SIZE at a time."""
    for start in range(0, len(fixtures), BATCH_SIZE):
        yield fixtures[start : start + BATCH_SIZE]


def read_stored(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, StoredFixture]:
    """These fixtures, by id."""
    parameters = ids_of(ids)

    def rows_of(table: str) -> Iterator[tuple[StoredFixture, Iterator[Any]]]:
        rows = connection.execute(_select(table), parameters)
        for fixture_id, own in groupby(rows, itemgetter(0)):
            yield stored[fixture_id], own

    stored: dict[int, StoredFixture] = {}
    for row in connection.execute(_select("fixture"), parameters):
        stored[row[0]] = StoredFixture(FixtureRecord._make(row), {}, [], {}, [], {}, {}, {})
    for part, table, record in DETAILS:
        for fixture, (row,) in rows_of(table):
            fixture.details[part] = record._make((0, *row[1:]))
    for table in ("event", "extra_event"):
        for fixture, rows in rows_of(table):
            fixture.events.extend(EventRecord(0, *row[1:]) for row in rows)
    slugs = slugs_of(connection)
    for fixture, rows in rows_of("odds"):
        fixture.odds.update([((slugs[row[1]], row[2]), row[3:]) for row in rows])
    for fixture, rows in rows_of("odds_line"):
        fixture.lines.update([((slugs[row[1]], *row[2:5]), row[5:]) for row in rows])
    for fixture, rows in rows_of("fixture_figure"):
        fixture.figures.update([((row[1], row[2]), FixtureFigure._make(row)) for row in rows])
    for fixture, rows in rows_of("fixture_referee"):
        fixture.referees.update([(row[1], row[2:]) for row in rows])
    for fixture, rows in rows_of("fixture_source"):
        fixture.sources.extend(map(FixtureSource._make, rows))
    return stored


def slugs_of(connection: sqlite3.Connection) -> dict[int, str]:
    """The id of each stored bookmaker → its slug."""
    return dict(connection.execute("select id, slug from bookmaker").fetchall())


def read_histories(
    connection: sqlite3.Connection, ids: Sequence[int]
) -> dict[int, list[OddsTickRecord]]:
    """Fixture id → the ticks of all its odds histories, by time."""
    sql = f"from odds_tick where {OF_FIXTURES} order by recorded_ts, bookmaker_id, market, seq"
    return by_first(ids, records(connection, OddsTickRecord, sql, ids_of(ids)))


def _select(table: str) -> str:
    fields, keys = ", ".join(columns_of(table)), key_of(table)
    # The names are those of our records, never a value.
    where = f"{keys[0]} in (select value from json_each(:ids))"
    return f"select {fields} from {table} where {where} order by {', '.join(keys)}"


def write_history(
    connection: sqlite3.Connection, ticks: Sequence[OddsTickRecord], *, first: int | None
) -> int:
    """Write parsed ticks of one series, each once, in order; returns how many rows were inserted or changed.

    first: how many ticks of the series come before these, None if unknown. If no more are stored, these follow them, as
    those of the next page do; otherwise they may repeat stored ones.
    """
    moments = [tick.recorded_ts for tick in ticks]
    head = ticks[0]
    values = head._asdict() | {"start": min(moments), "end": max(moments)}
    count: int = connection.execute(_COUNT_TICKS, values).fetchone()[0]
    stored = _by_second(records(connection, OddsTickRecord, _TICKS, values))
    seconds = _by_second(ticks)
    merged: list[OddsTickRecord] = []
    for moment, new in seconds.items():
        old = stored[moment]
        is_earlier = moment == moments[-1] and len(seconds) > 1
        follows = first is not None and count <= first
        rows = old + new if follows else _joined(old, new, is_earlier=is_earlier)
        merged += [
            OddsTickRecord(head.fixture_id, head.bookmaker_id, head.market, moment, seq, *row)
            for seq, row in enumerate(rows)
        ]
    return upsert(connection, "odds_tick", merged)


def _by_second(ticks: Iterable[OddsTickRecord]) -> defaultdict[int, list[Any]]:
    """Second → what its ticks say, in order."""
    seconds: defaultdict[int, list[Any]] = defaultdict(list)
    for tick in ticks:
        seconds[tick.recorded_ts].append(tick[_SEQ + 1 :])
    return seconds


def _joined(old: list[Any], new: list[Any], *, is_earlier: bool) -> list[Any]:
    """Two parts of one sequence joined where they overlap; is_earlier: new comes first if they don't.

    >>> _joined([1, 2], [2, 3], is_earlier=False), _joined([2, 3], [1, 2], is_earlier=False)
    ([1, 2, 3], [1, 2, 3])
    """
    both = [_laid_over(old, new), _laid_over(new, old)]
    return min(reversed(both) if is_earlier else both, key=len)


def _laid_over(first: list[Any], second: list[Any]) -> list[Any]:
    """The first part with the second at the first place where they agree, which may be its end."""
    start = 0
    while first[start : start + len(second)] != second[: len(first) - start]:
        start += 1
    return first[:start] + second + first[start + len(second) :]


_SEQ = OddsTickRecord._fields.index("seq")
_SERIES = "fixture_id = :fixture_id and bookmaker_id = :bookmaker_id and market = :market"
_COUNT_TICKS = f"select count(*) from odds_tick where {_SERIES}"
_TICKS = f"from odds_tick where {_SERIES} and recorded_ts between :start and :end order by recorded_ts, seq"


Row = Sequence[object]


class Differences:
    """Rows of fixtures to delete and to write, all at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._rows: defaultdict[str, dict[Row, Row | None]] = defaultdict(dict)
        self._makers = _MakerIds(connection)

    def write(self) -> None:
        """Write the differences that were added. Commits nothing."""
        for table in TABLES:
            if rows := self._rows.get(table):
                # Names of our schema.
                where = " and ".join(f"{name} = ?" for name in key_of(table))
                gone = [key for key, row in rows.items() if row is None]
                self._connection.executemany(f"delete from {table} where {where}", gone)
                upsert(self._connection, table, filter(None, rows.values()))

    def add(self, before: StoredFixture | None, after: StoredFixture) -> bool:
        """Add the rows of a fixture that differ, all of them if there is none before; returns whether any does."""
        if before == after:
            return False
        stored = {} if before is None else self._rows_of(before)
        for table, rows in self._rows_of(after).items():
            old = stored.get(table, ())
            if old != rows:
                known, places = set(old), len(key_of(table))
                keys = {row[:places] for row in rows}
                gone = {row[:places] for row in old} - keys
                self._rows[table].update(dict.fromkeys(gone))
                self._rows[table].update((row[:places], row) for row in rows if row not in known)
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
        rows["fixture_source"] = stored.sources
        rows["fixture_referee"] = [(id_, key, *names) for key, names in stored.referees.items()]
        return rows


class _MakerIds(dict[str, int]):
    """Slug → the id of the bookmaker, which is written if it is not stored any more."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection.execute("select slug, id from bookmaker").fetchall())
        self._connection = connection

    def __missing__(self, slug: str) -> int:
        bookmaker = bookmaker_of(slug)
        upsert(self._connection, "bookmaker", [bookmaker])
        self[slug] = bookmaker.id
        return bookmaker.id


def team_fixtures(row: FixtureRecord) -> list[TeamFixture]:
    """The rows of a fixture in the lists of its teams."""
    return [
        TeamFixture(team_id, row.kickoff_ts, row.id)
        for team_id in sorted({row.home_id, row.away_id})
    ]
