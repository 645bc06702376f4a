"""fd.evaluate: the scores of models' past forecasts as frames, and the losses and fair prices fixture by fixture."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footydata.database import Database, check_database
from footydata.evaluation.running import (
    COMPARISON_COLUMNS,
    comparisons,
    remarks_of,
    remarks_on_clusters,
    run,
    span_of,
)
from footydata.evaluation.scores import Losses
from footydata.evaluation.scoring import (
    CALIBRATION_COLUMNS,
    RESULTS,
    SCORE_COLUMNS,
    Distributions,
    Evaluated,
)
from footydata.football.declared_types import MarketName, OneOrMany, checked, named_arguments
from footydata.football.markets import Market
from footydata.football.moments import Moment, day_of
from footydata.football.terms import Period
from footydata.frames.progress import Progress
from footydata.frames.viewed import framed
from footydata.odds.prices import quarter_lines
from footydata.odds.settlement import market_of
from footydata.store.typed_names import one_of
from footydata.views.columns import columns

LONGEST = 15.0
"""Lines of which a price is above this are left out, as in a ladder."""


class FixtureScore(NamedTuple):
    """The losses of a forecaster on one fixture; lower is better.

    log_loss, rps: of the whole distribution, as in Score; None if only recorded prices are scored. The others: the
    recorded line, and the log loss there; None if there is none.
    """

    fixture_id: int
    kickoff_ts: int
    country: str
    league: str
    season: str | None
    home: str
    away: str
    market: str
    forecaster: str
    log_loss: float | None
    rps: float | None
    opening_line: float | None
    opening_log_loss: float | None
    closing_line: float | None
    closing_log_loss: float | None


FIXTURE_SCORE_COLUMNS = columns("evaluate fixtures", FixtureScore._fields)


def fixture_scores(evaluated: Evaluated) -> list[FixtureScore]:
    """One row per fixture and forecaster, by kickoff and fixture, in the order of the forecasters."""
    names = tuple(dict.fromkeys(score.forecaster for score in evaluated.scores))
    whole, opening, closing = (
        {
            name: _by_fixture(losses)
            for name, losses in evaluated.losses.get((against, None), {}).items()
        }
        for against in (RESULTS, Period.OPENING.value, Period.CLOSING.value)
    )
    rows = []
    for fixture in sorted(evaluated.fixtures.values(), key=lambda row: (row.kickoff_ts, row.id)):
        for name in names:
            cells = [part.get(name, {}).get(fixture.id) for part in (whole, opening, closing)]
            if not any(cells):
                continue
            (log_loss, rps, _), (opening_loss, _, opening_line), (closing_loss, _, closing_line) = (
                cell or _NOTHING for cell in cells
            )
            rows.append(
                FixtureScore(
                    fixture.id,
                    fixture.kickoff_ts,
                    fixture.country,
                    fixture.league,
                    fixture.season,
                    fixture.home,
                    fixture.away,
                    evaluated.market.param,
                    name,
                    log_loss,
                    rps,
                    opening_line,
                    opening_loss,
                    closing_line,
                    closing_loss,
                )
            )
    return rows


_Cell = tuple[float | None, float | None, float | None]
_NOTHING: _Cell = (None, None, None)


def _by_fixture(losses: Losses) -> dict[int, _Cell]:
    """Fixture → log loss, ranked probability score, line."""
    nothing = [None] * len(losses.ids)
    columns = (
        nothing if column is None else column.tolist() for column in (losses.rps, losses.lines)
    )
    return dict(
        zip(losses.ids.tolist(), zip(losses.log_loss.tolist(), *columns, strict=True), strict=True)
    )


class FairPrice(NamedTuple):
    """A model's fair price of one side at one line, from what was known before fitted_until, in unix seconds."""

    fixture_id: int
    side: str
    line: float | None
    fair_price: float
    fitted_until: int


FAIR_PRICE_COLUMNS = columns("evaluate fair", FairPrice._fields)


def fair_rows(evaluated: Evaluated, model: str) -> list[FairPrice]:
    """The fair prices of all fixtures that a model forecast, at every quarter line."""
    return [
        price
        for week in evaluated.distributions[model]
        for price in _prices_of(evaluated.market, week)
    ]


def _prices_of(market: Market, week: Distributions) -> Iterator[FairPrice]:
    chances, _, first = week.classes
    lines: list[float] | list[None] = [None]
    if market.shape.has_line:
        quarters, prices = quarter_lines(market, chances, first=first)
        lines = quarters.tolist()
    else:
        with np.errstate(divide="ignore"):
            prices = (1 / chances)[:, None, :]
    is_shown = np.isfinite(prices).all(axis=2) & (prices > 1).all(axis=2)
    if market.shape.has_line:
        is_shown &= (prices <= LONGEST).all(axis=2)
    for row, place in np.argwhere(is_shown).tolist():
        for side, price in zip(market.shape.selections, prices[row, place].tolist(), strict=True):
            yield FairPrice(week.ids[row], side, lines[place], price, week.moment)


if TYPE_CHECKING:
    import pandas as pd


_PRINTED = ("against", "line", "forecaster", "fixtures", "log_loss", "rps", "behind", "error")
"""The columns of `scores` that an evaluation prints as."""


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation:
    """The scores of models, walk-forward: each week is forecast from what was known before it.

    Printed, it is the main columns of `scores` and the remarks.

    Attributes:
        scores: one row per thing scored and forecaster (the models, the base rate, the market if its prices are
            recorded): log loss, ranked probability score (lower is better), and how far the forecaster is behind the
            first model on the same fixtures, with the standard error of that, plain and clustered by season.
        calibration: one row per model and bin of its chances: their mean, and the share that came true.
        remarks: which fixtures were left out and why; the calibration error beside what chance alone would give.
    """

    scores: "pd.DataFrame"
    calibration: "pd.DataFrame"
    remarks: list[str]
    _evaluated: Evaluated

    def __repr__(self) -> str:
        """The scores in a table, without what concerns clusters, and the remarks below."""
        columns = [name for name in _PRINTED if self.scores[name].notna().any()]
        known = self.scores[columns].astype(object)
        # An unknown of a nullable column prints as <NA> whatever na_rep says.
        table = known.where(known.notna(), "").to_string(index=False, float_format="{:.4g}".format)
        return "\n".join((table, *self.remarks))

    @property
    def fixtures(self) -> "pd.DataFrame":
        """One row per fixture and forecaster, by kickoff: its log loss and ranked probability score.

        Beside those of the whole distribution stand the log losses at the recorded opening and closing quotes.
        """
        return framed(FIXTURE_SCORE_COLUMNS, fixture_scores(self._evaluated))

    @named_arguments
    def compare(self, one: str, other: str) -> "pd.DataFrame":
        """Whether one forecaster is better than another by more than chance, on the fixtures that both forecast.

        one, other: names of models, "base rate" or "market". One row per thing scored: the mean difference of the log
        losses (below 0 the first one is better), the test of Diebold and Mariano with the small-sample correction of
        Harvey, Leybourne and Newbold, and the error clustered by season of a league with its p-value. Where there is
        one season alone, attrs["notes"] says so. Raises InvalidArgument.
        """
        rows = comparisons(self._evaluated, one, other)
        frame = framed(COMPARISON_COLUMNS, rows)
        frame.attrs["notes"] = remarks_on_clusters(row.clusters for row in rows)
        if not rows:
            frame.attrs["reason"] = (
                f"{one} and {other} were not scored on the same fixtures (those of the market need recorded prices)"
            )
        return frame

    @named_arguments
    def fair(self, model: str | None = None) -> "pd.DataFrame":
        """The fair prices of a model for fd.backtest(fair=...), at every quarter line, and until when it was fitted.

        model: its name, None for the first one. Prices above 15 are left out where there are lines.
        Raises InvalidArgument.
        """
        names = tuple(self._evaluated.models)
        name = names[0] if model is None else one_of("model", model, names)
        return framed(FAIR_PRICE_COLUMNS, fair_rows(self._evaluated, name))


@checked
def evaluate(
    db: Database,
    *,
    market: MarketName,
    league: OneOrMany[int | str] | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    model: object | Mapping[str, object] = "ours",
) -> Evaluation:
    """How good forecasts of a market were, beside base rates and the recorded opening and closing prices.

    start, end: days, both inclusive; without a start, a year after the first finished fixture, as a model needs a past.
    model: "ours", a model of footydata.forecast, or any object with fit and predict; of several, a mapping of names to
    models, which are compared with the first one.
    Each week fit(db) gets the database as it was known at the start of the week, and predict(fixtures) a frame of the
    week's fixtures without their figures; it returns chances, (n, counts, counts) of home and away counts, or
    (n, selections) in a market without a line. A model of footydata.forecast also gets referees and result prices; one
    that needs result prices is refused where a fixture has none. No model sees what was not known at the time,
    but opening prices of the week's fixtures count as known, as they are stored without a moment.
    A good score is no evidence of profit, and beating closing prices is not to be expected.
    Raises TooFewFixtures, InvalidArgument, LeagueNotFound, AmbiguousName.
    """
    check_database(db)
    scored_market = market_of(market)
    span = span_of(db.connection, league=league, start=start, end=end)
    with Progress() as progress:
        evaluated = run(
            db.connection,
            scored_market,
            span,
            model,
            progress=lambda done, weeks, moment: progress.of(done, weeks, day_of(moment)),
        )
    return Evaluation(
        framed(SCORE_COLUMNS, evaluated.scores),
        framed(CALIBRATION_COLUMNS, evaluated.calibration),
        remarks_of(evaluated),
        evaluated,
    )
