"""The exception tree: one class a contract code, under one class a type.

    FootydataError                      everything that footydata raises on purpose
      ApiError                          the contract's: .status .type .code .param .request_id
        InvalidRequest                  invalid_request
        AuthenticationError             authentication_error
        PermissionDenied                permission_error
        RateLimitError                  rate_limit_error
        ServiceError                    api_error
        Moved                           moved
          ... one class a code, its docstring the condition

Every other error derives from FootydataError directly, and is declared in the module that raises it.
Contract 8; `invalid_parameter` and `method_not_allowed` are extensions (8.2).
"""

from typing import ClassVar


class FootydataError(Exception):
    """The base of every error that footydata raises on purpose."""


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

    def __init__(self, message: str, *, param: str | None = None, request_id: str | None = None) -> None:
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
        self, message: str, *, retry_after: int = 1, param: str | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(message, param=param, request_id=request_id)
        self.retry_after = retry_after


class ServiceError(ApiError, type="api_error", status=500):
    """A failure on the service side; the request needs no change."""


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
    """No key reached the service: the header is absent, misspelled or stripped."""


class InvalidApiKey(AuthenticationError, code="invalid_api_key"):
    """The key does not match a live key: revoked, mistyped or of another account."""


class ExpiredApiKey(AuthenticationError, code="expired_api_key"):
    """The key passed its end date; the message names the date."""


class InsufficientPlan(PermissionDenied, code="insufficient_plan"):
    """The key is valid and the resource outside its plan; the message says which rule.

    A competition the plan does not cover; include=odds on a fixture list below Pro; odds history below Ultra;
    a bookmaker other than the default below Ultra; a date older than the plan's history.
    """


class InvalidTime(InvalidRequest, code="invalid_time"):
    """start_time or end_time is not a unix timestamp in whole seconds (ISO dates and milliseconds are rejected)."""


class InvalidTimeWindow(InvalidRequest, code="invalid_time_window"):
    """end_time is at or before start_time, or the window is wider than 24 hours on /v1/fixtures."""


class InvalidStatus(InvalidRequest, code="invalid_status"):
    """status is not one of all, scheduled, live, finished."""


class InvalidOrder(InvalidRequest, code="invalid_order"):
    """order is not asc or desc."""


class InvalidInclude(InvalidRequest, code="invalid_include"):
    """include contains a name that the endpoint does not expand."""


class InvalidMarket(InvalidRequest, code="invalid_market"):
    """market is unrecognised or not carried by the bookmaker."""


class InvalidBookmaker(InvalidRequest, code="invalid_bookmaker"):
    """An unrecognised slug where exactly one bookmaker is taken (parameter bookmaker)."""


class InvalidBookmakers(InvalidRequest, code="invalid_bookmakers"):
    """One or more slugs in a bookmakers list are unrecognised; the message names them."""


class InvalidType(InvalidRequest, code="invalid_type"):
    """The standings type is not total, corner or card."""


class InvalidEsports(InvalidRequest, code="invalid_esports"):
    """esports is not true or false."""


class InvalidLang(InvalidRequest, code="invalid_lang"):
    """The language code is unsupported; the message lists the supported codes."""


class InvalidCountry(InvalidRequest, code="invalid_country"):
    """The country code is not listed by /v1/countries."""


class MissingParameter(InvalidRequest, code="missing_parameter"):
    """A required parameter is absent; the message names it."""


class UnknownParameter(InvalidRequest, code="unknown_parameter"):
    """A parameter that the endpoint does not support; the message suggests the equivalent."""


class InvalidParameter(InvalidRequest, code="invalid_parameter", extension=True):
    """A value that is malformed where no narrower code applies (page, per_page, league, search)."""


class LeagueMoved(Moved, code="league_moved"):
    """The league id was retired by a merge; the survivor is in error.canonical_id and in the Location header."""


class FixtureNotFound(InvalidRequest, code="fixture_not_found", status=404):
    """No fixture has that id."""


class LeagueNotFound(InvalidRequest, code="league_not_found", status=404):
    """No league has that id."""


class TeamNotFound(InvalidRequest, code="team_not_found", status=404):
    """No team has that id."""


class SeasonNotFound(InvalidRequest, code="season_not_found", status=404):
    """The league has no such season."""


class StandingsNotAvailable(InvalidRequest, code="standings_not_available", status=404):
    """The competition has no league table, or its data are too incomplete to compute a reliable one."""


class ResourceNotFound(InvalidRequest, code="resource_not_found", status=404):
    """Generic 404 where no more specific code applies."""


class MethodNotAllowed(InvalidRequest, code="method_not_allowed", status=405, extension=True):
    """The service is read-only: GET and HEAD alone."""


class TooManyRequests(RateLimitError, code="too_many_requests"):
    """The window's allowance is spent; the response carries Retry-After in seconds."""


class InternalError(ServiceError, code="internal_error"):
    """A failure on the service side; the request needs no change."""
