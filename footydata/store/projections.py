"""Stores how a season may end; what was computed again replaces what was there."""

import sqlite3
from collections.abc import Iterable, Sequence

from footydata.records import ProjectionHead
from footydata.store.writing import insert, upsert


def write_projection(
    connection: sqlite3.Connection, projection: ProjectionHead, parts: Sequence[tuple[str, Iterable[Sequence[object]]]]
) -> None:
    """Write a season's projection and its parts, table by table, in place of those before. Commits nothing."""
    for table, _ in parts:
        # Names of the schema, never a value.
        connection.execute(f"delete from {table} where season_id = :season_id", {"season_id": projection.season_id})
    upsert(connection, "projection", [projection])
    for table, rows in parts:
        insert(connection, table, list(rows))
