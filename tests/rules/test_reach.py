"""The best and worst final position, by points alone."""

from hypothesis import given
from hypothesis import strategies as st

from footydata.football.rows import PointsStanding
from footydata.rules.regulations import DEFAULT, rules_of
from footydata.rules.standings import points_table, reachable, remaining_fixtures
from footydata.rules.tallies import Result
from tests.rules.results import facts, played, seasons


def row(position: int, points: int, played: int = 10, group: str | None = None) -> PointsStanding:
    name = chr(64 + position)
    return PointsStanding(position, position, name, played, 0, 0, 0, 0, 0, 0, points, 0, "", group)


def reach(rows: list[PointsStanding], remaining: dict[int, int]) -> list[tuple[int, int]]:
    return [(found.best, found.worst) for found in reachable(rows, remaining)]


def test_a_lead_beyond_what_is_left_is_the_title() -> None:
    assert reach([row(1, 30), row(2, 26), row(3, 25)], {1: 1, 2: 1, 3: 1}) == [
        (1, 1),
        (2, 3),
        (2, 3),
    ]


def test_level_points_leave_both_positions_open() -> None:
    assert reach([row(1, 30), row(2, 27)], {1: 1, 2: 1}) == [(1, 2), (1, 2)]


def test_nothing_left_is_the_table_as_it_is() -> None:
    assert reach([row(1, 30), row(2, 30), row(3, 2)], {}) == [(1, 1), (2, 2), (3, 3)]


def test_who_has_no_fixture_left_gets_no_more_points() -> None:
    ahead, behind = reachable([row(1, 30), row(2, 28)], {1: 1})
    assert (ahead.remaining, ahead.best, ahead.worst) == (1, 1, 1)
    assert (behind.remaining, behind.best, behind.worst) == (0, 2, 2)


def test_a_better_goal_difference_may_be_lost_in_the_fixture_that_is_left() -> None:
    assert reach([row(1, 30), row(2, 30)], {1: 1}) == [(1, 2), (1, 2)]


def test_a_team_can_t_leave_its_group() -> None:
    rows = [
        row(1, 30, group="Top"),
        row(2, 20, group="Top"),
        row(3, 29, group="Bottom"),
        row(4, 1, group="Bottom"),
    ]
    assert reach(rows, dict.fromkeys((1, 2, 3, 4), 5)) == [(1, 2), (1, 2), (3, 3), (4, 4)]


def test_two_points_for_a_win_reach_less_far() -> None:
    rows = [row(1, 30), row(2, 27)]
    assert [(found.best, found.worst) for found in reachable(rows, {1: 1, 2: 1}, win=2)] == [
        (1, 1),
        (2, 2),
    ]


@given(season=seasons(least=3, most=5))
def test_the_final_position_was_in_reach_all_season(season: tuple[int, list[Result]]) -> None:
    teams, results = season
    season = facts(teams, rules_of("bundesliga", 2023))
    final = {found.team_id: found.position for found in points_table(results, season)}
    half = results[: len(results) // 2]
    rest = {
        team: sum(team in result[:2] for result in results[len(half) :]) for team in season.names
    }
    for found in reachable(points_table(half, season), rest):
        assert found.best <= final[found.team_id] <= found.worst


@given(season=seasons(), extra=st.integers(0, 3))
def test_more_fixtures_never_narrow_the_reach(season: tuple[int, list[Result]], extra: int) -> None:
    teams, results = season
    rows = points_table(results, facts(teams))
    less = reachable(rows, dict.fromkeys(range(1, teams + 1), 1))
    more = reachable(rows, dict.fromkeys(range(1, teams + 1), 1 + extra))
    assert all(b.best <= a.best and b.worst >= a.worst for a, b in zip(less, more, strict=True))


def test_the_format_tells_how_many_fixtures_are_left() -> None:
    rows = points_table(played("1-2 1:0", "3-1 0:0"), facts(3, rules_of("la-liga", 2023)))
    assert remaining_fixtures(rows, rules_of("la-liga", 2023), {}) == {1: 2, 3: 3, 2: 3}


def test_a_longer_list_of_fixtures_is_believed() -> None:
    rows = [row(1, 3, played=1), row(2, 0, played=1)]
    assert remaining_fixtures(rows, DEFAULT, {1: 4}) == {1: 4, 2: 0}


def test_a_season_that_is_closed_has_none_left() -> None:
    rows = [row(1, 3, played=1), row(2, 0, played=1)]
    assert remaining_fixtures(rows, rules_of("la-liga", 2019), {1: 1}, over=True) == {}


def test_a_scottish_team_plays_38_fixtures() -> None:
    rows = [row(place, 40, played=30) for place in range(1, 13)]
    assert remaining_fixtures(rows, rules_of("scotland", 2022), {})[1] == 8


def test_a_team_of_the_lower_scottish_divisions_plays_36_fixtures() -> None:
    rows = [row(place, 40, played=30) for place in range(1, 11)]
    assert remaining_fixtures(rows, rules_of("scotland", 2022), {})[1] == 6


def test_a_belgian_team_has_the_regular_season_before_points_are_halved_and_its_group_after() -> (
    None
):
    rules = rules_of("belgium", 2024)
    before = [row(place, 40, played=28) for place in range(1, 17)]
    names = ["Champions' play-offs"] * 6 + ["Europe play-offs"] * 6 + ["Relegation play-offs"] * 4
    after = [row(place, 40, played=32, group=name) for place, name in enumerate(names, start=1)]
    assert remaining_fixtures(before, rules, {})[1] == 2
    assert [remaining_fixtures(after, rules, {})[team] for team in (1, 7, 16)] == [8, 8, 4]
