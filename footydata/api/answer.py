"""Bodies and headers of answers: the success envelope, the error envelope, and the one net under all handlers.

Source: specification 1 and 7, decisions 3.
"""

import logging
import random
from collections.abc import Callable
from typing import TypeVar

import orjson

from footydata.api.exchange import Answer, Request
from footydata.api.limiter import Window
from footydata.api.log_lines import failure_text, shown_path
from footydata.contract.errors import (
    ApiError,
    AuthenticationError,
    InternalError,
    MethodNotAllowed,
    Moved,
    RateLimitError,
)
from footydata.store.accounts import AccountsBusy

METHODS = ("GET", "HEAD")
DOC_URL = "/v1/docs/errors#"

_ID_BYTES = 8
_IDS_AT_ONCE = 256

T = TypeVar("T")
Headers = tuple[tuple[str, str], ...]

_JSON: Headers = (("Content-Type", "application/json"),)
_log = logging.getLogger(__name__)


def new_request_id() -> str:
    """An id for a request, to quote to support."""
    return f"req_{random.randbytes(_ID_BYTES).hex()}"


def new_request_ids() -> list[bytes]:
    """As many ids as are made at once: each takes a sixth of the time that one alone takes."""
    texts = random.randbytes(_IDS_AT_ONCE * _ID_BYTES).hex("_", _ID_BYTES)
    return f"req_{texts.replace('_', ' req_')}".encode().split()


def rate_headers(window: Window) -> Headers:
    """The three headers that every answer carries."""
    return (
        ("X-RateLimit-Limit", str(window.limit)),
        ("X-RateLimit-Remaining", str(window.remaining)),
        ("X-RateLimit-Reset", str(window.reset)),
    )


def success_answer(body: bytes, *, request_id: str, rate: Headers) -> Answer:
    """A body in the success envelope, as an answer."""
    return Answer(200, (*_JSON, ("X-Request-Id", request_id), *rate), body)


def error_answer(error: ApiError, *, request_id: str, rate: Headers, prefix: str = "") -> Answer:
    """An error as an answer, with the headers of its class. prefix: what stands before /v1 in addresses."""
    headers = (*_JSON, ("X-Request-Id", request_id), *rate, *_own_headers(error, prefix))
    return Answer(error.status, headers, error_body(error, request_id, prefix=prefix))


def error_body(error: ApiError, request_id: str, *, prefix: str = "") -> bytes:
    """The error envelope. prefix: what stands before /v1 in addresses."""
    told: dict[str, object] = {"type": error.type, "code": error.code, "message": _printable(error.message)}
    if error.param is not None:
        told["param"] = _printable(error.param)
    told["doc_url"] = f"{prefix}{DOC_URL}{error.code}"
    told["request_id"] = request_id
    if isinstance(error, Moved):
        told["canonical_id"] = error.canonical_id
    return orjson.dumps({"success": 0, "error": told})


def caught(
    make: Callable[[], T], request: Request, *, request_id: str, rate: Headers, passes: tuple[type[Exception], ...] = ()
) -> T | Answer:
    """What `make` gives, or the answer to the error that it raises; what `passes` is raised.

    An error that is none of the contract's becomes internal_error: its text goes to the log, under the request id.
    """
    try:
        return make()
    except passes:
        raise
    except ApiError as error:
        return error_answer(error, request_id=request_id, rate=rate, prefix=request.prefix)
    except AccountsBusy as error:
        # Nothing of ours failed: one line says who is to be asked.
        _log.error("%s: %s %s failed: %s", request_id, request.method, shown_path(request.path), error)
        text = f"the service can't count the request as yet, try again later. Quote {request_id}"
        return error_answer(InternalError(text), request_id=request_id, rate=rate, prefix=request.prefix)
    except Exception as error:
        where = f"{request.method} {shown_path(request.path)}"
        _log.error("%s: %s failed\n%s", request_id, where, failure_text(error, request))
        failure = InternalError(f"the service failed on its side; the request needs no change. Quote {request_id}")
        return error_answer(failure, request_id=request_id, rate=rate, prefix=request.prefix)


def _own_headers(error: ApiError, prefix: str) -> Headers:
    match error:
        case MethodNotAllowed():
            return (("Allow", ", ".join(METHODS)),)
        case AuthenticationError():
            return (("WWW-Authenticate", "Bearer"),)
        case RateLimitError():
            return (("Retry-After", str(error.retry_after)),)
        case Moved():
            return (("Location", f"{prefix}{error.location}"),)
        case _:
            return ()


def _printable(text: str) -> str:
    """The text without lone surrogates, which no JSON can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")
