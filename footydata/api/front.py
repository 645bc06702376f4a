"""The outermost ASGI application: /v1 ahead of everything else, or alone."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from footydata.api.answer import error_answer, new_request_id
from footydata.api.asgi import Given, Scope, ServiceApp, raw_answer
from footydata.api.log_lines import shown_path
from footydata.contract.endpoints import PREFIX
from footydata.contract.errors import ApiError, FootydataError, InternalError, ResourceNotFound

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]

_log = logging.getLogger(__name__)
_BELOW = PREFIX + "/"

_CORS = [
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, ETag",
    ),
]
_PREFLIGHT: Given = (
    int(HTTPStatus.NO_CONTENT),
    [
        (b"access-control-allow-methods", b"GET, HEAD"),
        (b"access-control-allow-headers", b"Authorization, X-API-Key, If-None-Match"),
        (b"access-control-max-age", b"3600"),
    ],
    b"",
)


class OnDemand:
    """A service that is made when it is first asked for; `make` gives None where there is nothing to serve.

    Attributes: made: the service, None before it is made and where there is none.
    """

    def __init__(self, make: Callable[[], ServiceApp | None]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.made: ServiceApp | None = None

    def get(self) -> ServiceApp | None:
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

    def __init__(self, v1: OnDemand, other: AsgiApp | None, *, prefix: str = "", cors: bool = False) -> None:
        self._v1 = v1
        self._other = other
        self._prefix = prefix
        self._cors = cors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "http":
            asked = scope if "raw_path" in scope and not self._prefix else _without_prefix(scope, self._prefix)
            if asked["path"].startswith(_BELOW) or is_v1(asked["path"]):
                app = self._v1.made
                if app is None:
                    try:
                        app = await asyncio.to_thread(self._v1.get)
                    except FootydataError as error:
                        await _tell_failure(asked, error, send)
                        return
                if app is not None:
                    await self._answer(app, asked, send)
                    return
        await self._hand_on(scope, receive, send)

    async def _answer(self, app: ServiceApp, scope: Scope, send: Send) -> None:
        # kept is no coroutine: one would cost as much as all that it does but the key.
        given = app.kept(scope)
        if given is None:
            given = _PREFLIGHT if self._cors and _is_preflight(scope) else await app.asked(scope)
        if given is None:
            await _break_off(send)
            return
        status, headers, body = given
        if self._cors:
            headers = [*headers, *_CORS]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _hand_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif self._other is not None:
            await self._other(scope, receive, send)
        elif scope["type"] == "http":
            error = ResourceNotFound(f"there is nothing at {scope['path']!r}; this server answers {PREFIX} alone")
            await _tell(scope, error, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    def close(self) -> None:
        """Close the service."""
        self._v1.close()

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"].startswith("lifespan.shutdown"):
                self.close()
            await send(message)

        if self._other is not None:
            await self._other(scope, receive, told)
            return
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await told({"type": "lifespan.shutdown.complete"})


def is_v1(path: str) -> bool:
    """Whether the service answers the path, if only with an error.

    A path with a slash too many is told its right one.

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


async def _break_off(send: Send) -> None:
    """Promise a body and leave: the server closes the connection."""
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": [(b"content-length", b"1000")]})


async def _tell_failure(scope: Scope, error: FootydataError, send: Send) -> None:
    """Answer where the service can't be made; why stands in the log."""
    _log.error("%s %s failed: %s", scope["method"], shown_path(scope["path"]), error)
    await _tell(scope, InternalError("the service can't start; the log of the server says why"), send)


async def _tell(scope: Scope, error: ApiError, send: Send) -> None:
    status, headers, body = raw_answer(error_answer(error, request_id=new_request_id(), rate=()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
