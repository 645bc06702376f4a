"""Total x split: strengths, tempos, referees and the market's view, learnt from a league of known means."""

import numpy as np
import pytest

from footydata.football.errors import InvalidArgument
from footydata.football.terms import DAY
from footydata.forecast.models.by_figure import TotalSplit
from footydata.forecast.models.effects import Prior
from footydata.forecast.models.model import Past, past_of_columns

TEAMS = 12
STRONG, BUSY, STRICT = 0, 1, 1


def league(*, seed: int = 3, rounds: int = 12) -> Past:
    """Corners by chance: STRONG gets them, BUSY has many, the referee STRICT gives half as many again."""
    rng = np.random.default_rng(seed)
    pairs = np.array([(i, j) for i in range(TEAMS) for j in range(TEAMS) if i != j] * rounds)
    home, away = pairs.T
    strength, tempo = np.zeros(TEAMS), np.zeros(TEAMS)
    strength[STRONG], tempo[BUSY] = 0.4, 0.2
    referees = rng.integers(0, 6, len(home))
    level = np.exp(tempo[home] + tempo[away] + 0.4 * (referees == STRICT))
    tilt = np.exp(strength[home] - strength[away])
    kickoffs = np.sort(rng.integers(0, 700, len(home))) * DAY
    counts = rng.poisson(5.5 * level * tilt), rng.poisson(4.5 * level / tilt)
    x = 2 * (strength[home] - strength[away])
    return Past(home, away, kickoffs, counts[0].astype(float), counts[1].astype(float), referees, x)


def test_who_gets_them_and_how_many_there_are_is_told_apart() -> None:
    said = TotalSplit(10, 10, referee=10).fit(league()).predict([STRONG, BUSY, 5], [6, 6, 6])
    total = said.home + said.away

    assert said.home[0] / said.away[0] > 1.6 > said.home[2] / said.away[2]
    assert total[1] / total[2] == pytest.approx(np.exp(0.2), rel=0.05)


def test_a_referee_has_his_share() -> None:
    said = (
        TotalSplit(referee=20).fit(league()).predict([4, 4, 4], [5, 5, 5], referee=[STRICT, 2, 99])
    )
    total = said.home + said.away

    assert total[0] / total[1] == pytest.approx(np.exp(0.4), rel=0.06)
    assert total[1] < total[2] < total[0]


def test_the_markets_view_can_stand_for_strength() -> None:
    said = TotalSplit(1e6, 300, tilt=0.1).fit(league()).predict([4, 4], [5, 5], tilt=[0.0, 0.8])

    assert said.home[1] / said.away[1] == pytest.approx(
        said.home[0] / said.away[0] * np.exp(0.8), rel=0.1
    )


def test_totals_that_do_not_scatter_are_poisson() -> None:
    fitted = TotalSplit(10, 10, referee=10, fading=0).fit(league())

    assert fitted.dispersion == pytest.approx(1.0, abs=0.06)
    assert fitted.correlation < 0.02


def total(
    model: TotalSplit, past: Past, *, at_ts: int | None = None, **known: object
) -> list[float]:
    """The expected totals of two average teams, as many times as there are values in `known`."""
    count = max((len(values) for values in known.values() if isinstance(values, list)), default=1)
    said = model.fit(past, at_ts=at_ts).predict([4] * count, [5] * count, **known)
    return (said.home + said.away).tolist()


def test_goals_to_come_move_the_total_by_what_is_known_of_every_league() -> None:
    past = league()._replace(overs=np.full(len(league().home), 0.3))
    model = TotalSplit(prior=Prior(overs=0.1))

    usual, more, unknown = total(model, past, overs=[0.3, 1.3, np.nan])

    assert more / usual == pytest.approx(np.exp(0.1))
    assert unknown == usual


def test_a_league_of_few_fixtures_is_drawn_to_the_level_of_all_others() -> None:
    few = league().only(np.arange(len(league().home)) < 30)
    all_others = Prior(total=20.0)

    alone, drawn, much = (
        total(TotalSplit(level=ridge, prior=all_others), few)[0] for ridge in (0, 300, 1e9)
    )

    assert alone == pytest.approx(total(TotalSplit(), few)[0])
    assert alone < drawn < much == pytest.approx(20, rel=0.1)


def test_a_level_is_that_of_its_time_of_the_season() -> None:
    past = league()
    model = TotalSplit(prior=Prior(season=-0.1))
    newest = int(past.kickoffs_ts.max())

    now, new_season = (total(model, past, at_ts=newest + days * DAY)[0] for days in (1, 60))

    assert new_season > now * np.exp(0.1 * newest / DAY / 100) * 0.99


def test_the_opening_of_a_season_has_a_level_of_its_own() -> None:
    past = league()
    newest = int(past.kickoffs_ts.max())

    usual, opening = (
        total(TotalSplit(prior=Prior(opening=value)), past, at_ts=newest + 60 * DAY)[0]
        for value in (0.0, -0.07)
    )

    assert opening / usual == pytest.approx(np.exp(-0.07), rel=0.01)


def test_the_dispersion_of_a_newcomers_total_is_wider() -> None:
    said = TotalSplit(10, 10, referee=10).fit(league()).predict([4, 4], [5, 99])

    assert said.counts.dispersion[1] > said.counts.dispersion[0] > 1


def test_a_dispersion_is_drawn_to_that_of_all_leagues() -> None:
    past = league()

    free, drawn = (
        TotalSplit(prior=Prior(dispersion=2.0, fixtures=fixtures)).fit(past).dispersion
        for fixtures in (0, 1e9)
    )

    assert free < 1.5
    assert drawn == pytest.approx(2.0)


def test_a_referee_model_without_a_referee_is_the_one_without() -> None:
    nameless = league()._replace(referees=np.full(len(league().home), ""))

    with_referee, without = (TotalSplit(referee=ridge).fit(nameless) for ridge in (100, None))

    assert with_referee.values.tolist() == without.values.tolist()


def test_means_fitted_to_the_same_counts_do_not_hide_how_they_vary() -> None:
    """Of 60 teams with a few fixtures each, Poisson counts look calmer around the fitted means than they are."""
    rng = np.random.default_rng(1)
    home, away = np.array([(i, (i + step) % 60) for step in (1, 7, 11) for i in range(60)]).T
    past = Past(
        home, away, np.arange(180) * DAY, rng.poisson(5.0, 180) * 1.0, rng.poisson(5.0, 180) * 1.0
    )
    fitted = TotalSplit(50, 20, fading=0).fit(past)
    means = fitted.predict(home, away)

    in_sample = np.mean(
        (past.home + past.away - means.home - means.away) ** 2 / (means.home + means.away)
    )

    assert in_sample < 0.8 < 0.85 < fitted.dispersion < 1.15


def test_teams_whose_fixtures_have_many_fouls_have_a_higher_total() -> None:
    past = league()
    fouls = np.where((past.home_ids == 4) | (past.away_ids == 4), 30.0, 20.0)
    model = TotalSplit(tempo=1e9, prior=Prior(fouls=0.5))

    rough, usual = (
        total(model, past._replace(fouls=each))[0] for each in (fouls, np.full(len(fouls), 20.0))
    )
    unknown = total(model, past._replace(fouls=np.where(past.home_ids == 4, np.nan, 20.0)))[0]

    assert 1.1 < rough / usual < 1.5**0.5
    assert usual == pytest.approx(unknown) == pytest.approx(total(TotalSplit(tempo=1e9), past)[0])


def test_fouls_below_zero_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="fouls is below zero"):
        past_of_columns(["A", "B"], ["B", "A"], [1, 2], [0, 0], [0, DAY], fouls=[np.nan, -1])


def test_fouls_of_long_ago_count_for_less() -> None:
    past = league()
    is_late = past.kickoffs_ts > 350 * DAY
    is_of_4 = (past.home_ids == 4) | (past.away_ids == 4)
    model = TotalSplit(tempo=1e9, prior=Prior(fouls=0.5))

    early, late = (
        total(model, past._replace(fouls=np.where(is_of_4 & rows, 30.0, 20.0)))[0]
        for rows in (~is_late, is_late)
    )

    assert late > 1.05 * early


def test_a_high_total_may_vary_less_for_its_mean() -> None:
    past = league()
    steady, even = (
        TotalSplit(10, 10, prior=Prior(dispersion=1.4, fixtures=1e9, power=power))
        for power in (0.6, 1.0)
    )

    of_busy, of_average = steady.fit(past).predict([BUSY, 4], [6, 5]).counts.dispersion
    in_even = even.fit(past).predict([BUSY, 4], [6, 5]).counts.dispersion

    assert of_busy < 0.95 * of_average
    assert in_even[0] == pytest.approx(in_even[1], rel=0.01)
