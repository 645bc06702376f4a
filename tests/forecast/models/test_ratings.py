"""Ratings of teams from their results."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.rows import PlayedFixture
from footydata.forecast.models.ratings import ELO_START, Rating, pi_goals, ratings

HOME, AWAY = 1, 2
SCORES = st.lists(
    st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(0, 9), st.integers(0, 9)).filter(
        lambda row: row[0] != row[1]
    )
)


def played(*rows: tuple[int, int, int, int]) -> list[PlayedFixture]:
    return [
        PlayedFixture(place, 1, place * 86_400, *row) for place, row in enumerate(rows, start=1)
    ]


def test_a_home_win_between_equals_is_worth_what_it_was_in_doubt() -> None:
    home, away = ratings(played((HOME, AWAY, 3, 0)), Rating.ELO)
    # 1507.1987: penaltyblog 1.13.1, docs/ratings/elo.rst.
    assert home.rating == pytest.approx(1507.1987, abs=1e-4)
    assert away.rating == pytest.approx(2 * ELO_START - home.rating)
    assert (home.change, home.fixtures, home.home_rating) == (
        pytest.approx(7.1987, abs=1e-4),
        1,
        None,
    )


@given(scores=SCORES)
def test_elo_gives_one_side_what_it_takes_from_the_other(
    scores: list[tuple[int, int, int, int]],
) -> None:
    rows = list(ratings(played(*scores), Rating.ELO))
    assert math.isclose(sum(row.change for row in rows), 0, abs_tol=1e-6)
    latest = {row.team_id: row.rating for row in rows}
    assert math.isclose(sum(latest.values()), ELO_START * len(latest), abs_tol=1e-6)


def test_pi_moves_the_other_venue_by_seven_tenths() -> None:
    # By hand, from the paper's formulas: the error of a 3-0 between new teams is 3, psi(3) = 3 log10(4) = 1.80618,
    # times lambda .035 = .063216; the rating at the other venue follows by .7 of it.
    home, away = ratings(played((HOME, AWAY, 3, 0)), Rating.PI)
    assert (home.home_rating, home.away_rating) == (
        pytest.approx(0.063216, abs=1e-6),
        pytest.approx(0.044251, abs=1e-6),
    )
    assert (away.home_rating, away.away_rating) == (
        pytest.approx(-0.044251, abs=1e-6),
        pytest.approx(-0.063216, abs=1e-6),
    )
    assert home.rating == pytest.approx((0.063216 + 0.044251) / 2, abs=1e-6)


def test_pi_is_at_rest_where_the_result_is_the_expected_one() -> None:
    rows = list(ratings(played((HOME, AWAY, 0, 0)), Rating.PI))
    assert [row.change for row in rows] == [0, 0]


@given(rating=st.floats(-5, 5))
def test_a_worse_pi_rating_is_worth_fewer_goals(rating: float) -> None:
    assert pi_goals(rating) == -pi_goals(-rating)
    assert pi_goals(rating + 0.1) > pi_goals(rating)


@given(scores=SCORES, more=SCORES, kind=st.sampled_from(list(Rating)))
def test_a_later_fixture_changes_no_earlier_rating(
    scores: list[tuple[int, int, int, int]], more: list[tuple[int, int, int, int]], kind: Rating
) -> None:
    first = list(ratings(played(*scores), kind))
    assert list(ratings(played(*scores, *more), kind))[: len(first)] == first
