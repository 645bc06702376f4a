"""Stores forecasts: fair lines and projections, each in place of the earlier one, and the ledger of sealed ones."""

import sqlite3
from collections.abc import Iterable, Sequence

from footydata.football.records import FairLine, ProjectionHead, SealedForecast
from footydata.store.file.transactions import write_transaction
from footydata.store.write.seals import FIRST, seal_of
from footydata.store.writing import insert, upsert


def write_fair_lines(connection: sqlite3.Connection, lines: Iterable[FairLine]) -> int:
    """Write fair lines; gives how many were new or changed. Commits nothing."""
    return upsert(connection, "fair_line", lines)


def write_projection(
    connection: sqlite3.Connection, projection: ProjectionHead, parts: Sequence[tuple[str, Iterable[Sequence[object]]]]
) -> None:
    """Write a season's projection in place of its earlier one. Commits nothing.

    parts: the other tables of a projection, with their rows.
    """
    for table, _ in parts:
        # Names of the schema, never a value.
        connection.execute(f"delete from {table} where season_id = :season_id", {"season_id": projection.season_id})
    upsert(connection, "projection", [projection])
    for table, rows in parts:
        insert(connection, table, list(rows))


def append_sealed(connection: sqlite3.Connection, entries: Sequence[SealedForecast]) -> str:
    """Append entries to the ledger, and commit; gives the hash of its last entry.

    Their seq, previous and hash are set here. Raises DatabaseError.
    """
    with write_transaction(connection):
        last = connection.execute("select seq, hash from sealed_forecast order by seq desc limit 1").fetchone()
        seq, head = last or (0, FIRST)
        rows = []
        for seq, entry in enumerate(entries, start=seq + 1):  # noqa: B020  # it continues the last seq
            numbered = entry._replace(seq=seq, previous=head)
            head = seal_of(head, numbered[:-2])
            rows.append(numbered._replace(hash=head))
        insert(connection, "sealed_forecast", rows)
    return str(head)
