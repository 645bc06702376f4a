"""Stores a result that a command has printed: if the file can't be written, the command still succeeds."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from footydata.store.file.failures import DatabaseError
from footydata.store.file.opening import open_database


def stored_remark(database: Path, write: Callable[[sqlite3.Connection], str]) -> str:
    """Write to a database; gives the sentence of `write` on what was stored, or one on why nothing was."""
    try:
        with closing(open_database(database)) as connection:
            return write(connection)
    except (DatabaseError, sqlite3.OperationalError) as error:
        return f"Nothing was stored: {error}."
