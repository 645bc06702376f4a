"""What a quote says of another line."""

import numpy as np
import pytest

from footydata.football.markets import BY_PARAM, MARKETS, Market
from footydata.forecast.bets.closing import TYPICAL, fair_prices_moved
from footydata.forecast.models.distributions import Counts, grid
from footydata.forecast.models.lines import prices_at
from footydata.odds.margins import implied_probabilities


def prices_moved(
    market: Market, quoted: float, prices: tuple[float, ...], *, to: float
) -> list[float]:
    """The fair prices at a line of a quote at another."""
    first = implied_probabilities(prices)[:1]
    moved = fair_prices_moved(market, first, np.array([quoted]), np.array([to]))
    return [float(price) for price in moved[0]]


LINED = [market for market in MARKETS if market.shape.has_line]


@pytest.mark.parametrize("market", LINED, ids=lambda market: market.param)
def test_the_same_line_has_the_margin_free_prices(market: Market) -> None:
    fair = 1 / implied_probabilities([1.85, 2.0])

    assert prices_moved(market, 1.5, (1.85, 2.0), to=1.5) == pytest.approx(fair.tolist())


@pytest.mark.parametrize("market", LINED, ids=lambda market: market.param)
def test_reciprocals_at_another_line_sum_to_one(market: Market) -> None:
    prices = prices_moved(market, 1.5, (1.85, 2.0), to=2.25)

    assert sum(1 / price for price in prices) == pytest.approx(1)


@pytest.mark.parametrize(("line", "is_shorter"), [(1.25, True), (1.75, False)])
def test_a_lower_total_shortens_the_over(line: float, is_shorter: bool) -> None:
    over, _ = prices_moved(BY_PARAM["goalline"], 1.5, (2.0, 2.0), to=line)

    assert (over < 2) is is_shorter


@pytest.mark.parametrize(("line", "is_shorter"), [(-0.5, True), (-1.0, False)])
def test_a_smaller_handicap_shortens_the_side_that_gives_it(line: float, is_shorter: bool) -> None:
    home, _ = prices_moved(BY_PARAM["asian"], -0.75, (2.0, 2.0), to=line)

    assert (home < 2) is is_shorter


@pytest.mark.parametrize(("market", "home_share"), [("corner_asian", 0.6), ("asian", 0.55)])
def test_prices_from_the_typical_distribution_move_along_it(market: str, home_share: float) -> None:
    row = BY_PARAM[market]
    typical = TYPICAL[row.figure, row.half]
    means = np.array([typical.total * home_share]), np.array([typical.total * (1 - home_share)])
    joint = grid(Counts(*means, typical.dispersion, typical.correlation))
    here, there = (prices_at(row, joint, np.array([line]))[0] for line in (-0.5, -1.25))

    moved = prices_moved(row, -0.5, tuple(here.tolist()), to=-1.25)

    assert moved == pytest.approx(there.tolist(), rel=2e-3)
