"""Reads a service's reply: an envelope of typed records, or an error. It does not use the network.

The client's errors beside those of the contract:

FootydataError
  InvalidArgument         base_url or a parameter can't be used
  ServiceUnreachable      no answer: refused, timed out, connection lost
  UnexpectedAnswer        the answer is not of the contract
  AnswerTooLarge          the answer is larger than its limit
  EndlessList             page after page says that more follow
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from footydata.football.errors import (
    ERRORS,
    ApiError,
    FootydataError,
    InvalidRequest,
    Moved,
    RateLimitError,
)
from footydata.service import wire
from footydata.service.client.call import Call
from footydata.service.endpoints import BY_NAME
from footydata.service.wire.wire import Envelope, ErrorBody, ErrorDetail, PagedEnvelope

EXCERPT = 200
"""Characters of an unexpected body that a message shows."""


class ServiceUnreachable(FootydataError):
    """No answer came from the service, after the retries.

    Attributes: retryable: whether another try could help.
    """

    def __init__(self, message: str, *, retryable: bool = True) -> None:
        super().__init__(message)
        self.retryable = retryable


class UnexpectedAnswer(FootydataError):
    """The answer is not of the v1 contract: another service, a proxy's page, a body cut short.

    Attributes:
        status: HTTP status.
        excerpt: the beginning of its body.
        retryable: whether another try could help.
    """

    def __init__(self, message: str, *, status: int, body: bytes, retryable: bool = False) -> None:
        self.status = status
        self.excerpt = body[:EXCERPT].decode("utf-8", "replace")
        self.retryable = retryable
        super().__init__(f"{message}: {self.excerpt!r}" if self.excerpt else message)


class AnswerTooLarge(FootydataError):
    """The body of an answer, unpacked, is larger than its limit; none of it is used."""


class EndlessList(FootydataError):
    """A list has no end: every page says that another one follows."""


class LeagueMovedWarning(UserWarning):
    """A league id was retired, and the client used the survivor. Use the new id from now on."""


_BY_TYPE: dict[str, type[ApiError]] = {kind.type: kind for kind in ApiError.__subclasses__()}
MOST_DIGITS = 12
"""The most digits of a number in a header; unix seconds have ten."""

LONGEST_MESSAGE = 500
"""The most characters of an error's message, which a service may make of any length."""

_BY_STATUS: dict[int, type[ApiError]] = {kind.status: kind for kind in ApiError.__subclasses__()}


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a request. headers: by lower-case name."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class RateLimit(NamedTuple):
    """The rate limit of a key as of the last answer: requests per window, requests left, its reset in unix seconds."""

    limit: int
    remaining: int
    reset: int


def rate_limit_of(reply: Reply) -> RateLimit | None:
    """The rate limit in a reply's headers, None if they have none."""
    limit, remaining, reset = (
        _number_in(reply, f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset")
    )
    if limit is None or remaining is None or reset is None:
        return None
    return RateLimit(limit, remaining, reset)


def envelope_of(call: Call, reply: Reply) -> Envelope[Any]:
    """The envelope of a successful reply.

    Raises the ApiError in the reply, or UnexpectedAnswer if it is not of the contract.
    """
    if reply.status != 200:
        raise error_of(call, reply)
    try:
        envelope: Envelope[Any] = _adapter(call.endpoint.name).validate_json(reply.body)
    except ValidationError as error:
        raise _unreadable(call, reply, error) from error
    if envelope.success != 1:
        raise error_of(call, reply)
    return envelope


def error_of(call: Call, reply: Reply) -> FootydataError:
    """The error in a reply: of the class of its code, else of its type, else of its status."""
    try:
        detail = ErrorBody.model_validate_json(reply.body).error
    except ValidationError:
        return _not_of_contract(call, reply)
    kind = ERRORS.get(detail.code) or _BY_TYPE.get(detail.type) or _BY_STATUS.get(reply.status)
    kind = kind or (InvalidRequest if 400 <= reply.status < 500 else ApiError)
    error = _error_from(kind, detail, reply)
    if error is None:
        return _not_of_contract(call, reply)
    # A later server may send a status or a code that the class does not have: the sent ones are used.
    vars(error).update(status=reply.status, type=detail.type, code=detail.code)
    return error


def retry_after_of(reply: Reply) -> int | None:
    """The seconds that a reply asks to wait, None if it asks for none in whole seconds."""
    return _number_in(reply, "retry-after")


def _number_in(reply: Reply, header: str) -> int | None:
    """The whole number in a header, None if there is none, or too long a one."""
    text = reply.headers.get(header, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def _error_from(kind: type[ApiError], detail: ErrorDetail, reply: Reply) -> ApiError | None:
    # As one line of limited length.
    message = " ".join(detail.message[: 2 * LONGEST_MESSAGE].split())[:LONGEST_MESSAGE]
    blamed = {
        "param": detail.param,
        "request_id": detail.request_id or reply.headers.get("x-request-id"),
    }
    if issubclass(kind, RateLimitError):
        wait = retry_after_of(reply)
        return kind(message, retry_after=1 if wait is None else wait, **blamed)
    if issubclass(kind, Moved):
        if detail.canonical_id is None:
            return None
        location = reply.headers.get("location", "")
        return kind(message, canonical_id=detail.canonical_id, location=location, **blamed)
    return kind(message, **blamed)


def _not_of_contract(call: Call, reply: Reply) -> UnexpectedAnswer:
    where = reply.headers.get("location")
    hint = (
        f"; it points to {where}: name that server in base_url"
        if where
        else "; is base_url a v1 service?"
    )
    message = f"{call.endpoint.path} was answered {reply.status} without an error of the v1 contract{hint}"
    return UnexpectedAnswer(message, status=reply.status, body=reply.body)


def _unreadable(call: Call, reply: Reply, error: ValidationError) -> FootydataError:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        is_json = "json" in reply.headers.get("content-type", "")
        message = f"{call.endpoint.path} was answered with {'JSON that is cut short' if is_json else 'no JSON'}"
        return UnexpectedAnswer(message, status=reply.status, body=reply.body, retryable=is_json)
    try:
        ErrorBody.model_validate_json(reply.body)
    except ValidationError:
        place = ".".join(str(part) for part in first["loc"])
        message = f"{call.endpoint.path} was answered out of shape at {place} ({first['msg']})"
        return UnexpectedAnswer(message, status=reply.status, body=reply.body)
    return error_of(call, reply)


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    envelope: Any = PagedEnvelope if BY_NAME[name].paged else Envelope
    return TypeAdapter(envelope[data_type(name)])


def data_type(name: str) -> Any:
    """The type of the `data` of an endpoint."""
    model: Any = getattr(wire, BY_NAME[name].model)
    return list[model] if BY_NAME[name].is_list else model
