"""A fit of one league and figure by Newton's ascent, whichever model asked for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footydata.contract.terms import DAY
from footydata.forecast.distributions import Counts
from footydata.forecast.effects import Between, Effects, Ridge, effects_of
from footydata.forecast.layouts import ByFixture, ByPair
from footydata.forecast.newton import Counted, Layout, climb
from footydata.forecast.past import Floats, Labels, Past, Whole, WrongPast
from footydata.forecast.prediction import Prediction

NEWCOMERS_DIFFER = 0.5
"""How much newcomers differ from one another beside what the ridge of all teams says.

Chosen by the log loss of endings of seasons that began before 2017 (tests/benchmarks/projections.py): of .25, .5 and 1.
"""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fit of one league's past.

    Attributes:
        effects: what the parameters belong to; values: the parameters, in their order.
        curvature, scatter: the parameters' errors have the covariance curvature^-1 scatter curvature^-1.
        dispersion, correlation, low: the shape of the counts, as in Counts.
        fixtures: how many past fixtures were used.
        seen, sample: of each team, then of two unseen ones: fixtures, and the sum of their weights.
        log_likelihood: the weighted log-likelihood, without the ridge and without what no parameter moves.
    """

    effects: Effects
    values: Floats
    curvature: Floats
    scatter: Floats
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
        with_spread: bool = True,
    ) -> Prediction:
        """What is to be expected of fixtures between these teams; an unseen one is a newcomer, or the league's mean.

        referee: as in the past; an unseen one is the mean. tilt: ln(chance home / chance away) of the market.
        neutral: whether the venue is neither side's. with_spread: whether it is worked out how sure the means are,
        which takes most of the time; else spread is NaN.
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
        return Prediction(
            Counts(*means, self.dispersion, self.correlation, self.low),
            self._errors(np.stack([in_home, in_away], axis=1)) if with_spread else np.full((len(homes), 2, 2), np.nan),
            self.seen[between.home].astype(np.int64),
            self.seen[between.away].astype(np.int64),
            self.sample[between.home] + self.sample[between.away],
        )

    def _errors(self, sides: Floats) -> Floats:
        """The covariance of the errors of sums of parameters, (n, 2, 2) of (n, 2, parameters).

        It counts what is not known of teams, not that they change.
        """
        pulled = np.linalg.solve(self.curvature, sides.reshape(-1, len(self.values)).T)
        pulled = pulled.T.reshape(sides.shape)
        result: Floats = pulled @ self.scatter @ pulled.transpose(0, 2, 1)
        return result

    def drawn(self, teams: Sequence[object], runs: int, rng: np.random.Generator) -> "Drawn":
        """The parts of the means of these teams' fixtures, drawn anew in each run from what is not known of them.

        An unseen team is drawn as a newcomer, each for itself, and nearer to the others than the ridge of all teams
        says: who comes up is neither the best nor far behind. Referee and market are left out.
        """
        # The errors are curvature^-1 times what has the covariance `scatter`.
        root = np.linalg.cholesky(self.scatter + np.eye(len(self.values)) * 1e-9)
        noise = np.linalg.solve(self.curvature, root @ rng.standard_normal((len(self.values), runs)))
        values = self.values[:, None] + noise
        tempo, strength = values[self.effects.of_fixtures :].reshape(2, self.effects.teams, runs)
        places = {team: place for place, team in enumerate(self.effects.ids.tolist())}
        own = np.array([places.get(team, len(places)) for team in teams])
        strength, tempo = strength[own], tempo[own]
        for unseen in np.flatnonzero(own == len(places)):
            again = rng.permutation(runs)
            for part in (strength, tempo):
                part[unseen] = part[unseen].mean() + NEWCOMERS_DIFFER * (part[unseen, again] - part[unseen].mean())
        return Drawn(values[0], values[1], strength, tempo)

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


class Drawn(NamedTuple):
    """Parts of the logarithms of two means, drawn: level and edge, (runs,), strength and tempo, (teams, runs)."""

    level: Floats
    edge: Floats
    strength: Floats
    tempo: Floats


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
    effects, between = effects_of(past, ridge)
    cells = _cells(between, effects)
    penalty = effects.penalty()
    start = _start(past, weights, between, effects)
    peak = climb(cells.layout, _counted(past, weights, cells, is_corrected=is_corrected), penalty, start)
    home, away = map(np.exp, cells.layout.logs(peak.values))
    shape = Spread(1.0, 0.0)
    if has_spread:
        shape = spread(past, weights, Counts(home.ravel()[cells.of], away.ravel()[cells.of]))
    return Fitted(
        effects=effects,
        values=peak.values,
        curvature=peak.curvature,
        scatter=_scatter(cells, cells.summed(weights**2), Counts(home, away, *shape), penalty, effects),
        dispersion=shape.dispersion,
        correlation=shape.correlation,
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
    """The cells of a fit; shape: of its arrays, of: each fixture's cell."""

    layout: Layout
    shape: tuple[int, ...]
    of: Whole

    def summed(self, values: Floats) -> Floats:
        """The sum of the fixtures' values in each cell."""
        size = self.shape[0] * (self.shape[1] if len(self.shape) == 2 else 1)
        return _summed(self.of, values, size).reshape(self.shape)


def _cells(between: Between, effects: Effects) -> _Cells:
    """Pairs of teams where the effects know no more of a fixture than its teams."""
    if effects.of_fixtures > 2 or between.neutral.any():
        count = len(between.home)
        return _Cells(ByFixture(*effects.design(between)), (count,), np.arange(count))
    teams = effects.teams
    return _Cells(ByPair(teams), (teams, teams), between.home * teams + between.away)


def _counted(past: Past, weights: Floats, cells: _Cells, *, is_corrected: bool) -> Counted:
    low = None
    if is_corrected:
        ends = ((0, 0), (0, 1), (1, 0), (1, 1))
        low = np.stack([cells.summed(weights * ((past.home == x) & (past.away == y))) for x, y in ends])
    return Counted(cells.summed(weights), cells.summed(weights * past.home), cells.summed(weights * past.away), low)


def _start(past: Past, weights: Floats, between: Between, effects: Effects) -> Floats:
    """Where the ascent begins: near the peak, by what each team got and gave over what the league's mean expects."""
    size = effects.teams

    def by_team(at_home: Floats, at_away: Floats) -> Floats:
        return _summed(between.home, weights * at_home, size) + _summed(between.away, weights * at_away, size)

    whole = float(weights.sum())
    # A league without a single count would have no mean to take the logarithm of.
    home, away = (max(float(weights @ counts) / whole, 0.01) for counts in (past.home, past.away))
    one = np.ones_like(weights)
    drawn = 1.0 + effects.ridge.strength / 2, 1.0 + effects.ridge.tempo / 2
    got, given = by_team(past.home, past.away), by_team(past.away, past.home)
    due, owed = by_team(one * home, one * away), by_team(one * away, one * home)
    start = np.zeros(effects.of_fixtures + 2 * size)
    start[0], start[1] = np.log(home * away) / 2, np.log(home / away)
    start[-2 * size : -size] = np.log((got + given + drawn[1]) / (due + owed + drawn[1]))
    start[-size:] = (np.log((got + drawn[0]) / (due + drawn[0])) - np.log((given + drawn[0]) / (owed + drawn[0]))) / 2
    return start


def _by_team(between: Between, effects: Effects, weights: Floats) -> Floats:
    return _summed(between.home, weights, effects.teams) + _summed(between.away, weights, effects.teams)


def _summed(places: Whole, values: Floats, size: int) -> Floats:
    """The sums of the values at each place."""
    return np.bincount(places, values, size).astype(np.float64, copy=False)


def _scatter(cells: _Cells, squares: Floats, counts: Counts, penalty: Floats, effects: Effects) -> Floats:
    """The covariance of the gradient at the true parameters, over chance counts and over teams as the ridge has them.

    The fit's error is curvature^-1 (sum w x residual - ridge x true part), so this is sum w^2 x cov(residual) x' and
    the ridge, both as wide as the counts scatter. squares: the sum of squared weights of each cell.
    """
    total = counts.home + counts.away
    share = counts.home / total
    between = counts.dispersion * total
    drawn = share * (1 - share)
    within = drawn * (total + counts.correlation * (total**2 + (counts.dispersion - 1) * total))
    of_home, of_away = share**2 * between + within, (1 - share) ** 2 * between + within
    of_both = drawn * between - within
    result = cells.layout.crossed(squares * of_home, squares * of_away, squares * of_both)
    by_share = float((squares * within / (drawn * total)).sum() / squares.sum())
    scale = np.sqrt(np.where(effects.odd, by_share, counts.dispersion))
    result += penalty * scale[:, None] * scale[None, :]
    return result


def _column(values: ArrayLike) -> Labels:
    return np.atleast_1d(np.asarray(values))
