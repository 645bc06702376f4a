"""Which errors each endpoint may answer, for the OpenAPI document and the error reference."""

from footydata.football import errors
from footydata.football.errors import ApiError
from footydata.service.endpoints import Endpoint

COMMON_ERRORS: tuple[type[ApiError], ...] = (
    errors.MethodNotAllowed,
    errors.MissingApiKey,
    errors.InvalidApiKey,
    errors.ExpiredApiKey,
    errors.TooManyRequests,
    errors.UnknownParameter,
    errors.InternalError,
)
"""The errors that every endpoint may answer."""

_FIXTURE_ERRORS = (errors.InsufficientPlan, errors.FixtureNotFound)
_LEAGUE_ERRORS = (errors.InsufficientPlan, errors.LeagueMoved, errors.LeagueNotFound)
_OWN_ERRORS: dict[str, tuple[type[ApiError], ...]] = {
    "fixtures": (errors.InvalidTimeWindow, *_LEAGUE_ERRORS),
    "fixture": _FIXTURE_ERRORS,
    "fixture_odds": _FIXTURE_ERRORS,
    "fixture_odds_history": (*_FIXTURE_ERRORS, errors.ResourceNotFound),
    "fixture_events": _FIXTURE_ERRORS,
    "fixture_statistics": _FIXTURE_ERRORS,
    "league": _LEAGUE_ERRORS,
    "league_fixtures": (errors.InvalidTimeWindow, errors.SeasonNotFound, *_LEAGUE_ERRORS),
    "teams": (errors.SeasonNotFound, *_LEAGUE_ERRORS),
    "team": (errors.TeamNotFound,),
    "team_fixtures": (
        errors.InvalidTimeWindow,
        errors.InsufficientPlan,
        errors.TeamNotFound,
    ),
    "standings": (errors.SeasonNotFound, errors.StandingsNotAvailable, *_LEAGUE_ERRORS),
}
"""Endpoint → what it may answer besides COMMON_ERRORS and the errors of its parameters."""


def all_errors(endpoint: Endpoint) -> tuple[type[ApiError], ...]:
    """Every error that the endpoint may answer, in the order of the error table."""
    raised = {
        *COMMON_ERRORS,
        *_OWN_ERRORS.get(endpoint.name, ()),
        *(param.error for param in endpoint.params),
    }
    if any(param.required or param.needs for param in endpoint.params):
        raised.add(errors.MissingParameter)
    return tuple(error for error in errors.ERRORS.values() if error in raised)
