"""Do intervals of 80 % hold the true price in 80 of 100? Simulated leagues of known strengths, three seasons each.

Strengths are drawn as the ridge has them, counts as the model has them (goals: Poisson; corners: NB1 x beta-binomial);
what the models take to be the same in every league is left out of both;
nothing changes over time, and the fit weighs old fixtures less, as it does in earnest. Real teams change, and real
counts are not the model's: there the intervals hold less. Run: python tests/benchmarks/coverage.py [LEAGUES]
"""

import sys
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from footydata.football.markets import BY_PARAM, Market
from footydata.football.terms import DAY, Figure
from footydata.forecast.models.by_figure import (
    CORNERS,
    GOALS,
    WITH_PRICES,
    DixonColes,
    TotalSplit,
)
from footydata.forecast.models.distributions import Counts, grid
from footydata.forecast.models.effects import Prior
from footydata.forecast.models.lines import main_quotes, price_interval, prices_at, shifted_grids
from footydata.forecast.models.model import Past
from footydata.odds.numbers import Floats

TEAMS = 20
NEWCOMERS = 3
"""So many of the teams come in the second and the third season; they are drawn like all others."""


class World(NamedTuple):
    """What a figure truly is: means, deviations of strengths and tempos, and the shape of the counts.

    tilt: what the market's x of each fixture is worth, 0 where the model knows none.
    """

    model: DixonColes | TotalSplit
    home: float
    away: float
    strength: float
    tempo: float
    dispersion: float
    correlation: float
    markets: tuple[str, ...]
    tilt: float = 0.0


WORLDS = {
    "goals": World(GOALS, 1.55, 1.2, 0.25, 0.0913, 1.0, 0.0, ("1x2", "asian", "goalline", "btts")),
    "corners": World(CORNERS, 5.6, 4.6, 0.2, 0.041, 1.16, 0.058, ("corner", "corner_asian")),
    "corners with result prices": World(
        replace(WITH_PRICES[Figure.CORNERS], prior=Prior(total=10.2)),
        5.6,
        4.6,
        0.06,
        0.041,
        1.16,
        0.058,
        ("corner", "corner_asian"),
        tilt=0.25,
    ),
    "cards with result prices": World(
        replace(WITH_PRICES[Figure.CARD_POINTS], prior=Prior()),
        2.0,
        2.4,
        0.1,
        0.1,
        1.35,
        0.0,
        ("cards",),
        tilt=-0.1,
    ),
}


def counts_of(
    world: World, strength: Floats, tempo: Floats, home: Floats, away: Floats, x: Floats
) -> Counts:
    """The true means of fixtures."""
    tilt = np.exp(strength[home] - strength[away] + world.tilt * x / 2)
    much = np.exp(tempo[home] + tempo[away])
    return Counts(
        world.home * much * tilt, world.away * much / tilt, world.dispersion, world.correlation
    )


def drawn(world: World, counts: Counts, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Counts by chance."""
    total, share = counts.home + counts.away, counts.home / (counts.home + counts.away)
    if world.dispersion > 1:
        size = total / (world.dispersion - 1)
        both = rng.negative_binomial(size, 1 / world.dispersion)
    else:
        both = rng.poisson(total)
    if world.correlation:
        draws = 1 / world.correlation - 1
        share = rng.beta(share * draws, (1 - share) * draws)
    home = rng.binomial(both, share)
    return home.astype(float), (both - home).astype(float)


def covered(world: World, rng: np.random.Generator) -> dict[str, list[bool]]:
    """Of one league, by market: whether the interval of the first selection's price holds the true one."""
    strength, tempo = (
        rng.normal(0, deviation, TEAMS) for deviation in (world.strength, world.tempo)
    )
    pairs = np.array([(i, j) for i in range(TEAMS) for j in range(TEAMS) if i != j])
    seasons = []
    for year in range(3):
        # Of the last teams some are elsewhere in the first seasons.
        there = TEAMS - NEWCOMERS * (2 - year)
        played = pairs[(pairs < there).all(axis=1)]
        days = year * 365 + np.sort(rng.integers(0, 280, len(played)))
        seasons.append((played, days * DAY))
    home, away = np.concatenate([played for played, _ in seasons]).T
    kickoffs = np.concatenate([days for _, days in seasons])
    now = int(kickoffs.max()) + DAY
    coming = rng.permutation(TEAMS).reshape(2, TEAMS // 2)
    x, ahead = (
        rng.normal(0.3, 1.2, count) if world.tilt else np.zeros(count)
        for count in (len(home), TEAMS // 2)
    )
    past = Past(
        home,
        away,
        kickoffs,
        *drawn(world, counts_of(world, strength, tempo, home, away, x), rng),
        tilt=x,
    )
    said = world.model.fit(past, at_ts=now).predict(*coming, tilt=ahead)
    joint = said.grid()
    around = shifted_grids(said, joint.shape[-1] - 1)
    true = grid(counts_of(world, strength, tempo, *coming, ahead))
    found = {}
    for name in world.markets:
        market: Market = BY_PARAM[name]
        quotes = main_quotes(market, joint)
        interval = price_interval(market, said, around, quotes.lines, quotes.prices)
        right = prices_at(market, true, quotes.lines)[:, 0]
        found[name] = ((interval.low[:, 0] <= right) & (right <= interval.high[:, 0])).tolist()
    return found


def coverage(world: World, leagues: int, *, seed: int = 1) -> dict[str, float]:
    """Market → the share of intervals that hold the true price, over so many leagues."""
    rng = np.random.default_rng(seed)
    held: dict[str, list[bool]] = {}
    for _ in range(leagues):
        for name, holds in covered(world, rng).items():
            held.setdefault(name, []).extend(holds)
    return {name: float(np.mean(holds)) for name, holds in held.items()}


if __name__ == "__main__":
    for figure, world in WORLDS.items():
        for market, share in coverage(
            world, int(sys.argv[1]) if len(sys.argv) > 1 else 300
        ).items():
            print(f"{figure}, {market}: {100 * share:.1f} %")
