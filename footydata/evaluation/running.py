"""Runs an evaluation on a connection: which span and models are asked for, and what is to be said of the answer."""

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from footydata.evaluation.model_chances import model_of
from footydata.evaluation.scores import FEWEST_CLUSTERS, clustered, diebold_mariano, difference
from footydata.evaluation.scoring import BASE_RATE, MARKET, MODEL, Evaluated, scored
from footydata.evaluation.walk import Progress
from footydata.football.declared_types import OneOrMany
from footydata.football.errors import InvalidArgument, TooFewFixtures
from footydata.football.markets import Market
from footydata.football.moments import Moment
from footydata.football.terms import DAY, Order, Status
from footydata.football.wording import plural
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.leagues import leagues
from footydata.store.typed_names import one_of
from footydata.views.columns import columns

FIRST_YEAR = 365 * DAY
"""Seconds from the first finished fixture to the start of an evaluation that names none: models need a past."""


class EvaluatedSpan(NamedTuple):
    """The leagues and the moments (unix seconds, the end exclusive) between which fixtures are evaluated."""

    league_ids: list[int]
    start_ts: int
    end_ts: int


def run(
    connection: sqlite3.Connection,
    market: Market,
    span: EvaluatedSpan,
    model: object,
    *,
    progress: Progress = lambda done, weeks, moment: None,
) -> Evaluated:
    """The scores of one or several models over a span; model: as of fd.evaluate. Raises as scored does."""
    with TemporaryDirectory(prefix="footydata-") as folder:
        return scored(
            connection,
            Path(folder) / "as_of.db",
            market=market,
            league_ids=span.league_ids,
            start_ts=span.start_ts,
            end_ts=span.end_ts,
            models=models_by_name(model),
            progress=progress,
        )


def models_by_name(model: object) -> dict[str, Any]:
    """Name as a forecaster → model, None for ours. Raises InvalidArgument.

    model: one, which is called "model", or a mapping of names to models.
    """
    if not isinstance(model, Mapping):
        return {MODEL: model_of(model)}
    if not model:
        raise InvalidArgument(
            "no model is named; name at least one", parameter="model", value=model
        )
    for name in model:
        if not isinstance(name, str) or not name or name in (BASE_RATE, MARKET):
            raise InvalidArgument(
                f"{name!r} can't be the name of a model; it is a text, and not {BASE_RATE} or {MARKET}",
                parameter="model",
                value=name,
            )
    return {name: model_of(one) for name, one in model.items()}


def span_of(
    connection: sqlite3.Connection,
    *,
    league: OneOrMany[int | str] | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
) -> EvaluatedSpan:
    """The span of the leagues and days asked for. Raises TooFewFixtures if no finished fixture is left in it."""
    filters = fixture_filter(connection, league=league, start=start, end=end)
    ids = filters.league_ids or tuple(row.id for row in leagues(connection))
    played = FixtureFilter(league_ids=ids, statuses=(Status.FINISHED,), esports=filters.esports)
    first, last = (
        fixtures(connection, played, order=order, limit=1) for order in (Order.ASC, Order.DESC)
    )
    if not first:
        raise TooFewFixtures("there is no finished fixture on which a forecast could be scored")
    begin = (
        filters.start_ts
        if filters.start_ts is not None
        else _midnight(first[0].kickoff_ts + FIRST_YEAR)
    )
    until = filters.end_ts if filters.end_ts is not None else last[0].kickoff_ts + 1
    if until <= begin:
        raise TooFewFixtures(
            "all finished fixtures are of the first year, from which a model learns; name a start"
        )
    return EvaluatedSpan(list(ids), _midnight(begin), until)


def _midnight(seconds: int) -> int:
    return seconds - seconds % DAY


class PairedComparison(NamedTuple):
    """How much one forecaster's log losses are above another's on the same fixtures, and whether that may be chance.

    against, line: as in Score. difference: the mean of the first one's less the other one's; below 0 the first one is
    better. error: its standard error if fixtures are independent. statistic, p_value: the test of Diebold and Mariano
    with the correction of Harvey, Leybourne and Newbold. clustered_error, clusters, clustered_p_value: by clusters, the
    seasons of leagues, with a t distribution of one degree of freedom less than there are. None where there is nothing
    to test: one fixture, one cluster, no difference at all.
    """

    market: str
    against: str
    line: float | None
    one: str
    other: str
    fixtures: int
    difference: float
    error: float | None
    statistic: float | None
    p_value: float | None
    clustered_error: float | None
    clusters: int
    clustered_p_value: float | None


COMPARISON_COLUMNS = columns("evaluate comparison", PairedComparison._fields)


def comparisons(evaluated: Evaluated, one: str, other: str) -> list[PairedComparison]:
    """Two forecasters wherever both were scored on the same fixtures. Raises InvalidArgument."""
    names = (*evaluated.models, BASE_RATE, MARKET)
    first, second = (
        one_of(parameter, name, names) for parameter, name in (("one", one), ("other", other))
    )
    if first == second:
        raise InvalidArgument(
            f"{first} can't be compared with itself", parameter="other", value=other, choices=names
        )
    rows = []
    for (against, line), losses in evaluated.losses.items():
        if first not in losses or second not in losses:
            continue
        ids = losses[first].ids
        differences = losses[first].log_loss - losses[second].log_loss
        apart = difference(differences)
        test = diebold_mariano(differences)
        by_cluster = clustered(differences, evaluated.cluster_of(ids))
        rows.append(
            PairedComparison(
                *(
                    evaluated.market.param,
                    against,
                    line,
                    first,
                    second,
                    len(ids),
                    apart.mean,
                    apart.error,
                ),
                *test,
                by_cluster.error,
                by_cluster.clusters,
                by_cluster.test.p_value,
            )
        )
    return rows


def remarks_of(evaluated: Evaluated) -> list[str]:
    """Which fixtures were left out, the calibration errors, and what has no clustered error, a sentence each."""
    are_several = len(evaluated.models) > 1
    left_out = [f"{count:,} left out: {why}" for why, count in evaluated.refused.items()]
    calibrated = [
        f"{f'{what.forecaster}, ' if are_several else ''}{what.selection}"
        f"{'' if what.line is None else f' {what.line:g}'}: calibration error {error:.3f}, "
        f"{'within' if error <= band else 'above'} the {band:.3f} that chance alone stays below in 95 of 100"
        for what, (error, band) in evaluated.errors.items()
    ]
    quotes = [
        f"{plural(count, 'quote')} of {slug}" for slug, count in evaluated.makers.most_common()
    ]
    prices = [f"the market's prices: {', '.join(quotes)}"] if quotes else []
    return (
        prices
        + left_out
        + calibrated
        + remarks_on_clusters(score.clusters for score in evaluated.scores)
    )


def remarks_on_clusters(clusters: Iterable[int]) -> list[str]:
    """The sentence on what has no clustered error, if there is such."""
    if min(clusters, default=FEWEST_CLUSTERS) >= FEWEST_CLUSTERS:
        return []
    return [
        f"no clustered error where all fixtures are of one season of a league: it takes {FEWEST_CLUSTERS} of them"
    ]
