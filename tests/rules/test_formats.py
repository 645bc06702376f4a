"""What of a season's list its table counts: play-offs, guests, two tournaments, and doubts that are said."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

import pytest

from footydata.rules.formats import LeftOut, doubts, left_out
from footydata.rules.regulations import DEFAULT, CompetitionRules, Group, Regular, Split
from footydata.rules.tallies import Result

JULY = int(datetime(2022, 7, 1, tzinfo=UTC).timestamp())
WEEK = 7 * 86_400
NAMES = {team: f"Team {team}" for team in range(1, 40)}


def season(*pairs: tuple[int, int], start: int = JULY) -> list[Result]:
    """Fixtures of these pairs, a week apart; ids from 1."""
    return [
        Result(home, away, 0, 0, number, kickoff_ts=start + number * WEEK)
        for number, (home, away) in enumerate(pairs, start=1)
    ]


def round_robin(teams: int, meetings: int) -> list[tuple[int, int]]:
    """Every pair at both venues, again and again."""
    return list(permutations(range(1, teams + 1), 2)) * (meetings // 2)


def rules(**fields: object) -> CompetitionRules:
    return replace(DEFAULT, **fields)  # type: ignore[arg-type]  # fields of the rules


def beyond(
    listed: list[Result], rules: CompetitionRules = DEFAULT, *, meets_once: bool = False
) -> LeftOut:
    return left_out(listed, rules, start_year=2022, meets_once=meets_once)


def test_what_a_pair_plays_beyond_its_meetings_is_a_play_off() -> None:
    listed = season(*round_robin(4, 2), (1, 2), (2, 1))
    assert beyond(listed, rules(regular=Regular(4, 2))).play_offs == {13, 14}


def test_a_league_of_no_known_format_counts_everything() -> None:
    listed = season(*round_robin(4, 2), (1, 2), (2, 1))
    assert beyond(listed).play_offs == set()


def test_what_follows_a_season_in_which_all_have_met_is_a_play_off() -> None:
    listed = season(*round_robin(8, 2), (1, 4), (4, 1), (2, 4))
    assert beyond(listed, meets_once=True) == (frozenset({57, 58, 59}), {})


def test_a_pair_that_stands_twice_while_others_have_yet_to_meet_is_no_play_off() -> None:
    pairs = round_robin(8, 2)
    assert beyond(season(*pairs[:20], pairs[3], *pairs[20:]), meets_once=True) == LeftOut()


def test_a_play_off_is_one_though_another_pair_of_the_league_never_met() -> None:
    pairs = [pair for pair in round_robin(8, 2) if pair != (7, 8)]
    assert beyond(season(*pairs, (1, 4), (4, 1), (2, 4)), meets_once=True).play_offs == {56, 57, 58}


def test_a_third_round_of_the_whole_league_is_no_play_off() -> None:
    listed = season(*round_robin(8, 2), (1, 2), (3, 4), (5, 6), (7, 8))
    assert beyond(listed, meets_once=True) == LeftOut()


@pytest.mark.parametrize("legs", [[(7, 9), (9, 7)], [(9, 7)], [(7, 9)]], ids=str)
def test_a_club_of_another_division_in_a_relegation_play_off_is_a_guest(
    legs: list[tuple[int, int]],
) -> None:
    out = beyond(season(*round_robin(8, 2), *legs), meets_once=True)
    assert out.play_offs == set(range(57, 57 + len(legs)))


def test_a_club_that_was_expelled_early_is_no_guest() -> None:
    assert beyond(season((1, 9), (9, 2), *round_robin(8, 2)), meets_once=True) == LeftOut()


def test_a_season_that_has_only_begun_has_neither_guests_nor_play_offs() -> None:
    assert beyond(season((1, 2), (3, 4), (1, 3)), meets_once=True) == LeftOut()


def test_a_guest_of_a_relegation_play_off_is_no_team_of_the_table() -> None:
    listed = season(*round_robin(6, 2), (6, 7), (7, 6))
    out = beyond(listed, rules(regular=Regular(6, 2)))
    assert out.play_offs == {31, 32}


def test_a_club_under_a_second_name_in_mid_season_is_no_guest() -> None:
    pairs = round_robin(6, 2)
    place = pairs.index((3, 4))
    pairs[place] = (7, 4)
    out = beyond(season(*pairs), rules(regular=Regular(6, 2)))
    assert out.play_offs == set()


def test_where_each_team_has_so_many_fixtures_the_next_are_play_offs() -> None:
    listed = season((1, 2), (3, 4), (1, 3), (2, 4), (1, 2), (1, 3))
    assert beyond(listed, rules(regular=Regular(fixtures=2))).play_offs == {5, 6}


def test_a_season_of_two_tournaments_keeps_them_apart_and_their_knock_outs_out() -> None:
    autumn = season((1, 2), (1, 3), (2, 3), (1, 2))
    spring = [
        Result(home, away, 0, 0, 10 + number, kickoff_ts=JULY + 30 * WEEK + number)
        for number, (home, away) in enumerate([(2, 1), (3, 1), (3, 2), (2, 1)])
    ]
    out = beyond(
        autumn + spring,
        rules(regular=Regular(meetings=1), tournaments=("Apertura", "Clausura")),
    )
    assert out.tournaments == {
        1: "Apertura",
        2: "Apertura",
        3: "Apertura",
        10: "Clausura",
        11: "Clausura",
        12: "Clausura",
    }
    assert out.play_offs == {4, 13}


def test_a_season_that_fits_its_format_leaves_no_doubt() -> None:
    assert doubts({1: 6, 2: 6, 3: 6, 4: 6}, NAMES, rules(regular=Regular(4, 2)), is_over=True) == ()


def test_more_teams_than_the_competition_has_are_named() -> None:
    (doubt,) = doubts(
        {1: 6, 2: 6, 3: 6, 4: 2, 5: 4}, NAMES, rules(regular=Regular(4, 2)), is_over=False
    )
    assert "5 teams, where the competition has 4" in doubt
    assert "Team 4 2, Team 5 4" in doubt


@pytest.mark.parametrize(("fixtures", "is_doubtful"), [(36, False), (35, True), (41, True)])
def test_unequal_counts_are_said_when_the_season_is_over(fixtures: int, is_doubtful: bool) -> None:
    played = {1: 38, 2: 38, 3: 38, 4: fixtures}
    assert bool(doubts(played, NAMES, DEFAULT, is_over=True)) is is_doubtful


@pytest.mark.parametrize(("fixtures", "is_doubtful"), [(17, False), (10, True)])
def test_half_a_club_is_said_while_the_season_runs(fixtures: int, is_doubtful: bool) -> None:
    played = {1: 20, 2: 20, 3: 20, 4: fixtures}
    assert bool(doubts(played, NAMES, DEFAULT, is_over=False)) is is_doubtful


def test_a_team_with_more_fixtures_than_the_season_has_is_named() -> None:
    twice = rules(legs=2)
    (doubt,) = doubts({1: 6, 2: 7, 3: 7, 4: 6}, NAMES, twice, is_over=True)
    assert doubt.startswith("more fixtures than the 6 of the season (Team 2 7, Team 3 7)")
    assert doubts({1: 6, 2: 6, 3: 6, 4: 6}, NAMES, twice, is_over=True) == ()


def test_a_season_that_should_have_divided_says_so() -> None:
    split = rules(split=Split(2, (Group("Top", 2, 2), Group("Bottom", 2, 2))))
    assert "divided into groups" in doubts({1: 6, 2: 6, 3: 6, 4: 6}, NAMES, split, is_over=True)[0]
    assert doubts({1: 8, 2: 8, 3: 8, 4: 8}, NAMES, split, is_over=True) == ()


def test_what_results_can_t_tell_is_always_said() -> None:
    assert doubts({1: 2, 2: 2, 3: 2}, NAMES, rules(doubt="a bubble"), is_over=False) == (
        "a bubble",
    )
