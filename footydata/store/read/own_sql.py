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
from footydata.store.file.failures import is_damage

Authorizer = Callable[[int, str | None, str | None, str | None, str | None], int]
"""What SQLite asks before each action of a statement: the action, and what it is done to."""

_READS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
"""What a statement may do, whoever wrote it."""

_OWNER_FUNCTIONS = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}
_OWNER_TABLES = ("pragma_", "sqlite_dbpage", "dbstat")
"""The beginnings of tables through which a SELECT runs pragmas, or reads pages as bytes."""

_DESCRIBING = {
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "foreign_key_list",
}
"""The pragmas that describe tables, which it may read too."""

_MISSING = re.compile(r"no such (table|column): (?:\w+\.)?(\w+)")


class QueryRows(NamedTuple):
    """The result of a query: the names of its columns, and its rows in order."""

    names: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def query_rows(
    connection: sqlite3.Connection,
    sql: str,
    parameters: Mapping[str, object] | Sequence[object] = (),
) -> QueryRows:
    """The rows of one statement that only reads. parameters: of its names (:league), or of its question marks.

    Raises InvalidArgument if the statement is none, writes, or returns two columns of one name.
    """
    connection.set_authorizer(reads_alone([], is_owner=True))
    try:
        cursor = connection.execute(sql, parameters)
        names = tuple(str(each[0]) for each in cursor.description or ())
        rows = cursor.fetchall()
    except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
        connection.set_authorizer(None)
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) not in _OF_THE_STATEMENT:
            raise
        raise InvalidArgument(_why(connection, error), parameter="sql", value=sql) from error
    finally:
        connection.set_authorizer(None)
    if not names:
        raise InvalidArgument("sql has no statement that returns rows", parameter="sql", value=sql)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidArgument(
            f"two columns of the query are called {twice}; give each its own name: select a.{twice} as ...",
            parameter="sql",
            value=sql,
        )
    return QueryRows(names, rows)


_OF_THE_STATEMENT = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_MISUSE,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
}
"""SQLite's codes of a statement that is wrong; any other error is of the file."""


def reads_alone(denied: list[str], *, is_owner: bool) -> Authorizer:
    """An authorizer that allows reading and plain functions alone; adds to `denied` the names of what it refuses.

    is_owner: whether the owner of the file wrote the statement, who may ask how its tables are made and kept.
    """

    def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        name = ((second if action == sqlite3.SQLITE_FUNCTION else first) or "").lower()
        may = action in _READS
        if is_owner:
            # So SQLite declares functions that are tables (json_each). A statement's own update of it fails by itself.
            declares = action == sqlite3.SQLITE_UPDATE and name == "sqlite_master"
            may = may or declares or (action == sqlite3.SQLITE_PRAGMA and name in _DESCRIBING)
        elif action == sqlite3.SQLITE_FUNCTION:
            may = name not in _OWNER_FUNCTIONS
        elif action == sqlite3.SQLITE_READ:
            may = not name.startswith(_OWNER_TABLES)
        if not may:
            denied.append(name)
        return sqlite3.SQLITE_OK if may else sqlite3.SQLITE_DENY

    return authorize


def _why(connection: sqlite3.Connection, error: Exception) -> str:
    """Why a statement can't be run, with the nearest names for one that is not there."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_AUTH:
        return "sql may only read: one select, or with ... select; db.connection takes any other statement"
    text = f"sql can't be run: {error}"
    missing = _MISSING.search(str(error))
    if missing is None:
        return text
    kind, name = missing.groups()
    names = nearest(name, _names(connection, kind))
    return (
        f"{text}; did you mean {', '.join(names)}?"
        if names
        else f"{text}; 'footydata guide columns' lists them"
    )


def _names(connection: sqlite3.Connection, kind: str) -> list[str]:
    """The names of all tables or columns."""
    tables = "select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite%' order by name"
    columns = """
        select distinct each.name from sqlite_schema as schema join pragma_table_info(schema.name) as each
        where schema.type in ('table', 'view') and schema.name not like 'sqlite%' order by each.name
    """
    return [name for (name,) in connection.execute(tables if kind == "table" else columns)]


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
