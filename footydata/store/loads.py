"""The record of loads: which files were read whole, and what of them was refused."""

import sqlite3
from collections.abc import Iterable

from footydata.records import Load, RefusedRow, TakenPage
from footydata.store.writing import upsert


def digest_of(connection: sqlite3.Connection, source: str, address: str) -> str | None:
    """The digest of a source's page when it was taken last, None where it never was."""
    row = connection.execute(
        "select digest from taken_page join source on source.id = source_id "
        "where source.name = :source and address = :address",
        {"source": source, "address": address},
    ).fetchone()
    return None if row is None else str(row[0])


def record_load(connection: sqlite3.Connection, page: TakenPage, load: Load, refused: Iterable[RefusedRow]) -> None:
    """Record that a page was read; one that changed nothing leaves nothing behind, but where it is a new one.

    refused: what was not taken of it; their load_id is filled in.
    """
    if load.rows_changed or not _is_known(connection, page):
        upsert(connection, "taken_page", [page])
    if not load.rows_changed:
        return
    load_id = connection.execute(_INSERT_LOAD, load._asdict()).lastrowid
    assert load_id is not None
    upsert(connection, "refused_row", (row._replace(load_id=load_id) for row in refused))


def _is_known(connection: sqlite3.Connection, page: TakenPage) -> bool:
    row = connection.execute(
        "select 1 from taken_page where source_id = :source_id and address = :address",
        {"source_id": page.source_id, "address": page.address},
    ).fetchone()
    return row is not None


_INSERT_LOAD = """
    insert into load (source_id, place, started_ts, rows_read, rows_kept, rows_refused, rows_changed)
    values (:source_id, :place, :started_ts, :rows_read, :rows_kept, :rows_refused, :rows_changed)
"""
