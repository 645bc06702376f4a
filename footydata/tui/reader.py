"""Reads the database on one thread of its own, so that no key ever waits for a query.

Requests stand in channels; the newest request of a channel wins: an older one is dropped where it waits,
interrupted where it runs, and its answer never arrives.
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


class Answer(NamedTuple):
    """What a request brought: its value, or the error that ended it."""

    channel: str
    stamp: int
    value: Any = None
    error: Exception | None = None


class _Request(NamedTuple):
    channel: str
    stamp: int
    job: Job
    deliver: Callable[[Answer], object]


class Reader:
    """A thread with its own read-only connection.

    The first connection is opened at once, so that a file that can't be read is told before the browser starts.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = open_read_only(path, check_same_thread=False)
        self._waiting: dict[str, _Request] = {}
        self._running = False
        self._stamps: dict[str, int] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._stale = False
        self._thread = threading.Thread(target=self._work, name="footydata reader", daemon=True)
        self._thread.start()

    def ask(self, channel: str, job: Job, deliver: Callable[[Answer], object]) -> None:
        """Ask for what a job reads; `deliver` is called with the answer, on the reader's thread."""
        with self._changed:
            stamp = self._stamps[channel] = self._stamps.get(channel, 0) + 1
            self._waiting[channel] = _Request(channel, stamp, job, deliver)
            self._changed.notify()

    def is_newest(self, answer: Answer) -> bool:
        """Whether no newer request stands in the answer's channel."""
        return self._stamps.get(answer.channel) == answer.stamp

    @property
    def idle(self) -> bool:
        """Whether nothing is asked for and nothing runs."""
        with self._changed:
            return not self._waiting and not self._running

    def reopen(self) -> None:
        """Open the file anew before the next read: it may have been replaced."""
        with self._changed:
            self._stale = True

    def close(self) -> None:
        """End the thread and close its connection."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while request := self._next():
            answer = self._answer(request)
            if self.is_newest(answer):
                request.deliver(answer)
        self._connection.close()

    def _next(self) -> _Request | None:
        """The request that waits longest, once there is one; None where the reader was closed."""
        with self._changed:
            self._running = False
            while not self._waiting and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            self._running = True
            return self._waiting.pop(next(iter(self._waiting)))

    def _renew(self) -> None:
        opened = open_read_only(self._path, check_same_thread=False)
        with self._changed:
            old, self._connection, self._stale = self._connection, opened, False
        old.close()

    def _answer(self, request: _Request) -> Answer:
        answer = Answer(request.channel, request.stamp)
        try:
            if self._stale:
                self._renew()
            # Asked while SQLite works, not interrupt(): that is lost where it comes between two statements.
            self._connection.set_progress_handler(lambda: self._closed or not self.is_newest(answer), STEPS)
            with damage_named(self._path), snapshot(self._connection):
                return answer._replace(value=request.job(self._connection))
        except Exception as error:  # carried to the browser's thread, which raises what it can't tell
            return answer._replace(error=error)
