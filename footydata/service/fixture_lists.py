"""Lists of fixtures, with what `include` adds to each: shared by the endpoints that return fixtures."""

from collections.abc import Callable, Mapping, Sequence

from footydata.football.errors import InsufficientPlan, InvalidTimeWindow
from footydata.football.terms import DAY, Include, Order, Status
from footydata.service import nesting
from footydata.service.call import ALWAYS, Answer, EndpointCall, PageRequest
from footydata.service.nesting import Json
from footydata.service.odds_rules import default_bookmaker_of
from footydata.store.read.fixtures import details
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_ids, fixtures_by_id

_STATUSES = frozenset(map(str, Status))


def check_window(start: int | None, end: int | None, *, widest: int | None = None) -> None:
    """Refuse a window that is empty, reversed or wider than `widest` seconds. None: open on that side.

    Raises InvalidTimeWindow.
    """
    if start is None or end is None:
        return
    if end <= start:
        raise InvalidTimeWindow(f"end_time {end} is not after start_time {start}", param="end_time")
    if widest is not None and end - start > widest:
        raise InvalidTimeWindow(
            f"the window is {end - start} seconds wide; at most {widest} are allowed here", param="end_time"
        )


def day_window(start: int | None, end: int | None, now: float) -> tuple[int, int]:
    """The window of /v1/fixtures: a missing end is a day from the other one; without both, it is today (UTC).

    >>> day_window(None, None, 90_000), day_window(100, None, 0), day_window(None, 90_000, 0)
    ((86400, 172800), (100, 86500), (3600, 90000))
    """
    if start is None:
        start = int(now) // DAY * DAY if end is None else end - DAY
    return start, start + DAY if end is None else end


def check_odds_on_lists(call: EndpointCall, include: Sequence[str]) -> None:
    """Refuse include=odds on a list if the plan does not allow it. Raises InsufficientPlan."""
    if Include.ODDS in include and not call.plan.odds_on_lists:
        raise InsufficientPlan(
            f"include=odds on a list of fixtures needs Pro or Ultra; the key's plan is {call.plan.title}",
            param="include",
        )


def status_filter(status: str) -> tuple[str, ...] | None:
    """The stored statuses for a value of the parameter status, None for all."""
    return (status,) if status in _STATUSES else None


def fixture_filter(
    call: EndpointCall, *, status: str, start_time: int | None, end_time: int | None, include: Sequence[str]
) -> FixtureFilter:
    """The filter by time and status of the fixtures of a league or team; status=live ignores the window.

    Raises InvalidTimeWindow, InsufficientPlan.
    """
    start, end = (None, None) if status == Status.LIVE else (start_time, end_time)
    check_window(start, end)
    check_odds_on_lists(call, include)
    return FixtureFilter(start_ts=start, end_ts=end, statuses=status_filter(status))


def fixture_list(
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
    for key, details_of in included(call, ids, include).items():
        for row, fixture_id in zip(nested, ids, strict=True):
            row[key] = details_of[fixture_id]
    return Answer(nested, pagination, good_until)


def included(call: EndpointCall, ids: Sequence[int], include: Sequence[str]) -> dict[str, Mapping[int, object]]:
    """What include adds to fixtures: key → fixture id → its value, in the order of Contract 10.12."""
    return {key: read(call, ids) for name, (key, read) in _EXPANSIONS.items() if name in include}


def summaries(call: EndpointCall, ids: Sequence[int]) -> dict[int, Json]:
    """Fixture id → its odds summary at the default bookmaker."""
    default = default_bookmaker_of(call)
    odds = details.odds(call.connection, ids, bookmaker_ids=[default.id] if default else [])
    return {fixture_id: nesting.odds_summary(records) for fixture_id, records in odds.items()}


def statistics(call: EndpointCall, ids: Sequence[int]) -> dict[int, Json]:
    """Fixture id → its in-play statistics."""
    rows = details.statistics(call.connection, ids)
    return {fixture_id: nesting.statistics(row) for fixture_id, row in rows.items()}


def timelines(call: EndpointCall, ids: Sequence[int]) -> dict[int, list[Json]]:
    """Fixture id → its timeline, in stored order."""
    events = details.events(call.connection, ids)
    return {fixture_id: [nesting.event(row) for row in rows] for fixture_id, rows in events.items()}


_EXPANSIONS: dict[str, tuple[str, Callable[[EndpointCall, Sequence[int]], Mapping[int, object]]]] = {
    Include.ODDS: ("odds", summaries),
    Include.STATS: ("statistics", statistics),
    Include.EVENTS: ("events", timelines),
}
"""Name in include → the key that it adds, and what reads its values."""
