"""The highest penalised Poisson likelihood of two counts a fixture, found by Newton's method.

The logarithms of the home and away means are linear in the parameters, so that the likelihood is concave.
"""

import math
from typing import NamedTuple

import numpy as np

from footydata.odds.numbers import Floats

STEPS = 60
"""More than any fit needs; a fit that has no finite optimum (a team without a goal and no ridge) ends there."""

HALVINGS = 30

GAIN = 1e-6
"""A step that can gain no more log-likelihood than this is the last; it is still taken, and gains far less of it."""


class Design(NamedTuple):
    """How parameters make up the logarithms of the two means of fixtures.

    alike: (fixtures, parameters), of the first parameters, which move both means alike. apart: of the others, which
    move the home mean up and the away mean down.
    """

    alike: Floats
    apart: Floats

    def means(self, values: Floats) -> tuple[Floats, Floats]:
        """The home and away means, (fixtures,) each; infinite where parameters are far off."""
        first = self.alike.shape[1]
        alike, apart = self.alike @ values[:first], self.apart @ values[first:]
        with np.errstate(over="ignore"):
            return np.exp(alike + apart), np.exp(alike - apart)

    def by_side(self) -> Floats:
        """The derivatives of the logarithms of both means by the parameters, (fixtures, 2, parameters)."""
        sides = [np.concatenate([self.alike, sign * self.apart], axis=1) for sign in (1, -1)]
        return np.stack(sides, axis=1)

    def gradient(self, home: Floats, away: Floats) -> Floats:
        """The derivatives by the parameters, from those by the logarithms of the means."""
        return np.concatenate([self.alike.T @ (home + away), self.apart.T @ (home - away)])

    def quadratic(self, home: Floats, away: Floats, both: Floats | float = 0.0) -> Floats:
        """The second derivatives by the parameters, from those by the logarithms of the means.

        With X the derivatives of these logarithms by the parameters it is X'WX; of covariances of the counts in place
        of derivatives, the covariance of their gradient.
        """
        mixed = self.alike.T @ ((home - away)[:, None] * self.apart)
        return np.block(
            [
                [self.alike.T @ ((home + away + 2 * both)[:, None] * self.alike), mixed],
                [mixed.T, self.apart.T @ ((home + away - 2 * both)[:, None] * self.apart)],
            ]
        )


class Weighted(NamedTuple):
    """What was counted, a fixture a row: both counts, their weights, and what multiplies both means."""

    home: Floats
    away: Floats
    weights: Floats
    exposure: Floats


class Maximum(NamedTuple):
    """Where the likelihood is highest.

    curvature: (parameters, parameters), minus the second derivatives there, penalty included.
    """

    values: Floats
    curvature: Floats


def maximum_likelihood(design: Design, counts: Weighted, penalty: Floats, start: Floats) -> Maximum:
    """The maximum of the penalised likelihood, reached from a start; each step is halved until it climbs.

    penalty: (parameters, parameters); half of its quadratic form is taken off the log-likelihood.
    """
    weights = counts.weights

    def height(values: Floats) -> float:
        home, away = (mean * counts.exposure for mean in design.means(values))
        with np.errstate(divide="ignore", invalid="ignore"):
            gained = counts.home * np.log(home) + counts.away * np.log(away) - home - away
        value = float(weights @ gained) - 0.5 * float(values @ penalty @ values)
        return value if math.isfinite(value) else -math.inf

    values, reached = start, height(start)
    for _ in range(STEPS):
        home, away = (weights * counts.exposure * mean for mean in design.means(values))
        gradient = design.gradient(weights * counts.home - home, weights * counts.away - away)
        gradient -= penalty @ values
        curvature = design.quadratic(home, away) + penalty
        step = np.linalg.solve(curvature, gradient)
        for halving in range(HALVINGS):
            further = values + step / 2**halving
            if (there := height(further)) >= reached:
                values, reached = further, there
                break
        if float(gradient @ step) / 2 < GAIN or halving == HALVINGS - 1:
            break
    return Maximum(values, curvature)
