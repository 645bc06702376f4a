"""What waits: coming fixtures of which a side is not known, and details of a service.

The former are rows of their load, never teams or fixtures. Details wait for a page that tells their fixture, or for the
service's default bookmaker to be known. They are written, as of their own load, as soon as both are there, so that the
parts of a dump may come in any order. Where a fixture goes with the load that told it, what other loads said of its
details waits again.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import msgpack

from footydata.football.records import Placeholder, WaitingDetail, key_of
from footydata.ingest.report import ImportResult
from footydata.ingest.resolve import ImportContext, Resolver
from footydata.ingest.write import parsed_of
from footydata.sources.parsed import (
    BookmakerKey,
    ParsedFixture,
    ParsedPlaceholder,
    TeamKey,
)
from footydata.store.claims.claim import OF_SAME_PLACE, ClaimRows
from footydata.store.rows import insert

DEFAULT = BookmakerKey("", "")
"""The service's default bookmaker, as long as none is known."""

AT_ONCE = 500
"""Details that are written together."""


def wait(connection: sqlite3.Connection, load_id: int, details: Iterable[ParsedFixture]) -> None:
    """Let details wait. Commits nothing."""
    for detail in details:
        needs_default = any(quote.bookmaker == DEFAULT for quote in detail.odds)
        row = WaitingDetail(load_id, 0, detail.id or 0, int(needs_default), msgpack.encode(detail))
        connection.execute(_WAIT, row._asdict())


def take_ready(
    connection: sqlite3.Connection, default: BookmakerKey | None
) -> Iterator[tuple[int, list[ParsedFixture]]]:
    """Take the details whose fixtures are stored: a load and some of its own. default: None if it is not known."""
    values = {"is_known": default is not None, "count": AT_ONCE}
    while rows := connection.execute(_READY, values).fetchall():
        sql = "delete from waiting_detail where load_id = ? and seq = ?"
        connection.executemany(sql, [row[:2] for row in rows])
        for load_id, own in groupby(rows, itemgetter(0)):
            yield load_id, [_detail_of(body, default) for _, _, body in own]


def _detail_of(body: bytes, default: BookmakerKey | None) -> ParsedFixture:
    detail = _decode(body)
    quotes = (
        quote._replace(bookmaker=default) if quote.bookmaker == DEFAULT and default else quote
        for quote in detail.odds
    )
    return detail._replace(odds=tuple(quotes))


_decode = msgpack.Decoder(ParsedFixture).decode


def wait_again(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> None:
    """Let what is said of the details of fixtures that are deleted next wait. Commits nothing."""
    makers = {
        id_: BookmakerKey(slug, name, id_)
        for id_, slug, name in connection.execute("select id, slug, name from bookmaker")
    }
    for _, own in ClaimRows(connection).of_fixtures(fixture_ids):
        for claim in own:
            wait(connection, claim.load.id, [parsed_of(connection, claim.body, makers)])


_WAIT = """
    insert into waiting_detail (load_id, seq, fixture_id, needs_default, body)
    select :load_id, coalesce(max(seq), 0) + 1, :fixture_id, :needs_default, :body
    from waiting_detail where load_id = :load_id
"""
_READY = """
    select load_id, seq, body from waiting_detail join fixture on fixture.id = fixture_id
    where :is_known or not needs_default order by load_id, seq limit :count
"""


def placeholder_of(parsed: ParsedPlaceholder, resolver: Resolver, number: int) -> Placeholder:
    """The row of a placeholder, without its load; number: its place in the file. Raises RowRefused."""
    league_id = resolver.league(parsed.league).id
    home, away = (
        side.name if isinstance(side, TeamKey) else side for side in (parsed.home, parsed.away)
    )
    return Placeholder(
        0,
        number,
        league_id,
        resolver.season(league_id, parsed.season),
        parsed.kickoff_ts,
        int(parsed.time_known),
        parsed.round,
        parsed.stage,
        parsed.number,
        home,
        away,
        ground=parsed.venue.ground if parsed.venue else None,
        city=parsed.venue.city if parsed.venue else None,
    )


def write_placeholders(
    context: ImportContext, rows: Sequence[Placeholder], result: ImportResult
) -> None:
    """Write the placeholders of a file, and add to the result: the same again if the file said so before."""
    connection, load_id = context.connection, context.load_id
    insert(connection, "placeholder", [row._replace(load_id=load_id) for row in rows])
    same, before = connection.execute(_SAME_PLACEHOLDERS, {"load_id": load_id}).fetchone()
    result.fixtures_same += same
    result.fixtures_new += len(rows) - same
    if same == before == len(rows):
        # What a file repeats of itself changes nothing.
        result.rows_changed -= len(rows)


_SAID = [name for name in Placeholder._fields if name not in key_of("placeholder")]
_SAME_PLACEHOLDERS = f"""
    with last as (
      select * from placeholder where load_id = (
        select max(load_id) from placeholder where load_id in ({OF_SAME_PLACE})
      )
    )
    select count(*) filter (where exists (
             select 1 from last
             where ({", ".join(f"last.{name}" for name in _SAID)}) is ({", ".join(f"own.{name}" for name in _SAID)})
           )),
           (select count(*) from last)
    from placeholder as own where load_id = :load_id
"""
"""How many of a load's placeholders the last load of its place had, and how many that had."""
