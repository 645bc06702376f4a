"""What becomes of an exception: a response with the contract's error, and a line in the log.

Requests and failures are logged without headers and queries, as a key may have been sent in the wrong place.
Contract 8, 17.7.
"""

import logging
import re
import traceback
from collections.abc import Iterator
from urllib.parse import quote, unquote_plus

import orjson

from footydata.football.errors import (
    ApiError,
    AuthenticationError,
    InternalError,
    MethodNotAllowed,
    Moved,
    RateLimitError,
)
from footydata.service.exchange import METHODS, Headers, Request, Response, json_body, own_headers
from footydata.service.limiter import Window
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
