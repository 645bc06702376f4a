"""The fit of the effects to the past of one league and figure, which both models use."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.errors import TooFewFixtures
from footydata.football.terms import DAY
from footydata.forecast.models.distributions import Counts
from footydata.forecast.models.effects import (
    Effects,
    EncodedFixtures,
    FitSettings,
    Prior,
    effects_of,
    season_effects,
)
from footydata.forecast.models.likelihood import Design, Weighted, maximum_likelihood
from footydata.forecast.models.model import Labels, Past, Prediction
from footydata.odds.numbers import Floats


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fit of one league's past.

    Attributes:
        effects: what each parameter is; values: the parameters, in that order.
        curvature, gradient_covariance: the errors of the parameters have the covariance
            curvature^-1 gradient_covariance curvature^-1.
        dispersion, correlation: the shape of the counts around their true means, as in Counts; dispersion may be
            below 1, and is that of a fixture with the usual total.
        usual: the mean of the totals that the fit expects of the past fixtures.
        fixtures: how many past fixtures were used.
        seen, sample: of each team, then of the two unseen ones: past fixtures, and the sum of their weights.
    """

    effects: Effects
    values: Floats
    curvature: Floats
    gradient_covariance: Floats
    dispersion: float
    usual: float
    correlation: float
    fixtures: int
    seen: Floats
    sample: Floats

    def predict(
        self,
        home: ArrayLike,
        away: ArrayLike,
        *,
        referee: ArrayLike | None = None,
        tilt: ArrayLike | None = None,
        overs: ArrayLike | None = None,
        neutral: ArrayLike = False,
    ) -> Prediction:
        """The expected counts of fixtures between these teams, a fixture a row.

        home, away: named as in the past; an unseen team is a newcomer, or has the league's mean if newcomers share
        nothing. referee: as in the past; an unseen one has the mean of all. tilt: ln(chance home / chance away) of the
        market. overs: ln(chance over / chance under) of 2.5 goals, the league's mean where it is NaN. neutral: whether
        the venue is neither side's.
        """
        settings = self.effects.settings
        homes, aways = _column(home), _column(away)
        fixtures = self.effects.encoded(
            homes,
            aways,
            referees=None if referee is None else _column(referee),
            tilt=None if tilt is None else _column(tilt).astype(np.float64),
            neutral=np.broadcast_to(np.asarray(neutral, dtype=np.bool_), homes.shape),
            overs=None if overs is None else _column(overs).astype(np.float64),
        )
        design = self.effects.design(fixtures)
        exposure = self.effects.exposure(fixtures)
        home_mean, away_mean = (mean * exposure for mean in design.means(self.values))
        own_dispersion = self.dispersion * _relative_dispersion(
            home_mean + away_mean, self.usual, settings.prior.power
        )
        designs = design.by_side()
        solved = np.linalg.solve(self.curvature, designs.reshape(-1, len(self.values)).T).T.reshape(
            designs.shape
        )
        spread = solved @ self.gradient_covariance @ solved.transpose(0, 2, 1)
        dispersion = np.maximum(own_dispersion, 1.0)
        # Goals are Poisson however uncertain their means are: counting that error made the log loss of the total worse
        # by .0014 +- .0007 on the seasons of the choice.
        if not settings.is_poisson:
            means = np.stack([home_mean, away_mean], axis=1)
            dispersion = predictive_dispersion(
                own_dispersion, means, designs @ solved.transpose(0, 2, 1)
            )
        return Prediction(
            Counts(
                home_mean,
                away_mean,
                dispersion,
                self.correlation,
                settings.low,
                settings.prior.none,
            ),
            spread,
            self.seen[fixtures.home].astype(np.int64),
            self.seen[fixtures.away].astype(np.int64),
            self.sample[fixtures.home] + self.sample[fixtures.away],
        )


def predictive_dispersion(dispersion: Floats, means: Floats, inverse: Floats) -> Floats:
    """The dispersion of each total that counts the error of its mean, 1 at least; (n,).

    The variance of a total around its estimated mean is that around the true one, dispersion x mean, plus that of the
    mean. dispersion: around true means. means: of both sides, (n, 2). inverse: (n, 2, 2), the inverse of the weighted
    information on their logarithms. As its weights fade, it counts that teams change as fast as the weights assume, so
    that it is wider than the spread of a Prediction.
    Source: West and Harrison, Bayesian Forecasting and Dynamic Models (1997), discounted information.
    """
    variance = dispersion * np.einsum("ni,nij,nj->n", means, inverse, means)
    result: Floats = np.maximum(dispersion + variance / means.sum(axis=1), 1.0)
    return result


def _relative_dispersion(means: Floats, usual: float, power: float) -> Floats:
    """The dispersions of totals over that of the usual one, as Prior.power has it; (n,)."""
    result: Floats = (means / usual) ** (power - 1)
    return result


def fit_effects(past: Past, settings: FitSettings, *, at_ts: int | None = None) -> Fitted:
    """The fit of a past as of a moment (unix seconds); fixtures at or after it are left out.

    With a ridge of tilt those without result prices are left out, too. Raises InvalidArgument if no fixture is left.
    """
    if settings.tilt is not None:
        past = past.only(past.has_prices)
    moment = int(past.kickoffs_ts.max(initial=0)) + 1 if at_ts is None else at_ts
    known = past.kickoffs_ts < moment
    if not known.all():
        past = past.only(known)
    if not len(past.home):
        raise TooFewFixtures("no fixture before that moment; a fit needs some")
    weights = np.exp(-settings.fading * (moment - past.kickoffs_ts) / DAY)
    effects, fixtures = effects_of(past, settings, moment)
    design, penalty, prior = effects.design(fixtures), effects.penalty(), settings.prior
    exposure = effects.exposure(fixtures)
    if prior.season or prior.opening:
        exposure *= np.exp(season_effects(prior, past.kickoffs_ts, moment))
    # A league without a single count would have no mean to take the logarithm of.
    home, away = (
        max(float(weights @ counts) / float(weights.sum()), 0.01)
        for counts in (past.home, past.away)
    )
    start = np.zeros(len(penalty))
    start[0] = np.log(home * away) / 2 - np.log(prior.total / 2)
    start[design.alike.shape[1]] = np.log(home / away)
    counted = Weighted(past.home, past.away, weights, exposure)
    values, curvature = maximum_likelihood(design, counted, penalty, start)
    home_means, away_means = (mean * exposure for mean in design.means(values))
    means = Counts(home_means, away_means)
    shape = CountShape(1.0, 1.0, 0.0)
    if not settings.is_poisson:
        taken = _fitted_weight(design, weights, means, curvature)
        shape = _count_shape(past, weights, means, fitted=taken, prior=prior)
    around_usual = means._replace(dispersion=shape.dispersion, correlation=shape.correlation)
    return Fitted(
        effects=effects,
        values=values,
        curvature=curvature,
        gradient_covariance=_gradient_covariance(design, weights, around_usual, penalty),
        dispersion=shape.dispersion,
        usual=shape.usual,
        correlation=shape.correlation,
        fixtures=len(weights),
        seen=_summed_by_team(fixtures, effects, np.ones_like(weights)),
        sample=_summed_by_team(fixtures, effects, weights),
    )


class CountShape(NamedTuple):
    """How counts vary around their means: dispersion of the usual total, correlation of the split, as in Counts."""

    dispersion: float
    usual: float
    correlation: float


def _count_shape(
    past: Past, weights: Floats, expected: Counts, *, fitted: float, prior: Prior
) -> CountShape:
    """Dispersion and correlation of past counts by moments.

    phi = sum w (T - mu)^2 / (mu (mu / usual)^(power - 1)) / (sum w - fitted), usual the mean of mu;
    rho = sum w [(X - Tp)^2 / (Tp(1 - p)) - 1] / sum w (T - 1) over totals T of 2 or more, X of them the home side's, p
    its expected share. expected: the means, a fixture a row.
    fitted: by how much the weights overstate what is known of phi, as the means were fitted to the same counts.
    prior: what phi is drawn to, and the power.
    Source of the power: Taylor, Nature 189 (1961).
    """
    total, mean = past.home + past.away, expected.home + expected.away
    usual = float(weights @ mean) / float(weights.sum())
    variance = mean * _relative_dispersion(mean, usual, prior.power)
    squares = float(weights @ ((total - mean) ** 2 / variance)) + prior.dispersion * prior.fixtures
    dispersion = squares / (float(weights.sum()) - fitted + prior.fixtures)
    split = total >= 2
    share = (expected.home / mean)[split]
    count, weight = total[split], weights[split]
    pairs = float(weight @ (count - 1))
    if not pairs:
        return CountShape(dispersion, usual, 0.0)
    excess = (past.home[split] - count * share) ** 2 / (count * share * (1 - share)) - 1
    return CountShape(dispersion, usual, min(max(float(weight @ excess) / pairs, 0.0), 0.5))


def _fitted_weight(design: Design, weights: Floats, means: Counts, curvature: Floats) -> float:
    """The sum of the weights times the leverages of the totals: the degrees of freedom that the fit took from them."""
    home, away = means.home, means.away
    scale = weights**2 / (home + away)
    quadratic = design.quadratic(scale * home**2, scale * away**2, scale * home * away)
    return float(np.trace(np.linalg.solve(curvature, quadratic)))


def _summed_by_team(fixtures: EncodedFixtures, effects: Effects, values: Floats) -> Floats:
    """The sum of the fixtures' values for each team, at home and away."""
    both = np.concatenate([fixtures.home, fixtures.away])
    return np.bincount(both, np.tile(values, 2), effects.team_count).astype(np.float64, copy=False)


def _gradient_covariance(
    design: Design, weights: Floats, counts: Counts, penalty: Floats
) -> Floats:
    """The covariance of the gradient at the true parameters: of its counts, and of the effects that the ridge draws.

    The error of the fit is curvature^-1 (sum w x residual - ridge x effect); so this is sum w^2 X' cov(residual) X plus
    the ridge, each scaled by how much wider than Poisson the counts vary.
    """
    squares = weights**2
    total = counts.home + counts.away
    share = counts.home / total
    of_total = counts.dispersion * total
    binomial = share * (1 - share)
    of_split = binomial * (
        total + counts.correlation * (total**2 + (counts.dispersion - 1) * total)
    )
    home, away = share**2 * of_total + of_split, (1 - share) ** 2 * of_total + of_split
    both = binomial * of_total - of_split
    split_scale = float((squares * of_split / (binomial * total)).sum() / squares.sum())
    scale = np.sqrt(
        np.repeat([counts.dispersion, split_scale], [design.alike.shape[1], design.apart.shape[1]])
    )
    result = design.quadratic(squares * home, squares * away, squares * both)
    result += penalty * scale[:, None] * scale[None, :]
    return result


def _column(values: ArrayLike) -> Labels:
    return np.atleast_1d(np.asarray(values))
