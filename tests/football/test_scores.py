"""Scores of knock-outs as people write them."""

import pytest

from footydata.football.records import KnockoutRecord
from footydata.football.scores import (
    Score,
    end_score,
    knock_out_score,
    tie_score,
    whole_score,
    winner_of,
)
from footydata.football.terms import Side


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
    assert knock_out_score(None, final=(2, 1)) == "2-1?"


def test_a_tie_shows_its_aggregate_and_what_decided_it() -> None:
    assert tie_score((3, 3), "away goals") == "agg. 3-3, away goals"


SPAIN_ON = KnockoutRecord(1, 1, 1, through="home")


@pytest.mark.parametrize(
    ("goals", "end", "text", "short", "winner"),
    [
        ((4, 2), KnockoutRecord(1, number=3), "4-2", "", Side.HOME),
        ((1, 1), KnockoutRecord(1, 1, 2), "1-1 (1-2 aet)", "1-2 aet", Side.AWAY),
        ((0, 0), KnockoutRecord(1, 0, 0, 4, 2), "0-0, 4-2 on penalties", "4-2 pen.", Side.HOME),
        (
            (0, 0),
            KnockoutRecord(1, 1, 1, 4, 2, through="home"),
            "0-0 (1-1 aet), 4-2 on penalties",
            "1-1, 4-2 pen.",
            "home",
        ),
        ((1, 1), SPAIN_ON, "1-1 (1-1 aet), home side through", "1-1 aet", Side.HOME),
        (
            (1, 1),
            KnockoutRecord(1, through="away"),
            "1-1, away side through",
            "away through",
            Side.AWAY,
        ),
        (
            (1, 1),
            KnockoutRecord(1, through="away", on_penalties=1),
            "1-1, away side on penalties",
            "away on pen.",
            Side.AWAY,
        ),
        (
            (1, 1),
            KnockoutRecord(1, 2, 2, through="home", on_penalties=1),
            "1-1 (2-2 aet), home side on penalties",
            "2-2, home on pen.",
            Side.HOME,
        ),
        (
            (2, 1),
            KnockoutRecord(1, through="away", on_penalties=1),
            "2-1, away side on penalties",
            "away on pen.",
            Side.AWAY,
        ),
        (
            (1, 1),
            KnockoutRecord(1, None, None, 4, 2, through="home", on_penalties=1),
            "1-1, 4-2 on penalties",
            "4-2 pen.",
            Side.HOME,
        ),
        (
            (None, None),
            KnockoutRecord(1, final_home_goals=2, final_away_goals=1),
            "2-1?",
            "",
            Side.HOME,
        ),
        ((None, None), KnockoutRecord(1), "", "", None),
    ],
)
def test_a_fixture_shows_all_that_is_recorded_of_its_end(
    goals: tuple[int | None, int | None],
    end: KnockoutRecord,
    text: str,
    short: str,
    winner: Side | None,
) -> None:
    assert whole_score(*goals, end) == text
    assert end_score(*goals, end) == short
    assert winner_of(*goals, end) == winner
