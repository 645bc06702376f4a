"""Plans the requests of a pull, and how many of each kind it will take.

Whole seasons by league need the fewest requests: 50 fixtures per request with all included details, 100 without. Of a
season that was pulled whole, only fixtures from the first unfinished one on are asked for, and missing parts. Requests
for one fixture each come last: odds, single fixtures, odds histories.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import chain, zip_longest
from typing import Annotated, Any, NamedTuple, Self

from msgspec import Meta, Struct, convert

from footydata.football.errors import NotFound
from footydata.football.markets import BY_PARAM, carried_markets
from footydata.football.moments import span_named
from footydata.football.records import SeasonRecord
from footydata.football.terms import DAY, Include, Part, Status
from footydata.service.client.call import Call, call_of
from footydata.service.params import MAX_PER_PAGE_LIVE, effective_per_page
from footydata.store import loads
from footydata.store.loads import without_user

EXPECTED_FIXTURES = 380
"""The assumed fixtures of an unknown season: twenty teams that meet twice."""

TEN_MONTHS = 300 * DAY
"""The assumed length of a season, in seconds."""

OVERDUE = 14 * DAY
"""Unfinished fixtures so many seconds after their kickoff (mostly postponed) are asked for one by one."""

PART_OF_INCLUDE: dict[str, int] = {
    Include.ODDS: Part.ODDS_SUMMARY,
    Include.EVENTS: Part.EVENTS,
    Include.STATS: Part.STATISTICS,
}

SINGLES = {"odds": "fixture_odds", "detail": "fixture", "odds history": "fixture_odds_history"}
"""The kinds of requests for one fixture each, with their endpoints."""

ORDER = ("status", "catalogue", "fixtures", "tables", "teams", "names", *SINGLES)
"""The kinds of requests in the order of a pull; the first ones are spent on planning."""


EVER = 100_000_000_000
"""Later than any kickoff, in unix seconds; less than nought, earlier."""


class Rights(Struct, frozen=True):
    """What the key may ask, by the limits in /v1/status; everything if the service does not say.

    history_start: the first moment, in unix seconds. rate_window_seconds: the width of a window, None if unknown.
    """

    odds_on_lists: bool = True
    all_bookmakers: bool = True
    odds_history: bool = True
    history_start: Annotated[int, Meta(ge=0, le=EVER)] = 0
    rate_window_seconds: Annotated[int, Meta(ge=1, le=DAY)] | None = None


@dataclass(frozen=True, slots=True)
class PullOptions:
    """What to mirror; by default every competition of real football, whole.

    Attributes:
        leagues: ids of competitions; none means all.
        start: the first day of kickoffs.
        end: the last day of kickoffs, inclusive.
        include: odds, events, stats.
        odds_history: markets by their parameter names.
        bookmakers: slugs, for odds histories; none means the default bookmaker.
        langs: languages of names beside English.
        esports: whether to mirror e-football too.
        detail: whether to ask for single fixtures, for the round and half-time figures.
    """

    leagues: tuple[int, ...] = ()
    start: date | None = None
    end: date | None = None
    include: tuple[str, ...] = ()
    odds_history: tuple[str, ...] = ()
    bookmakers: tuple[str, ...] = ()
    langs: tuple[str, ...] = ()
    esports: bool = False
    detail: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """00:00 UTC of the first day and of the day after the last one, EVER away where there is none."""
        start, end = span_named(self.start, self.end)
        return -EVER if start is None else start, EVER if end is None else end

    def within(self, fixtures: int) -> int:
        """How many of the fixtures of a season are in the span, if they are spread evenly over ten months."""
        start, end = self.span
        return min(fixtures, -(-fixtures * (end - start) // TEN_MONTHS))

    @property
    def esports_values(self) -> tuple[bool, ...]:
        """The values of the parameter esports, which a service takes one at a time."""
        return (False, True) if self.esports else (False,)

    @property
    def wants_odds(self) -> bool:
        """Whether odds are wanted."""
        return Include.ODDS in self.include

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The options that a pull stored; unknown ones are ignored. Raises ValueError."""
        return convert(options, cls)

    def as_text(self, root: str) -> str:
        """The options and the service as JSON, by which an interrupted pull is found again."""
        return json.dumps(
            {"service": without_user(root), **asdict(self)}, default=str, sort_keys=True
        )


class PlannedRequest(NamedTuple):
    """A list to walk page by page, or a record to ask for.

    kind: one of ORDER. endpoint, id, arguments: of the request. pages: expected requests. season_id: whose fixtures,
    members or table it is. whole: the address that notes that its season was pulled whole, '' if it does not bring all
    of it. is_final: whether its answer will not change.
    """

    kind: str
    endpoint: str
    id: int | None
    arguments: dict[str, Any]
    pages: int = 1
    season_id: int | None = None
    whole: str = ""
    is_final: bool = False

    @property
    def address(self) -> str:
        """The path and query, which identify it."""
        return call_of(self.endpoint, self.id, self.arguments).target

    @property
    def per_page(self) -> int:
        """The most rows of a page."""
        expands, live = "include" in self.arguments, self.arguments.get("status") == Status.LIVE
        return effective_per_page(MAX_PER_PAGE_LIVE, expands=expands, live=live)

    def page(self, number: int) -> Call:
        """The call for one page, for all of it if its endpoint has none."""
        paging = {"page": number, "per_page": self.per_page}
        return call_of(self.endpoint, self.id, {**self.arguments, **paging})

    def with_arguments(self, **arguments: Any) -> "PlannedRequest":
        """The request with further arguments, without those that are empty."""
        merged = {**self.arguments, **arguments}
        return self._replace(arguments={name: value for name, value in merged.items() if value})


class SeasonToPull(NamedTuple):
    """A season to mirror.

    stored: how many of its fixtures are stored. teams: how many play in it, 0 if unknown. is_whole: whether every page
    of it was pulled before.
    """

    has_standings: bool
    season: SeasonRecord
    stored: int
    teams: int
    is_whole: bool

    @property
    def expected(self) -> int:
        """How many fixtures it will have: those stored, or as many as if every pair of its teams meets twice."""
        if self.is_whole or not self.teams:
            return self.stored or EXPECTED_FIXTURES
        return max(self.teams * (self.teams - 1) if self.has_standings else self.teams, self.stored)


class Planned(NamedTuple):
    """A plan: the leagues, the lists in order, and kind → how many requests for one fixture each follow."""

    leagues: tuple[int, ...]
    lists: tuple[PlannedRequest, ...]
    singles: dict[str, int]


def whole_address(season: SeasonRecord, options: PullOptions) -> str:
    """The address that notes that a season was pulled whole, in the asked window."""
    arguments = {"season": season.label, **_window(*options.span)}
    return call_of("league_fixtures", season.league_id, arguments).target


def list_include(options: PullOptions, rights: Rights) -> list[str]:
    """The include values for lists."""
    return [
        name
        for name in PART_OF_INCLUDE
        if name in options.include and (name != Include.ODDS or rights.odds_on_lists)
    ]


def overlaps(season: SeasonRecord, options: PullOptions) -> bool:
    """Whether a season may have fixtures between the first and the last day."""
    if options.start and options.start.year > season.start_year + ("/" in season.label) + (
        options.start.month == 1
    ):
        return False
    return not (options.end and options.end.year < season.start_year)


def plan_lists(
    connection: sqlite3.Connection,
    source_id: int,
    options: PullOptions,
    rights: Rights,
    seasons: Sequence[SeasonToPull],
    *,
    now: int,
) -> Iterator[PlannedRequest]:
    """The lists in order: fixtures and tables of the newest seasons first, names last."""
    include = list_include(options, rights)
    values = _values(source_id, options) | {
        "parts": json.dumps([PART_OF_INCLUDE[name] for name in include]),
        "overdue": now - OVERDUE,
    }
    of_leagues: defaultdict[int, list[SeasonToPull]] = defaultdict(list)
    for each in seasons:
        of_leagues[each.season.league_id].append(each)
    for each in filter(None, chain.from_iterable(zip_longest(*of_leagues.values()))):
        if each.is_whole:
            of_season = values | {"season_id": each.season.id, "current": each.season.current}
            for status, bits, start, end, fixtures in loads.lists_of_season(connection, of_season):
                missing = [name for name in include if bits & PART_OF_INCLUDE[name]]
                window = {**_window(start, end), "status": status}
                yield _season_list(each.season, missing, window, fixtures)
            for fixture_id in loads.overdue_ids(connection, of_season):
                yield of_fixture(fixture_id, options)._replace(season_id=each.season.id)
        else:
            expected = options.within(each.expected)
            request = _season_list(each.season, include, _window(*options.span), expected)
            yield request._replace(whole=whole_address(each.season, options))
        yield members_of(each.season, has_standings=each.has_standings)
    # Teams come with their countries: all of them, or those of the chosen leagues.
    with_tables = dict.fromkeys(each.season.league_id for each in seasons if each.has_standings)
    for league_id in with_tables if options.leagues else [None]:
        yield PlannedRequest("teams", "teams", None, {}).with_arguments(league=league_id)
    for lang in options.langs:
        yield from _name_lists(lang, options)


def members_of(season: SeasonRecord, *, has_standings: bool) -> PlannedRequest:
    """The request for the points table of a season, which gives its members and the points taken, or for its teams."""
    endpoint = "standings" if has_standings else "teams"
    arguments = {"league": season.league_id, "season": season.label}
    return PlannedRequest("tables", endpoint, None, arguments, season_id=season.id)


def _values(source_id: int, options: PullOptions) -> dict[str, object]:
    """The values of statements that find what is missing."""
    start, end = options.span
    return {"source_id": source_id, "start": start, "end": end}


def _window(start: int, end: int) -> dict[str, Any]:
    window = {"start_time": start, "end_time": end}
    return {name: moment for name, moment in window.items() if abs(moment) < EVER}


def _season_list(
    season: SeasonRecord, include: Sequence[str], window: dict[str, Any], fixtures: int
) -> PlannedRequest:
    request = PlannedRequest("fixtures", "league_fixtures", season.league_id, window)
    request = request.with_arguments(season=season.label, order="asc", include=include)
    pages = max(1, -(-fixtures // request.per_page))
    return request._replace(pages=pages, season_id=season.id)


def _name_lists(lang: str, options: PullOptions) -> Iterator[PlannedRequest]:
    names = PlannedRequest("names", "teams", None, {"lang": lang})
    yield names._replace(endpoint="countries", pages=3)
    for league_id in options.leagues:
        yield names._replace(endpoint="league", id=league_id)
        yield names.with_arguments(league=league_id)
    if not options.leagues:
        for esports in options.esports_values:
            yield names._replace(endpoint="leagues").with_arguments(esports=esports)
        yield names


def of_fixture(fixture_id: int, options: PullOptions) -> PlannedRequest:
    """The request for a fixture by itself; its odds have one of their own."""
    include = list_include(options, Rights(odds_on_lists=False))
    request = PlannedRequest("fixtures", "fixture", fixture_id, {})
    return request.with_arguments(include=include)


class Singles(NamedTuple):
    """The requests of one kind for one fixture each; of_new: how many a fixture takes that is not stored."""

    kind: str
    of_new: int
    requests: list[PlannedRequest]


def single_requests(
    connection: sqlite3.Connection,
    source_id: int,
    options: PullOptions,
    rights: Rights,
    leagues: Iterable[int],
    *,
    note: Callable[[str], object],
) -> Iterator[Singles]:
    """The kinds of requests for one fixture each that are asked for, in order, for fixtures that lack something.

    What came with the kind before is stored when the next one is asked for. Odds are those of every bookmaker that the
    plan gives. Odds histories are the default bookmaker's if none is named; if a fixture's odds are stored, only markets
    are asked for that have some. note: called with a sentence for each market that a bookmaker does not carry. Raises
    NotFound.
    """
    common = {**_values(source_id, options), "leagues": json.dumps([*leagues])}

    def singles(
        kind: str, arguments: Mapping[str, object], *, of_new: int = 1, **values: object
    ) -> Singles:
        rows = loads.lacking(connection, kind, common | values)
        requests = [
            PlannedRequest(
                kind,
                SINGLES[kind],
                fixture_id,
                {**arguments, **json.loads(further)},
                is_final=bool(is_finished),
            )
            for fixture_id, is_finished, further in rows
        ]
        return Singles(kind, of_new, requests)

    makers = dict(loads.bookmaker_slugs(connection))
    gives_all = rights.all_bookmakers
    if options.wants_odds:
        others = {"bookmakers": list(makers)} if gives_all and len(makers) > 1 else {}
        yield singles("odds", others, gives_all=gives_all, asks_others=bool(others))
    if options.detail:
        yield singles("detail", {})
    histories: list[tuple[bool, str, dict[str, str]]] = []
    for slug in (options.bookmakers or tuple(makers)[:1]) if rights.odds_history else ():
        if slug not in makers:
            raise NotFound(
                f"the service has no bookmaker {slug!r}; its bookmakers are {', '.join(makers)}"
            )
        is_default = bool(makers[slug])
        has_odds = is_default or (options.wants_odds and gives_all)
        for market in map(BY_PARAM.__getitem__, options.odds_history):
            if market in carried_markets(is_default=is_default):
                arguments = {"market": market.param, "bookmaker": slug}
                histories.append((has_odds, market.key, arguments))
            else:
                note(f"{slug} does not carry {market.param}; no odds history of it comes.")
    if histories:
        yield singles("odds history", {}, of_new=len(histories), histories=json.dumps(histories))
