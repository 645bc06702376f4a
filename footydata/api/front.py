"""The outermost ASGI application: /v1 ahead of everything else, or alone."""

import asyncio
import logging
import threading
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import quote

from footydata.api.asgi import AsgiApp, AsyncService, Message, Receive, Scope, Send, messages
from footydata.api.error_responses import error_response
from footydata.api.exchange import Headers, new_request_id
from footydata.api.log_lines import shown_path
from footydata.contract.endpoints import PREFIX
from footydata.contract.errors import ApiError, FootydataError, InternalError, ResourceNotFound

_log = logging.getLogger(__name__)
_BELOW = PREFIX + "/"

_CORS: Headers = [
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, ETag",
    ),
]
_PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"GET, HEAD"),
    (b"access-control-allow-headers", b"Authorization, X-API-Key, If-None-Match"),
    (b"access-control-max-age", b"3600"),
    *_CORS,
]


class LazyService:
    """A service that is made when it is first asked for; `make` gives None where there is nothing to serve.

    Attributes: made: the service, None before it is made and where there is none.
    """

    def __init__(self, make: Callable[[], AsyncService | None]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.made: AsyncService | None = None

    def get(self) -> AsyncService | None:
        """The service; to make it may take long. Raises what `make` raises, and then makes it for the next to ask."""
        with self._lock:
            if self.made is None:
                self.made = self._make()
            return self.made

    def close(self) -> None:
        """Close the service, if it was made; the next to ask gets a new one."""
        with self._lock:
            if self.made is not None:
                self.made.close()
                self.made = None


class Front:
    """The outermost application: /v1 and what is below it first, everything else by `other`.

    other: the application behind it, or None, where nothing but /v1 is open: an allow-list of one.
    prefix: what may stand before /v1, where a proxy leaves it in; without a slash at its end.
    cors: scripts of other sites may ask /v1, as they may ask Datasette with --cors.
    """

    def __init__(self, v1: LazyService, other: AsgiApp | None, *, prefix: str = "", cors: bool = False) -> None:
        self._v1 = v1
        self._other = other
        self._prefix = prefix
        self._cors = cors
        self._added = _CORS if cors else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "http":
            inner = scope if "raw_path" in scope and not self._prefix else _without_prefix(scope, self._prefix)
            if inner["path"].startswith(_BELOW) or is_v1(inner["path"]):
                try:
                    service = self._v1.made or await asyncio.to_thread(self._v1.get)
                except FootydataError as error:
                    await _send_failure(inner, error, send)
                    return
                if service is not None:
                    if self._cors and _is_preflight(scope):
                        await _send_preflight(send)
                    else:
                        await service.answer(inner, send, added=self._added)
                    return
        await self._hand_on(scope, receive, send)

    async def _hand_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif self._other is not None:
            await self._other(scope, receive, send)
        elif scope["type"] == "http":
            error = ResourceNotFound(f"there is nothing at {scope['path']!r}; this server answers {PREFIX} alone")
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
    """Whether the service answers the path, if only with an error.

    The error of a path with a slash too many names the right one.

    >>> is_v1("/v1"), is_v1("/v1/"), is_v1("/v1/x"), is_v1("//v1/x"), is_v1("/v10"), is_v1("//x")
    (True, True, True, True, False, False)
    """
    return path.startswith(_BELOW) or path == PREFIX or (path.startswith("//") and is_v1(f"/{path.lstrip('/')}"))


def _without_prefix(scope: Scope, prefix: str) -> Scope:
    """The scope with a raw path, and with its paths from /v1 on where the prefix stands before that."""
    path, raw = scope["path"], scope.get("raw_path") or quote(scope["path"]).encode()
    if prefix and raw.startswith(f"{prefix}/".encode()):
        path, raw = path[len(prefix) :], raw[len(prefix) :]
    return {**scope, "path": path, "raw_path": raw.partition(b"?")[0]}


def _is_preflight(scope: Scope) -> bool:
    """Whether a browser asks what a script of another site may send."""
    names = {name for name, _ in scope["headers"]}
    return scope["method"] == "OPTIONS" and {b"origin", b"access-control-request-method"} <= names


async def _send_preflight(send: Send) -> None:
    await send({"type": "http.response.start", "status": int(HTTPStatus.NO_CONTENT), "headers": _PREFLIGHT})
    await send({"type": "http.response.body", "body": b""})


async def _send_failure(scope: Scope, error: FootydataError, send: Send) -> None:
    """Answer where the service can't be made; why stands in the log."""
    _log.error("%s %s failed: %s", scope["method"], shown_path(scope["path"]), error)
    await _send_error(scope, InternalError("the service can't start; the log of the server says why"), send)


async def _send_error(scope: Scope, error: ApiError, send: Send) -> None:
    response = error_response(error, request_id=new_request_id(), window=None)
    for message in messages(response, {}, method=scope["method"], added=[]):
        await send(message)
