"""The derivatives of a design are those of the means that it makes."""

import numpy as np
import pytest

from footydata.forecast.models.effects import Effects, EncodedFixtures, FitSettings

EFFECTS = Effects(np.arange(5), np.zeros(0, np.int64), np.zeros(7, np.bool_), FitSettings(1.0, 1.0))
HOME, AWAY = (side.ravel() for side in np.indices((7, 7)))
DESIGN = EFFECTS.design(EncodedFixtures(HOME, AWAY, HOME, HOME * 0.0, HOME < 0, HOME * 0.0))
VALUES = np.random.default_rng(1).normal(size=16)
FACTORS = np.random.default_rng(2).normal(size=(3, 49))


def test_the_means_are_those_of_each_side() -> None:
    log_means = DESIGN.by_side() @ VALUES

    assert np.log(DESIGN.means(VALUES)).T.tolist() == [pytest.approx(row) for row in log_means]


def test_the_gradient_sums_both_sides() -> None:
    expected = np.einsum("fsp,sf->p", DESIGN.by_side(), FACTORS[:2])

    assert DESIGN.gradient(*FACTORS[:2]).tolist() == pytest.approx(expected.tolist())


def test_the_curvature_sums_both_sides_and_what_they_share() -> None:
    home, away, both = FACTORS
    weights = np.array([[home, both], [both, away]])
    expected = np.einsum("fsp,stf,ftq->pq", DESIGN.by_side(), weights, DESIGN.by_side())

    assert DESIGN.quadratic(*FACTORS).ravel().tolist() == pytest.approx(expected.ravel().tolist())
