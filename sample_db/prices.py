"""What a bookmaker of the sample quotes: fair prices of a count model, and a margin on them.

Goals are Poisson a side, corners an NB1 total with a beta-binomial split, cards yellow + 2 x red.
A line is the quarter line whose fair prices lie nearest together; it speaks of the whole fixture
(or half), so in play it counts what has happened already.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import exp, floor, lgamma, log

from footydata.football.markets import HANDICAP, THREE_WAY, TOTAL, YES_NO, Market
from footydata.football.terms import RED_POINTS, Figure

from .match import (
    CORNER_COHESION,
    CORNER_DISPERSION,
    FIRST_HALF_CARDS,
    FIRST_HALF_CORNERS,
    FIRST_HALF_GOALS,
)
from .strengths import REDS, Means

DEAREST, CHEAPEST = 67.0, 1.01
"""The bounds of a price."""

LEAST = 1e-7
"""Probabilities below it end a distribution."""

MEAN_STEP, SMALL_STEP, SHARE_STEP, LEFT_STEP = 20, 200, 50, 10
"""Means are priced in steps of 1/20 (below 1: of 1/200), the corner share of 1/50, what is left of a fixture of 1/10,
so that equal quotes are computed once."""

Distribution = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Quote:
    """A market at one moment: the line (None for 1x2 and btts) and the prices of its selections."""

    line: float | None
    prices: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Rest:
    """What a fixture, or its first half, has brought and what is still expected of it.

    Attributes:
        score: home and away, of goals, corners and card points.
        left: shares of the goals, corners and cards that are to come.
    """

    score: Mapping[Figure, tuple[int, int]]
    left: Mapping[Figure, float]


WHOLE = Rest(dict.fromkeys(Figure, (0, 0)), dict.fromkeys(Figure, 1.0))
FIRST_SHARES = {
    Figure.GOALS: FIRST_HALF_GOALS,
    Figure.CORNERS: FIRST_HALF_CORNERS,
    Figure.CARD_POINTS: FIRST_HALF_CARDS,
}
FIRST_HALF = replace(WHOLE, left=FIRST_SHARES)


def quote(market: Market, means: Means, margin: float, rest: Rest) -> Quote | None:
    """The market's quote; None where nothing is left to bet on."""
    if market.shape is YES_NO:
        return _both_score(means, margin, rest)
    home, away = rest.score[market.figure]
    left = rest.left[market.figure]
    if left <= 0:
        return None
    if market.shape is TOTAL:
        line, fair = _total_line(
            market.figure, _total_of(market.figure, means, left), _left_step(market.figure, left)
        )
        return Quote(line + home + away, _with_margin((1 / fair, 1 - 1 / fair), margin))
    difference = (
        market.figure,
        *_difference_of(market.figure, means, left),
        _left_step(market.figure, left),
    )
    if market.shape is THREE_WAY:
        return Quote(None, _with_margin(_three_way(*difference, away - home), margin))
    if market.shape is HANDICAP:
        line, fair = _handicap_line(*difference)
        return Quote(line + away - home, _with_margin((1 / fair, 1 - 1 / fair), margin))
    raise ValueError(f"{market.key} has a shape that the sample can't price: {market.shape.name}")


def over_price(totals: Distribution, line: float) -> float:
    """The fair price of over a line: 1 + E[lost share] / E[won share].

    >>> from math import exp
    >>> round(over_price(poisson_distribution(2.6), 2.25), 4)  # Poisson 1.5 + 1.1. Source: ANALYTICS 3
    1.8159
    """
    won = lost = 0.0
    for half_line in (floor(line * 2) / 2, -floor(-line * 2) / 2):
        for total, probability in totals.items():
            won += probability / 2 if total > half_line else 0.0
            lost += probability / 2 if total < half_line else 0.0
    return 1 + lost / max(won, LEAST)


def poisson_distribution(mean: float) -> Distribution:
    """Count → probability of a Poisson count."""
    probability, count, distribution = exp(-mean), 0, {}
    while probability > LEAST or count < mean:
        distribution[count] = probability
        count += 1
        probability *= mean / count
    return distribution


def _with_margin(probabilities: tuple[float, ...], margin: float) -> tuple[float, ...]:
    return tuple(
        round(min(max(1 / (max(probability, LEAST) * (1 + margin)), CHEAPEST), DEAREST), 2)
        for probability in probabilities
    )


def _both_score(means: Means, margin: float, rest: Rest) -> Quote | None:
    home, away = rest.score[Figure.GOALS]
    left = rest.left[Figure.GOALS]
    if left <= 0 or (home and away):
        return None
    yes = (1.0 if home else 1 - exp(-means.home_goals * left)) * (
        1.0 if away else 1 - exp(-means.away_goals * left)
    )
    return Quote(None, _with_margin((yes, 1 - yes), margin))


def _rounded(mean: float) -> float:
    """A mean in the steps of the caches.

    >>> _rounded(9.871), _rounded(0.027)
    (9.85, 0.025)
    """
    steps = MEAN_STEP if mean >= 1 else SMALL_STEP
    return max(round(mean * steps), 1) / steps


def _left_step(figure: Figure, left: float) -> float:
    """What is left in the steps of the caches; 1 for goals, whose means alone count."""
    if figure is Figure.GOALS:
        return 1.0
    return max(round(left * LEFT_STEP), 1) / LEFT_STEP


def _total_of(figure: Figure, means: Means, left: float) -> float:
    if figure is Figure.CORNERS:
        mean = means.corners
    elif figure is Figure.GOALS:
        mean = means.home_goals + means.away_goals
    else:
        mean = means.home_yellows + means.away_yellows
    return _rounded(mean * left)


def _difference_of(figure: Figure, means: Means, left: float) -> tuple[float, float]:
    if figure is Figure.CORNERS:
        mean = max(round(means.corners * left * 4) / 4, 1 / MEAN_STEP)
        return mean, round(means.corner_share * SHARE_STEP) / SHARE_STEP
    home, away = (
        (means.home_goals, means.away_goals)
        if figure is Figure.GOALS
        else (means.home_yellows, means.away_yellows)
    )
    return _rounded(home * left), _rounded(away * left)


@cache
def _totals(figure: Figure, mean: float, left: float) -> Distribution:
    if figure is Figure.GOALS:
        return poisson_distribution(mean)
    if figure is Figure.CORNERS:
        return _nb1(mean, _dispersion(left))
    return _sum(_points(mean), _reds(2 * left))


@cache
def _differences(figure: Figure, first: float, second: float, left: float) -> Distribution:
    if figure is Figure.CORNERS:
        return _corner_differences(first, second, left)
    if figure is Figure.GOALS:
        home, away = _points(first), _points(second)
    else:
        home, away = _sum(_points(first), _reds(left)), _sum(_points(second), _reds(left))
    return _sum(home, {-count: probability for count, probability in away.items()})


@cache
def _total_line(figure: Figure, mean: float, left: float) -> tuple[float, float]:
    """The main line of a total and the fair price of over."""
    return _nearest_to_even(_totals(figure, mean, left), max(mean - 1, 0.5))


@cache
def _handicap_line(figure: Figure, first: float, second: float, left: float) -> tuple[float, float]:
    """The main line of a handicap and the fair price of the home side."""
    differences = _differences(figure, first, second, left)
    mean = sum(count * probability for count, probability in differences.items())
    line, price = _nearest_to_even(differences, mean - 1)
    return -line, price


@cache
def _three_way(
    figure: Figure, first: float, second: float, left: float, behind: int
) -> tuple[float, float, float]:
    differences = _differences(figure, first, second, left)
    home = sum(probability for count, probability in differences.items() if count > behind)
    draw = differences.get(behind, 0.0)
    return home, draw, max(1 - home - draw, 0.0)


def _nearest_to_even(counts: Distribution, lowest: float) -> tuple[float, float]:
    """The quarter line from `lowest` on whose two fair prices lie nearest together, and the price of over."""
    best_line, best_price, best_gap = 0.0, 0.0, float("inf")
    line = round(lowest * 4) / 4
    while True:
        price = over_price(counts, line)
        gap = abs(log(price - 1)) if price > 1 else float("inf")  # at 1 the over can't lose
        if best_gap <= gap < float("inf"):
            return best_line, best_price
        best_line, best_price, best_gap = line, price, gap
        line += 0.25


@cache
def _points(mean: float) -> Distribution:
    return poisson_distribution(mean)


@cache
def _reds(parts: float) -> Distribution:
    """The points of red cards; parts: how many times the part of a side in a whole fixture."""
    return {
        RED_POINTS * count: probability
        for count, probability in poisson_distribution(REDS * parts).items()
    }


def _dispersion(left: float) -> float:
    """Variance / mean of the corners that are to come: a fixture's pace varies, at one pace its parts are Poisson.

    >>> _dispersion(1.0) == CORNER_DISPERSION, round(_dispersion(0.5), 2)
    (True, 1.08)
    """
    return 1 + (CORNER_DISPERSION - 1) * left


def _sum(first: Distribution, second: Distribution) -> Distribution:
    together: dict[int, float] = {}
    for a, p in first.items():
        for b, q in second.items():
            together[a + b] = together.get(a + b, 0.0) + p * q
    return together


def _nb1(mean: float, dispersion: float = CORNER_DISPERSION) -> Distribution:
    """A negative binomial of variance dispersion x mean.

    >>> round(_nb1(10, 1.1)[10], 6)  # Source: ANALYTICS 3
    0.119279
    """
    size, failure = mean / (dispersion - 1), 1 - 1 / dispersion
    probability, count, distribution = (1 - failure) ** size, 0, {}
    while probability > LEAST or count < mean:
        distribution[count] = probability
        probability *= (size + count) / (count + 1) * failure
        count += 1
    return distribution


def _corner_differences(mean: float, share: float, left: float) -> Distribution:
    """Home minus away corners: each total split by a beta-binomial."""
    differences: dict[int, float] = {}
    for total, probability in _nb1(mean, _dispersion(left)).items():
        for home, part in enumerate(_split(total, share)):
            differences[2 * home - total] = (
                differences.get(2 * home - total, 0.0) + probability * part
            )
    return differences


@cache
def _split(total: int, share: float) -> tuple[float, ...]:
    """The probabilities of 0, 1, ... `total` home corners out of `total`."""
    a, b = share * CORNER_COHESION, (1 - share) * CORNER_COHESION
    whole = lgamma(a + b) - lgamma(a) - lgamma(b) - lgamma(total + a + b) + lgamma(total + 1)
    return tuple(
        exp(
            whole
            + lgamma(home + a)
            + lgamma(total - home + b)
            - lgamma(home + 1)
            - lgamma(total - home + 1)
        )
        for home in range(total + 1)
    )
