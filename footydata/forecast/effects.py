"""What the logarithms of the two means of a fixture are made of: level, venue, strengths, tempos, referee, market.

    log home = level + edge/2 + (s_i - s_j) + (t_i + t_j) + referee + b x/2 + b2 x^2
    log away = level - edge/2 - (s_i - s_j) + (t_i + t_j) + referee - b x/2 + b2 x^2
s: a team's strength (who gets them), t: its tempo (how many there are in its fixtures); attack and defence are
s + t and s - t. On a neutral venue there is no edge. Teams and referees are drawn to 0, the newcomers of a division
to the strength that newcomers have had.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from footydata.contract.terms import DAY
from footydata.forecast.past import Flags, Floats, Labels, Past, Whole

NEWCOMER_AFTER = 180 * DAY
"""A team whose first fixture lies so long after the first of all was not in the division before."""

UNSEEN = 1.0
"""The least ridge of a team or referee that no fixture shows: without any, nothing would be known of it."""


class Ridge(NamedTuple):
    """How strongly parts are drawn to 0: half of so much times the sum of their squares is taken off the likelihood.

    referee, tilt: None leaves the referee, or the market's x, out. curve: of x squared. newcomer: of the strength that
    newcomers share, None where they share none.
    """

    strength: float
    tempo: float
    referee: float | None = None
    tilt: float | None = None
    curve: float = 1.0
    newcomer: float | None = None


class Between(NamedTuple):
    """Fixtures by the places of their teams and referees among the effects, a fixture a row."""

    home: Whole
    away: Whole
    referee: Whole
    tilt: Floats
    neutral: Flags


@dataclass(frozen=True, slots=True)
class Effects:
    """The parameters of one fit: level, edge, the market's two, referees, tempos, strengths.

    Attributes:
        ids: the teams, ascending; two more stand for unseen home and away teams.
        referees: the referees, ascending; one more stands for an unseen one.
        is_new: of each team and of the two unseen ones, whether it is a newcomer.
        ridge: what draws them to 0.
    """

    ids: Labels
    referees: Labels
    is_new: Flags
    ridge: Ridge

    @property
    def teams(self) -> int:
        """How many tempos, or strengths, there are."""
        return len(self.ids) + 2

    @property
    def of_fixtures(self) -> int:
        """How many parameters come before the tempos."""
        tilt = 0 if self.ridge.tilt is None else 2
        return 2 + tilt + (0 if self.ridge.referee is None else len(self.referees) + 1)

    def places(
        self, home: Labels, away: Labels, *, referees: Labels | None, tilt: Floats | None, neutral: Flags
    ) -> Between:
        """The fixtures between these teams, unseen ones among them."""
        count = len(home)
        own, their = _places(self.ids, home), _places(self.ids, away)
        blown = np.full(count, len(self.referees)) if referees is None else _places(self.referees, referees)
        known = np.full(count, np.nan) if tilt is None else tilt
        return Between(own, np.where(their == len(self.ids), their + 1, their), blown, known, neutral)

    def design(self, between: Between) -> tuple[Floats, Floats]:
        """Two matrices (fixtures, parameters): times the parameters they are the logarithms of the two means."""
        count = len(between.home)
        rows = np.arange(count)
        at_home, at_away = np.zeros((2, count, self.teams))
        at_home[rows, between.home] = at_away[rows, between.away] = 1.0
        even, odd = [np.ones((count, 1))], [np.where(between.neutral, 0.0, 0.5)[:, None]]
        columns = [even[0], odd[0]]
        signs = [1.0, -1.0]
        if self.ridge.tilt is not None:
            columns += [between.tilt[:, None] / 2, between.tilt[:, None] ** 2]
            signs += [-1.0, 1.0]
        if self.ridge.referee is not None:
            columns.append((between.referee[:, None] == np.arange(len(self.referees) + 1)).astype(np.float64))
            signs.append(1.0)
        columns += [at_home + at_away, at_home - at_away]
        signs += [1.0, -1.0]
        return (
            np.concatenate(columns, axis=1),
            np.concatenate([sign * column for sign, column in zip(signs, columns, strict=True)], axis=1),
        )

    def penalty(self) -> Floats:
        """The matrix of the ridges, (parameters, parameters)."""
        teams, first = self.teams, self.of_fixtures
        ridge = self.ridge
        result = np.zeros((first + 2 * teams, first + 2 * teams))
        if ridge.tilt is not None:
            result[2, 2], result[3, 3] = ridge.tilt, ridge.curve
        if ridge.referee is not None:
            own = np.arange(first - len(self.referees) - 1, first)
            result[own, own] = ridge.referee
            result[first - 1, first - 1] = max(ridge.referee, UNSEEN)
        result[first : first + teams, first : first + teams] = self._of_teams(ridge.tempo)
        result[first + teams :, first + teams :] = self._of_teams(ridge.strength, ridge.newcomer)
        return result

    def _of_teams(self, ridge: float, newcomer: float | None = None) -> Floats:
        """The ridge of tempos or strengths, (teams, teams)."""
        if not ridge:
            # Without a ridge only differences are known: the sum is held at 0, which moves no mean.
            result = np.ones((self.teams, self.teams))
            result[-2:], result[:, -2:] = 0.0, 0.0
            result[[-2, -1], [-2, -1]] = UNSEEN
            return result
        own = np.eye(self.teams) * ridge
        own[[-2, -1], [-2, -1]] = max(ridge, UNSEEN)
        if newcomer is not None and self.is_new.any():
            # Newcomers are an own part and a shared one; with the shared one at its best, this is left.
            drawn = ridge * self.is_new
            own -= np.outer(drawn, drawn) / (drawn.sum() + newcomer)
        return own

    @property
    def odd(self) -> Flags:
        """Which parameters say who gets them: the edge, the market's x, the strengths."""
        result = np.zeros(self.of_fixtures + 2 * self.teams, dtype=np.bool_)
        result[1] = result[self.of_fixtures + self.teams :] = True
        if self.ridge.tilt is not None:
            result[2] = True
        return result

    def team_parts(self, values: Floats) -> tuple[Floats, Floats]:
        """The strength and the tempo of each team."""
        tempos, strengths = values[self.of_fixtures :].reshape(2, self.teams)
        return strengths[:-2], tempos[:-2]


def effects_of(past: Past, ridge: Ridge) -> tuple[Effects, Between]:
    """The effects that a past can tell of (its teams, its referees, the newcomers), and its fixtures among them."""
    count = len(past.home)
    ids, both = np.unique(np.concatenate([past.home_ids, past.away_ids]), return_inverse=True)
    late = np.zeros(len(ids), dtype=np.bool_)
    if ridge.newcomer is not None:
        first = np.full(len(ids), np.iinfo(np.int64).max)
        np.minimum.at(first, both, np.concatenate([past.kickoffs_ts, past.kickoffs_ts]))
        late = first > past.kickoffs_ts.min() + NEWCOMER_AFTER
    referees = np.zeros(0, dtype=np.int64)
    if ridge.referee is not None and past.referees is not None:
        referees = np.unique(past.referees)
        referees = referees[~_is_unknown(referees)]
    effects = Effects(ids, referees, np.append(late, [bool(late.any())] * 2), ridge)
    between = Between(
        both[:count],
        both[count:],
        np.zeros(count, np.int64) if past.referees is None else _places(referees, past.referees),
        np.full(count, np.nan) if past.tilt is None else past.tilt,
        np.zeros(count, np.bool_) if past.neutral is None else past.neutral,
    )
    return effects, between


def _is_unknown(referees: Labels) -> Flags:
    """Which referees are none: -1, or an empty name."""
    return np.asarray(referees == (-1 if np.issubdtype(referees.dtype, np.number) else ""), dtype=np.bool_)


def _places(known: Labels, wanted: Labels) -> Whole:
    """Where the wanted are among the known, which ascend; their number where they are not."""
    if not len(known):
        return np.zeros(len(wanted), dtype=np.int64)
    places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[places] == wanted, places, len(known))
