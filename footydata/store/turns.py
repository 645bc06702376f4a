"""A writer's turn: one writer at a time, and what it remembers is true while nobody else has written."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from footydata.store.database import DatabaseError


def begin_turn(connection: sqlite3.Connection) -> int:
    """Begin to write, waiting for another writer; gives a number that changes when another one has written."""
    connection.execute("begin immediate")
    version: int = connection.execute("pragma data_version").fetchone()[0]
    return version


@contextmanager
def turn(connection: sqlite3.Connection) -> Iterator[int]:
    """A whole turn: what is written in it is committed at its end, and gone where it fails; gives begin_turn's number.

    Raises DatabaseError where the database refuses.
    """
    with refusals_told():
        try:
            yield begin_turn(connection)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


@contextmanager
def refusals_told(place: str | None = None) -> Iterator[None]:
    """Says clearly what the database refuses, and at which place: locked, full, read-only, too large a number.

    Raises DatabaseError.
    """
    try:
        yield
    except (sqlite3.OperationalError, OverflowError) as error:
        where = f" (at {place})" if place else ""
        raise DatabaseError(f"{error}{where}; what was committed before is kept") from error
