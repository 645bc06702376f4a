"""What a page's SQL may use: anybody who can open the pages may write SQL, and one cell of it could fill the memory.

Datasette's own bounds are a query's time, looked at after every 1,000 steps of SQLite, and its number of rows. Steps on
values of a gigabyte take minutes, and a row of such values more memory than there is.
Source: sqlite.org, Defense Against The Dark Arts, Reduce the limits.
"""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

LONGEST_VALUE = 100_000
"""The most bytes of a text, a blob or a stored row; our own are below 1,000."""
LARGEST_ANSWER = 10_000_000
"""The most bytes of all rows of a query; Datasette's most, 1,000 rows, may have 200 columns without text."""
CELL = 50
"""What a cell counts besides its text: about its markup on a page."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST_VALUE,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 500,
}

Row = TypeVar("Row")


def limit_queries(connection: sqlite3.Connection) -> None:
    """Bound the values and the rows of every query of a connection, whose row factory is set; one thread uses it."""
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    connection.row_factory = _bounded(connection.row_factory or (lambda _, row: row))


def _bounded(
    make: Callable[[sqlite3.Cursor, tuple[object, ...]], Row],
) -> Callable[[sqlite3.Cursor, tuple[object, ...]], Row]:
    """A row factory that raises sqlite3.OperationalError once the rows of a query are larger than LARGEST_ANSWER."""
    description: object = None
    size = 0

    def bounded(cursor: sqlite3.Cursor, row: tuple[object, ...]) -> Row:
        nonlocal description, size
        # Made anew for every query; the cursor itself must not be kept, as it keeps the file open.
        if cursor.description is not description:
            description, size = cursor.description, 0
        size += CELL * len(row) + sum(len(value) for value in row if isinstance(value, str | bytes))
        if size > LARGEST_ANSWER:
            raise sqlite3.OperationalError(
                f"the rows are larger than {LARGEST_ANSWER:,} bytes; select fewer columns, or fewer rows by limit"
            )
        return make(cursor, row)

    return bounded
