"""Settlement: golden ends of every market, and the algebra that holds for all."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.markets import TOTAL, Market
from footydata.football.records import FixtureRecord
from footydata.football.terms import Side
from footydata.odds.markets import ALL_MARKETS, MARKET_BY_KEY, OWN_MARKETS
from footydata.odds.settlement import Outcome, Settlement, settle, settle_fixture
from footydata.odds.settlement_arrays import settle_many

SELECTIONS = [(market, side) for market in ALL_MARKETS for side in market.shape.selections]
LINED = [(market, side) for market, side in SELECTIONS if market.shape.has_line]
COUNTS = st.integers(0, 25)
QUARTERS = st.integers(0, 80)
BETS = st.tuples(
    st.sampled_from(SELECTIONS),
    QUARTERS,
    st.none() | COUNTS,
    st.none() | COUNTS,
)


def line_of(market: Market, quarters: int) -> float | None:
    """A line that suits the market: totals from 0, handicaps from -10, None where it has none."""
    shift = 0 if market.shape is TOTAL else 40
    return (quarters - shift) / 4 if market.shape.has_line else None


@pytest.mark.parametrize(
    ("market", "line", "side", "home", "away", "outcome"),
    [
        ("1x2", None, "home", 2, 1, "won"),
        ("1x2", None, "draw", 2, 1, "lost"),
        ("1x2", None, "draw", 1, 1, "won"),
        ("1x2", None, "away", 0, 3, "won"),
        ("asian", -0.75, "home", 2, 1, "half_won"),
        ("asian", -0.75, "away", 2, 1, "half_lost"),
        ("asian", -1.25, "home", 2, 1, "half_lost"),
        ("asian", -1.0, "home", 2, 1, "void"),
        ("asian", 0.0, "away", 1, 1, "void"),
        ("asian", 0.25, "home", 1, 1, "half_won"),
        ("asian", 0.25, "away", 1, 1, "half_lost"),
        ("asian", 1.5, "away", 0, 2, "won"),
        ("goalline", 2.5, "over", 2, 1, "won"),
        ("goalline", 2.75, "over", 2, 1, "half_won"),
        ("goalline", 2.75, "under", 2, 1, "half_lost"),
        ("goalline", 3.0, "under", 2, 1, "void"),
        ("goalline", 3.25, "under", 2, 1, "half_won"),
        ("corner", 10.25, "over", 6, 4, "half_lost"),
        ("corner", 9.75, "over", 6, 4, "half_won"),
        ("corner", 10.5, "over", 6, 4, "lost"),
        ("corner_asian", -2.0, "home", 6, 4, "void"),
        ("corner_asian", -1.75, "away", 6, 4, "half_lost"),
        ("cards", 4.5, "over", 3, 2, "won"),
        ("cards_asian", -0.5, "home", 3, 2, "won"),
        ("asian_half", 0.0, "home", 0, 0, "void"),
        ("goalline_half", 1.25, "under", 1, 0, "half_won"),
        ("corner_half", 5.0, "over", 3, 3, "won"),
        ("btts", None, "yes", 1, 1, "won"),
        ("btts", None, "yes", 2, 0, "lost"),
        ("btts", None, "no", 0, 0, "won"),
        ("draw_no_bet", None, "home", 2, 1, "won"),
        ("draw_no_bet", None, "home", 1, 1, "void"),
        ("draw_no_bet", None, "away", 2, 1, "lost"),
        ("double_chance", None, "home_or_draw", 1, 1, "won"),
        ("double_chance", None, "home_or_draw", 0, 1, "lost"),
        ("double_chance", None, "home_or_away", 1, 1, "lost"),
        ("double_chance", None, "home_or_away", 0, 1, "won"),
        ("double_chance", None, "draw_or_away", 1, 0, "lost"),
        ("double_chance", None, "draw_or_away", 1, 1, "won"),
        ("home_goals", 1.5, "under", 2, 1, "lost"),
        ("away_goals", 1.0, "over", 2, 1, "void"),
        ("home_goals_half", 0.75, "over", 1, 0, "half_won"),
        ("away_goals_half", 0.25, "under", 1, 0, "half_won"),
        ("home_corners", 6.25, "over", 6, 4, "half_lost"),
        ("away_corners", 4.5, "over", 6, 4, "lost"),
        ("home_corners_half", 2.0, "under", 2, 5, "void"),
        ("away_corners_half", 4.5, "over", 2, 5, "won"),
        ("home_cards", 3.5, "under", 3, 5, "won"),
        ("away_cards", 4.75, "over", 3, 5, "half_won"),
    ],
)
def test_each_market_settles_on_its_figures(
    market: str, line: float | None, side: str, home: int, away: int, outcome: str
) -> None:
    assert str(settle(market, line=line, side=side, home=home, away=away)) == outcome


# Source: worked by hand.
@pytest.mark.parametrize(
    ("market", "line", "side", "home", "away", "returned"),
    [
        ("corner", 9.75, "over", 6, 4, 147.5),
        ("corner", 10.25, "over", 6, 4, 50.0),
        ("asian", -0.75, "home", 1, 0, 147.5),
        ("asian", -1.25, "home", 1, 0, 50.0),
    ],
)
def test_a_stake_of_100_at_195_returns_the_golden_sums(
    market: str, line: float, side: str, home: int, away: int, returned: float
) -> None:
    assert (
        settle(market, line=line, side=side, home=home, away=away).returned(100, 1.95) == returned
    )


@given(st.sampled_from(LINED), QUARTERS, COUNTS, COUNTS, st.integers(101, 5000))
def test_a_quarter_line_is_two_half_stakes(
    selection: tuple[Market, str], quarters: int, home: int, away: int, cents: int
) -> None:
    market, side = selection
    line = line_of(market, quarters * 2 + 1)
    price = Fraction(cents, 100)
    halves = [
        settle(market, line=line + shift, side=side, home=home, away=away)
        for shift in (-0.25, 0.25)
    ]

    whole = settle(market, line=line, side=side, home=home, away=away)

    assert whole.profit(1, price) == sum(half.profit(Fraction(1, 2), price) for half in halves)


@given(
    st.sampled_from([market for market in ALL_MARKETS if len(market.shape.selections) == 2]),
    QUARTERS,
    COUNTS,
    COUNTS,
)
def test_what_one_side_wins_the_other_loses(
    market: Market, quarters: int, home: int, away: int
) -> None:
    first, second = (
        settle(market, line=line_of(market, quarters), side=side, home=home, away=away)
        for side in market.shape.selections
    )

    assert (first.won, first.lost) == (second.lost, second.won)


@given(COUNTS, COUNTS)
def test_one_result_of_three_wins(home: int, away: int) -> None:
    ends = [
        settle("1x2", side=side, home=home, away=away).outcome for side in ("home", "draw", "away")
    ]

    assert sorted(ends) == [Outcome.LOST, Outcome.LOST, Outcome.WON]


@pytest.mark.parametrize(("home", "away"), [(None, 3), (3, None), (None, None)])
def test_an_unknown_figure_voids_the_bet(home: int | None, away: int | None) -> None:
    assert settle("corner", line=9.5, side="over", home=home, away=away).outcome is Outcome.VOID


# A stake of 100 at 1.95 on over 6.25 corners of a side that took 6: half of it lost, half given back.
def test_a_team_s_own_corners_return_what_the_line_says() -> None:
    assert settle("home_corners", line=6.25, side="over", home=6, away=11).returned(100, 1.95) == 50
    assert (
        settle("home_corners", line=5.75, side="over", home=6, away=11).returned(100, 1.95) == 147.5
    )


@pytest.mark.parametrize(
    "market", [row for row in OWN_MARKETS if row.team], ids=lambda row: row.key
)
def test_a_team_s_own_market_needs_that_team_s_count_alone(market: Market) -> None:
    known = {"home": 4, "away": None} if market.team is Side.HOME else {"home": None, "away": 4}
    unknown = dict(zip(known, reversed(known.values()), strict=True))

    assert str(settle(market, line=3.5, side="over", **known)) == "won"
    assert str(settle(market, line=3.5, side="over", **unknown)) == "void"
    assert settle_many(market, line=3.5, side="over", **_arrays(known)).outcomes.tolist() == ["won"]
    assert settle_many(market, line=3.5, side="over", **_arrays(unknown)).outcomes.tolist() == [
        "void"
    ]


def _arrays(counts: dict[str, int | None]) -> dict[str, np.ndarray]:
    return {side: np.array([count], dtype=float) for side, count in counts.items()}


@given(st.lists(BETS, max_size=40))
def test_many_bets_settle_as_each_alone(
    bets: list[tuple[tuple[Market, str], int, int | None, int | None]],
) -> None:
    lines = [line_of(market, quarters) for (market, _), quarters, _, _ in bets]
    alone = [
        settle(market, line=line, side=side, home=home, away=away)
        for ((market, side), _, home, away), line in zip(bets, lines, strict=True)
    ]

    together = settle_many(
        [market.key for (market, _), *_ in bets],
        line=np.array(lines, dtype=float),
        side=[side for (_, side), *_ in bets],
        home=np.array([home for *_, home, _ in bets], dtype=float),
        away=np.array([away for *_, away in bets], dtype=float),
    )

    assert together.outcomes.tolist() == [end.outcome.value for end in alone]
    assert together.returned(100.0, 1.95).tolist() == [end.returned(100.0, 1.95) for end in alone]
    assert together.profit(100.0, 1.95).tolist() == [end.profit(100.0, 1.95) for end in alone]


@pytest.mark.parametrize(
    ("market", "side"), SELECTIONS, ids=[f"{market.key} {side}" for market, side in SELECTIONS]
)
def test_every_line_and_figures_settle_in_an_array_as_alone(market: Market, side: str) -> None:
    bets = [
        (line_of(market, each), home, away)
        for each in range(50)
        for home in range(5)
        for away in range(5)
    ]
    lines, homes, aways = (np.array(column, dtype=float) for column in zip(*bets, strict=True))

    together = settle_many(market.key, line=lines, side=side, home=homes, away=aways)

    alone = [
        settle(market, line=line, side=side, home=home, away=away) for line, home, away in bets
    ]
    assert together.outcomes.tolist() == [end.outcome.value for end in alone]


def test_one_market_settles_on_many_sides_and_many_markets_on_one() -> None:
    sides = settle_many("1x2", side=["home", "draw", "away"], home=2, away=1)
    markets = settle_many(
        ["asian", "corner_asian"], line=[-0.75, -1.25], side="home", home=2, away=1
    )

    assert sides.outcomes.tolist() == ["won", "lost", "lost"]
    assert markets.outcomes.tolist() == ["half_won", "half_lost"]


def test_one_market_and_side_settle_over_arrays_of_figures() -> None:
    ends = settle_many("corner", line=10.25, side="over", home=[6, 6, 5, 7], away=[4, np.nan, 4, 4])

    assert ends.outcomes.tolist() == ["half_lost", "void", "lost", "won"]


@pytest.mark.parametrize(
    ("market", "line", "side", "error", "words"),
    [
        ("throw_in", 9.5, "over", InvalidArgument, "'throw_in'; the markets are 1x2"),
        ("home corner", 4.5, "over", InvalidArgument, "did you mean home_corners"),
        ("corner", 9.5, "home", InvalidArgument, "'home' of corner; it has over, under"),
        (
            "corner",
            9.6,
            "over",
            InvalidArgument,
            "9.6 is not a line of corner; lines are multiples of 0.25",
        ),
        ("corner", None, "over", InvalidArgument, "corner needs a line"),
        ("corner", float("nan"), "over", InvalidArgument, "nan is not a line"),
        ("corner", float("inf"), "over", InvalidArgument, "inf is not a line"),
        ("corner", -1.0, "over", InvalidArgument, "never below 0"),
        ("1x2", 0.5, "home", InvalidArgument, "1x2 has no line; 0.5 was given"),
    ],
)
def test_a_bet_that_makes_no_sense_is_refused(
    market: str, line: float | None, side: str, error: type[FootydataError], words: str
) -> None:
    with pytest.raises(error, match=words.replace("(", "\\(")):
        settle(market, line=line, side=side, home=1, away=1)


@pytest.mark.parametrize("figure", [-1, 2.5, float("nan"), float("inf"), "2"])
def test_a_figure_that_is_not_a_count_is_refused(figure: float) -> None:
    with pytest.raises(InvalidArgument, match="not a count"):
        settle("corner", line=9.5, side="over", home=figure, away=1)


@pytest.mark.parametrize(
    ("line", "home", "words"),
    [
        ([9.5, 9.6], [1, 1], "bet 1: 9.6 is not a line"),
        ([9.5, np.nan], [1, 1], "bet 1: nan is not a line"),
        ([9.5, -0.5], [1, 1], "bet 1: -0.5 is not a line"),
        ([9.5, 9.5], [1, -1], "bet 1: -1.0 is not a count"),
        ([9.5, 9.5], [0.5, 1], "bet 0: 0.5 is not a count"),
        ([9.5, 9.5], [np.inf, 1], "bet 0: inf is not a count"),
    ],
)
def test_many_bets_name_the_first_at_fault(
    line: list[float], home: list[float], words: str
) -> None:
    with pytest.raises(FootydataError, match=words):
        settle_many("corner", line=line, side="over", home=home, away=[1, 1])


def test_the_away_side_s_figures_are_looked_at_too() -> None:
    with pytest.raises(InvalidArgument, match=r"bet 1: 0\.5 is not a count"):
        settle_many("corner", line=9.5, side="over", home=[1, 1], away=[1, 0.5])


def test_a_line_on_a_market_without_one_is_refused_among_many() -> None:
    with pytest.raises(InvalidArgument, match=r"bet 0: 0\.5 stands where the market has no line"):
        settle_many("1x2", line=[0.5], side="home", home=[1], away=[1])


FIXTURE = FixtureRecord(
    id=1,
    league_id=1,
    season_id=1,
    home_id=1,
    away_id=2,
    kickoff_ts=0,
    status="finished",
    home_goals=2,
    away_goals=1,
    half_home_goals=0,
    half_away_goals=1,
    home_corners=6,
    away_corners=4,
    half_home_corners=2,
    half_away_corners=3,
    home_yellow=2,
    away_yellow=1,
    home_red=0,
    away_red=1,
)


@pytest.mark.parametrize(
    ("market", "line", "side", "outcome"),
    [
        ("1x2", None, "home", "won"),
        ("asian_handicap", -1.0, "home", "void"),
        ("goal_line", 2.75, "over", "half_won"),
        ("corner_line", 10.25, "over", "half_lost"),
        ("corner_asian", -2.25, "away", "half_won"),
        ("card_line", 4.5, "over", "won"),
        ("card_asian", 0.5, "away", "won"),
        ("asian_handicap_half", 0.75, "home", "half_lost"),
        ("goal_line_half", 1.25, "under", "half_won"),
        ("corner_line_half", 5.25, "over", "half_lost"),
        ("btts", None, "yes", "won"),
        ("draw_no_bet", None, "away", "lost"),
        ("double_chance", None, "home_or_draw", "won"),
        ("home_goals", 1.5, "over", "won"),
        ("away_goals_half", 0.5, "over", "won"),
        ("home_corners", 5.75, "over", "half_won"),
        ("away_corners_half", 3.0, "under", "void"),
        ("home_cards", 2.0, "over", "void"),
        ("away_cards", 2.75, "over", "half_won"),
    ],
)
def test_a_fixture_settles_every_market_on_its_own_figure(
    market: str, line: float | None, side: str, outcome: str
) -> None:
    assert str(settle_fixture(market, line=line, side=side, fixture=FIXTURE)) == outcome


def test_every_market_settles_on_a_fixture() -> None:
    ends = [
        settle_fixture(
            key, line=line_of(market, 42), side=market.shape.selections[0], fixture=FIXTURE
        )
        for key, market in MARKET_BY_KEY.items()
    ]

    assert all(isinstance(end, Settlement) for end in ends)


@pytest.mark.parametrize("state", ["abandoned", "awarded", "cancelled", "postponed"])
def test_a_fixture_not_decided_on_the_field_voids_the_bet(state: str) -> None:
    fixture = FIXTURE._replace(
        status="finished" if state == "awarded" else "scheduled", state_detail=state
    )

    assert settle_fixture("1x2", side="home", fixture=fixture).outcome is Outcome.VOID


ABANDONED = FIXTURE._replace(status="scheduled", state_detail="abandoned")
HALF_BETS = [
    ("asian_half", 0.75, "home"),
    ("goalline_half", 1.25, "under"),
    ("corner_half", 5.25, "over"),
]


@pytest.mark.parametrize(("market", "line", "side"), HALF_BETS)
def test_a_first_half_that_was_played_out_stands_though_the_fixture_was_abandoned(
    market: str, line: float, side: str
) -> None:
    stands = settle_fixture(market, line=line, side=side, fixture=FIXTURE)

    assert settle_fixture(market, line=line, side=side, fixture=ABANDONED) == stands
    assert str(stands) != "void"


# A half-time score is what says that the first half came to its end.
@pytest.mark.parametrize(("market", "line", "side"), HALF_BETS)
@pytest.mark.parametrize(
    "unknown",
    [
        ("half_home_goals",),
        ("half_home_goals", "half_away_goals", "half_home_corners", "half_away_corners"),
    ],
)
def test_a_first_half_without_a_half_time_score_is_void_where_the_fixture_was_abandoned(
    market: str, line: float, side: str, unknown: tuple[str, ...]
) -> None:
    fixture = ABANDONED._replace(**dict.fromkeys(unknown))

    assert str(settle_fixture(market, line=line, side=side, fixture=fixture)) == "void"


def test_half_time_corners_that_are_unknown_are_void_where_the_fixture_was_abandoned() -> None:
    fixture = ABANDONED._replace(half_home_corners=None)

    assert str(settle_fixture("corner_half", line=5.25, side="over", fixture=fixture)) == "void"


@pytest.mark.parametrize("state", ["awarded", "cancelled", "postponed"])
@pytest.mark.parametrize(("market", "line", "side"), HALF_BETS)
def test_no_other_state_lets_a_first_half_stand(
    state: str, market: str, line: float, side: str
) -> None:
    fixture = FIXTURE._replace(state_detail=state)

    assert str(settle_fixture(market, line=line, side=side, fixture=fixture)) == "void"


@pytest.mark.parametrize("status", ["scheduled", "live"])
def test_a_bet_on_a_fixture_that_is_not_over_stays_open(status: str) -> None:
    assert settle_fixture("1x2", side="home", fixture=FIXTURE._replace(status=status)) is None
