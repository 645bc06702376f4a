"""Margin removal: the chances that a bookmaker's prices imply once his margin is taken out.

Prices are decimal, one market a row, one selection a column. Sources: Shin 1993 as solved by Jullien and
Salanie 1994; Clarke, Kovalchik and Ingram 2017 (power); Cheung 2015 (odds ratio).
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.odds.numbers import Floats, floats_of

ROUNDS = 60
"""How often a bracket is halved: 2^-60 of it is below the precision of a float. Newton's steps are some five."""

CLOSE = 1e-12
"""A step of Newton's as short as this is the last one: the next would be its square."""


@named_arguments
def implied_probabilities(
    prices: ArrayLike | Sequence[float | None], method: str = "power"
) -> Floats:
    """The chances without margin, in the shape of the prices; each row sums to one.

    prices: (n, k), or (k,) for one market; a row with an unknown price (None, NaN) has unknown chances (NaN).
    method: multiplicative, additive, power, shin or odds_ratio. Additive leaves a row unknown (NaN) if it would
    put an outsider below zero.
    Raises InvalidArgument for a price of at most 1, a single price, or an unknown method.

    >>> implied_probabilities([1.95, 1.95]).tolist()
    [0.5, 0.5]
    >>> implied_probabilities([2.7, 2.3, 4.4], method="multiplicative").round(6).tolist()
    [0.358738, 0.421127, 0.220135]
    """
    removal = METHODS.get(method) if isinstance(method, str) else None
    if removal is None:
        raise InvalidArgument(
            f"unknown method {method!r}; the methods are {', '.join(METHODS)}",
            parameter="method",
            value=method,
            choices=tuple(METHODS),
        )
    checked = market_prices(prices)
    known = np.isfinite(checked).all(axis=-1)
    raw = 1 / checked[known]
    chances = np.full(checked.shape, np.nan)
    chances[known] = removal(raw) if raw.size else raw
    return chances


def market_prices(
    prices: ArrayLike | Sequence[float | None], *, parameter: str = "prices"
) -> Floats:
    """As of checked_prices, of at least one market; raises InvalidArgument for a single price too."""
    checked = checked_prices(prices, parameter=parameter)
    if not checked.ndim:
        raise InvalidArgument(
            f"{prices!r} is one price; a market has one for each of its selections",
            parameter=parameter,
            value=prices,
        )
    return checked


def checked_prices(
    prices: ArrayLike | Sequence[float | None], *, parameter: str = "prices"
) -> Floats:
    """The prices as floats, NaN if unknown; raises InvalidArgument for one of at most 1, without bound or no number."""
    checked = floats_of(prices, "decimal price", parameter=parameter)
    wrong = (checked <= 1) | np.isinf(checked)
    if wrong.any():
        raise InvalidArgument(
            f"{checked[wrong].flat[0]} is not a decimal price; prices are above 1",
            parameter=parameter,
            value=checked[wrong].flat[0],
        )
    return checked


def multiplicative(raw: Floats) -> Floats:
    """Each raw chance divided by their sum: the margin is removed in proportion."""
    result: Floats = raw / raw.sum(axis=-1, keepdims=True)
    return result


def additive(raw: Floats) -> Floats:
    """Each raw chance less an equal part of the margin; a row with a chance below zero is NaN."""
    excess = (raw.sum(axis=-1, keepdims=True) - 1) / raw.shape[-1]
    chances: Floats = raw - excess
    chances[(chances < 0).any(axis=-1)] = np.nan
    return chances


def power(raw: Floats) -> Floats:
    """Raw chances raised to the power that makes them sum to one: more of the margin is taken from outsiders."""
    logs = np.log(raw)
    exponent = _column(raw, 1.0)
    # The logarithm of a row's sum is a convex function of the exponent: Newton's steps end at its root from anywhere.
    for _ in range(ROUNDS):
        powers = np.exp(exponent * logs)
        sums = powers.sum(axis=-1, keepdims=True)
        step = np.log(sums) * sums / (powers * logs).sum(axis=-1, keepdims=True)
        exponent = exponent - step
        if np.abs(step).max() < CLOSE:
            break
    return multiplicative(np.exp(exponent * logs))


def odds_ratio(raw: Floats) -> Floats:
    """Raw chances whose odds p / (1 - p) are all divided by the same ratio."""
    odds = raw / (1 - raw)
    return _solved(
        lambda log_ratio: odds / (odds + np.exp(log_ratio)),
        low=_column(raw, -20.0),
        high=_column(raw, 20.0),
    )


def shin(raw: Floats) -> Floats:
    """The chances behind prices set against a share z of insiders; with two selections the same as additive.

    >>> shin(1 / np.array([1.8, 2.1])).round(6).tolist()
    [0.539683, 0.460317]
    """
    return multiplicative(_shin_chances(raw, shin_share(raw)))


def shin_share(raw: Floats) -> Floats:
    """Shin's z, the share of insiders in each row's stakes; below zero if the raw chances sum to less than one.

    >>> shin_share(1 / np.array([2.7, 2.3, 4.4])).round(6).item()
    0.016236
    """
    # The bracket: a row of _shin_chances sums to less than one at z = 1, to more than one far below zero.
    return _root(
        lambda z: _shin_chances(raw, z).sum(axis=-1, keepdims=True) - 1,
        low=_column(raw, -20.0),
        high=_column(raw, 1 - 1e-9),
    )


def _shin_chances(raw: Floats, z: Floats) -> Floats:
    squares = raw**2 / raw.sum(axis=-1, keepdims=True)
    result: Floats = (np.sqrt(z**2 + 4 * (1 - z) * squares) - z) / (2 * (1 - z))
    return result


def _solved(chances: Callable[[Floats], Floats], *, low: Floats, high: Floats) -> Floats:
    """The chances at the parameter for which each row sums to one; a row's sum must fall as the parameter grows."""
    solved = chances(
        _root(lambda at: chances(at).sum(axis=-1, keepdims=True) - 1, low=low, high=high)
    )
    return multiplicative(solved)


def _root(excess: Callable[[Floats], Floats], *, low: Floats, high: Floats) -> Floats:
    """Where a falling function crosses zero, by halving the bracket of every row at once."""
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        above = excess(middle) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return (low + high) / 2


def _column(raw: Floats, value: float) -> Floats:
    return np.full((*raw.shape[:-1], 1), value)


METHODS: dict[str, Callable[[Floats], Floats]] = {
    "multiplicative": multiplicative,
    "additive": additive,
    "power": power,
    "shin": shin,
    "odds_ratio": odds_ratio,
}
"""Name → method of removing a margin."""
