"""GET over HTTP with limits: the time of the whole request, and the size of the body once it is unpacked.

The only module that uses httpx directly. httpx limits only each single read, so that a service which sends a byte now
and then could be waited for forever, and it unpacks any body, to a thousand times its size. So asyncio's timeout stands
around the whole request, and bodies are unpacked here, piece by piece.
"""

import asyncio
import os
import zlib
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from threading import Thread
from typing import Any, Protocol, TypeVar

import httpx

from footydata.service.client.reading import (
    AnswerTooLarge,
    Reply,
    ServiceUnreachable,
    UnexpectedAnswer,
)

LARGEST_BODY = 64_000_000
"""In bytes; the largest pages of the contract have a tenth of that."""

T = TypeVar("T")

_ENCODINGS = {"": False, "identity": False, "gzip": True, "x-gzip": True}
"""Accepted content encoding → whether the body has to be unpacked."""

_GZIP = 16 + zlib.MAX_WBITS

_AT_FAULT = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL, UnicodeError)
"""The errors of a request that can't be sent as it is."""


@cache
def _certificates() -> SSLContext:
    """The certificates of the system: read once for all clients of a process, since each reading takes 20 to 40 ms."""
    return httpx.create_ssl_context()


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a request.

    Attributes:
        seconds: for the whole request, from connecting to the last byte; None: no limit.
        connect: seconds for connecting, None: as for the whole request.
        body: the most bytes of a body, unpacked.
    """

    seconds: float | None = 15.0
    connect: float | None = None
    body: int = LARGEST_BODY


class Transport(Protocol):
    """What answers requests in place of the network."""

    def get(self, url: str) -> Reply:
        """The answer to a GET."""

    def close(self) -> None:
        """Release what it holds."""


class AsyncTransport(Protocol):
    """The same for asyncio."""

    async def get(self, url: str) -> Reply:
        """The answer to a GET."""

    async def close(self) -> None:
        """Release what it holds."""


class Http:
    """Connections to a service for plain code: those of AsyncHttp, driven by an event loop in a thread of ours.

    So that there is one way to hold a request to its limits. headers: sent with every request.
    """

    def __init__(self, headers: Mapping[str, str], bounds: Bounds) -> None:
        self._network = AsyncHttp(headers, bounds)

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to a GET; redirects are followed unless a key is sent.

        Raises ServiceUnreachable if there is no whole answer in time, AnswerTooLarge, and UnexpectedAnswer if the body
        can't be unpacked.
        """
        return _waited_for(self._network.get(url, headers))

    def close(self) -> None:
        """Close the connections."""
        _waited_for(self._network.close())


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The event loop of all plain clients of the process, in a thread that ends with it."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    return loop


if hasattr(os, "register_at_fork"):  # a fork has the thread no more; Windows has no forks
    os.register_at_fork(after_in_child=_loop.cache_clear)


def _waited_for(answer: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, run in the thread. Ctrl-C cancels it."""
    future = asyncio.run_coroutine_threadsafe(answer, _loop())
    try:
        return future.result()
    finally:
        future.cancel()


class AsyncHttp:
    """Connections to a service, with the limits of each request; the arguments are those of Http."""

    def __init__(self, headers: Mapping[str, str], bounds: Bounds) -> None:
        self._bounds = bounds
        try:
            self._http = httpx.AsyncClient(
                headers={**headers, "Accept-Encoding": "gzip"},
                timeout=httpx.Timeout(bounds.seconds, connect=bounds.connect or bounds.seconds),
                verify=_certificates(),
                follow_redirects="Authorization" not in headers,
            )
        except (ValueError, ImportError) as error:
            message = f"no request can be sent by the proxy of the environment: {error}"
            raise ServiceUnreachable(message, retryable=False) from error

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to a GET, as of Http.get."""
        if self._http.is_closed:
            raise closed_client(url)
        with _failures(url, self._bounds):
            async with (
                asyncio.timeout(self._bounds.seconds),
                self._http.stream("GET", url, headers=headers) as response,
            ):
                return await _reply_of(response, self._bounds)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


async def _reply_of(response: httpx.Response, bounds: Bounds) -> Reply:
    """The reply with its body unpacked. Raises AnswerTooLarge as soon as the limit is passed, UnexpectedAnswer."""
    place, status = _place(str(response.request.url)), response.status_code

    def unexpected(problem: str, *, retryable: bool = True) -> UnexpectedAnswer:
        message = f"{place} was answered with a body {problem}"
        return UnexpectedAnswer(message, status=status, body=b"", retryable=retryable)

    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in _ENCODINGS:
        problem = f"encoded as {encoding[:40]!r}, which was not asked for"
        raise unexpected(problem, retryable=False)
    gzip = zlib.decompressobj(_GZIP) if _ENCODINGS[encoding] else None
    body, is_empty = bytearray(), True
    async for piece in response.aiter_raw():
        is_empty = is_empty and not piece
        try:
            body += gzip.decompress(piece, bounds.body + 1 - len(body)) if gzip else piece
        except zlib.error as error:
            raise unexpected(f"that can't be unpacked ({error})") from error
        if len(body) > bounds.body:
            raise AnswerTooLarge(
                f"{place} was answered with more than {bounds.body / 1_000_000:g} MB, the limit: raise it, or ask for "
                "fewer rows"
            )
    if gzip and not gzip.eof and not is_empty:
        raise unexpected("that is cut short")
    return Reply(status, response.headers, bytes(body))


@contextmanager
def _failures(url: str, bounds: Bounds) -> Iterator[None]:
    """Raises the transport's errors as ServiceUnreachable; a request that can't be written is not retryable."""
    place = _place(url)
    try:
        yield
    except (httpx.ReadTimeout, httpx.WriteTimeout, TimeoutError) as error:
        raise ServiceUnreachable(
            f"no whole answer from {place} within {bounds.seconds:g} s"
        ) from error
    except _AT_FAULT as error:
        raise ServiceUnreachable(
            f"no answer from {place}: {_message_of(error)}", retryable=False
        ) from error
    except httpx.RequestError as error:
        raise ServiceUnreachable(f"no answer from {place}: {_message_of(error)}") from error


def closed_client(url: str) -> ServiceUnreachable:
    """The error of a request to a URL by a client that was closed."""
    return ServiceUnreachable(
        f"no answer from {_place(url)}: the client was closed; make another", retryable=False
    )


def _message_of(error: Exception) -> str:
    cause: BaseException = error
    while (below := cause.__cause__ or cause.__context__) is not None:
        cause = below
    if isinstance(cause, ConnectionError) and cause.errno:
        return os.strerror(cause.errno)
    return str(error) or type(error).__name__


def _place(url: str) -> str:
    """The address without its query."""
    return url.partition("?")[0]
