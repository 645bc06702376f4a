"""Scores of chances that were given before the fact: log loss, ranked probability score, calibration. NumPy alone.

Lower is better. Log loss of a bet that gave half or all of the stake back counts what was won and lost alone, so that
the best chance to name is that of the fair price. Ranked probability score: Epstein, Journal of Applied Meteorology 8
(1969), as Constantinou and Fenton (2012) use it for results, divided by the classes less one.
"""

import math
from typing import NamedTuple

import numpy as np

from footydata.forecast.past import Floats, Whole

BINS = 10
SIMULATED = 400
LEAST = 1e-12
"""A chance of nothing that came true costs as much as this one."""


class Difference(NamedTuple):
    """By how much scores differ on the same fixtures: the mean, and its standard error (None of one fixture)."""

    mean: float
    error: float | None


class Bin(NamedTuple):
    """Chances from `low` to `high`: how many, their mean, and the share that came true."""

    low: float
    high: float
    count: int  # type: ignore[assignment]  # hides tuple.count
    chance: float
    share: float


class Calibration(NamedTuple):
    """How often chances came true.

    error: the mean distance of a bin's chance and share, weighted by its count; band: what it stays below in 95 of
    100 samples as large whose chances are right.
    """

    bins: list[Bin]
    error: float
    band: float


def class_loss(chances: Floats, ended: Whole) -> Floats:
    """The log loss of each row: chances (n, classes), the class that came."""
    return -np.log(np.maximum(chances[np.arange(len(ended)), ended], LEAST))


def ranked_score(chances: Floats, ended: Whole) -> Floats:
    """The ranked probability score of each row: chances (n, classes) of ordered classes, the class that came.

    >>> ranked_score(np.array([[0.5, 0.3, 0.2]]), np.array([0])).round(4).tolist()
    [0.145]
    """
    classes = chances.shape[1]
    reached = np.arange(classes - 1) >= ended[:, None]
    off = np.cumsum(chances, axis=1)[:, :-1] - reached
    result: Floats = (off**2).sum(axis=1) / (classes - 1)
    return result


def line_loss(chance: Floats, won: Floats, lost: Floats) -> Floats:
    """The log loss of the first side's chance at a line, by the shares of its stake that won and lost; 0 of a push."""
    known = np.clip(chance, LEAST, 1 - LEAST)
    result: Floats = -won * np.log(known) - lost * np.log(1 - known)
    return result


def difference(one: Floats, other: Floats) -> Difference:
    """By how much one is above the other, on the same fixtures."""
    apart = one - other
    error = float(apart.std(ddof=1)) / math.sqrt(len(apart)) if len(apart) > 1 else None
    return Difference(float(apart.mean()), error)


def calibration(chance: Floats, came: Floats, *, seed: int = 1) -> Calibration:
    """How often chances came true, in BINS bins of as many; came: 1 or 0, a share for a half stake."""
    order = np.argsort(chance, kind="stable")
    parts = [part for part in np.array_split(order, BINS) if len(part)]
    bins = [
        Bin(
            float(chance[part[0]]),
            float(chance[part[-1]]),
            len(part),
            float(chance[part].mean()),
            float(came[part].mean()),
        )
        for part in parts
    ]
    weights = np.array([len(part) for part in parts]) / max(len(chance), 1)
    rng = np.random.default_rng(seed)
    drawn = rng.random((SIMULATED, len(chance))) < chance
    apart = np.stack([np.abs(drawn[:, part].mean(axis=1) - chance[part].mean()) for part in parts])
    error = float(weights @ np.array([abs(each.chance - each.share) for each in bins]))
    return Calibration(bins, error, float(np.quantile(weights @ apart, 0.95)))
