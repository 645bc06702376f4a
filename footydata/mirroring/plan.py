"""Plans the lists of a pull, and how many requests of each kind it will take.

Whole seasons by league come cheapest: 50 fixtures a request with all that include gives, 100 without. A season that
was taken whole is asked for again from its first open fixture on, and for parts that its finished ones lack.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from footydata.client.call import call_of
from footydata.contract.errors import FootydataError
from footydata.contract.markets import BY_PARAM, carried_markets
from footydata.contract.paging import MAX_PER_PAGE, MAX_PER_PAGE_WITH_INCLUDE
from footydata.contract.terms import DAY, Include, Part, Status
from footydata.mirroring.options import EVER, PullOptions
from footydata.records import SeasonRecord
from footydata.store.pulls import Wanting

WIDEST_WINDOW = DAY
"""Seconds; who tells a wider window than that tells none."""

EXPECTED_FIXTURES = 380
"""Fixtures of a season of which nothing is known: twenty teams that meet twice."""

LACKING = {
    "odds": Part.ODDS,
    "detail": Part.ROUND | Part.HALF_GOALS | Part.HALF_CORNERS,
    "odds history": Part.ODDS_HISTORY,
}
"""Kind of request that takes a fixture each → what it brings."""

TEN_MONTHS = 300 * DAY
"""How long a season is, to plan with."""

OVERDUE = 14 * DAY
"""Open fixtures this long past their kickoff (postponed, mostly) are asked for one by one."""

PART_OF_INCLUDE = {Include.ODDS: Part.ODDS_SUMMARY, Include.EVENTS: Part.EVENTS, Include.STATS: Part.STATISTICS}

ORDER = ("status", "catalogue", "fixtures", "tables", "teams", "names", "odds", "detail", "odds history")
"""The kinds of requests in the order of a pull; the first ones are spent on planning."""


class BookmakerNotServed(FootydataError):
    """A slug that no bookmaker of the service has."""


class Rights(NamedTuple):
    """What the key may ask, as /v1/status tells it; all of it where the service tells nothing."""

    plan: str = ""
    odds_on_lists: bool = True
    all_bookmakers: bool = True
    odds_history: bool = True
    history_start: int = 0
    window_seconds: int | None = None


def rights_of(data: Mapping[str, Any]) -> Rights:
    """The rights by the data of /v1/status; what is out of shape there is not known."""
    limits = data.get("limits")
    if not isinstance(limits, Mapping):
        limits = {}
    plan, width = data.get("plan"), _whole(limits.get("rate_window_seconds"), WIDEST_WINDOW)
    return Rights(
        plan if isinstance(plan, str) else "",
        bool(limits.get("odds_on_lists", True)),
        bool(limits.get("all_bookmakers", True)),
        bool(limits.get("odds_history", True)),
        _whole(limits.get("history_start"), EVER) or 0,
        width or None,
    )


def _whole(sent: object, most: int) -> int | None:
    return sent if type(sent) is int and 0 <= sent <= most else None


class ListRequest(NamedTuple):
    """A list to walk page by page, or a record to ask for.

    Attributes: kind: of ORDER. endpoint, id, arguments: what is asked. pages: how many requests are expected.
    season_id, league_id: whose fixtures, members or table it is.
    """

    kind: str
    endpoint: str
    id: int | None
    arguments: dict[str, Any]
    pages: int = 1
    league_id: int | None = None
    season_id: int | None = None

    @property
    def address(self) -> str:
        """What tells this list from others."""
        return call_of(self.endpoint, self.id, self.arguments).target

    def spans(self, moment: int) -> bool:
        """Whether this is a list of fixtures on both sides of a moment."""
        is_list = self.endpoint == "league_fixtures"
        start, end = self.arguments.get("start_time", 0), self.arguments.get("end_time", EVER)
        return is_list and bool(start < moment < end)


class SeasonOf(NamedTuple):
    """A season to mirror, with what is stored of it.

    teams: how many play in it, 0 where that is not known. is_whole: every page of it came once.
    """

    league_id: int
    has_standings: bool
    season: SeasonRecord
    stored: Sequence[Wanting]
    teams: int = 0
    is_whole: bool = False

    @property
    def expected(self) -> int:
        """How many fixtures it will have: as many as are stored, or every pair of its teams twice."""
        if self.is_whole or not self.teams:
            return len(self.stored) or EXPECTED_FIXTURES
        return max(self.teams * (self.teams - 1) if self.has_standings else self.teams, len(self.stored))

    def within(self, fixtures: int, options: PullOptions) -> int:
        """Of so many fixtures those in the window asked for, where they lie evenly over ten months."""
        if options.start_ts is None or options.end_ts is None:
            return fixtures
        return min(fixtures, -(-fixtures * (options.end_ts - options.start_ts) // TEN_MONTHS))

    def lacking(self, parts: Part) -> int:
        """How many of its fixtures are not there or lack parts; an open one has its round alone for good."""
        lasting = {Status.FINISHED: int(parts)}
        done = sum(
            not (lasting.get(Status(one.status)) or int(parts & Part.ROUND) or ~one.parts) & ~one.parts
            for one in self.stored
        )
        return self.expected - done


class Planned(NamedTuple):
    """A plan: the leagues, the lists in their order, and how many fixtures lack what takes a request each."""

    leagues: tuple[int, ...]
    lists: tuple[ListRequest, ...]
    lacking: dict[str, int]

    def as_text(self) -> str:
        """The plan as JSON."""
        return json.dumps([self.leagues, self.lists, self.lacking])

    @classmethod
    def from_text(cls, text: str) -> "Planned":
        """The plan that was written down."""
        leagues, lists, lacking = json.loads(text)
        return cls(tuple(leagues), tuple(ListRequest(*each) for each in lists), lacking)


def whole_address(season: SeasonOf, options: PullOptions) -> str:
    """How it is noted that a season was taken whole, in the window asked for."""
    return call_of("league_fixtures", season.league_id, {"season": season.season.label, **_window(options)}).target


def list_include(options: PullOptions, rights: Rights) -> tuple[str, ...]:
    """What include brings on lists."""
    return tuple(
        name for name in map(str, Include) if name in options.include and (name != Include.ODDS or rights.odds_on_lists)
    )


def overlaps(season: SeasonRecord, options: PullOptions) -> bool:
    """Whether a season may have fixtures between the first and the last day."""
    if options.start and options.start.year > season.start_year + ("/" in season.label) + (options.start.month == 1):
        return False
    return not (options.end and options.end.year < season.start_year)


def plan_lists(options: PullOptions, rights: Rights, seasons: Sequence[SeasonOf], *, now: int) -> Iterator[ListRequest]:
    """The lists in their order: fixtures and tables of the newest seasons first, names last."""
    ranks: Counter[int] = Counter()
    ranked = []
    for place, each in enumerate(seasons):
        ranked.append((ranks[each.league_id], place, each))
        ranks[each.league_id] += 1
    for _, _, each in sorted(ranked, key=lambda entry: entry[:2]):
        yield from _fixture_lists(each, options, rights, now)
        yield table_of(each.league_id, each.season) if each.has_standings else members_of(each.league_id, each.season)
    yield from _team_lists(options, [each for each in seasons if each.has_standings])
    for lang in options.langs:
        yield from _name_lists(lang, options)


def members_of(league_id: int, season: SeasonRecord) -> ListRequest:
    """The teams of a season."""
    arguments = {"league": league_id, "season": season.label}
    return ListRequest("tables", "teams", None, arguments, league_id=league_id, season_id=season.id)


def table_of(league_id: int, season: SeasonRecord) -> ListRequest:
    """The points table of a season: its members, and the points that were taken."""
    arguments = {"league": league_id, "season": season.label}
    return ListRequest("tables", "standings", None, arguments, league_id=league_id, season_id=season.id)


def _window(options: PullOptions, start: int | None = None, end: int | None = None) -> dict[str, int]:
    starts = [moment for moment in (options.start_ts, start) if moment is not None]
    ends = [moment for moment in (options.end_ts, end) if moment is not None]
    return ({"start_time": max(starts)} if starts else {}) | ({"end_time": min(ends)} if ends else {})


def _fixture_lists(each: SeasonOf, options: PullOptions, rights: Rights, now: int) -> Iterator[ListRequest]:
    include = list_include(options, rights)
    if not each.is_whole:
        yield _season_list(each, include, _window(options), each.within(each.expected, options))
        return
    stored = [one for one in each.stored if (options.start_ts or 0) <= one.kickoff_ts < (options.end_ts or EVER)]
    finished = [one for one in stored if one.status == Status.FINISHED]
    wanted = _parts(include)
    lacking = [one for one in finished if wanted & ~one.parts]
    if lacking:
        missing = [name for name in include if any(PART_OF_INCLUDE[Include(name)] & ~one.parts for one in lacking)]
        first, last = lacking[0].kickoff_ts, lacking[-1].kickoff_ts
        among = sum(first <= one.kickoff_ts <= last for one in finished)
        window = {**_window(options, first, last + 1), "status": str(Status.FINISHED)}
        yield _season_list(each, tuple(missing), window, among)
    yield from _open_lists(each, [one for one in stored if one.status != Status.FINISHED], include, options, now)


def _open_lists(
    each: SeasonOf, still_open: Sequence[Wanting], include: tuple[str, ...], options: PullOptions, now: int
) -> Iterator[ListRequest]:
    """From the first open fixture on; in the current season also what was drawn since."""
    overdue = [one for one in still_open if one.kickoff_ts < now - OVERDUE]
    coming = [one for one in still_open if one.kickoff_ts >= now - OVERDUE]
    if coming or each.season.current:
        start = coming[0].kickoff_ts if coming else max((one.kickoff_ts + 1 for one in each.stored), default=None)
        if start is None or options.end_ts is None or start < options.end_ts:
            yield _season_list(each, include, _window(options, start), len(coming) or 1)
    single = {"include": [name for name in include if name != Include.ODDS]} if _parts(include) else {}
    for one in overdue:
        arguments = single if single.get("include") else {}
        yield ListRequest("fixtures", "fixture", one.id, arguments, league_id=each.league_id, season_id=each.season.id)


def _season_list(each: SeasonOf, include: tuple[str, ...], window: dict[str, Any], fixtures: int) -> ListRequest:
    arguments: dict[str, Any] = {"season": each.season.label, "order": "asc", **window}
    if include:
        arguments["include"] = list(include)
    size = MAX_PER_PAGE_WITH_INCLUDE if include else MAX_PER_PAGE
    pages = max(1, -(-fixtures // size))
    return ListRequest("fixtures", "league_fixtures", each.league_id, arguments, pages, each.league_id, each.season.id)


def _parts(include: Iterable[str]) -> int:
    return sum(int(PART_OF_INCLUDE[Include(name)]) for name in include)


def _team_lists(options: PullOptions, seasons: Sequence[SeasonOf]) -> Iterator[ListRequest]:
    """The teams with their countries: all of them, or those of the chosen leagues."""
    if not options.leagues:
        yield ListRequest("teams", "teams", None, {})
        return
    for league_id in dict.fromkeys(each.league_id for each in seasons):
        yield ListRequest("teams", "teams", None, {"league": league_id}, league_id=league_id)


def _name_lists(lang: str, options: PullOptions) -> Iterator[ListRequest]:
    yield ListRequest("names", "countries", None, {"lang": lang}, pages=3)
    if options.leagues:
        for league_id in options.leagues:
            yield ListRequest("names", "league", league_id, {"lang": lang}, league_id=league_id)
            yield ListRequest("names", "teams", None, {"lang": lang, "league": league_id}, league_id=league_id)
        return
    yield ListRequest("names", "leagues", None, {"lang": lang})
    if options.esports:
        yield ListRequest("names", "leagues", None, {"lang": lang, "esports": True})
    yield ListRequest("names", "teams", None, {"lang": lang})


def bookmakers_of(options: PullOptions, makers: Mapping[str, int]) -> tuple[str, ...]:
    """The bookmakers whose odds history is pulled: those that are named, else the default one.

    makers: slug → whether it is the default one, which stands first. Raises BookmakerNotServed.
    """
    for slug in options.bookmakers:
        if slug not in makers:
            raise BookmakerNotServed(f"the service has no bookmaker {slug!r}; its bookmakers are {', '.join(makers)}")
    return options.bookmakers or tuple(makers)[:1]


def expected_requests(
    planned: Planned, options: PullOptions, rights: Rights, makers: Mapping[str, int]
) -> Counter[str]:
    """How many requests of each kind a plan takes."""
    expected: Counter[str] = Counter()
    for listing in planned.lists:
        expected[listing.kind] += listing.pages
    if options.wants_odds:
        expected["odds"] += planned.lacking["odds"]
    if options.detail:
        expected["detail"] += planned.lacking["detail"]
    if rights.odds_history:
        wanted = bookmakers_of(options, makers)
        for name in options.odds_history:
            carrying = sum(BY_PARAM[name] in carried_markets(is_default=bool(makers[slug])) for slug in wanted)
            expected["odds history"] += planned.lacking["odds history"] * carrying
    return expected
