"""Walks a model forward through past fixtures and scores what it said beside base rates and recorded prices."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.contract.errors import FootydataError
from footydata.contract.markets import HANDICAP, THREE_WAY, TOTAL, YES_NO, Market
from footydata.contract.terms import Period, Side
from footydata.evaluation.forecasts import Said, said_of
from footydata.evaluation.scores import Calibration, calibration, class_loss, difference, line_loss, ranked_score
from footydata.evaluation.walk import weeks
from footydata.forecast.distributions import differences, totals
from footydata.forecast.lines import prices_at
from footydata.forecast.past import Floats, Whole
from footydata.moments import day_of
from footydata.queries.details import odds
from footydata.queries.shown_bookmakers import ShownBookmakers
from footydata.rules.margins import implied_probabilities
from footydata.rules.prices import PeriodQuote, quotes
from footydata.rules.settlement_arrays import settle_many

SHAPES = (THREE_WAY, YES_NO, TOTAL, HANDICAP)
"""What can be scored: markets whose selections are all that can happen, each once."""

FEWEST_AT_A_LINE = 50
"""A recorded line with fewer fixtures has no row of its own."""

MODEL, MEAN, MARKET = "model", "base rate", "market"


class NotScored(FootydataError):
    """A market that can't be scored, or no fixture that could be; the message says why."""


class Score(NamedTuple):
    """How good chances of a market were over fixtures.

    against: what was scored: "results" (the whole distribution, line None, or one half line), or "opening" or
    "closing" (at the line that was recorded then, line None for all of them). forecaster: model, base rate or market.
    behind: its log loss less the model's on the same fixtures, error: the standard error of that; None for the model.
    rps: the ranked probability score, of counts not divided by the classes less one; None at a
    line.
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
    """Chances of a selection between two bounds: how many, their mean, and the share that came true."""

    market: str
    line: float | None
    selection: str
    low: float
    high: float
    fixtures: int
    chance: float
    share: float


class Evaluated(NamedTuple):
    """All scores, the calibration of the model, and why fixtures were left out: reason → how many.

    errors: (selection, line) → the calibration error of the model and what a right one stays below in 95 of 100.
    """

    scores: list[Score]
    calibration: list[CalibrationRow]
    errors: dict[tuple[str, float | None], tuple[float, float]]
    refused: dict[str, int]


def evaluated(
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
    """A model walked through the finished fixtures of leagues, week by week; the database of before grows at the path.

    Raises NotScored, WrongForecast.
    """
    if market.shape not in SHAPES:
        raise NotScored(f"{market.param} can't be scored: its selections overlap or give stakes back")
    refused: dict[str, int] = {}
    walked = weeks(connection, path, league_ids=league_ids, start_ts=start_ts, end_ts=end_ts)
    said = []
    for week in walked:
        if progress:
            progress(day_of(week.moment).isoformat())
        said += said_of(week, model, market, path, refused)
    refused = {why: count for why, count in refused.items() if count}
    if not said:
        why = "; ".join(f"{reason} ({count})" for reason, count in refused.items())
        raise NotScored(f"no fixture could be scored: {why or 'none was finished in these days'}")
    found = Evaluated([], [], {}, refused)
    _score_whole(market, said, found)
    if market.shape.has_line:
        for line in _half_lines(market, said):
            _score_line(market, said, line, found)
    _score_quotes(connection, market, said, found)
    return found


def _score_whole(market: Market, said: list[Said], found: Evaluated) -> None:
    """The whole distribution: of the result, or of the figure that the line is set against."""
    losses: dict[str, list[Floats]] = defaultdict(list)
    ranked: dict[str, list[Floats]] = defaultdict(list)
    classes, came = [], []
    for each in said:
        for who, chances, ended in (
            (MODEL, *_classes(market, each, each.joint, each.chances)),
            (MEAN, *_classes(market, each, each.base, _rates(market, each))),
        ):
            losses[who].append(class_loss(chances, ended))
            # Of counts the sum of all classes, as how many classes there are is the grid's own choice.
            scale = chances.shape[1] - 1 if market.shape.has_line else 1
            ranked[who].append(ranked_score(chances, ended) * scale)
            if who == MODEL and not market.shape.has_line:
                classes.append(chances)
                came.append(ended)
    _add_scores(market, "results", None, losses, found, ranked)
    if classes:
        chances, ended = np.concatenate(classes), np.concatenate(came)
        for place, selection in enumerate(market.shape.selections):
            _add_calibration(market, None, selection, calibration(chances[:, place], (ended == place) * 1.0), found)


def _classes(market: Market, each: Said, joint: Floats | None, chances: Floats | None) -> tuple[Floats, Whole]:
    """The chances of what can happen in its order, (n, classes), and which came."""
    if not market.shape.has_line:
        given = 1 / prices_at(market, joint, np.zeros(0)) if chances is None and joint is not None else chances
        assert given is not None
        if market.shape is YES_NO:
            return given, np.where((each.home > 0) & (each.away > 0), 0, 1)
        return given, np.where(each.home > each.away, 0, np.where(each.home == each.away, 1, 2))
    assert joint is not None
    size = joint.shape[-1]
    if market.shape is HANDICAP:
        ladder, first = differences(joint)
        return ladder, np.clip(each.home - each.away - first, 0, ladder.shape[1] - 1).astype(np.int64)
    if market.team is not None:
        mine = each.home if market.team is Side.HOME else each.away
        return joint.sum(axis=-1 if market.team is Side.HOME else -2), np.minimum(mine, size - 1).astype(np.int64)
    return totals(joint), np.minimum(each.home + each.away, size - 1).astype(np.int64)


def _rates(market: Market, each: Said) -> Floats | None:
    """How often each selection came in the league's past, one imagined time more each; None for markets with a line."""
    if market.shape.has_line:
        return None
    past = each._replace(home=each.past.home, away=each.past.away)
    joint = np.zeros((1, 1, 1))
    _, ended = _classes(market, past, joint, np.zeros((1, 1)))
    counted = np.bincount(ended, minlength=len(market.shape.selections)) + 1.0
    return np.tile(counted / counted.sum(), (len(each.home), 1))


def _half_lines(market: Market, said: list[Said]) -> list[float]:
    """The half lines that between 15 and 85 of 100 fixtures passed."""
    home, away = (np.concatenate([getattr(each, side) for each in said]) for side in ("home", "away"))
    lines = np.arange(-15, 30) + 0.5
    if market.shape is TOTAL:
        lines = lines[lines > 0]
    share = [
        settle_many(market, line=line, side=market.shape.selections[0], home=home, away=away).won.mean()
        for line in lines
    ]
    return [float(line) for line, won in zip(lines, share, strict=True) if 0.15 <= won <= 0.85]


def _score_line(market: Market, said: list[Said], line: float, found: Evaluated) -> None:
    """One half line: the first selection's chance there."""
    losses: dict[str, list[Floats]] = defaultdict(list)
    chances, came = [], []
    for each in said:
        lines = np.full(len(each.home), line)
        won, lost = _settled(market, lines, each)
        assert each.joint is not None
        mine = 1 / prices_at(market, each.joint, lines)[:, 0]
        losses[MODEL].append(line_loss(mine, won, lost))
        losses[MEAN].append(line_loss(1 / prices_at(market, each.base, lines)[:, 0], won, lost))
        chances.append(mine)
        came.append(won)
    _add_scores(market, "results", line, losses, found)
    measured = calibration(np.concatenate(chances), np.concatenate(came))
    _add_calibration(market, line, market.shape.selections[0], measured, found)


def _settled(market: Market, lines: Floats, each: Said) -> tuple[Floats, Floats]:
    ends = settle_many(market, line=lines, side=market.shape.selections[0], home=each.home, away=each.away)
    return ends.won, ends.lost


class _Quoted(NamedTuple):
    """Losses at recorded quotes, by forecaster, and the lines."""

    losses: dict[str, list[Floats]]
    lines: list[Floats]


def _score_quotes(connection: sqlite3.Connection, market: Market, said: list[Said], found: Evaluated) -> None:
    """Beside the opening and the closing prices, at their own lines, where they are recorded."""
    recorded = _recorded(connection, market, [row.id for each in said for row in each.fixtures])
    for period in (Period.OPENING, Period.CLOSING):
        at = _Quoted(defaultdict(list), [])
        for each in said:
            asked = [recorded.get((row.id, period)) for row in each.fixtures]
            known = np.array([quote is not None and bool(quote.prices) for quote in asked])
            if known.any():
                _compare(market, _only(each, known), [quote for quote in asked if quote and quote.prices], at)
        if not at.losses:
            continue
        _add_scores(market, period.value, None, at.losses, found)
        if market.shape.has_line:
            lines = np.concatenate(at.lines)
            for line, count in zip(*np.unique(lines, return_counts=True), strict=True):
                if count >= FEWEST_AT_A_LINE:
                    there = {who: [np.concatenate(parts)[lines == line]] for who, parts in at.losses.items()}
                    _add_scores(market, period.value, float(line), there, found)


def _compare(market: Market, each: Said, asked: list[PeriodQuote], at: _Quoted) -> None:
    implied = implied_probabilities([quote.prices for quote in asked])
    if not market.shape.has_line:
        mine, ended = _classes(market, each, each.joint, each.chances)
        mean, _ = _classes(market, each, each.base, _rates(market, each))
        for who, chances in ((MODEL, mine), (MEAN, mean), (MARKET, implied)):
            at.losses[who].append(class_loss(chances, ended))
        return
    assert each.joint is not None
    lines = np.array([quote.line for quote in asked], dtype=np.float64)
    won, lost = _settled(market, lines, each)
    for who, chance in (
        (MODEL, 1 / prices_at(market, each.joint, lines)[:, 0]),
        (MEAN, 1 / prices_at(market, each.base, lines)[:, 0]),
        (MARKET, implied[:, 0]),
    ):
        at.losses[who].append(line_loss(chance, won, lost))
    at.lines.append(lines)


def _only(each: Said, wanted: Any) -> Said:
    return each._replace(
        fixtures=[row for row, is_wanted in zip(each.fixtures, wanted, strict=True) if is_wanted],
        joint=None if each.joint is None else each.joint[wanted],
        chances=None if each.chances is None else each.chances[wanted],
        base=each.base[wanted],
        home=each.home[wanted],
        away=each.away[wanted],
    )


def _recorded(
    connection: sqlite3.Connection, market: Market, ids: Sequence[int]
) -> dict[tuple[int, Period], PeriodQuote]:
    """Fixture and period → the quote that is shown: of the default bookmaker, else of the one with most of them."""
    makers = ShownBookmakers(connection)
    listed = odds(connection, ids, bookmaker_ids=list(makers.by_id))
    found: dict[tuple[int, Period], dict[int, PeriodQuote]] = defaultdict(dict)
    for row in chain.from_iterable(listed.values()):
        if row.market == market.key:
            for period, quote in quotes(row).items():
                if quote.prices and (quote.line is not None or not market.shape.has_line):
                    found[row.fixture_id, period][row.bookmaker_id] = quote
    return {key: quoting[makers.choose(market.key, quoting).id] for key, quoting in found.items()}


def _add_scores(
    market: Market,
    against: str,
    line: float | None,
    losses: dict[str, list[Floats]],
    found: Evaluated,
    ranked: dict[str, list[Floats]] | None = None,
) -> None:
    model = np.concatenate(losses[MODEL])
    for who, parts in losses.items():
        loss = np.concatenate(parts)
        behind = difference(loss, model) if who != MODEL else None
        found.scores.append(
            Score(
                market.param,
                against,
                line,
                who,
                len(loss),
                float(loss.mean()),
                float(np.concatenate(ranked[who]).mean()) if ranked else None,
                behind.mean if behind else None,
                behind.error if behind else None,
            )
        )


def _add_calibration(
    market: Market, line: float | None, selection: str, measured: Calibration, found: Evaluated
) -> None:
    found.calibration.extend(CalibrationRow(market.param, line, selection, *each) for each in measured.bins)
    found.errors[selection, line] = measured.error, measured.band
