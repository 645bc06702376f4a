"""The endpoints, and how the path and the query of a request are read as they declare.

Routing, validation, the client's methods, OpenAPI, docs and tests are driven by ENDPOINTS. In a query the names are
checked first, then repeated parameters, then missing ones, then the values in the documented order; only the values may
need the database. Contract 3, 4, 9.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import parse_qsl

from footydata.football.errors import MissingParameter, ResourceNotFound, UnknownParameter
from footydata.football.wording import is_whole_number
from footydata.service import params as p
from footydata.service.params import EQUIVALENTS, Param

PREFIX = "/v1"


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
        paged: whether its answer has pagination.
    """

    name: str
    path: str
    tag: str
    summary: str
    data: str
    params: tuple[Param, ...] = ()
    paged: bool = False

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


_PAGING = (p.PAGE, p.PER_PAGE)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "fixtures",
        "/v1/fixtures",
        "fixtures",
        "Fixtures of a time window, or every in-play fixture",
        "list[Fixture]",
        (p.START_TIME, p.END_TIME, p.LEAGUE, p.STATUS, p.INCLUDE, p.ESPORTS, p.LANG, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "fixture",
        "/v1/fixtures/{id}",
        "fixtures",
        "One fixture",
        "FixtureDetail",
        (p.INCLUDE_ON_ONE, p.LANG),
    ),
    Endpoint(
        "fixture_odds",
        "/v1/fixtures/{id}/odds",
        "fixtures",
        "Lines and prices of a fixture by bookmaker",
        "FixtureOdds",
        (p.BOOKMAKERS, p.MARKET),
    ),
    Endpoint(
        "fixture_odds_history",
        "/v1/fixtures/{id}/odds/history",
        "fixtures",
        "How a market of a fixture moved",
        "OddsHistory",
        (p.MARKET_REQUIRED, p.BOOKMAKER, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "fixture_events",
        "/v1/fixtures/{id}/events",
        "fixtures",
        "Timeline of a fixture",
        "FixtureEvents",
    ),
    Endpoint(
        "fixture_statistics",
        "/v1/fixtures/{id}/statistics",
        "fixtures",
        "In-play statistics of a fixture",
        "FixtureStatistics",
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
    ),
    Endpoint(
        "league_fixtures",
        "/v1/leagues/{id}/fixtures",
        "leagues",
        "A whole season of fixtures",
        "list[Fixture]",
        (p.SEASON, p.ORDER, p.STATUS, p.INCLUDE, p.START_TIME, p.END_TIME, p.LANG, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "teams",
        "/v1/teams",
        "teams",
        "Teams",
        "list[Team]",
        (p.LEAGUE, p.SEASON_OF_TEAMS, p.COUNTRY, p.SEARCH, p.LANG, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "team",
        "/v1/teams/{id}",
        "teams",
        "One team",
        "Team",
        (p.LANG,),
    ),
    Endpoint(
        "team_fixtures",
        "/v1/teams/{id}/fixtures",
        "teams",
        "One team's fixtures",
        "list[Fixture]",
        (p.ORDER, p.STATUS, p.INCLUDE, p.START_TIME, p.END_TIME, p.LANG, *_PAGING),
        paged=True,
    ),
    Endpoint(
        "standings",
        "/v1/standings",
        "standings",
        "A league table",
        "Standings",
        (p.LEAGUE_REQUIRED, p.SEASON, p.TYPE, p.LANG),
    ),
    Endpoint(
        "status", "/v1/status", "status", "The caller's plan, limits and usage", "StatusRecord"
    ),
)

BY_NAME: dict[str, Endpoint] = {endpoint.name: endpoint for endpoint in ENDPOINTS}


ID_AT = 3
"""The place of the id among the segments of a path: ["", "v1", "fixtures", "{id}", "odds"]."""

_ID = "{id}"
_BY_PATH: dict[str, Endpoint] = {endpoint.path: endpoint for endpoint in ENDPOINTS}


def find_route(path: str) -> tuple[Endpoint, str]:
    """The endpoint of a path, and the text in place of {id} in it; '' if the endpoint has no id.

    Raises ResourceNotFound, whose message suggests a similar path if there is one.
    """
    if path in _BY_PATH and _ID not in path:
        return _BY_PATH[path], ""
    segments = path.split("/")
    if len(segments) > ID_AT and segments[ID_AT]:
        id_text, segments[ID_AT] = segments[ID_AT], _ID
        endpoint = _BY_PATH.get("/".join(segments))
        if endpoint:
            return endpoint, id_text
    suggestion = nearest_path(path)
    raise ResourceNotFound(
        f"there is nothing at {path!r}" + (f"; did you mean {suggestion}?" if suggestion else "")
    )


def nearest_path(path: str) -> str | None:
    """The path that was probably meant: without extra slashes, in lower case, or with a similar spelling."""
    segments = [segment for segment in path.lower().split("/") if segment]
    numbers = [segment for segment in segments if is_whole_number(segment)]
    shape = "/" + "/".join(_ID if is_whole_number(segment) else segment for segment in segments)
    shapes = [shape] if shape in _BY_PATH else get_close_matches(shape, _BY_PATH, n=1, cutoff=0.75)
    if not shapes:
        return None
    return shapes[0].replace(_ID, numbers[0]) if numbers else shapes[0]


def sent_texts(endpoint: Endpoint, query: str) -> dict[str, str]:
    """Parameter → its text in the query, which is percent-encoded as it was sent.

    Raises UnknownParameter, then the parameter's own error where it is given more than once, then MissingParameter.
    """
    pairs = parse_qsl(query, keep_blank_values=True) if query else []
    texts = dict(pairs)
    known = {param.name for param in endpoint.params}
    unknown = [name for name in texts if name not in known]
    if unknown:
        raise _unknown(unknown, endpoint)
    if len(pairs) > len(texts):
        names = [name for name, _ in pairs]
        for param in endpoint.params:
            if names.count(param.name) > 1:
                raise param.error(f"{param.name} is given more than once", param=param.name)
    for param in endpoint.params:
        if param.required and not texts.get(param.name):
            raise MissingParameter(
                f"{endpoint.path} needs the parameter {param.name}", param=param.name
            )
        if param.needs and param.name in texts and param.needs not in texts:
            raise MissingParameter(
                f"{param.name} needs the parameter {param.needs}", param=param.needs
            )
    return texts


def suggestion(name: str, endpoint: Endpoint) -> str | None:
    """What to send instead of an unknown name: its equivalent at the endpoint, else the most similar name."""
    names = [param.name for param in endpoint.params]
    equivalent = EQUIVALENTS.get(name)
    if equivalent:
        is_known_here = equivalent.startswith("/") or equivalent.partition(" ")[0] in names
        return equivalent if is_known_here else None
    suggestions = get_close_matches(name.lower(), names, n=1, cutoff=0.7)
    return suggestions[0] if suggestions else None


def _unknown(unknown: list[str], endpoint: Endpoint) -> UnknownParameter:
    suggested = [(name, suggestion(name, endpoint)) for name in unknown]
    listing = "; ".join(
        f"{name} (did you mean {instead}?)" if instead else name for name, instead in suggested
    )
    names = ", ".join(param.name for param in endpoint.params)
    supported = (
        f"{endpoint.path} supports {names}" if names else f"{endpoint.path} supports no parameters"
    )
    return UnknownParameter(f"unknown parameter: {listing}; {supported}", param=unknown[0])
