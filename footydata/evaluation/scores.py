"""Scores of forecast chances: log loss, ranked probability score, calibration. Lower is better.

The log loss of a bet at a line counts only the shares of the stake that were won and lost, so that the best chance to
forecast is that of the fair price. The ranked probability score is divided by the number of classes less one.
Source: Epstein, Journal of Applied Meteorology 8 (1969), as Constantinou and Fenton (2012) use it for results.
"""

import math
from typing import NamedTuple

import numpy as np

from footydata.odds.numbers import Floats, Whole

BINS = 10
SIMULATIONS = 400


LEAST = 1e-12
"""Smaller chances are scored as this one, as the log loss of 0 would be infinite."""


class Difference(NamedTuple):
    """The mean difference of scores on the same fixtures, and its standard error (None with one fixture)."""

    mean: float
    error: float | None


class Bin(NamedTuple):
    """The chances from low to high: how many, their mean (chance), and the share that came true."""

    low: float
    high: float
    count: int  # type: ignore[assignment]  # hides tuple.count
    chance: float
    share: float


class Calibration(NamedTuple):
    """How often chances came true.

    error: the mean distance between a bin's chance and share, weighted by its count; band: what the error stays below
    in 95 of 100 simulated samples of the same size whose chances are right.
    """

    bins: list[Bin]
    error: float
    band: float


def class_loss(chances: Floats, ended: Whole) -> Floats:
    """The log loss of each row, (n,). chances: (n, classes); ended: the class that came true."""
    return -np.log(np.maximum(chances[np.arange(len(ended)), ended], LEAST))


def line_loss(chance: Floats, won: Floats, lost: Floats) -> Floats:
    """The log loss of the first side's chance at a line, (n,). won, lost: the shares of its stake; 0 for a push."""
    known = np.clip(chance, LEAST, 1 - LEAST)
    result: Floats = -won * np.log(known) - lost * np.log(1 - known)
    return result


def ranked_score(chances: Floats, ended: Whole) -> Floats:
    """The ranked probability score of each row, (n,). chances: (n, classes), in order; ended: the class that came true.

    >>> ranked_score(np.array([[0.5, 0.3, 0.2]]), np.array([0])).round(4).tolist()
    [0.145]
    """
    classes = chances.shape[1]
    outcome = np.arange(classes - 1) >= ended[:, None]
    errors = np.cumsum(chances, axis=1)[:, :-1] - outcome
    result: Floats = (errors**2).sum(axis=1) / (classes - 1)
    return result


def difference(one: Floats, other: Floats) -> Difference:
    """How much higher one score is than the other on the same fixtures."""
    differences = one - other
    error = (
        float(differences.std(ddof=1)) / math.sqrt(len(differences))
        if len(differences) > 1
        else None
    )
    return Difference(float(differences.mean()), error)


def calibration(chance: Floats, happened: Floats, *, seed: int = 1) -> Calibration:
    """How often chances came true, in BINS bins with equally many. happened: 1 or 0, or a share for half stakes."""
    order = np.argsort(chance, kind="stable")
    parts = [part for part in np.array_split(order, BINS) if len(part)]
    bins = [
        Bin(
            float(chance[part[0]]),
            float(chance[part[-1]]),
            len(part),
            float(chance[part].mean()),
            float(happened[part].mean()),
        )
        for part in parts
    ]
    weights = np.array([len(part) for part in parts]) / max(len(chance), 1)
    rng = np.random.default_rng(seed)
    simulated = rng.random((SIMULATIONS, len(chance))) < chance
    errors = np.stack(
        [np.abs(simulated[:, part].mean(axis=1) - chance[part].mean()) for part in parts]
    )
    error = float(weights @ np.array([abs(each.chance - each.share) for each in bins]))
    return Calibration(bins, error, float(np.quantile(weights @ errors, 0.95)))
