"""A fit of one league and figure by Newton's ascent, whichever model asked for it."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.contract.terms import DAY
from footydata.forecast.distributions import Counts
from footydata.forecast.effects import Between, Effects, Ridge, effects_of
from footydata.forecast.newton import Counted, Peak, climb
from footydata.forecast.past import Floats, Labels, Past, Whole, WrongPast
from footydata.forecast.prediction import Prediction


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fit of one league's past.

    Attributes:
        effects: what the parameters belong to; values: the parameters, in their order.
        covariance: of the parameters; it counts what is not known of them, not that teams change.
        dispersion, correlation, low: the shape of the counts, as in Counts.
        fixtures: how many past fixtures were used.
        seen, sample: of each team, then of two unseen ones: fixtures, and the sum of their weights.
        log_likelihood: the weighted log-likelihood, without the ridge and without what no parameter moves.
    """

    effects: Effects
    values: Floats
    covariance: Floats
    dispersion: float
    correlation: float
    low: float
    fixtures: int
    seen: Floats
    sample: Floats
    log_likelihood: float

    def predict(
        self,
        home: ArrayLike,
        away: ArrayLike,
        *,
        referee: ArrayLike | None = None,
        tilt: ArrayLike | None = None,
        neutral: ArrayLike = False,
    ) -> Prediction:
        """What is to be expected of fixtures between these teams; an unseen one is a newcomer, or the league's mean.

        referee: as in the past; an unseen one is the mean. tilt: ln(chance home / chance away) of the market.
        neutral: whether the venue is neither side's.
        """
        homes, aways = _column(home), _column(away)
        between = self.effects.places(
            homes,
            aways,
            referees=None if referee is None else _column(referee),
            tilt=None if tilt is None else _column(tilt).astype(np.float64),
            neutral=np.broadcast_to(np.asarray(neutral, dtype=np.bool_), homes.shape),
        )
        in_home, in_away = self.effects.design(between)
        means = np.exp(in_home @ self.values), np.exp(in_away @ self.values)
        sides = np.stack([in_home, in_away], axis=1)
        return Prediction(
            Counts(*means, self.dispersion, self.correlation, self.low),
            sides @ self.covariance @ sides.transpose(0, 2, 1),
            self.seen[between.home].astype(np.int64),
            self.seen[between.away].astype(np.int64),
            self.sample[between.home] + self.sample[between.away],
        )

    @property
    def attack(self) -> dict[object, float]:
        """Team → the logarithm of its attack, 0 at the league's mean."""
        strength, tempo = self._team_parts()
        return dict(zip(self.effects.ids.tolist(), (tempo + strength).tolist(), strict=True))

    @property
    def defence(self) -> dict[object, float]:
        """Team → by how much it lowers the logarithm of what its opponents get, 0 at the league's mean."""
        strength, tempo = self._team_parts()
        return dict(zip(self.effects.ids.tolist(), (strength - tempo).tolist(), strict=True))

    def _team_parts(self) -> tuple[Floats, Floats]:
        """The strength and the tempo of each team."""
        return self.effects.team_parts(self.values)


def fit_effects(
    past: Past, *, ridge: Ridge, fading: float, at_ts: int | None, is_corrected: bool, has_spread: bool
) -> Fitted:
    """The fit of a past as of a moment; fixtures at or after it are no past and are left out.

    fading: of a fixture's weight a day. is_corrected: whether rho of Dixon and Coles is fitted.
    has_spread: whether dispersion and correlation are, by moments; else the total is Poisson, the split binomial.
    Raises WrongPast where no fixture is left.
    """
    moment = int(past.kickoffs_ts.max(initial=0)) + 1 if at_ts is None else at_ts
    known = past.kickoffs_ts < moment
    if not known.all():
        past = past.only(known)
    if not len(past.home):
        raise WrongPast("no fixture before that moment; a fit needs some")
    weights = np.exp(-fading * (moment - past.kickoffs_ts) / DAY)
    effects = effects_of(past, ridge)
    between = _between(past, effects)
    cells = _cells(between, effects)
    counted = _counted(past, weights, cells, is_corrected=is_corrected)
    peak = climb(counted, _start(counted), is_corrected=is_corrected)
    counts = Counts(np.exp(cells.in_home @ peak.values), np.exp(cells.in_away @ peak.values), low=peak.low)
    if has_spread:
        each = Counts(counts.home[cells.of], counts.away[cells.of])
        counts = counts._replace(**spread(past, weights, each)._asdict())
    return Fitted(
        effects=effects,
        values=peak.values,
        covariance=_covariance(_summed(cells.of, weights**2), cells, effects, peak, counts),
        dispersion=counts.dispersion,
        correlation=counts.correlation,
        low=peak.low,
        fixtures=len(weights),
        seen=_by_team(between, effects, np.ones_like(weights)),
        sample=_by_team(between, effects, weights),
        log_likelihood=peak.log_likelihood,
    )


class Spread(NamedTuple):
    """How counts scatter around their means: dispersion of the total, correlation of the split, as in Counts."""

    dispersion: float
    correlation: float


def spread(past: Past, weights: Floats, expected: Counts) -> Spread:
    """Dispersion and correlation by moments: phi = sum w(T - mu)^2/mu / sum w, rho by pairs of draws."""
    total, mean = past.home + past.away, expected.home + expected.away
    dispersion = max(float(weights @ ((total - mean) ** 2 / mean) / weights.sum()), 1.0)
    split = total >= 2
    share = (expected.home / mean)[split]
    drawn, weight = total[split], weights[split]
    pairs = float(weight @ (drawn - 1))
    if not pairs:
        return Spread(dispersion, 0.0)
    excess = (past.home[split] - drawn * share) ** 2 / (drawn * share * (1 - share)) - 1
    return Spread(dispersion, min(max(float(weight @ excess) / pairs, 0.0), 0.5))


class _Cells(NamedTuple):
    """Fixtures that are alike in all that the effects know, a cell a row; of: each fixture's cell."""

    in_home: Floats
    in_away: Floats
    penalty: Floats
    of: Whole


def _between(past: Past, effects: Effects) -> Between:
    neutral = np.zeros(len(past.home), dtype=np.bool_) if past.neutral is None else past.neutral
    return effects.places(past.home_ids, past.away_ids, referees=past.referees, tilt=past.tilt, neutral=neutral)


def _cells(between: Between, effects: Effects) -> _Cells:
    if effects.ridge.tilt is not None or effects.ridge.referee is not None:
        of = np.arange(len(between.home))
        return _Cells(*effects.design(between), effects.penalty, of)
    keys = (between.home * (len(effects.ids) + 2) + between.away) * 2 + between.neutral
    _, first, of = np.unique(keys, return_index=True, return_inverse=True)
    return _Cells(*effects.design(between.only(first)), effects.penalty, of)


def _counted(past: Past, weights: Floats, cells: _Cells, *, is_corrected: bool) -> Counted:
    def summed(values: Floats) -> Floats:
        return _summed(cells.of, values)

    low = np.zeros((4, len(cells.in_home)))
    if is_corrected:
        ends = ((0, 0), (0, 1), (1, 0), (1, 1))
        low = np.stack([summed(weights * ((past.home == x) & (past.away == y))) for x, y in ends])
    sums = summed(weights), summed(weights * past.home), summed(weights * past.away)
    return Counted(cells.in_home, cells.in_away, *sums, low, cells.penalty)


def _start(counted: Counted) -> Floats:
    """All teams alike, at the mean of what was counted; a hundredth where nothing was."""
    start = np.zeros(counted.in_home.shape[1])
    start[0] = np.log(max((counted.home.sum() + counted.away.sum()) / counted.weight.sum() / 2, 0.01))
    return start


def _by_team(between: Between, effects: Effects, weights: Floats) -> Floats:
    size = len(effects.ids) + 2
    return _summed(between.home, weights, size) + _summed(between.away, weights, size)


def _summed(places: Whole, values: Floats, size: int = 0) -> Floats:
    """The sums of the values at each place."""
    return np.bincount(places, values, size).astype(np.float64)


def _covariance(squares: Floats, cells: _Cells, effects: Effects, peak: Peak, counts: Counts) -> Floats:
    """The covariance of the parameters' errors, over counts that chance gives and over teams as the ridge has them.

    The error is curvature^-1 (sum w x residual - ridge x true part): its middle part is sum w^2 x cov(residual) x'
    and the ridge, both as wide as the counts scatter. squares: the sum of squared weights of each cell.
    """
    total = counts.home + counts.away
    share = counts.home / total
    between = counts.dispersion * total
    pairs = total**2 + (counts.dispersion - 1) * total
    within = share * (1 - share) * (total + counts.correlation * pairs)
    of_home, of_away = share**2 * between + within, (1 - share) ** 2 * between + within
    of_both = share * (1 - share) * between - within
    middle = cells.in_home.T @ ((squares * of_home)[:, None] * cells.in_home)
    middle += cells.in_away.T @ ((squares * of_away)[:, None] * cells.in_away)
    crossed = cells.in_home.T @ ((squares * of_both)[:, None] * cells.in_away)
    middle += crossed + crossed.T
    odd = effects.odd
    by_share = float((within / (share * (1 - share) * total)).mean())
    scale = np.where(odd, by_share, counts.dispersion)
    middle += cells.penalty * np.sqrt(scale[:, None] * scale[None, :])
    inverse = np.linalg.inv(peak.curvature)
    result: Floats = inverse @ middle @ inverse
    return result


def _column(values: ArrayLike) -> Labels:
    return np.atleast_1d(np.asarray(values))
