"""Reads the database on threads of its own, so that no key ever waits for a query.

Requests stand in channels; the newest request of a channel wins: an older one is dropped where it waits,
interrupted where it runs, and its answer never arrives. Long reads (a search of the whole file) have a thread and a
connection to themselves, so that they hold up nothing else.
"""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from footydata.store.database import damage_named, open_read_only
from footydata.store.snapshots import snapshot

Job = Callable[[sqlite3.Connection], Any]
"""What is read: a query, or several, on the reader's connection."""

STEPS = 10_000
"""SQLite's steps between two looks at whether a read is still wanted: a fifth of a millisecond."""


class Version(NamedTuple):
    """Of which state of the file an answer is: which opening of the file, and SQLite's count of foreign commits."""

    opening: int
    commits: int


class ReadAnswer(NamedTuple):
    """What a request brought: its value, or the error that ended it; version: None where the file can't be opened."""

    channel: str
    stamp: int
    value: Any = None
    error: Exception | None = None
    version: Version | None = None


class _Request(NamedTuple):
    channel: str
    stamp: int
    job: Job
    deliver: Callable[[ReadAnswer], object]


class Reader:
    """Two threads, each with its own read-only connection: one for what is shown at once, one for long reads.

    The first connection is opened at once, so that a file that can't be read is an error before the browser starts.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed = threading.Condition()
        self._stamps: dict[str, int] = {}
        self._openings = 0
        self._quick = _Lane(self, open_read_only(path, check_same_thread=False))
        self._long: _Lane | None = None

    def ask(self, channel: str, job: Job, deliver: Callable[[ReadAnswer], object], *, long: bool = False) -> None:
        """Ask for what a job reads; `deliver` is called with the answer, on a thread of the reader's."""
        with self._changed:
            if long and self._long is None:
                self._long = _Lane(self, None)
            lane = self._long if long and self._long else self._quick
            stamp = self._stamps[channel] = self._stamps.get(channel, 0) + 1
            lane.waiting[channel] = _Request(channel, stamp, job, deliver)
            self._changed.notify_all()

    def cancel(self, owner: str) -> None:
        """Drop all that is asked for in the channels of an owner, whose names begin with its own."""
        with self._changed:
            for channel in self._stamps:
                if channel.startswith(owner):
                    self._stamps[channel] += 1
            for lane in self._lanes:
                lane.waiting = {name: one for name, one in lane.waiting.items() if not name.startswith(owner)}

    def is_newest(self, answer: ReadAnswer) -> bool:
        """Whether no newer request stands in the answer's channel."""
        return self._stamps.get(answer.channel) == answer.stamp

    @property
    def idle(self) -> bool:
        """Whether nothing is asked for and nothing runs."""
        with self._changed:
            return not any(lane.waiting or lane.running for lane in self._lanes)

    def reopen(self) -> None:
        """Open the file anew before the next read: it may have been replaced."""
        with self._changed:
            for lane in self._lanes:
                lane.stale = True

    def close(self) -> None:
        """End the threads and close their connections."""
        with self._changed:
            for lane in self._lanes:
                lane.closed = True
            self._changed.notify_all()
        for lane in self._lanes:
            lane.join()

    @property
    def _lanes(self) -> list["_Lane"]:
        return [self._quick, *([self._long] if self._long else [])]

    def open(self) -> tuple[sqlite3.Connection, int]:
        """A new connection, and the how many-th it is."""
        opened = open_read_only(self._path, check_same_thread=False)
        with self._changed:
            self._openings += 1
            return opened, self._openings

    @property
    def changed(self) -> threading.Condition:
        """Notified when something is asked for, and at the end."""
        return self._changed

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self._path


class _Lane(threading.Thread):
    """A thread that answers requests one after the other, the one that waits longest first."""

    def __init__(self, reader: Reader, connection: sqlite3.Connection | None) -> None:
        super().__init__(name="footydata reader", daemon=True)
        self._reader = reader
        self._connection = connection
        self._opening = 0
        self.waiting: dict[str, _Request] = {}
        self.running = False
        self.stale = connection is None
        self.closed = False
        self.start()

    def run(self) -> None:
        """Answer until the end."""
        while request := self._next():
            answer = self._answer(request)
            if self._reader.is_newest(answer):
                request.deliver(answer)
        if self._connection is not None:
            self._connection.close()

    def _next(self) -> _Request | None:
        """The request that waits longest, once there is one; None where the reader was closed."""
        with self._reader.changed:
            self.running = False
            while not self.waiting and not self.closed:
                self._reader.changed.wait()
            if self.closed:
                return None
            self.running = True
            return self.waiting.pop(next(iter(self.waiting)))

    def _opened(self) -> sqlite3.Connection:
        if self.stale or self._connection is None:
            old = self._connection
            self._connection, self._opening = self._reader.open()
            self.stale = False
            if old is not None:
                old.close()
        return self._connection

    def _answer(self, request: _Request) -> ReadAnswer:
        answer = ReadAnswer(request.channel, request.stamp)
        try:
            connection = self._opened()
            # Asked while SQLite works, not interrupt(): that is lost where it comes between two statements.
            connection.set_progress_handler(lambda: self.closed or not self._reader.is_newest(answer), STEPS)
            with damage_named(self._reader.path), snapshot(connection):
                commits = connection.execute("pragma data_version").fetchone()[0]
                return answer._replace(value=request.job(connection), version=Version(self._opening, commits))
        except Exception as error:  # carried to the browser's thread, which raises what it can't show
            return answer._replace(error=error)
