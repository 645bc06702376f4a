"""Every list of fixtures, and one fixture with its events, statistics and odds, and how these moved."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from footydata.football.errors import InsufficientPlan, InvalidTimeWindow, ResourceNotFound
from footydata.football.moments import iso_utc
from footydata.football.records import BookmakerRecord, StatisticsRecord
from footydata.football.terms import ALL_STATUSES, DAY, ENGLISH, Include, Order, Status
from footydata.service import nesting
from footydata.service.call import (
    ALWAYS,
    Answer,
    EndpointCall,
    PageRequest,
    check_bookmakers,
    check_team,
    default_bookmakers,
    fixture_in_path,
    league_in_path,
    league_in_query,
    requested_market,
    season_or_newest,
    team_in_path,
)
from footydata.service.nesting import Json
from footydata.store.read import details
from footydata.store.read.fixtures import FixtureFilter, fixture_ids, fixtures_by_id


def fixtures(
    call: EndpointCall,
    *,
    start_time: int | None = None,
    end_time: int | None = None,
    league: int | None = None,
    status: str = ALL_STATUSES,
    include: tuple[str, ...] = (),
    esports: bool = False,
    lang: str = ENGLISH,
    page: PageRequest,
) -> Answer:
    """The fixtures of a window of at most a day, or all fixtures in play."""
    start, end = _day_window(start_time, end_time, call.now)
    narrowed = _fixture_filter(start, end, status=status, widest=DAY)
    if narrowed.start_ts is not None and start < call.history_start:
        raise InsufficientPlan(
            f"the window's start {iso_utc(start)} is older than the history of the {call.plan.title} plan, which starts "
            f"at {iso_utc(call.history_start)}",
            param="start_time"
            if start_time is not None
            else "end_time"
            if end_time is not None
            else None,
        )
    _check_odds_on_lists(call, include)
    if league is not None:
        league_in_query(call, league)
    narrowed = replace(
        narrowed,
        league_ids=None if league is None else (league,),
        esports=esports,
        plans=call.visible_plans,
    )
    # The default window and the start of the history change at midnight.
    midnight = (int(call.now) // DAY + 1) * DAY
    return _fixture_list(call, narrowed, page=page, include=include, lang=lang, good_until=midnight)


def league_fixtures(
    call: EndpointCall,
    *,
    season: str | None = None,
    order: str = Order.DESC,
    status: str = ALL_STATUSES,
    include: tuple[str, ...] = (),
    start_time: int | None = None,
    end_time: int | None = None,
    lang: str = ENGLISH,
    page: PageRequest,
) -> Answer:
    """The fixtures of a season: the one named, else the newest with fixtures."""
    narrowed = _fixture_filter(start_time, end_time, status=status)
    _check_odds_on_lists(call, include)
    row = league_in_path(call)
    season_row = season_or_newest(call, row, season)
    narrowed = replace(
        narrowed, league_ids=(row.id,), season_ids=(season_row.id,) if season_row else None
    )
    return _fixture_list(
        call,
        narrowed,
        page=page,
        order=Order(order),
        include=include,
        lang=lang,
    )


def team_fixtures(
    call: EndpointCall,
    *,
    order: str = Order.DESC,
    status: str = ALL_STATUSES,
    include: tuple[str, ...] = (),
    start_time: int | None = None,
    end_time: int | None = None,
    lang: str = ENGLISH,
    page: PageRequest,
) -> Answer:
    """One team's fixtures."""
    narrowed = _fixture_filter(start_time, end_time, status=status)
    _check_odds_on_lists(call, include)
    row = team_in_path(call)
    plans = call.visible_plans
    if plans is not None:
        check_team(call, row)
    narrowed = replace(narrowed, team_ids=(row.id,), plans=plans)
    return _fixture_list(
        call,
        narrowed,
        page=page,
        order=Order(order),
        include=include,
        lang=lang,
    )


def fixture(call: EndpointCall, *, include: tuple[str, ...] = (), lang: str = ENGLISH) -> Answer:
    """One fixture with its odds summary."""
    row = fixture_in_path(call, lang=lang)
    added = {key: values[row.id] for key, values in _included(call, [row.id], include).items()}
    return Answer(nesting.single_fixture(row, _summaries(call, [row.id])[row.id], added))


def fixture_events(call: EndpointCall) -> Answer:
    """The timeline of one fixture."""
    row = fixture_in_path(call)
    return Answer({"fixture_id": row.id, "events": _timelines(call, [row.id])[row.id]})


def fixture_statistics(call: EndpointCall) -> Answer:
    """The in-play statistics of one fixture."""
    row = fixture_in_path(call)
    return Answer({"fixture_id": row.id, "statistics": _statistics(call, [row.id])[row.id]})


def fixture_odds(
    call: EndpointCall, *, bookmakers: Sequence[BookmakerRecord] = (), market: str | None = None
) -> Answer:
    """Lines and prices of one fixture, an entry per bookmaker in the order of the request."""
    requested = bookmakers or default_bookmakers(call)
    chosen_market = requested_market(market, requested)
    check_bookmakers(call, requested)
    row = fixture_in_path(call)
    entries = [
        nesting.bookmaker_odds(
            bookmaker,
            details.odds(call.connection, [row.id], bookmaker_id=bookmaker.id)[row.id],
            market=chosen_market,
        )
        for bookmaker in requested
    ]
    return Answer({"fixture_id": row.id, "bookmakers": entries})


def fixture_odds_history(
    call: EndpointCall,
    *,
    market: str,
    bookmaker: BookmakerRecord | None = None,
    page: PageRequest,
) -> Answer:
    """How a market of one fixture moved at a bookmaker, oldest first."""
    requested = [bookmaker] if bookmaker else default_bookmakers(call)
    chosen_market = requested_market(market, requested)
    if not call.plan.odds_history:
        raise InsufficientPlan(f"the odds history needs Ultra; the key's plan is {call.plan.title}")
    row = fixture_in_path(call)
    if not requested or chosen_market is None:
        raise ResourceNotFound("the database has no bookmaker, so there is no odds history")
    (bookmaker,) = requested
    ticks, pagination = page.cut(
        details.odds_ticks(
            call.connection,
            row.id,
            bookmaker_id=bookmaker.id,
            market=chosen_market.key,
            limit=page.limit,
            offset=page.offset,
        )
    )
    data = {
        "fixture_id": row.id,
        "bookmaker": nesting.bookmaker_brief(bookmaker),
        "market": chosen_market.param,
        "ticks": [nesting.tick(tick) for tick in ticks],
    }
    return Answer(data, pagination)


def _day_window(start: int | None, end: int | None, now: float) -> tuple[int, int]:
    """The window of /v1/fixtures: a missing end is a day from the other one; without both, it is today (UTC).

    >>> _day_window(None, None, 90_000), _day_window(100, None, 0), _day_window(None, 90_000, 0)
    ((86400, 172800), (100, 86500), (3600, 90000))
    """
    if start is None:
        start = int(now) // DAY * DAY if end is None else end - DAY
    return start, start + DAY if end is None else end


def _check_odds_on_lists(call: EndpointCall, include: Sequence[str]) -> None:
    """Refuse include=odds on a list if the plan does not allow it. Raises InsufficientPlan."""
    if Include.ODDS in include and not call.plan.odds_on_lists:
        raise InsufficientPlan(
            f"include=odds on a list of fixtures needs Pro or Ultra; the key's plan is {call.plan.title}",
            param="include",
        )


def _fixture_filter(
    start: int | None, end: int | None, *, status: str, widest: int | None = None
) -> FixtureFilter:
    """The filter by time and status; status=live ignores the window, which is open on the side of a None.

    widest: the most seconds of a window. Raises InvalidTimeWindow for one that is wider, empty or reversed.
    """
    if status == Status.LIVE:
        start = end = None
    if start is not None and end is not None:
        if end <= start:
            raise InvalidTimeWindow(
                f"end_time {end} is not after start_time {start}", param="end_time"
            )
        if widest is not None and end - start > widest:
            raise InvalidTimeWindow(
                f"the window is {end - start} seconds wide; at most {widest} are allowed here",
                param="end_time",
            )
    return FixtureFilter(
        start_ts=start, end_ts=end, statuses=None if status == ALL_STATUSES else (status,)
    )


def _fixture_list(
    call: EndpointCall,
    narrowed: FixtureFilter,
    *,
    page: PageRequest,
    order: Order = Order.ASC,
    include: Sequence[str] = (),
    lang: str,
    good_until: float = ALWAYS,
) -> Answer:
    """One page of the fixtures that a filter selects."""
    ids, pagination = page.cut(
        fixture_ids(call.connection, narrowed, order=order, limit=page.limit, offset=page.offset)
    )
    rows = fixtures_by_id(call.connection, ids, lang=lang)
    nested = [nesting.fixture_row(rows[fixture_id]) for fixture_id in ids]
    for key, details_of in _included(call, ids, include).items():
        for row, fixture_id in zip(nested, ids, strict=True):
            row[key] = details_of[fixture_id]
    return Answer(nested, pagination, good_until)


def _included(
    call: EndpointCall, ids: Sequence[int], include: Sequence[str]
) -> dict[str, Mapping[int, object]]:
    """What include adds to fixtures: key → fixture id → its value, in the order of Contract 10.12."""
    return {key: read(call, ids) for name, (key, read) in _EXPANSIONS.items() if name in include}


def _summaries(call: EndpointCall, ids: Sequence[int]) -> dict[int, Json]:
    """Fixture id → its odds summary at the default bookmaker."""
    # Without a default one there is no summary, where None would be all of them.
    bookmaker_id = next((bookmaker.id for bookmaker in default_bookmakers(call)), 0)
    odds = details.odds(call.connection, ids, bookmaker_id=bookmaker_id)
    return {fixture_id: nesting.odds_summary(records) for fixture_id, records in odds.items()}


def _statistics(call: EndpointCall, ids: Sequence[int]) -> dict[int, Json]:
    """Fixture id → its in-play statistics."""
    rows = details.rows_of(call.connection, StatisticsRecord, ids)
    return {fixture_id: nesting.statistics(row) for fixture_id, row in rows.items()}


def _timelines(call: EndpointCall, ids: Sequence[int]) -> dict[int, list[Json]]:
    """Fixture id → its timeline, in stored order."""
    events = details.events(call.connection, ids)
    return {fixture_id: [nesting.event(row) for row in rows] for fixture_id, rows in events.items()}


_EXPANSIONS: dict[
    str, tuple[str, Callable[[EndpointCall, Sequence[int]], Mapping[int, object]]]
] = {
    Include.ODDS: ("odds", _summaries),
    Include.STATS: ("statistics", _statistics),
    Include.EVENTS: ("events", _timelines),
}
"""Name in include → the key that it adds, and what reads its values."""
