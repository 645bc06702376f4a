"""Snapshots to read, transactions to write, a file that stays open, whether it changed, and a lock between processes."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Self

from footydata.football.wording import safe
from footydata.store.file.opening import (
    FOOTBALL_FILE,
    FileKind,
    check_can_be_made,
    connect_to_read,
    file_at,
    in_memory,
    open_database,
    open_in_memory,
    open_read_only,
)
from footydata.store.file.sqlite_files import (
    BUSY_MS,
    MEMORY,
    DamagedDatabase,
    DatabaseError,
    DatabaseMissing,
    ReadingConnection,
    ReadOnlyDatabase,
    WritingConnection,
    database_missing,
    file_error,
    file_errors,
    file_of,
    is_locked,
    stamp_of,
    why_not_writable,
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
                    words = "%s is locked by another writer; waiting up to %s s"
                    _log.warning(words, _file_name(connection), timeout_ms // 1000)
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
def database_errors(connection: sqlite3.Connection, place: str | None = None) -> Iterator[None]:
    """Raise DatabaseError in place of SQLite's error: locked, full, read-only, number too large, constraint violated.

    place: what was being loaded, for the message. If the disk of the database fails, the message names the database.
    """
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.IntegrityError, OverflowError) as error:
        known = file_error(error, _file_name(connection))
        where = f" (at {place})" if place else ""
        raise (type(known) if known else DatabaseError)(
            f"{known or error}{where}; what was committed before is stored"
        ) from error


def _file_name(connection: sqlite3.Connection) -> str:
    path = file_of(connection)
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
        with file_errors(path):
            opened = connect_to_read(path, salvages=True)
    with closing(opened) as connection, file_errors(path):
        with snapshot(connection):
            yield connection
        connection.check_unchanged()


EVERY = 0.05
"""Seconds between two checks of a file by a server: data_version takes 2 µs, a stat 1 µs."""


class DatabaseFile:
    """A database that stays open for reading and, if the file can be written, for writing.

    For one thread at a time, but for `connection`, `reading` and `writing`, which lock it. The file is opened at the
    first call, as by open_database and open_read_only, which raise what the methods raise; if there is none, it is made
    by the first write. Each call is of the file that is then at the path: if it was replaced or removed, it is opened
    anew; and if it could only be read, it is opened anew once it can be written.
    only_reads: never write it. busy_ms: how long a call waits while another program has locked the file. immutable:
    never write beside the file, nor lock it.

    Attributes:
        identity: device and inode at the last has_changed, None if there was no file.
        why_read_only: why the file was opened to be read alone.
    """

    def __init__(
        self,
        path: Path,
        kind: FileKind = FOOTBALL_FILE,
        *,
        only_reads: bool = False,
        busy_ms: int = BUSY_MS,
        immutable: bool = False,
    ) -> None:
        self._path = path
        self._kind = kind
        self._only_reads = only_reads
        self._busy_ms = busy_ms
        self._immutable = immutable
        self._lock = RLock()
        self._is_closed = False
        self._connection: WritingConnection | ReadingConnection | None = None
        self._state: tuple[object, ...] = ()
        self.identity: tuple[int, int] | None = None
        self.why_read_only = ""

    def opened(self, *, creates: bool = False) -> Self:
        """Open the file now, if there is one. creates: make it, if there is none."""
        if creates or file_at(self._path).exists():
            self._current(creates=creates)
        elif not self._only_reads:
            check_can_be_made(self._path)
        return self

    @classmethod
    def in_memory(cls) -> Self:
        """An empty database in memory, until it is closed."""
        file = cls(MEMORY)
        file._connection = open_in_memory(file._kind)
        return file

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection; it only reads if the file can't be written. Raises DatabaseError, DatabaseMissing."""
        with self._lock:
            return self._current()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, whose reads inside the block are of one snapshot.

        Raises DamagedDatabase, DatabaseError, DatabaseMissing.
        """
        with self._lock, file_errors(self._path):
            connection = self._current()
            with snapshot(connection):
                yield connection
            if isinstance(connection, ReadingConnection):
                connection.check_unchanged()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The connection, to write with. Raises ReadOnlyDatabase, DamagedDatabase, DatabaseError."""
        with self._lock, file_errors(self._path):
            connection = self._current(creates=not self._only_reads)
            if isinstance(connection, ReadingConnection):
                raise ReadOnlyDatabase(self.why_read_only)
            yield connection
            # A file that is put in its place while it is open would be read with what is left in the journal.
            connection.checkpoint()

    def trying(self) -> AbstractContextManager[sqlite3.Connection]:
        """As `writing`, for what is rolled back: without a file, of a database in memory."""
        return self.writing() if self._path.exists() else in_memory()

    def wait(self, busy_ms: int) -> None:
        """Set how long each call waits from now on while another program has locked the file, in milliseconds."""
        self._busy_ms = busy_ms
        if self._connection is not None:
            self._connection.execute(f"pragma busy_timeout = {busy_ms}")

    def has_changed(self) -> bool:
        """Whether another connection has written the file, or it was replaced, since the last call.

        True at the first, and after one that failed. Raises what opening it raises, but for a file that is missing, and
        sqlite3.Error.
        """
        before, self._state = self._state, ()
        # Before it is opened, so that a file put in its place in between counts as another one.
        stamp = stamp_of(self._path)
        self.identity = stamp and stamp[:2]
        version = None
        with self._lock, suppress(DatabaseMissing):
            (version,) = self._current().execute("pragma data_version").fetchone()
        # data_version changes with commits, but not when another file is put in place of the open one.
        self._state = self.identity, version, self._connection
        return before != self._state

    def close(self) -> None:
        """Close the file. Methods that read it in other threads end first, or raise DatabaseError."""
        self._is_closed = True
        # In the middle of a read, SQLite may crash.
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _open(self) -> WritingConnection | ReadingConnection:
        self.why_read_only = f"{self._path} was opened for reading alone"
        if not self._only_reads:
            try:
                return open_database(
                    self._path, self._kind, check_same_thread=False, busy_ms=self._busy_ms
                )
            except ReadOnlyDatabase as error:
                if not self._path.exists():
                    raise
                self.why_read_only = str(error)
        return open_read_only(
            self._path,
            self._kind,
            check_same_thread=False,
            busy_ms=min(self._busy_ms, READING_MS),
            immutable=self._immutable,
        )

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
            can_be_written = (
                isinstance(connection, ReadingConnection)
                and not self._only_reads
                and why_not_writable(self._path) is None
            )
            if connection.in_transaction or not can_be_written:
                return connection
        self._connection = None
        if connection is not None:
            is_broken_off = connection.in_transaction
            connection.close()
            if is_broken_off:
                raise DatabaseError(
                    f"{self._path} was replaced or removed in the middle of a transaction, which had read the file "
                    "that was there before; begin it again"
                )
        if not creates and not self._path.exists():
            raise database_missing(self._path)
        self._connection = self._open()
        return self._connection
