"""What goes in and what comes out: a request and its answer, of no web framework."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the v1 service.

    Attributes:
        method: in upper case.
        path: percent-decoded, with its /v1.
        query: as it was sent, percent-encoded, without the question mark.
        headers: by lower-case name; of a repeated header the last.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, str]


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
