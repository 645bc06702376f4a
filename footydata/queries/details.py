"""The details of fixtures: events, statistics, odds and their history; for one fixture or many."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from footydata.records import EventRecord, OddsRecord, OddsTickRecord, StatisticsRecord

PAGE = 500
"""Fixtures whose details are read at once, so that statements are few and memory is little."""

SAMPLE = 200
"""Fixtures whose rows are counted to guess how many all have."""

_IDS = "(select value from json_each(:ids))"


def pages(fixture_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """The ids of many fixtures in batches of PAGE."""
    for start in range(0, len(fixture_ids), PAGE):
        yield fixture_ids[start : start + PAGE]


def events(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> dict[int, list[EventRecord]]:
    """The timelines of fixtures, in stored order; every id asked for has a list, maybe empty."""
    sql = f"select {', '.join(EventRecord._fields)} from event where fixture_id in {_IDS} order by 1, 2"
    found: dict[int, list[EventRecord]] = {fixture_id: [] for fixture_id in fixture_ids}
    for row in connection.execute(sql, {"ids": str(list(fixture_ids))}):
        found[row[0]].append(EventRecord._make(row))
    return found


def statistics(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> dict[int, StatisticsRecord]:
    """The statistics of fixtures; every id asked for has a row, all None if nothing is recorded."""
    sql = f"select {', '.join(StatisticsRecord._fields)} from statistics where fixture_id in {_IDS}"
    found = {row[0]: StatisticsRecord._make(row) for row in connection.execute(sql, {"ids": str(list(fixture_ids))})}
    return {fixture_id: found.get(fixture_id) or StatisticsRecord(fixture_id) for fixture_id in fixture_ids}


def odds(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    *,
    bookmaker_ids: Sequence[int],
) -> dict[int, list[OddsRecord]]:
    """The odds of fixtures at the bookmakers, by bookmaker id and market; every id asked for has a list."""
    sql = (
        f"select {', '.join(OddsRecord._fields)} from odds where fixture_id in {_IDS} "
        f"and bookmaker_id in (select value from json_each(:bookmakers)) order by fixture_id, bookmaker_id, market"
    )
    found: dict[int, list[OddsRecord]] = {fixture_id: [] for fixture_id in fixture_ids}
    for row in connection.execute(sql, {"ids": str(list(fixture_ids)), "bookmakers": str(list(bookmaker_ids))}):
        found[row[0]].append(OddsRecord._make(row))
    return found


def count_odds(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> float:
    """About how many rows of odds fixtures have, by those of a sample of them."""
    sample = fixture_ids[:: max(1, len(fixture_ids) // SAMPLE)]
    sql = f"select count(*) from odds where fixture_id in {_IDS}"
    count: int = connection.execute(sql, {"ids": str(list(sample))}).fetchone()[0]
    return count * len(fixture_ids) / max(1, len(sample))


class ClosingQuote(NamedTuple):
    """A bookmaker's closing line and prices of a market."""

    fixture_id: int
    bookmaker_id: int
    market: str
    line: float | None
    price_1: float | None
    price_2: float | None
    price_3: float | None


def closing_quotes(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], *, markets: Sequence[str]
) -> list[ClosingQuote]:
    """The closing quotes of fixtures in markets (their keys), by fixture, bookmaker and market."""
    sql = f"""
        select fixture_id, bookmaker_id, market, closing_line, closing_price_1, closing_price_2, closing_price_3
        from odds where fixture_id in {_IDS} and market in (select value from json_each(:markets))
          and (closing_line is not null or closing_price_1 is not null)
        order by fixture_id, bookmaker_id, market
    """
    values = {"ids": str(list(fixture_ids)), "markets": json.dumps(list(markets))}
    return [ClosingQuote._make(row) for row in connection.execute(sql, values)]


def odds_ticks(
    connection: sqlite3.Connection,
    fixture_id: int,
    *,
    bookmaker_id: int,
    market: str,
    limit: int | None = None,
    offset: int = 0,
) -> list[OddsTickRecord]:
    """The ticks of a market (its key) of a fixture at a bookmaker, oldest first."""
    sql = (
        f"select {', '.join(OddsTickRecord._fields)} from odds_tick where fixture_id = :fixture_id "
        "and bookmaker_id = :bookmaker_id and market = :market order by recorded_ts, seq limit :limit offset :offset"
    )
    values = {
        "fixture_id": fixture_id,
        "bookmaker_id": bookmaker_id,
        "market": market,
        "limit": -1 if limit is None else limit,
        "offset": offset,
    }
    return [OddsTickRecord._make(row) for row in connection.execute(sql, values)]
