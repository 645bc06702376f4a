"""/v1/fixtures, and one fixture with its events and statistics."""

from footydata.football.errors import InsufficientPlan
from footydata.football.languages import ENGLISH
from footydata.football.moments import iso_utc
from footydata.football.terms import ALL_STATUSES, DAY, Status
from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall, PageRequest
from footydata.service.fixture_lists import (
    check_odds_on_lists,
    check_window,
    day_window,
    fixture_list,
    included,
    statistics,
    status_filter,
    summaries,
    timelines,
)
from footydata.service.lookups import fixture_in_path, league_in_query
from footydata.store.read.fixtures.fixtures import FixtureFilter


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
    page: int = 1,
    per_page: int | None = None,
) -> Answer:
    """The fixtures of a window of at most a day, or all fixtures in play."""
    live = status == Status.LIVE
    start, end = (None, None) if live else day_window(start_time, end_time, call.now)
    check_window(start, end, widest=DAY)
    if start is not None and start < call.history_start:
        bounds = {"start_time": start_time, "end_time": end_time}
        window_start = f"start_time {start}" if start_time is not None else f"the window's start {iso_utc(start)}"
        raise InsufficientPlan(
            f"{window_start} is older than the history of the {call.plan.title} plan, which starts at "
            f"{iso_utc(call.history_start)}",
            param=next((name for name, value in bounds.items() if value is not None), None),
        )
    check_odds_on_lists(call, include)
    if league is not None:
        league_in_query(call, league)
    narrowed = FixtureFilter(
        start_ts=start,
        end_ts=end,
        league_ids=None if league is None else (league,),
        statuses=status_filter(status),
        esports=esports,
        plans=call.visible_plans,
    )
    # The default window and the start of the history change at midnight.
    midnight = (int(call.now) // DAY + 1) * DAY
    return fixture_list(
        call,
        narrowed,
        page=PageRequest.of(page, per_page, include=include, live=live),
        include=include,
        lang=lang,
        good_until=midnight,
    )


def fixture(call: EndpointCall, *, include: tuple[str, ...] = (), lang: str = ENGLISH) -> Answer:
    """One fixture with its odds summary."""
    row = fixture_in_path(call, lang=lang)
    added = {key: values[row.id] for key, values in included(call, [row.id], include).items()}
    return Answer(nesting.single_fixture(row, summaries(call, [row.id])[row.id], added))


def fixture_events(call: EndpointCall) -> Answer:
    """The timeline of one fixture."""
    row = fixture_in_path(call)
    return Answer({"fixture_id": row.id, "events": timelines(call, [row.id])[row.id]})


def fixture_statistics(call: EndpointCall) -> Answer:
    """The in-play statistics of one fixture."""
    row = fixture_in_path(call)
    return Answer({"fixture_id": row.id, "statistics": statistics(call, [row.id])[row.id]})
