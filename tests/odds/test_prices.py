"""Prices of lines from distributions: golden prices, and the algebra of fair prices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.errors import InvalidArgument
from footydata.football.markets import Market
from footydata.football.records import OddsRecord
from footydata.football.terms import Period
from footydata.forecast.models.distributions import (
    Counts,
    Floats,
    differences,
    grid,
    negative_binomial,
    totals,
)
from footydata.odds.margins import implied_probabilities
from footydata.odds.markets import MARKET_BY_KEY
from footydata.odds.prices import (
    Movement,
    PeriodQuote,
    closing_line_value,
    line_prices,
    main_line,
    movements,
    overround,
    quarter_lines,
    quotes,
    shares,
)
from footydata.odds.settlement import settle

GOAL_LINE, HANDICAP = MARKET_BY_KEY["goal_line"], MARKET_BY_KEY["asian_handicap"]
CHANCES = st.lists(st.floats(0.01, 1), min_size=2, max_size=25).map(lambda w: np.array(w) / sum(w))
LINES = st.integers(0, 100).map(lambda quarters: quarters / 4)


def poisson_goals() -> Floats:
    """The grid of the golden prices: home 1.5, away 1.1, independent of each other."""
    return grid(Counts(np.array([1.5]), np.array([1.1])))[0]


# Source: reference values, computed without this package.
@pytest.mark.parametrize(
    ("line", "over", "under"), [(2.25, 1.8159, 2.2257), (2.75, 2.3907, 1.7191)]
)
def test_golden_goal_lines(line: float, over: float, under: float) -> None:
    prices = line_prices(GOAL_LINE, totals(poisson_goals()), [line])[0]

    assert prices == pytest.approx([over, under], abs=5e-5)


# Source: reference values, computed without this package.
@pytest.mark.parametrize(("line", "home"), [(-0.25, 1.8765), (-0.75, 2.5393), (0.0, 1.5990)])
def test_golden_handicaps(line: float, home: float) -> None:
    chances, first = differences(poisson_goals())

    assert line_prices(HANDICAP, chances, [line], first=first)[0, 0] == pytest.approx(
        home, abs=5e-5
    )


# Source: reference values, computed without this package.
@pytest.mark.parametrize(
    ("line", "over", "under"),
    [(9.5, 1.8652, 2.1558), (9.75, 1.9735, 2.0273), (10.0, 2.1127, 1.8987)],
)
def test_golden_corner_lines(line: float, over: float, under: float) -> None:
    prices = line_prices(GOAL_LINE, negative_binomial(10.0, 1.1, 60), [line])[0]

    assert prices == pytest.approx([over, under], abs=5e-5)


# Source: reference values, computed without this package; M = 16 draws are a correlation of 1/17.
@pytest.mark.parametrize(
    ("line", "home", "away"), [(-1.25, 2.0242, 1.9764), (-1.0, 1.9154, 2.0924)]
)
def test_golden_corner_handicaps(line: float, home: float, away: float) -> None:
    chances, first = differences(grid(Counts(np.array([5.6]), np.array([4.4]), 1.1, 1 / 17)))

    assert line_prices(HANDICAP, chances, [line], first=first)[0, 0] == pytest.approx(
        [home, away], abs=5e-5
    )


@given(CHANCES, LINES)
def test_each_side_gets_its_stake_back_at_its_fair_price(chances: Floats, line: float) -> None:
    won, lost = shares(chances, [line])
    prices = line_prices(GOAL_LINE, chances, [line])[0]
    sides = [(won[0], lost[0], prices[0]), (lost[0], won[0], prices[1])]

    expected = [
        1 - side_lost + side_won * (price - 1) for side_won, side_lost, price in sides if side_won
    ]

    assert expected == pytest.approx([1.0] * len(expected))


@given(CHANCES, LINES)
def test_shares_are_those_of_settlement(chances: Floats, line: float) -> None:
    ends = [
        settle("corner", line=line, side="over", home=total, away=0)
        for total in range(len(chances))
    ]

    won, lost = shares(chances, [line])

    assert won[0] == pytest.approx(chances @ [end.won for end in ends])
    assert lost[0] == pytest.approx(chances @ [end.lost for end in ends])


@given(CHANCES, st.integers(0, 48))
def test_a_quarter_line_lies_between_its_neighbours(chances: Floats, halves: int) -> None:
    below, quarter, above = line_prices(
        GOAL_LINE, chances, [halves / 2, halves / 2 + 0.25, halves / 2 + 0.5]
    )[:, 0]

    assert below <= quarter * (1 + 1e-12)
    assert quarter <= above * (1 + 1e-12)


@given(CHANCES, LINES)
def test_reciprocal_fair_prices_sum_to_one(chances: Floats, line: float) -> None:
    prices = line_prices(GOAL_LINE, chances, [line])[0]

    assert np.isnan(prices).any() or (1 / prices).sum() == pytest.approx(1)


SHORT, FLAT = np.array([0.1, 0.2, 0.4, 0.2, 0.1]), np.array([1 / 16] * 16)


@pytest.mark.parametrize(
    ("market", "chances", "first"),
    [
        (GOAL_LINE, SHORT, 0),
        (GOAL_LINE, FLAT, 0),
        (HANDICAP, SHORT, -2),
        (HANDICAP, SHORT, 1),
        (HANDICAP, FLAT, -9),
    ],
)
def test_the_quarter_lines_hold_every_one_that_has_two_prices(
    market: Market, chances: Floats, first: int
) -> None:
    lines, prices = quarter_lines(market, chances, first=first)

    all_lines = np.arange(1 if market is GOAL_LINE else -100, 100) / 4
    has_both = np.isfinite(line_prices(market, chances, all_lines, first=first)).all(axis=1)
    assert set(all_lines[has_both].tolist()) <= set(lines.tolist())
    assert prices == pytest.approx(line_prices(market, chances, lines, first=first), nan_ok=True)


def test_the_main_line_is_the_one_with_the_closest_prices() -> None:
    prices = np.array([[1.5, 2.7], [1.8, 2.1], [2.05, 1.9], [2.4, 1.6]])

    assert main_line(prices) == 2


def test_each_fixture_of_many_has_its_own_main_line() -> None:
    first = [[1.5, 2.7], [1.8, 2.1], [2.05, 1.9]]

    assert main_line(np.array([first, first[::-1]])).tolist() == [2, 0]


def test_a_line_without_a_price_is_never_the_main_one() -> None:
    assert main_line(np.array([[np.nan, np.nan], [1.0, np.inf], [1.2, 6.0]])) == 2


def test_the_overround_is_what_the_raw_chances_exceed_one_by() -> None:
    assert overround([[1.95, 1.95], [2.0, 2.0]]) == pytest.approx([2 / 1.95 - 1, 0.0])


def test_quotes_are_shown_by_period() -> None:
    odds = OddsRecord(1, 1, "corner_line", 9.5, 1.9, 1.95, None, 10.0, None, None)

    assert quotes(odds) == {
        Period.OPENING: PeriodQuote(9.5, (1.9, 1.95)),
        Period.CLOSING: PeriodQuote(10.0, ()),
    }


def test_each_period_has_its_own_line_and_prices() -> None:
    odds = OddsRecord(1, 1, "1x2", None, 1.1, 1.2, 1.3, None, 2.1, 2.2, 2.3, None, 3.1, 3.2, 3.3)

    assert [quote.prices for quote in quotes(odds).values()] == [
        (1.1, 1.2, 1.3),
        (2.1, 2.2, 2.3),
        (3.1, 3.2, 3.3),
    ]


def test_one_price_of_two_is_none() -> None:
    odds = OddsRecord(
        1, 1, "corner_line", 9.5, 1.9, closing_line=10.0, closing_price_2=1.9, inplay_price_1=1.5
    )

    assert quotes(odds) == {
        Period.OPENING: PeriodQuote(9.5, ()),
        Period.CLOSING: PeriodQuote(10.0, ()),
    }


def test_a_market_without_a_line_has_quotes_by_prices() -> None:
    odds = OddsRecord(1, 1, "1x2", inplay_price_1=2.0, inplay_price_2=3.4, inplay_price_3=4.0)

    assert quotes(odds) == {Period.INPLAY: PeriodQuote(None, (2.0, 3.4, 4.0))}


def test_a_line_that_moved_tells_how_far() -> None:
    assert movements([(PeriodQuote(9.5, (1.9, 1.95)), PeriodQuote(10.0, (1.9, 1.95)))]) == [
        Movement(0.5, None)
    ]


def test_prices_that_moved_tell_the_change_of_chances() -> None:
    steps = [
        (PeriodQuote(None, (3.0, 3.0, 3.0)), PeriodQuote(None, (2.0, 4.0, 4.0))),
        (PeriodQuote(9.5, (2.0, 2.0)), PeriodQuote(9.5, (1.6, 2.4))),
    ]

    without_line, at_line = movements(steps, method="multiplicative")

    assert without_line == Movement(None, pytest.approx((1 / 6, -1 / 12, -1 / 12)))
    assert at_line == Movement(0, pytest.approx((0.1, -0.1)))


def test_the_chances_of_a_double_chance_sum_to_two_as_two_of_its_selections_win() -> None:
    prices = [
        dict(opening_price_1=1.5, opening_price_2=1.5, opening_price_3=1.5),
        dict(closing_price_1=1.25, closing_price_2=1.25, closing_price_3=2.5),
    ]
    quoted = quotes(OddsRecord(1, 1, "double_chance", **prices[0], **prices[1]))

    (moved,) = movements([(quoted[Period.OPENING], quoted[Period.CLOSING])])

    assert moved.chances == pytest.approx((0.8 - 2 / 3, 0.8 - 2 / 3, 0.4 - 2 / 3))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PeriodQuote(None, ()), PeriodQuote(None, (2.0, 2.0))),
        (PeriodQuote(9.5, (2.0, 2.0)), PeriodQuote(9.5, ())),
        (PeriodQuote(9.5, (2.0, 2.0)), PeriodQuote(None, (1.6, 2.4))),
    ],
    ids=["before", "after", "at which line"],
)
def test_unknown_prices_tell_no_change_of_chances(before: PeriodQuote, after: PeriodQuote) -> None:
    assert movements([(before, after)])[0].chances is None


def test_closing_line_value_is_the_price_over_the_fair_closing_price() -> None:
    closing = [[1.9, 1.95], [1.5, 2.7]]
    fair = 1 / implied_probabilities(closing)

    value = closing_line_value([2.0, 2.5], closing, selection=[0, 1])

    assert value == pytest.approx([2.0 / fair[0, 0] - 1, 2.5 / fair[1, 1] - 1])


def test_closing_line_value_is_unknown_where_a_closing_price_is() -> None:
    assert np.isnan(closing_line_value(2.0, [1.9, None], selection=0))


def test_a_price_of_one_has_no_closing_line_value() -> None:
    with pytest.raises(InvalidArgument):
        closing_line_value(1.0, [1.9, 1.9], selection=0)
