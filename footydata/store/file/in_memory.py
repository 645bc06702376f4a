"""Football databases in memory: an empty one, and one with a few rows."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache

from footydata.football.records import columns_of
from footydata.store.file.versions import migrate


@contextmanager
def in_memory() -> Iterator[sqlite3.Connection]:
    """An empty football database in memory, discarded at the end."""
    with closing(sqlite3.connect(":memory:")) as connection:
        migrate(connection)
        yield connection


@contextmanager
def rows_in_memory(tables: Mapping[str, Iterable[tuple[object, ...]]]) -> Iterator[sqlite3.Connection]:
    """A football database in memory with only these rows: table → rows, their values in the order of the record.

    The schema is created once per process, as that takes longer than computing a season's table; the rows are rolled
    back at the end. Only one may be open at a time.
    """
    connection = _reused()
    connection.execute("begin")
    try:
        for table, rows in tables.items():
            marks = ", ".join("?" * len(columns_of(table)))
            connection.executemany(f"insert into {table} values ({marks})", rows)
        yield connection
    finally:
        connection.rollback()


@cache
def _reused() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    migrate(connection)
    connection.commit()
    return connection
