"""The log loss of chances: minus the logarithm of the chance of what came true."""

import numpy as np

from footydata.odds.numbers import Floats, Whole

LEAST = 1e-12
"""Smaller chances are scored as this one, as the log loss of 0 would be infinite."""


def class_loss(chances: Floats, ended: Whole) -> Floats:
    """The log loss of each row, (n,). chances: (n, classes); ended: the class that came true."""
    return -np.log(np.maximum(chances[np.arange(len(ended)), ended], LEAST))


def line_loss(chance: Floats, won: Floats, lost: Floats) -> Floats:
    """The log loss of the first side's chance at a line, (n,). won, lost: the shares of its stake; 0 for a push."""
    known = np.clip(chance, LEAST, 1 - LEAST)
    result: Floats = -won * np.log(known) - lost * np.log(1 - known)
    return result
