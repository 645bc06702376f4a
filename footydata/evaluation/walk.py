"""Walks forward through past fixtures: what models forecast of each week from what was known before it."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from footydata.evaluation.model_chances import (
    ModelChances,
    OpenDatabase,
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
    has_prices,
    needs_prices,
)
from footydata.forecast.models.model import FEWEST_FIXTURES, Past
from footydata.odds.numbers import Flags, Floats
from footydata.odds.settlement import VOID_STATES, counts
from footydata.store.as_of import UNKNOWN_BEFORE, AsOf
from footydata.store.corrections import Corrections
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.fixtures.past_fixtures import COUNTED, with_counts_of
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

    Awarded and void fixtures are left out, as they were not played out.
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
        self._corrections = Corrections(connection)
        self._pasts: dict[tuple[int, bool], LeaguePast] = {}
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
        self,
        models: Mapping[str, Any],
        path: Path,
        refused: Mapping[str, dict[str, int]],
        progress: Progress,
    ) -> dict[str, list["WeekForecasts"]]:
        """Each model's forecasts, by week and league. models: by name; None is ours.

        path: where the database as it was known is built, if a model is fitted to one. Adds to `refused` how many
        fixtures each model can't forecast, and why. Raises InvalidArgument.
        """
        walked: dict[str, list[WeekForecasts]] = {name: [] for name in models}
        with ExitStack() as stack:
            as_of: AsOf | None = None
            for place, week in enumerate(self.weeks):
                progress(place, len(self.weeks), week.moment)
                if not all(map(takes_past, models.values())):
                    as_of = as_of or stack.enter_context(closing(self._as_of(path)))
                    as_of.move_to(week.moment, coming_until=week.moment + WEEK)
                self._pasts.clear()
                for name, model in models.items():
                    walked[name] += self._of_week(week, model, path, refused[name])
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

    def _of_week(
        self, week: Week, model: Any, path: Path, refused: dict[str, int]
    ) -> Iterator["WeekForecasts"]:
        by_league: dict[int, list[FixtureRow]] = defaultdict(list)
        for row in week.ended:
            by_league[row.league_id].append(row)
        for league_id, ended in by_league.items():
            forecast = self._of_league(league_id, ended, week.moment, model, _opener(path), refused)
            if forecast:
                yield forecast

    def _of_league(
        self,
        league_id: int,
        ended: list[FixtureRow],
        moment: int,
        model: Any,
        open_as_known: OpenDatabase,
        refused: dict[str, int],
    ) -> "WeekForecasts | None":
        """The forecasts of a league's fixtures of the week from the moment on; None if none can be forecast."""
        market, league = self._market, ended[0].league
        final = np.array([counts(market, row) for row in ended], dtype=np.float64)
        with_figure: Flags = np.asarray(~np.isnan(final).any(axis=1))
        _add(refused, f"{league}: no {market.figure}", int((~with_figure).sum()))
        with_prices = takes_past(model) and (model is not None or market.figure in WITH_PRICES)
        past = self._past(league_id, moment, with_prices=with_prices).of(
            market.figure, half=market.half
        )
        if needs_prices(model):
            past = past.only(has_prices(past))
        if len(past.home) < FEWEST_FIXTURES:
            knowledge = f"{market.figure}{' and result prices' if needs_prices(model) else ''}"
            few = f"{league}: fewer than {FEWEST_FIXTURES} past fixtures with {knowledge}"
            _add(refused, few, int(with_figure.sum()))
            return None
        known = [
            row._replace(status=Status.SCHEDULED, state_detail=None, **UNKNOWN_BEFORE)
            for row in ended
        ]
        coming = league_coming(self._connection, known, at_ts=moment, with_prices=with_prices)
        scored = with_figure
        if needs_prices(model):
            scored = with_figure & ~np.isnan(coming.tilt)
            _add(
                refused,
                f"{league}: no result prices before kickoff",
                int((with_figure & ~scored).sum()),
            )
        if not scored.any():
            return None
        rows = [row for row, is_scored in zip(known, scored, strict=True) if is_scored]
        if takes_past(model):
            said = chances_from_past(
                model, past, coming.only(scored), rows, market=market, at_ts=moment
            )
        else:
            said = chances_from_database(
                model, open_as_known, rows, market=market, at_ts=moment, until_ts=moment + WEEK
            )
        return WeekForecasts(moment, rows, said, past, *final[scored].T)

    def _past(self, league_id: int, moment: int, *, with_prices: bool) -> LeaguePast:
        """What was known of a league, with figures that were corrected later as they were; read once a week."""
        if (league_id, with_prices) not in self._pasts:
            # With a `now` after the moment, a result counts from when it was known.
            past = league_past(
                self._connection, league_id, at_ts=moment, now=moment + 1, with_prices=with_prices
            )
            undone = self._corrections.undone([row.fixture_id for row in past.rows], moment)
            if undone:
                rows = [
                    with_counts_of(row, undone[row.fixture_id]) if row.fixture_id in undone else row
                    for row in past.rows
                ]
                past = past._replace(
                    rows=rows, counted=np.array([row[:COUNTED] for row in rows], dtype=np.float64)
                )
            self._pasts[league_id, with_prices] = past
        return self._pasts[league_id, with_prices]


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


def _opener(path: Path) -> OpenDatabase:
    def open_as_known(moment: int) -> Any:
        # It brings pandas, a third of a second that models of counts do without.
        from footydata.database import Database

        return Database(path, clock=lambda: moment)

    return open_as_known


def _add(refused: dict[str, int], reason: str, count: int) -> None:
    refused[reason] = refused.get(reason, 0) + count
