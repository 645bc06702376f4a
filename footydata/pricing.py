"""Fair lines of the fixtures of a database: past figures → fit → fair line, beside the recorded quotes.

A fixture's lines come from finished fixtures of its league before its day, those of corners and cards also from the
result prices that were recorded before it, so that a past day is priced as it could have been priced then. The prices
are fair by the model; there is no evidence that they make a profit.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from footydata.contract.errors import FootydataError
from footydata.contract.markets import MARKETS, Market
from footydata.contract.terms import DAY, Figure, Period, Status
from footydata.forecast.distributions import Floats
from footydata.forecast.informed import Forecast, forecasts
from footydata.forecast.intervals import MovedGrids, moved, price_interval
from footydata.forecast.lines import ladder, main_quotes, prices_at
from footydata.forecast.models import WITH_PRICES
from footydata.forecast.prediction import Prediction
from footydata.league_past import FEWEST_FIXTURES, LeagueComing, LeaguePast, league_coming, league_past
from footydata.queries.details import odds
from footydata.queries.fixtures import FixtureFilter, fixtures
from footydata.queries.past_fixtures import COUNTED
from footydata.queries.shown_bookmakers import ShownBookmakers
from footydata.records import BookmakerRecord, FairLine
from footydata.rows import FixtureRow
from footydata.rules.prices import Ladder, PeriodQuote, quotes
from footydata.rules.settlement import VOID_STATES
from footydata.store.forecasts import write_fair_lines
from footydata.store.transactions import write_transaction

AHEAD = 14 * DAY
"""How far ahead fair lines of coming fixtures are stored."""


class NoLadder(FootydataError):
    """The market has no line, or the fixture can't be priced; the message says why."""


class Comparison(NamedTuple):
    """A fixture's fair line beside the recorded quote of a bookmaker.

    recorded: the closing quote before the opening one, None where there is none; bookmaker: whose it is.
    fair_at_recorded: our fair prices at the recorded line, in the order of the market's selections, None where there
    is no such line. with_prices: whether the fair line rests on the market's result prices too.
    """

    fixture: FixtureRow
    market: Market
    fair: FairLine
    period: Period | None
    recorded: PeriodQuote | None
    fair_at_recorded: tuple[float, ...] | None
    bookmaker: BookmakerRecord | None
    with_prices: bool


class PricedLine(NamedTuple):
    """A comparison as one flat row; market: its parameter name, prices in the order of its selections.

    low, high: of our fair prices, between which the fit leaves the true one with a chance of 80 %. home_seen,
    away_seen: past fixtures of the sides in the fit; sample: the sum of their weights, newer ones counting more.
    there: our fair prices at the recorded line. None where the market has no line or third price, or none is recorded.
    """

    fixture_id: int
    kickoff_ts: int
    country: str
    league: str
    home: str
    away: str
    market: str
    line: float | None
    price_1: float
    price_2: float
    price_3: float | None
    price_1_low: float | None
    price_1_high: float | None
    price_2_low: float | None
    price_2_high: float | None
    price_3_low: float | None
    price_3_high: float | None
    recorded_bookmaker: str | None
    recorded_period: str | None
    recorded_line: float | None
    recorded_price_1: float | None
    recorded_price_2: float | None
    recorded_price_3: float | None
    there_price_1: float | None
    there_price_2: float | None
    there_price_3: float | None
    home_mean: float
    away_mean: float
    home_seen: int | None
    away_seen: int | None
    sample: float | None
    fixtures_used: int
    model: str


class Pricing(NamedTuple):
    """What was priced, by kickoff, fixture and market, and why some was not: league and figure → the reason."""

    comparisons: list[Comparison]
    refused: dict[str, str]

    @property
    def reason(self) -> str:
        """Why nothing was priced."""
        reasons = "; ".join(f"{what}: {why}" for what, why in self.refused.items())
        return reasons or "no fixture stands that could be priced: all were called off"


class _Recorded(NamedTuple):
    """A quote before kickoff, and whose it is."""

    bookmaker: BookmakerRecord
    period: Period
    quote: PeriodQuote


class _Outlook(NamedTuple):
    """Fixtures of one league at one moment, and how one figure of theirs is distributed.

    past: what was read for them: past fixtures; with result prices also theirs, and those of the fixtures to come.
    """

    fixtures: list[FixtureRow]
    markets: list[Market]
    said: Prediction
    joint: Floats
    moved: MovedGrids
    fixtures_used: int
    model: str
    with_prices: bool
    past: list[object]


def price(
    connection: sqlite3.Connection,
    wanted: Sequence[FixtureRow],
    *,
    now: int,
    markets: Sequence[Market] = MARKETS,
    bookmaker: BookmakerRecord | None = None,
    is_compared: bool = True,
) -> Pricing:
    """The fair lines of fixtures beside the quotes of a bookmaker.

    Where none is named, of the default one; of a market that it does not quote, of the one with most fixtures recorded
    in it. is_compared: whether quotes are looked up at all.
    """
    quoted = _quoted(connection, [row.id for row in wanted], markets, bookmaker) if is_compared else {}
    refused: dict[str, str] = {}
    found = [
        comparison
        for outlook in _outlooks(connection, wanted, markets, now, refused)
        for market in outlook.markets
        for comparison in _compare(outlook, market, quoted, now)
    ]
    place = {market.key: i for i, market in enumerate(markets)}
    found.sort(key=lambda row: (row.fixture.kickoff_ts, row.fixture.league, row.fixture.id, place[row.market.key]))
    return Pricing(found, refused)


def _quoted(
    connection: sqlite3.Connection, ids: Sequence[int], markets: Sequence[Market], bookmaker: BookmakerRecord | None
) -> dict[tuple[int, str], _Recorded]:
    """Fixture and market → the quote before kickoff that is shown, and whose it is."""
    makers = ShownBookmakers(connection)
    wanted = {market.key for market in markets}
    found: dict[tuple[int, str], dict[int, _Recorded]] = defaultdict(dict)

    def read(fixture_ids: Sequence[int], bookmaker_ids: Sequence[int]) -> None:
        listed = odds(connection, fixture_ids, bookmaker_ids=bookmaker_ids)
        for row in chain.from_iterable(listed.values()):
            period, quote = _pre_match(quotes(row)) if row.market in wanted else (None, None)
            if period and quote:
                found[row.fixture_id, row.market][row.bookmaker_id] = _Recorded(
                    makers.by_id[row.bookmaker_id], period, quote
                )

    first = [bookmaker.id] if bookmaker else [id_ for id_, maker in makers.by_id.items() if maker.is_default]
    read(ids, first)
    others = [id_ for id_ in makers.by_id if id_ not in first]
    if bookmaker is None and others:
        read([id_ for id_ in ids if any((id_, key) not in found for key in wanted)], others)
    return {(fixture_id, key): quoting[makers.choose(key, quoting).id] for (fixture_id, key), quoting in found.items()}


def fair_ladder(connection: sqlite3.Connection, fixture: FixtureRow, market: Market, *, now: int) -> Ladder:
    """The quarter lines of a fixture's market, with the fair prices of both sides. Raises NoLadder."""
    if not market.shape.has_line:
        raise NoLadder(f"{market.param} has no line; a ladder is of a total or a handicap")
    refused: dict[str, str] = {}
    outlook = next(_outlooks(connection, [fixture], [market], now, refused), None)
    if outlook is None:
        why = "; ".join(refused.values()) or f"it was {fixture.state_detail}"
        raise NoLadder(f"fixture {fixture.id} can't be priced: {why}")
    return ladder(market, outlook.joint[0])


class Laddered(NamedTuple):
    """A fair line with the prices of all quarter lines, None in markets without; past: what was read for it."""

    fixture: FixtureRow
    market: Market
    fair: FairLine
    ladder: Ladder | None
    past: list[object]


def price_ladders(
    connection: sqlite3.Connection, wanted: Sequence[FixtureRow], *, now: int, markets: Sequence[Market] = MARKETS
) -> Iterator[Laddered]:
    """The fair lines of fixtures as `price` has them, each with its ladder; by league, moment, figure and market."""
    for outlook in _outlooks(connection, wanted, markets, now, {}):
        for market in outlook.markets:
            for place, row in enumerate(_compare(outlook, market, {}, now)):
                rungs = ladder(market, outlook.joint[place]) if market.shape.has_line else None
                yield Laddered(row.fixture, market, row.fair, rungs, outlook.past)


def flat(row: Comparison) -> PricedLine:
    """The comparison as one flat row."""
    fixture, fair = row.fixture, row.fair
    recorded = _three(row.recorded.prices if row.recorded else ())
    there = _three(row.fair_at_recorded or ())
    return PricedLine(
        fixture_id=fixture.id,
        kickoff_ts=fixture.kickoff_ts,
        country=fixture.country,
        league=fixture.league,
        home=fixture.home,
        away=fixture.away,
        market=row.market.param,
        line=fair.line,
        price_1=fair.price_1,
        price_2=fair.price_2,
        price_3=fair.price_3,
        price_1_low=fair.price_1_low,
        price_1_high=fair.price_1_high,
        price_2_low=fair.price_2_low,
        price_2_high=fair.price_2_high,
        price_3_low=fair.price_3_low,
        price_3_high=fair.price_3_high,
        recorded_bookmaker=row.bookmaker.slug if row.bookmaker else None,
        recorded_period=row.period,
        recorded_line=row.recorded.line if row.recorded else None,
        recorded_price_1=recorded[0],
        recorded_price_2=recorded[1],
        recorded_price_3=recorded[2],
        there_price_1=there[0],
        there_price_2=there[1],
        there_price_3=there[2],
        home_mean=fair.home_mean,
        away_mean=fair.away_mean,
        home_seen=fair.home_seen,
        away_seen=fair.away_seen,
        sample=fair.sample,
        fixtures_used=fair.fixtures_used,
        model=fair.model,
    )


def _three(prices: tuple[float, ...]) -> tuple[float | None, ...]:
    return (*prices, None, None, None)[:3]


def refresh(connection: sqlite3.Connection, *, now: int) -> int:
    """Compute and store the fair lines of the fixtures to come; gives how many lines were new or changed."""
    narrowed = FixtureFilter(start_ts=now, end_ts=now + AHEAD, status=Status.SCHEDULED)
    priced = price(connection, fixtures(connection, narrowed), now=now, is_compared=False)
    return store(connection, priced, now=now)


def store(connection: sqlite3.Connection, priced: Pricing, *, now: int) -> int:
    """Store what was priced of fixtures to come; a fixture that has begun keeps the line that it had before."""
    coming = [row.fair for row in priced.comparisons if _is_coming(row.fixture, now)]
    with write_transaction(connection):
        return write_fair_lines(connection, coming)


def _is_coming(fixture: FixtureRow, now: int) -> bool:
    return fixture.status == Status.SCHEDULED and fixture.kickoff_ts >= now


def _outlooks(
    connection: sqlite3.Connection,
    wanted: Sequence[FixtureRow],
    markets: Sequence[Market],
    now: int,
    refused: dict[str, str],
) -> Iterator[_Outlook]:
    """The fixtures by league, moment and figure with their fits; what can't be fitted stands in `refused`."""
    by_figure: dict[tuple[Figure, bool], list[Market]] = defaultdict(list)
    for market in markets:
        by_figure[market.figure, market.half].append(market)
    with_prices = any(market.figure in WITH_PRICES for market in markets)
    for (league_id, at_ts), rows in _groups(wanted, now).items():
        past = league_past(connection, league_id, at_ts=at_ts, with_prices=with_prices)
        ahead = league_coming(connection, rows, at_ts=at_ts, with_prices=with_prices)
        for (figure, half), group in by_figure.items():
            known = past.of(figure, half=half)
            if len(known.home) < FEWEST_FIXTURES:
                refused[f"{rows[0].league}, {'first-half ' if half else ''}{figure}"] = (
                    f"{len(known.home)} past fixtures with {figure}; a fair line needs {FEWEST_FIXTURES}"
                )
                continue
            for one in forecasts(figure, known, ahead.coming, at_ts=at_ts, half=half):
                yield _outlook(one, past, ahead, group)


def _outlook(one: Forecast, past: LeaguePast, ahead: LeagueComing, markets: list[Market]) -> _Outlook:
    joint = one.said.grid()
    read: list[object] = [row[:COUNTED] for row in past.rows]
    if one.with_prices:
        read = [read, past.chances.tolist(), ahead.chances[one.places].tolist()]
    return _Outlook(
        [ahead.rows[place] for place in one.places],
        markets,
        one.said,
        joint,
        moved(one.said, joint.shape[-1] - 1),
        one.fixtures,
        one.model,
        one.with_prices,
        read,
    )


def _groups(wanted: Sequence[FixtureRow], now: int) -> dict[tuple[int, int], list[FixtureRow]]:
    """The fixtures by league and by the moment up to which the past is known: their day, or now where it is later."""
    groups: dict[tuple[int, int], list[FixtureRow]] = defaultdict(list)
    for row in wanted:
        if row.state_detail not in VOID_STATES:
            groups[row.league_id, min(row.kickoff_ts - row.kickoff_ts % DAY, now)].append(row)
    return groups


def _compare(
    outlook: _Outlook,
    market: Market,
    quoted: dict[tuple[int, str], _Recorded],
    now: int,
) -> Iterator[Comparison]:
    main = main_quotes(market, outlook.joint)
    likely = price_interval(market, outlook.said, outlook.moved, main.lines, main.prices)
    recorded = [quoted.get((row.id, market.key)) for row in outlook.fixtures]
    lines = np.array([np.nan if one is None or one.quote.line is None else one.quote.line for one in recorded])
    at_recorded = prices_at(market, outlook.joint, lines)
    for i, (fixture, shown) in enumerate(zip(outlook.fixtures, recorded, strict=True)):
        prices, low, high = (_three(tuple(row[i].tolist())) for row in (main.prices, likely.low, likely.high))
        fair = FairLine(
            fixture_id=fixture.id,
            market=market.key,
            line=float(main.lines[i]) if market.shape.has_line else None,
            price_1=main.prices[i, 0].item(),
            price_2=main.prices[i, 1].item(),
            price_3=prices[2],
            home_mean=float(outlook.said.home[i]),
            away_mean=float(outlook.said.away[i]),
            model=outlook.model,
            fixtures_used=outlook.fixtures_used,
            computed_ts=now,
            home_seen=int(outlook.said.home_seen[i]),
            away_seen=int(outlook.said.away_seen[i]),
            sample=float(outlook.said.sample[i]),
            price_1_low=low[0],
            price_1_high=high[0],
            price_2_low=low[1],
            price_2_high=high[1],
            price_3_low=low[2],
            price_3_high=high[2],
        )
        beside = tuple(at_recorded[i].tolist()) if shown and not np.isnan(at_recorded[i]).any() else None
        maker, period, quote = shown or (None, None, None)
        yield Comparison(fixture, market, fair, period, quote, beside, maker, outlook.with_prices)


def _pre_match(quoted: dict[Period, PeriodQuote]) -> tuple[Period | None, PeriodQuote | None]:
    for period in (Period.CLOSING, Period.OPENING):
        if period in quoted:
            return period, quoted[period]
    return None, None
