"""A pool of read-only connections, each with a cache of response bodies, valid as long as the data do not change.

A body depends on the path, the query and the rights of the key. All are dropped when the database has been written or
replaced by anyone, which is checked at most every 50 ms. A body that would change with time alone expires, and is not
used before the moment it was made for: a clock that was wrong may be set back.
"""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

from footydata.service.exchange import Body, Request
from footydata.service.keys import Rights
from footydata.store.file.opening import open_read_only
from footydata.store.file.sqlite_files import (
    DatabaseMissing,
    ReadingConnection,
    file_errors,
)
from footydata.store.file.transactions import EVERY, DatabaseFile

BOUND = 64 * 2**20
"""The most bytes of cached bodies; the oldest are dropped first."""

_Key = tuple[str, str, Rights]


class _Entry(NamedTuple):
    body: Body
    since: float
    good_until: float


class ResponseCache:
    """The cached bodies of one database, for several threads.

    immutable: never write beside the database, nor lock it.
    Attributes: generation: how many times all bodies were dropped.
    """

    def __init__(self, database: Path, *, bound: int = BOUND, immutable: bool = False) -> None:
        self._watch = DatabaseFile(database, only_reads=True, busy_ms=0, immutable=immutable)
        self._bound = bound
        self._lock = threading.Lock()
        self._bytes = 0
        self._next_look = 0.0
        self._entries: dict[_Key, _Entry] = {}
        self.generation = 0

    def close(self) -> None:
        """Stop looking at the database."""
        with self._lock:
            self._drop()
            self._watch.close()

    def get(self, request: Request, rights: Rights, now: float) -> Body | None:
        """The cached body of a request, None if there is none that is still valid.

        Raises DatabaseError or sqlite3.Error if the database can't be read.
        """
        if time.monotonic() >= self._next_look:
            self._look()
        entry = self._entries.get(_key(request, rights))
        if entry is None or not entry.since <= now < entry.good_until:
            return None
        entry.body.is_cached = True
        return entry.body

    def put(
        self,
        request: Request,
        rights: Rights,
        body: Body,
        *,
        since: float,
        good_until: float,
        generation: int,
    ) -> None:
        """Cache a body, unless the database has changed since it was read.

        since, good_until: the moment of its request and when it expires, unix seconds. generation: as it was before
        the body was read.
        """
        key = _key(request, rights)
        with self._lock:
            if generation != self.generation:
                return
            self._forget(key)
            while self._entries and self._bytes + _weight(body) > self._bound:
                self._forget(next(iter(self._entries)))
            self._entries[key] = _Entry(body, since, good_until)
            self._bytes += _weight(body)

    def _look(self) -> None:
        """Drop all bodies if the database has changed."""
        with self._lock:
            if self._watch.has_changed():
                self._drop()
            # Only now: after a failure the next request looks again.
            self._next_look = time.monotonic() + EVERY

    def _forget(self, key: _Key) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= _weight(entry.body)

    def _drop(self) -> None:
        self._entries.clear()
        self._bytes = 0
        self.generation += 1


def _weight(body: Body) -> int:
    """About how many bytes a body takes, its compressed form included."""
    return 2 * len(body.content) + 2_000


def _key(request: Request, rights: Rights) -> _Key:
    """What a body depends on; the order of the parameters does not matter."""
    query = request.query
    return request.path, "&".join(sorted(query.split("&"))) if "&" in query else query, rights


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
        except sqlite3.Error:
            reader.close()
            with file_errors(self._path):
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
        with file_errors(self._path):
            yield self._only

    def close(self) -> None:
        """Close the reader."""
        self._transaction.close()
        self._only.close()
