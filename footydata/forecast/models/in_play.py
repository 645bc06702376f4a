"""What a side has still to come in a match that is played: its mean before the match, the time left, score and men.

Rates of five leagues in 2017/18 (Pappalardo et al. 2019, events of Wyscout, CC BY 4.0), stoppage time included. A price
that moved knows more.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

_MINUTES = (15, 30, 45, 60, 75)


class _Rates(NamedTuple):
    """Rates of a figure at _MINUTES: the share of a match that is left, by goals ahead (-2: or more behind), by men more."""

    left: tuple[float, ...]
    ahead: Mapping[int, tuple[float, ...]] = MappingProxyType({})
    man_more: tuple[float, ...] = (1.0,) * len(_MINUTES)


_RATES = {
    "goals": _Rates((0.86, 0.71, 0.55, 0.39, 0.22), man_more=(1.41,) * len(_MINUTES)),
    "corners": _Rates(
        (0.87, 0.71, 0.54, 0.38, 0.21),
        {
            -2: (1.26, 1.25, 1.23, 1.22, 1.20),
            -1: (1.14, 1.18, 1.22, 1.26, 1.31),
            1: (0.84, 0.81, 0.78, 0.75, 0.72),
            2: (0.76, 0.74, 0.71, 0.69, 0.67),
        },
        (1.64, 1.58, 1.52, 1.46, 1.40),
    ),
    "cards": _Rates(
        (0.91, 0.80, 0.65, 0.51, 0.33),
        {
            -2: (1.11, 0.97, 0.85, 0.74, 0.65),
            -1: (1.03, 1.01, 0.99, 0.97, 0.95),
            1: (1.01, 1.03, 1.05, 1.07, 1.08),
            2: (1.00, 0.89, 0.80, 0.71, 0.64),
        },
    ),
}
FIGURES = tuple(_RATES)


def still_to_come(figure: str, mean: float, *, minute: int, ahead: int, men_more: int) -> float:
    """The mean of a side's figure from a minute on. mean: of the whole match, as it was before.

    ahead: by how many goals the side leads, men_more: how many more men it has.

    >>> round(still_to_come("corners", 5.0, minute=60, ahead=-1, men_more=0), 2)
    2.39
    >>> still_to_come("goals", 1.5, minute=0, ahead=0, men_more=0)
    1.5
    """
    rates = _RATES[figure]
    # Beyond the last rate the time runs on as before it, down to what stoppage time has.
    last = 2 * rates.left[-1] - rates.left[-2]
    left = np.interp(minute, (0, *_MINUTES, 90), (1.0, *rates.left, max(last, 0.0)))
    of_score = _at(minute, rates.ahead.get(max(-2, min(2, ahead)), (1.0,) * len(_MINUTES)))
    return float(mean * left * of_score * _at(minute, rates.man_more) ** men_more)


def _at(minute: int, rates: tuple[float, ...]) -> float:
    """A rate at a minute, linear in its logarithm."""
    return float(np.exp(np.interp(minute, _MINUTES, np.log(rates))))
