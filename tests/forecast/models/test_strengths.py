"""The shrunk closed form: what it learns of a league with known strengths, and how it is drawn to the mean."""

import numpy as np
import pytest

from footydata.football.errors import TooFewFixtures
from footydata.football.terms import DAY, Figure
from footydata.forecast.models.model import FEWEST_FIXTURES, Past
from footydata.forecast.models.strengths import Shrinkage, fit

AT = 1_000 * DAY
STRONG, WEAK, BUSY, QUIET = 10, 20, 30, 40
TEAMS = (STRONG, WEAK, BUSY, QUIET, *range(50, 66))
NO_SHRINKAGE = Shrinkage(tempo=1e-6, strength=1e-6, fading=0.0, level_fading=0.0)


def league(rounds: int = 4) -> Past:
    """A league of means without chance: STRONG gets the corners of WEAK, BUSY has many, QUIET few."""
    pairs = [(home, away) for home in TEAMS for away in TEAMS if home != away] * rounds
    tempo, strength = {BUSY: 1.3, QUIET: 1 / 1.3}, {STRONG: 2.0, WEAK: 0.5}
    means = []
    for home, away in pairs:
        level = tempo.get(home, 1.0) * tempo.get(away, 1.0)
        tilt = (strength.get(home, 1.0) / strength.get(away, 1.0)) ** 0.5
        scale = 11 * level / (6 * tilt + 5 / tilt)
        means.append((6 * tilt * scale, 5 / tilt * scale))
    home_ids, away_ids = np.array(pairs).T
    home, away = np.array(means).T
    kickoffs = AT - (1 + np.arange(len(pairs)) % 300) * DAY
    return Past(home_ids, away_ids, kickoffs, home, away)


def test_teams_are_told_apart_by_tempo_and_strength() -> None:
    strengths = fit(league(), figure=Figure.CORNERS, at_ts=AT)
    tempo = dict(zip(strengths.ids.tolist(), strengths.tempo, strict=True))
    strength = dict(zip(strengths.ids.tolist(), strengths.strength, strict=True))

    assert tempo[QUIET] < 0.95 < 1.05 < tempo[BUSY]
    assert strength[WEAK] < 0.8 < 1.25 < strength[STRONG]


def test_the_means_lie_near_the_true_ones_with_a_long_past() -> None:
    counts = fit(league(), figure=Figure.CORNERS, at_ts=AT, shrinkage=NO_SHRINKAGE).counts(
        [STRONG], [WEAK]
    )

    assert counts.home == pytest.approx([11 * 12 / 14.5], rel=0.05)
    assert counts.away == pytest.approx([11 * 2.5 / 14.5], rel=0.05)


def test_a_one_sided_fixture_has_no_more_corners_but_more_goals() -> None:
    corners, goals = (
        fit(
            league(), figure=figure, at_ts=AT, shrinkage=NO_SHRINKAGE._replace(keeps_total=keeps)
        ).counts([STRONG], [WEAK])
        for figure, keeps in ((Figure.CORNERS, True), (Figure.GOALS, False))
    )

    assert corners.home + corners.away == pytest.approx([11], rel=0.03)
    assert goals.home + goals.away > corners.home + corners.away
    assert goals.home / goals.away == pytest.approx(corners.home / corners.away)


def test_an_unknown_team_is_the_leagues_mean() -> None:
    strengths = fit(league(), figure=Figure.CORNERS, at_ts=AT)

    counts = strengths.counts([999], [998])

    assert (counts.home[0], counts.away[0]) == (strengths.home_mean, strengths.away_mean)


def test_more_shrinkage_draws_nearer_to_the_mean() -> None:
    weak, strong = (
        fit(league(1), figure=Figure.CORNERS, at_ts=AT, shrinkage=Shrinkage(kappa, kappa)).counts(
            [STRONG], [WEAK]
        )
        for kappa in (10, 1000)
    )

    assert weak.home[0] > strong.home[0] > strong.away[0] > weak.away[0]


def test_the_present_and_the_future_are_no_past() -> None:
    past = league()
    later = Past(
        np.append(past.home_ids, STRONG),
        np.append(past.away_ids, WEAK),
        np.append(past.kickoffs_ts, AT),
        np.append(past.home, 500.0),
        np.append(past.away, 500.0),
    )

    assert (
        fit(later, figure=Figure.CORNERS, at_ts=AT).home_mean
        == fit(past, figure=Figure.CORNERS, at_ts=AT).home_mean
    )
    assert fit(later, figure=Figure.CORNERS, at_ts=AT).fixtures == len(past.home)


def test_recent_fixtures_count_more() -> None:
    past = league()
    busier = past._replace(
        home=np.where(past.kickoffs_ts > AT - 100 * DAY, past.home * 2, past.home)
    )

    faded, even = (
        fit(
            busier, figure=Figure.CORNERS, at_ts=AT, shrinkage=Shrinkage(600, 50, fading, fading)
        ).home_mean
        for fading in (0.01, 0.0)
    )

    assert faded > even


def test_the_level_may_fade_faster_than_the_teams() -> None:
    past = league()
    busier = past._replace(
        home=np.where(past.kickoffs_ts > AT - 100 * DAY, past.home * 2, past.home)
    )

    level, none = (
        fit(
            busier, figure=Figure.CARD_POINTS, at_ts=AT, shrinkage=Shrinkage(600, 50, 0.002, fading)
        )
        for fading in (0.01, 0.002)
    )

    assert level.home_mean > none.home_mean
    assert level.tempo.tolist() == none.tempo.tolist()


def simulated(split: float) -> Past:
    """Totals of 4 or 16 (variance 36 about 10), shared out one-sidedly by `split` in turns."""
    past = league()
    total = np.where(np.arange(len(past.home)) % 2 == 0, 4.0, 16.0)
    share = np.where(np.arange(len(past.home)) % 4 < 2, 0.5 + split, 0.5 - split)
    return past._replace(home=np.round(total * share), away=total - np.round(total * share))


def test_scattered_totals_mean_a_dispersion_above_one() -> None:
    assert fit(simulated(0.0), figure=Figure.CORNERS, at_ts=AT).dispersion == pytest.approx(
        3.6, rel=0.02
    )


def test_one_sided_splits_mean_correlation() -> None:
    assert fit(simulated(0.4), figure=Figure.CORNERS, at_ts=AT).correlation > 0.3


def test_even_splits_mean_none() -> None:
    assert fit(simulated(0.0), figure=Figure.CORNERS, at_ts=AT).correlation == 0.0


def test_fixtures_without_a_single_count_still_have_a_mean_above_zero() -> None:
    past = league()
    empty = past._replace(home=past.home * 0, away=past.away * 0)

    counts = fit(empty, figure=Figure.GOALS, at_ts=AT).counts([STRONG], [WEAK])

    assert counts.home[0] > 0
    assert counts.away[0] > 0


def test_too_few_fixtures_are_refused_with_their_number() -> None:
    past = league().only(np.arange(len(league().home)) < FEWEST_FIXTURES - 1)

    with pytest.raises(TooFewFixtures, match="19 past fixtures with corners; a fair line needs 20"):
        fit(past, figure=Figure.CORNERS, at_ts=AT)
