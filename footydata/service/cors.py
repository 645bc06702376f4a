"""Which sites' scripts may use /v1, and the headers that tell a browser so (CORS). Contract 28."""

from collections.abc import Mapping, Sequence

from footydata.service.exchange import Headers

ANY = "*"
"""In place of an origin: the scripts of every site."""

_EXPOSED = (
    b"access-control-expose-headers",
    b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, ETag",
)
_PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"GET, HEAD"),
    (b"access-control-allow-headers", b"Authorization, X-API-Key, If-None-Match"),
    (b"access-control-max-age", b"3600"),
]
_VARY = (b"vary", b"Origin")


class Cors:
    """The origins whose scripts may use /v1: none by default, all of them with ANY."""

    def __init__(self, origins: Sequence[str] = ()) -> None:
        self._any = ANY in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, request_headers: Mapping[bytes, bytes]) -> Headers:
        """The headers to add to the response to a request."""
        if self._any:
            return [(b"access-control-allow-origin", ANY.encode()), _EXPOSED]
        origin = request_headers.get(b"origin", b"")
        if origin in self._origins:
            return [(b"access-control-allow-origin", origin), _EXPOSED, _VARY]
        # A cache must not give one site the response to another.
        return [_VARY] if self._origins else []

    def preflight(self, method: str, request_headers: Mapping[bytes, bytes]) -> Headers | None:
        """The headers of the response to a browser's preflight request; None for other requests and other sites."""
        is_preflight = (
            method == "OPTIONS"
            and {b"origin", b"access-control-request-method"} <= request_headers.keys()
        )
        if is_preflight and (self._any or request_headers[b"origin"] in self._origins):
            return [*_PREFLIGHT, *self.headers(request_headers)]
        return None
