"""Turns a page of any v1 endpoint, by its path, query and body, into records.

The data of each endpoint, or each row of them, has a declared shape. Unknown fields are ignored; a row that is out of
shape is refused and the rest is stored. The rows of a list have no season: it is the one in the query.
Contract 10, 26.4.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import fields

from footydata.football.countries import ALL_CODES, WORLD
from footydata.football.errors import LeagueMoved
from footydata.football.languages import ENGLISH
from footydata.football.markets import BY_KEY, BY_PARAM
from footydata.football.moments import read_iso
from footydata.football.records import EventRecord, StatisticsRecord
from footydata.football.terms import Part
from footydata.service.endpoints import ENDPOINTS
from footydata.service.params import DEFAULT_PER_PAGE, effective_per_page
from footydata.sources.cells import LATEST_TS, is_moment, season_key
from footydata.sources.json_rows import shaped
from footydata.sources.parsed import (
    NO_FIGURES,
    BookmakerKey,
    LeagueKey,
    Parsed,
    ParsedAdjustment,
    ParsedBookmaker,
    ParsedCountry,
    ParsedLeague,
    ParsedMember,
    ParsedName,
    ParsedOdds,
    ParsedPage,
    ParsedRetirement,
    ParsedTeam,
    ParsedTick,
    Refusal,
    TeamKey,
    detail_of,
)
from footydata.sources.refusing import BadRow
from footydata.sources.v1_fixtures import (
    HALVES,
    NO_SIDES,
    FixtureShape,
    Id,
    Named,
    Sides,
    Whole,
    WrittenEvent,
    WrittenQuote,
    quoted,
    read_odds,
    read_rows,
    statistics_row,
    timeline,
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


def guessed_endpoint(data: object) -> str | None:
    """The endpoint of a body without a path, by the keys that its shape needs; None if they fit none.

    Of a list, the first row with the keys of some endpoint decides, so that a broken row does no harm.
    """
    is_list = isinstance(data, list)
    for row in data[:_LOOKED_AT] if isinstance(data, list) else [data]:
        for name, reader in _READERS.items():
            needed = {field.name for field in fields(reader.shape) if field.required} | reader.marks
            if isinstance(row, dict) and is_list == reader.is_list and needed <= row.keys():
                return name
    return None


_LOOKED_AT = 50


def records_of(path: str | None, query: Query, body: Any) -> Iterator[Parsed]:
    """The records of a page; never raises. path: None for a body alone, whose endpoint is guessed."""
    endpoint = endpoint_of(path) if path is not None else None
    try:
        if isinstance(body, dict) and body.get("success") == 0:
            yield _retirement(endpoint, shaped(body, _Failed).error)
            return
        data = shaped(body, _Body).data
        name = endpoint[0] if endpoint else guessed_endpoint(data) if path is None else None
        if name is not None:
            reader = _READERS[name]
            if reader.shape is FixtureShape:
                yield from _fixtures(data, query, is_list=reader.is_list)
            elif reader.is_list:
                yield from _each(data, query, reader)
            else:
                yield from reader.read(shaped(data, reader.shape), query)
        elif path is not None or data:
            raise BadRow("a path that no endpoint has" if path else "a body that is of no endpoint")
    except BadRow as error:
        yield Refusal(error.reason, text=path)


class _Body(Struct):
    """A response of the contract."""

    data: Any


class _Error(Struct):
    code: str
    canonical_id: Id | None = None


class _Failed(Struct):
    error: _Error


def _retirement(endpoint: tuple[str, int | None] | None, error: _Error) -> ParsedRetirement:
    """The retired league that an answer says has moved. Raises BadRow for another error."""
    name, retired = endpoint or (None, None)
    if (
        error.code == LeagueMoved.code
        and name in ("league", "league_fixtures")
        and error.canonical_id is not None
    ):
        return ParsedRetirement(shaped(retired, Id), LeagueKey(WORLD, "", error.canonical_id))
    raise BadRow("an error of the service, not data")


def nothing(data: Any, query: Query) -> tuple[()]:
    """No records: an endpoint has nothing to store."""
    return ()


class _Reader(NamedTuple):
    """What reads the data of an endpoint. shape: of a row if is_list, else of the data.

    marks: the keys, beside those that the shape needs, by which the data is known without its path.
    """

    shape: type[Struct]
    read: Callable[[Any, Query], Iterable[Any]] = nothing
    is_list: bool = False
    marks: Set[str] = frozenset()


def _each(rows: object, query: Query, reader: _Reader, column: str | None = None) -> Iterator[Any]:
    """The records of each row of a list, or its Refusal if it is out of shape. column: where the list stands."""
    for place, row in enumerate(shaped(rows, list[Any]), start=1):
        try:
            records = list(reader.read(shaped(row, reader.shape), query))
        except BadRow as error:
            yield error.refusal(place, row)._replace(column=column)
            continue
        yield from records


def _lang(query: Query) -> str | None:
    lang = query.get("lang", ENGLISH).lower()
    return None if lang in ("", ENGLISH) else lang


def _fixtures(data: object, query: Query, *, is_list: bool) -> Iterator[Parsed]:
    """The page of a list of fixtures, which are as their leagues where the query does not say esports; or of one.

    One fixture also has round, season and half-time figures.
    """
    season = season_key(query["season"]) if query.get("season") else None
    esports = int(query["esports"].lower() == "true") if "esports" in query else None
    page = ParsedPage([], {}, {}, season, _lang(query))
    rows = shaped(data, list[Any]) if is_list else [data]
    yield from read_rows(page, rows, esports, _BASE if is_list else _BASE | _OF_ONE)


_BASE = int(Part.BASE | Part.GOALS | Part.CORNERS | Part.CARDS)
"""The parts that every row has."""

_OF_ONE = HALVES | int(Part.ROUND)


class _Events(Struct):
    fixture_id: Id
    events: list[WrittenEvent]


def _events(data: _Events, query: Query) -> Iterator[Parsed]:
    rows, half_goals, _ = timeline(data.fixture_id, data.events)
    parts, figures = Part.EVENTS, NO_FIGURES
    if half_goals is not None:
        parts |= Part.HALF_GOALS
        figures = figures._replace(half_home_goals=half_goals[0], half_away_goals=half_goals[1])
    events = tuple(EventRecord(*row) for row in rows)
    yield detail_of(data.fixture_id, parts)._replace(figures=figures, events=events)


class _Statistics(Struct):
    fixture_id: Id
    statistics: dict[str, Any]


def _statistics(data: _Statistics, query: Query) -> Iterator[Parsed]:
    row = statistics_row(data.fixture_id, data.statistics)
    statistics = StatisticsRecord._make(row) if row else None
    yield detail_of(data.fixture_id, Part.STATISTICS)._replace(statistics=statistics)


class _Bookmaker(Struct):
    id: Id
    slug: str
    name: str | None = None
    is_default: bool = False
    odds: dict[str, Any] | None = None

    @property
    def key(self) -> BookmakerKey:
        return BookmakerKey(self.slug, self.name or self.slug, self.id)


class _Odds(Struct):
    fixture_id: Id
    bookmakers: list[Any]


def _odds(data: _Odds, query: Query) -> Iterator[Parsed]:
    reader = _Reader(_Bookmaker, _of_bookmaker)
    odds, refused = _apart(_each(data.bookmakers, query, reader, "bookmakers"))
    yield from refused
    yield detail_of(data.fixture_id, Part.ODDS)._replace(odds=odds)


def _apart(records: Iterable[Any]) -> tuple[tuple[Any, ...], list[Refusal]]:
    """The records without the refusals, and these."""
    read = list(records)
    refused = [record for record in read if isinstance(record, Refusal)]
    return tuple([record for record in read if not isinstance(record, Refusal)]), refused


def _of_bookmaker(entry: _Bookmaker, query: Query) -> Iterator[ParsedOdds]:
    """The markets of a bookmaker of which anything is recorded."""
    key = entry.key
    for market, values in read_odds(entry.odds or {}):
        yield ParsedOdds(key, market, *values)


class _Tick(WrittenQuote, kw_only=True):
    recorded_at: str
    minute: Whole | None = None
    score: Sides | None = None


class _History(Struct):
    fixture_id: Id
    bookmaker: _Bookmaker
    market: str
    ticks: list[Any]


def _history(data: _History, query: Query) -> Iterator[Parsed]:
    """The ticks of a page of an odds history, of which seq numbers those of one second."""
    market = BY_PARAM.get(data.market) or BY_KEY.get(data.market)
    if market is None:
        raise BadRow(f"{data.market!r} is not a market")
    in_second: Counter[int] = Counter()

    def read(tick: _Tick, query: Query) -> Iterator[ParsedTick]:
        try:
            recorded = read_iso(tick.recorded_at)
        except (ValueError, OverflowError):
            recorded = LATEST_TS + 1
        if not is_moment(recorded):
            raise BadRow(f"{tick.recorded_at!r} is not a moment of football")
        score = tick.score or NO_SIDES
        values = tick.minute, *quoted(market, tick), score.home, score.away
        key = data.bookmaker.key, market.key, recorded
        yield ParsedTick._make((*key, in_second[recorded], *values))
        in_second[recorded] += 1

    ticks, refused = _apart(_each(data.ticks, query, _Reader(_Tick, read), "ticks"))
    yield from refused
    parsed = detail_of(data.fixture_id, Part.ODDS_HISTORY)
    yield parsed._replace(ticks=ticks, first_tick=_rows_before(query))


def _rows_before(query: Query) -> int | None:
    """How many rows are on the pages before the one in the query, None if the query does not say."""
    page, size = query.get("page", "1"), query.get("per_page", str(DEFAULT_PER_PAGE))
    return (
        (int(page) - 1) * effective_per_page(int(size))
        if page.isdecimal() and size.isdecimal()
        else None
    )


def _named_bookmaker(row: _Bookmaker, query: Query) -> Iterator[Parsed]:
    yield ParsedBookmaker(row.key, row.is_default)


class _Coded(Struct):
    code: str | None


class _Country(_Coded):
    name: str = ""


def _country(row: _Country, query: Query) -> Iterator[Parsed]:
    if row.code is None or row.code not in ALL_CODES:
        raise BadRow("a country code that the contract does not have", row.code)
    yield ParsedCountry(row.code)
    if lang := _lang(query):
        yield ParsedName(row.code, lang, row.name)


class _Season(Struct):
    id: Id
    season: str | int
    current: bool = False


class _League(Named, kw_only=True):
    country: _Coded | None = None
    short_name: str | None = None
    has_standings: bool = True
    esports: bool = False
    seasons: list[_Season] | None = None


def _league(row: _League, query: Query) -> Iterator[Parsed]:
    key = LeagueKey(_code_of(row.country) or WORLD, row.name, row.id)
    if lang := _lang(query):
        yield ParsedName(key, lang, key.name)
        return
    seasons = row.seasons or ()
    yield ParsedLeague(
        key,
        row.short_name,
        row.has_standings,
        row.esports,
        tuple(season_key(each.season, each.id) for each in seasons),
        next((str(each.season) for each in seasons if each.current), None),
    )


class _Team(Named):
    country: _Coded | None


def _team(row: _Team, query: Query) -> Iterator[Parsed]:
    key = TeamKey(row.name, _code_of(row.country), id=row.id)
    lang, league = _lang(query), query.get("league", "")
    yield ParsedName(key, lang, key.name) if lang else ParsedTeam(key)
    if not lang and league.isdecimal() and query.get("season"):
        of = LeagueKey(WORLD, "", shaped(int(league), Id))
        yield ParsedMember(of, season_key(query["season"]), TeamKey(key.name, id=key.id))


def _code_of(country: _Coded | None) -> str | None:
    return country.code if country and country.code in ALL_CODES else None


class _Standing(Struct):
    team: Named
    deduction: Whole | None = None


class _Standings(Struct):
    league: Named
    season: str | int
    league_season_id: Id
    table: list[Any]
    type: str | None = None


def _standings(data: _Standings, query: Query) -> Iterator[Parsed]:
    """The members of a season, and the points taken from them."""
    if _lang(query):
        return
    league = LeagueKey(WORLD, data.league.name, data.league.id)
    season = season_key(data.season, data.league_season_id)

    def standing(row: _Standing, query: Query) -> Iterator[Parsed]:
        team = TeamKey(row.team.name, id=row.team.id)
        yield ParsedMember(league, season, team)
        if data.type == "total":
            yield ParsedAdjustment(league, season, team, -(row.deduction or 0))

    yield from _each(data.table, query, _Reader(_Standing, standing))


class _Status(Struct):
    plan: Any
    limits: Any


_OF_LEAGUE = frozenset({"has_standings"})
_READERS: dict[str, _Reader] = {
    "fixtures": _Reader(FixtureShape, is_list=True),
    "league_fixtures": _Reader(FixtureShape, is_list=True),
    "team_fixtures": _Reader(FixtureShape, is_list=True),
    "fixture": _Reader(FixtureShape),
    "fixture_events": _Reader(_Events, _events),
    "fixture_statistics": _Reader(_Statistics, _statistics),
    "fixture_odds": _Reader(_Odds, _odds),
    "fixture_odds_history": _Reader(_History, _history),
    "bookmakers": _Reader(_Bookmaker, _named_bookmaker, True),
    "leagues": _Reader(_League, _league, True, _OF_LEAGUE),
    "league": _Reader(_League, _league, marks=_OF_LEAGUE),
    "countries": _Reader(_Country, _country, True),
    "standings": _Reader(_Standings, _standings),
    "teams": _Reader(_Team, _team, True),
    "team": _Reader(_Team, _team),
    "status": _Reader(_Status),
}
"""Endpoint → what reads its data; status has nothing to store. A body alone is of the first whose keys it has."""

_PATHS = tuple(
    (re.compile(endpoint.path.replace("{id}", r"([0-9]{1,19})")), endpoint.name)
    for endpoint in ENDPOINTS
)
