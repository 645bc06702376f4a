"""Fair lines of every market from joint grids."""

from collections.abc import Callable

import numpy as np
import pytest

from footydata.football.errors import InvalidArgument
from footydata.football.markets import BY_PARAM, Market
from footydata.forecast.models.distributions import Counts, grid
from footydata.forecast.models.lines import ladder, main_quotes, prices_at
from footydata.odds.markets import ALL_MARKETS, DOUBLE_CHANCE, MARKET_BY_PARAM
from footydata.odds.numbers import Floats

LINED = [market for market in ALL_MARKETS if market.shape.has_line]
UNLINED = [
    market
    for market in ALL_MARKETS
    if not market.shape.has_line and market.shape is not DOUBLE_CHANCE
]
IDS = {"ids": lambda market: market.param}


def corners() -> Floats:
    """Three fixtures: even, home side ahead, many."""
    return grid(Counts(np.array([5.0, 7.0, 7.0]), np.array([5.0, 3.5, 6.5]), 1.11, 0.06))


@pytest.mark.parametrize("market", LINED, **IDS)
def test_the_main_line_has_the_closest_prices_of_its_ladder(market: Market) -> None:
    joint = corners()
    main = main_quotes(market, joint)
    rungs = [ladder(market, one) for one in joint]

    closest = [
        rung.lines[np.abs(np.log(rung.prices[:, 0] / rung.prices[:, 1])).argmin()] for rung in rungs
    ]

    assert main.lines.tolist() == closest


@pytest.mark.parametrize("market", LINED, **IDS)
def test_prices_at_the_main_line_are_its_own(market: Market) -> None:
    joint = corners()
    main = main_quotes(market, joint)

    assert prices_at(market, joint, main.lines) == pytest.approx(main.prices)


@pytest.mark.parametrize("market", UNLINED, **IDS)
def test_chances_of_markets_without_a_line_sum_to_one(market: Market) -> None:
    main = main_quotes(market, corners())

    assert np.isnan(main.lines).all()
    assert (1 / main.prices).sum(axis=-1) == pytest.approx([1, 1, 1])
    assert prices_at(market, corners(), main.lines) == pytest.approx(main.prices)


def test_an_unknown_line_has_no_prices() -> None:
    prices = prices_at(BY_PARAM["corner"], corners(), np.array([9.5, np.nan, 12.0]))

    assert np.isnan(prices[1]).all()
    assert not np.isnan(prices[[0, 2]]).any()


def test_no_known_line_has_no_prices() -> None:
    assert np.isnan(prices_at(BY_PARAM["corner"], corners(), np.full(3, np.nan))).all()


def test_the_side_that_is_ahead_gives_the_handicap() -> None:
    lines = main_quotes(BY_PARAM["corner_asian"], corners()).lines

    assert lines[0] == 0
    assert lines[1] < -2


def test_a_mean_of_ten_corners_lies_near_a_line_of_ten() -> None:
    assert main_quotes(BY_PARAM["corner"], corners()).lines[0] == pytest.approx(10, abs=0.5)


def test_result_prices_are_in_the_order_of_the_selections() -> None:
    home, draw, away = main_quotes(
        BY_PARAM["1x2"], grid(Counts(np.array([2.2]), np.array([0.7])))
    ).prices[0]

    assert home < draw < away


GOALS = grid(Counts(np.array([1.5]), np.array([1.1])), 40)
"""The fixture of the golden prices, Poisson 1.5 and 1.1."""


# Source: arithmetic on the golden chances, 1x2 .464244/.257667/.278089: a draw gives the stake
# back, 1 + .278089/.464244; of a double chance two of three win, 1/(.464244 + .257667).
@pytest.mark.parametrize(
    ("market", "prices"),
    [
        ("draw_no_bet", (1.59901, 2.66941)),
        ("double_chance", (1.38521, 1.34710, 1.86652)),
    ],
)
def test_a_draw_no_bet_and_a_double_chance_follow_from_the_result(
    market: str, prices: tuple[float, ...]
) -> None:
    assert main_quotes(MARKET_BY_PARAM[market], GOALS).prices[0] == pytest.approx(prices, abs=1e-5)


# A Poisson count of 1.5 is at most 1 with (1 + 1.5) e^-1.5 = .557825, one of 1.1 with 2.1 e^-1.1 = .699029.
@pytest.mark.parametrize(("market", "under"), [("home_goals", 0.557825), ("away_goals", 0.699029)])
def test_a_team_s_own_goals_are_priced_by_its_own_mean(market: str, under: float) -> None:
    prices = prices_at(MARKET_BY_PARAM[market], GOALS, np.array([1.5]))[0]

    assert prices == pytest.approx((1 / (1 - under), 1 / under), abs=1e-4)


DOORS = {
    "main quotes": lambda joint: main_quotes(BY_PARAM["goalline"], joint),
    "ladder": lambda joint: ladder(BY_PARAM["goalline"], joint[0]),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
@pytest.mark.parametrize(
    ("joint", "words"),
    [
        (np.full((1, 2, 2), 7 / 4), "row 0 has chances that sum to 7; those of a fixture sum to 1"),
        (np.array([[[1.5, -0.5], [0.0, 0.0]]]), "row 0 has a chance below 0: -0.5; their sum is 1"),
        (
            np.array([[[np.nan, 1.0], [0.0, 0.0]]]),
            "row 0 has chances that are no numbers .* their sum is nan",
        ),
        (np.full((1, 2, 3), 1 / 6), r"shape \(1, 2, 3\) is not a grid"),
    ],
    ids=["sum", "below 0", "no number", "shape"],
)
def test_grids_that_are_no_chances_are_refused(
    door: Callable[[Floats], object], joint: Floats, words: str
) -> None:
    with pytest.raises(InvalidArgument, match=words):
        door(joint)


@pytest.mark.parametrize("mean", [-1.0, np.nan, np.inf])
def test_expected_counts_that_are_none_are_refused(mean: float) -> None:
    with pytest.raises(
        InvalidArgument, match=r"row 1 expects 1 at home and .+ away; counts are expected from 0 on"
    ):
        grid(Counts(np.array([1.0, 1.0]), np.array([1.0, mean])))
