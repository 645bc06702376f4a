"""One joint grid of home and away goals a fixture, fitted to its 1x2, total and handicap prices at once.

Prices of three markets contradict one another a little, and each leaves the others' scores open. Here each fixture has
two means and the low-score correction of Dixon and Coles, chosen so that the grid's chances are nearest, by squares, to
the margin-free ones of all prices; every market can then be priced from it (see lines) without contradiction.
How good its results are beside the prices' own is measured by tests/benchmarks/market_grids.py: no better.
"""

import numpy as np
from numpy.typing import ArrayLike

from footydata.contract.markets import BY_PARAM
from footydata.forecast.distributions import poisson
from footydata.forecast.lines import prices_at
from footydata.forecast.past import Flags, Floats
from footydata.rules.margins import implied_probabilities

TOP = 18
"""Goals of a side up to which a grid goes."""

STEPS = 6
"""Steps of Gauss and Newton; on 1,000 real fixtures the last moved no score's chance by more than 2e-7."""

START = np.array([np.log(1.5), np.log(1.2), -0.03])
"""The logarithms of the two means, and rho, of a fixture of which nothing is known."""

HELD = 0.005
"""How strongly a fixture is held to START: so little that it decides only what no price says."""

NUDGE = 1e-4


def grids_of_prices(
    result_prices: ArrayLike,
    *,
    total_lines: ArrayLike,
    total_prices: ArrayLike,
    handicap_lines: ArrayLike,
    handicap_prices: ArrayLike,
    method: str = "shin",
) -> Floats:
    """The joint chances of home (rows) and away (columns) goals that fit the prices, (n, TOP + 1, TOP + 1).

    result_prices: (n, 3), home, draw, away. total_prices: (n, 2), over, under; handicap_prices: (n, 2), home, away;
    lines: (n,), quarter lines too, the handicap the home side's. NaN where a market is not quoted; a fixture without
    any price is NaN. method: of margin removal. Raises WrongPrice, UnknownMethod.
    """
    lines = [np.asarray(given, dtype=np.float64) for given in (total_lines, handicap_lines)]
    wanted = np.concatenate(
        [
            implied_probabilities(result_prices, method=method),
            implied_probabilities(total_prices, method=method)[:, :1],
            implied_probabilities(handicap_prices, method=method)[:, :1],
        ],
        axis=1,
    )
    wanted[:, 3:][np.isnan(np.stack(lines, axis=1))] = np.nan
    known: Flags = np.asarray(~np.isnan(wanted), dtype=np.bool_)
    targets = np.where(known, wanted, 0.0)
    at = np.tile(START, (len(wanted), 1))
    for _ in range(STEPS):
        said = _chances(at, lines)
        slopes = np.stack([(_chances(at + NUDGE * axis, lines) - said) / NUDGE for axis in np.eye(len(START))], axis=-1)
        slopes = np.where(known[:, :, None], slopes, 0.0)
        apart = np.where(known, targets - said, 0.0)
        turned = slopes.transpose(0, 2, 1)
        pull = (turned @ apart[:, :, None])[..., 0] + HELD**2 * (START - at)
        step = np.linalg.solve(turned @ slopes + HELD**2 * np.eye(len(START)), pull[:, :, None])[..., 0]
        at = at + np.clip(step, -0.5, 0.5)
    joint = _grids(at)
    joint[~known.any(axis=1)] = np.nan
    return joint


def _grids(at: Floats) -> Floats:
    """The grids of means and corrections, a fixture a row of both."""
    home, away = np.exp(np.clip(at[:, :2], -4.0, 2.2)).T
    low = np.clip(at[:, 2], -0.9 / np.maximum(np.maximum(home, away), 1.0), 0.9 / np.maximum(home * away, 1.0))
    joint: Floats = poisson(home, TOP)[:, :, None] * poisson(away, TOP)[:, None, :]
    joint[:, 0, 0] *= 1 - home * away * low
    joint[:, 0, 1] *= 1 + home * low
    joint[:, 1, 0] *= 1 + away * low
    joint[:, 1, 1] *= 1 - low
    joint /= joint.sum(axis=(1, 2), keepdims=True)
    return joint


def _chances(at: Floats, lines: list[Floats]) -> Floats:
    """The chances of home, draw, away, of over and of the home side at their lines, (n, 5)."""
    joint = _grids(at)
    return np.concatenate(
        [
            1 / prices_at(BY_PARAM["1x2"], joint, np.zeros(0)),
            1 / prices_at(BY_PARAM["goalline"], joint, lines[0])[:, :1],
            1 / prices_at(BY_PARAM["asian"], joint, lines[1])[:, :1],
        ],
        axis=1,
    )
