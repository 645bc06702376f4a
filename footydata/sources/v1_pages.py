"""Reads a page of any v1 endpoint: its path, its query and its body become records.

Fields and statuses that this version does not know are passed over; a row that is out of shape is refused and the
rest is kept. A list row has no season: the season is that of the request. Source: specification 2, decisions 6 and 7.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from footydata.contract.countries import ALL_CODES
from footydata.contract.endpoints import ENDPOINTS
from footydata.contract.languages import ENGLISH
from footydata.contract.paging import LARGEST_ID
from footydata.contract.terms import Part, Status
from footydata.records import Event, Statistics
from footydata.sources.v1_figures import (
    BadRow,
    Json,
    bookmaker_key,
    check_whole,
    read_summary,
    sourced_odds,
    sourced_ticks,
    statistics_row,
    timeline,
)
from footydata.store.sourced import (
    NO_FIGURES,
    LeagueKey,
    Refusal,
    SeasonKey,
    Sourced,
    SourcedAdjustment,
    SourcedBookmaker,
    SourcedCountry,
    SourcedDetail,
    SourcedFixtures,
    SourcedLeague,
    SourcedMember,
    SourcedName,
    SourcedTeam,
    TeamKey,
)

Query = Mapping[str, str]

LATER_STATUSES: dict[str, Status] = {
    "in_play": Status.LIVE,
    "inplay": Status.LIVE,
    "half_time": Status.LIVE,
    "halftime": Status.LIVE,
    "paused": Status.LIVE,
    "extra_time": Status.LIVE,
    "penalties": Status.LIVE,
    "awarded": Status.FINISHED,
    "walkover": Status.FINISHED,
    "after_extra_time": Status.FINISHED,
    "after_penalties": Status.FINISHED,
}
"""Statuses that the contract does not have, read as one that it has; any other is read as scheduled."""

_STATUSES = frozenset(map(str, Status))
_BASE = int(Part.BASE | Part.GOALS | Part.CORNERS | Part.CARDS)
_HALVES = int(Part.HALF_GOALS | Part.HALF_CORNERS)
_SUMMARY, _STATISTICS, _EVENTS = int(Part.ODDS_SUMMARY), int(Part.STATISTICS), int(Part.EVENTS)
_INCLUDED = frozenset({"odds", "statistics", "events"})
_INTEGER, _TEXT = frozenset({int}), frozenset({str})
_NOTHING: Json = {}
_SHAPE = (KeyError, TypeError, ValueError, AttributeError, BadRow)
"""What a value out of shape raises while it is read."""


def endpoint_of(path: str) -> tuple[str, int | None] | None:
    """The endpoint's name and the id of a path, None where no endpoint has it.

    >>> endpoint_of("/v1/fixtures/880001/odds"), endpoint_of("/v1/standings"), endpoint_of("/v1/weather")
    (('fixture_odds', 880001), ('standings', None), None)
    """
    for pattern, name in _PATHS:
        if found := pattern.fullmatch(path):
            return name, int(found[1]) if found.groups() else None
    return None


def guessed_endpoint(data: object) -> str | None:
    """The endpoint that a bare body came from, by its shape; None where it is none of them."""
    row = data[0] if isinstance(data, list) and data else data
    if not isinstance(row, dict):
        return None
    kind = "rows" if isinstance(data, list) else "record"
    return next((name for name, shape, keys in _SHAPES if shape == kind and keys <= row.keys()), None)


def records_of(path: str | None, query: Query, body: Any) -> Iterator[Sourced]:
    """What a page tells. path: None for a bare body, which is known by its shape. Raises nothing."""
    if not isinstance(body, dict) or "data" not in body:
        yield Refusal("not a response of the v1 contract", text=path)
        return
    data = body["data"]
    found = endpoint_of(path) if path is not None else None
    name = found[0] if found else guessed_endpoint(data) if path is None else None
    if name is None:
        if path is not None or data:
            yield Refusal("a path that no endpoint has" if path else "a body that is of no endpoint", text=path)
        return
    reader = _READERS.get(name)
    if reader is None:
        return
    try:
        yield from reader(data, query)
    except _SHAPE as error:
        yield Refusal(f"out of shape: {_text(error)}", text=path)


def _text(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def _lang(query: Query) -> str | None:
    lang = query.get("lang", ENGLISH).lower()
    return None if lang in ("", ENGLISH) else lang


def _fixture_list(data: Any, query: Query) -> Iterator[Sourced]:
    """A page of fixtures of any list."""
    esports = int(query["esports"] == "true") if "esports" in query else None
    season = season_key(query["season"]) if query.get("season") else None
    page = SourcedFixtures([], [], {}, {}, season, _lang(query), [], [], [], [])
    yield from _read_rows(page, data, esports, _BASE)


def _single_fixture(data: Any, query: Query) -> Iterator[Sourced]:
    """One fixture: also round, season and half-time figures."""
    page = SourcedFixtures([], [], {}, {}, None, _lang(query), [], [], [], [])
    yield from _read_rows(page, [data], None, _BASE | _HALVES | int(Part.ROUND))


def _read_rows(page: SourcedFixtures, rows: Any, esports: int | None, base: int) -> Iterator[Sourced]:
    for row in rows:
        try:
            _read_row(page, row, esports, base)
        except _SHAPE as error:
            yield Refusal(f"out of shape: {_text(error)}", text=str(row)[:200])
    if page.fixtures:
        yield page


def _read_row(page: SourcedFixtures, row: Json, esports: int | None, parts: int) -> None:
    fixture_id, league, teams, status = row["id"], row["league"], row["teams"], row["status"]
    league_id, home, away = league["id"], teams["home"], teams["away"]
    home_id, away_id, kickoff = home["id"], away["id"], row["kickoff_ts"]
    figures, season_id, number = _figures(row), row.get("league_season_id"), row.get("round")
    check_whole((*figures, season_id, number), "figures")
    ids, names = (fixture_id, league_id, home_id, away_id, kickoff), (league["name"], home["name"], away["name"])
    if not (_INTEGER.issuperset(map(type, ids)) and max(ids) <= LARGEST_ID and _TEXT.issuperset(map(type, names))):
        raise BadRow("an id, the kickoff or a name is none")
    detail = None
    if status not in _STATUSES:
        status, detail = LATER_STATUSES.get(status, Status.SCHEDULED).value, str(status)
    if not _INCLUDED.isdisjoint(row):
        parts, figures = _read_included(page, row, parts, figures)
    page.leagues[league_id], page.teams[home_id], page.teams[away_id] = names
    page.parts.append(parts)
    base = [fixture_id, league_id, season_id, home_id, away_id, kickoff, 1, status, detail, esports, number, None, 1]
    page.fixtures.append([*base, *figures, None])


def _figures(row: Json) -> tuple[Any, ...]:
    """The figures of a row in the order of Figures; what is absent or null is unknown."""
    goals, corners = row.get("goals") or _NOTHING, row.get("corners") or _NOTHING
    cards = row.get("cards") or _NOTHING
    home_cards, away_cards = cards.get("home") or _NOTHING, cards.get("away") or _NOTHING
    return (
        goals.get("home"),
        goals.get("away"),
        goals.get("half_home"),
        goals.get("half_away"),
        corners.get("home"),
        corners.get("away"),
        corners.get("half_home"),
        corners.get("half_away"),
        home_cards.get("yellow"),
        away_cards.get("yellow"),
        home_cards.get("red"),
        away_cards.get("red"),
    )


def _read_included(
    page: SourcedFixtures, row: Json, parts: int, figures: tuple[Any, ...]
) -> tuple[int, tuple[Any, ...]]:
    """Add what include brought; gives the parts that are told with it, and the figures with those of the events."""
    fixture_id, told = row["id"], row.get("statistics")
    if told is not None:
        statistics = statistics_row(fixture_id, told)
        if statistics is not None:
            page.statistics.append(statistics)
        parts |= _STATISTICS
    if (summary := row.get("odds")) is not None:
        lines: list[tuple[Any, ...]] = []
        quotes: list[tuple[Any, ...]] = []
        read_summary(fixture_id, summary, lines, quotes)
        page.lines.extend(lines)
        page.quotes.extend(quotes)
        parts |= _SUMMARY
    if (events := row.get("events")) is not None:
        timeline_rows, half_goals, half_corners = timeline(fixture_id, events)
        page.events.extend(timeline_rows)
        parts |= _EVENTS
        if half_goals is not None:
            parts |= _HALVES
            figures = _with_halves(figures, half_goals, half_corners)
    return parts, figures


def _with_halves(figures: tuple[Any, ...], goals: tuple[Any, ...], corners: Any) -> tuple[Any, ...]:
    """The figures with those of the first half that the events tell; corners where they are recorded at all."""
    half_goals = goals if figures[2] is None else figures[2:4]
    half_corners = corners if figures[6] is None and figures[4] is not None else figures[6:8]
    return (*figures[:2], *half_goals, *figures[4:6], *half_corners, *figures[8:])


def _events(data: Any, query: Query) -> Iterator[Sourced]:
    fixture_id = _id(data["fixture_id"])
    rows, half_goals, _ = timeline(fixture_id, data["events"])
    parts, figures = Part.EVENTS, NO_FIGURES
    if half_goals is not None:
        parts |= Part.HALF_GOALS
        figures = figures._replace(half_home_goals=half_goals[0], half_away_goals=half_goals[1])
    yield SourcedDetail(fixture_id, parts, figures, events=tuple(Event(*row) for row in rows))


def _statistics(data: Any, query: Query) -> Iterator[Sourced]:
    fixture_id = _id(data["fixture_id"])
    row = statistics_row(fixture_id, data["statistics"])
    yield SourcedDetail(fixture_id, Part.STATISTICS, statistics=Statistics._make(row) if row else None)


def _odds(data: Any, query: Query) -> Iterator[Sourced]:
    fixture_id = _id(data["fixture_id"])
    odds = [row for entry in data["bookmakers"] for row in sourced_odds(entry)]
    yield SourcedDetail(fixture_id, Part.ODDS, odds=tuple(odds))


def _history(data: Any, query: Query) -> Iterator[Sourced]:
    yield SourcedDetail(_id(data["fixture_id"]), Part.ODDS_HISTORY, ticks=tuple(sourced_ticks(data)))


def _id(told: Any) -> int:
    if type(told) is not int or told > LARGEST_ID:
        raise BadRow(f"{told!r} is no id")
    return told


def _name(told: Any) -> str:
    if not isinstance(told, str):
        raise BadRow(f"{told!r} is no name")
    return told


def _bookmakers(data: Any, query: Query) -> Iterator[Sourced]:
    for row in data:
        yield SourcedBookmaker(bookmaker_key(row), bool(row.get("is_default")))


def _countries(data: Any, query: Query) -> Iterator[Sourced]:
    lang = _lang(query)
    for row in data:
        code = row["code"]
        if code not in ALL_CODES:
            yield Refusal("a country code that the contract does not have", text=str(code))
            continue
        yield SourcedCountry(code)
        if lang:
            yield SourcedName(code, lang, _name(row["name"]))


def _leagues(data: Any, query: Query) -> Iterator[Sourced]:
    for row in data if isinstance(data, list) else [data]:
        key = LeagueKey(_country_code(row.get("country")) or "WORLD", _name(row["name"]), _id(row["id"]))
        lang = _lang(query)
        if lang:
            yield SourcedName(key, lang, row["name"])
            continue
        told = row.get("seasons") or ()
        seasons = tuple(season_key(each["season"], _id(each["id"])) for each in told)
        current = next((str(each["season"]) for each in told if each.get("current")), None)
        yield SourcedLeague(
            key,
            row.get("short_name"),
            bool(row.get("has_standings", True)),
            bool(row.get("esports", False)),
            seasons,
            current,
        )


def _teams(data: Any, query: Query) -> Iterator[Sourced]:
    for row in data if isinstance(data, list) else [data]:
        key = TeamKey(_name(row["name"]), _country_code(row.get("country")), id=_id(row["id"]))
        lang = _lang(query)
        yield SourcedName(key, lang, row["name"]) if lang else SourcedTeam(key)
        if not lang and query.get("league", "").isdigit() and query.get("season"):
            league = LeagueKey("WORLD", "", int(query["league"]))
            yield SourcedMember(league, season_key(query["season"]), TeamKey(key.name, id=key.id))


def _standings(data: Any, query: Query) -> Iterator[Sourced]:
    """The members of a season, and the points that were taken."""
    if _lang(query):
        return
    league = LeagueKey("WORLD", _name(data["league"]["name"]), _id(data["league"]["id"]))
    season = season_key(data["season"], _id(data["league_season_id"]))
    for row in data["table"]:
        team = TeamKey(_name(row["team"]["name"]), id=_id(row["team"]["id"]))
        yield SourcedMember(league, season, team)
        if data.get("type") == "total":
            check_whole((row.get("deduction"),), "deductions")
            yield SourcedAdjustment(league, season, team, -(row.get("deduction") or 0))


def _country_code(told: Any) -> str | None:
    code = told.get("code") if isinstance(told, dict) else None
    return code if code in ALL_CODES else None


def season_key(label: str, id: int | None = None) -> SeasonKey:
    """A season by its label.

    >>> season_key("99/00").start_year, season_key("2026").start_year, season_key("2025/2026").label
    (1999, 2026, '25/26')
    """
    found = re.fullmatch(r"(?:(\d\d))?(\d\d)(?:[/-](?:\d\d)?(\d\d))?", str(label), re.ASCII)
    if not found or not (found[1] or found[3]):
        raise BadRow(f"{label!r} is no season")
    century, year, end = found.groups()
    start = int(century + year) if century else int(year) + (1900 if int(year) >= _CENTURY_TURNS else 2000)
    return SeasonKey(f"{year}/{end}" if end else f"{century}{year}", start, id)


_CENTURY_TURNS = 70
"""Two digits of a year from here on are of the last century."""

_READERS: dict[str, Callable[[Any, Query], Iterator[Sourced]]] = {
    "fixtures": _fixture_list,
    "league_fixtures": _fixture_list,
    "team_fixtures": _fixture_list,
    "fixture": _single_fixture,
    "fixture_events": _events,
    "fixture_statistics": _statistics,
    "fixture_odds": _odds,
    "fixture_odds_history": _history,
    "bookmakers": _bookmakers,
    "countries": _countries,
    "leagues": _leagues,
    "league": _leagues,
    "teams": _teams,
    "team": _teams,
    "standings": _standings,
}
"""Endpoint → what reads its data; status tells nothing of football."""

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
"""Endpoint, whether its data are rows or a record, and the keys that tell it; the first that fits."""

_PATHS = tuple((re.compile(endpoint.path.replace("{id}", r"([0-9]{1,19})")), endpoint.name) for endpoint in ENDPOINTS)
