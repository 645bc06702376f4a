"""The exception tree: one class a contract code, under one class a type.

    FootydataError                      everything that footydata raises on purpose
      InvalidArgument                   an argument that can't be used; a ValueError too
      NotFound                          nothing has that name or id; a LookupError too
      TooFewFixtures                    the fixtures that are stored do not suffice
      ApiError                          the contract's: .status .type .code .param .request_id
        InvalidRequest                  invalid_request
        AuthenticationError             authentication_error
        PermissionDenied                permission_error
        RateLimitError                  rate_limit_error
        ServiceError                    api_error
        Moved                           moved
          ... one class a code, its docstring the condition

The classes of the contract with status 404 are LookupErrors. Every other error derives from FootydataError, is declared
in the module that raises it, and has a class of its own only where a caller acts on it.
Contract 8; `invalid_parameter` and `method_not_allowed` are extensions (8.2).
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar


class FootydataError(Exception):
    """The base of every error that footydata raises on purpose."""


class InvalidArgument(FootydataError, ValueError):
    """An argument can't be used; the message names the value and what would be right.

    Attributes:
        parameter: the name of the parameter, of a column, or of a cell of a row.
        value: what was passed, None if it is missing.
        choices: what it may be, empty if that is no closed list.
        ids: those of the choices, in their order; empty for what is named alone.
    """

    def __init__(
        self,
        message: str,
        *,
        parameter: str,
        value: object,
        choices: Iterable[object] = (),
        ids: Iterable[int] = (),
    ) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.value = value
        self.choices = tuple(choices)
        self.ids = tuple(ids)

    def __reduce__(self) -> tuple[Callable[..., "InvalidArgument"], tuple[object, ...]]:
        """Without this, the error of a worker process could not be unpickled, as its keywords are required."""
        keywords = {name: vars(self)[name] for name in ("parameter", "value", "choices", "ids")}
        return partial(type(self), **keywords), self.args


class NotFound(FootydataError, LookupError):
    """Nothing has that name or id, or no row is as requested; the message names the nearest."""


class TooFewFixtures(FootydataError):
    """The fixtures that are stored do not suffice for a fit, a price, a rating or a score; the message says why."""


class RemoteRefused(FootydataError):
    """A remote service or site refused, or could not be reached; the command line has an exit code for it."""


class ApiError(FootydataError):
    """An error of the v1 contract.

    Attributes:
        status: HTTP status.
        type: machine-readable class of the code.
        code: stable code, safe to branch on.
        message: for humans; names the offending detail.
        param: the offending input, None where no parameter is to blame.
        request_id: id of the request that failed, None outside a request.
    """

    status: ClassVar[int] = 500
    type: ClassVar[str] = "api_error"
    code: ClassVar[str] = ""
    extension: ClassVar[bool] = False

    def __init_subclass__(
        cls,
        *,
        type: str | None = None,
        code: str | None = None,
        status: int | None = None,
        extension: bool = False,
    ) -> None:
        super().__init_subclass__()
        if type is not None:
            cls.type = type
        if status is not None:
            cls.status = status
        if code is not None:
            cls.code = code
            cls.extension = extension
            ERRORS[code] = cls

    def __init__(
        self, message: str, *, param: str | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.param = param
        self.request_id = request_id


ERRORS: dict[str, type[ApiError]] = {}
"""Every contract code and its class, in the order of the reference."""


class InvalidRequest(ApiError, type="invalid_request", status=400):
    """The request is at fault."""


class AuthenticationError(ApiError, type="authentication_error", status=401):
    """The key is absent, unknown or expired."""


class PermissionDenied(ApiError, type="permission_error", status=403):
    """The key is valid, the resource is outside its plan."""


class RateLimitError(ApiError, type="rate_limit_error", status=429):
    """The window's allowance is spent.

    Attributes: retry_after: seconds until the window resets, at least 1.
    """

    def __init__(
        self,
        message: str,
        *,
        retry_after: int = 1,
        param: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, param=param, request_id=request_id)
        self.retry_after = retry_after


class ServiceError(ApiError, type="api_error", status=500):
    """The service failed."""


class Moved(ApiError, type="moved", status=301):
    """The resource lives under another id.

    Attributes: canonical_id: the surviving id; location: where to go, relative to the server.
    """

    def __init__(
        self,
        message: str,
        *,
        canonical_id: int,
        location: str = "",
        param: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message, param=param, request_id=request_id)
        self.canonical_id = canonical_id
        self.location = location


class MissingApiKey(AuthenticationError, code="missing_api_key"):
    """The request has no key in a header that the service reads."""


class InvalidApiKey(AuthenticationError, code="invalid_api_key"):
    """No live key is like this one; it may be revoked or mistyped."""


class ExpiredApiKey(AuthenticationError, code="expired_api_key"):
    """The key has ended, on the day that the message names."""


class InsufficientPlan(PermissionDenied, code="insufficient_plan"):
    """The plan of the key does not cover the request; the message names the rule.

    The rules: competition, history of /v1/fixtures, odds on lists, other bookmakers, odds history.
    """


class InvalidTime(InvalidRequest, code="invalid_time"):
    """A time of the window is not in whole unix seconds, as an ISO date or milliseconds."""


class InvalidTimeWindow(InvalidRequest, code="invalid_time_window"):
    """The window ends before it begins, is empty, or, on /v1/fixtures, has more than 86,400 seconds."""


class InvalidStatus(InvalidRequest, code="invalid_status"):
    """The status is none of those that the filter takes."""


class InvalidOrder(InvalidRequest, code="invalid_order"):
    """The order is neither asc nor desc."""


class InvalidInclude(InvalidRequest, code="invalid_include"):
    """One of the names is not one that the endpoint can include."""


class InvalidMarket(InvalidRequest, code="invalid_market"):
    """The market is unknown, or one of the bookmakers does not have it."""


class InvalidBookmaker(InvalidRequest, code="invalid_bookmaker"):
    """The slug of the parameter bookmaker is unknown."""


class InvalidBookmakers(InvalidRequest, code="invalid_bookmakers"):
    """Slugs of the list bookmakers are unknown; the message names each."""


class InvalidType(InvalidRequest, code="invalid_type"):
    """The type of table is none of total, corner, card."""


class InvalidEsports(InvalidRequest, code="invalid_esports"):
    """The value of esports is neither true nor false."""


class InvalidLang(InvalidRequest, code="invalid_lang"):
    """The service has no names in that language; the message lists its languages."""


class InvalidCountry(InvalidRequest, code="invalid_country"):
    """The country is no code of /v1/countries."""


class MissingParameter(InvalidRequest, code="missing_parameter"):
    """The endpoint needs a parameter that was not sent; the message names it."""


class UnknownParameter(InvalidRequest, code="unknown_parameter"):
    """The endpoint has no parameter of that name; the message suggests one."""


class InvalidParameter(InvalidRequest, code="invalid_parameter", extension=True):
    """A value that is malformed where no narrower code applies (page, per_page, league, search)."""


class LeagueMoved(Moved, code="league_moved"):
    """The league was merged into another, whose id is in error.canonical_id and in Location."""


class FixtureNotFound(InvalidRequest, LookupError, code="fixture_not_found", status=404):
    """No fixture has that id."""


class LeagueNotFound(InvalidRequest, LookupError, code="league_not_found", status=404):
    """No league has that id."""


class TeamNotFound(InvalidRequest, LookupError, code="team_not_found", status=404):
    """No team has that id."""


class SeasonNotFound(InvalidRequest, LookupError, code="season_not_found", status=404):
    """The league has no such season."""


class StandingsNotAvailable(
    InvalidRequest, LookupError, code="standings_not_available", status=404
):
    """There is no table: a cup, or a season of which too little is known."""


class ResourceNotFound(InvalidRequest, LookupError, code="resource_not_found", status=404):
    """There is nothing at the address, and no narrower code says what is missing."""


class MethodNotAllowed(InvalidRequest, code="method_not_allowed", status=405, extension=True):
    """The service is read-only: GET and HEAD alone."""


class TooManyRequests(RateLimitError, code="too_many_requests"):
    """The key has spent its requests for now; Retry-After has the seconds to wait."""


class InternalError(ServiceError, code="internal_error"):
    """The service failed; the same request may do later."""
