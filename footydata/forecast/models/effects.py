"""The effects that add up to the logarithms of a fixture's two means: level, venue, teams, referee, market.

    log home = level + edge/2 + (s_i - s_j) + (t_i + t_j) + referee + b x/2 + b2 x^2 + known
    log away = level - edge/2 - (s_i - s_j) + (t_i + t_j) + referee - b x/2 + b2 x^2 + known
i, j: the home and the away team. s: a team's strength (who gets the goals, corners or cards), t: its tempo (how many
there are in its fixtures); attack and defence are s + t and s - t. x: ln(chance home / chance away) of the market's
result prices. On a neutral venue there is no edge. Ridges draw the effects of teams and referees to 0, and those of the
newcomers of a division to a strength that they share. known: what every league has in common (see Prior), which is not
estimated.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np

from footydata.football.terms import DAY
from footydata.forecast.models.likelihood import Design
from footydata.forecast.models.model import Labels, Past
from footydata.odds.numbers import Flags, Floats, Whole

NEWCOMER_AFTER = 180 * DAY
"""Seconds: a team whose first fixture is later than this after the first of all was not in the division before."""

SEASON_BREAK = 45 * DAY
"""Seconds without a fixture between two seasons of a league; winter breaks are shorter."""

OPENING = 14
"""Days at the start of a season with fewer cards than the weeks after them."""

FOULS_FADING = 0.006
"""By which the fouls of a fixture t days old have the weight exp(-FOULS_FADING t)."""

FOUL_FIXTURES = 5.0
"""As many fixtures with the league's mean of fouls are added to those of each team."""

UNSEEN = 1.0
"""The least ridge of a team or referee without a fixture: with none, its effect would have no finite variance."""


class Prior(NamedTuple):
    """What the leagues have in common, as the past of one says too little of it.

    total: the mean total that the ridge draws a league's level to.
    tilt, curve, overs: by how much the logarithm of a total rises with the market's x, with x squared, and with
    ln(chance over / chance under) of 2.5 goals. fouls: and with that of how many fouls there were in the past fixtures
    of either team, over the league's mean. season: with each hundred days of a season; opening: by how much it is
    higher in the first OPENING days.
    dispersion: of totals around their true means, which counts as much as `fixtures` past fixtures do. power: with
    which power of its mean the variance of a total rises within a league (Taylor's law); 1 as in Counts, below it a
    total that is expected to be high varies less for its mean. none: as in Counts.
    """

    total: float = 2.0
    tilt: float = 0.0
    curve: float = 0.0
    overs: float = 0.0
    fouls: float = 0.0
    season: float = 0.0
    opening: float = 0.0
    dispersion: float = 1.0
    fixtures: float = 0.0
    power: float = 1.0
    none: float = 0.0


NOTHING_KNOWN = Prior()
"""Each league by itself."""


@dataclass(frozen=True, slots=True)
class FitSettings:
    """What a fit is told: how strongly each kind of effect is drawn to 0, how fixtures fade, what is known before.

    ridge / 2 x the sum of the squares of the effects is the penalty.

    Attributes:
        strength, tempo: ridges of who gets the counts, and of how many there are.
        referee, tilt: None leaves out the referee, or the market's x. curve: of x squared.
        newcomer: of the strength that newcomers share, None if they share none.
        level: of the league's level, which it draws to that of Prior.
        fading: a fixture t days old has the weight exp(-fading t).
        low: rho, the correction of low scores, as in Counts.
        prior: what is known of every league.
        is_poisson: whether the total is Poisson and its split binomial; else dispersion and correlation are fitted, by
            moments.
    """

    strength: float = 50.0
    tempo: float = 300.0
    referee: float | None = None
    tilt: float | None = None
    curve: float = 1.0
    newcomer: float | None = None
    level: float = 0.0
    fading: float = 0.002
    low: float = 0.0
    prior: Prior = NOTHING_KNOWN
    is_poisson: ClassVar[bool] = False


class EncodedFixtures(NamedTuple):
    """Fixtures with the indices of their teams and referees among the effects, a fixture a row."""

    home: Whole
    away: Whole
    referee: Whole
    tilt: Floats
    neutral: Flags
    overs: Floats


@dataclass(frozen=True, slots=True)
class Effects:
    """The parameters of one fit: first those that move both means alike, then those that move them apart.

    The former are level, b2 of the market, referees and tempos, the latter edge, b of the market and strengths.

    Attributes:
        ids: the teams, ascending; two more stand for unseen home and away teams.
        referees: the referees, ascending; one more stands for an unseen one.
        is_new: of each team and of the two unseen ones, whether it is a newcomer.
        settings: those of the fit.
        mean_overs: the mean of the past fixtures' overs, for those without them.
        fouls: of each team and of the two unseen ones, the logarithm of the fouls in its past fixtures over the
            league's mean; None if the prior has no use for them, or none is known.
    """

    ids: Labels
    referees: Labels
    is_new: Flags
    settings: FitSettings
    mean_overs: float = 0.0
    fouls: Floats | None = None

    @property
    def team_count(self) -> int:
        """How many tempos there are, and as many strengths."""
        return len(self.ids) + 2

    def encoded(
        self,
        home: Labels,
        away: Labels,
        *,
        referees: Labels | None,
        tilt: Floats | None,
        neutral: Flags,
        overs: Floats | None = None,
    ) -> EncodedFixtures:
        """The fixtures between these teams, which may be unseen."""
        count = len(home)
        home_index, away_index = _indices(self.ids, home), _indices(self.ids, away)
        return EncodedFixtures(
            home_index,
            np.where(away_index == len(self.ids), away_index + 1, away_index),
            np.full(count, len(self.referees))
            if referees is None
            else _indices(self.referees, referees),
            np.full(count, np.nan) if tilt is None else tilt,
            neutral,
            np.full(count, np.nan) if overs is None else overs,
        )

    def exposure(self, fixtures: EncodedFixtures) -> Floats:
        """What the prior multiplies both means of each fixture by, season left out; (fixtures,)."""
        prior = self.settings.prior
        known = np.full(len(fixtures.home), np.log(prior.total / 2))
        if prior.tilt or prior.curve:
            known += prior.tilt * fixtures.tilt + prior.curve * fixtures.tilt**2
        if prior.overs:
            known += prior.overs * np.where(
                np.isnan(fixtures.overs), self.mean_overs, fixtures.overs
            )
        if self.fouls is not None:
            known += prior.fouls * (self.fouls[fixtures.home] + self.fouls[fixtures.away])
        result: Floats = np.exp(known)
        return result

    def design(self, fixtures: EncodedFixtures) -> Design:
        """By how much each parameter moves the logarithms of the means of these fixtures."""
        count = len(fixtures.home)
        rows = np.arange(count)
        is_home, is_away = np.zeros((2, count, self.team_count))
        is_home[rows, fixtures.home] = is_away[rows, fixtures.away] = 1.0
        alike, apart = [np.ones((count, 1))], [np.where(fixtures.neutral, 0.0, 0.5)[:, None]]
        if self.settings.tilt is not None:
            alike.append(fixtures.tilt[:, None] ** 2)
            apart.append(fixtures.tilt[:, None] / 2)
        if self.settings.referee is not None:
            is_his = fixtures.referee[:, None] == np.arange(len(self.referees) + 1)
            alike.append(is_his.astype(np.float64))
        return Design(
            np.concatenate([*alike, is_home + is_away], axis=1),
            np.concatenate([*apart, is_home - is_away], axis=1),
        )

    def penalty(self) -> Floats:
        """The ridges as a matrix, (parameters, parameters): half of its quadratic form is the penalty."""
        ridge = self.settings
        # The level is the mean of both logarithms, so that of the total by its derivative. The edge has no ridge.
        alike, apart = [ridge.level], [0.0]
        if ridge.tilt is not None:
            alike.append(ridge.curve)
            apart.append(ridge.tilt)
        if ridge.referee is not None:
            alike += [ridge.referee] * len(self.referees) + [max(ridge.referee, UNSEEN)]
        result = np.diag([*alike, *[0.0] * self.team_count, *apart, *[0.0] * self.team_count])
        tempos = slice(len(alike), len(alike) + self.team_count)
        strengths = slice(-self.team_count, None)
        result[tempos, tempos] = self._team_penalty(ridge.tempo)
        result[strengths, strengths] = self._team_penalty(ridge.strength, ridge.newcomer)
        return result

    def _team_penalty(self, ridge: float, newcomer: float | None = None) -> Floats:
        """The part of the penalty for tempos or strengths, (teams, teams)."""
        if not ridge:
            # Without a ridge only differences between teams are known: the sum is held at 0, which moves no mean.
            result = np.ones((self.team_count, self.team_count))
            result[-2:], result[:, -2:] = 0.0, 0.0
            result[[-2, -1], [-2, -1]] = UNSEEN
            return result
        result = np.eye(self.team_count) * ridge
        result[[-2, -1], [-2, -1]] = max(ridge, UNSEEN)
        if newcomer is not None and self.is_new.any():
            # A newcomer's strength is one of its own plus the shared one; the latter at its optimum leaves this.
            weights = ridge * self.is_new
            result -= np.outer(weights, weights) / (weights.sum() + newcomer)
        return result


def effects_of(past: Past, settings: FitSettings, moment: int) -> tuple[Effects, EncodedFixtures]:
    """The effects of a past (its teams, its referees, which are newcomers), and its fixtures by their indices.

    moment: unix seconds; fouls weigh by their age at it.
    Referees are left out if none is known.
    """
    ids, both = np.unique(np.concatenate([past.home_ids, past.away_ids]), return_inverse=True)
    is_new = np.zeros(len(ids), dtype=np.bool_)
    if settings.newcomer is not None:
        first = np.full(len(ids), np.iinfo(np.int64).max)
        np.minimum.at(first, both, np.concatenate([past.kickoffs_ts, past.kickoffs_ts]))
        is_new = first > past.kickoffs_ts.min() + NEWCOMER_AFTER
    referees = np.zeros(0, dtype=np.int64)
    if settings.referee is not None and past.referees is not None:
        referees = np.unique(past.referees)
        referees = referees[~_is_unknown(referees)]
    if not len(referees):
        settings = replace(settings, referee=None)
    known_overs = np.zeros(0) if past.overs is None else past.overs[~np.isnan(past.overs)]
    effects = Effects(
        ids,
        referees,
        np.append(is_new, [bool(is_new.any())] * 2),
        settings,
        float(known_overs.mean()) if len(known_overs) else 0.0,
        _fouls_by_team(past, both, len(ids), moment) if settings.prior.fouls else None,
    )
    fixtures = effects.encoded(
        past.home_ids,
        past.away_ids,
        referees=past.referees,
        tilt=past.tilt,
        neutral=np.zeros(len(past.home), np.bool_) if past.neutral is None else past.neutral,
        overs=past.overs,
    )
    return effects, fixtures


def _fouls_by_team(past: Past, both: Whole, teams: int, moment: int) -> Floats | None:
    """Effects.fouls; both: the indices of the home teams, then those of the away teams."""
    known = (
        np.zeros(len(past.home), dtype=np.bool_) if past.fouls is None else ~np.isnan(past.fouls)
    )
    if past.fouls is None or not past.fouls[known].any():
        return None
    weights = np.where(known, np.exp(-FOULS_FADING * (moment - past.kickoffs_ts) / DAY), 0.0)
    fouls = weights * np.where(known, past.fouls, 0.0)
    mean = fouls.sum() / weights.sum()
    made = np.bincount(both, np.append(fouls, fouls), teams) + FOUL_FIXTURES * mean
    usual = (np.bincount(both, np.append(weights, weights), teams) + FOUL_FIXTURES) * mean
    return np.append(np.log(made / usual), [0.0, 0.0])


def season_effects(prior: Prior, kickoffs_ts: Whole, moment: int) -> Floats:
    """By how much the logarithms of totals at the kickoffs were above that at a moment after them (unix seconds).

    Counted is the time of the season alone.
    """
    days = season_days(kickoffs_ts, moment)
    known = prior.season * days / 100 + prior.opening * (days < OPENING)
    result: Floats = known[:-1] - known[-1]
    return result


def season_days(kickoffs_ts: Whole, moment: int) -> Floats:
    """The days of the season gone at each kickoff, and last at a moment after them all (unix seconds).

    A season begins with the first fixture after a break of SEASON_BREAK, and with the first of all.

    >>> season_days(np.array([0, 9, 100, 103]) * DAY, 110 * DAY).tolist()
    [0.0, 9.0, 0.0, 3.0, 10.0]
    """
    moments = np.append(kickoffs_ts, moment)
    days = np.unique(moments)
    starts = days[np.append(True, np.diff(days) > SEASON_BREAK)]
    result: Floats = (moments - starts[np.searchsorted(starts, moments, side="right") - 1]) / DAY
    return result


def _is_unknown(referees: Labels) -> Flags:
    """Which referees are unknown: -1, or an empty name."""
    return np.asarray(
        referees == (-1 if np.issubdtype(referees.dtype, np.number) else ""), dtype=np.bool_
    )


def _indices(known: Labels, labels: Labels) -> Whole:
    """The index of each label among the known ones, which ascend; len(known) for one that is not among them."""
    if not len(known):
        return np.zeros(len(labels), dtype=np.int64)
    indices = np.minimum(np.searchsorted(known, labels), len(known) - 1)
    return np.where(known[indices] == labels, indices, len(known))
