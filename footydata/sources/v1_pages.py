"""Turns a page of any v1 endpoint, by its path, query and body, into records.

Unknown fields are ignored; a row that is out of shape is refused and the rest is stored. The rows of a list have no
season: it is the one in the query. Contract 10, 26.4.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from footydata.football.countries import ALL_CODES, WORLD
from footydata.football.languages import ENGLISH
from footydata.football.moments import year_of
from footydata.football.records import EventRecord, StatisticsRecord
from footydata.football.terms import LARGEST_ID, Part
from footydata.service.endpoints import ENDPOINTS
from footydata.service.params import DEFAULT_PER_PAGE, effective_per_page
from footydata.sources.parsed import (
    NO_FIGURES,
    LeagueKey,
    Parsed,
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedCountry,
    ParsedDetail,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedOdds,
    ParsedTeam,
    ParsedTick,
    Refusal,
    SeasonKey,
    TeamKey,
    empty_page,
)
from footydata.sources.refusing import BadRow, shown
from footydata.sources.v1_fixtures import (
    BASE,
    HALVES,
    OUT_OF_SHAPE,
    bookmaker_key,
    check_whole,
    parsed_odds,
    parsed_ticks,
    read_rows,
    rows_of,
    statistics_row,
    timeline,
    what_is_wrong,
)

Query = Mapping[str, str]


def endpoint_of(path: str) -> tuple[str, int | None] | None:
    """The endpoint's name and the id in a path, None if no endpoint has the path.

    >>> endpoint_of("/v1/fixtures/880001/odds"), endpoint_of("/v1/standings"), endpoint_of("/v1/weather")
    (('fixture_odds', 880001), ('standings', None), None)
    """
    for pattern, name in _PATHS:
        if match := pattern.fullmatch(path):
            return name, int(match[1]) if match.groups() else None
    return None


def query_of(path: str, raw: Any) -> dict[str, str]:
    """The query of a page, given by itself or after the question mark of the path."""
    query = dict(parse_qsl(path.partition("?")[2]))
    if isinstance(raw, str):
        return query | dict(parse_qsl(raw.removeprefix("?")))
    if not isinstance(raw, dict):
        return query
    return query | {str(name): _text(value) for name, value in raw.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(shown, value)) if isinstance(value, list) else shown(value)


def guessed_endpoint(data: object) -> str | None:
    """The endpoint of a body without a path, by its keys; None if they fit none.

    Of a list, the first row with the keys of some endpoint decides, so that a broken row does no harm.
    """
    shape, rows = ("rows", data[:_LOOKED_AT]) if isinstance(data, list) else ("record", [data])
    for row in rows:
        for name, shape_of_name, keys in _SHAPES:
            if shape == shape_of_name and isinstance(row, dict) and keys <= row.keys():
                return name
    return None


_LOOKED_AT = 50


def records_of(path: str | None, query: Query, body: Any) -> Iterator[Parsed]:
    """The records of a page; never raises. path: None for a body alone, whose endpoint is guessed."""
    if not isinstance(body, dict) or "data" not in body:
        yield Refusal("not a response of the v1 contract", text=path)
        return
    data = body["data"]
    endpoint = endpoint_of(path) if path is not None else None
    name = endpoint[0] if endpoint else guessed_endpoint(data) if path is None else None
    if name is None:
        if path is not None or data:
            yield Refusal(
                "a path that no endpoint has" if path else "a body that is of no endpoint",
                text=path,
            )
        return
    reader = _READERS.get(name)
    if reader is None:
        return
    try:
        yield from reader(data, query)
    except OUT_OF_SHAPE as error:
        yield Refusal(what_is_wrong(error), text=path)


def _rows(
    read: Callable[[Any, Query], Iterable[Parsed]], rows: Any, query: Query
) -> Iterator[Parsed]:
    """The records of each row of a list, or its Refusal if it is out of shape."""
    for place, row in enumerate(rows_of(rows), start=1):
        try:
            records = list(read(row, query))
        except OUT_OF_SHAPE as error:
            yield Refusal(what_is_wrong(error), place, shown(row))
            continue
        yield from records


def _lang(query: Query) -> str | None:
    lang = query.get("lang", ENGLISH).lower()
    return None if lang in ("", ENGLISH) else lang


def _fixture_list(data: Any, query: Query) -> Iterator[Parsed]:
    """The page of any list of fixtures; they are as their leagues where the query does not say esports."""
    esports = int(query["esports"] == "true") if "esports" in query else None
    season = season_key(query["season"]) if query.get("season") else None
    yield from read_rows(empty_page(season, _lang(query)), data, esports, BASE)


def _single_fixture(data: Any, query: Query) -> Iterator[Parsed]:
    """The page of one fixture, which also has round, season and half-time figures."""
    yield from read_rows(
        empty_page(lang=_lang(query)), [data], None, BASE | HALVES | int(Part.ROUND)
    )


def _events(data: Any, query: Query) -> Iterator[Parsed]:
    fixture_id = _id(data["fixture_id"])
    rows, half_goals, _ = timeline(fixture_id, data["events"])
    parts, figures = Part.EVENTS, NO_FIGURES
    if half_goals is not None:
        parts |= Part.HALF_GOALS
        figures = figures._replace(half_home_goals=half_goals[0], half_away_goals=half_goals[1])
    yield ParsedDetail(fixture_id, parts, figures, events=tuple(EventRecord(*row) for row in rows))


def _statistics(data: Any, query: Query) -> Iterator[Parsed]:
    fixture_id = _id(data["fixture_id"])
    row = statistics_row(fixture_id, data["statistics"])
    yield ParsedDetail(
        fixture_id, Part.STATISTICS, statistics=StatisticsRecord._make(row) if row else None
    )


def _odds(data: Any, query: Query) -> Iterator[Parsed]:
    fixture_id = _id(data["fixture_id"])
    odds: list[ParsedOdds] = []
    for place, entry in enumerate(rows_of(data["bookmakers"]), start=1):
        try:
            odds += parsed_odds(entry)
        except OUT_OF_SHAPE as error:
            yield Refusal(what_is_wrong(error), place, shown(entry), "bookmakers")
    yield ParsedDetail(fixture_id, Part.ODDS, odds=tuple(odds))


def _history(data: Any, query: Query) -> Iterator[Parsed]:
    fixture_id = _id(data["fixture_id"])
    ticks: list[ParsedTick] = []
    for tick in parsed_ticks(data):
        if isinstance(tick, Refusal):
            yield tick
        else:
            ticks.append(tick)
    yield ParsedDetail(
        fixture_id, Part.ODDS_HISTORY, ticks=tuple(ticks), first_tick=_rows_before(query)
    )


def _rows_before(query: Query) -> int | None:
    """How many rows are on the pages before the one in the query, None if the query does not say."""
    page, size = query.get("page", "1"), query.get("per_page", str(DEFAULT_PER_PAGE))
    return (
        (int(page) - 1) * effective_per_page(int(size))
        if page.isdecimal() and size.isdecimal()
        else None
    )


def _id(raw: Any) -> int:
    if type(raw) is not int or not 0 < raw <= LARGEST_ID:
        raise BadRow(f"{raw!r} is not an id")
    return raw


def _name(raw: Any) -> str:
    if not isinstance(raw, str):
        raise BadRow(f"{raw!r} is not a name")
    return raw


def _bookmaker(row: Any, query: Query) -> Iterator[Parsed]:
    yield ParsedBookmaker(bookmaker_key(row), bool(row.get("is_default")))


def _country(row: Any, query: Query) -> Iterator[Parsed]:
    code, lang = row["code"], _lang(query)
    if code not in ALL_CODES:
        yield Refusal("a country code that the contract does not have", text=shown(code))
        return
    yield ParsedCountry(code)
    if lang:
        yield ParsedName(code, lang, _name(row["name"]))


def _league(row: Any, query: Query) -> Iterator[Parsed]:
    key = LeagueKey(_country_code(row.get("country")) or WORLD, _name(row["name"]), _id(row["id"]))
    lang, short_name = _lang(query), row.get("short_name")
    if lang:
        yield ParsedName(key, lang, key.name)
        return
    seasons = row.get("seasons") or ()
    yield ParsedLeague(
        key,
        None if short_name is None else _name(short_name),
        bool(row.get("has_standings", True)),
        bool(row.get("esports", False)),
        tuple(season_key(each["season"], _id(each["id"])) for each in seasons),
        next((str(each["season"]) for each in seasons if each.get("current")), None),
    )


def _team(row: Any, query: Query) -> Iterator[Parsed]:
    key = TeamKey(_name(row["name"]), _country_code(row.get("country")), id=_id(row["id"]))
    lang = _lang(query)
    yield ParsedName(key, lang, key.name) if lang else ParsedTeam(key)
    if not lang and query.get("league", "").isdecimal() and query.get("season"):
        league = LeagueKey(WORLD, "", _id(int(query["league"])))
        yield ParsedMember(league, season_key(query["season"]), TeamKey(key.name, id=key.id))


def _standings(data: Any, query: Query) -> Iterator[Parsed]:
    """The members of a season, and the points taken from them."""
    if _lang(query):
        return
    league = LeagueKey(WORLD, _name(data["league"]["name"]), _id(data["league"]["id"]))
    season = season_key(data["season"], _id(data["league_season_id"]))

    def standing(row: Any, query: Query) -> Iterator[Parsed]:
        team = TeamKey(_name(row["team"]["name"]), id=_id(row["team"]["id"]))
        yield ParsedMember(league, season, team)
        if data.get("type") == "total":
            check_whole((row.get("deduction"),), "deductions")
            yield ParsedAdjustment(league, season, team, -(row.get("deduction") or 0))

    yield from _rows(standing, data["table"], query)


def _country_code(country: Any) -> str | None:
    code = country.get("code") if isinstance(country, dict) else None
    return code if code in ALL_CODES else None


def season_key(label: str, id: int | None = None) -> SeasonKey:
    """The season of a label. Raises BadRow.

    >>> season_key("55/56").start_year, season_key("2026").start_year, season_key("2025/2026").label
    (1955, 2026, '25/26')
    """
    match = re.fullmatch(r"(?:(\d\d))?(\d\d)(?:[/-](?:\d\d)?(\d\d))?", str(label), re.ASCII)
    if not match or not (match[1] or match[3]):
        raise BadRow(f"{label!r} is not a season")
    century, year, end = match.groups()
    start = year_of((century or "") + year)
    if end and int(end) != (start + 1) % 100:
        raise BadRow(f"{label!r} is not a season")
    return SeasonKey(f"{year}/{end}" if end else f"{century}{year}", start, id)


_READERS: dict[str, Callable[[Any, Query], Iterator[Parsed]]] = {
    "fixtures": _fixture_list,
    "league_fixtures": _fixture_list,
    "team_fixtures": _fixture_list,
    "fixture": _single_fixture,
    "fixture_events": _events,
    "fixture_statistics": _statistics,
    "fixture_odds": _odds,
    "fixture_odds_history": _history,
    "bookmakers": partial(_rows, _bookmaker),
    "countries": partial(_rows, _country),
    "leagues": partial(_rows, _league),
    "league": _league,
    "teams": partial(_rows, _team),
    "team": _team,
    "standings": _standings,
}
"""Endpoint → the function that reads its data; status has nothing to store."""

_SHAPES: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("fixture", "record", frozenset({"teams", "kickoff_ts", "round"})),
    ("fixture", "record", frozenset({"teams", "kickoff_ts", "league_season_id"})),
    ("fixtures", "rows", frozenset({"teams", "kickoff_ts"})),
    ("fixture_events", "record", frozenset({"fixture_id", "events"})),
    ("fixture_statistics", "record", frozenset({"fixture_id", "statistics"})),
    ("fixture_odds", "record", frozenset({"fixture_id", "bookmakers"})),
    ("fixture_odds_history", "record", frozenset({"fixture_id", "ticks"})),
    ("bookmakers", "rows", frozenset({"slug", "id"})),
    ("leagues", "rows", frozenset({"has_standings", "id"})),
    ("league", "record", frozenset({"has_standings", "id"})),
    ("countries", "rows", frozenset({"code", "type"})),
    ("standings", "record", frozenset({"table", "league_season_id"})),
    ("teams", "rows", frozenset({"id", "name", "country"})),
    ("team", "record", frozenset({"id", "name", "country"})),
    ("status", "record", frozenset({"plan", "limits"})),
)
"""Endpoint, whether its data are rows or a record, and the keys that mark it; the first that fits is taken."""

_PATHS = tuple(
    (re.compile(endpoint.path.replace("{id}", r"([0-9]{1,19})")), endpoint.name)
    for endpoint in ENDPOINTS
)
