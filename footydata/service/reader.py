"""A pool of read-only connections, each with a cache that is valid as long as the data do not change."""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

from footydata.store.file.opening import ReadingConnection, open_read_only
from footydata.store.file.sqlite_files import (
    DatabaseBusy,
    DatabaseMissing,
    damage_errors,
    is_locked,
)

T = TypeVar("T")

PATIENCE = 5.0
"""The most seconds that a request waits while another program has locked the database or the accounts file."""


class DatabaseReader:
    """A connection with its cache, which is emptied when the data have changed. Attributes: connection: for queries."""

    def __init__(self, connection: ReadingConnection) -> None:
        self.connection = connection
        self._version: int | None = None
        self._cached: dict[Hashable, object] = {}

    def cached(self, key: Hashable, find: Callable[[], T]) -> T:
        """The result of `find`, which is called only if the data have changed since the last call."""
        try:
            return cast(T, self._cached[key])
        except KeyError:
            result = find()
            self._cached[key] = result
            return result

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """A read transaction."""
        self.connection.execute("begin")
        try:
            # Read inside the transaction, the version is that of its snapshot.
            (version,) = self.connection.execute("pragma data_version").fetchone()
            if version != self._version:
                self._cached.clear()
                self._version = version
            yield
        finally:
            self.connection.rollback()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


class Readers:
    """A pool of readers of one file; each is used by one thread at a time.

    busy_ms: how long each waits while another program has locked the file. immutable: they never write beside the
    file, nor lock it.
    """

    def __init__(
        self, path: Path, *, busy_ms: int = int(PATIENCE * 1000), immutable: bool = False
    ) -> None:
        self._path = path
        self._open: Callable[[], DatabaseReader] = lambda: DatabaseReader(
            open_read_only(path, check_same_thread=False, busy_ms=busy_ms, immutable=immutable)
        )
        self._idle: deque[DatabaseReader] = deque()
        self._closed = threading.Event()

    @contextmanager
    def reader(self) -> Iterator[DatabaseReader]:
        """A reader, in one snapshot.

        Raises DatabaseBusy if the file is locked, and DatabaseError if it can't be read, or if it can't be locked and
        was written meanwhile.
        """
        reader = self._acquire()
        try:
            with reader.snapshot():
                yield reader
            reader.connection.check_unchanged()
        except sqlite3.Error as error:
            reader.close()
            if is_locked(error):
                raise DatabaseBusy(
                    f"{self._path} is locked by another program ({error})"
                ) from error
            with damage_errors(self._path):
                raise
        except BaseException:
            self._release(reader)
            raise
        self._release(reader)

    def close(self) -> None:
        """Close the idle readers now, and those in use when they are released."""
        self._closed.set()
        while self._idle:
            self._idle.pop().close()

    def _acquire(self) -> DatabaseReader:
        if self._closed.is_set():
            raise DatabaseMissing(f"the service of {self._path} is closed")
        with suppress(IndexError):  # once none is idle
            while True:
                reader = self._idle.pop()
                if reader.connection.is_current():
                    return reader
                reader.close()
        return self._open()

    def _release(self, reader: DatabaseReader) -> None:
        if self._closed.is_set():
            reader.close()
        else:
            self._idle.append(reader)


class SnapshotReaders(Readers):
    """A single reader, all of whose requests read the same snapshot; for one thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._only = self._open()
        self._transaction = ExitStack()
        self._transaction.enter_context(self._only.snapshot())

    @contextmanager
    def reader(self) -> Iterator[DatabaseReader]:
        """The reader. Raises DamagedDatabase."""
        with damage_errors(self._path):
            yield self._only

    def close(self) -> None:
        """Close the reader."""
        self._transaction.close()
        self._only.close()
