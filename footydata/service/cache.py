"""A cache of response bodies, valid as long as the database does not change.

A body depends on the path, the query and the rights of the key. All are dropped when the database has been written or
replaced by anyone, which is checked at most every 50 ms. A body that would change with time alone expires, and is not
used before the moment it was made for: a clock that was wrong may be set back.
"""

import threading
import time
from pathlib import Path
from typing import NamedTuple

from footydata.service.exchange import Body, Request
from footydata.service.keys import Rights
from footydata.store.file.transactions import EVERY, Watch

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
        self._watch = Watch(database, immutable=immutable)
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
