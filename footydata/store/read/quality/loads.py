"""The loads of a database, the newest first."""

import sqlite3
from typing import NamedTuple


class LoadSummary(NamedTuple):
    """A load: of a file, of a downloaded file, or a pull.

    new, changed, same, conflicting: fixtures, None for a load before the schema counted them. refused: rows, values and
    whole files that were not loaded. unload: yes, or why the load can't be undone.
    """

    id: int
    loaded_ts: int
    kind: str
    source: str
    place: str
    rows_read: int
    new: int | None
    changed: int | None
    same: int | None
    conflicting: int | None
    refused: int
    unload: str
    path: str | None


TOO_OLD = "no: older than the notes of what each load brought"
"""Why a load from before such notes were made can't be undone."""


def loads(connection: sqlite3.Connection) -> list[LoadSummary]:
    """Every load that was not undone, the newest first."""
    return [LoadSummary._make(row) for row in connection.execute(_LOADS, {"too_old": TOO_OLD})]


_LOADS = """
    select load.id, load.started_ts, load.kind, source.name, load.place,
           load.rows_read, load.fixtures_new, load.fixtures_changed, load.fixtures_same, load.fixtures_conflicting,
           load.rows_refused, case when load.fixtures_new is null then :too_old else 'yes' end, load.path
    from load join source on source.id = load.source_id order by load.id desc
"""
