"""GET over HTTP with limits: the time of the whole request, and the size of the body once it is unpacked.

The only module that uses httpx and httpcore directly. httpx limits only each single read, so that a service which
sends a byte now and then could be waited for forever, and it unpacks any body, to a thousand times its size. So the
deadline is checked under every read and write of the socket, and bodies are unpacked here, piece by piece.
"""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from typing import Any

import httpcore
import httpx

from footydata.client.failures import AnswerTooLarge, ServiceUnreachable, UnexpectedAnswer
from footydata.client.reading import Reply

LARGEST_BODY = 64_000_000
"""In bytes; the largest pages of the contract have a tenth of that."""

_ENCODINGS = {"": False, "identity": False, "gzip": True, "x-gzip": True}
"""Accepted content encoding → whether the body has to be unpacked."""

_GZIP = 16 + zlib.MAX_WBITS

_deadline: ContextVar[float] = ContextVar("deadline", default=float("inf"))
"""The deadline of the request under way, in monotonic seconds."""


def _trusted(transport: object) -> SSLContext | bool:
    """What httpx verifies a service by; a transport in place of the network verifies nothing."""
    return transport is not None or _certificates()


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

    @property
    def timeout(self) -> httpx.Timeout:
        """The same for httpx, which applies it to each step."""
        return httpx.Timeout(self.seconds, connect=self.connect or self.seconds)


class Http:
    """Connections to a service, with the limits of each request.

    headers: sent with every request. transport: in place of the network.
    """

    def __init__(
        self, headers: Mapping[str, str], bounds: Bounds, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._bounds = bounds
        self._http = httpx.Client(
            headers={**headers, "Accept-Encoding": "gzip"},
            timeout=bounds.timeout,
            transport=transport,
            verify=_trusted(transport),
        )
        _hold_to_deadlines(self._http)

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to a GET; redirects are not followed.

        Raises ServiceUnreachable if there is no whole answer in time, AnswerTooLarge, and UnexpectedAnswer if the body
        can't be unpacked.
        """
        with self._within(url), self._http.stream("GET", url, headers=headers) as response:
            if response.is_stream_consumed:
                return _whole(response, self._bounds)
            body = _BodyReader(response, self._bounds)
            for piece in response.iter_raw():
                body.add(piece)
            return body.reply()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    @contextmanager
    def _within(self, url: str) -> Iterator[None]:
        _check_open(self._http, url)
        seconds = self._bounds.seconds
        token = _deadline.set(float("inf") if seconds is None else time.monotonic() + seconds)
        try:
            with _failures(url, self._bounds):
                yield
        finally:
            _deadline.reset(token)


class AsyncHttp:
    """The same for asyncio."""

    def __init__(
        self, headers: Mapping[str, str], bounds: Bounds, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._bounds = bounds
        self._http = httpx.AsyncClient(
            headers={**headers, "Accept-Encoding": "gzip"},
            timeout=bounds.timeout,
            transport=transport,
            verify=_trusted(transport),
        )

    async def get(self, url: str) -> Reply:
        """The answer to a GET, as of Http.get."""
        async with self._within(url), self._http.stream("GET", url) as response:
            if response.is_stream_consumed:
                return _whole(response, self._bounds)
            body = _BodyReader(response, self._bounds)
            async for piece in response.aiter_raw():
                body.add(piece)
            return body.reply()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    @asynccontextmanager
    async def _within(self, url: str) -> AsyncIterator[None]:
        _check_open(self._http, url)
        with _failures(url, self._bounds):
            async with asyncio.timeout(self._bounds.seconds):
                yield


class _BodyReader:
    """Collects the body of an answer, unpacked and within the limit."""

    def __init__(self, response: httpx.Response, bounds: Bounds) -> None:
        self._response = response
        self._bounds = bounds
        self._body = bytearray()
        encoding = response.headers.get("content-encoding", "").strip().lower()
        if encoding not in _ENCODINGS:
            raise self._unexpected(f"a body encoded as {encoding[:40]!r}, which was not asked for")
        self._gzip = zlib.decompressobj(_GZIP) if _ENCODINGS[encoding] else None
        self._is_empty = True

    def add(self, piece: bytes) -> None:
        """Add a piece. Raises AnswerTooLarge as soon as the limit is passed, UnexpectedAnswer."""
        self._is_empty = self._is_empty and not piece
        if self._gzip:
            try:
                piece = self._gzip.decompress(piece, self._bounds.body + 1 - len(self._body))
            except zlib.error as error:
                raise self._unexpected(f"a body that can't be unpacked ({error})", retryable=True) from error
        self._body += piece
        _check_size(self._response, len(self._body), self._bounds)

    def reply(self) -> Reply:
        """The whole answer. Raises UnexpectedAnswer if it is cut short."""
        if self._gzip and not self._gzip.eof and not self._is_empty:
            raise self._unexpected("a body that is cut short", retryable=True)
        return Reply(self._response.status_code, self._response.headers, bytes(self._body))

    def _unexpected(self, what: str, *, retryable: bool = False) -> UnexpectedAnswer:
        message = f"{_place(str(self._response.request.url))} was answered with {what}"
        return UnexpectedAnswer(message, status=self._response.status_code, body=b"", retryable=retryable)


def _whole(response: httpx.Response, bounds: Bounds) -> Reply:
    """The answer of a transport in this process, whose body is there at once."""
    _check_size(response, len(response.content), bounds)
    return Reply(response.status_code, response.headers, response.content)


def _check_size(response: httpx.Response, size: int, bounds: Bounds) -> None:
    if size > bounds.body:
        place = _place(str(response.request.url))
        most = f"{bounds.body / 1_000_000:g} MB"
        raise AnswerTooLarge(f"{place} was answered with more than {most}, the limit: raise it, or ask for fewer rows")


@contextmanager
def _failures(url: str, bounds: Bounds) -> Iterator[None]:
    """Raises the transport's errors as ServiceUnreachable; a request that can't be written is not retryable."""
    place = _place(url)
    try:
        yield
    except (httpx.ReadTimeout, httpx.WriteTimeout, TimeoutError) as error:
        raise ServiceUnreachable(f"no whole answer from {place} within {bounds.seconds:g} s") from error
    except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL, UnicodeError) as error:
        raise ServiceUnreachable(f"no answer from {place}: {_message_of(error)}", retryable=False) from error
    except httpx.RequestError as error:
        raise ServiceUnreachable(f"no answer from {place}: {_message_of(error)}") from error


def _check_open(http: httpx.Client | httpx.AsyncClient, url: str) -> None:
    """Raise ServiceUnreachable if the client was closed, for which httpx raises a RuntimeError."""
    if http.is_closed:
        raise ServiceUnreachable(f"no answer from {_place(url)}: the client was closed; make another", retryable=False)


def _message_of(error: Exception) -> str:
    return str(error) or type(error).__name__


def _place(url: str) -> str:
    """The address without its query."""
    return url.partition("?")[0]


def _hold_to_deadlines(http: httpx.Client) -> None:
    """Apply the deadline to every connection that the client will make, through proxies too.

    httpx has no public API for this. If its internals change, no client of the network can be made: a request without a
    deadline could be waited for forever.
    """
    for transport in (http._transport, *http._mounts.values()):
        pool = getattr(transport, "_pool", None)
        if pool is not None:
            pool._network_backend = _Backend(pool._network_backend)
        elif isinstance(transport, httpx.HTTPTransport):
            raise RuntimeError(f"httpx {httpx.__version__} keeps its connections elsewhere: install httpx<0.29")


def _left(timeout: float | None, late: type[Exception]) -> float | None:
    """The seconds that a step may take. Raises `late` if the deadline has passed."""
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise late("the time of the whole request is over")
    if left == float("inf"):
        return timeout
    return left if timeout is None else min(left, timeout)


class _Backend(httpcore.NetworkBackend):
    """Makes connections that observe the deadline of the request under way."""

    def __init__(self, inner: httpcore.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.connect_tcp(host, port, left, local_address, socket_options))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.connect_unix_socket(path, left, socket_options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)


class _Stream(httpcore.NetworkStream):
    """A connection that observes the deadline of the request under way."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
