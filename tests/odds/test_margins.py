"""Margin removal: golden chances and what holds for any prices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.errors import InvalidArgument
from footydata.odds.margins import METHODS, implied_probabilities, shin_share

PRICES = st.lists(st.floats(1.02, 200), min_size=2, max_size=4)


# Source: reference values, computed without this package; Shin's also in Jullien and Salanie's form.
@pytest.mark.parametrize(
    ("method", "prices", "chances"),
    [
        ("multiplicative", [2.7, 2.3, 4.4], [0.358738, 0.421127]),
        ("power", [2.7, 2.3, 4.4], [0.359171, 0.423731]),
        ("shin", [2.7, 2.3, 4.4], [0.359344, 0.423244]),
        ("shin", [1.8, 2.1], [0.539683]),
        ("additive", [1.8, 2.1], [0.539683]),
        ("power", [1.8, 2.1], [0.540278]),
        ("multiplicative", [1.8, 2.1], [0.538462]),
    ],
)
def test_golden_chances(method: str, prices: list[float], chances: list[float]) -> None:
    assert implied_probabilities(prices, method=method)[: len(chances)] == pytest.approx(
        chances, abs=5e-7
    )


def test_golden_share_of_insiders() -> None:
    assert shin_share(1 / np.array([2.7, 2.3, 4.4])).item() == pytest.approx(0.016236, abs=5e-7)


def test_the_odds_ratio_is_the_same_for_every_selection() -> None:
    raw = 1 / np.array([2.7, 2.3, 4.4])
    chances = implied_probabilities([2.7, 2.3, 4.4], method="odds_ratio")

    ratios = raw / (1 - raw) / (chances / (1 - chances))

    assert ratios == pytest.approx([ratios[0]] * 3)


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"additive"}))
@given(prices=PRICES)
def test_chances_sum_to_one(method: str, prices: list[float]) -> None:
    chances = implied_probabilities(prices, method=method)

    assert chances.sum() == pytest.approx(1, abs=1e-9)
    assert (chances > 0).all()


@pytest.mark.parametrize("method", sorted(METHODS))
@given(prices=PRICES)
def test_a_shorter_price_never_means_a_smaller_chance(method: str, prices: list[float]) -> None:
    chances = implied_probabilities(sorted(prices), method=method)

    assert np.isnan(chances).all() or (np.diff(chances) <= 1e-9).all()


@pytest.mark.parametrize("method", sorted(METHODS))
@given(chances=st.lists(st.integers(1, 50), min_size=2, max_size=4))
def test_prices_without_margin_come_back_as_they_are(method: str, chances: list[int]) -> None:
    fair = np.array(chances) / sum(chances)

    assert implied_probabilities(1 / fair, method=method) == pytest.approx(fair, abs=1e-7)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_rows_are_taken_each_alone(method: str) -> None:
    rows = [[1.9, 1.95], [1.5, 2.6]]

    assert implied_probabilities(rows, method=method) == pytest.approx(
        np.stack([implied_probabilities(row, method=method) for row in rows])
    )


def test_a_row_with_an_unknown_price_has_unknown_chances() -> None:
    chances = implied_probabilities([[1.9, None], [2.0, 2.0]])

    assert np.isnan(chances[0]).all()
    assert chances[1].tolist() == pytest.approx([0.5, 0.5])


def test_additive_leaves_an_outsider_below_zero_unknown() -> None:
    assert np.isnan(implied_probabilities([1.05, 1.5, 200.0], method="additive")).all()


@pytest.mark.parametrize("price", [1.0, 0.0, -2.0, float("inf")])
def test_a_price_that_is_none_is_refused(price: float) -> None:
    with pytest.raises(InvalidArgument, match="is not a decimal price; prices are above 1"):
        implied_probabilities([1.95, price])


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        InvalidArgument,
        match="'magic'; the methods are multiplicative, additive, power, shin, odds_rat",
    ):
        implied_probabilities([1.95, 1.95], method="magic")
