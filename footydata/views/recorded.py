"""What is recorded of fixtures: events, statistics, further figures, odds and how they moved."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, NamedTuple, TypeVar, Unpack

from footydata.football.declared_types import MethodName
from footydata.football.markets import Market as MarketRecord
from footydata.football.records import (
    BookmakerRecord,
    EventRecord,
    FairLine,
    OddsRecord,
    StatisticsRecord,
)
from footydata.football.terms import Part, Period
from footydata.odds.markets import ALL_MARKETS, MARKET_BY_KEY
from footydata.odds.settlement import market_of
from footydata.store.bookmakers import BookmakerRanking, bookmakers, find_bookmaker, ticking
from footydata.store.claims.stored import batches
from footydata.store.read.details import (
    FigureRow,
    RecordedQuote,
    figure_rows,
    figures_named,
    odds,
    odds_ticks,
    rows_of,
    timelines,
    why_no_history,
    why_nothing_recorded,
)
from footydata.store.read.fixtures import why_no_fixtures
from footydata.store.read.provenance import fixtures_without
from footydata.store.typed_names import as_list
from footydata.views.arguments import (
    Bookmaker,
    Clock,
    FixtureFilters,
    FixtureId,
    FixtureIds,
    Market,
    Says,
)
from footydata.views.columns import Column, columns, row_of
from footydata.views.fixtures import Chosen, chosen_fixtures, fixture_named
from footydata.views.view import Shown, View, listed

QUOTE = ("line", "price_1", "price_2", "price_3")
STATISTICS_COLUMNS = columns("statistics", StatisticsRecord._fields)
FIGURE_COLUMNS = columns("figures", FigureRow._fields)
EVENT_COLUMNS = columns("events", EventRecord._fields)
TICK_COLUMNS = columns(
    "odds_history",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market", "recorded_ts", "seq", "minute"),
        *(*QUOTE, "home_score", "away_score"),
    ),
)
ODDS_COLUMNS = columns(
    "odds",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market"),
        *(f"{period}_{name}" for period in Period for name in QUOTE),
    ),
)
LINE_COLUMNS = columns(
    "odds_lines",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market", "period"),
        *("line", "price_1", "price_2"),
    ),
)
MOVEMENT_COLUMNS = columns(
    "odds_movement",
    (
        *("fixture_id", "bookmaker_id", "bookmaker", "market", "before", "after"),
        *("line_before", "line_after", "line", "chance_1", "chance_2", "chance_3"),
    ),
)

_Row = TypeVar("_Row")


def by_param(row: Any) -> Any:
    """A row with the name that its market has everywhere but in the database and at /v1."""
    return row._replace(market=MARKET_BY_KEY[row.market].param)


def prices_text(prices: Iterable[float | None]) -> str | None:
    """The prices of a market's selections that are known."""
    return " ".join(f"{price:.2f}" for price in prices if price is not None) or None


def means_text(one: float | None, other: float | None) -> str | None:
    """The means of two sides, None if either is unknown."""
    return None if one is None or other is None else f"{one:.1f} {other:.1f}"


def _prices(quote: FairLine | RecordedQuote | None) -> str | None:
    return prices_text((quote.price_1, quote.price_2, quote.price_3)) if quote else None


def _range(row: Any) -> str | None:
    """The interval of the first selection's fair price."""
    fair = row.fair
    return f"{fair.price_1_low:.2f}-{fair.price_1_high:.2f}" if fair and fair.price_1_low else None


def _seen(row: Any) -> str | None:
    fair = row.fair
    return f"{fair.home_seen} {fair.away_seen}" if fair and fair.home_seen is not None else None


BESIDE = (
    Shown("line", lambda row: row.fair and row.fair.line),
    Shown("fair", lambda row: _prices(row.fair), kind="whole"),
    Shown("80 %", _range, 120, kind="whole"),
    Shown("recorded", lambda row: row.recorded and row.recorded.line, 85),
    Shown("at", lambda row: _prices(row.recorded), 80, kind="whole"),
)
"""Our line (`fair`) beside the recorded one (`recorded`), either of which may be None."""

EVIDENCE = (
    Shown(
        "means", lambda row: row.fair and means_text(row.fair.home_mean, row.fair.away_mean), 130
    ),
    Shown("seen", _seen, 140),
)
"""On what our line rests."""


def _paged(ids: Sequence[int], read: Callable[[Sequence[int]], Iterable[_Row]]) -> Iterator[_Row]:
    """The rows of many ids, read page by page, each with as many ids as one statement takes."""
    for page in batches(ids):
        yield from read(page)


def _recorded(
    connection: sqlite3.Connection,
    columns: Sequence[Column],
    rows: Sequence[tuple[Any, ...]],
    chosen: Chosen,
    parts: Part,
    what: str,
) -> View:
    """The view of rows of fixtures. parts: those of a source that have them; what: they in words, with their verb."""
    missing = fixtures_without(connection, chosen.ids, parts)
    reason = ""
    if not rows:
        reason = (
            why_nothing_recorded(what, chosen.ids, missing)
            if chosen.ids
            else why_no_fixtures(connection, chosen.narrowed)
        )
    about = {"not_fetched": missing}
    return View(columns, rows, about=about, reason=reason, fixture_ids=chosen.ids)


def events_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureIds | None = None,
    **filters: Unpack[FixtureFilters],
) -> View:
    """One row per event of the chosen fixtures, in order.

    count is per team and type, minute excludes stoppage time. Halves 3 and 4 are extra time, which is in no figure of
    the fixture: half < 3 leaves it out.
    """
    chosen = chosen_fixtures(connection, clock, fixture_id, filters)
    of_fixtures = _paged(chosen.ids, lambda ids: timelines(connection, ids).values())
    rows = [event for timeline in of_fixtures for event in timeline]
    return _recorded(connection, EVENT_COLUMNS, rows, chosen, Part.EVENTS, "events are")


def statistics_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureIds | None = None,
    **filters: Unpack[FixtureFilters],
) -> View:
    """One row per chosen fixture; <NA> if nothing is recorded. half_: of the first half; possession in per cent."""
    chosen = chosen_fixtures(connection, clock, fixture_id, filters)
    rows = list(_paged(chosen.ids, lambda ids: rows_of(connection, StatisticsRecord, ids).values()))
    return _recorded(
        connection, STATISTICS_COLUMNS, rows, chosen, Part.STATISTICS, "statistics are"
    )


def figures_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureIds | None = None,
    *,
    figure: Annotated[str | Iterable[str], Says("One or several; all without one.")] | None = None,
    **filters: Unpack[FixtureFilters],
) -> View:
    """One row per fixture, further figure (fouls, xg ...) and half (full or first), with the source.

    The value of a figure without sides is in `home`.
    """
    chosen = chosen_fixtures(connection, clock, fixture_id, filters)
    figures = figures_named(as_list(figure))
    rows = list(_paged(chosen.ids, lambda ids: figure_rows(connection, ids, figures)))
    what = f"{', '.join(each.name.replace('_', ' ') for each in figures)} are"
    view = _recorded(connection, FIGURE_COLUMNS, rows, chosen, Part.FURTHER_FIGURES, what)
    return view._replace(about={**view.about, "units": {each.name: each.unit for each in figures}})


class OddsAsked(NamedTuple):
    """Of which fixtures, market and bookmaker odds are asked for, None for all, and their view without rows."""

    chosen: Chosen
    market: MarketRecord | None
    bookmaker: BookmakerRecord | None
    view: View


def odds_asked(
    connection: sqlite3.Connection,
    clock: Clock,
    fixture_id: int | Iterable[int] | None,
    market: str | None,
    bookmaker: str | None,
    filters: FixtureFilters,
) -> OddsAsked:
    """Raises InvalidArgument, NotFound."""
    chosen = chosen_fixtures(connection, clock, fixture_id, filters)
    of_market = None if market is None else market_of(market)
    maker = None if bookmaker is None else find_bookmaker(connection, bookmaker)
    columns = ODDS_COLUMNS if of_market is None else _of_market(ODDS_COLUMNS, of_market)
    what = f"odds{_phrase(of_market, maker)} are"
    parts = Part.ODDS | Part.ODDS_SUMMARY
    view = _recorded(connection, columns, (), chosen, parts, what)
    return OddsAsked(chosen, of_market, maker, view)


def odds_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureIds | None = None,
    *,
    market: Market | None = None,
    bookmaker: Bookmaker | None = None,
    ladder: Annotated[bool, Says("Every recorded line, below the main one of its market.")] = False,
    **filters: Unpack[FixtureFilters],
) -> View:
    """Recorded odds by fixture, bookmaker and market: opening, closing and last in play. The file is no live feed.

    price_1 to price_3 are of the market's selections in order; of one market, they are named by its selections.
    """
    asked = odds_asked(connection, clock, fixture_id, market, bookmaker, filters)
    rows = [
        dict(row._asdict(), bookmaker=slug, market=MARKET_BY_KEY[row.market].param)
        for row, slug in _odds(connection, asked, ladder=ladder)
    ]
    reason = "" if rows else asked.view.reason
    values = [row_of(asked.view.columns, row) for row in rows]
    return asked.view._replace(rows=values, reason=reason)


def _odds(
    connection: sqlite3.Connection, asked: OddsAsked, *, ladder: bool = False
) -> Iterator[tuple[OddsRecord, str]]:
    """The odds that are asked for, and the bookmaker's slug of each."""
    slugs = {maker.id: maker.slug for maker in bookmakers(connection)}
    maker_id = asked.bookmaker.id if asked.bookmaker else None
    pages = _paged(
        asked.chosen.ids,
        lambda ids: odds(connection, ids, bookmaker_id=maker_id, ladder=ladder).values(),
    )
    for row in (row for page in pages for row in page):
        if asked.market is None or row.market == asked.market.key:
            yield row, slugs[row.bookmaker_id]


def odds_movement_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureIds | None = None,
    *,
    market: Market | None = None,
    bookmaker: Bookmaker | None = None,
    method: Annotated[MethodName, Says("How the margin is taken out of the prices.")] = "power",
    **filters: Unpack[FixtureFilters],
) -> View:
    """One row per step of a market between recorded quotes, opening to closing to in play, of the chosen fixtures.

    line: by how much it moved. chance_1 to chance_3: if it did not, by how much the margin-free chances of the market's
    selections moved.
    """
    # NumPy takes .1 s, and only this view of the module needs it.
    from footydata.odds.prices import movements, quotes

    asked = odds_asked(connection, clock, fixture_id, market, bookmaker, filters)
    steps = [
        (row, slug, *step)
        for row, slug in _odds(connection, asked)
        for step in pairwise(quotes(row).items())
    ]
    moved = movements([(before, after) for *_, (_, before), (_, after) in steps], method=method)
    rows = [
        (
            *(row.fixture_id, row.bookmaker_id, slug, MARKET_BY_KEY[row.market].param),
            *(start, end, before.line, after.line, line),
            *(*(chances or ()), None, None, None)[:3],
        )
        for (row, slug, (start, before), (end, after)), (line, chances) in zip(
            steps, moved, strict=True
        )
    ]
    what = f"odds{_phrase(asked.market, asked.bookmaker)} at two moments are"
    parts = Part.ODDS | Part.ODDS_SUMMARY
    return _recorded(connection, MOVEMENT_COLUMNS, rows, asked.chosen, parts, what)


def odds_history_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    fixture_id: FixtureId,
    market: Market | None = None,
    *,
    bookmaker: Bookmaker | None = None,
) -> View:
    """One row per recorded tick of a market at a bookmaker, oldest first; prices <NA>: the market was suspended.

    Without a bookmaker, the default one; if that one did not record the market, the one with the most fixtures
    recorded in it. Without a market, all markets, each at all its bookmakers.
    """
    of_market = None if market is None else market_of(market)
    fixture = fixture_named(connection, fixture_id)
    named = None if bookmaker is None else find_bookmaker(connection, bookmaker)
    columns = TICK_COLUMNS if of_market is None else _of_market(TICK_COLUMNS, of_market)
    rows = []
    for each in [of_market] if of_market else ALL_MARKETS:
        ids = ticking(connection, fixture.id, market=each.key)
        makers = [maker for maker in bookmakers(connection) if maker.id in ids]
        if named is not None:
            makers = [named]
        elif of_market and ids:
            makers = [BookmakerRanking().choose(connection, each.key, ids)]
        for maker in makers:
            ticks = odds_ticks(connection, fixture.id, bookmaker_id=maker.id, market=each.key)
            values = {"bookmaker": maker.slug, "market": each.param}
            rows += [row_of(columns, tick._asdict() | values) for tick in ticks]
    what = f"history{_phrase(of_market, named)}"
    return listed(
        columns,
        rows,
        spare=("fixture_id", "bookmaker_id", "seq"),
        zone=clock.zone,
        reason="" if rows else why_no_history(connection, fixture.id, what),
        fixture_ids=[fixture.id],
    )


def _phrase(market: MarketRecord | None, bookmaker: BookmakerRecord | None) -> str:
    of_market = f" of {market.param}" if market else ""
    return of_market + (f" at {bookmaker.slug}" if bookmaker else "")


def _of_market(columns: Sequence[Column], market: MarketRecord) -> list[Column]:
    """The columns of one market: its prices are named by its selections, and it has a line or none."""
    names = {f"price_{place}": name for place, name in enumerate(market.shape.selections, start=1)}
    own = []
    for column in columns:
        price = next((price for price in names if column.name.endswith(price)), None)
        if price is not None:
            column = column._replace(name=column.name.replace(price, names[price]))
        elif "price_" in column.name or (
            column.name.endswith("line") and not market.shape.has_line
        ):
            continue
        own.append(column)
    return own
