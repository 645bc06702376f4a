"""The tests of a mean difference, against figures that others published or that were worked out by hand."""

import math
import random

import numpy as np
import pytest

from footydata.evaluation.scores import clustered, diebold_mariano, p_value_of_t


def shuffled() -> np.ndarray:
    """0 to 99 as Python 2's random.sample drew them, of which the published figures are."""
    pool, drawn = list(range(100)), []
    for left in range(100, 0, -1):
        place = int(random.random() * left)
        drawn.append(pool[place])
        pool[place] = pool[left - 1]
    return np.array(drawn, dtype=float)


@pytest.mark.parametrize(
    ("power", "statistic", "p_value"),
    [
        (1, 1.3275742446369585, 0.18737195617455585),
        (2, 1.2112523589452902, 0.22868210381769466),
        (4, 0.9124498079287283, 0.36374861695187799),
    ],
    ids=["absolute errors", "squares", "fourth powers"],
)
def test_diebold_mariano_one_step_ahead(power: int, statistic: float, p_value: float) -> None:
    # Source: README of johntwk/Diebold-Mariano-Test, its example with random.seed(123).
    random.seed(123)
    actual, one, other = shuffled(), shuffled(), shuffled()

    measured = diebold_mariano(np.abs(actual - one) ** power - np.abs(actual - other) ** power)

    assert measured.statistic == pytest.approx(statistic, rel=1e-12)
    assert measured.p_value == pytest.approx(p_value, rel=1e-10)


def test_diebold_mariano_of_six() -> None:
    # Source: tests of edoannunziata/dieboldmariano: squared errors of six forecasts of 0.
    one, other = np.array([0, 1, 2, 3, 4, 5.0]), np.array([0, 2, 3, 3, 5, 6.0])

    measured = diebold_mariano(one**2 - other**2)

    assert measured.statistic == pytest.approx(-2.4905, abs=1e-4)
    assert measured.p_value == pytest.approx(0.05513, abs=1e-5)


@pytest.mark.parametrize(
    ("statistic", "degrees", "p_value"),
    # Source: the t table of the NIST/SEMATECH e-Handbook, 1.3.6.7.2.
    [
        (12.706, 1, 0.05),
        (4.303, 2, 0.05),
        (2.228, 10, 0.05),
        (2.764, 10, 0.02),
        (3.733, 80, 0.000354),
        (1.984, 100, 0.05),
    ],
)
def test_the_chance_of_a_t_is_that_of_the_tables(
    statistic: float, degrees: int, p_value: float
) -> None:
    assert p_value_of_t(statistic, degrees) == pytest.approx(p_value, rel=5e-3)


def test_the_error_by_clusters_of_different_sizes() -> None:
    # By hand: mean 4, sums of deviations -4, -2, 6; sqrt(3/2 x 56) / 6. A t of 2 degrees: 1 - t / sqrt(2 + t^2).
    measured = clustered(np.array([1.0, 3, 2, 6, 8, 4]), np.array([7, 7, 3, 5, 5, 5]))

    t = 4 / (math.sqrt(84) / 6)
    assert measured.clusters == 3
    assert measured.error == pytest.approx(math.sqrt(84) / 6)
    assert measured.test == pytest.approx((t, 1 - t / math.sqrt(2 + t * t)))


def test_each_fixture_its_own_cluster_is_the_plain_error() -> None:
    differences = np.array([0.3, -0.1, 0.4, 0.1])

    assert clustered(differences, np.arange(4)).error == pytest.approx(differences.std(ddof=1) / 2)


def test_one_cluster_has_no_error() -> None:
    assert clustered(np.array([1.0, 2.0]), np.array([0, 0])) == (None, 1, (None, None))


@pytest.mark.parametrize(
    ("one", "other"),
    [([1.0], [2.0]), ([1.0, 2.0], [1.0, 2.0])],
    ids=["one fixture", "no difference"],
)
def test_what_can_not_be_tested_has_no_p_value(one: list[float], other: list[float]) -> None:
    assert diebold_mariano(np.array(one) - np.array(other)) == (None, None)
