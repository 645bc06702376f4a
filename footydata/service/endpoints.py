"""The endpoints: paths, parameters, groups and errors.

Routing, validation, the client's methods, OpenAPI, docs and tests are driven by ENDPOINTS.
Contract 9.
"""

from dataclasses import dataclass

from footydata.football import errors
from footydata.football.errors import ApiError
from footydata.service import params as p
from footydata.service.params import Param

VERSION = "1.0.0"
PREFIX = "/v1"

TAGS: dict[str, str] = {
    "bookmakers": "Bookmakers and their slugs.",
    "countries": "Country codes.",
    "fixtures": "Fixtures, live scores, events, statistics and odds.",
    "leagues": "Competitions and their seasons.",
    "standings": "League tables by points, corners and cards.",
    "status": "The caller's plan, limits and usage.",
    "teams": "Teams.",
}

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


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint.

    Attributes:
        name: the name of its handler, of the client's method and of the OpenAPI operation.
        path: with the id as {id}.
        tag: its group.
        summary: one line for people.
        data: the name of the model of its data; list[...] if it returns rows.
        params: in the documented order, in which they are checked.
        errors: those that it may answer besides COMMON_ERRORS and the errors of its parameters.
        paged: whether its answer has pagination.
        path_error: the error for an unknown id in its path, None if the path has no id.
    """

    name: str
    path: str
    tag: str
    summary: str
    data: str
    params: tuple[Param, ...] = ()
    errors: tuple[type[ApiError], ...] = ()
    paged: bool = False
    path_error: type[ApiError] | None = None

    @property
    def is_list(self) -> bool:
        """Whether its data are rows."""
        return self.data.startswith("list[")

    @property
    def model(self) -> str:
        """The name of the model of its data, or of a row of them."""
        return self.data.removeprefix("list[").removesuffix("]")

    def path_of(self, id: int | None = None) -> str:
        """The path with this id; the path as it is if it has none.

        >>> BY_NAME["league"].path_of(39), BY_NAME["leagues"].path_of()
        ('/v1/leagues/39', '/v1/leagues')
        """
        return self.path.replace("{id}", str(id))

    def all_errors(self) -> tuple[type[ApiError], ...]:
        """Every error that the endpoint may answer, in the order of the error table."""
        raised = {*COMMON_ERRORS, *self.errors, *(param.error for param in self.params)}
        if self.path_error:
            raised.add(self.path_error)
        if any(param.required or param.needs for param in self.params):
            raised.add(errors.MissingParameter)
        return tuple(error for error in errors.ERRORS.values() if error in raised)


_PAGING = (p.PAGE, p.PER_PAGE)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "fixtures",
        "/v1/fixtures",
        "fixtures",
        "Fixtures of a time window, or every in-play fixture",
        "list[Fixture]",
        (p.START_TIME, p.END_TIME, p.LEAGUE, p.STATUS, p.INCLUDE, p.ESPORTS, p.LANG, *_PAGING),
        (
            errors.InvalidTimeWindow,
            errors.InsufficientPlan,
            errors.LeagueMoved,
            errors.LeagueNotFound,
        ),
        paged=True,
    ),
    Endpoint(
        "fixture",
        "/v1/fixtures/{id}",
        "fixtures",
        "One fixture",
        "FixtureDetail",
        (p.INCLUDE_ON_ONE, p.LANG),
        (errors.InsufficientPlan,),
        path_error=errors.FixtureNotFound,
    ),
    Endpoint(
        "fixture_odds",
        "/v1/fixtures/{id}/odds",
        "fixtures",
        "Lines and prices of a fixture by bookmaker",
        "FixtureOdds",
        (p.BOOKMAKERS, p.MARKET),
        (errors.InsufficientPlan,),
        path_error=errors.FixtureNotFound,
    ),
    Endpoint(
        "fixture_odds_history",
        "/v1/fixtures/{id}/odds/history",
        "fixtures",
        "How a market of a fixture moved",
        "OddsHistory",
        (p.MARKET_REQUIRED, p.BOOKMAKER, *_PAGING),
        (errors.InsufficientPlan, errors.ResourceNotFound),
        paged=True,
        path_error=errors.FixtureNotFound,
    ),
    Endpoint(
        "fixture_events",
        "/v1/fixtures/{id}/events",
        "fixtures",
        "Timeline of a fixture",
        "FixtureEvents",
        (),
        (errors.InsufficientPlan,),
        path_error=errors.FixtureNotFound,
    ),
    Endpoint(
        "fixture_statistics",
        "/v1/fixtures/{id}/statistics",
        "fixtures",
        "In-play statistics of a fixture",
        "FixtureStatistics",
        (),
        (errors.InsufficientPlan,),
        path_error=errors.FixtureNotFound,
    ),
    Endpoint(
        "bookmakers",
        "/v1/bookmakers",
        "bookmakers",
        "Bookmakers, the default first",
        "list[Bookmaker]",
        _PAGING,
        paged=True,
    ),
    Endpoint(
        "countries",
        "/v1/countries",
        "countries",
        "Country and region codes",
        "list[Country]",
        (p.SEARCH, p.LANG, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "leagues",
        "/v1/leagues",
        "leagues",
        "Competitions",
        "list[League]",
        (p.COUNTRY, p.SEARCH, p.ESPORTS, p.LANG, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "league",
        "/v1/leagues/{id}",
        "leagues",
        "One competition with its seasons, newest first",
        "LeagueDetail",
        (p.LANG,),
        (errors.InsufficientPlan, errors.LeagueMoved),
        path_error=errors.LeagueNotFound,
    ),
    Endpoint(
        "league_fixtures",
        "/v1/leagues/{id}/fixtures",
        "leagues",
        "A whole season of fixtures",
        "list[Fixture]",
        (p.SEASON, p.ORDER, p.STATUS, p.INCLUDE, p.START_TIME, p.END_TIME, p.LANG, *_PAGING),
        (
            errors.InvalidTimeWindow,
            errors.InsufficientPlan,
            errors.LeagueMoved,
            errors.SeasonNotFound,
        ),
        paged=True,
        path_error=errors.LeagueNotFound,
    ),
    Endpoint(
        "teams",
        "/v1/teams",
        "teams",
        "Teams",
        "list[Team]",
        (p.LEAGUE, p.SEASON_OF_TEAMS, p.COUNTRY, p.SEARCH, p.LANG, *_PAGING),
        (errors.InsufficientPlan, errors.LeagueMoved, errors.LeagueNotFound, errors.SeasonNotFound),
        paged=True,
    ),
    Endpoint(
        "team",
        "/v1/teams/{id}",
        "teams",
        "One team",
        "Team",
        (p.LANG,),
        path_error=errors.TeamNotFound,
    ),
    Endpoint(
        "team_fixtures",
        "/v1/teams/{id}/fixtures",
        "teams",
        "One team's fixtures",
        "list[Fixture]",
        (p.ORDER, p.STATUS, p.INCLUDE, p.START_TIME, p.END_TIME, p.LANG, *_PAGING),
        (errors.InvalidTimeWindow, errors.InsufficientPlan),
        paged=True,
        path_error=errors.TeamNotFound,
    ),
    Endpoint(
        "standings",
        "/v1/standings",
        "standings",
        "A league table",
        "Standings",
        (p.LEAGUE_REQUIRED, p.SEASON, p.TYPE, p.LANG),
        (
            errors.InsufficientPlan,
            errors.LeagueMoved,
            errors.LeagueNotFound,
            errors.SeasonNotFound,
            errors.StandingsNotAvailable,
        ),
    ),
    Endpoint(
        "status", "/v1/status", "status", "The caller's plan, limits and usage", "StatusRecord"
    ),
)

BY_NAME: dict[str, Endpoint] = {endpoint.name: endpoint for endpoint in ENDPOINTS}
