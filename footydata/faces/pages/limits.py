"""What a page's SQL may use: anybody who can open the pages may write SQL, and one cell of it could fill the memory.

Datasette's own bounds are a query's time, looked at after every 1,000 steps of SQLite, and its number of rows. Steps on
values of a gigabyte take minutes, and a row of such values more memory than there is. Nor does a function end before
its value is made: of two texts of 100,000 bytes `trim` took 4 s, `json_patch` .2 s, the others some .05 s.
Source: sqlite.org, Defense Against The Dark Arts, Reduce the limits.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from footydata.store.page_sql import call_of

LONGEST_VALUE = 100_000
"""The most bytes of a text, a blob or a stored row; our own are below 1,000."""
LONGEST_ARGUMENT = 10_000
"""The most bytes of an argument of a function whose time grows with the product of two lengths."""
LONGEST_PATTERN = 100
"""The most bytes of a pattern of like and glob, and of what trim removes; some of Datasette's own have 70."""
LARGEST_ANSWER = 10_000_000
"""The most bytes of all rows of a query; Datasette's most, 1,000 rows, may have 200 columns without text."""
CELL = 50
"""What a cell counts besides its text: about its markup on a page."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST_VALUE,
    # A function of ours in place of like would make a search of 120,000 names take 235 ms in place of 8.
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: LONGEST_PATTERN,
}

_LONGEST_ARGUMENTS = {
    **dict.fromkeys(("trim", "ltrim", "rtrim"), (LONGEST_ARGUMENT, LONGEST_PATTERN)),
    **dict.fromkeys(("instr", "json_patch", "jsonb_patch"), (LONGEST_ARGUMENT,) * 2),
    "glob": (LONGEST_PATTERN, LONGEST_ARGUMENT),
    "replace": (LONGEST_ARGUMENT,) * 3,
}
"""Function → the most bytes of its arguments: its time grows with the product of two lengths."""

_TOO_BIG = bytes(LONGEST_VALUE + 1)
"""What SQLite refuses as the value of a function, with an error of its own."""

Row = TypeVar("Row")


def limit_queries(connection: sqlite3.Connection) -> None:
    """Bound the values and the rows of every query of a connection, whose row factory is set; one thread uses it."""
    # Here the functions are SQLite's own, after they are replaced there.
    builtin = sqlite3.connect(":memory:", check_same_thread=False)
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
        builtin.setlimit(limit, most)
    for function, longest in _LONGEST_ARGUMENTS.items():
        bounded = _bounded_function(builtin, function, longest)
        connection.create_function(function, len(longest), bounded, deterministic=True)
    connection.row_factory = _bounded_rows(connection.row_factory or (lambda _, row: row))


def _bounded_function(
    builtin: sqlite3.Connection, function: str, longest: Sequence[int]
) -> Callable[..., str | bytes | int | float | None]:
    """A function of SQLite that fails as the limit of all values does if an argument is longer than its own limit."""
    sql = call_of(function, len(longest))

    def call(*arguments: str | bytes | int | float | None) -> Any:
        for argument, most in zip(arguments, longest, strict=True):
            if isinstance(argument, str | bytes) and _bytes_of(argument) > most:
                return _TOO_BIG
        try:
            return builtin.execute(sql, arguments).fetchone()[0]
        except sqlite3.DataError:
            return _TOO_BIG

    return call


def _bytes_of(value: str | bytes) -> int:
    return len(value.encode() if isinstance(value, str) else value)


def _bounded_rows(
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
