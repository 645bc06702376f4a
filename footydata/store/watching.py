"""Notices that a SQLite file was written by another connection, replaced or removed."""

import stat
from pathlib import Path
from typing import NamedTuple

from footydata.store.database import ReadingConnection, connect_to_read, file_at

EVERY = 0.05
"""Seconds between two checks: data_version costs 2 µs, a stat 1 µs. Source: PERFORMANCE Serving."""


class Stamp(NamedTuple):
    """Identifies a file and its contents: it changes when the file is written or replaced."""

    device: int
    inode: int
    size: int
    mtime_ns: int


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of the file at the path, None where there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Stamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def identity_of(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file at the path, None where there is none."""
    stamp = stamp_of(path)
    return None if stamp is None else stamp[:2]


class Opened:
    """The state of a file when it was opened, to notice when it must be opened again.

    To be created before the connection, so that a file put in its place in between is noticed. Raises DatabaseError
    where no file can be at the path.
    """

    def __init__(self, path: Path) -> None:
        self._path = file_at(path)
        self._identity = identity_of(path)
        self._contents = contents_of(path)

    def is_there(self, *, takes_no_lock: bool) -> bool:
        """Whether a connection that was opened then still reads the file at the path.

        takes_no_lock: such a connection does not notice writes, so the file must not have been written either.
        """
        if takes_no_lock:
            return self.is_unchanged()
        return self._identity is not None and identity_of(self._path) == self._identity

    def is_unchanged(self) -> bool:
        """Whether nobody has written the file, or a journal beside it."""
        return contents_of(self._path) == self._contents


def contents_of(path: Path) -> tuple[Stamp | None, Stamp | None]:
    """The stamps of a file and of its journal."""
    real = path.resolve()
    return stamp_of(real), stamp_of(real.with_name(f"{real.name}-wal"))


class Watch:
    """Checks a file for changes now and then, through a connection of its own that never waits for a lock.

    To be used from one thread at a time.

    Attributes: identity: device and inode at the last check, None where there was no file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: Opened | None = None
        self._connection: ReadingConnection | None = None
        self._connections = 0
        self._version: int | None = None
        self._looked = False
        self._next = 0.0
        self.identity: tuple[int, int] | None = None

    def moved(self, monotonic: float) -> bool:
        """Whether the file has changed since the last check, at most one in 50 ms; True at the first.

        Raises DatabaseError or sqlite3.Error where the file can't be read.
        """
        if monotonic < self._next:
            return False
        before = (self._looked, self.identity, self._connections, self._version)
        self._look()
        # Not after a check that fails: the next call fails too, until the file can be read again.
        self._next = monotonic + EVERY
        return before != (self._looked, self.identity, self._connections, self._version)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _look(self) -> None:
        self._looked = True
        self.identity = identity_of(self._path)
        self._version = None
        # data_version changes with commits, but not where another file was put in place of the open one.
        if (
            self._connection
            and self._opened
            and not self._opened.is_there(takes_no_lock=self._connection.takes_no_lock)
        ):
            self.close()
        if self.identity is None:
            return
        if self._connection is None:
            self._opened = Opened(self._path)
            self._connection = connect_to_read(self._path, busy_ms=0, check_same_thread=False)
            self._connections += 1
        self._version = self._connection.execute("pragma data_version").fetchone()[0]
