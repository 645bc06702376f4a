"""Who stands ahead of whom on equal points, competition by competition.

Points given by decision level the teams where the results alone don't.
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.rules.regulations import CompetitionRules, rules_of
from footydata.rules.standings import points_table
from footydata.rules.tallies import Result
from tests.rules.results import facts, played, seasons, shuffled


def order(results: list[Result], teams: int, rules: CompetitionRules, **fields: object) -> str:
    return "".join(row.team_name for row in points_table(results, facts(teams, rules, **fields)))


AHEAD_BY_MEETINGS = ("1-2 0:1", "2-1 1:1", "1-3 4:0", "3-1 0:3", "2-3 1:0", "3-2 1:0")
"""A and B have seven points, A the better goal difference; B took four points of the meetings with A."""


@pytest.mark.parametrize(
    ("key", "year", "expected"),
    [
        ("premier-league", 2023, "ABC"),
        ("efl", 2023, "ABC"),
        ("bundesliga", 2023, "ABC"),
        ("ligue-1", 2023, "ABC"),
        ("eredivisie", 2023, "ABC"),
        ("scotland", 2023, "ABC"),
        ("mls", 2023, "ABC"),
        ("brasileirao", 2023, "ABC"),
        ("uefa-league-phase", 2024, "ABC"),
        ("la-liga", 2023, "BAC"),
        ("serie-a", 2023, "BAC"),
        ("serie-a", 2000, "ABC"),
        ("primeira-liga", 2023, "BAC"),
        ("super-lig", 2019, "BAC"),
        ("uefa", 2018, "BAC"),
    ],
)
def test_goal_difference_or_the_meetings_come_first(key: str, year: int, expected: str) -> None:
    assert order(played(*AHEAD_BY_MEETINGS), 3, rules_of(key, year)) == expected


def test_the_meetings_don_t_count_before_all_of_them_are_played() -> None:
    first_leg = played("1-2 0:1", "1-3 5:0")
    assert order(first_leg, 3, rules_of("la-liga", 2023)) == "ABC"


def test_the_meetings_count_once_all_of_them_are_played() -> None:
    both_legs = played("1-2 0:1", "1-3 5:0", "2-1 0:0")
    assert order(both_legs, 3, rules_of("la-liga", 2023)) == "BAC"


THREE_LEVEL = ("1-2 0:1", "2-1 0:0", "1-3 5:0", "3-1 1:0", "2-3 0:1", "3-2 1:0")
"""In the mini-league of three C has nine points, A and B four each, A the better difference; B beat A."""


def test_a_mini_league_is_recomputed_for_those_still_level() -> None:
    given_points = {1: 5, 2: 5}
    assert (
        order(played(*THREE_LEVEL), 3, rules_of("la-liga", 2023), adjustments=given_points) == "CBA"
    )


def test_goals_decide_where_the_differences_are_level() -> None:
    assert order(played("1-3 1:0", "2-3 3:2"), 3, rules_of("premier-league", 2023)) == "BAC"


WINS_AGAINST_DRAWS = ("1-3 1:0", "3-1 5:0", "2-3 0:0", "2-4 0:0", "4-2 1:1")
"""A: a win and a heavy defeat; B: three draws; three points each."""


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("brasileirao", "AB"),
        ("mls", "AB"),
        ("belgium", "AB"),
        ("bundesliga", "BA"),
        ("premier-league", "BA"),
    ],
)
def test_wins_come_ahead_of_goal_difference_where_the_rules_say_so(key: str, expected: str) -> None:
    found = order(played(*WINS_AGAINST_DRAWS), 4, rules_of(key, 2023))
    assert "".join(team for team in found if team in "AB") == expected


LEVEL_BUT_FOR_MEETINGS = ("1-2 0:1", "2-1 1:1", "1-3 1:0", "3-2 1:0")
"""A and B are level on points, wins, difference and goals; B took four points of their meetings."""


def test_the_meetings_of_two_teams_count_in_brazil() -> None:
    assert order(played(*LEVEL_BUT_FOR_MEETINGS), 3, rules_of("brasileirao", 2023)) == "BAC"


THREE_LEVEL_BUT_FOR_MEETINGS = (
    *("1-2 0:0", "2-1 0:0", "3-1 1:0", "1-3 0:0", "3-2 1:0", "2-3 0:0"),
    *("1-4 1:0", "4-1 0:1", "2-4 1:0", "4-2 0:1", "3-4 0:1", "4-3 0:0"),
)
"""A, B and C are level on points, wins, difference and goals; C took the most points of their six meetings."""


def test_the_meetings_of_three_teams_don_t_count_in_brazil() -> None:
    assert order(played(*THREE_LEVEL_BUT_FOR_MEETINGS), 4, rules_of("brasileirao", 2023)) == "ABCD"


def test_the_meetings_of_three_teams_count_in_spain() -> None:
    assert order(played(*THREE_LEVEL_BUT_FOR_MEETINGS), 4, rules_of("la-liga", 2023)) == "CABD"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param({1: (3, 1), 2: (9, 0)}, "BA", id="fewer reds"),
        pytest.param({1: (3, 0), 2: (2, 0)}, "BA", id="then fewer yellows"),
        pytest.param(None, "AB", id="unknown: by name"),
    ],
)
def test_cards_decide_last_in_brazil(
    cards: dict[int, tuple[int, int]] | None, expected: str
) -> None:
    assert order(played("1-2 0:0"), 2, rules_of("brasileirao", 2023), cards=cards) == expected


ENGLISH_LEVEL = ("1-2 0:1", "2-1 0:0", "1-3 1:0", "3-2 1:0")


def test_the_meetings_decide_the_english_title() -> None:
    assert order(played(*ENGLISH_LEVEL), 3, rules_of("premier-league", 2023)) == "BAC"


PLACES_THAT_DECIDE = [(place, "BA") for place in (1, 4, 5, 6, 7, 17)]
OTHER_PLACES = [(place, "AB") for place in (2, 3, 8, 16, 18)]


@pytest.mark.parametrize(("place", "expected"), PLACES_THAT_DECIDE + OTHER_PLACES)
def test_the_meetings_decide_in_england_where_title_europe_or_relegation_hangs_on_it(
    place: int, expected: str
) -> None:
    ahead = {team: 9 + team for team in range(4, 3 + place)}
    found = order(played(*ENGLISH_LEVEL), 22, rules_of("premier-league", 2023), adjustments=ahead)
    assert found[place - 1 : place + 1] == expected


def test_a_place_hangs_on_two_teams_though_three_had_the_same_points() -> None:
    # D, ahead by its goals, is the 16th; relegation lies between A and B, the 17th and 18th.
    ahead = {4: 1, **{team: 9 + team for team in range(5, 20)}}
    results = played(*ENGLISH_LEVEL, "4-5 9:0")
    assert order(results, 20, rules_of("premier-league", 2023), adjustments=ahead)[15:18] == "DBA"


def test_the_meetings_decided_nothing_in_england_before_2019() -> None:
    assert order(played(*ENGLISH_LEVEL), 3, rules_of("premier-league", 2000)) == "ABC"


def test_away_goals_come_after_goals_in_the_league_phase() -> None:
    assert order(played("1-3 2:1", "4-2 1:2"), 4, rules_of("uefa-league-phase", 2024))[:2] == "BA"


@pytest.mark.parametrize(
    "won", [("1-3 1:0", "2-4 1:0"), ("3-1 0:1", "4-2 0:1")], ids=["at home", "away"]
)
def test_the_opponents_points_decide_late_in_the_league_phase(won: tuple[str, str]) -> None:
    # A and B both won 1:0; D, whom B beat, has won its other fixture, C has none.
    found = order(played(*won, "4-5 1:0"), 5, rules_of("uefa-league-phase", 2024))
    assert found[:3] == "BAD"


@pytest.mark.parametrize(("year", "expected"), [(1970, "AB"), (1980, "BA")])
def test_goal_average_decided_in_england_to_1975(year: int, expected: str) -> None:
    # A has 2:1 goals, B 7:4: the better average against the better difference.
    found = order(played("1-3 2:0", "3-1 1:0", "2-3 6:2", "3-2 2:1"), 3, rules_of("efl", year))
    assert "".join(team for team in found if team in "AB") == expected


def test_goals_against_none_were_the_best_goal_average() -> None:
    assert order(played("1-3 9:1", "2-3 1:0"), 3, rules_of("efl", 1970)) == "BAC"


@pytest.mark.parametrize(
    ("results", "cards"),
    [
        pytest.param(
            ["1-2 0:0"], {1: (2, 1), 2: (4, 0)}, id="a red card counts more than two yellow ones"
        ),
        pytest.param(["1-2 0:0"], {1: (4, 0), 2: (0, 1)}, id="and less than four"),
        pytest.param(["1-3 2:0", "3-1 2:0", "2-3 1:2", "3-2 0:1"], None, id="away goal difference"),
        pytest.param(["1-3 2:1", "3-1 0:0", "2-3 1:0", "3-2 1:1"], None, id="away goals"),
    ],
)
def test_cards_then_away_figures_decide_late_in_north_america(
    results: list[str], cards: dict[int, tuple[int, int]] | None
) -> None:
    found = order(played(*results), 3, rules_of("mls", 2023), cards=cards and {3: (0, 0), **cards})
    assert "".join(team for team in found if team in "AB") == "BA"


def test_goals_came_ahead_of_goal_difference_in_the_football_league_of_the_nineties() -> None:
    results = played("1-3 2:0", "2-3 3:2")
    assert order(results, 3, rules_of("efl", 1995)) == "BAC"
    assert order(results, 3, rules_of("efl", 2005)) == "ABC"


@given(
    season=seasons(least=3, most=6),
    seed=st.integers(0, 2**16),
    key=st.sampled_from(["la-liga", "uefa", "ligue-1"]),
)
def test_head_to_head_never_depends_on_the_order_of_the_rows(
    season: tuple[int, list[Result]], seed: int, key: str
) -> None:
    teams, results = season
    rules = rules_of(key, 2018)
    assert order(results, teams, rules) == order(shuffled(results, seed), teams, rules)


@given(season=seasons(least=3, most=6))
def test_whoever_takes_more_points_of_all_meetings_of_two_level_teams_is_ahead(
    season: tuple[int, list[Result]],
) -> None:
    teams, results = season
    rows = points_table(results, facts(teams, rules_of("la-liga", 2023)))
    for one, other in pairwise(rows):
        alone = [row for row in rows if row.points == one.points] == [one, other]
        meetings = [r for r in results if {r.home_id, r.away_id} == {one.team_id, other.team_id}]
        if alone and len(meetings) == 2:
            mini = points_table(meetings, facts(teams))
            won = {row.team_id: row.points for row in mini}
            assert won[one.team_id] >= won[other.team_id]
