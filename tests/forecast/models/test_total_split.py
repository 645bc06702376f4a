"""Total x split: strengths, tempos, referees and the market's view, learnt from a league of known means."""

import numpy as np
import pytest

from footydata.football.terms import DAY
from footydata.forecast.models.by_figure import TotalSplit
from footydata.forecast.models.model import Past

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
    said = TotalSplit(referee=20).fit(league()).predict([4, 4, 4], [5, 5, 5], referee=[STRICT, 2, 99])
    total = said.home + said.away

    assert total[0] / total[1] == pytest.approx(np.exp(0.4), rel=0.06)
    assert total[1] < total[2] < total[0]


def test_the_markets_view_can_stand_for_strength() -> None:
    said = TotalSplit(1e6, 300, tilt=0.1).fit(league()).predict([4, 4], [5, 5], tilt=[0.0, 0.8])

    assert said.home[1] / said.away[1] == pytest.approx(said.home[0] / said.away[0] * np.exp(0.8), rel=0.1)


def test_totals_that_do_not_scatter_are_poisson() -> None:
    fitted = TotalSplit(10, 10, referee=10, fading=0).fit(league())

    assert fitted.dispersion == pytest.approx(1.0, abs=0.06)
    assert fitted.correlation < 0.02


def test_the_level_may_fade_faster_than_the_teams() -> None:
    past = league()
    drifted = past._replace(home=np.where(past.kickoffs_ts > 600 * DAY, past.home * 2, past.home))

    faded, even = (TotalSplit(level_fading=fading).fit(drifted).predict([4], [5]).home[0] for fading in (0.02, 0.002))

    assert faded > even
