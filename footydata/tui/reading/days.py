"""Days with their neighbours, long lists, and the parts of a search."""

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from typing import NamedTuple

from footydata.contract.terms import DAY, Order
from footydata.queries.days import (
    Day,
    Entry,
    ListedFixture,
    day_counts,
    day_entries,
    kickoffs,
    listed_fixtures,
)
from footydata.queries.names import LeagueLabel, Wanted, found_entries, league_labels
from footydata.tui.zone import Zone, days_around

FIRST_ROWS = 128
"""The rows that come with the entries, so that the first picture has no gaps."""

PART = 256
"""How many fixtures a part of a search brings."""


class DayRead(NamedTuple):
    """A day: its fixtures by league, the first rows, the counts of the days around.

    before, after: for a day without fixtures the nearest that have some, None where there are none.
    """

    day: date
    entries: list[Entry]
    rows: dict[int, ListedFixture]
    counts: dict[date, int]
    leagues: dict[int, LeagueLabel]
    before: date | None = None
    after: date | None = None


def read_day(connection: sqlite3.Connection, day: date, *, zone: Zone, esports: bool) -> DayRead:
    """A day as it is shown: leagues by country, then id; within a league by kickoff."""
    leagues = league_labels(connection)
    entries = day_entries(connection, zone.day(day), esports=esports)
    entries.sort(key=lambda entry: _league_order(leagues.get(entry.league_id), entry))
    rows = listed_fixtures(connection, [entry.fixture_id for entry in entries[:FIRST_ROWS]])
    around = days_around(day)
    counts = dict(zip(around, day_counts(connection, [zone.day(one) for one in around], esports=esports), strict=True))
    read = DayRead(day, entries, rows, counts, leagues)
    if entries:
        return read
    return read._replace(
        before=next_day(connection, day, Order.DESC, zone=zone, esports=esports),
        after=next_day(connection, day, Order.ASC, zone=zone, esports=esports),
    )


def read_first_day(connection: sqlite3.Connection, day: date, *, zone: Zone, esports: bool) -> DayRead:
    """The day where it has fixtures, else the last day before that has some, else the first after."""
    read = read_day(connection, day, zone=zone, esports=esports)
    nearest = read.before or read.after
    if read.entries or nearest is None:
        return read
    return read_day(connection, nearest, zone=zone, esports=esports)


def next_day(
    connection: sqlite3.Connection,
    day: date,
    order: Order,
    *,
    zone: Zone,
    esports: bool,
    asked: Wanted | None = None,
) -> date | None:
    """The nearest later (asc) or earlier (desc) day that has fixtures, with `asked`: any of those; None where none."""
    bounds = zone.day(day)
    for kickoff_ts, time_known in _kickoffs(connection, _edge(bounds, order), order, esports, asked):
        on = zone.date_of(kickoff_ts, time_known=time_known)
        if on > day if order == Order.ASC else on < day:
            return on
    return None


class Part(NamedTuple):
    """A part of a search: entries by kickoff, the first rows, and whether there may be more beyond it."""

    entries: list[Entry]
    rows: dict[int, ListedFixture]
    more: bool


def read_part(
    connection: sqlite3.Connection,
    asked: Wanted,
    order: Order,
    *,
    from_ts: int,
    after_id: int | None = None,
    esports: bool,
) -> Part:
    """The fixtures asked for that follow (asc) or precede (desc) a moment or fixture, always by kickoff."""
    found = found_entries(connection, asked, from_ts=from_ts, after_id=after_id, order=order, esports=esports)
    entries = list(islice(found, PART))
    near = [entry.fixture_id for entry in entries[:FIRST_ROWS]]
    more = len(entries) == PART
    return Part(entries[::-1] if order == Order.DESC else entries, listed_fixtures(connection, near), more)


def _kickoffs(
    connection: sqlite3.Connection, from_ts: int, order: Order, esports: bool, asked: Wanted | None
) -> Iterator[tuple[int, int]]:
    if asked is None:
        return kickoffs(connection, from_ts, order=order, esports=esports)
    found = found_entries(connection, asked, from_ts=from_ts, order=order, esports=esports)
    return ((entry.kickoff_ts, entry.time_known) for entry in found)


def _edge(bounds: Day, order: Order) -> int:
    """A moment beyond which no fixture of the neighbouring days is missed, whether its time is known or not."""
    if order == Order.ASC:
        return min(bounds.end_ts, bounds.midnight_ts + DAY)
    return max(bounds.start_ts, bounds.midnight_ts)


def _league_order(league: LeagueLabel | None, entry: Entry) -> tuple[str, int, int, int]:
    return (league.country if league else "", entry.league_id, entry.kickoff_ts, entry.fixture_id)


class ListRead(NamedTuple):
    """All fixtures of a season or a team by kickoff, with the rows around a moment."""

    entries: list[Entry]
    rows: dict[int, ListedFixture]


def read_list(
    connection: sqlite3.Connection, entries_of: Callable[[sqlite3.Connection], list[Entry]], *, near: int
) -> ListRead:
    """A list with the rows around a moment, where it opens."""
    entries = entries_of(connection)
    place = bisect_left(entries, near, key=lambda entry: entry.kickoff_ts)
    around = entries[max(0, place - FIRST_ROWS // 2) : place + FIRST_ROWS // 2]
    return ListRead(entries, listed_fixtures(connection, [entry.fixture_id for entry in around]))
