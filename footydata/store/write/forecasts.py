"""Stores forecasts: fair lines and projections, each in place of the earlier one, and the ledger of sealed ones.

Each entry of the ledger has the hash of the entry before it in its own hash, so that any change is noticed. Who can
write the file can replace the whole ledger: only a hash that was noted elsewhere before reveals that.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence

from footydata.football.records import FairLine, ProjectionHead, SealedForecast
from footydata.store.file.transactions import write_transaction
from footydata.store.writing import insert, upsert

FIRST = "0" * 64
"""The hash before the first entry."""


def write_fair_lines(connection: sqlite3.Connection, lines: Iterable[FairLine]) -> int:
    """Write fair lines; returns how many were new or changed. Commits nothing."""
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
    """Append entries to the ledger, and commit; returns the hash of its last entry.

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


def seal_of(previous: str, values: Sequence[object]) -> str:
    """The seal of an entry: SHA-256, in hexadecimal, of the seal before it and its values as JSON.

    values: texts, whole numbers, finite numbers and None, in the order of the entry's columns.

    >>> seal_of(FIRST, ["corner_line", 10.5])[:12], seal_of(FIRST, ["corner_line", 10.25])[:12]
    ('bf0c3bcacdf0', '6f5ceb379403')
    """
    text = json.dumps([previous, *values], ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
