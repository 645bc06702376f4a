"""Details of a service that wait: for a page that tells their fixture, or for its default bookmaker to be known.

They are written, as of their own load, as soon as both are there, so that the parts of a dump may come in any order.
Where a fixture goes with the load that told it, what other loads said of its details waits again.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from msgspec import msgpack

from footydata.football.records import CLAIM_BITS, EventRecord, StatisticsRecord, WaitingDetail
from footydata.football.terms import Part
from footydata.sources.parsed import (
    BookmakerKey,
    Figures,
    ParsedDetail,
    ParsedOdds,
    ParsedTick,
)
from footydata.store.claims.claim import STATISTICS
from footydata.store.claims.claim_rows import ClaimRows
from footydata.store.claims.stored import batches, read_histories, read_stored
from footydata.store.writing import upsert

DEFAULT = BookmakerKey("", "")
"""The service's default bookmaker, as long as none is known."""

AT_ONCE = 500
"""Details that are written together."""


def wait(connection: sqlite3.Connection, load_id: int, details: Iterable[ParsedDetail]) -> None:
    """Let details wait. Commits nothing."""
    sql = "select coalesce(max(seq), 0) + 1 from waiting_detail where load_id = ?"
    (first,) = connection.execute(sql, (load_id,)).fetchone()
    rows = (
        WaitingDetail(
            load_id,
            seq,
            detail.fixture_id,
            int(any(quote.bookmaker == DEFAULT for quote in detail.odds)),
            msgpack.encode((detail.fixture_id, int(detail.parts), *detail[2:])),
        )
        for seq, detail in enumerate(details, start=first)
    )
    upsert(connection, "waiting_detail", rows)


def take_ready(
    connection: sqlite3.Connection, default: BookmakerKey | None
) -> Iterator[tuple[int, list[ParsedDetail]]]:
    """Take the details whose fixtures are stored: a load and some of its own. default: None if it is not known."""
    values = {"is_known": default is not None, "count": AT_ONCE}
    while rows := connection.execute(_READY, values).fetchall():
        load_id = rows[0][0]
        own = [row for row in rows if row[0] == load_id]
        sql = "delete from waiting_detail where load_id = ? and seq = ?"
        connection.executemany(sql, [row[:2] for row in own])
        yield load_id, [_detail_of(body, default) for _, _, body in own]


def _detail_of(body: bytes, default: BookmakerKey | None) -> ParsedDetail:
    fixture_id, parts, figures, statistics, events, odds, ticks, first_tick, line = _decode(body)
    quotes = (
        quote._replace(bookmaker=default) if quote.bookmaker == DEFAULT and default else quote
        for quote in odds
    )
    return ParsedDetail(
        fixture_id, Part(parts), figures, statistics, events, tuple(quotes), ticks, first_tick, line
    )


_decode = msgpack.Decoder(
    tuple[
        int,
        int,
        Figures,
        StatisticsRecord | None,
        tuple[EventRecord, ...] | None,
        tuple[ParsedOdds, ...],
        tuple[ParsedTick, ...],
        int | None,
        int | None,
    ]
).decode


def wait_again(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> None:
    """Let what is said of the details of fixtures that are deleted next wait. Commits nothing."""
    claims = ClaimRows(connection)
    makers = {
        id_: BookmakerKey(slug, name, id_)
        for id_, slug, name in connection.execute("select id, slug, name from bookmaker")
    }
    for batch in batches(fixture_ids):
        rows, histories = claims.read(batch), read_histories(connection, batch)
        for fixture_id, stored in read_stored(connection, batch).items():
            ticks = histories.get(fixture_id, ())
            for row in rows.get(fixture_id, ()):
                body = claims.claim(row, stored).body
                own_ticks = (
                    ParsedTick(makers[tick.bookmaker_id], *tick[2:])
                    for tick in ticks
                    if (span := body.series.get((tick.bookmaker_id, tick.market)))
                    and span[0] <= tick.recorded_ts <= span[1]
                )
                detail = ParsedDetail(
                    fixture_id,
                    Part(body.parts),
                    Figures(*(getattr(body.fixture, name) for name in Figures._fields)),
                    body.details.get(STATISTICS),  # type: ignore[arg-type]  # the row of this part
                    None if body.events is None else tuple(body.events),
                    tuple(
                        ParsedOdds(makers[maker], market, *quotes)
                        for (maker, market), quotes in body.odds.items()
                    ),
                    tuple(own_ticks),
                )
                wait(connection, row.id >> CLAIM_BITS, [detail])


_READY = """
    select load_id, seq, body from waiting_detail join fixture on fixture.id = fixture_id
    where :is_known or not needs_default order by load_id, seq limit :count
"""
