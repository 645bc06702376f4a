"""The fit of the effects to the past of one league and figure, which both models use."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.football.errors import TooFewFixtures
from footydata.football.terms import DAY
from footydata.forecast.models.distributions import Counts
from footydata.forecast.models.effects import (
    NOTHING_KNOWN,
    Effects,
    EncodedFixtures,
    Prior,
    Ridge,
    effects_of,
    season_effects,
)
from footydata.forecast.models.likelihood import (
    ByFixture,
    ByPair,
    CellCounts,
    Layout,
    maximum_likelihood,
)
from footydata.forecast.models.model import Labels, Past, Prediction
from footydata.odds.numbers import Floats, Whole


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fit of one league's past.

    Attributes:
        effects: what each parameter is; values: the parameters, in that order.
        curvature, gradient_covariance: the errors of the parameters have the covariance
            curvature^-1 gradient_covariance curvature^-1.
        dispersion, correlation, low: the shape of the counts around their true means, as in Counts; dispersion may
            be below 1, and is that of a fixture with the usual total.
        usual: the mean of the totals that the fit expects of the past fixtures.
        is_poisson: whether totals are Poisson however uncertain their means are. Those of goals are: counting the error
            of the means made the log loss of the total worse by .0014 +- .0007 on the seasons of the choice.
        fixtures: how many past fixtures were used.
        seen, sample: of each team, then of the two unseen ones: past fixtures, and the sum of their weights.
        log_likelihood: the weighted log-likelihood, without the ridge and without what no parameter moves.
    """

    effects: Effects
    values: Floats
    curvature: Floats
    gradient_covariance: Floats
    dispersion: float
    usual: float
    correlation: float
    low: float
    is_poisson: bool
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
        overs: ArrayLike | None = None,
        neutral: ArrayLike = False,
        with_spread: bool = True,
    ) -> Prediction:
        """The expected counts of fixtures between these teams, a fixture a row.

        home, away: named as in the past; an unseen team is a newcomer, or has the league's mean if newcomers share
        nothing. referee: as in the past; an unseen one has the mean of all. tilt: ln(chance home / chance away) of the
        market. overs: ln(chance over / chance under) of 2.5 goals, the league's mean where it is NaN. neutral: whether
        the venue is neither side's. with_spread: whether the covariance of the means is computed, which takes most of
        the time; else spread is NaN, and the dispersion that of counts whose means are known.
        """
        homes, aways = _column(home), _column(away)
        fixtures = self.effects.encoded(
            homes,
            aways,
            referees=None if referee is None else _column(referee),
            tilt=None if tilt is None else _column(tilt).astype(np.float64),
            neutral=np.broadcast_to(np.asarray(neutral, dtype=np.bool_), homes.shape),
            overs=None if overs is None else _column(overs).astype(np.float64),
        )
        home_design, away_design = self.effects.design(fixtures)
        exposure = self.effects.exposure(fixtures)
        home_mean, away_mean = (
            np.exp(home_design @ self.values) * exposure,
            np.exp(away_design @ self.values) * exposure,
        )
        spread = np.full((len(homes), 2, 2), np.nan)
        own_dispersion = self.dispersion * _relative_dispersion(
            home_mean + away_mean, self.usual, self.effects.prior.power
        )
        dispersion = np.maximum(own_dispersion, 1.0)
        if with_spread:
            designs = np.stack([home_design, away_design], axis=1)
            solved = np.linalg.solve(
                self.curvature, designs.reshape(-1, len(self.values)).T
            ).T.reshape(designs.shape)
            spread = solved @ self.gradient_covariance @ solved.transpose(0, 2, 1)
            if not self.is_poisson:
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
                self.low,
                self.effects.prior.none,
            ),
            spread,
            self.seen[fixtures.home].astype(np.int64),
            self.seen[fixtures.away].astype(np.int64),
            self.sample[fixtures.home] + self.sample[fixtures.away],
        )

    @property
    def attack(self) -> dict[object, float]:
        """Team → how much it adds to the logarithm of its own mean, 0 at the league's mean."""
        strength, tempo = self.effects.strengths_and_tempos(self.values)
        return dict(zip(self.effects.ids.tolist(), (tempo + strength).tolist(), strict=True))

    @property
    def defence(self) -> dict[object, float]:
        """Team → how much it takes off the logarithm of its opponent's mean, 0 at the league's mean."""
        strength, tempo = self.effects.strengths_and_tempos(self.values)
        return dict(zip(self.effects.ids.tolist(), (strength - tempo).tolist(), strict=True))


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


def fit_effects(
    past: Past,
    *,
    ridge: Ridge,
    fading: float,
    at_ts: int | None,
    is_corrected: bool,
    has_spread: bool,
    prior: Prior = NOTHING_KNOWN,
) -> Fitted:
    """The fit of a past as of a moment (unix seconds); fixtures at or after it are left out.

    fading: a fixture t days old has the weight exp(-fading t). is_corrected: whether rho of Dixon and Coles is fitted.
    has_spread: whether dispersion and correlation are, by moments; else the total is Poisson, the split binomial.
    prior: what is known of every league; with it nothing can be corrected.
    Raises InvalidArgument if no fixture is left.
    """
    moment = int(past.kickoffs_ts.max(initial=0)) + 1 if at_ts is None else at_ts
    known = past.kickoffs_ts < moment
    if not known.all():
        past = past.only(known)
    if not len(past.home):
        raise TooFewFixtures("no fixture before that moment; a fit needs some")
    weights = np.exp(-fading * (moment - past.kickoffs_ts) / DAY)
    effects, fixtures = effects_of(past, ridge, prior, moment)
    cells = _cells(fixtures, effects)
    penalty = effects.penalty()
    # What multiplies a mean multiplies the weight of its cell.
    exposure = effects.exposure(fixtures)
    if prior.season or prior.opening:
        exposure *= np.exp(season_effects(prior, past.kickoffs_ts, moment))
    counts = _cell_counts(past, weights, exposure, cells, is_corrected=is_corrected)
    start = _start_values(past, weights, fixtures, effects)
    maximum = maximum_likelihood(cells.layout, counts, penalty, start)
    squares = cells.summed(weights**2)
    mean_exposure = np.divide(
        cells.summed(weights**2 * exposure), squares, out=np.ones_like(squares), where=squares > 0
    )
    home, away = (
        np.exp(log_mean) * mean_exposure for log_mean in cells.layout.log_means(maximum.values)
    )
    shape = CountShape(1.0, 1.0, 0.0)
    if has_spread:
        home_means, away_means = (
            np.exp(log_mean).ravel()[cells.cell_of] * exposure
            for log_mean in cells.layout.log_means(maximum.values)
        )
        fitted = _fitted_weight(cells, squares, home, away, maximum.curvature)
        shape = count_shape(
            past, weights, Counts(home_means, away_means), fitted=fitted, prior=prior
        )
    around_usual = Counts(home, away, shape.dispersion, shape.correlation)
    covariance = _gradient_covariance(cells, squares, around_usual, penalty, effects)
    return Fitted(
        effects=effects,
        values=maximum.values,
        curvature=maximum.curvature,
        gradient_covariance=covariance,
        dispersion=shape.dispersion,
        usual=shape.usual,
        correlation=shape.correlation,
        low=maximum.rho,
        is_poisson=not has_spread,
        fixtures=len(weights),
        seen=_summed_by_team(fixtures, effects, np.ones_like(weights)),
        sample=_summed_by_team(fixtures, effects, weights),
        log_likelihood=maximum.log_likelihood,
    )


class CountShape(NamedTuple):
    """How counts vary around their means: dispersion of the usual total, correlation of the split, as in Counts."""

    dispersion: float
    usual: float
    correlation: float


def count_shape(
    past: Past,
    weights: Floats,
    expected: Counts,
    *,
    fitted: float = 0.0,
    prior: Prior = NOTHING_KNOWN,
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


def _fitted_weight(
    cells: "_Cells", squares: Floats, home: Floats, away: Floats, curvature: Floats
) -> float:
    """The sum of the weights times the leverages of the totals: the degrees of freedom that the fit took from them.

    squares: sums of squared weights, by cell; home, away: the means.
    """
    total = home + away
    quadratic = cells.layout.quadratic(
        squares * home**2 / total, squares * away**2 / total, squares * home * away / total
    )
    return float(np.trace(np.linalg.solve(curvature, quadratic)))


class _Cells(NamedTuple):
    """The cells of a fit. shape: of the layout's arrays; cell_of: each fixture's cell, an index of them flattened."""

    layout: Layout
    shape: tuple[int, ...]
    cell_of: Whole

    def summed(self, values: Floats) -> Floats:
        """The sum of the fixtures' values in each cell."""
        size = self.shape[0] * (self.shape[1] if len(self.shape) == 2 else 1)
        return _summed(self.cell_of, values, size).reshape(self.shape)


def _cells(fixtures: EncodedFixtures, effects: Effects) -> _Cells:
    """The cells: pairs of teams where a fixture's means depend on its teams alone, else fixtures."""
    if effects.first_tempo > 2 or fixtures.neutral.any():
        count = len(fixtures.home)
        design, is_split = effects.design(fixtures)[0], effects.moves_split
        layout = ByFixture(design[:, ~is_split], design[:, is_split], is_split)
        return _Cells(layout, (count,), np.arange(count))
    teams = effects.team_count
    return _Cells(ByPair(teams), (teams, teams), fixtures.home * teams + fixtures.away)


def _cell_counts(
    past: Past, weights: Floats, exposure: Floats, cells: _Cells, *, is_corrected: bool
) -> CellCounts:
    low = None
    if is_corrected:
        scores = ((0, 0), (0, 1), (1, 0), (1, 1))
        low = np.stack(
            [cells.summed(weights * ((past.home == x) & (past.away == y))) for x, y in scores]
        )
    home, away = cells.summed(weights * past.home), cells.summed(weights * past.away)
    return CellCounts(cells.summed(weights * exposure), home, away, low)


def _start_values(
    past: Past, weights: Floats, fixtures: EncodedFixtures, effects: Effects
) -> Floats:
    """Parameters near the maximum: each team's counts for and against over those of an average team, shrunk."""
    size = effects.team_count

    def by_team(home: Floats, away: Floats) -> Floats:
        return _summed(fixtures.home, weights * home, size) + _summed(
            fixtures.away, weights * away, size
        )

    weight = float(weights.sum())
    # A league without a single count would have no mean to take the logarithm of.
    home, away = (max(float(weights @ counts) / weight, 0.01) for counts in (past.home, past.away))
    one = np.ones_like(weights)
    made, conceded = by_team(past.home, past.away), by_team(past.away, past.home)
    mean_made, mean_conceded = by_team(one * home, one * away), by_team(one * away, one * home)
    strength, tempo = 1.0 + effects.ridge.strength / 2, 1.0 + effects.ridge.tempo / 2
    start = np.zeros(effects.first_tempo + 2 * size)
    start[0], start[1] = (
        np.log(home * away) / 2 - np.log(effects.prior.total / 2),
        np.log(home / away),
    )
    start[-2 * size : -size] = np.log(
        (made + conceded + tempo) / (mean_made + mean_conceded + tempo)
    )
    attack = np.log((made + strength) / (mean_made + strength))
    weakness = np.log((conceded + strength) / (mean_conceded + strength))
    start[-size:] = (attack - weakness) / 2
    return start


def _summed_by_team(fixtures: EncodedFixtures, effects: Effects, values: Floats) -> Floats:
    """The sum of the fixtures' values for each team, at home and away."""
    size = effects.team_count
    return _summed(fixtures.home, values, size) + _summed(fixtures.away, values, size)


def _summed(indices: Whole, values: Floats, size: int) -> Floats:
    """The sum of the values at each index."""
    return np.bincount(indices, values, size).astype(np.float64, copy=False)


def _gradient_covariance(
    cells: _Cells, squares: Floats, counts: Counts, penalty: Floats, effects: Effects
) -> Floats:
    """The covariance of the gradient at the true parameters: of its counts, and of the effects that the ridge draws.

    The error of the fit is curvature^-1 (sum w x residual - ridge x effect); so this is sum w^2 X' cov(residual) X plus
    the ridge, each scaled by how much wider than Poisson the counts vary. squares: sums of squared weights, by cell.
    """
    total = counts.home + counts.away
    share = counts.home / total
    of_total = counts.dispersion * total
    binomial = share * (1 - share)
    of_split = binomial * (
        total + counts.correlation * (total**2 + (counts.dispersion - 1) * total)
    )
    home, away = share**2 * of_total + of_split, (1 - share) ** 2 * of_total + of_split
    both = binomial * of_total - of_split
    result = cells.layout.quadratic(squares * home, squares * away, squares * both)
    split_scale = float((squares * of_split / (binomial * total)).sum() / squares.sum())
    scale = np.sqrt(np.where(effects.moves_split, split_scale, counts.dispersion))
    result += penalty * scale[:, None] * scale[None, :]
    return result


def _column(values: ArrayLike) -> Labels:
    return np.atleast_1d(np.asarray(values))
