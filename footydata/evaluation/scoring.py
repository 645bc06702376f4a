"""Scores a model's walk-forward forecasts beside base rates and recorded prices."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.evaluation.scores import Calibration, calibration, class_loss, difference, line_loss, ranked_score
from footydata.evaluation.walk import WeekForecasts, week_forecasts, weeks
from footydata.football.errors import InvalidArgument, TooFewFixtures
from footydata.football.markets import HANDICAP, MARKETS, THREE_WAY, TOTAL, YES_NO, Market
from footydata.football.moments import day_of
from footydata.football.terms import Period, Side
from footydata.forecast.models.distributions import differences, totals
from footydata.forecast.models.lines import prices_at
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Floats, Whole
from footydata.odds.prices import PeriodQuote
from footydata.odds.settlement_arrays import settle_many
from footydata.store.read.fixtures.recorded_quotes import recorded_quotes

SHAPES = (THREE_WAY, YES_NO, TOTAL, HANDICAP)
"""The shapes that can be scored: exactly one of their selections wins, but for returned stakes at a line."""

FEWEST_AT_A_LINE = 50
"""A recorded line with fewer fixtures gets no row of its own."""

MODEL, BASE_RATE, MARKET = "model", "base rate", "market"
"""The forecasters."""


class Score(NamedTuple):
    """The score of one forecaster in a market.

    against: "results": the whole distribution (line None) or one half line; "opening" or "closing": at the lines that
    were recorded then, all together (line None) or one of them. forecaster: model, base rate or market.
    rps: the ranked probability score; of counts, it is not divided by the number of classes less one; None at a line.
    behind: the forecaster's log loss less the model's on the same fixtures, error: its standard error; None for the
    model.
    """

    market: str
    against: str
    line: float | None
    forecaster: str
    fixtures: int
    log_loss: float
    rps: float | None
    behind: float | None
    error: float | None


class CalibrationRow(NamedTuple):
    """The model's chances of a selection from low to high: how many, their mean, and the share that came true."""

    market: str
    line: float | None
    selection: str
    low: float
    high: float
    fixtures: int
    chance: float
    share: float


class Evaluated(NamedTuple):
    """All scores and the calibration of the model.

    errors: (selection, line) → the calibration error, and what that of a perfectly calibrated model stays below in 95
    of 100 samples. refused: reason → how many fixtures were left out for it.
    """

    scores: list[Score]
    calibration: list[CalibrationRow]
    errors: dict[tuple[str, float | None], tuple[float, float]]
    refused: dict[str, int]


def scored(
    connection: sqlite3.Connection,
    path: Path,
    *,
    market: Market,
    league_ids: Sequence[int],
    start_ts: int,
    end_ts: int,
    model: Any,
    progress: Callable[[str], None] | None = None,
) -> Evaluated:
    """The scores of a model over the finished fixtures of leagues from start_ts to before end_ts, week by week.

    path: where the database as it was known is built. model: None for ours. progress: called with each week's date.
    Raises TooFewFixtures, InvalidArgument.
    """
    if market.shape not in SHAPES:
        raise InvalidArgument(
            f"{market.param} can't be scored: its selections overlap or give stakes back",
            parameter="market",
            value=market.param,
            choices=tuple(row.param for row in MARKETS if row.shape in SHAPES),
        )
    refused: dict[str, int] = {}
    forecasts: list[WeekForecasts] = []
    for week in weeks(connection, path, league_ids=league_ids, start_ts=start_ts, end_ts=end_ts):
        if progress:
            progress(day_of(week.moment).isoformat())
        forecasts += week_forecasts(week, model, market, path, refused)
    refused = {why: count for why, count in refused.items() if count}
    if not forecasts:
        why = "; ".join(f"{reason} ({count})" for reason, count in refused.items())
        raise TooFewFixtures(f"no fixture could be scored: {why or 'none was finished in these days'}")
    evaluated = Evaluated([], [], {}, refused)
    _score_distribution(market, forecasts, evaluated)
    if market.shape.has_line:
        for line in _half_lines(market, forecasts):
            _score_line(market, forecasts, line, evaluated)
    _score_quotes(connection, market, forecasts, evaluated)
    return evaluated


def _score_distribution(market: Market, forecasts: list[WeekForecasts], evaluated: Evaluated) -> None:
    """Add the scores of the whole distribution: of the result, or of the count that lines are about."""
    losses: dict[str, list[Floats]] = defaultdict(list)
    ranked: dict[str, list[Floats]] = defaultdict(list)
    classes, outcomes = [], []
    for each in forecasts:
        for forecaster, chances, ended in (
            (MODEL, *_classes(market, each, each.joint, each.chances)),
            (BASE_RATE, *_classes(market, each, each.base, _rates(market, each))),
        ):
            losses[forecaster].append(class_loss(chances, ended))
            # Of counts the sum over all classes: how many there are depends on the size of the grid alone.
            scale = chances.shape[1] - 1 if market.shape.has_line else 1
            ranked[forecaster].append(ranked_score(chances, ended) * scale)
            if forecaster == MODEL and not market.shape.has_line:
                classes.append(chances)
                outcomes.append(ended)
    _add_scores(market, "results", None, losses, evaluated, ranked)
    if classes:
        chances, ended = np.concatenate(classes), np.concatenate(outcomes)
        for place, selection in enumerate(market.shape.selections):
            _add_calibration(market, None, selection, calibration(chances[:, place], (ended == place) * 1.0), evaluated)


def _classes(market: Market, each: WeekForecasts, joint: Floats | None, chances: Floats | None) -> tuple[Floats, Whole]:
    """The chances of the results or counts in ascending order, (n, classes), and the class that came true, (n,)."""
    if not market.shape.has_line:
        of_selections = 1 / prices_at(market, joint, np.zeros(0)) if chances is None and joint is not None else chances
        assert of_selections is not None
        if market.shape is YES_NO:
            return of_selections, np.where((each.home > 0) & (each.away > 0), 0, 1)
        return of_selections, np.where(each.home > each.away, 0, np.where(each.home == each.away, 1, 2))
    assert joint is not None
    size = joint.shape[-1]
    if market.shape is HANDICAP:
        ladder, first = differences(joint)
        return ladder, np.clip(each.home - each.away - first, 0, ladder.shape[1] - 1).astype(np.int64)
    if market.team is not None:
        own_count = each.home if market.team is Side.HOME else each.away
        return joint.sum(axis=-1 if market.team is Side.HOME else -2), np.minimum(own_count, size - 1).astype(np.int64)
    return totals(joint), np.minimum(each.home + each.away, size - 1).astype(np.int64)


def _rates(market: Market, each: WeekForecasts) -> Floats | None:
    """How often each selection won in the league's past, plus one each, (n, selections); None in markets with lines."""
    if market.shape.has_line:
        return None
    past = each._replace(home=each.past.home, away=each.past.away)
    joint = np.zeros((1, 1, 1))
    _, ended = _classes(market, past, joint, np.zeros((1, 1)))
    counts = np.bincount(ended, minlength=len(market.shape.selections)) + 1.0
    return np.tile(counts / counts.sum(), (len(each.home), 1))


def _half_lines(market: Market, forecasts: list[WeekForecasts]) -> list[float]:
    """The half lines that 15 to 85 of 100 fixtures went over."""
    home, away = (np.concatenate([getattr(each, side) for each in forecasts]) for side in ("home", "away"))
    lines = np.arange(-15, 30) + 0.5
    if market.shape is TOTAL:
        lines = lines[lines > 0]
    share = [
        settle_many(market, line=line, side=market.shape.selections[0], home=home, away=away).won.mean()
        for line in lines
    ]
    return [float(line) for line, won in zip(lines, share, strict=True) if 0.15 <= won <= 0.85]


def _score_line(market: Market, forecasts: list[WeekForecasts], line: float, evaluated: Evaluated) -> None:
    """Add the score and calibration of the first selection's chance at one half line."""
    losses: dict[str, list[Floats]] = defaultdict(list)
    chances, outcomes = [], []
    for each in forecasts:
        lines = np.full(len(each.home), line)
        won, lost = _settled(market, lines, each)
        assert each.joint is not None
        chance = 1 / prices_at(market, each.joint, lines)[:, 0]
        losses[MODEL].append(line_loss(chance, won, lost))
        losses[BASE_RATE].append(line_loss(1 / prices_at(market, each.base, lines)[:, 0], won, lost))
        chances.append(chance)
        outcomes.append(won)
    _add_scores(market, "results", line, losses, evaluated)
    measures = calibration(np.concatenate(chances), np.concatenate(outcomes))
    _add_calibration(market, line, market.shape.selections[0], measures, evaluated)


def _settled(market: Market, lines: Floats, each: WeekForecasts) -> tuple[Floats, Floats]:
    ends = settle_many(market, line=lines, side=market.shape.selections[0], home=each.home, away=each.away)
    return ends.won, ends.lost


class _QuoteLosses(NamedTuple):
    """Log losses at recorded quotes, by forecaster, and the lines of these quotes."""

    losses: dict[str, list[Floats]]
    lines: list[Floats]


def _score_quotes(
    connection: sqlite3.Connection, market: Market, forecasts: list[WeekForecasts], evaluated: Evaluated
) -> None:
    """Add the scores at the recorded opening and closing lines, beside the prices there."""
    ids = [row.id for each in forecasts for row in each.fixtures]
    for period in (Period.OPENING, Period.CLOSING):
        quotes = recorded_quotes(connection, ids, [market], periods=(period,))
        at = _QuoteLosses(defaultdict(list), [])
        for each in forecasts:
            quoted = [quotes.get((row.id, market.key)) for row in each.fixtures]
            known = np.array([one is not None for one in quoted])
            if known.any():
                _compare(market, _only(each, known), [one.quote for one in quoted if one], at)
        if not at.losses:
            continue
        _add_scores(market, period.value, None, at.losses, evaluated)
        if market.shape.has_line:
            lines = np.concatenate(at.lines)
            for line, count in zip(*np.unique(lines, return_counts=True), strict=True):
                if count >= FEWEST_AT_A_LINE:
                    losses_there = {who: [np.concatenate(parts)[lines == line]] for who, parts in at.losses.items()}
                    _add_scores(market, period.value, float(line), losses_there, evaluated)


def _compare(market: Market, each: WeekForecasts, quoted: list[PeriodQuote], at: _QuoteLosses) -> None:
    """Add the losses of the three forecasters at the quotes of a week; the market's are without margin."""
    implied = implied_probabilities([quote.prices for quote in quoted])
    if not market.shape.has_line:
        model, ended = _classes(market, each, each.joint, each.chances)
        base_rate, _ = _classes(market, each, each.base, _rates(market, each))
        for forecaster, chances in ((MODEL, model), (BASE_RATE, base_rate), (MARKET, implied)):
            at.losses[forecaster].append(class_loss(chances, ended))
        return
    assert each.joint is not None
    lines = np.array([quote.line for quote in quoted], dtype=np.float64)
    won, lost = _settled(market, lines, each)
    for forecaster, chance in (
        (MODEL, 1 / prices_at(market, each.joint, lines)[:, 0]),
        (BASE_RATE, 1 / prices_at(market, each.base, lines)[:, 0]),
        (MARKET, implied[:, 0]),
    ):
        at.losses[forecaster].append(line_loss(chance, won, lost))
    at.lines.append(lines)


def _only(each: WeekForecasts, mask: Any) -> WeekForecasts:
    return each._replace(
        fixtures=[row for row, is_wanted in zip(each.fixtures, mask, strict=True) if is_wanted],
        joint=None if each.joint is None else each.joint[mask],
        chances=None if each.chances is None else each.chances[mask],
        base=each.base[mask],
        home=each.home[mask],
        away=each.away[mask],
    )


def _add_scores(
    market: Market,
    against: str,
    line: float | None,
    losses: dict[str, list[Floats]],
    evaluated: Evaluated,
    ranked: dict[str, list[Floats]] | None = None,
) -> None:
    model = np.concatenate(losses[MODEL])
    for forecaster, parts in losses.items():
        loss = np.concatenate(parts)
        excess = difference(loss, model) if forecaster != MODEL else None
        evaluated.scores.append(
            Score(
                market.param,
                against,
                line,
                forecaster,
                len(loss),
                float(loss.mean()),
                float(np.concatenate(ranked[forecaster]).mean()) if ranked else None,
                excess.mean if excess else None,
                excess.error if excess else None,
            )
        )


def _add_calibration(
    market: Market, line: float | None, selection: str, measures: Calibration, evaluated: Evaluated
) -> None:
    evaluated.calibration.extend(CalibrationRow(market.param, line, selection, *each) for each in measures.bins)
    evaluated.errors[selection, line] = measures.error, measures.band
