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
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from footydata.service.client.failures import AnswerTooLarge, ServiceUnreachable, UnexpectedAnswer
from footydata.service.client.reading import Reply

LARGEST_BODY = 64_000_000
"""In bytes; the largest pages of the contract have a tenth of that."""

_ENCODINGS = {"": False, "identity": False, "gzip": True, "x-gzip": True}
"""Accepted content encoding → whether the body has to be unpacked."""

_GZIP = 16 + zlib.MAX_WBITS

_LATE = (
    httpx.ReadTimeout,
    httpx.WriteTimeout,
    httpcore.ReadTimeout,
    httpcore.WriteTimeout,
    TimeoutError,
)

_AT_FAULT = (
    *(httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL),
    *(httpcore.UnsupportedProtocol, httpcore.LocalProtocolError, UnicodeError),
)
"""The errors of a request that can't be sent as it is."""

_FAILED = (
    *(httpx.RequestError, httpcore.TimeoutException),
    *(httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError),
)

_deadline: ContextVar[float] = ContextVar("deadline", default=float("inf"))
"""The deadline of the request under way, in monotonic seconds."""


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
        self,
        headers: Mapping[str, str],
        bounds: Bounds,
        *,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._bounds = bounds
        self._http = httpx.Client(
            headers={**headers, "Accept-Encoding": "gzip"},
            timeout=bounds.timeout,
            transport=transport or _Transport(),
        )

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
        self,
        headers: Mapping[str, str],
        bounds: Bounds,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._bounds = bounds
        self._http = httpx.AsyncClient(
            headers={**headers, "Accept-Encoding": "gzip"},
            timeout=bounds.timeout,
            transport=transport,
            verify=transport is not None or _certificates(),
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
                raise self._unexpected(
                    f"a body that can't be unpacked ({error})", retryable=True
                ) from error
        self._body += piece
        _check_size(self._response, len(self._body), self._bounds)

    def reply(self) -> Reply:
        """The whole answer. Raises UnexpectedAnswer if it is cut short."""
        if self._gzip and not self._gzip.eof and not self._is_empty:
            raise self._unexpected("a body that is cut short", retryable=True)
        return Reply(self._response.status_code, self._response.headers, bytes(self._body))

    def _unexpected(self, problem: str, *, retryable: bool = False) -> UnexpectedAnswer:
        message = f"{_place(str(self._response.request.url))} was answered with {problem}"
        return UnexpectedAnswer(
            message, status=self._response.status_code, body=b"", retryable=retryable
        )


def _whole(response: httpx.Response, bounds: Bounds) -> Reply:
    """The answer of a transport in this process, whose body is there at once."""
    _check_size(response, len(response.content), bounds)
    return Reply(response.status_code, response.headers, response.content)


def _check_size(response: httpx.Response, size: int, bounds: Bounds) -> None:
    if size > bounds.body:
        place = _place(str(response.request.url))
        most = f"{bounds.body / 1_000_000:g} MB"
        raise AnswerTooLarge(
            f"{place} was answered with more than {most}, the limit: raise it, or ask for fewer rows"
        )


@contextmanager
def _failures(url: str, bounds: Bounds) -> Iterator[None]:
    """Raises the transport's errors as ServiceUnreachable; a request that can't be written is not retryable."""
    place = _place(url)
    try:
        yield
    except _LATE as error:
        raise ServiceUnreachable(
            f"no whole answer from {place} within {bounds.seconds:g} s"
        ) from error
    except _AT_FAULT as error:
        raise ServiceUnreachable(
            f"no answer from {place}: {_message_of(error)}", retryable=False
        ) from error
    except _FAILED as error:
        raise ServiceUnreachable(f"no answer from {place}: {_message_of(error)}") from error


def _check_open(http: httpx.Client | httpx.AsyncClient, url: str) -> None:
    """Raise ServiceUnreachable if the client was closed, for which httpx raises a RuntimeError."""
    if http.is_closed:
        raise ServiceUnreachable(
            f"no answer from {_place(url)}: the client was closed; make another", retryable=False
        )


def _message_of(error: Exception) -> str:
    return str(error) or type(error).__name__


def _place(url: str) -> str:
    """The address without its query."""
    return url.partition("?")[0]


class _Transport(httpx.BaseTransport):
    """The network: connections that observe the deadline of the request under way, through the environment's proxies.

    httpx's own transport has no public way to a connection's reads; httpcore's pools have one.
    """

    def __init__(self) -> None:
        self._proxies = getproxies()
        self._pools: dict[str | None, httpcore.ConnectionPool] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        outgoing = httpcore.Request(
            request.method,
            httpcore.URL(
                scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
            ),
            headers=request.headers.raw,
            extensions=request.extensions,
        )
        try:
            answer = self._pool(self._proxy(url)).handle_request(outgoing)
        except ImportError as error:
            raise httpx.UnsupportedProtocol(
                f"a SOCKS proxy needs the package {error.name}"
            ) from error
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer))

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()

    def _proxy(self, url: httpx.URL) -> str | None:
        """The proxy for an address, as urllib.request chooses it."""
        proxy = self._proxies.get(url.scheme) or self._proxies.get("all")
        if not proxy or any(map(proxy_bypass, (url.host, url.netloc.decode()))):
            return None
        return proxy if "://" in proxy else f"http://{proxy}"

    def _pool(self, address: str | None) -> httpcore.ConnectionPool:
        if address in self._pools:
            return self._pools[address]
        try:
            proxy = httpx.Proxy(address) if address else None
        except ValueError as error:
            raise httpx.UnsupportedProtocol(str(error)) from error
        pool = httpcore.ConnectionPool(
            _certificates(),
            httpcore.Proxy(str(proxy.url), proxy.raw_auth) if proxy else None,
            max_connections=100,
            keepalive_expiry=5,
            network_backend=_Backend(),
        )
        return self._pools.setdefault(address, pool)


class _Body(httpx.SyncByteStream):
    """The body of an answer, as it comes."""

    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


def _left(timeout: float | None, late: type[Exception]) -> float | None:
    """The seconds that a step may take. Raises `late` if the deadline has passed."""
    seconds = _deadline.get() - time.monotonic()
    if seconds <= 0:
        raise late("the time of the whole request is over")
    if seconds == float("inf"):
        return timeout
    return seconds if timeout is None else min(seconds, timeout)


class _Backend(httpcore.SyncBackend):
    """Makes connections that observe the deadline of the request under way."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        seconds = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(super().connect_tcp(host, port, seconds, local_address, socket_options))


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
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        seconds = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, seconds))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
