"""What every model is: fitted to a Past, the finished fixtures as arrays, it gives a Prediction of others."""

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
