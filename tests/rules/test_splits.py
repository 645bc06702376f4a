"""Seasons that divide: groups that a team can't leave, halved starts, play-offs between groups."""

from dataclasses import replace
from itertools import combinations

import pytest

from footydata.rules.regulations import DEFAULT, CompetitionRules, Group, Halving, Split, rules_of
from footydata.rules.standings import points_table
from footydata.rules.tallies import Result
from tests.rules.results import facts, played

HALVES = Split(1, (Group("Top", 2, 1), Group("Bottom", 2, 1)))
HALVED = Split(1, (Group("Top", 2, 1, halving=Halving.UP), Group("Bottom", 2, 1)))

# A 9, B 6, C 3, D 0 points, each having met each other once.
REGULAR = ("1-2 1:0", "1-3 1:0", "1-4 1:0", "2-3 1:0", "2-4 1:0", "3-4 1:0")


def rules(split: Split) -> CompetitionRules:
    return replace(DEFAULT, split=split)


def shown(
    results: list[Result], split: Split, **fields: object
) -> list[tuple[str, int, str | None]]:
    rows = points_table(results, facts(4, rules(split), **fields))
    return [(row.team_name, row.points, row.group) for row in rows]


def test_before_the_split_the_table_is_one_whole() -> None:
    assert [group for _, _, group in shown(played(*REGULAR), HALVES)] == [None] * 4


def staged(results: list[Result], stages: dict[int, str]) -> list[Result]:
    return [row._replace(stage=stages.get(row.fixture_id)) for row in results]


@pytest.mark.parametrize(
    "stages", [{}, dict.fromkeys((7, 8, 9), "Championship")], ids=["by meetings", "by stages"]
)
def test_after_the_split_a_team_can_t_leave_its_half(stages: dict[int, str]) -> None:
    # C, with 9 points, has more than B, with 6.
    after = staged(played(*REGULAR, "3-4 1:0", "4-3 0:1", "1-2 1:0"), stages)
    assert shown(after, Split(1, (Group("Top", 2, 2), Group("Bottom", 2, 2)))) == [
        ("A", 12, "Top"),
        ("B", 6, "Top"),
        ("C", 9, "Bottom"),
        ("D", 0, "Bottom"),
    ]


@pytest.mark.parametrize("stages", [{}, {7: "Championship"}], ids=["by meetings", "by stages"])
def test_halved_points_are_rounded_up(stages: dict[int, str]) -> None:
    assert shown(staged(played(*REGULAR, "1-2 1:1"), stages), HALVED) == [
        ("A", 6, "Top"),
        ("B", 4, "Top"),
        ("C", 3, "Bottom"),
        ("D", 0, "Bottom"),
    ]


def test_the_rounding_is_removed_between_level_teams() -> None:
    # A brings 9 points, halved and rounded up to 5; B 6, halved to 3, and takes 2 by decision: both have 5 and A
    # the better difference, but A's fifth point is half rounding.
    rows = played(*REGULAR, "1-2 0:0", "2-1 0:0")
    assert [team for team, _, _ in shown(rows, HALVED, adjustments={2: 4})] == ["B", "A", "C", "D"]


def test_a_known_stage_marks_the_split_ahead_of_the_count_of_meetings() -> None:
    results = played(*REGULAR, "1-2 1:1")
    assert shown(staged(results, {7: "Championship"}), HALVES)[0] == ("A", 10, "Top")
    of_regular = staged(results[:6], {6: "Championship", 1: "Regular"})
    assert shown(of_regular, HALVES)[0] == ("A", 9, "Top")


def test_a_play_off_between_groups_counts_nowhere() -> None:
    assert shown(played(*REGULAR, "1-2 1:1", "3-2 9:0"), HALVES) == [
        ("A", 10, "Top"),
        ("B", 7, "Top"),
        ("C", 3, "Bottom"),
        ("D", 0, "Bottom"),
    ]


def test_a_season_of_another_size_does_not_divide() -> None:
    results = played(*REGULAR, "1-2 1:1")
    rows = points_table(results, facts(5, rules(HALVES)))
    assert {row.group for row in rows} == {None}


def test_scotland_divides_after_33_fixtures_each() -> None:
    pairs = list(combinations(range(1, 13), 2))
    results = [
        Result(one, other, 13 - one, 0, number)
        for number, (one, other) in enumerate(pairs * 3, start=1)
    ]
    fields = facts(12, rules_of("scotland", 2022))
    assert {row.group for row in points_table(results, fields)} == {None}
    after = points_table([*results, Result(11, 12, 0, 1, 999)], fields)
    assert [row.group for row in after] == ["Top six"] * 6 + ["Bottom six"] * 6


def test_the_seventh_of_scotland_is_in_the_top_six_where_points_are_taken_from_the_sixth() -> None:
    pairs = list(combinations(range(1, 13), 2))
    results = [
        Result(one, other, 13 - one, 0, number)
        for number, (one, other) in enumerate(pairs * 3, start=1)
    ]
    fields = facts(12, rules_of("scotland", 2022), adjustments={6: -10})
    table = points_table([*results, Result(1, 2, 0, 0, 999)], fields)
    assert {row.team_name for row in table if row.group == "Top six"} == set("ABCDEG")


def test_the_lower_scottish_divisions_meet_four_times_without_a_split() -> None:
    pairs = list(combinations(range(1, 11), 2))
    results = [
        Result(one, other, 1, 0, number) for number, (one, other) in enumerate(pairs * 4, start=1)
    ]
    rows = points_table(results, facts(10, rules_of("scotland", 2022)))
    assert {(row.group, row.played) for row in rows} == {(None, 36)}


def test_points_halved_down_lose_the_half_and_rank_by_it() -> None:
    down = Split(1, (Group("Top", 2, 1, Halving.DOWN), Group("Bottom", 2, 1)))
    # Nine points halve to four, six to three; B wins and both have six but for A's half point.
    assert [row[:2] for row in shown(played(*REGULAR, "1-2 1:1"), down)][:2] == [("A", 5), ("B", 4)]


def test_level_teams_may_stand_in_the_order_of_the_regular_season() -> None:
    split = Split(1, (Group("Top", 2, 1, by_regular=True), Group("Bottom", 2, 1)))
    # B beats A by nine and draws level at nine points: A was the first.
    assert [row[:2] for row in shown(played(*REGULAR, "2-1 9:0"), split)][:2] == [
        ("A", 9),
        ("B", 9),
    ]


def test_groups_may_be_made_of_ranks_that_lie_apart() -> None:
    split = Split(1, (Group("One", 2, 1, ranks=(1, 4)), Group("Two", 2, 1, ranks=(2, 3))))
    table = shown(played(*REGULAR, "1-4 1:0", "2-3 1:0"), split)
    assert [(name, group) for name, _, group in table] == [
        ("A", "One"),
        ("D", "One"),
        ("B", "Two"),
        ("C", "Two"),
    ]


def test_the_fixtures_show_the_groups_where_a_decision_has_changed_them() -> None:
    # By points B is in the upper half; C and A play each other, so C is.
    after = played(*REGULAR, "1-3 1:0", "2-4 1:0")
    assert [(name, group) for name, _, group in shown(after, HALVES)] == [
        ("A", "Top"),
        ("C", "Top"),
        ("B", "Bottom"),
        ("D", "Bottom"),
    ]


def test_a_play_off_within_a_group_counts_in_no_group() -> None:
    # The bottom two meet once in their group; what they play again is a play-off.
    once = shown(played(*REGULAR, "1-2 1:1", "3-4 1:0"), HALVES)
    assert shown(played(*REGULAR, "1-2 1:1", "3-4 1:0", "4-3 5:0"), HALVES) == once
