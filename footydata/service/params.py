"""The request parameters: how each is read, which values it refuses, what to send instead of an unknown one.

A reader converts the text in the query to the value, or raises the parameter's own error. It is called only for a
parameter that was sent, whose text may be empty. The bounds of lists are here too. Contract 4, 7.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from footydata.football import countries, errors, markets
from footydata.football.terms import (
    ALL_STATUSES,
    SUPPORTED_LANGUAGES,
    Include,
    Order,
    Status,
    TableType,
)
from footydata.football.wording import is_whole_number

Value = int | str | bool | tuple[str, ...]
MILLISECONDS_FROM = 100_000_000_000
"""A time at or above this is milliseconds. Contract 5.2."""

MOST_DIGITS = 4_300
"""Of a number: the most that Python reads and writes. A number above the largest id is kept as it was sent."""

DEFAULT_PER_PAGE = 50
MAX_PER_PAGE = 100
MAX_PER_PAGE_WITH_INCLUDE = 50
MAX_PER_PAGE_LIVE = 500


def effective_per_page(requested: int | None, *, expands: bool = False, live: bool = False) -> int:
    """The rows per page, clamped to the bound of the list.

    live: the list is /v1/fixtures?status=live; expands: the request has include.

    >>> effective_per_page(500), effective_per_page(500, live=True), effective_per_page(500, live=True, expands=True)
    (100, 500, 50)
    """
    bound = MAX_PER_PAGE_LIVE if live else MAX_PER_PAGE
    if expands:
        bound = MAX_PER_PAGE_WITH_INCLUDE
    return min(requested or DEFAULT_PER_PAGE, bound)


@dataclass(frozen=True, slots=True)
class Param:
    """One request parameter.

    Attributes:
        name: as in the query.
        reader: (this parameter, text) → value; raises `error` when it can't.
        error: the class of the parameter's own code; also raised if it is given more than once.
        doc: what it means, one sentence.
        choices: the values that it takes, if they are listed.
        required: whether the endpoint needs it.
        needs: another parameter that must be sent with it.
    """

    name: str
    reader: Callable[["Param", str], Value]
    error: type[errors.ApiError]
    doc: str
    choices: tuple[str, ...] = ()
    required: bool = False
    needs: str | None = None

    @property
    def kind(self) -> Any:
        """The type of its value."""
        return self.reader.__annotations__["return"]

    def read(self, text: str) -> Value:
        """The value of a text. Raises `error`."""
        return self.reader(self, text)

    def refusal(self, problem: str) -> errors.ApiError:
        """The parameter's own error; problem: what is wrong, to follow its name."""
        return self.error(f"{self.name} {problem}", param=self.name)


def _choice(param: Param, text: str) -> str:
    if text not in param.choices:
        raise param.refusal(f"{text!r} is not one of {', '.join(param.choices)}")
    return text


def _number(param: Param, text: str) -> int:
    number = text.lstrip("0") or "0"
    if len(number) > MOST_DIGITS:
        raise param.refusal(
            f"is a number of {len(number):,} digits; at most {MOST_DIGITS:,} are read"
        )
    return int(number)


def _positive(param: Param, text: str) -> int:
    if not is_whole_number(text) or not text.strip("0"):
        raise param.refusal(f"{text!r} is not a positive integer")
    return _number(param, text)


def _time(param: Param, text: str) -> int:
    if not is_whole_number(text):
        raise param.refusal(f"{text!r} is not a unix timestamp in whole seconds")
    seconds = _number(param, text)
    if seconds >= MILLISECONDS_FROM:
        raise param.refusal(f"{text!r} looks like milliseconds; send whole seconds")
    return seconds


def _include(param: Param, text: str) -> tuple[str, ...]:
    names = text.split(",")
    for name in names:
        if name not in param.choices:
            raise param.refusal(f"name {name!r} is not one of {', '.join(param.choices)} here")
    return tuple(name for name in param.choices if name in names)


def _esports(param: Param, text: str) -> bool:
    return _choice(param, text) == "true"


def _lang(param: Param, text: str) -> str:
    code = text.lower()
    # ASCII alone: the Kelvin sign in lower case is a k, and ß in upper case is SS, South Sudan.
    if not text.isascii() or code not in param.choices:
        raise param.refusal(f"{text!r} is not supported; supported are {', '.join(param.choices)}")
    return code


def _country(param: Param, text: str) -> str:
    code = text.upper()
    if not text.isascii() or code not in countries.ALL_CODES:
        raise param.refusal(f"{text!r} is not a code of /v1/countries")
    return code


def _slugs(param: Param, text: str) -> tuple[str, ...]:
    slugs = text.split(",")
    if "" in slugs:
        raise param.refusal(f"{text!r} has an empty slug; see /v1/bookmakers")
    return tuple(dict.fromkeys(slugs))


def _slug(param: Param, text: str) -> str:
    if not text:
        raise param.refusal("is empty; see /v1/bookmakers for the slugs")
    return text


def _search(param: Param, text: str) -> str:
    if not text.strip():
        raise param.refusal("is empty; send a part of a name")
    return text.strip()


def _as_it_is(_: Param, text: str) -> str:
    return text


START_TIME = Param("start_time", _time, errors.InvalidTime, "Unix seconds UTC, inclusive.")
END_TIME = Param("end_time", _time, errors.InvalidTime, "Unix seconds UTC, exclusive.")
LEAGUE = Param("league", _positive, errors.InvalidParameter, "Filter by league id.")
LEAGUE_REQUIRED = replace(LEAGUE, doc="The league id.", required=True)
STATUS = Param(
    "status",
    _choice,
    errors.InvalidStatus,
    "State of the fixtures; live: all that are in play, whatever the window.",
    (ALL_STATUSES, *Status),
)
INCLUDE = Param(
    "include",
    _include,
    errors.InvalidInclude,
    "Parts that each row has too, by comma; per_page is at most 50 then. odds needs Pro or Ultra.",
    tuple(Include),
)
INCLUDE_ON_ONE = replace(
    INCLUDE,
    doc="Parts that the fixture has too, by comma. The odds summary is always there.",
    choices=(Include.EVENTS, Include.STATS),
)
ESPORTS = Param(
    "esports",
    _esports,
    errors.InvalidEsports,
    "false: real football only; true: e-football only.",
    ("true", "false"),
)
LANG = Param(
    "lang",
    _lang,
    errors.InvalidLang,
    "Language of team, league and country names; a name without translation stays English. Any case.",
    SUPPORTED_LANGUAGES,
)
PAGE = Param("page", _positive, errors.InvalidParameter, "Page, from 1.")
PER_PAGE = Param(
    "per_page",
    _positive,
    errors.InvalidParameter,
    "Rows a page; above its bound it is clamped: 100, with include 50, on /v1/fixtures?status=live 500.",
)
ORDER = Param(
    "order",
    _choice,
    errors.InvalidOrder,
    "Direction by kickoff.",
    tuple(Order),
)
SEASON = Param(
    "season",
    _as_it_is,
    errors.InvalidParameter,
    "Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest with fixtures otherwise.",
)
SEASON_OF_TEAMS = replace(
    SEASON,
    doc="Season of the league; needs league. Without it the teams of all the league's seasons.",
    needs="league",
)
TYPE = Param(
    "type",
    _choice,
    errors.InvalidType,
    "total: points table; corner: corner table; card: card table.",
    tuple(TableType),
)
COUNTRY = Param(
    "country",
    _country,
    errors.InvalidCountry,
    "A code of /v1/countries. Any case.",
)
SEARCH = Param("search", _search, errors.InvalidParameter, "Part of the name, any case.")
BOOKMAKERS = Param(
    "bookmakers",
    _slugs,
    errors.InvalidBookmakers,
    "Slugs of /v1/bookmakers, by comma; the default bookmaker otherwise. Others need Ultra.",
)
BOOKMAKER = Param(
    "bookmaker",
    _slug,
    errors.InvalidBookmaker,
    "A slug of /v1/bookmakers; the default bookmaker otherwise.",
)
MARKET = Param(
    "market",
    _choice,
    errors.InvalidMarket,
    "One market alone.",
    tuple(markets.BY_PARAM),
)
MARKET_REQUIRED = replace(MARKET, doc="The market.", required=True)

EQUIVALENTS: dict[str, str] = {
    "date": "start_time and end_time",
    "from": "start_time",
    "to": "end_time",
    "limit": "per_page",
    "offset": "page",
    "sort": "order",
    "language": "lang",
    "locale": "lang",
    "bookmaker": "bookmakers",
    "bookmakers": "bookmaker",
    "team": "/v1/teams/{id}/fixtures",
}
"""Common unknown name → what to send instead; other names are compared with the known ones. Contract 4.4."""
