"""Walks forward through past fixtures: what models forecast of each week from what was known before it."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.evaluation.model_chances import (
    NO_CHANCES,
    ModelChances,
    chances_from_database,
    chances_from_past,
    takes_past,
)
from footydata.football.markets import Market
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Status
from footydata.forecast.league_past import LeaguePast, league_coming, league_past
from footydata.forecast.models.by_figure import (
    WITH_PRICES,
    TotalSplit,
)
from footydata.forecast.models.model import FEWEST_FIXTURES, Past
from footydata.odds.numbers import Flags, Floats
from footydata.odds.settlement import VOID_STATES, counts
from footydata.store.as_of import UNKNOWN_BEFORE, AsOf, uncorrected
from footydata.store.read.fixtures import FixtureFilter, fixtures
from footydata.store.read.past_fixtures import COUNTED, with_counts_of
from footydata.store.read.seasons.leagues import leagues

WEEK = 7 * DAY

Progress = Callable[[int, int, int], None]
"""Called before each week and after the last: how many weeks are done, of how many, the moment (unix seconds)."""


class Week(NamedTuple):
    """Seven days from a moment (unix seconds) on, and their fixtures as they ended, by kickoff."""

    moment: int
    ended: list[FixtureRow]


class Walk:
    """The finished fixtures of leagues from start_ts to before end_ts (unix seconds), week by week.

    Awarded and void fixtures are left out, as they were not played out. refused: why fixtures can't be forecast → how
    many.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        league_ids: Sequence[int],
        start_ts: int,
        end_ts: int,
        market: Market,
    ) -> None:
        self._connection, self._league_ids, self._market = connection, league_ids, market
        self.refused: Counter[str] = Counter()
        filters = FixtureFilter(
            league_ids=tuple(league_ids),
            start_ts=start_ts,
            end_ts=end_ts,
            statuses=(Status.FINISHED,),
        )
        by_week: dict[int, list[FixtureRow]] = defaultdict(list)
        for row in fixtures(connection, filters):
            if row.state_detail not in VOID_STATES:
                by_week[start_ts + (row.kickoff_ts - start_ts) // WEEK * WEEK].append(row)
        self.weeks = [Week(moment, by_week[moment]) for moment in sorted(by_week)]

    def forecasts(
        self, models: Mapping[str, Any], path: Path, progress: Progress
    ) -> dict[str, list["WeekForecasts"]]:
        """Each model's forecasts of the same fixtures, by week and league. models: by name; None is ours.

        path: where the database as it was known is built, if a model is fitted to one. Raises InvalidArgument.
        """
        walked: dict[str, list[WeekForecasts]] = {name: [] for name in models}
        with_prices = any(
            takes_past(model) and (model is not None or self._market.figure in WITH_PRICES)
            for model in models.values()
        )
        with ExitStack() as stack:
            as_of: AsOf | None = None
            for place, week in enumerate(self.weeks):
                progress(place, len(self.weeks), week.moment)
                if not all(map(takes_past, models.values())):
                    as_of = as_of or stack.enter_context(closing(self._as_of(path)))
                    as_of.move_to(week.moment, coming_until=week.moment + WEEK)
                for known in self._known(week, with_prices=with_prices):
                    for name, model in models.items():
                        chances = self._chances(model, known, path, with_prices=with_prices)
                        walked[name].append(known._replace(chances=chances))
        if self.weeks:
            progress(len(self.weeks), len(self.weeks), self.weeks[-1].moment + WEEK)
        return walked

    def _as_of(self, path: Path) -> AsOf:
        """The database of the same countries' leagues, from which clubs are promoted, before the first week."""
        countries = {
            row.country_code for row in leagues(self._connection) if row.id in set(self._league_ids)
        }
        neighbour_ids = [
            row.id for row in leagues(self._connection) if row.country_code in countries
        ]
        return AsOf(self._connection, path, league_ids=neighbour_ids)

    def _known(self, week: Week, *, with_prices: bool) -> Iterator["WeekForecasts"]:
        """What is known of each league's fixtures of a week, and how they ended, without chances yet."""
        market = self._market
        by_league: dict[int, list[FixtureRow]] = defaultdict(list)
        for row in week.ended:
            by_league[row.league_id].append(row)
        for league_id, of_league in by_league.items():
            league = of_league[0].league
            ended = [row for row in of_league if None not in counts(market, row)]
            self.refused[f"{league}: no {market.figure}"] += len(of_league) - len(ended)
            past = self._past(league_id, week.moment, with_prices=with_prices).of(
                market.figure, half=market.half
            )
            if len(past.home) < FEWEST_FIXTURES:
                few = f"{league}: fewer than {FEWEST_FIXTURES} past fixtures with {market.figure}"
                self.refused[few] += len(ended)
            elif ended:
                rows = [
                    row._replace(status=Status.SCHEDULED, state_detail=None, **UNKNOWN_BEFORE)
                    for row in ended
                ]
                home, away = np.array([counts(market, row) for row in ended], dtype=np.float64).T
                yield WeekForecasts(week.moment, rows, NO_CHANCES, past, home, away)

    def _chances(
        self, model: Any, known: "WeekForecasts", path: Path, *, with_prices: bool
    ) -> ModelChances:
        """What a model says of the fixtures of a week and league."""
        market, moment, rows = self._market, known.moment, known.fixtures
        if takes_past(model):
            coming = league_coming(self._connection, rows, at_ts=moment, with_prices=with_prices)
            return chances_from_past(model, known.past, coming, rows, market=market, at_ts=moment)
        # It brings pandas, a third of a second that models of counts do without.
        from footydata.database import Database

        return chances_from_database(
            model,
            lambda at_ts: Database(path, clock=lambda: at_ts),
            rows,
            market=market,
            at_ts=moment,
            until_ts=moment + WEEK,
        )

    def _past(self, league_id: int, moment: int, *, with_prices: bool) -> LeaguePast:
        """What was known of a league, with figures that were corrected later as they were."""
        # With a `now` after the moment, a result counts from when it was known.
        past = league_past(
            self._connection, league_id, at_ts=moment, now=moment + 1, with_prices=with_prices
        )
        undone = uncorrected(self._connection, [row.fixture_id for row in past.rows], moment)
        if not undone:
            return past
        rows = [
            with_counts_of(row, undone[row.fixture_id]) if row.fixture_id in undone else row
            for row in past.rows
        ]
        counted = np.array([row[:COUNTED] for row in rows], dtype=np.float64)
        return past._replace(rows=rows, counted=counted)


class WeekForecasts(NamedTuple):
    """A forecaster's chances of one league's fixtures in one week, and how they ended.

    moment: the start of the week, unix seconds; only what was known then is in the chances. fixtures: without figures.
    past: what a model was fitted to. home, away: the final counts, (n,).
    """

    moment: int
    fixtures: list[FixtureRow]
    chances: ModelChances
    past: Past
    home: Floats
    away: Floats

    @property
    def ids(self) -> list[int]:
        """The ids of the fixtures."""
        return [row.id for row in self.fixtures]

    def only(self, mask: Flags) -> "WeekForecasts":
        """The forecasts of the wanted fixtures."""
        return self._replace(
            fixtures=[row for row, is_wanted in zip(self.fixtures, mask, strict=True) if is_wanted],
            chances=self.chances.only(mask),
            home=self.home[mask],
            away=self.away[mask],
        )


LEAGUE_MEAN = TotalSplit(strength=1e9, tempo=1e9)
"""A model of which every team is the same: the base rate of a figure."""


def league_mean(forecast: WeekForecasts) -> Floats:
    """The joint grids of the same fixtures by LEAGUE_MEAN, fitted to the same past."""
    home, away = (
        np.array([getattr(row, name) for row in forecast.fixtures])
        for name in ("home_id", "away_id")
    )
    return LEAGUE_MEAN.fit(forecast.past, at_ts=forecast.moment).predict(home, away).grid()
