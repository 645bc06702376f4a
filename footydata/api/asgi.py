"""The service in the terms of an ASGI server: from a scope to a request, from a response to messages.

What needs memory alone is done on the event loop; what may take longer in a thread: counting in the accounts file, and
long answers. While another program holds a file, neither the loop nor a thread waits for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from time import monotonic
from typing import Any, TypeAlias

from footydata.api.exchange import (
    REVALIDATE,
    Headers,
    Request,
    Response,
    combined_headers,
    key_of,
    length_header,
    readable_path,
)
from footydata.api.faults import FaultyService
from footydata.api.service import Admitted, Service
from footydata.store.accounts import AccountsBusy

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
AsgiApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

_THREADS = 2
_PATIENCE = 5.0
"""Seconds that a request waits at most for another program that holds the accounts file."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.002, 0.1

# Plain numbers: a server looks the status up in a table, and hashes an enumeration's member more slowly.
_OK, _NOT_MODIFIED = int(HTTPStatus.OK), int(HTTPStatus.NOT_MODIFIED)


class AsyncService:
    """A service for an event loop. prefix: what stands before /v1 in the server's addresses."""

    def __init__(self, service: Service | FaultyService, *, prefix: str = "") -> None:
        self._service = service
        self._prefix = prefix
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="footydata")
        # Of its own: who is to be counted does not wait for long answers.
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="footydata-accounts")

    def close(self) -> None:
        """Let answers under way end, then close the service."""
        self._counting.shutdown()
        self._threads.shutdown()
        self._service.close()

    async def answer(self, scope: Scope, send: Send, *, added: Headers) -> None:
        """Answer an HTTP request; its path begins with /v1, and it has a raw path. added: headers of the server's."""
        sent = combined_headers(scope["headers"])
        path, query = readable_path(scope["raw_path"]), scope["query_string"].decode("latin-1")
        request = Request(scope["method"], path, query, key_of(sent), self._prefix)
        admitted = self._service.admit(request, nowait=True) or await self._admitted(request)
        if isinstance(admitted, Response):
            response = admitted
        else:
            response = self._service.respond_nowait(admitted) or await self._responded(admitted)
        if response.delay:
            await asyncio.sleep(response.delay)
        for message in messages(response, sent, method=request.method, added=added):
            await send(message)

    async def _admitted(self, request: Request) -> Admitted | Response:
        """The request, counted in a thread; while another program holds the accounts file it comes back to try."""
        loop = asyncio.get_running_loop()
        last = monotonic() + _PATIENCE
        pause = _FIRST_PAUSE
        while True:
            try:
                admitted = await loop.run_in_executor(self._counting, self._service.admit, request)
            except AccountsBusy as error:
                if monotonic() >= last:
                    return self._service.anonymous_refusal(error, request)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                # Asked of the file, there is an answer.
                assert admitted is not None
                return admitted

    async def _responded(self, admitted: Admitted) -> Response:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._service.respond, admitted)


def messages(response: Response, sent: dict[bytes, bytes], *, method: str, added: Headers) -> tuple[Message, ...]:
    """The messages that send a response. sent: the headers of its request; added: further headers."""
    if response.is_dropped:
        # A body is promised and does not come: the server closes the connection.
        return ({"type": "http.response.start", "status": _OK, "headers": [(b"content-length", b"1000")]},)
    status, body, is_head = response.status, response.body, method == "HEAD"
    if not body.is_shared:
        headers, content = [*body.headers, REVALIDATE, length_header(body.content)], body.content
    elif b"if-none-match" in sent and body.matches(sent[b"if-none-match"]):
        status, headers, content = _NOT_MODIFIED, body.tagged_headers, b""
    else:
        # A HEAD tells what the next GET is sent.
        gzips = b"accept-encoding" in sent and (body.is_cached or is_head)
        headers, content = body.variant(gzips=gzips and _takes_gzip(sent[b"accept-encoding"]))
    return (
        {"type": "http.response.start", "status": status, "headers": [*response.headers, *headers, *added]},
        {"type": "http.response.body", "body": b"" if is_head else content},
    )


def _takes_gzip(accepted: bytes) -> bool:
    """Whether a client takes gzip; one that takes it with a weight below 1 gets the body as it is."""
    return b"gzip" in accepted and b"gzip;q=0" not in accepted.replace(b" ", b"")
