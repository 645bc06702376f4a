import pytest

from footydata.football.terms import card_count, card_points


def test_cards_count_yellow_and_twice_red() -> None:
    assert card_points(3, 1) == 5


def test_a_red_card_is_one_card() -> None:
    assert card_count(3, 1) == 4


@pytest.mark.parametrize(("yellow", "red"), [(None, 0), (3, None)])
def test_unknown_cards_make_unknown_points_and_counts(yellow: int | None, red: int | None) -> None:
    assert card_points(yellow, red) is None
    assert card_count(yellow, red) is None
