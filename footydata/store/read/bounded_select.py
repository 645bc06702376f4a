"""SQL that others write: one SELECT, which reads this file and nothing else, bounded in time, rows and bytes.

A read-only connection with query_only still attaches any other SQLite file, makes temporary tables, and loads what its
build allows; the authorizer here allows reading and plain functions alone.
Source: sqlite.org, Defense Against The Dark Arts; Compile-Time Authorization Callbacks.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.store.file.failures import is_damage
from footydata.store.read.own_sql import reads_alone

STEPS = 20
"""After how many steps of SQLite the time is looked at: one step may be a search of 100,000 characters."""

LARGEST = 200_000
"""The most bytes of all rows."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 500,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}

# One blank at a time: a repeated group of repeated blanks would be tried in every division.
_SELECT = re.compile(
    r"(?:\s|--[^\n]*\n|/\*.*?\*/)*(?:select|with|values)\b", re.IGNORECASE | re.DOTALL
)


class Selected(NamedTuple):
    """The rows of a statement, and whether there are more than were read."""

    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]
    has_more: bool


def select(
    connection: sqlite3.Connection,
    sql: str,
    *,
    most: int,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Selected:
    """The first `most` rows of one SELECT. Raises InvalidArgument for anything else, and where it takes too long.

    seconds: how long it may take, by the clock.
    """
    if not _SELECT.match(sql):
        raise _refused("it is not one SELECT; it begins with select, with or values", sql)
    with _bounded(connection, clock() + seconds, clock) as denied:
        try:
            return _read(connection.execute(sql), most)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                raise
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
                raise _refused(
                    f"it takes longer than {seconds:g} seconds; narrow it", sql
                ) from error
            raise _refused(
                "it does more than read the tables of this file" if denied else str(error), sql
            ) from error
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            # Several statements are a Warning until Python 3.12; a null character is a ValueError.
            raise _refused(str(error), sql) from error


def _refused(why: str, sql: str) -> InvalidArgument:
    return InvalidArgument(f"the SQL is refused: {why}", parameter="sql", value=sql)


def _read(cursor: sqlite3.Cursor, most: int) -> Selected:
    columns = tuple(column[0] for column in cursor.description or ())
    rows: list[tuple[object, ...]] = []
    size = 0
    for row in cursor:
        size += sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
        if len(rows) == most or size > LARGEST:
            return Selected(columns, rows, True)
        rows.append(tuple(row))
    return Selected(columns, rows, False)


@contextmanager
def _bounded(
    connection: sqlite3.Connection, until: float, clock: Callable[[], float]
) -> Iterator[list[str]]:
    """The connection reads alone, within limits and until a moment of the clock; yields what was denied."""
    denied: list[str] = []

    # Made at its first use in a connection, which to an authorizer is the making of a table.
    connection.execute("select 1 from json_each('[]'), json_tree('[]')").fetchall()
    before = {limit: connection.setlimit(limit, most) for limit, most in _LIMITS.items()}
    connection.set_authorizer(reads_alone(denied, is_owner=False))
    connection.set_progress_handler(lambda: clock() > until, STEPS)
    try:
        yield denied
    finally:
        connection.set_progress_handler(None, 0)
        connection.set_authorizer(None)
        for limit, most in before.items():
            connection.setlimit(limit, most)
