"""The fair closing prices of bets: a closing quote without its margin, moved to the bet's line if that is another.

All bets are priced in a few calls on arrays: one by one, the margins of 100,000 bets alone would take a minute.
A quote's margin-free chance fixes one unknown of a typical fixture: the mean of the total for totals, the home side's
share of it for handicaps. The other line is then priced from that distribution.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from footydata.football.markets import TOTAL, Market
from footydata.football.records import BookmakerRecord
from footydata.football.rows import FixtureRow
from footydata.football.terms import Figure
from footydata.forecast.bets.slips import Slip
from footydata.forecast.models.distributions import (
    Counts,
    differences,
    grid,
    negative_binomial,
    top_of,
)
from footydata.odds.markets import MARKET_BY_KEY
from footydata.odds.numbers import Floats
from footydata.odds.prices import fair_chances, shares
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.claims.stored import batches
from footydata.store.read.details import ClosingQuote, closing_quotes


class Closing(NamedTuple):
    """The fair closing price of a bet's side at its line.

    line: the recorded closing line; if it is not the bet's, the price is moved to the bet's line by a model.
    """

    bookmaker: str
    line: float | None
    price: float
    is_moved: bool


class _Chosen(NamedTuple):
    """The quote that a bet is compared with. bet: the index of the bet."""

    bet: int
    slip: Slip
    bookmaker: BookmakerRecord
    line: float | None
    prices: tuple[float, ...]


class _Quoted(NamedTuple):
    """The closing quotes of a fixture's market that can be used, and what is wrong with the first of all quotes."""

    usable: list[ClosingQuote]
    fault: str

    @classmethod
    def of(cls, key: str, rows: Sequence[ClosingQuote]) -> "_Quoted":
        """From all closing quotes of a market, by its key."""
        faults = [_fault(MARKET_BY_KEY[key], row) for row in rows]
        return cls([row for row, fault in zip(rows, faults, strict=True) if not fault], faults[0])


def closings(
    connection: sqlite3.Connection, bets: Sequence[tuple[Slip, FixtureRow]]
) -> list[Closing | str]:
    """The fair closing price of each bet, or why there is none.

    Preferred is a quote at the bet's line, then the bet's own bookmaker, then the default one, then the one with the
    most fixtures recorded in the market.
    """
    bookmakers = BookmakerRanking()
    by_id = bookmakers.by_id(connection)
    quoted = {
        key: _Quoted.of(key[1], rows) for key, rows in _closing_quotes(connection, bets).items()
    }
    closings: list[Closing | str] = []
    chosen_quotes: list[_Chosen] = []
    for index, (slip, fixture) in enumerate(bets):
        quotes = quoted.get((fixture.id, slip.market.key))
        if quotes and quotes.usable:
            best = _nearest_quotes(slip, quotes.usable, by_id)
            bookmaker = bookmakers.choose(connection, slip.market.key, best)
            row = best[bookmaker.id]
            line = row.line if slip.market.shape.has_line else None
            prices = tuple(price or 0.0 for price in _prices(slip.market, row))
            chosen_quotes.append(_Chosen(index, slip, bookmaker, line, prices))
        nothing = f"no closing price of {slip.market.param} is recorded"
        closings.append(quotes.fault if quotes else nothing)
    for one, price in zip(chosen_quotes, _fair_prices(chosen_quotes), strict=True):
        is_moved = one.slip.line is not None and one.line != one.slip.line
        closings[one.bet] = Closing(one.bookmaker.slug, one.line, price, is_moved)
    return closings


def _closing_quotes(
    connection: sqlite3.Connection, bets: Sequence[tuple[Slip, FixtureRow]]
) -> dict[tuple[int, str], list[ClosingQuote]]:
    """Fixture and market key → the closing quotes."""
    keys = {(fixture.id, slip.market.key) for slip, fixture in bets}
    markets = sorted({market for _, market in keys})
    quotes_by_key: defaultdict[tuple[int, str], list[ClosingQuote]] = defaultdict(list)
    for ids in batches(sorted({fixture_id for fixture_id, _ in keys})):
        for row in closing_quotes(connection, ids, markets=markets):
            if (row.fixture_id, row.market) in keys:
                quotes_by_key[row.fixture_id, row.market].append(row)
    return quotes_by_key


def _prices(market: Market, row: ClosingQuote) -> tuple[float | None, ...]:
    return (row.price_1, row.price_2, row.price_3)[: len(market.shape.selections)]


def _fault(market: Market, row: ClosingQuote) -> str:
    """Why a quote can't be used; empty if it can."""
    prices = _prices(market, row)
    if None in prices:
        return f"the close of {market.param} is recorded without its prices"
    if market.shape.has_line and row.line is None:
        return f"the close of {market.param} is recorded without its line"
    wrong = next(
        (price for price in prices if price is not None and not 1 < price < float("inf")), None
    )
    return (
        ""
        if wrong is None
        else f"the recorded close of {market.param} has {wrong:g} as a price, which no decimal price can be"
    )


def _nearest_quotes(
    slip: Slip, usable: Sequence[ClosingQuote], by_id: Mapping[int, BookmakerRecord]
) -> dict[int, ClosingQuote]:
    """Bookmaker id → its quote, of those that come first for a bet: at its line, then of its bookmaker.

    A main line goes before others of its ladder.
    """

    def rank(row: ClosingQuote) -> tuple[bool, bool, bool]:
        is_elsewhere = slip.line is not None and row.line != slip.line
        is_of_other = by_id[row.bookmaker_id].slug != slip.bookmaker
        return is_elsewhere, is_of_other, not row.is_main

    ranked = [(rank(row), row) for row in usable]
    first = min(each for each, _ in ranked)
    return {row.bookmaker_id: row for each, row in ranked if each == first}


def _fair_prices(chosen_quotes: Sequence[_Chosen]) -> list[float]:
    """The fair price of each bet's side at its own line."""
    prices = np.zeros(len(chosen_quotes))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for i, one in enumerate(chosen_quotes):
        groups[one.slip.market.key].append(i)
    for key, indices in groups.items():
        market = MARKET_BY_KEY[key]
        group = [chosen_quotes[i] for i in indices]
        sides = [market.shape.selections.index(one.slip.side) for one in group]
        chances = fair_chances(market, [one.prices for one in group])
        fair: Floats = 1 / chances
        if market.shape.has_line:
            lines = np.array([[one.line, one.slip.line] for one in group], dtype=np.float64)
            fair = fair_prices_moved(market, chances[:, 0], lines[:, 0], lines[:, 1])
        prices[indices] = fair[np.arange(len(group)), sides]
    result: list[float] = prices.tolist()
    return result


LINES = 1024
"""How many lines' chances are cached: more than bookmakers quote."""

STEPS = 500
"""The values of the unknown that are computed; between them the chances are interpolated, exact to 1e-4."""


class Typical(NamedTuple):
    """A figure in a typical fixture: mean total, and dispersion and correlation as in Counts.

    Source: measured on the big five leagues, 2017/18 to 2023/24.
    """

    total: float
    dispersion: float
    correlation: float


TYPICAL: dict[tuple[Figure, bool], Typical] = {
    (Figure.GOALS, False): Typical(2.75, 1.0, 0.0),
    (Figure.GOALS, True): Typical(1.2, 1.0, 0.0),
    (Figure.CORNERS, False): Typical(10.0, 1.13, 0.058),
    (Figure.CORNERS, True): Typical(4.7, 1.13, 0.058),
    (Figure.CARD_POINTS, False): Typical(4.3, 1.35, 0.0),
}


def fair_prices_moved(market: Market, first: Floats, quoted: Floats, lines: Floats) -> Floats:
    """The fair prices of both sides at the lines of many bets, (n, 2), each from a quote at another line.

    first: the margin-free chances of the first side at the quoted lines; quoted, lines: both (n,).
    """
    chances = first.copy()
    for quoted_line, line in set(zip(quoted.tolist(), lines.tolist(), strict=True)):
        if quoted_line != line:
            same = (quoted == quoted_line) & (lines == line)
            chances[same] = np.interp(
                first[same], _first_chances(market, quoted_line), _first_chances(market, line)
            )
    return np.stack([1 / chances, 1 / (1 - chances)], axis=-1)


@lru_cache(maxsize=LINES)
def _first_chances(market: Market, line: float) -> Floats:
    """The margin-free chances of the first side at a line, for each value of the unknown, ascending."""
    chances, first = _distributions(market.figure, market.half, market.shape is TOTAL)
    expected = shares(chances, line if market.shape is TOTAL else -line, first=first)
    result: Floats = (expected.won / (expected.won + expected.lost))[:, 0]
    return np.clip(result, 1e-9, 1 - 1e-9)


@cache
def _distributions(figure: Figure, half: bool, is_total: bool) -> tuple[Floats, int]:
    """The chances of totals, or of differences, for each value of the unknown; and the lowest total or difference."""
    typical = TYPICAL[figure, half]
    if is_total:
        means = np.geomspace(0.05, 40.0, STEPS)
        return negative_binomial(means, typical.dispersion, top_of(40.0, typical.dispersion)), 0
    share = np.linspace(0.01, 0.99, STEPS)
    counts = Counts(
        typical.total * share, typical.total * (1 - share), typical.dispersion, typical.correlation
    )
    return differences(grid(counts))
