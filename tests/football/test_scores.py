"""Scores of knock-outs as people write them."""

import pytest

from footydata.football.scores import Score, knock_out_score, tie_score


@pytest.mark.parametrize(
    ("ninety", "extra", "shootout", "text"),
    [
        ((4, 2), None, None, "4-2"),
        ((1, 1), (2, 1), None, "1-1 (2-1 aet)"),
        ((0, 0), (0, 0), (4, 2), "0-0, 4-2 on penalties"),
        ((2, 2), (3, 3), (4, 2), "2-2 (3-3 aet), 4-2 on penalties"),
        ((1, 1), (1, 1), None, "1-1 (1-1 aet)"),
        (None, (2, 2), (5, 3), "2-2 aet, 5-3 on penalties"),
        ((1, 1), None, (3, 4), "1-1, 3-4 on penalties"),
        (None, None, (3, 4), "3-4 on penalties"),
        (None, None, None, ""),
    ],
)
def test_a_score_shows_how_it_went_on(
    ninety: Score | None, extra: Score | None, shootout: Score | None, text: str
) -> None:
    assert knock_out_score(ninety, extra=extra, shootout=shootout) == text


def test_a_final_score_says_that_ninety_minutes_are_unknown() -> None:
    assert knock_out_score(None, final=(2, 1)) == "2-1 (90 minutes unknown)"


def test_a_tie_shows_its_aggregate_and_what_decided_it() -> None:
    assert tie_score((3, 3), "away goals") == "agg. 3-3, away goals"
