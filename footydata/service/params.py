"""The request parameters: how each is read, which values it refuses, what to send instead of an unknown one.

A reader converts the text in the query to the value, or raises the parameter's own error. It is called only for a
parameter that was sent, whose text may be empty. Contract 4.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from footydata.football import countries, errors, languages, markets
from footydata.football.ids import is_whole_number
from footydata.football.terms import ALL_STATUSES, LARGEST_ID, Include, Order, Status, TableType
from footydata.service import paging

Value = int | str | bool | tuple[str, ...]
MILLISECONDS_FROM = 100_000_000_000
"""A time at or above this is milliseconds. Contract 5.2."""


@dataclass(frozen=True, slots=True)
class Param:
    """One request parameter.

    Attributes:
        name: as in the query.
        read: text → value; raises `error` when it can't.
        error: the class of the parameter's own code; also raised if it is given more than once.
        doc: what it means, one sentence.
        schema: its JSON Schema, for OpenAPI.
        example: a value for which the sample database has an answer.
        required: whether the endpoint needs it.
        needs: another parameter that must be sent with it.
    """

    name: str
    read: Callable[[str], Value]
    error: type[errors.ApiError]
    doc: str
    schema: dict[str, object] = field(hash=False)
    example: Value | None = None
    required: bool = False
    needs: str | None = None


class LargeNumber(int):
    """A number above the largest id: it has the value of the largest id, and is written as it was sent.

    >>> number = LargeNumber("9223372036854775808")
    >>> number == LARGEST_ID, f"page {number}"
    (True, 'page 9223372036854775808')
    """

    def __new__(cls, digits: str) -> "LargeNumber":
        """The number of the digits, without leading zeros."""
        number = super().__new__(cls, LARGEST_ID)
        number._digits = digits
        return number

    _digits: str

    def __str__(self) -> str:
        return self._digits

    __repr__ = __str__


def read_number(text: str) -> int:
    """The number with these digits; a LargeNumber if it is above the largest id."""
    digits = text.lstrip("0") or "0"
    is_large = len(digits) > 19 or int(digits) > LARGEST_ID
    return LargeNumber(digits) if is_large else int(digits)


def _one_of(name: str, allowed: tuple[str, ...], error: type[errors.ApiError]) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if text not in allowed:
            raise error(f"{name} {text!r} is not one of {', '.join(allowed)}", param=name)
        return text

    return read


def _positive(name: str) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if not is_whole_number(text) or read_number(text) == 0:
            raise errors.InvalidParameter(f"{name} {text!r} is not a positive integer", param=name)
        return read_number(text)

    return read


def _time(name: str) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if not is_whole_number(text):
            raise errors.InvalidTime(f"{name} {text!r} is not a unix timestamp in whole seconds", param=name)
        seconds = read_number(text)
        if seconds >= MILLISECONDS_FROM:
            raise errors.InvalidTime(f"{name} {text!r} looks like milliseconds; send whole seconds", param=name)
        return seconds

    return read


def _include(allowed: tuple[str, ...]) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        names = text.split(",")
        for name in names:
            if name not in allowed:
                raise errors.InvalidInclude(
                    f"include name {name!r} is not one of {', '.join(allowed)} here", param="include"
                )
        return tuple(name for name in allowed if name in names)

    return read


def _esports(text: str) -> Value:
    if text not in ("true", "false"):
        raise errors.InvalidEsports(f"esports {text!r} is neither true nor false", param="esports")
    return text == "true"


def _lang(text: str) -> Value:
    code = text.lower()
    # ASCII alone: the Kelvin sign in lower case is a k, and ß in upper case is SS, South Sudan.
    if not text.isascii() or code not in languages.SUPPORTED:
        supported = ", ".join(languages.SUPPORTED)
        raise errors.InvalidLang(f"lang {text!r} is not supported; supported are {supported}", param="lang")
    return code


def _country(text: str) -> Value:
    code = text.upper()
    if not text.isascii() or code not in countries.ALL_CODES:
        raise errors.InvalidCountry(f"country {text!r} is not a code of /v1/countries", param="country")
    return code


def _slugs(text: str) -> Value:
    slugs = text.split(",")
    if "" in slugs:
        raise errors.InvalidBookmakers(f"bookmakers {text!r} has an empty slug; see /v1/bookmakers", param="bookmakers")
    return tuple(dict.fromkeys(slugs))


def _slug(text: str) -> Value:
    if not text:
        raise errors.InvalidBookmaker("bookmaker is empty; see /v1/bookmakers for the slugs", param="bookmaker")
    return text


def _search(text: str) -> Value:
    if not text.strip():
        raise errors.InvalidParameter("search is empty; send a part of a name", param="search")
    return text.strip()


def _as_it_is(text: str) -> Value:
    return text


_STATUSES = (ALL_STATUSES, *Status)
_INCLUDES = tuple(str(name) for name in Include)
_TIME_SCHEMA: dict[str, object] = {"type": "integer", "minimum": 0, "maximum": MILLISECONDS_FROM - 1}
_TEXT_SCHEMA: dict[str, object] = {"type": "string", "minLength": 1}
"""An empty text is refused by every parameter."""

_POSITIVE_SCHEMA: dict[str, object] = {"type": "integer", "minimum": 1}
_MARKET_NAMES = tuple(markets.BY_PARAM)


def _enum(values: tuple[str, ...], default: str | None = None) -> dict[str, object]:
    schema: dict[str, object] = {"type": "string", "enum": [str(value) for value in values]}
    return schema if default is None else {**schema, "default": default}


def _names(allowed: tuple[str, ...]) -> dict[str, object]:
    return {"type": "array", "items": {"type": "string", "enum": list(allowed)}, "minItems": 1}


START_TIME = Param("start_time", _time("start_time"), errors.InvalidTime, "Unix seconds UTC, inclusive.", _TIME_SCHEMA)
END_TIME = Param("end_time", _time("end_time"), errors.InvalidTime, "Unix seconds UTC, exclusive.", _TIME_SCHEMA)
LEAGUE = Param("league", _positive("league"), errors.InvalidParameter, "Filter by league id.", _POSITIVE_SCHEMA)
LEAGUE_REQUIRED = Param(
    "league", _positive("league"), errors.InvalidParameter, "The league id.", _POSITIVE_SCHEMA, required=True
)
STATUS = Param(
    "status",
    _one_of("status", _STATUSES, errors.InvalidStatus),
    errors.InvalidStatus,
    "State of the fixtures; live: all that are in play, whatever the window.",
    _enum(_STATUSES, ALL_STATUSES),
)
INCLUDE = Param(
    "include",
    _include(_INCLUDES),
    errors.InvalidInclude,
    "Parts that each row has too, by comma; per_page is at most 50 then. odds needs Pro or Ultra.",
    _names(_INCLUDES),
)
INCLUDE_ON_ONE = Param(
    "include",
    _include(_INCLUDES[1:]),
    errors.InvalidInclude,
    "Parts that the fixture has too, by comma. The odds summary is always there.",
    _names(_INCLUDES[1:]),
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
    _enum(languages.SUPPORTED, languages.ENGLISH),
)
PAGE = Param("page", _positive("page"), errors.InvalidParameter, "Page, from 1.", {**_POSITIVE_SCHEMA, "default": 1})
PER_PAGE = Param(
    "per_page",
    _positive("per_page"),
    errors.InvalidParameter,
    "Rows a page; above its bound it is clamped: 100, with include 50, on /v1/fixtures?status=live 500.",
    {**_POSITIVE_SCHEMA, "default": paging.DEFAULT_PER_PAGE},
)
ORDER = Param(
    "order",
    _one_of("order", tuple(Order), errors.InvalidOrder),
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
SEASON_OF_TEAMS = Param(
    "season",
    _as_it_is,
    errors.InvalidParameter,
    "Season of the league; needs league. Without it the teams of all the league's seasons.",
    _TEXT_SCHEMA,
    needs="league",
)
TYPE = Param(
    "type",
    _one_of("type", tuple(TableType), errors.InvalidType),
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
    example="GB-ENG",
)
SEARCH = Param("search", _search, errors.InvalidParameter, "Part of the name, any case.", _TEXT_SCHEMA)
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
    _one_of("market", _MARKET_NAMES, errors.InvalidMarket),
    errors.InvalidMarket,
    "One market alone.",
    _enum(_MARKET_NAMES),
)
MARKET_REQUIRED = Param(
    "market",
    _one_of("market", _MARKET_NAMES, errors.InvalidMarket),
    errors.InvalidMarket,
    "The market.",
    _enum(_MARKET_NAMES),
    example="corner",
    required=True,
)

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
