"""The play-offs after a season as data: who meets whom and where, and what decides a level tie.

register/zones.csv names one of play_offs.csv if the places of a zone play one. A play-off against a team of another
division can't be simulated from the fit of this one: the chance is the record of such play-offs so far.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from footydata.football.register import rows
from footydata.rules.endings import Runs, ScoreSampler

NOBODY = -1
"""In place of the winner if a team of another division wins the play-off."""


class Tie(NamedTuple):
    """One tie. one, other: 0, 1, ... are the entrants from the best placed down, then the winners of earlier ties.

    legs: 1 is at the better placed side's, or on neutral ground; of 2 the second is at the better placed side's.
    better_goes_on: the better placed side wins a level tie; else either side does with chance 1/2.
    """

    one: int
    other: int
    legs: int
    is_neutral: bool = False
    better_goes_on: bool = False


class PlayOff(NamedTuple):
    """How a play-off is played; the winner of the last tie wins it.

    entrants: how many places play. ahead: the lead in points with which the best placed wins without playing, 0 if
    there is no such rule. won, of: against a team of another division, how many were won by a team of this one, of how
    many that were played; of is 0 if the play-off is within the division.
    """

    source: str
    entrants: int
    ties: tuple[Tie, ...] = ()
    ahead: int = 0
    won: int = 0
    of: int = 0

    @property
    def share(self) -> float:
        """The chance against a team of another division, from the record by Laplace's rule of succession.

        >>> round(PlayOff("", 1, won=14, of=17).share, 3)
        0.789
        """
        return (self.won + 1) / (self.of + 2)


@cache
def play_offs() -> dict[str, PlayOff]:
    """Name in play_offs.csv → how it is played.

    Its ties are one-other-legs, an n behind a tie on neutral ground; level: better if a level tie is the better placed
    side's.
    """
    rows_by_name: dict[str, PlayOff] = {}
    for row in rows("play_offs.csv"):
        ties = (tie.replace("n", "-n").split("-") for tie in row["ties"].split())
        rows_by_name[row["name"]] = PlayOff(
            row["source"],
            int(row["entrants"]),
            tuple(
                Tie(int(one), int(other), int(legs), bool(neutral), row["level"] == "better")
                for one, other, legs, *neutral in ties
            ),
            *(int(row[name] or 0) for name in ("ahead", "won", "of")),
        )
    return rows_by_name


def winners(
    play_off: PlayOff,
    order: Runs,
    points: NDArray[np.floating[Any]],
    sample: ScoreSampler,
    rng: np.random.Generator,
) -> Runs:
    """The winner of a play-off in each run; NOBODY if a team of another division wins.

    order: (entrants, runs), the teams as in Endings, the best placed first; points: theirs.
    """
    if play_off.of:
        return np.where(rng.random(order.shape[1]) < play_off.share, order[0], NOBODY)
    runs = np.arange(order.shape[1])
    ranks = [np.full(len(runs), rank) for rank in range(len(order))]
    for tie in play_off.ties:
        better = np.minimum(ranks[tie.one], ranks[tie.other])
        worse = np.maximum(ranks[tie.one], ranks[tie.other])
        ranks.append(_winner_of(tie, better, worse, order, runs, sample, rng))
    won: Runs = order[ranks[-1], runs]
    if play_off.ahead:
        won = np.where(points[0] - points[1] >= play_off.ahead, order[0], won)
    return won


def _winner_of(
    tie: Tie,
    better: Runs,
    worse: Runs,
    order: Runs,
    runs: Runs,
    sample: ScoreSampler,
    rng: np.random.Generator,
) -> Runs:
    """The rank of the winner of a tie between two ranks, in each run."""
    one, other = order[better, runs], order[worse, runs]
    scores: Sequence[tuple[Runs, Runs]] = [sample(one, other, is_neutral=tie.is_neutral)]
    if tie.legs == 2:
        scores = [*scores, sample(other, one)[::-1]]
    margin = sum((ours - theirs for ours, theirs in scores), np.zeros(len(runs), dtype=np.int64))
    level = np.ones(len(runs)) if tie.better_goes_on else rng.integers(0, 2, len(runs)) * 2 - 1
    result: Runs = np.where(np.where(margin == 0, level, margin) > 0, better, worse)
    return result
