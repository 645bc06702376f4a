"""A football database in memory that holds a few rows for a moment."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from footydata.records import columns_of
from footydata.store.versions import migrate


@contextmanager
def rows_in_memory(tables: Mapping[str, Iterable[tuple[object, ...]]]) -> Iterator[sqlite3.Connection]:
    """A database of these rows alone, table → its rows in the order of the record; they are gone at the end.

    The schema is made once in a process, which takes longer than a table of a season does; so one is open at a time.
    """
    connection = _opened()
    connection.execute("begin")
    try:
        for table, rows in tables.items():
            marks = ", ".join("?" * len(columns_of(table)))
            connection.executemany(f"insert into {table} values ({marks})", rows)
        yield connection
    finally:
        connection.rollback()


@cache
def _opened() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    migrate(connection)
    connection.commit()
    return connection
