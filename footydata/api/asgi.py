"""The service in the terms of an ASGI server.

A kept answer is given out on the loop in a few microseconds, from raw headers, without a Request. Everything else
goes through Service: a request is admitted on the loop where that takes memory alone, and in a thread where the
accounts file is asked; it is answered on the loop where that is short, and in a thread where it is long. What others
may hold is waited for without either.
"""

import asyncio
import re
import sqlite3
from collections.abc import Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2s
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import Any

from footydata.api.answer import Headers, new_request_ids
from footydata.api.cache import AnswerCache, Asked, KeptAnswer, RawHeaders
from footydata.api.call import ALWAYS
from footydata.api.exchange import Answer, Request, combined_headers, readable_path
from footydata.api.faults import Faults, fault_answer
from footydata.api.keys import Accounts
from footydata.api.service import Admitted, Response, Service
from footydata.contract.endpoints import BY_NAME
from footydata.contract.errors import FootydataError
from footydata.store.accounts import AccountsBusy

Scope = MutableMapping[str, Any]

_OF_ONE_REQUEST = frozenset({b"x-ratelimit-limit", b"x-ratelimit-remaining", b"x-ratelimit-reset", b"x-request-id"})
_LONG = re.compile(rb"(^|&)(search=|page=\d{3})")
"""Queries that look at many rows. A search scans all names, a late page all rows before it, both inside SQLite,
which lets other threads run; what is long in Python would only make the loop wait for its turn."""

_STATUS = BY_NAME["status"].path
_THREADS = 2
_PATIENCE = 5.0
"""Seconds that a request waits at most for another program that holds the accounts file."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.002, 0.1
_REVALIDATE = (b"cache-control", b"private, no-cache")

# Plain numbers: a server looks the status up in a table, and hashes an enumeration's member more slowly.
_OK, _NOT_MODIFIED = int(HTTPStatus.OK), int(HTTPStatus.NOT_MODIFIED)

Given = tuple[int, RawHeaders, bytes]
"""Status, headers, body."""


class ServiceApp:
    """/v1 for an ASGI server: kept answers, and the service behind them.

    accounts, clock: the service's own; faults: what to inject; prefix: what stands before /v1 in the server's
    addresses. A scope comes from Front: its path begins with /v1, and it has a raw path.
    """

    def __init__(
        self,
        service: Service,
        *,
        database: Path,
        accounts: Accounts,
        clock: Callable[[], float],
        faults: Faults | None = None,
        prefix: str = "",
    ) -> None:
        self._service = service
        self._prefix = prefix
        self._accounts = accounts
        self._clock = clock
        self._faults = faults
        self._cache = AnswerCache(database)
        self._next_look = 0.0
        self._known, self._leases, self._at_hand = accounts.known, accounts.leases, self._cache.by_request
        self._pages: dict[str, KeptAnswer] = {}
        self._ids: list[bytes] = []
        self._limit = self._reset = -1
        self._limit_header = self._reset_header = (b"", b"")
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="footydata")
        # Of its own: who is to be counted does not wait for long answers.
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="footydata-accounts")

    def has_keys(self) -> bool:
        """Whether anyone could be let in."""
        return any(row.revoked_ts is None for row in self._accounts.rows())

    def close(self) -> None:
        """Let answers under way end, then close the service, its accounts and the cache."""
        self._counting.shutdown()
        self._threads.shutdown()
        self._service.close()
        self._accounts.close()
        self._cache.close()

    def kept(self, scope: Scope) -> Given | None:
        """A kept answer to an HTTP request, counted; None where the service itself must answer.

        What is at hand is taken out of its table here, and the rest asked for: calls would cost half as much again
        as all that is done.
        """
        if self._faults is not None or scope["method"] != "GET":
            return None
        sent = dict(scope["headers"])
        if len(sent) != len(scope["headers"]):
            return None
        now = self._clock()
        try:
            if monotonic() >= self._next_look and not self._is_fresh():
                return None
            authorization = sent.get(b"authorization", b"")
            key = authorization[7:] if authorization.startswith(b"Bearer ") else _key_of(sent)
            # The key as it was sent is in the table unless there is too much space around it.
            account = self._known.get(blake2s(key).digest()) or self._known.get(blake2s(_key_of(sent)).digest())
            if account is None or (account.expires_ts is not None and now >= account.expires_ts):
                return None
            asked = (scope["raw_path"], scope["query_string"], account.rights)
            kept = self._at_hand.get(asked) or self._cache.find(asked, now)
            if kept is None or now >= kept.good_until:
                return None
            lease = self._leases.get(account.id)
            remaining = next(lease.tickets, None) if lease is not None and lease.since <= now < lease.until else None
            if lease is None or remaining is None:
                return None
            limit, reset = lease.limit, lease.reset
        except (FootydataError, sqlite3.Error):
            # The service meets the same error, and knows how to tell it.
            return None
        if reset != self._reset or limit != self._limit:
            self._tell_window(limit, reset)
        ids = self._ids
        if not ids:
            ids += new_request_ids()
        own = (b"x-request-id", ids.pop())
        left = (b"x-ratelimit-remaining", b"%d" % remaining)
        rate = [own, self._limit_header, left, self._reset_header]
        if b"if-none-match" in sent or b"accept-encoding" in sent:
            return _given(kept, rate, sent, packs=_takes_gzip(sent.get(b"accept-encoding")))
        return _OK, [*rate, *kept.plain_headers], kept.body

    def _tell_window(self, limit: int, reset: int) -> None:
        """Make the headers that all requests in a window share."""
        self._limit, self._reset = limit, reset
        self._limit_header = (b"x-ratelimit-limit", b"%d" % limit)
        self._reset_header = (b"x-ratelimit-reset", b"%d" % reset)

    def _is_fresh(self) -> bool:
        """Whether what is known of keys is still true; answers that are not any more are dropped."""
        if not self._accounts.is_fresh():
            return False
        self._next_look = self._cache.look()
        return True

    async def asked(self, scope: Scope) -> Given | None:
        """The service's own answer, kept where it may be; None where a fault breaks the connection."""
        given = await self._asked(scope)
        if given is None or scope["method"] != "HEAD":
            return given
        status, headers, _ = given
        return status, headers, b""

    async def _asked(self, scope: Scope) -> Given | None:
        request = self._request(scope)
        admitted = self._service.admit_at_hand(request) or await self._admitted(request)
        if isinstance(admitted, Answer):
            return self._page(admitted, scope) if admitted.status == _OK else raw_answer(admitted)
        if self._faults is not None:
            fault = self._faults.draw()
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.drop:
                return None
            if fault.error:
                return raw_answer(fault_answer(admitted, fault.error))
        sent = combined_headers(scope["headers"])
        asked = (scope["raw_path"], scope["query_string"], admitted.account.rights)
        known, is_held = self._known_answer(asked, admitted.now)
        if known is not None:
            own = _raw((("X-Request-Id", admitted.request_id), *admitted.rate))
            return _given(known, own, sent, packs=_takes_gzip(sent.get(b"accept-encoding")))
        generation = self._cache.generation
        response = await self._responded(admitted, is_long=is_held or _is_long(scope))
        if response.answer.status != _OK or response.good_until <= admitted.now:
            return raw_answer(response.answer)
        own, common = _split(response.answer)
        kept = KeptAnswer.of(response.answer.body, common, good_until=response.good_until)
        self._cache.keep(asked, kept, generation=generation)
        # The first to ask is spared the packing, but a HEAD tells what the next GET is sent.
        packs = scope["method"] == "HEAD" and _takes_gzip(sent.get(b"accept-encoding"))
        return _given(kept, own, sent, packs=packs)

    async def _admitted(self, request: Request) -> Admitted | Answer:
        """The request, counted in a thread; while another program holds the accounts file it comes back to try."""
        loop = asyncio.get_running_loop()
        last = monotonic() + _PATIENCE
        pause = _FIRST_PAUSE
        while monotonic() < last:
            try:
                return await loop.run_in_executor(self._counting, self._service.try_to_admit, request)
            except AccountsBusy:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        return await loop.run_in_executor(self._counting, self._service.admit, request)

    def _known_answer(self, asked: Asked, now: float) -> tuple[KeptAnswer | None, bool]:
        """The kept answer, and whether another program may hold the database just now."""
        try:
            return self._cache.find(asked, now), False
        except (FootydataError, sqlite3.Error):
            return None, True

    def _page(self, page: Answer, scope: Scope) -> Given:
        """A page that needs no key, as it is kept: Swagger UI is 1.7 MB, and a third of that packed."""
        path = scope["path"]
        kept = self._pages.get(path)
        if kept is None:
            kept = self._pages[path] = KeptAnswer.of(page.body, _raw(page.headers), good_until=ALWAYS)
        sent = combined_headers(scope["headers"])
        return _given(kept, [], sent, packs=_takes_gzip(sent.get(b"accept-encoding")))

    def _request(self, scope: Scope) -> Request:
        combined = combined_headers(scope["headers"])
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in combined.items()}
        path, query = readable_path(scope["raw_path"]), scope["query_string"].decode("latin-1")
        return Request(scope["method"], path, query, headers, self._prefix)

    async def _responded(self, admitted: Admitted, *, is_long: bool) -> Response:
        if not is_long:
            return self._service.respond(admitted)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._service.respond, admitted)


def _key_of(sent: dict[bytes, bytes]) -> bytes:
    """As keys.key_of, from raw headers; empty where there is none."""
    authorization = sent.get(b"authorization")
    if authorization is not None and authorization[:7].lower() == b"bearer ":
        token = authorization[7:].strip()
        if token:
            return token
    return sent.get(b"x-api-key", b"").strip()


def _takes_gzip(accepted: bytes | None) -> bool:
    """Whether a client takes gzip; one that takes it with a weight below 1 gets the body as it is."""
    return accepted is not None and b"gzip" in accepted and b"gzip;q=0" not in accepted.replace(b" ", b"")


def _given(kept: KeptAnswer, own: RawHeaders, sent: dict[bytes, bytes], *, packs: bool) -> Given:
    match = sent.get(b"if-none-match")
    if match is not None and kept.is_known(match):
        return _NOT_MODIFIED, own + kept.headers, b""
    headers, body = kept.variant(packs=packs)
    return _OK, own + headers, body


def _is_long(scope: Scope) -> bool:
    """Whether the answer takes long, or asks a file that another may hold, as the accounts' for the status."""
    return scope["path"] == _STATUS or _LONG.search(scope["query_string"]) is not None


def _raw(headers: Headers) -> RawHeaders:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]


def _split(answer: Answer) -> tuple[RawHeaders, RawHeaders]:
    """The headers of this one request, and those that every answer like it has."""
    own: RawHeaders = []
    common: RawHeaders = []
    for header in _raw(answer.headers):
        (own if header[0] in _OF_ONE_REQUEST else common).append(header)
    return own, common


def raw_answer(answer: Answer) -> Given:
    """An answer that is not kept, as it is sent."""
    length = (b"content-length", b"%d" % len(answer.body))
    return answer.status, [*_raw(answer.headers), _REVALIDATE, length], answer.body
