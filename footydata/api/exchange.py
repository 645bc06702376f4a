"""What goes in and what comes out: a request and its answer, of no web framework."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

_KEYS = {b"authorization": re.compile(rb"\s*bearer +\S", re.IGNORECASE), b"x-api-key": re.compile(rb"\s*\S")}
"""The headers that may carry a key, and what one looks like that does."""

_SLASH = re.compile("%2F", re.IGNORECASE)


def readable_path(raw_path: bytes) -> str:
    """A path as it was sent, percent-decoded but for encoded slashes: they separate nothing. Source: decisions 2.

    >>> readable_path(b"/v1/fixtures/1%2fodds"), readable_path(b"/v1/fixtures/%31/odds")
    ('/v1/fixtures/1%2Fodds', '/v1/fixtures/1/odds')
    """
    return "%2F".join(map(unquote, _SLASH.split(raw_path.decode("latin-1"))))


def combined_headers(sent: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Headers by lower-case name, each once: of several keys the first counts, and of several schemes the first Bearer.

    Others that are repeated are one list. Source: decisions 3, RFC 9110 5.3.

    >>> combined_headers([(b"Authorization", b"Basic dTpw"), (b"authorization", b"Bearer fd_1")])
    {b'authorization': b'Bearer fd_1'}
    """
    combined: dict[bytes, bytes] = {}
    for name, value in ((name.lower(), value) for name, value in sent):
        if name not in combined or (
            name in _KEYS and not _carries_key(name, combined[name]) and _carries_key(name, value)
        ):
            combined[name] = value
        elif name not in _KEYS:
            combined[name] += b", " + value
    return combined


def _carries_key(name: bytes, value: bytes) -> bool:
    return _KEYS[name].match(value) is not None


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the v1 service.

    Attributes:
        method: in upper case.
        path: percent-decoded by readable_path, from /v1 on.
        query: as it was sent, percent-encoded, without the question mark.
        headers: by lower-case name, as combined_headers gives them.
        prefix: what stands before /v1 in the addresses of this server, without a slash at its end.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the v1 service.

    Attributes:
        status: HTTP status.
        headers: name and value, in sending order; Content-Length is left to the server.
        body: JSON, or a page for people under /v1/docs; kept on HEAD, which the server sends without it.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
