"""One moment for several reads."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """All reads inside see the database as it was at the first of them, whoever writes meanwhile."""
    connection.execute("begin")
    try:
        yield
    finally:
        connection.rollback()
