"""One joint grid of home and away goals a fixture, fitted to its 1x2, total and handicap prices at once.

The prices of the three markets contradict one another a little, and none of them says everything about the score. Here
each fixture gets two Poisson means and the correction of Dixon and Coles for low scores, fitted by least squares to the
margin-free chances of all its prices. Every market can then be priced from the one grid (see lines), free of
contradictions. Its chances of the result are no better than those of the 1x2 prices themselves
(tests/benchmarks/market_grids.py).
"""

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.declared_types import named_arguments
from footydata.football.markets import BY_PARAM
from footydata.forecast.models.distributions import correct_low_scores, poisson
from footydata.forecast.models.lines import prices_at
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Flags, Floats

TOP = 18
"""The most goals of a side in a grid."""

STEPS = 6
"""Steps of the Gauss-Newton method; on 1,000 real fixtures the last one moved no chance of a score by over 2e-7."""

START = np.array([np.log(1.5), np.log(1.2), -0.03])
"""The logarithms of the two means, and rho, before any price is read."""

HOLD = 0.005
"""The weight of a penalty that holds a fixture to START: so small that it decides only what no price does."""

NUDGE = 1e-4
"""By so much each parameter is moved for its numerical derivative."""


@named_arguments
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
    lines: (n,), quarter lines too; handicaps are the home side's. NaN if a market is not quoted; the grid of a
    fixture without any price is NaN. method: of margin removal. Raises InvalidArgument.
    """
    lines = [np.asarray(each, dtype=np.float64) for each in (total_lines, handicap_lines)]
    implied = np.concatenate(
        [
            implied_probabilities(result_prices, method=method),
            implied_probabilities(total_prices, method=method)[:, :1],
            implied_probabilities(handicap_prices, method=method)[:, :1],
        ],
        axis=1,
    )
    implied[:, 3:][np.isnan(np.stack(lines, axis=1))] = np.nan
    known: Flags = np.asarray(~np.isnan(implied), dtype=np.bool_)
    targets = np.where(known, implied, 0.0)
    values = np.tile(START, (len(implied), 1))
    axes = np.eye(len(START))
    for _ in range(STEPS):
        fitted = _chances(values, lines)
        slopes = np.stack(
            [(_chances(values + NUDGE * axis, lines) - fitted) / NUDGE for axis in axes], axis=-1
        )
        slopes = np.where(known[:, :, None], slopes, 0.0)
        residuals = np.where(known, targets - fitted, 0.0)
        transposed = slopes.transpose(0, 2, 1)
        gradient = (transposed @ residuals[:, :, None])[..., 0] + HOLD**2 * (START - values)
        step = np.linalg.solve(transposed @ slopes + HOLD**2 * axes, gradient[:, :, None])[..., 0]
        values = values + np.clip(step, -0.5, 0.5)
    joint = _grids(values)
    joint[~known.any(axis=1)] = np.nan
    return joint


def _grids(values: Floats) -> Floats:
    """The grids, (n, TOP + 1, TOP + 1); values: (n, 3), as START."""
    home, away = np.exp(np.clip(values[:, :2], -4.0, 2.2)).T
    joint: Floats = poisson(home, TOP)[:, :, None] * poisson(away, TOP)[:, None, :]
    correct_low_scores(joint, home, away, rho=values[:, 2], share=0.9)
    joint /= joint.sum(axis=(1, 2), keepdims=True)
    return joint


def _chances(values: Floats, lines: list[Floats]) -> Floats:
    """The chances of home, draw, away, of over at its line and of the home side at its handicap, (n, 5)."""
    joint = _grids(values)
    return np.concatenate(
        [
            1 / prices_at(BY_PARAM["1x2"], joint, np.zeros(0)),
            1 / prices_at(BY_PARAM["goalline"], joint, lines[0])[:, :1],
            1 / prices_at(BY_PARAM["asian"], joint, lines[1])[:, :1],
        ],
        axis=1,
    )
