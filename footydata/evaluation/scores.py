"""Losses and scores of forecast chances, and whether one forecaster's are better than another's by more than chance.

Log loss, ranked probability score, calibration: lower is better.

The log loss of a bet at a line counts only the shares of the stake that were won and lost, so that the best chance to
forecast is that of the fair price. The ranked probability score is divided by the number of classes less one.
Source: Epstein, Journal of Applied Meteorology 8 (1969), as Constantinou and Fenton (2012) use it for results.
The mean difference of two forecasters' losses on the same fixtures has two errors: of fixtures that are independent of
one another, and clustered by season of a league, within which fixtures may be correlated in any way.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from footydata.evaluation.model_chances import (
    ModelChances,
    class_of_result,
    first_side_chances,
    selection_chances,
)
from footydata.evaluation.walk import WeekForecasts, league_mean
from footydata.football.markets import HANDICAP, Market
from footydata.football.terms import Period, Side
from footydata.forecast.models.lines import counted
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Floats, Whole
from footydata.odds.settlement_arrays import settle_many
from footydata.store.read.details import recorded_quotes

BINS = 10
SIMULATIONS = 400


LEAST = 1e-12
"""Smaller chances are scored as this one, as the log loss of 0 would be infinite."""


FEWEST_CLUSTERS = 2
"""With fewer clusters there is no clustered error."""

FARTHEST = 40.0
"""So many standard deviations beyond a statistic there is nothing left of its tail."""

NODES = 100
"""Of the quadrature of that tail, which is exact to twelve digits."""


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


def difference(differences: Floats) -> Difference:
    """The mean of how much higher one score is than another on the same fixtures."""
    count = len(differences)
    error = float(differences.std(ddof=1)) / math.sqrt(count) if count > 1 else None
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


class Significance(NamedTuple):
    """A test that a mean difference is zero: the statistic, and the chance of one as far from 0 if it is (two-sided).

    Both are None where there is nothing to test: too few fixtures or clusters, or no difference at all.
    """

    statistic: float | None
    p_value: float | None


NO_TEST = Significance(None, None)


class Clustered(NamedTuple):
    """A mean's standard error by clusters (None with fewer than FEWEST_CLUSTERS), how many there are, and its test."""

    error: float | None
    clusters: int
    test: Significance


def clustered(differences: Floats, cluster: Whole) -> Clustered:
    """The standard error of the mean of differences that may be correlated within clusters, and its test.

    cluster: the number of each difference's cluster. With G clusters, u_g the sum of the deviations from the mean in a
    cluster: sqrt(G / (G - 1) x sum u_g^2) / n, and a t distribution of G - 1 degrees of freedom, as there are few.
    Source: Cameron and Miller, Journal of Human Resources 50 (2015), sections II.B and VI.

    >>> clustered(np.array([1.0, 2.0, 4.0, 5.0]), np.array([0, 0, 1, 1])).error
    1.5
    """
    _, codes = np.unique(cluster, return_inverse=True)
    count = int(codes.max(initial=-1)) + 1
    if count < FEWEST_CLUSTERS:
        return Clustered(None, count, NO_TEST)
    mean = float(differences.mean())
    sums = np.bincount(codes, weights=differences - mean)
    error = math.sqrt(count / (count - 1) * float(sums @ sums)) / len(differences)
    return Clustered(error, count, _t_test(mean, error, degrees=count - 1))


def diebold_mariano(differences: Floats) -> Significance:
    """The test of Diebold and Mariano that two forecasters' losses on the same fixtures are equal on average.

    differences: of their losses; a statistic below 0 says that the first one is better. Forecasts are one step ahead:
    with the small-sample correction of Harvey, Leybourne and Newbold and their t distribution it is the paired t test.
    Source: Diebold and Mariano, Journal of Business & Economic Statistics 13 (1995); Harvey, Leybourne and Newbold,
    International Journal of Forecasting 13 (1997).
    """
    mean, error = difference(differences)
    return NO_TEST if error is None else _t_test(mean, error, degrees=len(differences) - 1)


def _t_test(mean: float, error: float, *, degrees: int) -> Significance:
    if error == 0:
        return NO_TEST
    return Significance(mean / error, p_value_of_t(mean / error, degrees))


def p_value_of_t(statistic: float, degrees: int) -> float:
    """The chance that a t-distributed number is at least as far from 0.

    With the angle whose tangent is t / sqrt(degrees), the density is that of cos^(degrees - 1) from 0 to a right angle.

    >>> round(p_value_of_t(12.706, 1), 4), round(p_value_of_t(-2.228, 10), 4)
    (0.05, 0.05)
    """
    low = math.atan(abs(statistic) / math.sqrt(degrees))
    half = min(math.pi / 2 - low, FARTHEST / math.sqrt(degrees)) / 2
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    tail = half * float(weights @ np.cos(low + half * (1 + nodes)) ** (degrees - 1))
    log_scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return 2 / math.sqrt(math.pi) * math.exp(log_scale) * tail


class Losses(NamedTuple):
    """The losses of one forecaster, a fixture a row.

    ids: the fixtures, by week and league. rps: the ranked probability scores, None at a line. lines: the recorded
    lines, None where they were not recorded ones.
    """

    ids: Whole
    log_loss: Floats
    rps: Floats | None = None
    lines: Floats | None = None

    def at(self, line: float) -> "Losses":
        """Those at one recorded line."""
        mask = self.lines == line
        return self._replace(ids=self.ids[mask], log_loss=self.log_loss[mask], lines=None)


class ClassChances(NamedTuple):
    """The chances of the results or counts in ascending order, (n, classes), and the class that came true, (n,).

    first: the difference that the first class of a handicap stands for; 0 elsewhere.
    """

    chances: Floats
    ended: Whole
    first: int = 0


def base_rates(market: Market, forecasts: Sequence[WeekForecasts]) -> list[WeekForecasts]:
    """The base rates of the same fixtures: the league's mean, and how often each selection won in its past."""
    return [
        each._replace(chances=ModelChances(league_mean(each), _rates(market, each)))
        for each in forecasts
    ]


def _rates(market: Market, each: WeekForecasts) -> Floats | None:
    """How often each selection won in the league's past, plus one each, (n, selections); None in markets with lines."""
    if market.shape.has_line:
        return None
    ended = class_of_result(market, each.past.home, each.past.away)
    counts = np.bincount(ended, minlength=len(market.shape.selections)) + 1.0
    return np.tile(counts / counts.sum(), (len(each.home), 1))


def class_chances(market: Market, each: WeekForecasts) -> ClassChances:
    """The chances of a week's results or counts, and what came true."""
    if not market.shape.has_line:
        return ClassChances(
            selection_chances(market, each.chances), class_of_result(market, each.home, each.away)
        )
    assert each.chances.joint is not None
    chances, first = counted(market, each.chances.joint)
    home, away = (
        each.home * (market.team is not Side.AWAY),
        each.away * (market.team is not Side.HOME),
    )
    count = home - away if market.shape is HANDICAP else home + away
    ended = np.clip(count - first, 0, chances.shape[1] - 1).astype(np.int64)
    return ClassChances(chances, ended, first)


def whole_losses(
    market: Market, forecasts: Sequence[WeekForecasts], classes: Sequence[ClassChances]
) -> Losses:
    """The losses of the whole distributions: of the result, or of the count that lines are about."""
    log_losses, ranked = [], []
    for chances, ended, _ in classes:
        log_losses.append(class_loss(chances, ended))
        # Of counts the sum over all classes: how many there are depends on the size of the grid alone.
        scale = chances.shape[1] - 1 if market.shape.has_line else 1
        ranked.append(ranked_score(chances, ended) * scale)
    return Losses(_ids(forecasts), np.concatenate(log_losses), np.concatenate(ranked))


class LineChances(NamedTuple):
    """The chances of the first selection at a line, and the share of its stake that won, (n,)."""

    chances: Floats
    won: Floats


def losses_at(
    market: Market, forecasts: Sequence[WeekForecasts], line: float
) -> tuple[Losses, LineChances]:
    """The losses of the first selection's chance at one line, and these chances."""
    log_losses, chances, outcomes = [], [], []
    for each in forecasts:
        lines = np.full(len(each.home), line)
        won, lost = settled(market, lines, each)
        chance = first_side_chances(market, each.chances, lines)
        log_losses.append(line_loss(chance, won, lost))
        chances.append(chance)
        outcomes.append(won)
    losses = Losses(_ids(forecasts), np.concatenate(log_losses))
    return losses, LineChances(np.concatenate(chances), np.concatenate(outcomes))


def settled(market: Market, lines: Floats, each: WeekForecasts) -> tuple[Floats, Floats]:
    """The shares of a stake on the first selection that were won and lost, each fixture at its own line, (n,)."""
    ends = settle_many(
        market, line=lines, side=market.shape.selections[0], home=each.home, away=each.away
    )
    return ends.won, ends.lost


def losses_at_quotes(
    connection: sqlite3.Connection,
    market: Market,
    forecasts: Mapping[str, Sequence[WeekForecasts]],
    *,
    period: Period,
    prices: str,
    makers: Counter[str],
) -> dict[str, Losses]:
    """Forecaster → its losses at the quotes of a period, the prices themselves as the last one; empty without quotes.

    forecasts: all of the same fixtures. prices: the name of the prices as a forecaster. makers: counts whose quotes
    these are.
    """
    every_week = list(zip(*forecasts.values(), strict=True))
    ids = [id_ for first, *_ in every_week for id_ in first.ids]
    quotes = recorded_quotes(connection, ids, [market], periods=(period,))
    losses: dict[str, list[Losses]] = {name: [] for name in (*forecasts, prices)}
    for week in every_week:
        known = np.array([(id_, market.key) in quotes for id_ in week[0].ids])
        if not known.any():
            continue
        there = [part.only(known) for part in week]
        quoted = [quotes[id_, market.key] for id_ in there[0].ids]
        makers.update(one.bookmaker for one in quoted)
        implied = implied_probabilities([one.prices for one in quoted])
        if market.shape.has_line:
            lines = np.array([one.line for one in quoted], dtype=np.float64)
            won, lost = settled(market, lines, there[0])
            chances = [first_side_chances(market, part.chances, lines) for part in there]
            of_week = [line_loss(one, won, lost) for one in (*chances, implied[:, 0])]
        else:
            lines = None
            ended = class_of_result(market, there[0].home, there[0].away)
            chances = [selection_chances(market, part.chances) for part in there]
            of_week = [class_loss(one, ended) for one in (*chances, implied)]
        for name, log_losses in zip(losses, of_week, strict=True):
            losses[name].append(Losses(np.array(there[0].ids), log_losses, lines=lines))
    return {name: _united(parts) for name, parts in losses.items() if parts}


def _united(parts: Sequence[Losses]) -> Losses:
    lines: Any = (
        None
        if parts[0].lines is None
        else np.concatenate([each.lines for each in parts if each.lines is not None])
    )
    return Losses(
        np.concatenate([each.ids for each in parts]),
        np.concatenate([each.log_loss for each in parts]),
        lines=lines,
    )


def _ids(forecasts: Sequence[WeekForecasts]) -> Whole:
    return np.array([id_ for each in forecasts for id_ in each.ids], dtype=np.int64)
