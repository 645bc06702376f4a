"""What the logarithms of the two means of a fixture are made of: level, venue, strengths, tempos, referee, market.

    log home = level + edge/2 + (s_i - s_j) + (t_i + t_j) + referee + b x/2 + b2 x^2
    log away = level - edge/2 - (s_i - s_j) + (t_i + t_j) + referee - b x/2 + b2 x^2
s: a team's strength (who gets them), t: its tempo (how many there are in its fixtures); attack and defence are
s + t and s - t. On a neutral venue there is no edge. Teams, and referees, are drawn to 0, newcomers of a division to
what newcomers have been: each of them is a sum of its own part, which has a ridge, and of that.
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

    referee, tilt: None leaves the referee, or the market's x, out. newcomer: of the two parts that newcomers share.
    """

    strength: float
    tempo: float
    referee: float | None = None
    tilt: float | None = None
    newcomer: float | None = None


class Between(NamedTuple):
    """Fixtures by the places of their teams and referees among the effects, a fixture a row."""

    home: Whole
    away: Whole
    referee: Whole
    tilt: Floats
    neutral: Flags

    def only(self, wanted: Whole) -> "Between":
        """The fixtures at these places."""
        return Between(
            self.home[wanted], self.away[wanted], self.referee[wanted], self.tilt[wanted], self.neutral[wanted]
        )


@dataclass(frozen=True, slots=True)
class Effects:
    """The parameters of one fit, in their order.

    Attributes:
        ids: the teams, ascending; two more stand for unseen home and away teams.
        referees: the referees, ascending; one more stands for an unseen one. Empty where they are left out.
        is_new: of each team and of the two unseen ones, whether it is a newcomer.
        ridge: what draws them to 0.
    """

    ids: Labels
    referees: Labels
    is_new: Flags
    ridge: Ridge

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
        teams, count = len(self.ids) + 2, len(between.home)
        rows = np.arange(count)
        at_home, at_away = np.zeros((2, count, teams))
        at_home[rows, between.home] = at_away[rows, between.away] = 1.0
        who, much = at_home - at_away, at_home + at_away
        none = np.zeros((count, 0))
        level = np.ones((count, 1))
        tilted, curved, blown, edge = none, none, none, np.where(between.neutral, 0.0, 0.5)[:, None]
        if self.ridge.tilt is not None:
            tilted, curved = between.tilt[:, None] / 2, between.tilt[:, None] ** 2
        if self.ridge.referee is not None:
            blown = (between.referee[:, None] == np.arange(len(self.referees) + 1)).astype(np.float64)
        shared = (who @ self._new, much @ self._new)
        split = [edge, tilted, shared[0], who]
        both = [level, curved, shared[1], much, blown]
        even, odd = np.concatenate(both, axis=1), np.concatenate(split, axis=1)
        return np.concatenate([even, odd], axis=1), np.concatenate([even, -odd], axis=1)

    @property
    def penalty(self) -> Floats:
        """The matrix of the ridges, (parameters, parameters)."""
        teams, unseen = len(self.ids), 2
        new, ridge = self._new.shape[1], self.ridge
        tilt = [] if ridge.tilt is None else [ridge.tilt]
        referees = [] if ridge.referee is None else [ridge.referee] * len(self.referees) + [max(ridge.referee, UNSEEN)]
        even = [
            0.0,
            *tilt,
            *[ridge.newcomer or 0.0] * new,
            *[ridge.tempo] * teams,
            *[max(ridge.tempo, UNSEEN)] * unseen,
        ]
        odd = [0.0, *tilt, *[ridge.newcomer or 0.0] * new]
        odd += [*[ridge.strength] * teams, *[max(ridge.strength, UNSEEN)] * unseen]
        result = np.diag([*even, *referees, *odd])
        # Without a ridge only differences are known: the sums are held at 0, which moves no mean.
        for value, first in ((ridge.tempo, 1 + len(tilt) + new), (ridge.strength, len(result) - teams - unseen)):
            if not value:
                result[first : first + teams, first : first + teams] += 1.0
        return result

    @property
    def odd(self) -> Flags:
        """Which parameters say who gets them: the edge, the market's and newcomers' halves, the strengths."""
        odd = 1 + (self.ridge.tilt is not None) + self._new.shape[1] + len(self.ids) + 2
        size = len(self.penalty)
        result: Flags = np.arange(size) >= size - odd
        return result

    def team_parts(self, values: Floats) -> tuple[Floats, Floats]:
        """The strength and the tempo of each team, newcomers' parts included."""
        teams, new = len(self.ids), self._new
        tempo_at = 1 + (self.ridge.tilt is not None)
        shared = new.shape[1]
        tempos = values[tempo_at + shared :][: teams + 2] + new @ values[tempo_at : tempo_at + shared]
        strengths = values[-teams - 2 :] + new @ values[len(values) - teams - 2 - shared : len(values) - teams - 2]
        return strengths[:teams], tempos[:teams]

    @property
    def _new(self) -> Floats:
        """Which teams are new, one column; no column where newcomers are not told apart."""
        wanted = self.ridge.newcomer is not None and bool(self.is_new[:-2].any())
        return self.is_new[:, None].astype(np.float64) if wanted else np.zeros((len(self.is_new), 0))


def effects_of(past: Past, ridge: Ridge) -> Effects:
    """The effects that a past can tell of: its teams, its referees, the newcomers among them."""
    ids, places = np.unique(np.concatenate([past.home_ids, past.away_ids]), return_inverse=True)
    first = np.full(len(ids), np.iinfo(np.int64).max)
    np.minimum.at(first, places, np.tile(past.kickoffs_ts, 2))
    late = first > past.kickoffs_ts.min() + NEWCOMER_AFTER
    is_new = np.append(late, [bool(late.any())] * 2)
    referees = np.unique(past.referees) if past.referees is not None else np.zeros(0, dtype=np.int64)
    return Effects(ids, referees[~is_unknown(referees)], is_new, ridge)


def is_unknown(referees: Labels) -> Flags:
    """Which referees are none: -1, or an empty name."""
    return np.asarray(referees == -1 if np.issubdtype(referees.dtype, np.number) else referees == "", dtype=np.bool_)


def _places(known: Labels, wanted: Labels) -> Whole:
    """Where the wanted are among the known, which ascend; their number where they are not."""
    if not len(known):
        return np.zeros(len(wanted), dtype=np.int64)
    places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[places] == wanted, places, len(known))
