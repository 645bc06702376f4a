"""Plans the lists of a pull, and how many requests of each kind it will take.

Whole seasons by league need the fewest requests: 50 fixtures per request with all included details, 100 without. Of a
season that was pulled whole, only fixtures from the first unfinished one on are asked for, and missing parts.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from footydata.football.errors import NotFound
from footydata.football.markets import BY_PARAM, carried_markets
from footydata.football.records import SeasonRecord
from footydata.football.terms import DAY, Include, Part, Status
from footydata.ingest.mirroring.options import EVER, PullOptions
from footydata.service.client.call import call_of
from footydata.service.params import MAX_PER_PAGE, MAX_PER_PAGE_WITH_INCLUDE
from footydata.store.write.pulls import IncompleteFixture

WIDEST_WINDOW = DAY
"""In seconds; a wider window in /v1/status is ignored."""

EXPECTED_FIXTURES = 380
"""The assumed fixtures of an unknown season: twenty teams that meet twice."""

LACKING = {
    "detail": Part.ROUND | Part.HALF_GOALS | Part.HALF_CORNERS,
    "odds history": Part.ODDS_HISTORY,
}
"""Kind of request for one fixture → the parts that it gives. Requests for odds depend on the plan too."""

TEN_MONTHS = 300 * DAY
"""The assumed length of a season, in seconds."""

OVERDUE = 14 * DAY
"""Unfinished fixtures so many seconds after their kickoff (mostly postponed) are asked for one by one."""

PART_OF_INCLUDE = {
    Include.ODDS: Part.ODDS_SUMMARY,
    Include.EVENTS: Part.EVENTS,
    Include.STATS: Part.STATISTICS,
}

ORDER = (
    "status",
    "catalogue",
    "fixtures",
    "tables",
    "teams",
    "names",
    "odds",
    "detail",
    "odds history",
)
"""The kinds of requests in the order of a pull; the first ones are spent on planning."""


class Rights(NamedTuple):
    """What the key may ask, by /v1/status; everything if the service does not say."""

    plan: str = ""
    odds_on_lists: bool = True
    all_bookmakers: bool = True
    odds_history: bool = True
    history_start: int = 0
    window_seconds: int | None = None


def rights_of(data: Mapping[str, Any]) -> Rights:
    """The rights in the data of /v1/status; values out of shape are ignored."""
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


def _whole(value: object, most: int) -> int | None:
    return value if type(value) is int and 0 <= value <= most else None


class ListRequest(NamedTuple):
    """A list to walk page by page, or a record to ask for.

    kind: one of ORDER. endpoint, id, arguments: of the request. pages: expected requests. season_id, league_id: whose
    fixtures, members or table it is.
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
        """The path and query of the list, which identify it."""
        return call_of(self.endpoint, self.id, self.arguments).target

    def spans(self, moment: int) -> bool:
        """Whether this is a list of fixtures before and after a moment."""
        is_list = self.endpoint == "league_fixtures"
        start, end = self.arguments.get("start_time", 0), self.arguments.get("end_time", EVER)
        return is_list and bool(start < moment < end)


class SeasonToPull(NamedTuple):
    """A season to mirror, with its stored fixtures.

    teams: how many play in it, 0 if unknown. is_whole: whether every page of it was pulled before.
    """

    league_id: int
    has_standings: bool
    season: SeasonRecord
    stored: Sequence[IncompleteFixture]
    teams: int = 0
    is_whole: bool = False

    @property
    def expected(self) -> int:
        """How many fixtures it will have: those stored, or as many as if every pair of its teams meets twice."""
        if self.is_whole or not self.teams:
            return len(self.stored) or EXPECTED_FIXTURES
        return max(
            self.teams * (self.teams - 1) if self.has_standings else self.teams, len(self.stored)
        )

    def within(self, fixtures: int, options: PullOptions) -> int:
        """How many of so many fixtures are in the asked window, if they are spread evenly over ten months."""
        if options.start_ts is None or options.end_ts is None:
            return fixtures
        return min(fixtures, -(-fixtures * (options.end_ts - options.start_ts) // TEN_MONTHS))

    def lacking(self, parts: Part) -> int:
        """How many of its fixtures are missing or lack parts."""
        return self.expected - sum(_has_for_good(one, parts) for one in self.stored)


def _has_for_good(fixture: IncompleteFixture, parts: Part) -> bool:
    """Whether a fixture has the parts and they will not change: of an unfinished one, only the round is final."""
    final = parts if fixture.status == Status.FINISHED else parts & Part.ROUND
    return bool(final) and not int(final) & ~fixture.parts


class Planned(NamedTuple):
    """A plan: the leagues, the lists in order, and kind → how many fixtures need a request of that kind."""

    leagues: tuple[int, ...]
    lists: tuple[ListRequest, ...]
    lacking: dict[str, int]

    def as_text(self) -> str:
        """The plan as JSON."""
        return json.dumps([self.leagues, self.lists, self.lacking])

    @classmethod
    def from_text(cls, text: str) -> "Planned":
        """The plan in JSON from as_text."""
        leagues, lists, lacking = json.loads(text)
        return cls(tuple(leagues), tuple(ListRequest(*each) for each in lists), lacking)


def whole_address(season: SeasonToPull, options: PullOptions) -> str:
    """The address that notes that a season was pulled whole, in the asked window."""
    return call_of(
        "league_fixtures", season.league_id, {"season": season.season.label, **_window(options)}
    ).target


def list_include(options: PullOptions, rights: Rights) -> tuple[str, ...]:
    """The include values for lists."""
    return tuple(
        name
        for name in map(str, Include)
        if name in options.include and (name != Include.ODDS or rights.odds_on_lists)
    )


def overlaps(season: SeasonRecord, options: PullOptions) -> bool:
    """Whether a season may have fixtures between the first and the last day."""
    if options.start and options.start.year > season.start_year + ("/" in season.label) + (
        options.start.month == 1
    ):
        return False
    return not (options.end and options.end.year < season.start_year)


def plan_lists(
    options: PullOptions, rights: Rights, seasons: Sequence[SeasonToPull], *, now: int
) -> Iterator[ListRequest]:
    """The lists in order: fixtures and tables of the newest seasons first, names last."""
    ranks: Counter[int] = Counter()
    ranked = []
    for place, each in enumerate(seasons):
        ranked.append((ranks[each.league_id], place, each))
        ranks[each.league_id] += 1
    for _, _, each in sorted(ranked, key=lambda entry: entry[:2]):
        yield from _fixture_lists(each, options, rights, now)
        yield (
            table_of(each.league_id, each.season)
            if each.has_standings
            else members_of(each.league_id, each.season)
        )
    yield from _team_lists(options, [each for each in seasons if each.has_standings])
    for lang in options.langs:
        yield from _name_lists(lang, options)


def members_of(league_id: int, season: SeasonRecord) -> ListRequest:
    """The request for the teams of a season."""
    arguments = {"league": league_id, "season": season.label}
    return ListRequest("tables", "teams", None, arguments, league_id=league_id, season_id=season.id)


def table_of(league_id: int, season: SeasonRecord) -> ListRequest:
    """The request for the points table of a season, which gives its members and the points taken."""
    arguments = {"league": league_id, "season": season.label}
    return ListRequest(
        "tables", "standings", None, arguments, league_id=league_id, season_id=season.id
    )


def _window(
    options: PullOptions, start: int | None = None, end: int | None = None
) -> dict[str, int]:
    starts = [moment for moment in (options.start_ts, start) if moment is not None]
    ends = [moment for moment in (options.end_ts, end) if moment is not None]
    return ({"start_time": max(starts)} if starts else {}) | (
        {"end_time": min(ends)} if ends else {}
    )


def _fixture_lists(
    each: SeasonToPull, options: PullOptions, rights: Rights, now: int
) -> Iterator[ListRequest]:
    include = list_include(options, rights)
    if not each.is_whole:
        yield _season_list(each, include, _window(options), each.within(each.expected, options))
        return
    stored = [
        one
        for one in each.stored
        if (options.start_ts or 0) <= one.kickoff_ts < (options.end_ts or EVER)
    ]
    finished = [one for one in stored if one.status == Status.FINISHED]
    parts = _parts(include)
    lacking = [one for one in finished if parts & ~one.parts]
    if lacking:
        missing = [
            name
            for name in include
            if any(PART_OF_INCLUDE[Include(name)] & ~one.parts for one in lacking)
        ]
        first, last = lacking[0].kickoff_ts, lacking[-1].kickoff_ts
        among = sum(first <= one.kickoff_ts <= last for one in finished)
        window = {**_window(options, first, last + 1), "status": str(Status.FINISHED)}
        yield _season_list(each, tuple(missing), window, among)
    yield from _open_lists(
        each, [one for one in stored if one.status != Status.FINISHED], include, options, now
    )


def _open_lists(
    each: SeasonToPull,
    still_open: Sequence[IncompleteFixture],
    include: tuple[str, ...],
    options: PullOptions,
    now: int,
) -> Iterator[ListRequest]:
    """Requests from the first unfinished fixture on; in the current season also for fixtures added since."""
    overdue = [one for one in still_open if one.kickoff_ts < now - OVERDUE]
    coming = [one for one in still_open if one.kickoff_ts >= now - OVERDUE]
    if coming or each.season.current:
        start = (
            coming[0].kickoff_ts
            if coming
            else max((one.kickoff_ts + 1 for one in each.stored), default=None)
        )
        if start is None or options.end_ts is None or start < options.end_ts:
            yield _season_list(each, include, _window(options, start), len(coming) or 1)
    single = (
        {"include": [name for name in include if name != Include.ODDS]} if _parts(include) else {}
    )
    for one in overdue:
        arguments = single if single.get("include") else {}
        yield ListRequest(
            "fixtures",
            "fixture",
            one.id,
            arguments,
            league_id=each.league_id,
            season_id=each.season.id,
        )


def _season_list(
    each: SeasonToPull, include: tuple[str, ...], window: dict[str, Any], fixtures: int
) -> ListRequest:
    arguments: dict[str, Any] = {"season": each.season.label, "order": "asc", **window}
    if include:
        arguments["include"] = list(include)
    size = MAX_PER_PAGE_WITH_INCLUDE if include else MAX_PER_PAGE
    pages = max(1, -(-fixtures // size))
    return ListRequest(
        "fixtures",
        "league_fixtures",
        each.league_id,
        arguments,
        pages,
        each.league_id,
        each.season.id,
    )


def _parts(include: Iterable[str]) -> int:
    return sum(int(PART_OF_INCLUDE[Include(name)]) for name in include)


def _team_lists(options: PullOptions, seasons: Sequence[SeasonToPull]) -> Iterator[ListRequest]:
    """The requests for teams with their countries: all of them, or those of the chosen leagues."""
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
            yield ListRequest(
                "names", "teams", None, {"lang": lang, "league": league_id}, league_id=league_id
            )
        return
    yield ListRequest("names", "leagues", None, {"lang": lang})
    if options.esports:
        yield ListRequest("names", "leagues", None, {"lang": lang, "esports": True})
    yield ListRequest("names", "teams", None, {"lang": lang})


def bookmakers_of(options: PullOptions, makers: Mapping[str, int]) -> tuple[str, ...]:
    """The slugs of the bookmakers whose odds histories are pulled: those named, else the default one.

    makers: slug → whether it is the default one, which comes first. Raises NotFound.
    """
    for slug in options.bookmakers:
        if slug not in makers:
            raise NotFound(
                f"the service has no bookmaker {slug!r}; its bookmakers are {', '.join(makers)}"
            )
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
        slugs = bookmakers_of(options, makers)
        for name in options.odds_history:
            carrying = sum(
                BY_PARAM[name] in carried_markets(is_default=bool(makers[slug])) for slug in slugs
            )
            expected["odds history"] += planned.lacking["odds history"] * carrying
    return expected
