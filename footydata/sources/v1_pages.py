"""Turns a page of any v1 endpoint, by its path, query and body, into records.

The data of each endpoint, or each row of them, has a declared shape. Unknown fields are ignored; a row that is out of
shape is refused and the rest is stored. The rows of a list have no season: it is the one in the query.
Contract 10, 26.4.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, fields

from footydata.football.countries import ALL_CODES, WORLD
from footydata.football.errors import LeagueMoved, ResourceNotFound
from footydata.football.markets import BY_KEY, BY_PARAM
from footydata.football.moments import seconds_of
from footydata.football.records import EventRecord, StatisticsRecord
from footydata.football.terms import ENGLISH, Part
from footydata.football.wording import read_id
from footydata.service.endpoints import find_route
from footydata.service.params import DEFAULT_PER_PAGE, effective_per_page
from footydata.sources.cells import season_key
from footydata.sources.days import EARLIEST_TS, LATEST_TS
from footydata.sources.parsed import (
    NO_FIGURES,
    BadRow,
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
from footydata.sources.protocol import read_each, shaped
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
    page_row,
    quoted,
    read_odds,
    statistics_row,
    timeline,
)

Query = Mapping[str, str]


def guessed_shape(rows: Sequence[object]) -> type[Any] | None:
    """The shape of the rows of a body without a path, by the keys that it needs; None if they fit none.

    The first row with the keys of some shape decides, so that a broken row does no harm.
    """
    for row in rows[:_LOOKED_AT]:
        for shape in _SHAPES.values():
            needed = {
                field.name for field in fields(shape) if field.required or field.name == _OF_LEAGUE
            }
            if isinstance(row, dict) and needed <= row.keys():
                return shape
    return None


_LOOKED_AT = 50
_OF_LEAGUE = "has_standings"
"""The key by which a league is known, though one without it is read."""


def records_of(path: str | None, query: Query, body: Any) -> Iterator[Parsed]:
    """The records of a page; never raises. path: None for a body alone, whose endpoint is guessed."""
    try:
        endpoint, id_text = (None, "") if path is None else find_route(path)
        response = shaped(body, _Body)
        if error := response.error:
            if error.code != LeagueMoved.code or error.canonical_id is None:
                raise BadRow("an error of the service, not data")
            survivor = LeagueKey(WORLD, "", error.canonical_id)
            yield ParsedRetirement(shaped(read_id(id_text), Id), survivor)
            return
        is_list = endpoint.is_list if endpoint else isinstance(response.data, list)
        rows = response.data if is_list else [response.data]
        shape = (
            _SHAPES.get(endpoint.model.removesuffix("Detail")) if endpoint else guessed_shape(rows)
        )
        if shape is FixtureShape:
            yield from _fixtures(rows, query, _BASE if is_list else _BASE | _OF_ONE)
        elif shape is not None:
            yield from read_each(rows, shape, lambda row, place: row.records(query))
        elif response.data and not endpoint:
            # A status has nothing to store, nor has an empty list.
            raise BadRow("a body that is of no endpoint")
    except (BadRow, ResourceNotFound) as failure:
        yield Refusal(str(failure), text=path)


class _Error(Struct):
    code: str
    canonical_id: Id | None = None


class _Body(Struct):
    """A response of the contract: data, or an error; a league that has moved has a canonical id."""

    data: Any = None
    error: _Error | None = None


def lang_of(query: Query) -> str | None:
    """The language of the names of a page, None for English."""
    lang = query.get("lang", ENGLISH).lower()
    return None if lang in ("", ENGLISH) else lang


def _fixtures(rows: object, query: Query, parts: int) -> Iterator[Parsed]:
    """The page of fixtures, which are as their leagues where the query does not say esports.

    parts: those that every row has; one fixture alone also has round, season and half-time figures.
    """
    season = season_key(query["season"]) if query.get("season") else None
    esports = int(query["esports"].lower() == "true") if "esports" in query else None
    page = ParsedPage([], {}, {}, season, lang_of(query))

    def add(row: FixtureShape, place: int) -> tuple[()]:
        page.rows.append(page_row(row, esports, parts))
        page.leagues[row.league.id] = row.league.name
        for team in (row.teams.home, row.teams.away):
            page.teams[team.id] = team.name
        return ()

    yield from read_each(rows, FixtureShape, add)
    if page.rows:
        yield page


_BASE = int(Part.BASE | Part.GOALS | Part.CORNERS | Part.CARDS)
"""The parts that every row has."""

_OF_ONE = HALVES | int(Part.ROUND)


class _Events(Struct):
    fixture_id: Id
    events: list[WrittenEvent]

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        rows, half_goals, _ = timeline(self.fixture_id, self.events)
        parts, figures = Part.EVENTS, NO_FIGURES
        if half_goals is not None:
            parts |= Part.HALF_GOALS
            figures = figures._replace(half_home_goals=half_goals[0], half_away_goals=half_goals[1])
        events = tuple(EventRecord(*row) for row in rows)
        yield detail_of(self.fixture_id, parts)._replace(figures=figures, events=events)


class _Statistics(Struct):
    fixture_id: Id
    statistics: dict[str, Any]

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        row = statistics_row(self.fixture_id, self.statistics)
        statistics = StatisticsRecord._make(row) if row else None
        yield detail_of(self.fixture_id, Part.STATISTICS)._replace(statistics=statistics)


class _Bookmaker(Struct):
    id: Id
    slug: str
    name: str | None = None
    is_default: bool = False
    odds: dict[str, Any] | None = None

    @property
    def key(self) -> BookmakerKey:
        return BookmakerKey(self.slug, self.name or self.slug, self.id)

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        yield ParsedBookmaker(self.key, self.is_default)


class _Odds(Struct):
    fixture_id: Id
    bookmakers: list[Any]

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        odds: list[ParsedOdds] = []

        def add(entry: _Bookmaker, place: int) -> tuple[()]:
            markets = list(read_odds(entry.odds or {}))
            odds.extend(ParsedOdds(entry.key, market, *values) for market, values in markets)
            return ()

        yield from read_each(self.bookmakers, _Bookmaker, add, column="bookmakers")
        yield detail_of(self.fixture_id, Part.ODDS)._replace(odds=tuple(odds))


class _Tick(WrittenQuote, kw_only=True):
    recorded_at: datetime
    minute: Whole | None = None
    score: Sides | None = None


class _History(Struct):
    fixture_id: Id
    bookmaker: _Bookmaker
    market: str
    ticks: list[Any]

    def records(self, query: Query) -> Iterator[Parsed]:
        """The ticks of a page of an odds history, of which seq numbers those of one second."""
        market = BY_PARAM.get(self.market) or BY_KEY.get(self.market)
        if market is None:
            raise BadRow(f"{self.market!r} is not a market")
        in_second: Counter[int] = Counter()
        ticks: list[ParsedTick] = []

        def add(tick: _Tick, place: int) -> tuple[()]:
            recorded = seconds_of(tick.recorded_at)
            if not EARLIEST_TS <= recorded <= LATEST_TS:
                raise BadRow(f"{tick.recorded_at} is not a moment of football")
            key = self.bookmaker.key, market.key, recorded, in_second[recorded]
            score = astuple(tick.score or NO_SIDES)
            ticks.append(ParsedTick(*key, tick.minute, *quoted(market, tick), *score))
            in_second[recorded] += 1
            return ()

        yield from read_each(self.ticks, _Tick, add, column="ticks")
        parsed = detail_of(self.fixture_id, Part.ODDS_HISTORY)
        yield parsed._replace(ticks=tuple(ticks), first_tick=_rows_before(query))


def _rows_before(query: Query) -> int | None:
    """How many rows are on the pages before the one in the query, None if the query does not say."""
    try:
        page, size = int(query.get("page", 1)), int(query.get("per_page", DEFAULT_PER_PAGE))
    except ValueError:
        return None
    return (page - 1) * effective_per_page(size)


class _Coded(Struct):
    code: str | None


class _Country(_Coded):
    name: str = ""

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        code = _code_of(self)
        if code is None:
            raise BadRow("a country code that the contract does not have", self.code)
        yield ParsedCountry(code)
        if lang := lang_of(query):
            yield ParsedName(code, lang, self.name)


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

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        key = LeagueKey(_code_of(self.country) or WORLD, self.name, self.id)
        if lang := lang_of(query):
            yield ParsedName(key, lang, key.name)
            return
        seasons = self.seasons or ()
        yield ParsedLeague(
            key,
            self.short_name,
            self.has_standings,
            self.esports,
            tuple(season_key(each.season, each.id) for each in seasons),
            next((str(each.season) for each in seasons if each.current), None),
        )


class _Team(Named):
    country: _Coded | None

    def records(self, query: Query) -> Iterator[Parsed]:
        """What is stored of it."""
        key = TeamKey(self.name, _code_of(self.country), id=self.id)
        league_id, season = read_id(query.get("league", "")), query.get("season")
        if lang := lang_of(query):
            yield ParsedName(key, lang, key.name)
            return
        yield ParsedTeam(key)
        if league_id and season:
            of = LeagueKey(WORLD, "", league_id)
            yield ParsedMember(of, season_key(season), TeamKey(key.name, id=key.id))


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

    def records(self, query: Query) -> Iterator[Parsed]:
        """The members of a season, and the points taken from them."""
        if lang_of(query):
            return
        league = LeagueKey(WORLD, self.league.name, self.league.id)
        season = season_key(self.season, self.league_season_id)

        def standing(row: _Standing, place: int) -> Iterator[Parsed]:
            team = TeamKey(row.team.name, id=row.team.id)
            yield ParsedMember(league, season, team)
            if self.type == "total":
                yield ParsedAdjustment(league, season, team, -(row.deduction or 0))

        yield from read_each(self.table, _Standing, standing)


_SHAPES: dict[str, type[Any]] = {
    "Fixture": FixtureShape,
    "FixtureEvents": _Events,
    "FixtureStatistics": _Statistics,
    "FixtureOdds": _Odds,
    "OddsHistory": _History,
    "Bookmaker": _Bookmaker,
    "League": _League,
    "Standings": _Standings,
    "Team": _Team,
    "Country": _Country,
}
"""The contract's model of data, or of its rows → the shape of what is read of it. A body alone is of the first whose keys it has."""
