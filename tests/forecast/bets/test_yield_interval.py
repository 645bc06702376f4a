"""The interval of a yield: as wide as the prices ask for, whatever few bets do."""

import numpy as np
import pytest

from footydata.forecast.bets.book import yield_interval
from footydata.odds.wilson import wilson_interval


def test_six_wins_of_six_leave_it_wide() -> None:
    low, high = yield_interval([10] * 6, [1.93, 1.94, 1.95, 1.95, 1.96, 1.97], 0.95)

    # Wilson's interval of 6 of 6 is .6097 to 1.
    assert (low, high) == (pytest.approx(0.6097 * 1.95 - 1, abs=0.002), pytest.approx(0.95))


@pytest.mark.parametrize("won", [0, 1, 5, 9, 10])
def test_of_bets_at_one_price_it_is_wilson_s(won: int) -> None:
    low, high = wilson_interval(won / 10, 10)

    assert yield_interval([5] * 10, [3.0] * 10, won * 3 / 10 - 1) == pytest.approx(
        (3 * low - 1, 3 * high - 1), abs=1e-9
    )


@pytest.mark.parametrize(
    ("stakes", "prices", "growth"),
    [
        ([1], [1.01], 0.01),
        ([1], [1.01], -1),
        ([1], [500], -1),
        ([10, 1], [1.1, 50], 61 / 11 - 1),
        ([1, 1], [2, 2], 1),
    ],
    ids=[
        "short price won",
        "short price lost",
        "long price lost",
        "stakes that differ",
        "two of two",
    ],
)
def test_few_bets_or_one_outcome_never_make_it_a_point(
    stakes: list[float], prices: list[float], growth: float
) -> None:
    low, high = yield_interval(stakes, prices, growth)

    assert -1 <= low <= growth + 1e-9
    assert high >= growth - 1e-9
    # Half of what the prices alone let a yield differ from itself, once in either direction.
    payouts = np.array(stakes) * prices / sum(stakes)
    assert high - low > 0.5 * np.sqrt((payouts**2 * (1 - 1 / np.array(prices)) / prices).sum())


@pytest.mark.slow
@pytest.mark.parametrize(("bets", "edge"), [(10, 1.05), (200, 0.95)], ids=["few bets", "many bets"])
def test_it_holds_the_true_yield_in_95_of_100_samples(bets: int, edge: float) -> None:
    rng = np.random.default_rng(20)
    held = 0
    for _ in range(400):
        prices, stakes = rng.uniform(1.3, 6, bets), rng.choice([1.0, 2.0, 5.0], bets)
        won = rng.random(bets) < edge / prices
        low, high = yield_interval(stakes, prices, (stakes * prices * won).sum() / stakes.sum() - 1)
        held += low <= edge - 1 <= high

    # The standard error of a share of 95 % in 400 samples is 1.1 %.
    assert 0.92 <= held / 400 <= 0.98
