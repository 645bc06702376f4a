"""Fair lines and prices by our model beside the recorded quotes."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial
from typing import Annotated, Unpack

from footydata.football.declared_types import MarketName
from footydata.football.markets import MARKETS
from footydata.football.terms import DAY, Status
from footydata.forecast.pricing import AHEAD, Comparison, price, values_of
from footydata.odds.settlement import market_of
from footydata.store.bookmakers import bookmakers, find_bookmaker
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.fixtures import FixtureFilter, fixtures, why_no_fixtures
from footydata.store.typed_names import markets_named
from footydata.views.arguments import Bookmaker, Clock, FixtureFilters, FixtureIds, Says
from footydata.views.columns import columns, row_of
from footydata.views.doubts import fixture_doubts, old_doubts, result_ages
from footydata.views.fixtures import fixture_named, ids_alone
from footydata.views.recorded import BESIDE, EVIDENCE, QUOTE, prices_text
from footydata.views.view import Block, Shown, View

_RANGES = tuple(f"price_{place}_{end}" for place in (1, 2, 3) for end in ("low", "high"))
FAIR_LINE_COLUMNS = columns(
    "fair_lines",
    (
        *("fixture_id", "kickoff_ts", "country", "league", "home", "away", "market"),
        *(*QUOTE, *_RANGES, "recorded_bookmaker", "recorded_period"),
        *(f"recorded_{name}" for name in QUOTE),
        *(f"there_price_{place}" for place in (1, 2, 3)),
        *(f"edge_{place}" for place in (1, 2, 3)),
        *("home_mean", "away_mean", "home_seen", "away_seen"),
        *("sample", "fixtures_used", "model"),
    ),
)

WHOLE_MATCH = [market.param for market in MARKETS if market.shape.has_line and not market.half]
"""The markets of lines of the whole match."""

Markets = Annotated[
    MarketName | Iterable[MarketName],
    Says(
        "A market; by default all eleven of the service.",
        "1x2, asian, goalline, corner, corner_asian, cards, cards_asian, btts, home_corners ...",
    ),
]


def lines_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureIds | None = None,
    *,
    market: Markets | None = None,
    markets: Annotated[MarketName | Iterable[MarketName], Says("Another name of market.")]
    | None = None,
    bookmaker: Bookmaker | None = None,
    **filters: Unpack[FixtureFilters],
) -> View:
    """Fair lines and prices by our model beside the recorded ones; without id and days, of the next two weeks.

    A fixture is priced from the results of its league known at the start of its day, corners and cards also from
    recorded result prices, so that a past day shows what could have been known then. there_price: our prices at the
    recorded line; edge: the recorded price over ours there, less one. There is no evidence that betting on it makes a
    profit.
    """
    ids = ids_alone(fixture_id, filters)
    narrowed = FixtureFilter()
    if ids is None:
        narrowed = fixture_filter(connection, zone=clock.zone, **filters)
        if narrowed.start_ts is None and narrowed.end_ts is None:
            statuses = narrowed.statuses or (Status.SCHEDULED,)
            end_ts = clock.now + AHEAD
            narrowed = replace(narrowed, start_ts=clock.now, end_ts=end_ts, statuses=statuses)
        rows = fixtures(connection, narrowed)
    else:
        rows = [fixture_named(connection, each) for each in ids]
    names = markets_named(market, markets)
    priced = price(
        connection,
        rows,
        now=clock.now,
        markets=MARKETS if names is None else [market_of(name) for name in names],
        bookmaker=None if bookmaker is None else find_bookmaker(connection, bookmaker),
    )
    compared = priced.comparisons
    reason = "no market was given" if names == [] else priced.reason
    ages = result_ages(connection, rows, now=clock.now)
    others = {maker.slug: maker.name for maker in bookmakers(connection) if not maker.is_default}
    return View(
        FAIR_LINE_COLUMNS,
        [row_of(FAIR_LINE_COLUMNS, values_of(row)) for row in compared],
        _shown(compared, others if bookmaker is None else {}, zone=clock.zone),
        [Block("", compared)],
        doubts=[
            *fixture_doubts(rows, [None] * len(rows), now=clock.now),
            *(f"no line of {subject}: {why}" for subject, why in priced.refused.items()),
            *old_doubts(ages, what="these lines"),
        ],
        about={"refused": dict(priced.refused), "newest_result_days": ages},
        reason="" if compared else reason if rows else why_no_fixtures(connection, narrowed),
        fixture_ids=[row.id for row in rows],
        rests_on=_rests_on(compared),
        as_of_ts=None
        if ids is None or not rows
        else min(rows[0].kickoff_ts - rows[0].kickoff_ts % DAY, clock.now),
    )


def _rests_on(rows: Sequence[Comparison]) -> int:
    """On how many past fixtures the lines rest: of each league the most."""
    used: dict[int, int] = {}
    for row in rows:
        league_id = row.fixture.league_id
        used[league_id] = max(used.get(league_id, 0), row.fair.fixtures_used)
    return sum(used.values())


def _shown(
    rows: Sequence[Comparison], others: Mapping[str, str], *, zone: tzinfo
) -> tuple[Shown, ...]:
    """The columns of lines. others: slug → name of the bookmakers but the default one that may be shown."""
    leagues = {row.fixture.league_id for row in rows}
    with_day = len({row.fixture.kickoff_ts // DAY for row in rows}) > 1
    maker = Shown("by", partial(_maker, others=others), 65, kind="text")
    league = Shown("league", lambda row: row.fixture.league, 60, kind="text")
    return (
        *((league,) if len(leagues) > 1 else ()),
        Shown(
            "kickoff", partial(_kickoff, with_day=with_day, zone=zone), kind="whole", is_needed=True
        ),
        Shown("home", lambda row: row.fixture.home, kind="text", is_needed=True),
        Shown("away", lambda row: row.fixture.away, kind="text", is_needed=True),
        Shown("market", lambda row: row.market.param, kind="text", is_needed=True),
        *BESIDE,
        *((maker,) if others else ()),
        Shown("fair there", lambda row: prices_text(row.fair_at_recorded or ()), 110),
        Shown("edge", _edges, 75),
        *EVIDENCE,
        Shown("with", lambda row: "result prices" if row.with_prices else None, 125, kind="text"),
    )


def _kickoff(row: Comparison, *, with_day: bool, zone: tzinfo) -> str:
    fixture = row.fixture
    parts = (["%m-%d"] if with_day else []) + (["%H:%M"] if fixture.time_known else [])
    moment = datetime.fromtimestamp(fixture.kickoff_ts, zone)
    return moment.strftime(" ".join(parts)) if parts else ""


def _maker(row: Comparison, *, others: Mapping[str, str]) -> str | None:
    """Whose quote it is, where it is not the default bookmaker's."""
    return others.get(row.recorded.bookmaker) if row.recorded else None


def _edges(row: Comparison) -> str | None:
    edges = [edge for edge in row.edges if edge is not None]
    return " ".join(f"{edge:+.1%}" for edge in edges) or None
