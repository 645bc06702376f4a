"""The request parameters: how each is read, which values it refuses, what to send instead of an unknown one.

A reader converts the text in the query to the value, or raises the parameter's own error. It is called only for a
parameter that was sent, whose text may be empty. The bounds of lists are here too. Contract 4, 7.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from footydata.football import countries, errors, markets
from footydata.football.terms import (
    ALL_STATUSES,
    ENGLISH,
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
        schema: its JSON Schema, for OpenAPI; its values are those that the reader accepts.
        required: whether the endpoint needs it.
        needs: another parameter that must be sent with it.
    """

    name: str
    reader: Callable[["Param", str], Value]
    error: type[errors.ApiError]
    doc: str
    schema: dict[str, object] = field(hash=False)
    required: bool = False
    needs: str | None = None

    def read(self, text: str) -> Value:
        """The value of a text. Raises `error`."""
        return self.reader(self, text)

    def refusal(self, problem: str) -> errors.ApiError:
        """The parameter's own error; problem: what is wrong, to follow its name."""
        return self.error(f"{self.name} {problem}", param=self.name)


def _choice(param: Param, text: str) -> Value:
    choices = _choices(param.schema)
    if text not in choices:
        raise param.refusal(f"{text!r} is not one of {', '.join(choices)}")
    return text


def _choices(schema: object) -> list[str]:
    """The values that a schema lists."""
    assert isinstance(schema, dict)
    choices: list[str] = schema["enum"]
    return choices


def _number(param: Param, text: str) -> int:
    number = text.lstrip("0") or "0"
    if len(number) > MOST_DIGITS:
        raise param.refusal(
            f"is a number of {len(number):,} digits; at most {MOST_DIGITS:,} are read"
        )
    return int(number)


def _positive(param: Param, text: str) -> Value:
    if not is_whole_number(text) or not text.strip("0"):
        raise param.refusal(f"{text!r} is not a positive integer")
    return _number(param, text)


def _time(param: Param, text: str) -> Value:
    if not is_whole_number(text):
        raise param.refusal(f"{text!r} is not a unix timestamp in whole seconds")
    seconds = _number(param, text)
    if seconds >= MILLISECONDS_FROM:
        raise param.refusal(f"{text!r} looks like milliseconds; send whole seconds")
    return seconds


def _include(param: Param, text: str) -> Value:
    allowed, names = _choices(param.schema["items"]), text.split(",")
    for name in names:
        if name not in allowed:
            raise param.refusal(f"name {name!r} is not one of {', '.join(allowed)} here")
    return tuple(name for name in allowed if name in names)


def _esports(param: Param, text: str) -> Value:
    if text not in ("true", "false"):
        raise param.refusal(f"{text!r} is neither true nor false")
    return text == "true"


def _lang(param: Param, text: str) -> Value:
    code = text.lower()
    # ASCII alone: the Kelvin sign in lower case is a k, and ß in upper case is SS, South Sudan.
    if not text.isascii() or code not in SUPPORTED_LANGUAGES:
        raise param.refusal(
            f"{text!r} is not supported; supported are {', '.join(SUPPORTED_LANGUAGES)}"
        )
    return code


def _country(param: Param, text: str) -> Value:
    code = text.upper()
    if not text.isascii() or code not in countries.ALL_CODES:
        raise param.refusal(f"{text!r} is not a code of /v1/countries")
    return code


def _slugs(param: Param, text: str) -> Value:
    slugs = text.split(",")
    if "" in slugs:
        raise param.refusal(f"{text!r} has an empty slug; see /v1/bookmakers")
    return tuple(dict.fromkeys(slugs))


def _slug(param: Param, text: str) -> Value:
    if not text:
        raise param.refusal("is empty; see /v1/bookmakers for the slugs")
    return text


def _search(param: Param, text: str) -> Value:
    if not text.strip():
        raise param.refusal("is empty; send a part of a name")
    return text.strip()


def _as_it_is(_: Param, text: str) -> Value:
    return text


_STATUSES = (ALL_STATUSES, *Status)
_INCLUDES = tuple(str(name) for name in Include)
_TIME_SCHEMA: dict[str, object] = {
    "type": "integer",
    "minimum": 0,
    "maximum": MILLISECONDS_FROM - 1,
}
_TEXT_SCHEMA: dict[str, object] = {"type": "string", "minLength": 1}
"""An empty text is refused by every parameter."""

_POSITIVE_SCHEMA: dict[str, object] = {"type": "integer", "minimum": 1}


def _enum(values: tuple[str, ...], default: str | None = None) -> dict[str, object]:
    schema: dict[str, object] = {"type": "string", "enum": [str(value) for value in values]}
    return schema if default is None else {**schema, "default": default}


def _names(allowed: tuple[str, ...]) -> dict[str, object]:
    return {"type": "array", "items": {"type": "string", "enum": list(allowed)}, "minItems": 1}


START_TIME = Param(
    "start_time", _time, errors.InvalidTime, "Unix seconds UTC, inclusive.", _TIME_SCHEMA
)
END_TIME = Param(
    "end_time", _time, errors.InvalidTime, "Unix seconds UTC, exclusive.", _TIME_SCHEMA
)
LEAGUE = Param(
    "league", _positive, errors.InvalidParameter, "Filter by league id.", _POSITIVE_SCHEMA
)
LEAGUE_REQUIRED = replace(LEAGUE, doc="The league id.", required=True)
STATUS = Param(
    "status",
    _choice,
    errors.InvalidStatus,
    "State of the fixtures; live: all that are in play, whatever the window.",
    _enum(_STATUSES, ALL_STATUSES),
)
INCLUDE = Param(
    "include",
    _include,
    errors.InvalidInclude,
    "Parts that each row has too, by comma; per_page is at most 50 then. odds needs Pro or Ultra.",
    _names(_INCLUDES),
)
INCLUDE_ON_ONE = replace(
    INCLUDE,
    doc="Parts that the fixture has too, by comma. The odds summary is always there.",
    schema=_names(_INCLUDES[1:]),
)
ESPORTS = Param(
    "esports",
    _esports,
    errors.InvalidEsports,
    "false: real football only; true: e-football only.",
    {"type": "string", "enum": ["true", "false"], "default": "false"},
)
LANG = Param(
    "lang",
    _lang,
    errors.InvalidLang,
    "Language of team, league and country names; a name without translation stays English. Any case.",
    _enum(SUPPORTED_LANGUAGES, ENGLISH),
)
PAGE = Param(
    "page", _positive, errors.InvalidParameter, "Page, from 1.", {**_POSITIVE_SCHEMA, "default": 1}
)
PER_PAGE = Param(
    "per_page",
    _positive,
    errors.InvalidParameter,
    "Rows a page; above its bound it is clamped: 100, with include 50, on /v1/fixtures?status=live 500.",
    {**_POSITIVE_SCHEMA, "default": DEFAULT_PER_PAGE},
)
ORDER = Param(
    "order",
    _choice,
    errors.InvalidOrder,
    "Direction by kickoff.",
    _enum(tuple(Order), Order.DESC),
)
SEASON = Param(
    "season",
    _as_it_is,
    errors.InvalidParameter,
    "Season label (25/26, 2026), also 2025/2026, 2025-26 or the start year; the newest with fixtures otherwise.",
    _TEXT_SCHEMA,
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
    _enum(tuple(TableType), TableType.TOTAL),
)
COUNTRY = Param(
    "country",
    _country,
    errors.InvalidCountry,
    "A code of /v1/countries. Any case.",
    _TEXT_SCHEMA,
)
SEARCH = Param(
    "search", _search, errors.InvalidParameter, "Part of the name, any case.", _TEXT_SCHEMA
)
BOOKMAKERS = Param(
    "bookmakers",
    _slugs,
    errors.InvalidBookmakers,
    "Slugs of /v1/bookmakers, by comma; the default bookmaker otherwise. Others need Ultra.",
    {"type": "array", "items": _TEXT_SCHEMA, "minItems": 1},
)
BOOKMAKER = Param(
    "bookmaker",
    _slug,
    errors.InvalidBookmaker,
    "A slug of /v1/bookmakers; the default bookmaker otherwise.",
    _TEXT_SCHEMA,
)
MARKET = Param(
    "market",
    _choice,
    errors.InvalidMarket,
    "One market alone.",
    _enum(tuple(markets.BY_PARAM)),
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
