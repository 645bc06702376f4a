"""Distributions of counts: golden chances, moments, mass."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.forecast.models.distributions import (
    Counts,
    Floats,
    differences,
    grid,
    negative_binomial,
    poisson,
    top_of,
    totals,
)

MEANS = st.floats(0.05, 12)
DISPERSIONS = st.floats(1.0, 2.5)
CORRELATIONS = st.floats(0.0, 0.4)


def moments(chances: Floats, first: int = 0) -> tuple[float, float]:
    """The mean and variance of a distribution."""
    values = first + np.arange(chances.shape[-1])
    mean = float(chances @ values)
    return mean, float(chances @ (values - mean) ** 2)


def test_a_poisson_count_follows_its_formula() -> None:
    assert poisson(2.5, 8)[3] == pytest.approx(math.exp(-2.5) * 2.5**3 / 6)


# Source: reference values, computed without this package.
def test_the_golden_negative_binomial() -> None:
    assert negative_binomial(10.0, 1.1, 60)[10] == pytest.approx(0.119279, abs=5e-7)


def test_a_dispersion_of_one_is_poisson() -> None:
    assert negative_binomial(4.0, 1.0, 20) == pytest.approx(poisson(4.0, 20))


@given(MEANS, DISPERSIONS)
def test_the_variance_is_the_dispersion_times_the_mean(mean: float, dispersion: float) -> None:
    assert moments(negative_binomial(mean, dispersion, 200)) == pytest.approx(
        (mean, max(dispersion, 1) * mean)
    )


@given(MEANS, MEANS, DISPERSIONS, CORRELATIONS)
def test_a_grid_holds_the_mass_and_the_means(
    home: float, away: float, dispersion: float, correlation: float
) -> None:
    joint = grid(Counts(np.array([home]), np.array([away]), dispersion, correlation))[0]

    assert joint.sum() == pytest.approx(1, abs=1e-8)
    assert moments(joint.sum(axis=1))[0] == pytest.approx(home, rel=1e-6)
    assert moments(joint.sum(axis=0))[0] == pytest.approx(away, rel=1e-6)


@given(MEANS, DISPERSIONS)
def test_less_than_a_billionth_lies_above_the_top(mean: float, dispersion: float) -> None:
    assert 1 - negative_binomial(mean, dispersion, top_of(mean, dispersion)).sum() < 1e-9


@given(MEANS, MEANS)
def test_poisson_total_split_evenly_is_two_independent_counts(home: float, away: float) -> None:
    joint = grid(Counts(np.array([home]), np.array([away])), 12)[0]
    inside = np.add.outer(np.arange(13), np.arange(13)) <= 12

    assert joint[inside] == pytest.approx(np.outer(poisson(home, 12), poisson(away, 12))[inside])


# Source: reference values, computed without this package; M = 16 draws are a correlation of 1/17.
def test_the_golden_beta_binomial_split() -> None:
    chances, first = differences(grid(Counts(np.array([5.6]), np.array([4.4]), 1.1, 1 / 17)))

    assert moments(chances[0], first)[1] == pytest.approx(15.87, abs=5e-3)
    assert [
        chances[0, 1 - first :].sum(),
        chances[0, -first],
        chances[0, :-first].sum(),
    ] == pytest.approx([0.57084, 0.09735, 0.33181], abs=5e-6)


# Source: reference values, computed without this package.
def test_the_golden_goal_grid() -> None:
    joint = grid(Counts(np.array([1.5]), np.array([1.1])))[0]

    assert [np.tril(joint, -1).sum(), np.trace(joint), np.triu(joint, 1).sum()] == pytest.approx(
        [0.464244, 0.257667, 0.278089], abs=5e-7
    )
    assert joint[1:, 1:].sum() == pytest.approx(0.518272, abs=5e-7)


@given(st.integers(2, 6), st.integers(0, 1000))
def test_totals_and_differences_add_up_the_grid(size: int, seed: int) -> None:
    joint = np.random.default_rng(seed).random((size, size))
    chances, first = differences(joint)
    cells = [(home, away) for home in range(size) for away in range(size)]

    assert [totals(joint)[2], chances[1 - first]] == pytest.approx(
        [
            sum(joint[home, away] for home, away in cells if home + away == 2),
            sum(joint[home, away] for home, away in cells if home - away == 1),
        ]
    )


def test_fixtures_are_rows() -> None:
    together = grid(Counts(np.array([5.0, 6.0]), np.array([4.0, 3.0]), 1.2, 0.05), 60)
    alone = grid(Counts(np.array([6.0]), np.array([3.0]), 1.2, 0.05), 60)

    assert together[1] == pytest.approx(alone[0])


def test_each_fixture_may_have_a_dispersion_of_its_own() -> None:
    both = negative_binomial(np.array([4.0, 9.0]), np.array([1.0, 1.3]), 60)

    assert both[0] == pytest.approx(poisson(4.0, 60), abs=1e-7)
    assert both[1] == pytest.approx(negative_binomial(9.0, 1.3, 60))


def test_a_share_without_any_count_moves_neither_mean_nor_dispersion() -> None:
    plain, mixed = (
        grid(Counts(np.array([2.0]), np.array([2.3]), 1.2, none=none))[0] for none in (0.0, 0.01)
    )

    assert mixed[0, 0] > plain[0, 0] + 0.005
    assert mixed.sum() == pytest.approx(1)
    assert moments(totals(mixed)) == pytest.approx(moments(totals(plain)))
