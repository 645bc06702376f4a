"""The service as an ASGI application: /v1 in front of another application, or alone.

It translates an ASGI scope to a request, and a response to ASGI messages. Requests are answered on the event loop, but
for long queries, which go to threads. When another program has locked the accounts file or the database, the request is
tried again later, so that neither the loop nor a thread waits for the lock.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from http import HTTPStatus
from time import monotonic
from typing import Any, TypeAlias, TypeVar
from urllib.parse import quote

from footydata.football.errors import ApiError, FootydataError, InternalError, ResourceNotFound
from footydata.service.endpoints import PREFIX
from footydata.service.exchange import (
    REVALIDATE,
    Headers,
    Request,
    Response,
    combined_headers,
    key_of,
    length_header,
    new_request_id,
    readable_path,
)
from footydata.service.failures import error_response, failure_place, shown_path
from footydata.service.reader import PATIENCE
from footydata.service.service import Service
from footydata.store.file.sqlite_files import DatabaseBusy

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
AsgiApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

T = TypeVar("T")
ArgumentT = TypeVar("ArgumentT")

_log = logging.getLogger(__name__)
_BELOW = PREFIX + "/"

_FIRST_PAUSE, _LONGEST_PAUSE = 0.002, 0.1


class LazyService:
    """A service for an event loop. It is made at the first request, as this may take long.

    make: the service, whose accounts and readers never wait for a lock (busy_ms=0); None if there is nothing to serve.
    """

    def __init__(self, make: Callable[[], Service | None]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: Service | None = None

    async def answer(self, request: Request) -> Response | None:
        """The response to a request, None if there is nothing to serve.

        Raises what `make` raises; a later request tries again.
        """
        service = self._made or await asyncio.to_thread(self._service)
        if service is None:
            return None
        last = monotonic() + PATIENCE
        try:
            admitted = await _patiently(last, service.admit, request)
        except DatabaseBusy as error:
            return service.anonymous_refusal(error, request)
        if isinstance(admitted, Response):
            return admitted
        try:
            return await _patiently(last, service.respond, admitted, in_thread=admitted.is_long)
        except DatabaseBusy as error:
            return service.refusal(error, request, admitted.window)

    def close(self) -> None:
        """Close the service, if it was made; the next request makes a new one."""
        with self._lock:
            if self._made is not None:
                self._made.close()
                self._made = None

    def _service(self) -> Service | None:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


async def _patiently(
    last: float, call: Callable[[ArgumentT], T], argument: ArgumentT, *, in_thread: bool = False
) -> T:
    """What the call of the argument returns; it is tried again while it raises DatabaseBusy, until the moment `last`."""
    pause = _FIRST_PAUSE
    while True:
        try:
            return await asyncio.to_thread(call, argument) if in_thread else call(argument)
        except DatabaseBusy:
            if monotonic() >= last:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


class Front:
    """The outermost application: answers /v1 and the paths below it, and passes everything else to `other`.

    other: the application behind it; None: every other path is answered 404.
    prefix: a path before /v1 that a proxy has not removed, without a slash at its end.
    origins: of the sites whose scripts may use /v1.
    """

    def __init__(
        self,
        v1: LazyService,
        other: AsgiApp | None,
        *,
        prefix: str = "",
        origins: Sequence[str] = (),
    ) -> None:
        self._v1 = v1
        self._other = other
        self._prefix = prefix
        self._cors = Cors(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        inner = self._v1_scope(scope)
        if inner is None:
            await self._pass_on(scope, receive, send)
            return
        sent, method = combined_headers(inner["headers"]), inner["method"]
        query = inner["query_string"].decode("latin-1")
        path, key = readable_path(inner["raw_path"]), key_of(inner["headers"])
        cors_headers = self._cors.headers(sent)
        try:
            response = await self._v1.answer(Request(method, path, query, key, self._prefix))
        except Exception as error:  # no failure of /v1 reaches the application around this one
            reason = str(error) if isinstance(error, FootydataError) else failure_place(error)
            _log.error("%s %s failed: %s", method, shown_path(inner["path"]), reason)
            error_to_send = InternalError(
                "the service can't answer; the log of the server says why"
            )
            await _send_error(scope, error_to_send, send, added=cors_headers)
            return
        if response is None:
            await self._pass_on(scope, receive, send)
        elif preflight := self._cors.preflight(method, sent):
            await _send(send, HTTPStatus.NO_CONTENT, preflight, b"")
        else:
            if response.delay:
                await asyncio.sleep(response.delay)
            if response.is_dropped:
                # A response without the promised body makes the server close the connection.
                await _send(send, HTTPStatus.OK, [(b"content-length", b"1000")], None)
            else:
                status, headers, content = as_sent(response, sent, method)
                await _send(send, status, headers + cors_headers, content)

    def _v1_scope(self, scope: Scope) -> Scope | None:
        """The scope of a request to /v1, with paths that begin there; None for any other scope."""
        if scope["type"] != "http":
            return None
        if self._prefix or "raw_path" not in scope:
            scope = _without_prefix(scope, self._prefix)
        return scope if scope["path"].startswith(_BELOW) or is_v1(scope["path"]) else None

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif self._other is not None:
            await self._other(scope, receive, send)
        elif scope["type"] == "http":
            error = ResourceNotFound(
                f"there is nothing at {scope['path']!r}; this server answers {PREFIX} alone"
            )
            await _send_error(scope, error, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    def close(self) -> None:
        """Close the service."""
        self._v1.close()

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_closed(message: Message) -> None:
            if message["type"].startswith("lifespan.shutdown"):
                self.close()
            await send(message)

        if self._other is not None:
            await self._other(scope, receive, send_closed)
            return
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send_closed({"type": "lifespan.shutdown.complete"})


def is_v1(path: str) -> bool:
    """Whether the service answers the path, even if only with an error.

    A path with extra slashes is included: the error names the right one.

    >>> is_v1("/v1"), is_v1("/v1/"), is_v1("/v1/x"), is_v1("//v1/x"), is_v1("/v10"), is_v1("//x")
    (True, True, True, True, False, False)
    """
    return (
        path.startswith(_BELOW)
        or path == PREFIX
        or (path.startswith("//") and is_v1(f"/{path.lstrip('/')}"))
    )


def _without_prefix(scope: Scope, prefix: str) -> Scope:
    """The scope with a raw path, and with the prefix removed from its paths."""
    path, raw = scope["path"], scope.get("raw_path") or quote(scope["path"]).encode()
    if prefix and raw.startswith(f"{prefix}/".encode()):
        path, raw = path[len(prefix) :], raw[len(prefix) :]
    return {**scope, "path": path, "raw_path": raw.partition(b"?")[0]}


async def _send_error(
    scope: Scope, error: ApiError, send: Send, *, added: Headers | None = None
) -> None:
    response = error_response(error, request_id=new_request_id(), window=None)
    status, headers, content = as_sent(response, {}, scope["method"])
    await _send(send, status, headers + (added or []), content)


async def _send(send: Send, status: int, headers: Headers, content: bytes | None) -> None:
    """Send a response. content: None: no body."""
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    if content is not None:
        await send({"type": "http.response.body", "body": content})


def as_sent(
    response: Response, request_headers: dict[bytes, bytes], method: str
) -> tuple[int, Headers, bytes]:
    """Status, headers and content of a response as they are sent."""
    status, body, is_head = response.status, response.body, method == "HEAD"
    if not body.is_shared:
        headers, content = [*body.headers, REVALIDATE, length_header(body.content)], body.content
    elif b"if-none-match" in request_headers and body.matches(request_headers[b"if-none-match"]):
        status, headers, content = int(HTTPStatus.NOT_MODIFIED), body.tagged_headers, b""
    else:
        # The response to a HEAD has the headers of the next GET.
        gzips = b"accept-encoding" in request_headers and (body.is_cached or is_head)
        gzips = gzips and _takes_gzip(request_headers[b"accept-encoding"])
        headers, content = body.gzipped if gzips else body.plain
    return status, response.headers + headers, b"" if is_head else content


def _takes_gzip(accepted: bytes) -> bool:
    """Whether a client accepts gzip; with a weight below 1 it gets the body uncompressed."""
    return b"gzip" in accepted and b"gzip;q=0" not in accepted.replace(b" ", b"")


ANY = "*"
"""In place of an origin: the scripts of every site."""

_EXPOSED = (
    b"access-control-expose-headers",
    b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, ETag",
)
_PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"GET, HEAD"),
    (b"access-control-allow-headers", b"Authorization, X-API-Key, If-None-Match"),
    (b"access-control-max-age", b"3600"),
]
_VARY = (b"vary", b"Origin")


class Cors:
    """The origins whose scripts may use /v1: none by default, all of them with ANY."""

    def __init__(self, origins: Sequence[str] = ()) -> None:
        self._any = ANY in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, request_headers: Mapping[bytes, bytes]) -> Headers:
        """The headers to add to the response to a request."""
        if self._any:
            return [(b"access-control-allow-origin", ANY.encode()), _EXPOSED]
        origin = request_headers.get(b"origin", b"")
        if origin in self._origins:
            return [(b"access-control-allow-origin", origin), _EXPOSED, _VARY]
        # A cache must not give one site the response to another.
        return [_VARY] if self._origins else []

    def preflight(self, method: str, request_headers: Mapping[bytes, bytes]) -> Headers | None:
        """The headers of the response to a browser's preflight request; None for other requests and other sites."""
        is_preflight = (
            method == "OPTIONS"
            and {b"origin", b"access-control-request-method"} <= request_headers.keys()
        )
        if is_preflight and (self._any or request_headers[b"origin"] in self._origins):
            return [*_PREFLIGHT, *self.headers(request_headers)]
        return None
