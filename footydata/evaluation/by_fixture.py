"""What an evaluation says fixture by fixture: the losses of each forecaster, and a model's fair prices."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from footydata.evaluation.losses import Losses
from footydata.evaluation.scoring import RESULTS, Distributions, Evaluated
from footydata.football.markets import Market
from footydata.football.terms import Period
from footydata.odds.prices import quarter_lines
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
