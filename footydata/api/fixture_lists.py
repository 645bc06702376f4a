"""Lists of fixtures, with what `include` adds to each: shared by the endpoints that return fixtures."""

from collections.abc import Callable, Mapping, Sequence

from footydata.api.call import ALWAYS, Answer, EndpointCall, PageRequest, RenderedRows
from footydata.api.odds_rules import default_bookmaker_of
from footydata.contract.errors import InsufficientPlan, InvalidTimeWindow
from footydata.contract.terms import DAY, Include, Order, Status
from footydata.models import rendering
from footydata.queries import details
from footydata.queries.fixtures import FixtureFilter, fixture_briefs, fixture_ids, league_names, team_names
from footydata.queries.timelines import timelines_json

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


def status_filter(status: str) -> str | None:
    """The stored status for a value of the parameter status, None for all."""
    return status if status in _STATUSES else None


def fixture_filter(
    call: EndpointCall, *, status: str, start_time: int | None, end_time: int | None, include: Sequence[str]
) -> FixtureFilter:
    """The filter by time and status of the fixtures of a league or team; status=live ignores the window.

    Raises InvalidTimeWindow, InsufficientPlan.
    """
    start, end = (None, None) if status == Status.LIVE else (start_time, end_time)
    check_window(start, end)
    check_odds_on_lists(call, include)
    return FixtureFilter(start_ts=start, end_ts=end, status=status_filter(status))


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
    rows = call.reader.fragments.of(("row", lang), ids, lambda missing: _rows(call, missing, lang))
    expanded = _joined(rows, included(call, ids, include)) if include else rows
    return Answer(RenderedRows(expanded), pagination, good_until)


def _joined(rows: Sequence[bytes], added: Mapping[bytes, Sequence[bytes]]) -> list[bytes]:
    """The rows with the additions to each, in one copy. added: key → JSON per row."""
    template = b"%b" + b"".join(b',"%b":%%b' % key for key in added) + b"}"
    return [template % parts for parts in zip([row[:-1] for row in rows], *added.values(), strict=True)]


def included(call: EndpointCall, ids: Sequence[int], include: Sequence[str]) -> dict[bytes, list[bytes]]:
    """What include adds to fixtures: key → JSON per fixture, in the order of the specification's table."""
    return {key: _expanded(call, name, ids) for name, (key, _) in _EXPANSIONS.items() if name in include}


def _expanded(call: EndpointCall, name: str, ids: Sequence[int]) -> list[bytes]:
    _, render = _EXPANSIONS[name]
    return call.reader.fragments.of(name, ids, lambda missing: render(call, missing))


def summaries(call: EndpointCall, ids: Sequence[int]) -> list[bytes]:
    """The odds summaries of fixtures, in the order of the ids."""
    return _expanded(call, Include.ODDS, ids)


def _rows(call: EndpointCall, ids: Sequence[int], lang: str) -> dict[int, bytes]:
    rows = fixture_briefs(call.connection, ids)
    _, league_ids, home_ids, away_ids, *_ = zip(*rows, strict=True)
    leagues = _named(call, "league", league_ids, lang)
    homes, aways = _named(call, "team", home_ids, lang), _named(call, "team", away_ids, lang)
    return rendering.fixtures_json(rows, leagues, homes, aways)


def _named(call: EndpointCall, kind: str, ids: Sequence[int], lang: str) -> list[bytes]:
    """Leagues or teams with their names in the language, as JSON in the order of the ids, which may repeat."""
    names_of = {"league": league_names, "team": team_names}[kind]

    def render(missing: Sequence[int]) -> dict[int, bytes]:
        found = names_of(call.connection, missing, lang=lang)
        return {id_: rendering.named_json(id_, name) for id_, name in found.items()}

    return call.reader.fragments.of((kind, lang), ids, render)


def _summaries(call: EndpointCall, ids: Sequence[int]) -> dict[int, bytes]:
    default = default_bookmaker_of(call)
    if default is None:
        return rendering.summaries_json(ids, (), ())
    lines = details.summary_lines(call.connection, ids, bookmaker_id=default.id)
    prices = details.summary_prices(call.connection, ids, bookmaker_id=default.id)
    return rendering.summaries_json(ids, lines, prices)


def _statistics(call: EndpointCall, ids: Sequence[int]) -> dict[int, bytes]:
    found = details.statistics(call.connection, ids)
    return {fixture_id: rendering.statistics_json(row) for fixture_id, row in found.items()}


def _timelines(call: EndpointCall, ids: Sequence[int]) -> dict[int, bytes]:
    return timelines_json(call.connection, ids)


_Render = Callable[[EndpointCall, Sequence[int]], Mapping[int, bytes]]

_EXPANSIONS: dict[str, tuple[bytes, _Render]] = {
    Include.ODDS: (b"odds", _summaries),
    Include.STATS: (b"statistics", _statistics),
    Include.EVENTS: (b"events", _timelines),
}
"""Name in include → the key that it adds, and what renders its value."""
