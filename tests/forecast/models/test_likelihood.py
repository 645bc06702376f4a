"""The layout by pairs of teams is that by fixtures, summed."""

import numpy as np
import pytest

from footydata.forecast.models.effects import Effects, EncodedFixtures, Ridge
from footydata.forecast.models.likelihood import ByFixture, ByPair

EFFECTS = Effects(np.arange(5), np.zeros(0, np.int64), np.zeros(7, np.bool_), Ridge(1.0, 1.0))
HOME, AWAY = (side.ravel() for side in np.indices((7, 7)))
PAIRS = ByPair(7)
DESIGN = EFFECTS.design(EncodedFixtures(HOME, AWAY, HOME, HOME * 0.0, HOME < 0, HOME * 0.0))[0]
FIXTURES = ByFixture(
    DESIGN[:, ~EFFECTS.moves_split], DESIGN[:, EFFECTS.moves_split], EFFECTS.moves_split
)
VALUES = np.random.default_rng(1).normal(size=16)
CELLS = np.random.default_rng(2).normal(size=(3, 7, 7))


@pytest.mark.parametrize("side", [0, 1], ids=["home", "away"])
def test_the_means_are_the_same(side: int) -> None:
    assert PAIRS.log_means(VALUES)[side].ravel().tolist() == pytest.approx(
        FIXTURES.log_means(VALUES)[side].tolist()
    )


def test_the_gradients_are_the_same() -> None:
    by_fixture = FIXTURES.gradient(CELLS[0].ravel(), CELLS[1].ravel())

    assert PAIRS.gradient(CELLS[0], CELLS[1]).tolist() == pytest.approx(by_fixture.tolist())


def test_the_curvatures_are_the_same() -> None:
    by_fixture = FIXTURES.quadratic(*(cells.ravel() for cells in CELLS))

    assert PAIRS.quadratic(*CELLS).ravel().tolist() == pytest.approx(by_fixture.ravel().tolist())
