"""What stands before the pages of another application: whom they answer, and what of its errors reaches the log.

No log holds a header or a query: a key may have been sent to the wrong address. Source: decisions 2.
"""

import logging
from http import HTTPStatus
from types import ModuleType
from typing import Any

from footydata.api.asgi import Scope
from footydata.api.front import AsgiApp, Message, Receive, Send
from footydata.api.log_lines import failure_place, shown_path

_log = logging.getLogger(__name__)


class Pages:
    """Another application whose errors end here: an answer of 500, and a line in the log that quotes no request.

    has_no_access_log: the server keeps none, so each refusal is told in a line here.
    """

    def __init__(self, app: AsgiApp, *, has_no_access_log: bool = False) -> None:
        self._app = app
        self._has_no_access_log = has_no_access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:  # another's application: what it raises is not ours to name
            log_failure(scope["method"], scope["path"], error)
            if not status:
                await send_text(noted, HTTPStatus.INTERNAL_SERVER_ERROR, "the page failed; the log says where")
        if self._has_no_access_log and HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR:
            _log.warning("%s %s: %d", scope["method"], shown_path(scope["path"]), status)


class Muted:
    """A module as another sees it, but for one of its writers, which writes nothing: a function, or a stream."""

    def __init__(self, module: ModuleType, writer: str) -> None:
        self._module = module
        setattr(self, writer, _Silence())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


class _Silence:
    """Takes every call and every text, and keeps none."""

    def __call__(self, *_: object, **__: object) -> None:
        """Print nothing."""

    def write(self, text: str) -> int:
        """Write nothing."""
        return len(text)

    def flush(self) -> None:
        """There is nothing to flush."""


def log_failure(method: str, path: str, error: BaseException) -> None:
    """Log what failed and where in one line, without the error's own words: they may quote the request."""
    _log.error("%s %s: 500, %s", method, shown_path(path), failure_place(error))


async def send_text(send: Send, status: int, text: str) -> None:
    """Send a line of plain text."""
    body = f"{text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"x-content-type-options", b"nosniff"),
        (b"content-length", b"%d" % len(body)),
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
