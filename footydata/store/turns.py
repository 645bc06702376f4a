"""A writer's turn: one writer at a time, and what it remembers is true while nobody else has written."""

import sqlite3


def begin_turn(connection: sqlite3.Connection) -> int:
    """Begin to write, waiting for another writer; gives a number that changes when another one has written."""
    connection.execute("begin immediate")
    version: int = connection.execute("pragma data_version").fetchone()[0]
    return version
