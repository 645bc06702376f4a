"""Write transactions: one writer at a time, and a number that tells whether another one has written since."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from footydata.store.database import DatabaseError


def begin_write(connection: sqlite3.Connection) -> int:
    """Begin to write, waiting for another writer; gives a number that changes when another one has written."""
    connection.execute("begin immediate")
    version: int = connection.execute("pragma data_version").fetchone()[0]
    return version


@contextmanager
def write_transaction(connection: sqlite3.Connection) -> Iterator[int]:
    """A transaction that is committed at its end and rolled back where it fails; yields the number of begin_write.

    Raises DatabaseError where the database refuses.
    """
    with database_errors():
        try:
            yield begin_write(connection)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


@contextmanager
def database_errors(place: str | None = None) -> Iterator[None]:
    """Says clearly what the database refuses, and at which place: locked, full, read-only, too large a number,
    a row against its rules.

    Raises DatabaseError.
    """
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.IntegrityError, OverflowError) as error:
        where = f" (at {place})" if place else ""
        raise DatabaseError(f"{error}{where}; what was committed before is stored") from error
