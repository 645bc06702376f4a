"""Scores models' walk-forward forecasts beside base rates and recorded prices."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.evaluation.model_chances import check_can_be_scored
from footydata.evaluation.scores import (
    Calibration,
    ClassChances,
    LineChances,
    Losses,
    base_rates,
    calibration,
    class_chances,
    clustered,
    difference,
    losses_at,
    losses_at_quotes,
    whole_losses,
)
from footydata.evaluation.walk import Progress, Walk, WeekForecasts
from footydata.football.errors import TooFewFixtures
from footydata.football.markets import TOTAL, Market
from footydata.football.rows import FixtureRow
from footydata.football.terms import Period
from footydata.odds.numbers import Whole
from footydata.odds.settlement_arrays import settle_many
from footydata.views.columns import columns

FEWEST_AT_A_LINE = 50
"""A recorded line with fewer fixtures gets no row of its own."""

MODEL, BASE_RATE, MARKET = "model", "base rate", "market"
"""The forecasters; several models have names of their own in place of the first."""

RESULTS = "results"
"""What forecasts are scored against, if not recorded quotes."""


class Score(NamedTuple):
    """The score of one forecaster in a market.

    against: "results": the whole distribution (line None) or one half line; "opening" or "closing": at the lines that
    were recorded then, all together (line None) or one of them. forecaster: a model, base rate or market.
    rps: the ranked probability score; of counts, it is not divided by the number of classes less one; None at a line.
    behind: the forecaster's log loss less the first model's on the same fixtures, error: its standard error,
    clustered_error: the same by clusters, the seasons of leagues, None if there is only one; None for the first model.
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
    clustered_error: float | None
    clusters: int


SCORE_COLUMNS = columns("evaluate scores", Score._fields)


class CalibrationRow(NamedTuple):
    """A model's chances of a selection from low to high: how many, their mean, and the share that came true."""

    market: str
    line: float | None
    selection: str
    low: float
    high: float
    fixtures: int
    chance: float
    share: float
    forecaster: str


CALIBRATION_COLUMNS = columns("evaluate calibration", CalibrationRow._fields)


class CalibratedSelection(NamedTuple):
    """A selection whose chances were calibrated, at a half line if its market has lines."""

    forecaster: str
    selection: str
    line: float | None


class Distributions(NamedTuple):
    """A model's chances of a week's fixtures, from what was known at its start, in unix seconds."""

    moment: int
    ids: list[int]
    classes: ClassChances


class Evaluated(NamedTuple):
    """All scores, the losses that they are the means of, and the calibration of the models.

    errors: what was calibrated → the calibration error, and what that of a perfectly calibrated model stays below in 95
    of 100 samples. refused: reason → how many fixtures were left out for it. losses: against and line →
    forecaster → its losses, all of the same fixtures. distributions: model → its chances by week and league. fixtures: by id, as they ended.
    makers: whose quotes it was scored at → how many.
    """

    market: Market
    models: list[str]
    scores: list[Score]
    calibration: list[CalibrationRow]
    errors: dict[CalibratedSelection, tuple[float, float]]
    refused: Counter[str]
    losses: dict[tuple[str, float | None], dict[str, Losses]]
    distributions: dict[str, list[Distributions]]
    fixtures: dict[int, FixtureRow]
    makers: Counter[str]

    def cluster_of(self, ids: Whole) -> Whole:
        """The number of the league and season of each fixture; those without a season are one of their league."""
        keys = [
            (row.league_id, row.season_id) for row in map(self.fixtures.__getitem__, ids.tolist())
        ]
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        return np.array([numbers[key] for key in keys], dtype=np.int64)


def scored(
    connection: sqlite3.Connection,
    path: Path,
    *,
    market: Market,
    league_ids: Sequence[int],
    start_ts: int,
    end_ts: int,
    models: Mapping[str, Any],
    progress: Progress,
) -> Evaluated:
    """The scores of models over the finished fixtures of leagues from start_ts to before end_ts, week by week.

    path: where the database as it was known is built, if it is needed. models: by name, None for ours; the others are
    compared with the first. progress: called before each week.
    Raises TooFewFixtures, InvalidArgument.
    """
    check_can_be_scored(market)
    walk = Walk(connection, league_ids=league_ids, start_ts=start_ts, end_ts=end_ts, market=market)
    forecasts = walk.forecasts(models, path, progress)
    refused = +walk.refused
    if not forecasts[next(iter(models))]:
        why = "; ".join(f"{reason} ({count})" for reason, count in refused.items())
        raise TooFewFixtures(
            f"no fixture could be scored: {why or 'none was finished in these days'}"
        )
    fixtures = {row.id: row for week in walk.weeks for row in week.ended}
    evaluated = Evaluated(market, list(models), [], [], {}, refused, {}, {}, fixtures, Counter())
    reference = evaluated.models[0]
    forecasters = {**forecasts, BASE_RATE: base_rates(market, forecasts[reference])}
    _score_distribution(evaluated, forecasters)
    if market.shape.has_line:
        for line in _half_lines(market, forecasts[reference]):
            _score_line(evaluated, forecasters, line)
    _score_quotes(connection, evaluated, forecasters)
    return evaluated


def _score_distribution(evaluated: Evaluated, forecasters: dict[str, list[WeekForecasts]]) -> None:
    """Add the scores of the whole distribution: of the result, or of the count that lines are about."""
    market, losses = evaluated.market, {}
    for name, forecasts in forecasters.items():
        classes = [class_chances(market, each) for each in forecasts]
        losses[name] = whole_losses(market, forecasts, classes)
        if name == BASE_RATE:
            continue
        evaluated.distributions[name] = [
            Distributions(each.moment, each.ids, of_week)
            for each, of_week in zip(forecasts, classes, strict=True)
        ]
        if not market.shape.has_line:
            chances, ended = (
                np.concatenate([getattr(each, part) for each in classes])
                for part in ("chances", "ended")
            )
            for place, selection in enumerate(market.shape.selections):
                measured = calibration(chances[:, place], (ended == place) * 1.0)
                _add_calibration(evaluated, CalibratedSelection(name, selection, None), measured)
    _add_scores(evaluated, RESULTS, None, losses)


def _half_lines(market: Market, forecasts: list[WeekForecasts]) -> list[float]:
    """The half lines that 15 to 85 of 100 fixtures went over."""
    home, away = (
        np.concatenate([getattr(each, side) for each in forecasts]) for side in ("home", "away")
    )
    lines = np.arange(-15, 30) + 0.5
    if market.shape is TOTAL:
        lines = lines[lines > 0]
    share = [
        settle_many(
            market, line=line, side=market.shape.selections[0], home=home, away=away
        ).won.mean()
        for line in lines
    ]
    return [float(line) for line, won in zip(lines, share, strict=True) if 0.15 <= won <= 0.85]


def _score_line(
    evaluated: Evaluated, forecasters: dict[str, list[WeekForecasts]], line: float
) -> None:
    """Add the score and calibration of the first selection's chance at one half line."""
    market = evaluated.market
    losses: dict[str, Losses] = {}
    at_line: dict[str, LineChances] = {}
    for name, forecasts in forecasters.items():
        losses[name], at_line[name] = losses_at(market, forecasts, line)
    _add_scores(evaluated, RESULTS, line, losses)
    for name in evaluated.models:
        measured = calibration(at_line[name].chances, at_line[name].won)
        _add_calibration(
            evaluated, CalibratedSelection(name, market.shape.selections[0], line), measured
        )


def _score_quotes(
    connection: sqlite3.Connection,
    evaluated: Evaluated,
    forecasters: dict[str, list[WeekForecasts]],
) -> None:
    """Add the scores at the recorded opening and closing lines, beside the prices there."""
    market, reference = evaluated.market, evaluated.models[0]
    for period in (Period.OPENING, Period.CLOSING):
        losses = losses_at_quotes(
            connection,
            market,
            forecasters,
            period=period,
            prices=MARKET,
            makers=evaluated.makers,
        )
        if reference not in losses:
            continue
        _add_scores(evaluated, period.value, None, losses)
        lines = losses[reference].lines
        if lines is not None:
            for line, count in zip(*np.unique(lines, return_counts=True), strict=True):
                if count >= FEWEST_AT_A_LINE:
                    there = {name: each.at(float(line)) for name, each in losses.items()}
                    _add_scores(evaluated, period.value, float(line), there)


def _add_scores(
    evaluated: Evaluated, against: str, line: float | None, losses: dict[str, Losses]
) -> None:
    evaluated.losses[against, line] = losses
    reference = losses[evaluated.models[0]]
    cluster = evaluated.cluster_of(reference.ids)
    for name, each in losses.items():
        apart = by_cluster = None
        if each is not reference:
            differences = each.log_loss - reference.log_loss
            apart, by_cluster = difference(differences), clustered(differences, cluster)
        evaluated.scores.append(
            Score(
                evaluated.market.param,
                against,
                line,
                name,
                len(each.log_loss),
                float(each.log_loss.mean()),
                None if each.rps is None else float(each.rps.mean()),
                apart.mean if apart else None,
                apart.error if apart else None,
                by_cluster.error if by_cluster else None,
                len(set(cluster.tolist())),
            )
        )


def _add_calibration(
    evaluated: Evaluated, what: CalibratedSelection, measured: Calibration
) -> None:
    evaluated.calibration.extend(
        CalibrationRow(evaluated.market.param, what.line, what.selection, *each, what.forecaster)
        for each in measured.bins
    )
    evaluated.errors[what] = measured.error, measured.band
