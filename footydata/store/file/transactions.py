"""Snapshots to read, transactions to write, a file that stays open, whether it changed, and a lock between processes."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from threading import RLock

from footydata.football.wording import safe
from footydata.store.file.opening import (
    check_can_be_made,
    connect_to_read,
    file_at,
    in_memory,
    open_database,
    open_read_only,
)
from footydata.store.file.sqlite_files import (
    DamagedDatabase,
    DatabaseError,
    ReadingConnection,
    ReadOnlyDatabase,
    WritingConnection,
    damage_errors,
    database_missing,
    file_of,
    identity_of,
    is_locked,
    remedy,
)

SLICE_MS = 1_000
"""How long one attempt waits for another writer: after the first one the log says so, and Ctrl-C is noticed."""

_log = logging.getLogger(__name__)


def begin_write(connection: sqlite3.Connection) -> int:
    """Begin a write transaction, after waiting for another writer; returns SQLite's data_version.

    That number differs from the last one if another connection has written in between. Raises OperationalError if the
    database stays locked for the connection's busy_timeout, DatabaseError if its file is no longer at the path.
    """
    if isinstance(connection, WritingConnection) and not connection.is_current():
        raise DatabaseError(
            f"{connection.path} was replaced or removed since it was opened; nothing more is written"
        )
    (timeout_ms,) = connection.execute("pragma busy_timeout").fetchone()
    connection.execute(f"pragma busy_timeout = {min(SLICE_MS, timeout_ms)}")
    waited_ms = 0
    try:
        while True:
            try:
                connection.execute("begin immediate")
                break
            except sqlite3.OperationalError as error:
                waited_ms += SLICE_MS
                if not is_locked(error) or waited_ms >= timeout_ms:
                    raise
                if waited_ms == SLICE_MS:
                    name, seconds = _file_name(connection), timeout_ms // 1000
                    _log.warning(
                        "%s is locked by another writer; waiting up to %s s", name, seconds
                    )
    finally:
        connection.execute(f"pragma busy_timeout = {timeout_ms}")
    version: int = connection.execute("pragma data_version").fetchone()[0]
    return version


@contextmanager
def write_transaction(connection: sqlite3.Connection, *, is_trial: bool = False) -> Iterator[int]:
    """A transaction that is committed at its end and rolled back if it fails; yields what begin_write returns.

    is_trial: roll back at the end too. Raises DatabaseError as database_errors does.
    """
    with database_errors(connection):
        try:
            yield begin_write(connection)
            if is_trial:
                connection.rollback()
            else:
                connection.commit()
        except BaseException:
            connection.rollback()
            raise


@contextmanager
def database_errors(
    database: sqlite3.Connection | Path, place: str | None = None
) -> Iterator[None]:
    """Raise DatabaseError in place of SQLite's error: locked, full, read-only, number too large, constraint violated.

    place: what was being loaded, for the message. If the disk of the database fails, the message names the database.
    """
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.IntegrityError, OverflowError) as error:
        advice = remedy(error, _file_name(database))
        causes = [str(error)] if advice else []
        causes += [f"at {place}"] if place else []
        where = f" ({', '.join(causes)})" if causes else ""
        raise DatabaseError(
            f"{advice or error}{where}; what was committed before is stored"
        ) from error


def _file_name(database: sqlite3.Connection | Path) -> str:
    path = database if isinstance(database, Path) else file_of(database)
    return "" if path is None else safe(path.name)


@contextmanager
def exclusive_lock(path: Path) -> Iterator[bool]:
    """Hold the lock of a file, which is created if needed; yields False if another process holds it.

    The file is an empty SQLite database: SQLite's locks work on every system, and none outlives
    its process, even one that is killed.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("begin exclusive")
            is_held = True
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            is_held = False
        yield is_held


def replay_moment(connection: sqlite3.Connection) -> int | None:
    """How far the replay in a file has got, unix seconds; None if the file is not a replay's."""
    if connection.execute("select 1 from sqlite_master where name = 'replay'").fetchone() is None:
        return None
    row = connection.execute("select moment_ts from replay").fetchone()
    return row[0] if row else None


READING_MS = 5_000
"""How long one that only reads waits while another program has locked the file, in milliseconds."""


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
    try:
        opened = open_read_only(path, busy_ms=READING_MS)
    except DamagedDatabase:
        if not salvages:
            raise
        with damage_errors(path):
            opened = connect_to_read(path, salvages=True)
    with closing(opened) as connection, damage_errors(path):
        with snapshot(connection):
            yield connection
        connection.check_unchanged()


class DatabaseFile:
    """A football database that stays open for reading and, if the file can be written, for writing.

    For one thread at a time. The file is opened as by open_database and open_read_only, which raise what
    this raises; if there is none, it is made by the first write. Each read and write is of the file that is then at
    the path: if it was replaced or removed, it is opened anew.
    only_reads: never write it.
    """

    def __init__(self, path: Path, *, only_reads: bool = False) -> None:
        self._path = path
        self._only_reads = only_reads
        self._lock = RLock()
        self._why_read_only = ""
        self._is_closed = False
        self._connection: WritingConnection | ReadingConnection | None = None
        if file_at(path).exists():
            self._connection = self._open()
        elif not only_reads:
            check_can_be_made(path)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection; it only reads if the file can't be written. Raises DatabaseError, DatabaseMissing."""
        with self._lock:
            if (
                not self._is_closed
                and self._connection is not None
                and self._connection.in_transaction
            ):
                return self._connection
            return self._current()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, whose reads inside the block are of one snapshot.

        Raises DamagedDatabase, DatabaseError, DatabaseMissing.
        """
        with self._lock, damage_errors(self._path):
            connection = self._current()
            with snapshot(connection):
                yield connection
            if isinstance(connection, ReadingConnection):
                connection.check_unchanged()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection, to write with. Raises ReadOnlyDatabase, DamagedDatabase, DatabaseError."""
        with self._lock, damage_errors(self._path):
            connection = self._current(creates=not self._only_reads)
            if isinstance(connection, ReadingConnection):
                raise ReadOnlyDatabase(self._why_read_only)
            yield connection
            # A file that is put in its place while it is open would be read with what is left in the journal.
            connection.checkpoint()

    def trying(self) -> AbstractContextManager[sqlite3.Connection]:
        """As `writing`, for what is rolled back: without a file, of a database in memory."""
        return self.writing() if self._path.exists() else in_memory()

    def close(self) -> None:
        """Close the file. Methods that read it in other threads end first, or raise DatabaseError."""
        self._is_closed = True
        # In the middle of a read, SQLite may crash.
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _open(self) -> WritingConnection | ReadingConnection:
        self._why_read_only = ""
        if self._only_reads:
            self._why_read_only = f"{self._path} was opened for reading alone"
            return open_read_only(self._path, check_same_thread=False, busy_ms=READING_MS)
        try:
            return open_database(self._path, check_same_thread=False)
        except ReadOnlyDatabase as error:
            if not self._path.exists():
                raise
            self._why_read_only = str(error)
            return open_read_only(self._path, check_same_thread=False)

    def _current(self, *, creates: bool = False) -> WritingConnection | ReadingConnection:
        """A connection to the file that is at the path: the open one, or a new one if the file was replaced.

        creates: make the file if there is none; else it raises DatabaseMissing.
        """
        if self._is_closed:
            raise DatabaseError(
                f"{self._path} was closed; open it again: fd.Database({str(self._path)!r})"
            )
        connection = self._connection
        if connection is not None and connection.is_current():
            return connection
        if connection is not None and connection.in_transaction:
            raise DatabaseError(
                f"{self._path} was replaced or removed in the middle of a transaction, which has read the file that "
                "was there before; end it with rollback()"
            )
        self._connection = None
        if connection is not None:
            connection.close()
        if not creates and not self._path.exists():
            raise database_missing(self._path)
        self._connection = self._open()
        return self._connection


EVERY = 0.05
"""Seconds between two checks by a server: data_version takes 2 µs, a stat 1 µs."""


class Watch:
    """Checks a file for changes, through a connection of its own that never waits for a lock.

    To be used from one thread at a time. immutable: never write beside the file, nor lock it.

    Attributes: identity: device and inode at the last check, None if there was no file.
    """

    def __init__(self, path: Path, *, immutable: bool = False) -> None:
        self._path = path
        self._immutable = immutable
        self._connection: ReadingConnection | None = None
        self._state: tuple[object, ...] = ()
        self.identity: tuple[int, int] | None = None

    def has_changed(self) -> bool:
        """Whether the file has changed since the last check; True at the first, and after one that failed.

        Raises DatabaseError or sqlite3.Error if the file can't be read.
        """
        before, self._state = self._state, ()
        self.identity = identity_of(self._path)
        if self._connection is not None and not self._connection.is_current():
            self.close()
        version = None
        if self.identity is not None:
            if self._connection is None:
                self._connection = connect_to_read(
                    self._path, busy_ms=0, check_same_thread=False, immutable=self._immutable
                )
            (version,) = self._connection.execute("pragma data_version").fetchone()
        # data_version changes with commits, but not when another file is put in place of the open one.
        self._state = self.identity, version, self._connection
        return before != self._state

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
