"""One grid fitted to the prices of several markets."""

import numpy as np
import pytest

import footydata as fd
from footydata.football.markets import BY_PARAM
from footydata.forecast.models.lines import prices_at
from footydata.odds.numbers import Floats

NAN = float("nan")

# Source: reference values, computed without this package, Poisson 1.5 and 1.1, normalised.
RESULT = [1 / 0.464244, 1 / 0.257667, 1 / 0.278089]
OVER_2_25 = [1.8159, 2.2257]
HANDICAP_QUARTER = [1.8765, 1 / (1 - 1 / 1.8765)]


def fitted(
    result: list[float] = RESULT,
    total: list[float] = OVER_2_25,
    handicap: list[float] = HANDICAP_QUARTER,
) -> Floats:
    return fd.forecast.grids_of_prices(
        [result],
        total_lines=[2.25],
        total_prices=[total],
        handicap_lines=[-0.25],
        handicap_prices=[handicap],
    )


def price(joint: Floats, market: str, line: float) -> float:
    return float(prices_at(BY_PARAM[market], joint, np.array([line]))[0, 0])


def test_prices_of_a_poisson_grid_give_it_back() -> None:
    joint = fitted()

    assert 1 / price(joint, "btts", NAN) == pytest.approx(0.518272, abs=0.001)
    assert price(joint, "goalline", 2.75) == pytest.approx(2.3907, abs=0.005)
    assert price(joint, "asian", -0.75) == pytest.approx(2.5393, abs=0.005)


def test_one_grid_has_all_the_mass() -> None:
    assert fitted().sum() == pytest.approx(1)


def test_margins_are_taken_out_first() -> None:
    shorter = fitted([price / 1.05 for price in RESULT], [price / 1.04 for price in OVER_2_25])

    assert price(shorter, "1x2", NAN) == pytest.approx(1 / 0.464244, abs=0.03)


def test_contradicting_prices_are_met_between() -> None:
    away_favoured = fitted(handicap=[2.6, 1 / (1 - 1 / 2.6)])

    assert 1.8765 < price(away_favoured, "asian", -0.25) < 2.6
    assert price(away_favoured, "1x2", NAN) > 1 / 0.464244


def test_a_market_that_is_not_quoted_is_left_to_the_others() -> None:
    joint = fitted(handicap=[NAN, NAN])

    assert price(joint, "asian", -0.25) == pytest.approx(1.8765, abs=0.01)


def test_a_fixture_without_a_price_has_no_grid() -> None:
    assert np.isnan(fitted([NAN] * 3, [NAN] * 2, [NAN] * 2)).all()
