"""Read-only connections that wait for requests, and what each remembers while the data stand still."""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar, cast

from footydata.api.fragments import Fragments
from footydata.store.database import DatabaseMissing, damage_named, open_read_only
from footydata.store.watching import Opened

T = TypeVar("T")


class DatabaseReader:
    """A connection in a read transaction: everything that it reads is of one moment.

    connection: for the queries; fragments: rendered parts of fixtures. What is remembered and rendered is
    forgotten as soon as the data move.
    """

    def __init__(self, path: Path) -> None:
        self._opened = Opened(path)
        self.connection = open_read_only(path, check_same_thread=False)
        self._version: int | None = None
        self._remembered: dict[Hashable, object] = {}
        self.fragments = Fragments()

    def is_current(self) -> bool:
        """Whether what is at the path is what this reads, and not another file in its place."""
        return self._opened.is_there(takes_no_lock=self.connection.takes_no_lock)

    def remembered(self, key: Hashable, find: Callable[[], T]) -> T:
        """What `find` gives, found once while the data stand still."""
        try:
            return cast(T, self._remembered[key])
        except KeyError:
            found = find()
            self._remembered[key] = found
            return found

    @contextmanager
    def moment(self) -> Iterator[None]:
        """A read transaction."""
        self.connection.execute("begin")
        try:
            # Read inside the transaction, the version is that of its snapshot.
            (version,) = self.connection.execute("pragma data_version").fetchone()
            if version != self._version:
                self._remembered.clear()
                self.fragments.clear()
                self._version = version
            yield
        finally:
            self.connection.rollback()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


class Readers:
    """The readers of one file, lent to one thread at a time; as many as threads ever asked at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[DatabaseReader] = deque()
        self._closed = threading.Event()

    @contextmanager
    def reader(self) -> Iterator[DatabaseReader]:
        """A reader in a read transaction of its own. Raises DatabaseError where the file can't be read."""
        reader = self._lent()
        try:
            with reader.moment():
                yield reader
        except sqlite3.Error:
            reader.close()
            with damage_named(self._path):
                raise
        except BaseException:
            self._take_back(reader)
            raise
        self._take_back(reader)

    def close(self) -> None:
        """Close the readers, those on loan as they come back."""
        self._closed.set()
        while self._idle:
            self._idle.pop().close()

    def _lent(self) -> DatabaseReader:
        if self._closed.is_set():
            raise DatabaseMissing(f"the service of {self._path} is closed")
        while True:
            try:
                reader = self._idle.pop()
            except IndexError:
                return DatabaseReader(self._path)
            # A connection would go on reading the file that was there.
            if reader.is_current():
                return reader
            reader.close()

    def _take_back(self, reader: DatabaseReader) -> None:
        if self._closed.is_set():
            reader.close()
        else:
            self._idle.append(reader)


class SnapshotReaders(Readers):
    """One reader, which reads one snapshot from its first request to its last; for one thread."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._only = DatabaseReader(path)
        self._moment = ExitStack()
        self._moment.enter_context(self._only.moment())

    @contextmanager
    def reader(self) -> Iterator[DatabaseReader]:
        """The reader. Raises DamagedDatabase."""
        with damage_named(self._path):
            yield self._only

    def close(self) -> None:
        """Close the reader."""
        self._moment.close()
        self._only.close()
