"""A model mixed with the market's own prices, by a weight that is chosen from past fixtures alone.

Two forecasters that err differently are often better together: the chances are w x the market's + (1 - w) x the
model's, a linear opinion pool (Stone, Annals of Mathematical Statistics 32, 1961). The prices are the recorded opening
quotes without margin, as closing ones are stored without a moment. There is no evidence that betting on it makes a
profit.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from footydata.football.choices import MarketName
from footydata.football.errors import InvalidArgument
from footydata.football.markets import Market
from footydata.football.moments import day_of
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Period, Side, Status
from footydata.forecast.league_past import league_coming, league_past
from footydata.forecast.log_losses import line_loss
from footydata.forecast.model_chances import (
    ModelChances,
    chances_from_database,
    chances_from_past,
    check_can_be_scored,
    checked_chances,
    class_of_result,
    first_side_chances,
    joined,
    model_of,
    selection_chances,
    takes_past,
)
from footydata.forecast.models.by_figure import WITH_PRICES
from footydata.forecast.models.informed import needs_prices
from footydata.forecast.models.model import FEWEST_FIXTURES
from footydata.odds.margins import implied_probabilities
from footydata.odds.markets import AHEAD
from footydata.odds.numbers import Floats
from footydata.odds.settlement import VOID_STATES, counts, market_of
from footydata.odds.settlement_arrays import half_stakes, settle_many
from footydata.store.as_of import AsOf
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures, fixtures_by_id
from footydata.store.read.fixtures.past_fixtures import recorded_quotes
from footydata.store.read.seasons.leagues import find_league, leagues

STEP = 28 * DAY
"""Seconds between two refits of the model in the past from which the weight is chosen."""

FEWEST_QUOTED = 100
"""With fewer past fixtures that have both a forecast and a quote, the weight is EVEN."""

EVEN = 0.5

WEIGHTS = np.arange(101) / 100
"""The weights of the market that are tried."""

STEEPEST, HALVINGS = 40.0, 60
"""The widest tilt of a grid, and how often the bracket of a tilt is halved: below the precision of a float."""


class ChosenWeight(NamedTuple):
    """The market's weight, from 0 (the model alone) to 1 (the market alone), and on how many fixtures it was chosen."""

    weight: float
    fixtures: int


class _Walked(NamedTuple):
    """What was said of past fixtures before they kicked off, of the first side or of the selection that won, (n,).

    won, lost: the shares of a stake on it.
    """

    model: Floats
    market: Floats
    won: Floats
    lost: Floats


_Key = tuple[str, int, int]
"""The path of a database, a league, and the start of a step."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A model mixed with the market's opening prices, for `model=` of fd.evaluate: `Mixture("1x2", Mine())`.

    At each fit the weight is chosen anew for each league: the one with the lowest log loss on the fixtures of the last
    `days` days whose results are known then. What the model says of each of them is forecast again, from what was
    known before it, refitted every 28 days. With fewer than 100 such fixtures the weight is 0.5. A fixture without an
    opening quote is forecast by the model alone.

    Attributes:
        market: the market whose prices are mixed in, and which is forecast.
        model: "ours", "without-prices", "closed-form", or any object with fit and predict; not one that needs result
            prices of every fixture.
        days: how far the weight looks back.
    """

    market: MarketName
    model: object = "ours"
    days: int = 730
    _walked: dict[_Key, _Walked | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        market = market_of(self.market)
        check_can_be_scored(market)
        if needs_prices(model_of(self.model, market)):
            raise InvalidArgument(
                "a model that needs result prices of every fixture can't be mixed with others; 'ours' uses them where "
                "they are known",
                parameter="model",
                value=self.model,
            )
        if self.days < 0:
            raise InvalidArgument(f"days {self.days} is below 0", parameter="days", value=self.days)

    def fit(self, db: Any) -> "FittedMixture":
        """The mixture as of the present of a Database, which must stay open until predict."""
        # What was walked through is of one file alone.
        for key in [key for key in self._walked if key[0] != str(db.path)]:
            del self._walked[key]
        market = market_of(self.market)
        model = model_of(self.model, market)
        fitted = None if takes_past(model) else model.fit(db) or model
        return FittedMixture(db, market, model, fitted, self.days, self._walked, BookmakerRanking())


@dataclass(frozen=True, slots=True)
class FittedMixture:
    """A mixture as of a moment: `predict` of coming fixtures, and the weight of a league."""

    _db: Any
    _market: Market
    _model: Any
    _fitted: Any
    _days: int
    _walked: dict[_Key, _Walked | None]
    _ranking: BookmakerRanking

    def predict(self, coming: Any) -> Floats:
        """The chances of the fixtures of a frame of Database.fixtures, in its order.

        (n, selections) in a market without a line; else (n, counts, counts) of home and away counts: the model's,
        tilted so that the first selection has the mixed chance at the quoted line.
        Raises InvalidArgument for a fixture that has kicked off.
        """
        ids = [int(id_) for id_ in coming["fixture_id"].tolist()]
        by_id = fixtures_by_id(self._db.connection, ids)
        rows = [by_id[id_] for id_ in ids]
        self._check_order(rows)
        if self._fitted is not None:
            return self._mixed(
                rows, checked_chances(self._fitted.predict(coming), rows, self._market, self._model)
            )
        parts = []
        for league_id in dict.fromkeys(row.league_id for row in rows):
            places = np.array([i for i, row in enumerate(rows) if row.league_id == league_id])
            of_league = [rows[i] for i in places]
            said = self._from_past(league_id, of_league, self._db.now)
            if said is None:
                raise InvalidArgument(
                    f"{of_league[0].league} has fewer than {FEWEST_FIXTURES} past fixtures with {self._market.figure}",
                    parameter="coming",
                    value=league_id,
                )
            parts.append((places, self._mixed(of_league, said)))
        if self._market.shape.has_line:
            return joined(parts)
        result = np.zeros((len(rows), len(self._market.shape.selections)))
        for places, chances in parts:
            result[places] = chances
        return result

    def _check_order(self, rows: Sequence[FixtureRow]) -> None:
        for row in rows:
            if row.kickoff_ts < self._db.now:
                raise InvalidArgument(
                    f"{row.home} v {row.away} (fixture {row.id}) kicked off on {day_of(row.kickoff_ts)}, before the "
                    "moment of the fit; fd.evaluate walks through past fixtures",
                    parameter="coming",
                    value=row.id,
                )

    def weight_of(self, league: int | str) -> ChosenWeight:
        """The market's weight in a league (an id or a name), and on how many past fixtures it was chosen.

        Raises LeagueNotFound, AmbiguousName.
        """
        return self._weight_in(find_league(self._db.connection, league).id)

    def _weight_in(self, league_id: int) -> ChosenWeight:
        parts = [part for part in self._walk(league_id) if part is not None]
        count = sum(len(part.model) for part in parts)
        if count < FEWEST_QUOTED:
            return ChosenWeight(EVEN, count)
        model, market, won, lost = (np.concatenate(column) for column in zip(*parts, strict=True))
        losses = [
            float(line_loss(weight * market + (1 - weight) * model, won, lost).mean())
            for weight in WEIGHTS
        ]
        return ChosenWeight(float(WEIGHTS[int(np.argmin(losses))]), count)

    def _walk(self, league_id: int) -> Iterator[_Walked | None]:
        """What was said in each step of the past whose results are all known."""
        now = self._db.now
        first, end = -(-(now - self._days * DAY) // STEP) * STEP, now - DAY - STEP
        starts = range(first, end + 1, STEP)
        missing = [start for start in starts if self._key(league_id, start) not in self._walked]
        if missing:
            walked = self._steps_from_past if self._fitted is None else self._steps_from_database
            for start, said in walked(league_id, missing):
                self._walked[self._key(league_id, start)] = said
        return (self._walked[self._key(league_id, start)] for start in starts)

    def _key(self, league_id: int, start: int) -> _Key:
        return str(self._db.path), league_id, start

    def _steps_from_past(
        self, league_id: int, starts: Sequence[int]
    ) -> Iterator[tuple[int, _Walked | None]]:
        for start in starts:
            rows = self._played(league_id, start)
            said = self._from_past(league_id, rows, start) if rows else None
            yield start, self._compared(rows, said) if said else None

    def _steps_from_database(
        self, league_id: int, starts: Sequence[int]
    ) -> Iterator[tuple[int, _Walked | None]]:
        """As _steps_from_past, for a model that is fitted to a database: one is built for the steps."""
        connection, opened = self._db.connection, type(self._db)
        country = {row.id: row.country_code for row in leagues(connection)}
        neighbour_ids = [id_ for id_, code in country.items() if code == country[league_id]]
        with TemporaryDirectory(prefix="footydata-") as folder:
            path = Path(folder) / "as_of.db"
            with closing(AsOf(connection, path, league_ids=neighbour_ids)) as as_of:
                for start in starts:
                    rows = self._played(league_id, start)
                    if not rows or not self._has_past(league_id, start):
                        yield start, None
                        continue
                    as_of.move_to(start, coming_until=start + STEP)
                    said = chances_from_database(
                        self._model,
                        lambda at_ts: opened(path, clock=lambda: at_ts),
                        rows,
                        market=self._market,
                        at_ts=start,
                        until_ts=start + STEP,
                    )
                    yield start, self._compared(rows, said)

    def _played(self, league_id: int, start: int) -> list[FixtureRow]:
        """The fixtures of a step with the figure and an opening quote."""
        filters = FixtureFilter(
            league_ids=(league_id,),
            start_ts=start,
            end_ts=start + STEP,
            statuses=(Status.FINISHED,),
        )
        rows = [
            row
            for row in fixtures(self._db.connection, filters)
            if row.state_detail not in VOID_STATES and None not in counts(self._market, row)
        ]
        quotes = self._quotes(rows)
        return [row for row in rows if row.id in quotes]

    def _has_past(self, league_id: int, at_ts: int) -> bool:
        past = league_past(
            self._db.connection, league_id, at_ts=at_ts, now=at_ts + 1, with_prices=False
        )
        return len(past.of(self._market.figure, half=self._market.half).home) >= FEWEST_FIXTURES

    def _from_past(
        self, league_id: int, rows: Sequence[FixtureRow], at_ts: int
    ) -> ModelChances | None:
        """What a model of counts says of a league's fixtures as of a moment; None if it knows too few."""
        connection = self._db.connection
        with_prices = self._model is not None or self._market.figure in WITH_PRICES
        past = league_past(
            connection, league_id, at_ts=at_ts, now=at_ts + 1, with_prices=with_prices
        )
        known = past.of(self._market.figure, half=self._market.half)
        if len(known.home) < FEWEST_FIXTURES:
            return None
        coming = league_coming(connection, rows, at_ts=at_ts, with_prices=with_prices)
        return chances_from_past(self._model, known, coming, rows, market=self._market, at_ts=at_ts)

    def _quotes(self, rows: Sequence[FixtureRow]) -> dict[int, Any]:
        """Fixture → its opening quote."""
        ids = [row.id for row in rows]
        quotes = recorded_quotes(
            self._db.connection,
            ids,
            [self._market],
            periods=(Period.OPENING,),
            ranking=self._ranking,
        )
        return {fixture_id: recorded.quote for (fixture_id, _), recorded in quotes.items()}

    def _compared(self, rows: Sequence[FixtureRow], said: ModelChances) -> _Walked:
        """The chances of model and market of played fixtures, all with quotes."""
        market = self._market
        by_id = self._quotes(rows)
        quotes = [by_id[row.id] for row in rows]
        implied = implied_probabilities([quote.prices for quote in quotes])
        home, away = np.array([counts(market, row) for row in rows], dtype=np.float64).T
        if not market.shape.has_line:
            every, ended = np.arange(len(rows)), class_of_result(market, home, away)
            model = selection_chances(market, said)
            return _Walked(
                model[every, ended], implied[every, ended], np.ones(len(rows)), np.zeros(len(rows))
            )
        lines = np.array([quote.line for quote in quotes], dtype=np.float64)
        ends = settle_many(
            market, line=lines, side=market.shape.selections[0], home=home, away=away
        )
        return _Walked(first_side_chances(market, said, lines), implied[:, 0], ends.won, ends.lost)

    def _mixed(self, rows: Sequence[FixtureRow], said: ModelChances) -> Floats:
        """The mixed chances of coming fixtures; those without a quote are the model's own."""
        market = self._market
        by_id = self._quotes(rows)
        quoted = np.array([row.id in by_id for row in rows], dtype=np.bool_)
        chances = said.joint if market.shape.has_line else selection_chances(market, said)
        assert chances is not None
        if not quoted.any():
            return chances
        quotes = [by_id[row.id] for row in rows if row.id in by_id]
        implied = implied_probabilities([quote.prices for quote in quotes])
        leagues_quoted = [row.league_id for row in rows if row.id in by_id]
        weights = {
            league_id: self._weight_in(league_id).weight
            for league_id in dict.fromkeys(leagues_quoted)
        }
        share = np.array([weights[league_id] for league_id in leagues_quoted])
        result = chances.copy()
        if not market.shape.has_line:
            result[quoted] = share[:, None] * implied + (1 - share[:, None]) * chances[quoted]
            return result
        lines = np.array([quote.line for quote in quotes], dtype=np.float64)
        own = first_side_chances(market, said.only(quoted), lines)
        result[quoted] = tilted(
            market, chances[quoted], lines, share * implied[:, 0] + (1 - share) * own
        )
        return result


def tilted(market: Market, joint: Floats, lines: Floats, chances: Floats) -> Floats:
    """The joint grids in which the first selection has these chances at its line, (n, counts, counts).

    Each cell is multiplied by exp(tilt x share of the stake won there), which of all grids with that chance is the
    closest to the given ones by relative entropy (Csiszar, Annals of Probability 3, 1975).
    """
    numbers = np.arange(joint.shape[-1], dtype=np.float64)
    home, away = (side[None] for side in np.meshgrid(numbers, numbers, indexing="ij"))
    home, away = (
        side * (0.0 if market.team is other else 1.0)
        for side, other in ((home, Side.AWAY), (away, Side.HOME))
    )
    shares = (
        half_stakes(
            AHEAD[market.shape.name, market.shape.selections[0]](home, away, lines[:, None, None])
        )
        / 2
    )
    low, high = np.full(len(joint), -STEEPEST), np.full(len(joint), STEEPEST)
    targets = np.clip(chances, 0.0, 1.0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        cells = joint * np.exp(middle[:, None, None] * shares)
        won, lost = ((cells * np.maximum(sign * shares, 0)).sum(axis=(1, 2)) for sign in (1, -1))
        is_below = won < targets * (won + lost)
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    cells = joint * np.exp(((low + high) / 2)[:, None, None] * shares)
    result: Floats = cells / cells.sum(axis=(1, 2), keepdims=True)
    return result
