"""Snapshots: several reads of a database see the same state of it, even if another connection writes in between."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock

from footydata.store.file.failures import (
    DamagedDatabase,
    DatabaseError,
    ReadOnlyDatabase,
    damage_errors,
    database_missing,
)
from footydata.store.file.opening import (
    ReadingConnection,
    WritingConnection,
    check_can_be_made,
    connect_to_read,
    file_at,
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
    with closing(_open(path, salvages=salvages)) as connection, damage_errors(path):
        with snapshot(connection):
            yield connection
        if connection.takes_no_lock and not connection.is_current():
            raise DatabaseError(f"{path} was written while it was read, and can't be locked from here; ask again")


def _open(path: Path, *, salvages: bool) -> ReadingConnection:
    try:
        return open_read_only(path)
    except DamagedDatabase:
        if not salvages:
            raise
        with damage_errors(path):
            return connect_to_read(path, salvages=True)


class DatabaseFile:
    """A football database that stays open for reading and, if the file can be written, for writing.

    For one thread at a time. The file is opened or migrated as by open_database and open_read_only, which raise what
    this raises; if there is none, it is made by the first write. Each read and write is of the file that is then at
    the path: if it was replaced or removed, it is opened anew.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = RLock()
        self._why_read_only: str | None = None
        self._is_closed = False
        self._connection: WritingConnection | ReadingConnection | None = None
        if file_at(path).exists():
            self._connection = self._open()
        else:
            check_can_be_made(path)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection; it only reads if the file can't be written. Raises DatabaseError, DatabaseMissing."""
        self._check_open()
        with self._lock:
            if self._connection is None or not self._connection.in_transaction:
                self._reopen_if_replaced()
            if self._connection is None:
                raise database_missing(self._path)
            return self._connection

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Reads inside the block are of one snapshot. Raises DamagedDatabase, DatabaseError, DatabaseMissing."""
        with self._lock, damage_errors(self._path):
            self._reopen_if_replaced()
            with snapshot(self.connection):
                yield

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection, to write with. Raises ReadOnlyDatabase, DamagedDatabase, DatabaseError."""
        with self._lock, damage_errors(self._path):
            self._reopen_if_replaced()
            if self._connection is None:
                self._connection = self._open()
            if self._why_read_only:
                raise ReadOnlyDatabase(self._why_read_only)
            yield self._connection

    def close(self) -> None:
        """Close the file. Methods that read it in other threads end first, or raise DatabaseError."""
        self._is_closed = True
        # In the middle of a read, SQLite may crash.
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _check_open(self) -> None:
        if self._is_closed:
            raise DatabaseError(f"{self._path} was closed; open it again: fd.Database({str(self._path)!r})")

    def _open(self) -> WritingConnection | ReadingConnection:
        self._why_read_only = None
        try:
            return open_database(self._path, check_same_thread=False)
        except ReadOnlyDatabase as error:
            if not self._path.exists():
                raise
            self._why_read_only = str(error)
            return open_read_only(self._path, check_same_thread=False)

    def _reopen_if_replaced(self) -> None:
        """Open the file at the path, if it is not the one that is open."""
        self._check_open()
        before = self._connection
        if before is not None and before.is_current():
            return
        if before is not None and before.in_transaction:
            raise DatabaseError(
                f"{self._path} was replaced or removed in the middle of a transaction, which has read the file that "
                "was there before; end it with rollback()"
            )
        self._connection = None
        if before is not None:
            before.close()
        if self._path.exists():
            self._connection = self._open()
