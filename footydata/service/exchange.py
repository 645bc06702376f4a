"""Requests and responses of the service, independent of any web framework.

Classes that are created for each request are Structs: these take a third of the time of a NamedTuple.
"""

import gzip
import hashlib
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import unquote

from msgspec import Struct

from footydata.service.keys import Window

METHODS = ("GET", "HEAD")

Headers = list[tuple[bytes, bytes]]
"""Names in lower case and values, in sending order."""

GZIP_FROM = 1_000
"""Smaller bodies are sent uncompressed: gzip would save less than its headers cost."""

REVALIDATE = (b"cache-control", b"private, no-cache")
_SHARED = (REVALIDATE, (b"vary", b"authorization, x-api-key, accept-encoding"))

KEY_HEADERS = (b"authorization", b"x-api-key")
"""Headers that may have a key."""

_JSON = (b"content-type", b"application/json")
_SLASH = re.compile("%2F", re.IGNORECASE)


def readable_path(raw_path: bytes) -> str:
    """A path, percent-decoded except for encoded slashes, which do not separate segments. Contract 1.7.

    >>> readable_path(b"/v1/fixtures/1%2fodds"), readable_path(b"/v1/fixtures/%31/odds")
    ('/v1/fixtures/1%2Fodds', '/v1/fixtures/1/odds')
    """
    path = raw_path.decode("latin-1")
    return "%2F".join(map(unquote, _SLASH.split(path))) if "%" in path else path


def combined_headers(sent: Sequence[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Name → value; the values of repeated headers are joined to a list. sent: names in lower case. RFC 9110 5.3.

    >>> combined_headers([(b"if-none-match", b'"1"'), (b"if-none-match", b'"2"')])
    {b'if-none-match': b'"1", "2"'}
    """
    combined = dict(sent)
    if len(combined) == len(sent):
        return combined
    combined = {}
    for name, value in sent:
        combined[name] = b"%b, %b" % (combined[name], value) if name in combined else value
    return combined


def key_of(sent: Iterable[tuple[bytes, bytes]]) -> bytes | None:
    """The API key in the headers of a request, None if there is none. sent: names in lower case.

    The first Bearer takes precedence over the first X-API-Key; other schemes and empty tokens are ignored.
    Contract 17.2.

    >>> key_of([(b"authorization", b"Basic dTpw"), (b"x-api-key", b"fd_2"), (b"authorization", b"bearer fd_1")])
    b'fd_1'
    >>> key_of([(b"authorization", b"Bearer "), (b"x-api-key", b"fd_2")])
    b'fd_2'
    """
    key = None
    for name, value in sent:
        if name == b"authorization":
            scheme, _, token = value.strip().partition(b" ")
            if scheme.lower() == b"bearer" and token:
                return token.strip()
        elif name == b"x-api-key":
            key = key or value.strip()
    return key or None


class Request(Struct, frozen=True):
    """One request to the v1 service.

    Attributes:
        method: in upper case.
        path: percent-decoded by readable_path, from /v1 on.
        query: percent-encoded as it was sent, without the question mark.
        key: the API key from key_of, None if none was sent.
        prefix: the path before /v1 in the addresses of this server, without a slash at its end.
    """

    method: str
    path: str
    query: str
    key: bytes | None = None
    prefix: str = ""


@dataclass
class Body:
    """A response body with its headers; the responses to many requests share one from the cache.

    Attributes:
        content: JSON, or a page of the documentation.
        headers: its type and others, without length and encoding.
        is_shared: whether other requests may get the same body; it is then sent with an ETag.
        is_cached: whether it was requested before; only then is it worth the time to compress it.
    """

    content: bytes
    headers: Headers
    is_shared: bool = False
    is_cached: bool = False

    @cached_property
    def tag(self) -> bytes:
        """The weak ETag, the same with and without gzip."""
        return b'W/"%b"' % hashlib.sha256(self.content).hexdigest()[:32].encode()

    @property
    def tagged_headers(self) -> Headers:
        """The headers of a shared body, its ETag among them."""
        return [*self.headers, (b"etag", self.tag), *_SHARED]

    @cached_property
    def plain(self) -> tuple[Headers, bytes]:
        """Headers and content as they are sent."""
        return [*self.tagged_headers, length_header(self.content)], self.content

    @cached_property
    def gzipped(self) -> tuple[Headers, bytes]:
        """The same compressed, if the content is large enough."""
        if len(self.content) < GZIP_FROM:
            return self.plain
        zipped = gzip.compress(self.content, 3, mtime=0)
        headers = [*self.tagged_headers, (b"content-encoding", b"gzip"), length_header(zipped)]
        return headers, zipped

    def matches(self, if_none_match: bytes) -> bool:
        """Whether the client has this body already, by its If-None-Match header."""
        tags = [tag.strip().removeprefix(b"W/") for tag in if_none_match.split(b",")]
        return b"*" in tags or self.tag.removeprefix(b"W/") in tags


def length_header(content: bytes) -> tuple[bytes, bytes]:
    """The Content-Length header of a body."""
    return b"content-length", b"%d" % len(content)


class Response(Struct, frozen=True):
    """One response of the v1 service.

    Attributes:
        status: HTTP status.
        headers: those of this request: its id, the key's rate window, those of an error.
        body: complete for HEAD too; the server leaves it out.
        delay: seconds to wait before it is sent, an injected fault.
        is_dropped: whether to break the connection instead, an injected fault.
    """

    status: int
    headers: Headers
    body: Body
    delay: float = 0.0
    is_dropped: bool = False

    @property
    def all_headers(self) -> Headers:
        """The headers of the request and those of the body."""
        return [*self.headers, *self.body.headers]


def new_request_id() -> str:
    """An id for a request, to quote to support."""
    # Of the sources that differ in forked processes the fastest: random seeds itself again after a fork.
    return "req_" + random.randbytes(8).hex()


def own_headers(request_id: str, window: Window) -> Headers:
    """The headers of every response to a request with a key: the request's id and the key's rate window."""
    limit, reset = _bounds(window.limit, window.reset)
    return [
        (b"x-request-id", request_id.encode()),
        limit,
        (b"x-ratelimit-remaining", b"%d" % window.remaining),
        reset,
    ]


@lru_cache(1024)
def _bounds(limit: int, reset: int) -> Headers:
    """The rate headers that are the same for all requests in a window."""
    return [(b"x-ratelimit-limit", b"%d" % limit), (b"x-ratelimit-reset", b"%d" % reset)]


def json_body(content: bytes, *, is_shared: bool = False) -> Body:
    """A JSON body. is_shared: see Body."""
    return Body(content, [_JSON], is_shared=is_shared)
