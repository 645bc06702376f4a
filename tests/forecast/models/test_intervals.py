"""Intervals of fair prices: they hold the true price as often as they say, and are wide where little was seen."""

import numpy as np
import pytest

from footydata.football.markets import BY_PARAM
from footydata.forecast.models.by_figure import DixonColes
from footydata.forecast.models.lines import main_quotes, price_interval, shifted_grids
from tests.benchmarks.coverage import WORLDS, coverage
from tests.forecast.models.test_dixon_coles import season


@pytest.mark.parametrize(
    "figure",
    [pytest.param(name, marks=pytest.mark.slow if "prices" in name else ()) for name in WORLDS],
)
def test_four_in_five_intervals_hold_the_true_price(figure: str) -> None:
    for share in coverage(WORLDS[figure], 40).values():
        assert 0.76 <= share <= 0.84


@pytest.mark.parametrize("name", ["1x2", "asian", "goalline", "btts"])
def test_the_interval_holds_the_price_and_is_wider_for_a_newcomer(name: str) -> None:
    said = DixonColes().fit(season()).predict([3, 3], [4, 99])
    joint = said.grid()
    quotes = main_quotes(BY_PARAM[name], joint)

    low, high = price_interval(
        BY_PARAM[name], said, shifted_grids(said, joint.shape[-1] - 1), quotes.lines, quotes.prices
    )

    assert ((low < quotes.prices) & (quotes.prices < high)).all()
    width = np.log((high - 1) / (low - 1))[:, 0]
    assert width[1] > width[0]
