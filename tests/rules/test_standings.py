"""Points, corner and card tables: the arithmetic, and what holds of every table."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.rows import CardStanding, CornerStanding, PointsStanding
from footydata.rules.regulations import (
    DEFAULT,
    CompetitionRules,
    SeasonFacts,
    competitions,
    rules_of,
)
from footydata.rules.standings import (
    average,
    card_table,
    corner_table,
    partial_points_table,
    points_table,
    sides_of,
)
from footydata.rules.tallies import Result
from tests.rules.results import facts, played, seasons, shuffled

EVERY_RULE = [era for eras in competitions().values() for era in eras]


def order(rows: list[PointsStanding]) -> str:
    return "".join(row.team_name for row in rows)


def test_a_points_table_counts_results_and_form() -> None:
    rows = points_table(played("1-2 3:1", "2-1 0:0", "1-3 0:2"), facts(3))
    assert rows == [
        PointsStanding(1, 1, "A", 3, 1, 1, 1, 3, 3, 0, 4, 0, "WDL"),
        PointsStanding(2, 3, "C", 1, 1, 0, 0, 2, 0, 2, 3, 0, "W"),
        PointsStanding(3, 2, "B", 2, 0, 1, 1, 1, 3, -2, 1, 0, "LD"),
    ]


def test_a_team_without_a_fixture_stands_with_zeros() -> None:
    assert points_table(played("1-2 1:0"), facts(3))[1] == PointsStanding(
        2, 3, "C", 0, 0, 0, 0, 0, 0, 0, 0, 0, ""
    )


def test_form_is_the_last_five_newest_last() -> None:
    rows = points_table(
        played("1-2 1:0", "1-2 0:1", "2-1 0:0", "1-2 2:0", "1-2 0:3", "2-1 0:1"), facts(3)
    )
    assert {row.team_name: row.form for row in rows} == {"A": "LDWLW", "B": "WDLWL", "C": ""}


def test_points_taken_lower_a_team_and_are_shown_as_positive() -> None:
    rows = points_table(played("1-2 1:0"), facts(2, adjustments={1: -4}))
    assert [(row.team_name, row.points, row.deduction) for row in rows] == [
        ("B", 0, 0),
        ("A", -1, 4),
    ]


def test_points_given_are_a_negative_deduction() -> None:
    rows = points_table(played("1-2 0:0"), facts(2, adjustments={2: 3}))
    assert [(row.team_name, row.points, row.deduction) for row in rows] == [
        ("B", 4, -3),
        ("A", 1, 0),
    ]


def test_a_win_is_worth_two_points_in_its_era() -> None:
    rules = rules_of("premier-league", 1979)
    assert [row.points for row in points_table(played("1-2 1:0", "2-1 1:1"), facts(2, rules))] == [
        3,
        1,
    ]


def test_points_per_game_put_fewer_points_from_fewer_fixtures_ahead() -> None:
    rules = replace(DEFAULT, per_game=True)
    rows = points_table(played("1-2 1:0", "3-2 1:0", "3-4 0:0"), facts(4, rules))
    assert [(row.team_name, row.points, row.points_per_game) for row in rows] == [
        ("A", 3, 3.0),
        ("C", 4, 2.0),
        ("D", 1, 1.0),
        ("B", 0, 0.0),
    ]


def test_lost_fixtures_lower_the_points_per_game_at_home_and_away() -> None:
    rules = replace(DEFAULT, per_game=True)
    results = played("1-3 1:0", "3-1 1:0", "2-3 1:1")
    assert order(points_table(results, facts(3, rules))) == "ACB"


def test_who_never_played_stands_last_by_points_per_game() -> None:
    rules = replace(DEFAULT, per_game=True)
    assert order(points_table(played("2-3 1:0"), facts(3, rules))) == "BCA"


def test_level_teams_stand_by_name() -> None:
    names = facts(3)._replace(names={1: "beta", 2: "Alpha", 3: "Gamma"})
    assert [row.team_name for row in points_table([], names)] == ["Alpha", "beta", "Gamma"]


def test_teams_that_nothing_separates_stand_by_name_whatever_the_rules() -> None:
    clean = dict.fromkeys((1, 2, 3), (0, 0))
    orders = [order(points_table([], facts(3, rules, cards=clean))) for rules in EVERY_RULE]
    assert orders == ["ABC"] * len(EVERY_RULE)


def test_level_teams_of_one_name_stand_by_id() -> None:
    twins = facts(2)._replace(names={2: "Alpha", 1: "Alpha"})
    assert [row.team_id for row in points_table([], twins)] == [1, 2]


def test_groups_stand_one_after_another_with_positions_throughout_and_whoever_has_none_at_the_end() -> (
    None
):
    groups = {1: "Group A", 2: "Group A", 3: "Group B", 4: "Group B"}
    rows = points_table(played("1-2 0:1", "3-4 5:0", "5-1 0:0", "6-5 2:1"), facts(6, groups=groups))
    assert [(row.position, row.team_name, row.points, row.group) for row in rows] == [
        (1, "B", 3, "Group A"),
        (2, "A", 1, "Group A"),
        (3, "C", 3, "Group B"),
        (4, "D", 0, "Group B"),
        (5, "F", 3, None),
        (6, "E", 1, None),
    ]


@given(season=seasons(), rules=st.sampled_from(EVERY_RULE))
def test_goals_for_and_against_balance(
    season: tuple[int, list[Result]], rules: CompetitionRules
) -> None:
    teams, results = season
    rows = points_table(results, facts(teams, rules))
    assert sum(row.goals_for for row in rows) == sum(row.goals_against for row in rows)
    assert sum(row.goal_difference for row in rows) == 0
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.played for row in rows) == 2 * len(results)


@given(season=seasons(), rules=st.sampled_from(EVERY_RULE), seed=st.integers(0, 2**16))
def test_positions_never_depend_on_the_order_of_the_results(
    season: tuple[int, list[Result]], rules: CompetitionRules, seed: int
) -> None:
    teams, results = season
    season = facts(teams, rules)
    other = points_table(shuffled(results, seed), season)
    assert [row._replace(form="") for row in points_table(results, season)] == [
        row._replace(form="") for row in other
    ]


@given(season=seasons(), rules=st.sampled_from(EVERY_RULE))
def test_positions_never_depend_on_the_order_of_the_teams(
    season: tuple[int, list[Result]], rules: CompetitionRules
) -> None:
    teams, results = season
    season = facts(teams, rules)
    backwards = season._replace(names=dict(reversed(season.names.items())))
    assert points_table(results, season) == points_table(results, backwards)


@given(season=seasons(), rules=st.sampled_from(EVERY_RULE))
def test_positions_run_from_one_and_points_never_rise(
    season: tuple[int, list[Result]], rules: CompetitionRules
) -> None:
    teams, results = season
    rows = points_table(results, facts(teams, replace(rules, per_game=False)))
    assert [row.position for row in rows] == list(range(1, teams + 1))
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_a_home_table_counts_home_sides_alone() -> None:
    results = played("1-2 2:0", "2-1 4:0", "1-2 1:1")
    rows = partial_points_table(sides_of(results, venue="home"), facts(2, adjustments={1: -9}))
    assert [
        (row.position, row.team_name, row.played, row.points, row.goals_for, row.form)
        for row in rows
    ] == [
        (1, "A", 2, 4, 3, "WD"),
        (2, "B", 1, 3, 4, "W"),
    ]


@pytest.mark.parametrize(
    "results",
    [
        pytest.param(["1-3 1:0", "2-3 5:0"], id="goal difference"),
        pytest.param(["1-3 1:0", "2-3 3:2"], id="goals"),
        pytest.param(["1-3 1:1", "1-3 0:0", "1-3 1:1", "2-3 2:1", "2-3 0:1"], id="wins"),
    ],
)
def test_ties_of_a_part_are_broken_by_difference_goals_and_wins(results: list[str]) -> None:
    assert order(partial_points_table(sides_of(played(*results), venue="home"), facts(2))) == "BA"


def test_an_away_table_mirrors_the_figures() -> None:
    rows = partial_points_table(sides_of(played("1-2 2:0", "2-1 4:1"), venue="away"), facts(2))
    assert [(row.team_name, row.goals_for, row.goals_against) for row in rows] == [
        ("B", 0, 2),
        ("A", 1, 4),
    ]


def test_last_n_is_each_teams_own_last_n() -> None:
    results = played("1-2 9:0", "1-2 1:0", "1-3 0:1", "3-2 2:2")
    rows = partial_points_table(sides_of(results, last=1), facts(3))
    assert [(row.team_name, row.played, row.points) for row in rows] == [
        ("B", 1, 1),
        ("C", 1, 1),
        ("A", 1, 0),
    ]


def test_points_taken_don_t_count_in_a_part() -> None:
    rows = partial_points_table(sides_of(played("1-2 1:0")), facts(2, adjustments={1: -9}))
    assert [(row.team_name, row.points, row.deduction) for row in rows] == [
        ("A", 3, 0),
        ("B", 0, 0),
    ]


@given(season=seasons())
def test_home_and_away_tables_add_up_to_the_whole(season: tuple[int, list[Result]]) -> None:
    teams, results = season
    season = facts(teams)
    whole = {row.team_id: row for row in points_table(results, season)}
    for team in season.names:
        halves = [
            next(
                row
                for row in partial_points_table(sides_of(results, venue=venue), season)
                if row.team_id == team
            )
            for venue in ("home", "away")
        ]
        assert sum(row.points for row in halves) == whole[team].points
        assert sum(row.goals_for for row in halves) == whole[team].goals_for


def figures(home: int, away: int, second_home: int | None, second_away: int | None) -> Result:
    return Result(1, 2, home, away, 0, second_home=second_home, second_away=second_away)


def test_corners_won_are_worth_three_points_and_as_many_one() -> None:
    played_by_a = [figures(7, 3, 4, 1), figures(5, 5, 2, 2), figures(4, 4, 0, 1)]
    assert corner_table(sides_of(played_by_a), facts(3)) == [
        CornerStanding(1, 1, "A", 3, 16, 12, 5.33, 4.0, 5, 6, 4, 2.0, 1.33),
        CornerStanding(2, 2, "B", 3, 12, 16, 4.0, 5.33, 2, 4, 6, 1.33, 2.0),
        CornerStanding(3, 3, "C", 0, 0, 0, 0.0, 0.0, 0, 0, 0, 0.0, 0.0),
    ]


@pytest.mark.parametrize("unknown", [(None, None), (2, None), (None, 2)])
def test_the_first_half_of_corners_is_unknown_where_one_fixture_s_is(
    unknown: tuple[int | None, int | None],
) -> None:
    (row,) = corner_table({1: [figures(7, 3, 4, 1), figures(5, 5, *unknown)]}, facts(1))
    assert (row.total_for, row.half_total_for, row.half_average_for) == (12, None, None)


def test_corner_ties_stand_by_difference_then_corners_taken() -> None:
    corners = {1: (5, 4), 2: (9, 2), 3: (8, 7), 4: (8, 7)}
    sides = {team: [figures(*of_team, 0, 0)] for team, of_team in corners.items()}
    names = SeasonFacts({1: "A", 2: "B", 3: "D", 4: "C"}, DEFAULT)
    assert "".join(row.team_name for row in corner_table(sides, names)) == "BCDA"


def test_most_cards_stand_first_and_booking_points_weigh_them() -> None:
    sides = {2: [figures(2, 1, 0, 0)], 3: [figures(1, 2, 1, 0)], 1: [figures(3, 0, 0, 2)]}
    assert card_table(sides, facts(3)) == [
        CardStanding(1, 1, "A", 1, 3, 2, 3.0, 2.0, 3, 0, 0, 2, 30),
        CardStanding(2, 3, "C", 1, 2, 2, 2.0, 2.0, 1, 2, 1, 0, 35),
        CardStanding(3, 2, "B", 1, 2, 1, 2.0, 1.0, 2, 1, 0, 0, 20),
    ]


def test_teams_of_as_many_cards_stand_by_name_then_id() -> None:
    names = SeasonFacts({4: "a", 3: "C", 2: "b", 1: "b"}, DEFAULT)
    assert [row.team_id for row in card_table({}, names)] == [4, 1, 2, 3]
    assert [row.team_id for row in corner_table({}, names)] == [4, 1, 2, 3]


@pytest.mark.parametrize(
    ("total", "played", "expected"),
    [
        (1, 8, 0.13),
        (3, 8, 0.38),
        (5, 8, 0.63),
        (1, 3, 0.33),
        (2, 3, 0.67),
        (0, 0, 0.0),
        (201, 40, 5.03),
    ],
)
def test_averages_are_rounded_half_up(total: int, played: int, expected: float) -> None:
    assert average(total, played) == expected
