"""The losses of forecasters, fixture by fixture: of the whole distribution, at half lines, at recorded quotes."""

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
from footydata.evaluation.scores import class_loss, line_loss, ranked_score
from footydata.evaluation.walk import WeekForecasts, league_mean
from footydata.football.markets import HANDICAP, Market
from footydata.football.terms import Period, Side
from footydata.forecast.models.lines import counted
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Floats, Whole
from footydata.odds.settlement_arrays import settle_many
from footydata.store.read.fixtures.past_fixtures import recorded_quotes


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
        makers.update(one.bookmaker.slug for one in quoted)
        implied = implied_probabilities([one.quote.prices for one in quoted])
        if market.shape.has_line:
            lines = np.array([one.quote.line for one in quoted], dtype=np.float64)
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
