"""A lock between processes, which is released even when its process is killed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def exclusive_lock(path: Path) -> Iterator[bool]:
    """Holds the lock of a file, which is created if needed; yields whether the lock is ours, False if another has it.

    The file is an empty SQLite database: SQLite's locks work on every system, and none outlives its process.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("begin exclusive")
            is_held = True
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            is_held = False
        yield is_held
