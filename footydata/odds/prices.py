"""Prices: the fair price of any line from a distribution, ladders, main lines, margins, movement, closing line value.

A distribution is an array of chances of consecutive whole numbers, the last axis, starting at `first`: a total of
goals from 0, a difference home less away from below zero. Rows before the last axis are priced at once.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.football.markets import TOTAL, Market
from footydata.football.records import OddsRecord
from footydata.football.terms import Period
from footydata.odds.margins import checked_prices, implied_probabilities, market_prices
from footydata.odds.markets import MARKET_BY_KEY
from footydata.odds.numbers import Floats, Whole, floats_of
from footydata.odds.settlement_arrays import half_stakes


class PeriodQuote(NamedTuple):
    """A line and its prices at one period.

    line: the home side's, None for a market without one.
    prices: in the order of the market's selections, empty if the line alone is recorded. winners: how many of these
    selections win.
    """

    line: float | None
    prices: tuple[float, ...]
    winners: int = 1


class Shares(NamedTuple):
    """The expected shares of a stake won (E[W]) and lost (E[L]) by the first side; the second side swaps them."""

    won: Floats
    lost: Floats


class Ladder(NamedTuple):
    """A market's quarter lines, lowest first, and the fair prices of both sides, (..., lines, 2)."""

    lines: Floats
    prices: Floats


class Movement(NamedTuple):
    """How a quote moved.

    line: the change of the line, None if one of the two is unknown. chances: the change of each selection's chance,
    None if the line moved or prices are unknown.
    """

    line: float | None
    chances: tuple[float, ...] | None


def shares(chances: Floats, lines: ArrayLike, *, first: int = 0) -> Shares:
    """The shares of a stake on 'above the line' for every distribution (rows) and line (columns).

    A home handicap of -0.75 is a difference above 0.75: pass the negated lines.

    >>> shares(np.array([0.25, 0.5, 0.25]), [0.75])
    Shares(won=array([0.5]), lost=array([0.25]))
    """
    values = first + np.arange(chances.shape[-1], dtype=np.float64)
    ends = half_stakes(
        values[:, None] - np.atleast_1d(np.asarray(lines, dtype=np.float64))[None, :]
    )
    return Shares(chances @ (np.maximum(ends, 0) / 2), chances @ (np.maximum(-ends, 0) / 2))


def line_prices(market: Market, chances: Floats, lines: ArrayLike, *, first: int = 0) -> Floats:
    """The prices at which neither side gains, 1 + E[L]/E[W], of both sides at lines, (..., lines, 2); infinite if E[W] is 0.

    chances: of what a total market counts, from 0; of home less away, from `first`, in a handicap market.

    >>> line_prices(MARKET_BY_KEY["goal_line"], np.array([0.25, 0.5, 0.25]), [0.75]).tolist()
    [[1.5, 3.0]]
    """
    at = np.asarray(lines, dtype=np.float64)
    expected = shares(chances, at if market.shape is TOTAL else -at, first=first)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.stack(
            [1 + expected.lost / expected.won, 1 + expected.won / expected.lost], axis=-1
        )


def quarter_lines(market: Market, chances: Floats, *, first: int = 0) -> Ladder:
    """All quarter lines of distributions, and the fair prices there; chances: as in line_prices."""
    end = first + chances.shape[-1]
    quarters = (1, 4 * end) if market.shape is TOTAL else (4 - 4 * end, 1 - 4 * first)
    lines = np.arange(*quarters) / 4
    return Ladder(lines, line_prices(market, chances, lines, first=first))


def main_line(prices: Floats) -> Whole:
    """The index of the line whose two prices lie closest, by |ln(price 1 / price 2)|, for (..., lines, 2) prices.

    Of several equally close ones the lowest. A line with an infinite price is never the main one.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        distance = np.abs(np.log(prices[..., 0] / prices[..., 1]))
    result: Whole = np.argmin(np.where(np.isnan(distance), np.inf, distance), axis=-1)
    return result


@named_arguments
def overround(prices: ArrayLike) -> Floats:
    """The sum of the raw chances of each row less one; NaN if a price is unknown. Raises InvalidArgument.

    >>> round(float(overround([1.95, 1.95])), 6)
    0.025641
    """
    return np.asarray((1 / market_prices(prices)).sum(axis=-1) - 1)


def fair_chances(
    market: Market, prices: ArrayLike | Sequence[float | None], *, method: str = "power"
) -> Floats:
    """The chances of a market's selections without margin: of a double chance they sum to two, as two of three win.

    prices: (n, k) or (k,), as in implied_probabilities. Raises InvalidArgument.

    >>> fair_chances(MARKET_BY_KEY["double_chance"], [1.5, 1.5, 1.5]).round(3).tolist()
    [0.667, 0.667, 0.667]
    """
    return _fair_chances(prices, market.shape.winners, method)


def _fair_chances(prices: ArrayLike | Sequence[float | None], winners: int, method: str) -> Floats:
    return implied_probabilities(checked_prices(prices) * winners, method=method) * winners


def quotes(odds: OddsRecord) -> dict[Period, PeriodQuote]:
    """Period → the recorded quote of a market; a period with neither line nor prices is left out."""
    shape = MARKET_BY_KEY[odds.market].shape
    count = len(shape.selections)
    recorded = {
        Period.OPENING: (
            odds.opening_line,
            (odds.opening_price_1, odds.opening_price_2, odds.opening_price_3),
        ),
        Period.CLOSING: (
            odds.closing_line,
            (odds.closing_price_1, odds.closing_price_2, odds.closing_price_3),
        ),
        Period.INPLAY: (
            odds.inplay_line,
            (odds.inplay_price_1, odds.inplay_price_2, odds.inplay_price_3),
        ),
    }
    prices_by_side = {}
    for period, (line, prices) in recorded.items():
        known = tuple(price for price in prices[:count] if price is not None)
        if line is not None or len(known) == count:
            prices_by_side[period] = PeriodQuote(
                line, known if len(known) == count else (), shape.winners
            )
    return prices_by_side


def movements(
    steps: Sequence[tuple[PeriodQuote, PeriodQuote]], *, method: str = "power"
) -> list[Movement]:
    """How each quote moved to a later one of the same market; method: of margin removal.

    >>> movements([(PeriodQuote(9.5, (2.0, 2.0)), PeriodQuote(10.0, (1.9, 1.9)))])
    [Movement(line=0.5, chances=None)]
    """
    chances: dict[int, tuple[float, ...]] = {}
    # One call for all quotes with as many selections: one call per quote takes two hundred times as long.
    for count, winners in {
        (len(before.prices), before.winners) for before, _ in steps if before.prices
    }:
        places = [
            place
            for place, (before, after) in enumerate(steps)
            if before.line == after.line
            and len(before.prices) == len(after.prices) == count
            and before.winners == winners
        ]
        old, new = (
            _fair_chances([steps[place][side].prices for place in places], winners, method)
            for side in (0, 1)
        )
        chances.update(zip(places, map(tuple, (new - old).tolist()), strict=True))
    return [
        Movement(
            None if before.line is None or after.line is None else after.line - before.line,
            chances.get(place),
        )
        for place, (before, after) in enumerate(steps)
    ]


def _columns(selection: ArrayLike, shape: tuple[int, ...]) -> Whole:
    """The column of each bet, in an axis of its own behind the prices' rows. Raises InvalidArgument."""
    *rows, count = shape
    columns = floats_of(selection, "column of the prices", parameter="selection")
    wrong = columns[~np.isin(columns, np.arange(count))]
    if wrong.size:
        raise InvalidArgument(
            f"{wrong.flat[0]:g} is not a column of the prices; they are 0 to {count - 1}",
            parameter="selection",
            value=wrong.flat[0],
            choices=tuple(range(count)),
        )
    if columns.shape not in ((), tuple(rows)):
        raise InvalidArgument(
            f"{columns.size:,} selections are named for {math.prod(rows):,} rows of prices",
            parameter="selection",
            value=selection,
        )
    return np.broadcast_to(columns.astype(np.int64), rows)[..., None]


@named_arguments
def closing_line_value(
    price: ArrayLike, closing_prices: ArrayLike, *, selection: ArrayLike, method: str = "power"
) -> Floats:
    """What a price was worth against the fair closing price: price over fair price, less one, a bet a row.

    closing_prices: (n, k) or (k,), of the same line as the bet. selection: the bet's column from 0, one for all or one
    a bet.
    The reciprocal of a fair price is the margin-free chance, pushes and half stakes included, as the two
    reciprocals 1 / (1 + L/W) and 1 / (1 + W/L) sum to one. NaN if a price is unknown. Raises InvalidArgument.

    >>> round(float(closing_line_value(2.1, [1.9, 1.9], selection=0)), 6)
    0.05
    """
    chances = implied_probabilities(
        market_prices(closing_prices, parameter="closing_prices"), method=method
    )
    columns = _columns(selection, chances.shape)
    fair = np.take_along_axis(chances, columns, axis=-1)[..., 0]
    return np.asarray(checked_prices(price, parameter="price") * fair - 1)
