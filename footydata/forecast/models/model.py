"""What every model is: fitted to a Past, the finished fixtures as arrays, it gives a Prediction of others.

In play: what a side has still to come, of its mean before the match, the time left, score and men.
Rates of five leagues in 2017/18 (Pappalardo et al. 2019, events of Wyscout, CC BY 4.0), stoppage time included. A price
that moved knows more.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from footydata.football.declared_types import named_arguments
from footydata.football.errors import InvalidArgument
from footydata.forecast.models.distributions import Counts, grid
from footydata.odds.numbers import Flags, Floats, Whole

Labels: TypeAlias = NDArray[Any]
"""Ids or names: an array of values that can be sorted."""

FEWEST_FIXTURES = 20
"""A league with fewer past fixtures is not priced; with more, the interval of a price says how little is known."""


class Past(NamedTuple):
    """Finished fixtures of one league with both counts of a figure, a fixture a row, as arrays of the same length.

    home_ids, away_ids: the teams, ids or names. kickoffs_ts: unix seconds. home, away: the counts.
    referees: ids or names, -1 or an empty name if unknown. tilt: ln(chance home / chance away) of margin-free result
    prices, NaN if there are none. overs: ln(chance over / chance under) of margin-free prices of 2.5 goals,
    NaN if there are none. neutral: whether the venue was neither side's. fouls: of both sides together, NaN if unknown.
    A column that is None is unknown for every fixture; neutral as None means that no venue was.
    """

    home_ids: Labels
    away_ids: Labels
    kickoffs_ts: Whole
    home: Floats
    away: Floats
    referees: Labels | None = None
    tilt: Floats | None = None
    neutral: Flags | None = None
    overs: Floats | None = None
    fouls: Floats | None = None

    @property
    def has_prices(self) -> Flags:
        """Which fixtures have result prices."""
        if self.tilt is None:
            return np.zeros(len(self.home), dtype=np.bool_)
        return np.asarray(~np.isnan(self.tilt), dtype=np.bool_)

    def only(self, mask: Flags) -> "Past":
        """The fixtures that are wanted, in their order."""
        return Past(*(None if column is None else column[mask] for column in self))  # type: ignore[arg-type]  # optional columns come last


@named_arguments
def past_of_columns(
    home: ArrayLike,
    away: ArrayLike,
    home_count: ArrayLike,
    away_count: ArrayLike,
    kickoff: ArrayLike,
    *,
    referee: ArrayLike | None = None,
    tilt: ArrayLike | None = None,
    neutral: ArrayLike | None = None,
    overs: ArrayLike | None = None,
    fouls: ArrayLike | None = None,
) -> Past:
    """The columns of a frame, or lists, as a Past; fixtures without both counts are left out.

    kickoff: unix seconds or datetimes (UTC); the others as in Past.
    Raises InvalidArgument if the lengths differ or a count is below zero.

    >>> past_of_columns(["A"], ["B"], [2], [None], [0]).home.tolist()
    []
    """
    moments = np.asarray(kickoff)
    if not np.issubdtype(moments.dtype, np.number):
        moments = np.array([_seconds(moment) for moment in np.atleast_1d(moments).tolist()])
    counts = [
        np.atleast_1d(np.asarray(column, dtype=np.float64)) for column in (home_count, away_count)
    ]
    columns: list[Labels | None] = [
        np.atleast_1d(np.asarray(home)),
        np.atleast_1d(np.asarray(away)),
        np.atleast_1d(moments).astype(np.int64),
        *counts,
        *(
            None if column is None else np.atleast_1d(np.asarray(column, dtype=kind))
            for column, kind in (
                (referee, None),
                (tilt, np.float64),
                (neutral, np.bool_),
                (overs, np.float64),
                (fouls, np.float64),
            )
        ),
    ]
    lengths = {len(column) for column in columns if column is not None}
    if len(lengths) > 1:
        raise InvalidArgument(
            f"columns of {', '.join(map(str, sorted(lengths)))} rows; each column needs a value a fixture",
            parameter="columns",
            value=sorted(lengths),
        )
    known = ~np.isnan(counts[0] + counts[1])
    if (np.stack(counts)[:, known] < 0).any():
        raise InvalidArgument("a count is below zero", parameter="counts", value=counts)
    if fouls is not None and (np.asarray(fouls, dtype=np.float64) < 0).any():
        raise InvalidArgument("a count of fouls is below zero", parameter="fouls", value=fouls)
    return Past(*columns).only(known)  # type: ignore[arg-type]  # optional columns come last


def _seconds(moment: Any) -> int:
    """Unix seconds of a datetime, or of nanoseconds as NumPy lists them."""
    return int(moment.timestamp()) if hasattr(moment, "timestamp") else int(moment) // 1_000_000_000


class Prediction(NamedTuple):
    """How a figure of fixtures is distributed, and how well that is known; a fixture a row.

    counts: the means of both sides and the shape of the distribution, whose dispersion knows that the means are
    estimated. spread: (n, 2, 2), the covariance of the errors
    of the logarithms of the two means. home_seen, away_seen: past fixtures of each side in the fit. sample: the sum of
    the weights of these fixtures, older ones weighing less.
    """

    counts: Counts
    spread: Floats
    home_seen: Whole
    away_seen: Whole
    sample: Floats

    @property
    def home(self) -> Floats:
        """The expected counts of the home sides."""
        return self.counts.home

    @property
    def away(self) -> Floats:
        """The expected counts of the away sides."""
        return self.counts.away

    def grid(self, top: int | None = None) -> Floats:
        """The joint chances of home (rows) and away (columns) counts, (n, counts, counts); top: as in grid."""
        return grid(self.counts, top)


_MINUTES = (15, 30, 45, 60, 75)


class _Rates(NamedTuple):
    """Rates of a figure at _MINUTES: the share of a match that is left, by goals ahead (-2: or more behind), by men more."""

    left: tuple[float, ...]
    ahead: Mapping[int, tuple[float, ...]] = MappingProxyType({})
    man_more: tuple[float, ...] = (1.0,) * len(_MINUTES)


_RATES = {
    "goals": _Rates((0.86, 0.71, 0.55, 0.39, 0.22), man_more=(1.41,) * len(_MINUTES)),
    "corners": _Rates(
        (0.87, 0.71, 0.54, 0.38, 0.21),
        {
            -2: (1.26, 1.25, 1.23, 1.22, 1.20),
            -1: (1.14, 1.18, 1.22, 1.26, 1.31),
            1: (0.84, 0.81, 0.78, 0.75, 0.72),
            2: (0.76, 0.74, 0.71, 0.69, 0.67),
        },
        (1.64, 1.58, 1.52, 1.46, 1.40),
    ),
    "cards": _Rates(
        (0.91, 0.80, 0.65, 0.51, 0.33),
        {
            -2: (1.11, 0.97, 0.85, 0.74, 0.65),
            -1: (1.03, 1.01, 0.99, 0.97, 0.95),
            1: (1.01, 1.03, 1.05, 1.07, 1.08),
            2: (1.00, 0.89, 0.80, 0.71, 0.64),
        },
    ),
}
FIGURES = tuple(_RATES)


def still_to_come(figure: str, mean: float, *, minute: int, ahead: int, men_more: int) -> float:
    """The mean of a side's figure from a minute on. mean: of the whole match, as it was before.

    ahead: by how many goals the side leads, men_more: how many more men it has.

    >>> round(still_to_come("corners", 5.0, minute=60, ahead=-1, men_more=0), 2)
    2.39
    >>> still_to_come("goals", 1.5, minute=0, ahead=0, men_more=0)
    1.5
    """
    rates = _RATES[figure]
    # Beyond the last rate the time runs on as before it, down to what stoppage time has.
    last = 2 * rates.left[-1] - rates.left[-2]
    left = np.interp(minute, (0, *_MINUTES, 90), (1.0, *rates.left, max(last, 0.0)))
    of_score = _at(minute, rates.ahead.get(max(-2, min(2, ahead)), (1.0,) * len(_MINUTES)))
    return float(mean * left * of_score * _at(minute, rates.man_more) ** men_more)


def _at(minute: int, rates: tuple[float, ...]) -> float:
    """A rate at a minute, linear in its logarithm."""
    return float(np.exp(np.interp(minute, _MINUTES, np.log(rates))))
