"""The ledger of loads: which files and pages were taken whole, and what of them was not."""

import sqlite3

from footydata.records import Load, RefusedRow, TakenPage
from footydata.store.landed import Landed
from footydata.store.sourced import Refusal
from footydata.store.writing import upsert


def is_taken(connection: sqlite3.Connection, page: TakenPage) -> bool:
    """Whether the page was taken with this very digest when it was taken last."""
    row = connection.execute(
        "select digest from taken_page where source_id = :source_id and address = :address",
        {"source_id": page.source_id, "address": page.address},
    ).fetchone()
    return row is not None and row[0] == page.digest


def note_taken(connection: sqlite3.Connection, page: TakenPage, landed: Landed) -> None:
    """Write down that a page was taken; one that changed nothing leaves nothing behind, but where it is a new one."""
    if landed.rows_changed or not _is_known(connection, page):
        upsert(connection, "taken_page", [page])
    if not landed.rows_changed:
        return
    rows_refused = landed.rows_read - landed.rows_kept
    counts = (landed.rows_read, landed.rows_kept, rows_refused, landed.rows_changed)
    entry = Load(None, page.source_id, page.address, page.taken_ts, *counts)
    load_id = connection.execute(_INSERT_LOAD, entry._asdict()).lastrowid
    assert load_id is not None
    upsert(
        connection,
        "refused_row",
        (
            RefusedRow(load_id, seq, page.address, refusal.line, _reason(refusal), refusal.text)
            for seq, refusal in enumerate(landed.refusals, start=1)
        ),
    )


def _is_known(connection: sqlite3.Connection, page: TakenPage) -> bool:
    row = connection.execute(
        "select 1 from taken_page where source_id = :source_id and address = :address",
        {"source_id": page.source_id, "address": page.address},
    ).fetchone()
    return row is not None


def _reason(refusal: Refusal) -> str:
    return refusal.reason if refusal.column is None else f"{refusal.column}: {refusal.reason}"


_INSERT_LOAD = """
    insert into load (source_id, place, started_ts, rows_read, rows_kept, rows_refused, rows_changed)
    values (:source_id, :place, :started_ts, :rows_read, :rows_kept, :rows_refused, :rows_changed)
"""
