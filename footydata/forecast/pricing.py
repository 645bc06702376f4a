"""Fair lines of fixtures from a fit of their league's past, beside the recorded quotes.

A fixture is priced from the results of its league that are known at the start of its day, corners and cards also from
the prices and, for cards, the referees recorded before that, so that a past day is priced as it could have been priced
then. The prices are fair by the model; there is no evidence that betting on them makes a profit.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from footydata.football.errors import InvalidArgument, TooFewFixtures
from footydata.football.markets import MARKETS, Market
from footydata.football.records import BookmakerRecord, FairLine
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Figure, Period, Status
from footydata.forecast.league_past import league_coming, league_past
from footydata.forecast.models.by_figure import WITH_PRICES, Forecast, forecasts
from footydata.forecast.models.lines import (
    ladder,
    main_quotes,
    price_interval,
    prices_at,
    shifted_grids,
)
from footydata.forecast.models.model import FEWEST_FIXTURES
from footydata.odds.numbers import Floats
from footydata.odds.prices import Ladder
from footydata.odds.settlement import VOID_STATES
from footydata.store.file.transactions import write_transaction
from footydata.store.forecasts import write_fair_lines
from footydata.store.read.details import RecordedQuote, recorded_quotes
from footydata.store.read.fixtures import FixtureFilter, fixtures

AHEAD = 14 * DAY
"""Seconds ahead for which fair lines of coming fixtures are stored: two weeks."""


class Comparison(NamedTuple):
    """A fixture's fair line beside the recorded quote of a bookmaker.

    recorded: the closing quote, or the opening one if there is no closing one; None if neither is recorded.
    fair_at_recorded: our fair prices at the recorded line, in the order of the market's
    selections; None without such a line. with_prices: whether the fair line uses recorded result prices.
    """

    fixture: FixtureRow
    market: Market
    fair: FairLine
    recorded: RecordedQuote | None
    fair_at_recorded: tuple[float, ...] | None
    with_prices: bool

    @property
    def edges(self) -> tuple[float | None, float | None, float | None]:
        """By how much each recorded price is above ours at its line, as a share of ours; None without one of them."""
        prices = zip(
            _three(self.recorded.prices if self.recorded else ()),
            _three(self.fair_at_recorded or ()),
            strict=True,
        )
        first, second, third = (
            None if price is None or fair is None else price / fair - 1 for price, fair in prices
        )
        return first, second, third


class Pricing(NamedTuple):
    """The priced fixtures by kickoff, league, fixture and market; refused: league and figure → why it is not priced."""

    comparisons: list[Comparison]
    refused: dict[str, str]

    @property
    def reason(self) -> str:
        """Why nothing was priced."""
        reasons = "; ".join(f"{noun}: {why}" for noun, why in self.refused.items())
        return reasons or "there is no fixture to price: all were called off"


class _FigureForecast(NamedTuple):
    """The forecast of one figure of a league's fixtures as of one moment; markets: those that settle on the figure."""

    fixtures: list[FixtureRow]
    markets: list[Market]
    forecast: Forecast
    joint: Floats
    shifted: list[Floats]


def price(
    connection: sqlite3.Connection,
    rows: Sequence[FixtureRow],
    *,
    now: int,
    markets: Sequence[Market] = MARKETS,
    bookmaker: BookmakerRecord | None = None,
    quotes: Mapping[tuple[int, str], RecordedQuote] | None = None,
) -> Pricing:
    """The fair lines of fixtures beside recorded quotes.

    now: unix seconds; a fixture of a later day is priced from what is known now, one of an earlier day from what was
    known at the start of that day. bookmaker: None means the default one or, in a market that it does not quote, the
    one with the most fixtures recorded in that market. quotes: by fixture and market key; None: the bookmaker's.
    """
    if quotes is None:
        quotes = recorded_quotes(
            connection,
            [row.id for row in rows],
            markets,
            periods=(Period.CLOSING, Period.OPENING),
            bookmaker=bookmaker,
            may_be_incomplete=True,
        )
    refused: dict[str, str] = {}
    comparisons = [
        comparison
        for forecast in _figure_forecasts(connection, rows, markets, now, refused)
        for market in forecast.markets
        for comparison in _comparisons(forecast, market, quotes, now)
    ]
    order = {market.key: i for i, market in enumerate(markets)}
    comparisons.sort(
        key=lambda row: (
            row.fixture.kickoff_ts,
            row.fixture.league,
            row.fixture.id,
            order[row.market.key],
        )
    )
    return Pricing(comparisons, refused)


def fair_ladder(
    connection: sqlite3.Connection, fixture: FixtureRow, market: Market, *, now: int
) -> Ladder:
    """The quarter lines of a fixture's market, with the fair prices of both sides; now: as in price.

    Raises TooFewFixtures if the market has no line or the fixture can't be priced.
    """
    if not market.shape.has_line:
        raise InvalidArgument(
            f"{market.param} has no line; a ladder is of a total or a handicap",
            parameter="market",
            value=market.param,
            choices=tuple(row.param for row in MARKETS if row.shape.has_line),
        )
    refused: dict[str, str] = {}
    forecast = next(_figure_forecasts(connection, [fixture], [market], now, refused), None)
    if forecast is None:
        why = "; ".join(refused.values()) or f"it was {fixture.state_detail}"
        raise TooFewFixtures(f"fixture {fixture.id} can't be priced: {why}")
    return ladder(market, forecast.joint[0])


def values_of(row: Comparison) -> dict[str, object]:
    """The fields of the fixture and of the fair line by name, the quote's as recorded_*, our prices there as there_*.

    None if the market has no line or third price, or nothing is recorded.
    """
    recorded = row.recorded
    return {
        **row.fixture._asdict(),
        **row.fair._asdict(),
        "market": row.market.param,
        "recorded_bookmaker": recorded and recorded.bookmaker,
        "recorded_period": recorded and recorded.period,
        "recorded_line": recorded and recorded.line,
        **{
            f"recorded_price_{place}": price
            for place, price in enumerate(_three(recorded.prices if recorded else ()), start=1)
        },
        **{
            f"there_price_{place}": price
            for place, price in enumerate(_three(row.fair_at_recorded or ()), start=1)
        },
        **{f"edge_{place}": edge for place, edge in enumerate(row.edges, start=1)},
    }


def _three(prices: tuple[float, ...]) -> tuple[float | None, ...]:
    return (*prices, None, None, None)[:3]


def refresh(connection: sqlite3.Connection, *, now: int) -> int:
    """Compute and store the fair lines of coming fixtures, up to AHEAD. Returns how many were new or changed."""
    narrowed = FixtureFilter(start_ts=now, end_ts=now + AHEAD, statuses=(Status.SCHEDULED,))
    priced = price(connection, fixtures(connection, narrowed), now=now, quotes={})
    return store(connection, priced, now=now)


def store(connection: sqlite3.Connection, priced: Pricing, *, now: int) -> int:
    """Store the fair lines of coming fixtures. Returns how many were new or changed.

    A fixture that has begun keeps the line that it had before.
    """
    coming = [
        row.fair
        for row in priced.comparisons
        if row.fixture.status == Status.SCHEDULED and row.fixture.kickoff_ts >= now
    ]
    with write_transaction(connection):
        return write_fair_lines(connection, coming)


def _figure_forecasts(
    connection: sqlite3.Connection,
    all_rows: Sequence[FixtureRow],
    markets: Sequence[Market],
    now: int,
    refused: dict[str, str],
) -> Iterator[_FigureForecast]:
    """The forecasts by league, moment and figure; adds to `refused` what can't be forecast, and why."""
    by_figure: dict[tuple[Figure, bool], list[Market]] = defaultdict(list)
    for market in markets:
        by_figure[market.figure, market.half].append(market)
    with_prices = any(market.figure in WITH_PRICES for market in markets)
    for (league_id, at_ts), rows in _by_league_and_moment(all_rows, now).items():
        past = league_past(connection, league_id, at_ts=at_ts, now=now, with_prices=with_prices)
        coming = league_coming(connection, rows, at_ts=at_ts, with_prices=with_prices)
        for (figure, half), group in by_figure.items():
            known = past.of(figure, half=half)
            if len(known.home) < FEWEST_FIXTURES:
                refused[f"{rows[0].league}, {'first-half ' if half else ''}{figure}"] = (
                    f"{len(known.home)} past fixtures with {figure}; a fair line needs {FEWEST_FIXTURES}"
                )
                continue
            for forecast in forecasts(figure, known, coming, at_ts=at_ts, half=half):
                joint = forecast.prediction.grid()
                shifted = shifted_grids(forecast.prediction, joint.shape[-1] - 1)
                fixtures = [rows[row] for row in forecast.rows]
                yield _FigureForecast(fixtures, group, forecast, joint, shifted)


def _by_league_and_moment(
    rows: Sequence[FixtureRow], now: int
) -> dict[tuple[int, int], list[FixtureRow]]:
    """The fixtures by league and by the moment that they are priced as of: the start of their day, at most now."""
    groups: dict[tuple[int, int], list[FixtureRow]] = defaultdict(list)
    for row in rows:
        if row.state_detail not in VOID_STATES:
            groups[row.league_id, min(row.kickoff_ts - row.kickoff_ts % DAY, now)].append(row)
    return groups


def _comparisons(
    priced: _FigureForecast,
    market: Market,
    quotes: Mapping[tuple[int, str], RecordedQuote],
    now: int,
) -> Iterator[Comparison]:
    """The fair line of each fixture of a forecast in a market, beside its shown quote."""
    forecast, prediction = priced.forecast, priced.forecast.prediction
    main = main_quotes(market, priced.joint)
    interval = price_interval(market, prediction, priced.shifted, main.lines, main.prices)
    recorded = [quotes.get((row.id, market.key)) for row in priced.fixtures]
    lines = np.array([np.nan if one is None or one.line is None else one.line for one in recorded])
    at_recorded = prices_at(market, priced.joint, lines)
    for i, (fixture, beside) in enumerate(zip(priced.fixtures, recorded, strict=True)):
        prices, low, high = (
            _three(tuple(row[i].tolist())) for row in (main.prices, interval.low, interval.high)
        )
        fair = FairLine(
            fixture_id=fixture.id,
            market=market.key,
            line=float(main.lines[i]) if market.shape.has_line else None,
            price_1=main.prices[i, 0].item(),
            price_2=main.prices[i, 1].item(),
            price_3=prices[2],
            home_mean=float(prediction.home[i]),
            away_mean=float(prediction.away[i]),
            model=forecast.model,
            fixtures_used=forecast.fixtures,
            computed_ts=now,
            home_seen=int(prediction.home_seen[i]),
            away_seen=int(prediction.away_seen[i]),
            sample=float(prediction.sample[i]),
            price_1_low=low[0],
            price_1_high=high[0],
            price_2_low=low[1],
            price_2_high=high[1],
            price_3_low=low[2],
            price_3_high=high[2],
        )
        at_recorded_line = (
            tuple(at_recorded[i].tolist())
            if beside and not np.isnan(at_recorded[i]).any()
            else None
        )
        yield Comparison(fixture, market, fair, beside, at_recorded_line, forecast.with_prices)
