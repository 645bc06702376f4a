"""Notices that a SQLite file was written by another connection, replaced or removed."""

from pathlib import Path

from footydata.store.file.files import identity_of
from footydata.store.file.opening import ReadingConnection, connect_to_read

EVERY = 0.05
"""Seconds between two checks by a server: data_version takes 2 µs, a stat 1 µs."""


class Watch:
    """Checks a file for changes, through a connection of its own that never waits for a lock.

    To be used from one thread at a time.

    Attributes: identity: device and inode at the last check, None if there was no file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: ReadingConnection | None = None
        self._connection_count = 0
        self._version: int | None = None
        self._has_checked = False
        self.identity: tuple[int, int] | None = None

    def has_changed(self) -> bool:
        """Whether the file has changed since the last check; True at the first.

        Raises DatabaseError or sqlite3.Error if the file can't be read.
        """
        before = (self._has_checked, self.identity, self._connection_count, self._version)
        self._check()
        return before != (self._has_checked, self.identity, self._connection_count, self._version)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _check(self) -> None:
        self._has_checked = True
        self.identity = identity_of(self._path)
        self._version = None
        # data_version changes with commits, but not when another file is put in place of the open one.
        if self._connection is not None and not self._connection.is_current():
            self.close()
        if self.identity is None:
            return
        if self._connection is None:
            self._connection = connect_to_read(self._path, busy_ms=0, check_same_thread=False)
            self._connection_count += 1
        self._version = self._connection.execute("pragma data_version").fetchone()[0]
