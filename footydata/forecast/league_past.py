"""What the models of counts may know of a league at a moment: past figures, prices, referees.

Of fixtures whose results are not known then they get only the teams, and the referee and the prices of the result and
of 2.5 goals that were recorded before it.
"""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Figure
from footydata.forecast.models.by_figure import Coming
from footydata.forecast.models.model import Labels, Past
from footydata.odds.margins import implied_probabilities
from footydata.odds.numbers import Floats
from footydata.store.as_of import referees_before
from footydata.store.read.past_fixtures import (
    CHANCES,
    COUNTED,
    PastFixture,
    chances_before,
    past_chances,
    past_fixtures,
)

WINDOW = 3 * 365 * DAY
"""Seconds of the past that a fit reads: three years, after which a fixture weighs less than a ninth."""

CERTAIN = 7.0
"""The logarithm of the odds on at which something is as good as certain; a mistyped price says more, and of a fixture
with an x of 50 the model would expect no corner at all."""


class LeaguePast(NamedTuple):
    """The finished fixtures of a league, oldest first; every field has one row per fixture.

    counted: the first COUNTED columns of the rows as numbers. tilt, overs: as tilt_of and overs_of give them.
    """

    rows: list[PastFixture]
    counted: Floats
    referees: Labels
    tilt: Floats
    overs: Floats

    def of(self, figure: Figure, *, half: bool) -> Past:
        """The past fixtures with a figure, of the first half or the whole fixture; those without it are left out."""
        names = PastFixture._fields
        prefix = "half_" if half else ""
        home = self.counted[:, names.index(f"{prefix}home_{figure}")]
        away = self.counted[:, names.index(f"{prefix}away_{figure}")]
        ids = self.counted[:, :3].astype(np.int64)
        fouls = self.counted[:, names.index("fouls")]
        past = Past(
            ids[:, 0],
            ids[:, 1],
            ids[:, 2],
            home,
            away,
            self.referees,
            self.tilt,
            overs=self.overs,
            fouls=fouls,
        )
        return past.only(~np.isnan(home + away))


def league_past(
    connection: sqlite3.Connection, league_id: int, *, at_ts: int, now: int, with_prices: bool
) -> LeaguePast:
    """What is known at a moment of a league's last three years; with_prices: whether prices are read."""
    rows = past_fixtures(connection, league_id, start_ts=at_ts - WINDOW, at_ts=at_ts, now=now)
    chances = np.full((len(rows), len(CHANCES)), np.nan)
    if with_prices:
        priced = past_chances(connection, league_id, start_ts=at_ts - WINDOW, end_ts=at_ts)
        chances = _past_chances(priced, [row.fixture_id for row in rows])
    return LeaguePast(
        rows,
        np.array([row[:COUNTED] for row in rows], dtype=np.float64).reshape(len(rows), COUNTED),
        np.array([row.referee or "" for row in rows], dtype=np.str_),
        tilt_of(chances),
        overs_of(chances),
    )


def league_coming(
    connection: sqlite3.Connection, rows: Sequence[FixtureRow], *, at_ts: int, with_prices: bool
) -> Coming:
    """What was known of fixtures at a moment before they kicked off; prices as in league_past."""
    ids = [row.id for row in rows]
    chances_by_fixture = chances_before(connection, ids, before_ts=at_ts) if with_prices else {}
    changed = referees_before(connection, ids, moment=at_ts)
    chances = _chances(chances_by_fixture, ids)
    return Coming(
        np.array([row.home_id for row in rows], dtype=np.int64),
        np.array([row.away_id for row in rows], dtype=np.int64),
        np.array([changed.get(row.id, row.referee) or "" for row in rows], dtype=np.str_),
        tilt_of(chances),
        overs_of(chances),
    )


def tilt_of(chances: Floats) -> Floats:
    """ln(chance home / chance away), the margin of the result prices taken out; NaN if unknown."""
    fair = implied_probabilities(1 / chances[:, :3])
    return _log_ratio(fair[:, 0], fair[:, 2])


def overs_of(chances: Floats) -> Floats:
    """ln(chance over / chance under) of 2.5 goals, the margin taken out; NaN if unknown."""
    fair = implied_probabilities(1 / chances[:, 3:])
    return _log_ratio(fair[:, 0], fair[:, 1])


def _log_ratio(one: Floats, other: Floats) -> Floats:
    """The logarithm of the ratio of two chances, of certain ones at most.

    >>> _log_ratio(np.array([0.5, 1 - 1e-12]), np.array([0.25, 1e-12])).round(3).tolist()
    [0.693, 7.0]
    """
    result: Floats = np.clip(np.log(one / other), -CERTAIN, CERTAIN)
    return result


def _past_chances(priced: Sequence[tuple[float | None, ...]], ids: Sequence[int]) -> Floats:
    """The chances of fixtures by their opening prices, else by their closing ones, as CHANCES."""
    columns = len(CHANCES)
    rows_by_id = {row[0]: place for place, row in enumerate(priced)}
    # One more row, of which nothing is known, is that of the fixtures without prices.
    known = np.array([*priced, (None,) * (1 + 2 * columns)], dtype=np.float64)
    rows = [rows_by_id.get(id_, len(priced)) for id_ in ids]
    opening, closing = known[rows, 1 : 1 + columns], known[rows, 1 + columns :]
    return np.where(np.isnan(opening), closing, opening)


def _chances(chances_by_fixture: dict[int, tuple[float | None, ...]], ids: Sequence[int]) -> Floats:
    nothing = (None,) * len(CHANCES)
    rows = [chances_by_fixture.get(id_, nothing) for id_ in ids]
    return np.array(rows, dtype=np.float64).reshape(len(ids), len(nothing))
