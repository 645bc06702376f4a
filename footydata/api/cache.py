"""Answers that are kept while the data stand still.

An answer is kept by what it depends on: path, query and the rights of the key. All are dropped as soon as the
database was written by anyone or replaced, which is looked for at most every 50 ms. An answer that time alone
would change is not given out beyond its moment. Source: PERFORMANCE Serving.
"""

import gzip
import hashlib
import time
from dataclasses import dataclass, field
from pathlib import Path

from footydata.api.exchange import readable_path
from footydata.api.keys import Rights
from footydata.store.watching import EVERY, Watch

BOUND = 64 * 2**20
"""Bytes of bodies that are kept at most; the oldest go first."""

PACKED_FROM = 1_000
"""Bodies below this are sent as they are: gzip would save less than its headers cost."""

RawHeaders = list[tuple[bytes, bytes]]
_Meaning = tuple[str, tuple[bytes, ...], Rights]


Asked = tuple[bytes, bytes, Rights]
"""What an answer depends on, as it was sent: raw path, raw query, rights of the key."""


@dataclass(slots=True)
class KeptAnswer:
    """A successful answer without what belongs to one request: rate headers, request id.

    Attributes:
        headers: of every variant, ETag included.
        body: as it is; packed: with gzip, None until it was first asked for.
        etag: weak, the same for both variants.
        good_until: unix seconds.
    """

    body: bytes
    good_until: float
    etag: bytes
    headers: RawHeaders
    packed: bytes | None = None
    plain_headers: RawHeaders = field(default_factory=list)
    packed_headers: RawHeaders = field(default_factory=list)

    @classmethod
    def of(cls, body: bytes, headers: RawHeaders, *, good_until: float) -> "KeptAnswer":
        """An answer to keep. headers: the service's own, without rate and request id."""
        etag = b'W/"%b"' % hashlib.sha256(body).hexdigest()[:32].encode()
        common = [
            *headers,
            (b"etag", etag),
            (b"cache-control", b"private, no-cache"),
            (b"vary", b"authorization, x-api-key, accept-encoding"),
        ]
        length = (b"content-length", b"%d" % len(body))
        return cls(body, good_until, etag, common, plain_headers=[*common, length])

    def variant(self, *, packs: bool) -> tuple[RawHeaders, bytes]:
        """Headers and body, with gzip where the client takes it and the body is worth it."""
        if not packs or len(self.body) < PACKED_FROM:
            return self.plain_headers, self.body
        if self.packed is None:
            self.packed = gzip.compress(self.body, 3, mtime=0)
            length = (b"content-length", b"%d" % len(self.packed))
            self.packed_headers = [*self.headers, (b"content-encoding", b"gzip"), length]
        return self.packed_headers, self.packed

    def is_known(self, if_none_match: bytes) -> bool:
        """Whether the client has this answer already: one of its tags is ours, or it takes any."""
        tags = [tag.strip().removeprefix(b"W/") for tag in if_none_match.split(b",")]
        return b"*" in tags or self.etag.removeprefix(b"W/") in tags


class AnswerCache:
    """The kept answers of one database. For one thread.

    by_request: those that were asked for in the same words before; true until the next look is due, and each until
    its own moment.
    """

    def __init__(self, database: Path, *, bound: int = BOUND) -> None:
        self._watch = Watch(database)
        self._bound = bound
        self._held = 0
        self._next_look = 0.0
        self.by_request: dict[Asked, KeptAnswer] = {}
        self._by_meaning: dict[_Meaning, KeptAnswer] = {}
        self.generation = 0

    def close(self) -> None:
        """Stop looking at the database."""
        self._drop()
        self._watch.close()

    def find(self, asked: Asked, now: float) -> KeptAnswer | None:
        """The kept answer to a request, None where there is none that is still true.

        Raises sqlite3.Error where the database can't be read.
        """
        self.look()
        kept = self.by_request.get(asked)
        if kept is None:
            kept = self._by_meaning.get(_meaning(asked)) if self._by_meaning else None
            if kept is None:
                return None
            self._remember(asked, kept)
        return kept if now < kept.good_until else None

    def look(self) -> float:
        """Drop all where the database has moved, looked for now and then; the monotonic time of the next look.

        Raises sqlite3.Error where the database can't be read.
        """
        monotonic = time.monotonic()
        if monotonic >= self._next_look:
            if self._watch.moved(monotonic):
                self._drop()
            self._next_look = monotonic + EVERY
        return self._next_look

    def keep(self, asked: Asked, kept: KeptAnswer, *, generation: int) -> None:
        """Keep an answer that was read in a generation; one of a generation that has passed is not kept."""
        if generation != self.generation:
            return
        meaning = _meaning(asked)
        self._forget(meaning)
        while self._by_meaning and self._held + _weight(kept) > self._bound:
            self._forget(next(iter(self._by_meaning)))
        self._by_meaning[meaning] = kept
        self._held += _weight(kept)
        self._remember(asked, kept)

    def _remember(self, asked: Asked, kept: KeptAnswer) -> None:
        # One meaning has many spellings; a client that tries them all must not fill the memory.
        if len(self.by_request) > 4 * len(self._by_meaning) + 100:
            self.by_request.clear()
        self.by_request[asked] = kept

    def _forget(self, meaning: _Meaning) -> None:
        kept = self._by_meaning.pop(meaning, None)
        if kept is not None:
            self._held -= _weight(kept)
            self.by_request.clear()

    def _drop(self) -> None:
        self.by_request.clear()
        self._by_meaning.clear()
        self._held = 0
        self.generation += 1


def _weight(kept: KeptAnswer) -> int:
    return 2 * len(kept.body) + 2_000


def _meaning(asked: Asked) -> _Meaning:
    """The request whatever its spelling and the order of its parameters."""
    path, query, rights = asked
    return readable_path(path), tuple(sorted(query.split(b"&"))), rights
