"""Turns exceptions into responses: the contract's error for any failure, its envelope and headers.

Contract 8.
"""

import logging

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
from footydata.service.log_lines import failure_text, shown_path
from footydata.store.file.accounts import AccountsBusy
from footydata.store.file.failures import DatabaseBusy, DatabaseError

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
    if isinstance(error, AccountsBusy):
        return InternalError(
            f"the service can't count the request as yet, try again later. Quote {request_id}"
        )
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
