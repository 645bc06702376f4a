"""The interval of a yield: one that neither few bets nor bets that all end alike can make narrow.

The spread of the profits themselves would: of six bets at 1.95 that all won it is nothing. Here the spread is that of
the prices, as in Wilson's interval of a share. Every bet's chance is that of its price, moved by one odds ratio for all
of them; the interval has the yields from which the observed one is at most 1.96 standard errors away. Of bets at one
price and stake it is Wilson's interval of the share that won. Half won and half lost bets spread less than it allows.
"""

from collections.abc import Sequence

import numpy as np

from footydata.odds.wilson import DEVIATIONS

WIDEST = 60.0
"""The largest logarithm of an odds ratio: beyond it nothing changes any more."""

STEPS = 60
"""How often the span of odds ratios is halved: then it is below 1e-15."""


def yield_interval(stakes: Sequence[float], prices: Sequence[float], growth: float) -> tuple[float, float]:
    """The 95 % score interval of a yield; stakes and decimal prices of its bets, which are taken as independent.

    Source of the example: Wilson's interval of 81 of 263 by Newcombe, Statistics in Medicine 17 (1998), table I.

    >>> low, high = yield_interval([10.0] * 263, [2.0] * 263, (81 * 20 - 2630) / 2630)
    >>> round((low + 1) / 2, 4), round((high + 1) / 2, 4)
    (0.2553, 0.3662)
    """
    staked, odds = np.asarray(stakes, dtype=np.float64), np.asarray(prices, dtype=np.float64) - 1
    payouts = staked * (odds + 1) / staked.sum()

    def yield_and_error(log_ratio: float) -> tuple[float, float]:
        """The expected yield and its standard error, with the chances of the prices moved by an odds ratio."""
        chances = 1 / (1 + odds * np.exp(-log_ratio))
        error = np.sqrt((payouts**2 * chances * (1 - chances)).sum())
        return float((payouts * chances).sum() - 1), float(error)

    ends = []
    for side in (1, -1):
        low, high = -WIDEST, WIDEST
        for _ in range(STEPS):
            middle = (low + high) / 2
            expected, error = yield_and_error(middle)
            if growth - expected > side * DEVIATIONS * error:
                low = middle
            else:
                high = middle
        ends.append(yield_and_error((low + high) / 2)[0])
    return ends[0], ends[1]
