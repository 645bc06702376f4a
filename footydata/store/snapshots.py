"""Snapshots: several reads of a database see the same state of it, even if another connection writes in between."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from footydata.store.database import (
    DamagedDatabase,
    DatabaseClosed,
    DatabaseError,
    ReadingConnection,
    ReadOnlyDatabase,
    connect_to_read,
    damage_named,
    open_database,
    open_read_only,
)


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """All reads inside the block see the state of the first one; inside a transaction, the state of the transaction."""
    if connection.in_transaction:
        yield
        return
    connection.execute("begin")
    try:
        yield
    finally:
        connection.rollback()


@contextmanager
def reading(path: Path, *, salvages: bool = False) -> Iterator[ReadingConnection]:
    """A database open for reading, in one snapshot.

    salvages: open a damaged file too, if possible, and read as much as can be read. Raises what open_read_only raises,
    and DatabaseError if the file can't be locked and was written meanwhile.
    """
    with closing(_opened(path, salvages=salvages)) as connection, damage_named(path):
        with snapshot(connection):
            yield connection
        if connection.takes_no_lock and not connection.is_current():
            raise DatabaseError(f"{path} was written while it was read, and can't be locked from here; ask again")


def _opened(path: Path, *, salvages: bool) -> ReadingConnection:
    try:
        return open_read_only(path)
    except DamagedDatabase:
        if not salvages:
            raise
        with damage_named(path):
            return connect_to_read(path, salvages=True)


class DatabaseFile:
    """A football database that stays open for reading and, if the file can be written, for writing.

    For one thread at a time. Opens, creates or migrates the file as open_database and open_read_only do, and raises
    what they raise.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = RLock()
        self._why_read_only: str | None = None
        self._is_closed = False
        self._connection: sqlite3.Connection
        try:
            self._connection = open_database(path, check_same_thread=False)
        except ReadOnlyDatabase as error:
            if not path.exists():
                raise
            self._why_read_only = str(error)
            self._connection = open_read_only(path, check_same_thread=False)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection; it only reads if the file can't be written. Raises DatabaseClosed."""
        if self._is_closed:
            raise DatabaseClosed(f"{self._path} was closed; open it again: fd.Database({str(self._path)!r})")
        return self._connection

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Reads inside the block are of one snapshot. Raises DamagedDatabase, DatabaseClosed."""
        with self._lock, damage_named(self._path):
            self._renew()
            with snapshot(self.connection):
                yield

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection, to write with. Raises ReadOnlyDatabase, DamagedDatabase, DatabaseClosed."""
        if self._why_read_only:
            raise ReadOnlyDatabase(self._why_read_only)
        with self._lock, damage_named(self._path):
            yield self.connection

    def close(self) -> None:
        """Close the file. A method that reads it in another thread ends, or raises DatabaseClosed, before."""
        self._is_closed = True
        # In the middle of a read, SQLite may crash.
        with self._lock:
            self._connection.close()

    def _renew(self) -> None:
        """Open a file that can only be read again, if its connection is no longer current."""
        if isinstance(self.connection, ReadingConnection) and not self.connection.is_current():
            before, self._connection = self.connection, open_read_only(self._path, check_same_thread=False)
            before.close()


class OnFile(Protocol):
    """An object that reads a database file."""

    _file: DatabaseFile


_P = ParamSpec("_P")
_T = TypeVar("_T")
_S = TypeVar("_S", bound=OnFile)


def of_one_snapshot(method: Callable[Concatenate[_S, _P], _T]) -> Callable[Concatenate[_S, _P], _T]:
    """Decorates a method so that all its reads are in one snapshot."""

    @wraps(method)
    def read(self: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        with self._file.reading():
            return method(self, *args, **kwargs)

    return read
