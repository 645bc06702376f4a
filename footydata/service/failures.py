"""What becomes of an exception: a response with the contract's error, and a line in the log; and injected faults.

Requests and failures are logged without headers and queries, as a key may have been sent in the wrong place.
Contract 8, 17.7.

Faults test a client against a service that fails: `429:0.05` and `500:0.01` refuse that share of the admitted requests,
`drop:0.01` breaks the connection, `slow:2s` delays every response and `slow:500ms:0.1` one in ten. The same seed and
order of requests give the same faults.
"""

import logging
import random
import re
import threading
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, unquote_plus

import orjson

from footydata.football.errors import (
    ApiError,
    AuthenticationError,
    InternalError,
    InvalidArgument,
    MethodNotAllowed,
    Moved,
    RateLimitError,
    TooManyRequests,
)
from footydata.service.exchange import METHODS, Headers, Request, Response, json_body, own_headers
from footydata.service.keys import Window
from footydata.store.file.sqlite_files import DatabaseBusy, DatabaseError

DOC_URL = "/v1/docs/errors#"

_log = logging.getLogger(__name__)


def error_response(
    error: ApiError, *, request_id: str, window: Window | None, prefix: str = ""
) -> Response:
    """The response to an error, with the headers of its class.

    window: the key's rate window, None if there is no service to count requests. prefix: see Request.
    """
    detail: dict[str, object] = {
        "type": error.type,
        "code": error.code,
        "message": _printable(error.message),
    }
    if error.param is not None:
        detail["param"] = _printable(error.param)
    detail["doc_url"] = f"{prefix}{DOC_URL}{error.code}"
    detail["request_id"] = request_id
    if isinstance(error, Moved):
        detail["canonical_id"] = error.canonical_id
    headers = (
        own_headers(request_id, window) if window else [(b"x-request-id", request_id.encode())]
    )
    body = json_body(orjson.dumps({"success": 0, "error": detail}))
    return Response(error.status, [*headers, *_error_headers(error, prefix)], body)


def contract_error(error: Exception, request: Request, request_id: str) -> ApiError:
    """The contract's error for an exception: the exception itself if it is one, else internal_error.

    An exception outside the contract is logged with the request id.
    """
    if isinstance(error, ApiError):
        return error
    where = f"{request_id}: {request.method} {shown_path(request.path)} failed"
    if isinstance(error, DatabaseError):
        # No traceback: the sentence names the file and what is wrong with it.
        _log.error("%s: %s", where, error)
    else:
        _log.error("%s\n%s", where, failure_text(error, request))
    if isinstance(error, DatabaseBusy):
        return InternalError(
            f"the service can't read its data as yet, try again later. Quote {request_id}"
        )
    return InternalError(
        f"the service failed on its side; the request needs no change. Quote {request_id}"
    )


def _error_headers(error: ApiError, prefix: str) -> Headers:
    match error:
        case MethodNotAllowed():
            return [(b"allow", ", ".join(METHODS).encode())]
        case AuthenticationError():
            return [(b"www-authenticate", b"Bearer")]
        case RateLimitError():
            return [(b"retry-after", b"%d" % error.retry_after)]
        case Moved():
            return [(b"location", f"{prefix}{error.location}".encode("latin-1"))]
        case _:
            return []


def _printable(text: str) -> str:
    """The text without lone surrogates, which JSON can't contain."""
    return text.encode("utf-8", "replace").decode("utf-8")


LONGEST_PATH = 200
"""The most characters of a path that are logged."""

SHORTEST_HIDDEN = 4
"""Shorter parts of a request are not hidden: they are no secret, and occur in any text."""

_FRAME = '  File "'


def shown_path(path: str) -> str:
    """A decoded path for the log: quoted, shortened, without its query.

    >>> shown_path("/football/côté"), shown_path("/v1/fixtures?api_key=fd_1")
    ('/football/c%C3%B4t%C3%A9', '/v1/fixtures?...')
    """
    path, mark, _ = path.partition("?")
    quoted = quote(path, errors="replace")
    if len(quoted) > LONGEST_PATH:
        quoted = f"{quoted[:LONGEST_PATH]}..."
    return f"{quoted}?..." if mark else quoted


def failure_place(error: BaseException) -> str:
    """The class of an error and where it was raised, without its message.

    >>> failure_place(ValueError("fd_1 is not a number"))
    'ValueError'
    """
    frames = traceback.extract_tb(error.__traceback__)
    code = getattr(error, "sqlite_errorname", None)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{f' {code}' if code else ''}{place}"


def failure_text(error: BaseException, request: Request) -> str:
    """The traceback of an error, in which the parts of the request's query and key are replaced."""
    return "".join(
        part if part.startswith(_FRAME) else _without_sent(part, request)
        for part in traceback.format_exception(error)
    ).rstrip()


def _without_sent(text: str, request: Request) -> str:
    for value in sorted(set(_sent(request)), key=len, reverse=True):
        if len(value) >= SHORTEST_HIDDEN:
            text = text.replace(value, "...")
    return text


def _sent(request: Request) -> Iterator[str]:
    for text in (request.query, (request.key or b"").decode("latin-1")):
        for piece in re.split(r"[&=,;\s]", text):
            yield from (piece, unquote_plus(piece), *unquote_plus(piece).split(","))


_ON_PURPOSE = "a fault of 'serve --fault':"
_ERRORS: dict[str, ApiError] = {
    # So that a client waits for one second.
    "429": TooManyRequests(f"{_ON_PURPOSE} the allowance seems spent", retry_after=1),
    "500": InternalError(f"{_ON_PURPOSE} the service seems to have failed"),
}
_RATE = r"[01]|0?\.\d+|[01]\.0+"
_FAULT = re.compile(
    rf"(?P<kind>429|500|drop):(?P<rate>{_RATE})|slow:(?P<delay>\d{{1,5}}(\.\d+)?)(?P<unit>ms|s)(:(?P<slow_rate>{_RATE}))?",
    re.ASCII,
)
_SECONDS = {"ms": 0.001, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: 429, 500, drop or slow; the share of requests that get it; a delay in seconds."""

    kind: str
    rate: float
    delay: float = 0.0


class DrawnFault(NamedTuple):
    """The fault of one request: a delay in seconds, then an error, a broken connection or neither."""

    delay: float = 0.0
    error: ApiError | None = None
    drop: bool = False


NO_FAULT = DrawnFault()


def read_fault(text: str) -> Fault:
    """Parse a fault. Raises InvalidArgument.

    >>> read_fault("429:0.05")
    Fault(kind='429', rate=0.05, delay=0.0)
    >>> read_fault("slow:500ms:0.1")
    Fault(kind='slow', rate=0.1, delay=0.5)
    """
    fault = _FAULT.fullmatch(text)
    if fault is None:
        raise InvalidArgument(
            f"{text!r} is not a fault; write 429:0.05, 500:0.01, drop:0.01, slow:2s or slow:500ms:0.1",
            parameter="fault",
            value=text,
        )
    delay = float(fault["delay"]) * _SECONDS[fault["unit"]] if fault["delay"] else 0.0
    return Fault(fault["kind"] or "slow", float(fault["rate"] or fault["slow_rate"] or 1), delay)


class Faults:
    """The faults of a server, drawn for each request."""

    def __init__(self, faults: Sequence[Fault], *, seed: int = 0) -> None:
        self._faults = tuple(faults)
        self._random = random.Random(seed)
        self._lock = threading.Lock()

    def draw(self) -> DrawnFault:
        """The fault of the next request; of several errors the first one of the list."""
        # Every fault draws for every request, so that one more fault does not change when the others occur.
        with self._lock:
            met = [fault for fault in self._faults if self._random.random() < fault.rate]
        kinds = [fault.kind for fault in met if fault.kind != "slow"]
        error = _ERRORS.get(kinds[0]) if kinds else None
        return DrawnFault(sum(fault.delay for fault in met), error, kinds[:1] == ["drop"])
