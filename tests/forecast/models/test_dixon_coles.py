"""Ridge Dixon-Coles: its likelihood, its peak, what it says of teams, newcomers and neutral venues."""

import math
from dataclasses import replace

import numpy as np
import pytest

from footydata.football.errors import TooFewFixtures
from footydata.football.terms import DAY
from footydata.forecast.models.by_figure import DixonColes
from footydata.forecast.models.distributions import Counts, grid
from footydata.forecast.models.fitted import Fitted
from footydata.forecast.models.model import Past, past_of_columns

TEAMS = 8


def season(teams: int = TEAMS, *, seed: int = 1) -> Past:
    """Every team against every other twice, goals by chance, the first ones stronger."""
    rng = np.random.default_rng(seed)
    pairs = np.array([(i, j) for i in range(teams) for j in range(teams) if i != j] * 2)
    strength = np.linspace(0.4, -0.4, teams)
    tilt = strength[pairs[:, 0]] - strength[pairs[:, 1]]
    goals = rng.poisson(1.6 * np.exp(tilt)), rng.poisson(1.2 * np.exp(-tilt))
    kickoffs = rng.permutation(len(pairs)) * DAY // 2
    return Past(pairs[:, 0], pairs[:, 1], kickoffs, goals[0].astype(float), goals[1].astype(float))


def log_likelihood(fitted: Fitted, played: Past) -> float:
    """The logarithm of the chances of the scores, one by one from the grid."""
    joint = fitted.predict(played.home_ids, played.away_ids).grid(40)
    rows = np.arange(len(played.home))
    return float(np.log(joint[rows, played.home.astype(int), played.away.astype(int)]).sum())


@pytest.mark.parametrize(
    "parameter", [0, 4, 11, 14], ids=["level", "a tempo", "edge", "a strength"]
)
def test_no_step_from_the_peak_is_higher(parameter: int) -> None:
    played = season()
    fitted = DixonColes(strength=0, tempo=0, fading=0, low=0.0).fit(played)
    peak = log_likelihood(fitted, played)

    for step in (-0.01, 0.01):
        values = fitted.values.copy()
        values[parameter] += step
        assert log_likelihood(replace(fitted, values=values), played) < peak


def test_the_stronger_team_is_expected_to_win() -> None:
    said = DixonColes().fit(season()).predict([0, TEAMS - 1], [TEAMS - 1, 0])

    assert said.home[0] > said.away[0]
    assert said.home[1] < said.away[1]


def test_teams_may_be_named() -> None:
    named = past_of_columns(
        ["Ayr", "Bury"] * 20, ["Bury", "Ayr"] * 20, [2, 0] * 20, [0, 2] * 20, np.arange(40) * DAY
    )

    said = DixonColes().fit(named).predict(["Ayr"], ["Bury"])

    assert said.home[0] > said.away[0]
    assert (said.home_seen[0], said.away_seen[0]) == (40, 40)


def test_a_ridge_draws_teams_together() -> None:
    loose, tight = (
        DixonColes(strength=ridge).fit(season()).predict([0], [TEAMS - 1]).home[0]
        for ridge in (1, 100)
    )

    assert loose > tight


def test_an_unseen_team_is_a_newcomer_where_others_were() -> None:
    first, second = season(), season(TEAMS + 1, seed=2)
    # The second year's last team is new, and loses whatever it plays.
    new_at_home, new_away = second.home_ids == TEAMS, second.away_ids == TEAMS
    both = Past(
        *(np.concatenate([a, b]) for a, b in zip(first[:2], second[:2], strict=True)),
        np.concatenate([first.kickoffs_ts, second.kickoffs_ts + 400 * DAY]),
        np.concatenate(
            [first.home, np.where(new_at_home, 0.0, np.where(new_away, 4.0, second.home))]
        ),
        np.concatenate(
            [first.away, np.where(new_away, 0.0, np.where(new_at_home, 4.0, second.away))]
        ),
    )

    said = DixonColes().fit(both).predict([3, 3], [99, 4])

    assert said.home[0] > said.home[1]
    assert said.away[0] < said.away[1]
    assert (said.away_seen[0], said.home_seen[0]) == (0, 60)


def test_there_is_no_edge_on_a_neutral_venue() -> None:
    said = DixonColes().fit(season()).predict([0, 1], [1, 0], neutral=True)

    assert said.home.tolist() == pytest.approx(said.away[::-1].tolist())


def test_an_unseen_team_is_less_sure_than_a_seen_one() -> None:
    said = DixonColes().fit(season()).predict([0, 99], [1, 1])

    assert said.spread[1, 0, 0] > 1.5 * said.spread[0, 0, 0]


def test_old_fixtures_fade() -> None:
    said = [
        DixonColes(fading=fading).fit(season()).predict([0], [1]).sample[0]
        for fading in (0.0, 0.01)
    ]

    assert said[0] == 4 * (TEAMS - 1) * 2
    assert said[1] < said[0]


def test_the_moment_itself_and_later_are_no_past() -> None:
    played = season()
    half = int(np.median(played.kickoffs_ts))
    early = DixonColes().fit(played.only(played.kickoffs_ts < half), at_ts=half)

    assert DixonColes().fit(played, at_ts=half).values.tolist() == early.values.tolist()


def test_without_a_past_there_is_no_fit() -> None:
    with pytest.raises(TooFewFixtures, match="no fixture before"):
        DixonColes().fit(season(), at_ts=0)


def test_low_scores_move_no_mean_and_lose_no_mass() -> None:
    counts = Counts(np.array([1.5]), np.array([1.1]), low=-0.1)
    joint = grid(counts, 40)
    goals = np.arange(41)

    assert joint.sum() == pytest.approx(1.0)
    assert (joint[0].sum(1) @ goals, joint[0].sum(0) @ goals) == pytest.approx((1.5, 1.1))
    assert joint[0, 0, 0] == pytest.approx(math.exp(-2.6) * (1 + 0.165))
