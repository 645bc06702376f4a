"""SQL of one's own on a football database, which can only read; that of others is bounded in time, rows and bytes too.

A read-only connection with query_only still attaches any other SQLite file, makes temporary tables, and loads what its
build allows; the authorizer here allows reading and plain functions alone.
Source: sqlite.org, Defense Against The Dark Arts; Compile-Time Authorization Callbacks.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from footydata.football.errors import InvalidArgument
from footydata.football.wording import nearest
from footydata.store.rows import column

_READS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
"""What a statement may do, whoever wrote it."""

_DESCRIBING = {
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "foreign_key_list",
}
"""The pragmas that describe tables, which it may read too."""

_OF_THE_STATEMENT = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
}
"""SQLite's codes of a statement that is wrong; any other error is of the file."""

_MISSING = re.compile(r"no such (table|column): (?:\w+\.)?(\w+)")

STEPS = 20
"""After how many steps of SQLite the time is looked at: one step may be a search of 100,000 characters."""

LARGEST = 200_000
"""The most bytes of all rows of a bounded statement."""

_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 500,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}


class QueryBounds(NamedTuple):
    """The most rows that are read of a statement, and how long it may take by a clock."""

    rows: int
    seconds: float
    clock: Callable[[], float] = time.monotonic


class QueryRows(NamedTuple):
    """The result of a query: the names of its columns, its rows in order, and whether there are more than its bounds."""

    names: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    has_more: bool


def query_rows(
    connection: sqlite3.Connection,
    sql: str,
    parameters: Mapping[str, object] | Sequence[object] = (),
    *,
    bounds: QueryBounds | None = None,
) -> QueryRows:
    """The rows of one statement that only reads. parameters: of its names (:league), or of its question marks.

    bounds: of a statement of others. Raises InvalidArgument if it is no statement, does more than read, or takes too
    long, and for two columns of one name.
    """
    try:
        with _reading_alone(connection, bounds):
            cursor = connection.execute(sql, parameters)
            names = tuple(str(each[0]) for each in cursor.description or ())
            rows, has_more = _read(cursor, bounds)
    except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as error:
        # Several statements are a Warning until Python 3.12; a null character is a ValueError.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) not in _OF_THE_STATEMENT:
            raise
        raise InvalidArgument(_why(connection, error), parameter="sql", value=sql) from error
    twice = next((name for name in names if names.count(name) > 1), None)
    if not names or twice is not None:
        why = (
            f"two columns of the query are called {twice}; give each its own name: select a.{twice} as ..."
            if names
            else "sql has no statement that returns rows"
        )
        raise InvalidArgument(why, parameter="sql", value=sql)
    return QueryRows(names, rows, has_more)


def _read(cursor: sqlite3.Cursor, bounds: QueryBounds | None) -> tuple[list[tuple[Any, ...]], bool]:
    if bounds is None:
        return cursor.fetchall(), False
    rows: list[tuple[Any, ...]] = []
    size = 0
    for row in cursor:
        size += sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
        if len(rows) == bounds.rows or size > LARGEST:
            return rows, True
        rows.append(row)
    return rows, False


@contextmanager
def _reading_alone(connection: sqlite3.Connection, bounds: QueryBounds | None) -> Iterator[None]:
    """The connection reads alone, within bounds."""
    limits = {limit: connection.setlimit(limit, most) for limit, most in _LIMITS.items() if bounds}
    if bounds is not None:
        clock, until = bounds.clock, bounds.clock() + bounds.seconds
        connection.set_progress_handler(lambda: clock() > until, STEPS)
    connection.set_authorizer(_authorize)
    try:
        yield
    finally:
        connection.set_authorizer(None)
        connection.set_progress_handler(None, 0)
        for limit, most in limits.items():
            connection.setlimit(limit, most)


def _authorize(action: int, name: str | None, *_: str | None) -> int:
    """SQLite's answer to an action of a statement on what has the name: reading and plain functions are allowed alone."""
    # So SQLite declares functions that are tables (json_each). A statement's own update of it fails by itself.
    declares = action == sqlite3.SQLITE_UPDATE and name == "sqlite_master"
    describes = action == sqlite3.SQLITE_PRAGMA and name in _DESCRIBING
    return sqlite3.SQLITE_OK if action in _READS or declares or describes else sqlite3.SQLITE_DENY


def _why(connection: sqlite3.Connection, error: Exception) -> str:
    """Why a statement can't be run, with the nearest names for one that is not there."""
    code = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_AUTH:
        return "sql may only read: one select, or with ... select"
    if code == sqlite3.SQLITE_INTERRUPT:
        return "sql takes too long; narrow it"
    text = f"sql can't be run: {error}"
    missing = _MISSING.search(str(error))
    if missing is None:
        return text
    kind, name = missing.groups()
    names = nearest(name, column(connection, _NAMES, {"kind": kind}))
    return f"{text}; " + (
        f"did you mean {', '.join(names)}?" if names else "'footydata guide columns' lists them"
    )


_NAMES = """
    select distinct iif(:kind = 'table', schema.name, each.name)
    from sqlite_schema as schema join pragma_table_info(schema.name) as each
    where schema.type in ('table', 'view') and schema.name not like 'sqlite%' order by 1
"""
"""The names of tables and views, or of their columns."""
