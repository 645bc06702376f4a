"""Brackets: the order of the tree, placeholders, and who played the next round in the World Cups of the shared data."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from footydata.football.records import Placeholder
from footydata.football.terms import Status
from footydata.rules.brackets import BracketColumn, bracket_of
from footydata.rules.ties import CupFixture
from tests.rules.cup_files import json_cup, team_id

YEARS = (1950, 1954, 1974, 1982, 1994, 2006, 2010, 2014, 2018, 2022, 2026)


def _world_cup(real_data: Path, year: int) -> list[CupFixture]:
    return json_cup(real_data / f"openfootball/worldcup.json/{year}/worldcup.json")


@pytest.mark.parametrize("year", YEARS)
def test_who_went_through_a_world_cup_tie_plays_the_next_round(real_data: Path, year: int) -> None:
    columns = [
        column
        for column in bracket_of(_world_cup(real_data, year), None)
        if not column.is_third_place and column.stage.group is None
    ]

    assert [
        pairing.doubt for column in columns for pairing in column.pairings if pairing.doubt
    ] == []
    for before, after in pairwise(columns):
        playing = {
            team for pairing in after.pairings for team in (pairing.one.team, pairing.other.team)
        }
        assert {pairing.through for pairing in before.pairings} == playing
    # 1950 had a final group instead of a final.
    assert [len(column.pairings) for column in columns[-1:]] == ([] if year == 1950 else [1])


def test_two_play_offs_of_groups_in_1954_gave_the_second_places(real_data: Path) -> None:
    columns = bracket_of(_world_cup(real_data, 1954), None)

    winners = [column.pairings[0].through for column in columns if column.stage.group is not None]

    assert winners == [team_id("West Germany"), team_id("Switzerland")]


def _feeders(columns: list[BracketColumn]) -> dict[int | None, set[int | None]]:
    """Number of a match → the numbers of those from which its sides come, by the place in the tree."""
    tree = [column for column in columns if not column.is_third_place]
    return {
        pairing.number: {each.number for each in before.pairings[2 * place : 2 * place + 2]}
        for before, after in pairwise(tree)
        for place, pairing in enumerate(after.pairings)
    }


LAST_TWO = {"Match for third place": 103, "Final": 104}
"""The numbers of the matches that the first file of 2026 does not number."""


def test_each_pairing_of_2026_after_the_first_follows_from_the_placeholders(
    real_data: Path,
) -> None:
    folder = real_data / "openfootball/worldcup.json"
    first = json.loads((folder / "2026_versions/01_2026-03-20.json").read_text("utf-8"))["matches"]
    of_matches = {
        match.get("num", LAST_TWO.get(match["round"])): (match["team1"], match["team2"])
        for match in first
        if match["team1"][0] in "WL"
    }
    fixtures = [
        each._replace(home_from=of_matches[each.number][0], away_from=of_matches[each.number][1])
        if each.number in of_matches
        else each
        for each in _world_cup(real_data, 2026)
    ]

    columns = bracket_of(fixtures, None)

    checked = [pairing for column in columns for pairing in column.pairings if pairing.one.code]
    assert len(checked) == 16
    assert [pairing.doubt for pairing in checked if pairing.doubt] == []
    assert _feeders(columns) == {
        number: {int(one[1:]), int(other[1:])}
        for number, (one, other) in of_matches.items()
        if one[0] == "W"
    }


def test_the_tree_of_2026_is_read_backwards_without_placeholders(real_data: Path) -> None:
    feeders = _feeders(bracket_of(_world_cup(real_data, 2026), None))

    assert (feeders[104], feeders[101], feeders[97], feeders[90]) == (
        {101, 102},
        {97, 98},
        {89, 90},
        {73, 75},
    )


def _semi(number: int, home: int, away: int, goals: tuple[int, int] | None = (1, 0)) -> CupFixture:
    status = Status.FINISHED if goals else Status.SCHEDULED
    return CupFixture(
        number, number, "Semi-finals", home, away, goals, status=status, number=number
    )


def _coming(kickoff_ts: int, stage: str, number: int | None, home: str, away: str) -> Placeholder:
    return Placeholder(1, 1, 1, 1, kickoff_ts, 1, None, stage, number, home, away)


def test_placeholders_are_filled_as_results_come() -> None:
    coming = [
        _coming(90, "Final", 3, "W1", "W2"),
        _coming(80, "Third place", 4, "L1", "L2"),
    ]

    columns = bracket_of([_semi(1, 11, 12), _semi(2, 13, 14, None)], None, coming=coming)

    final, third = columns[2].pairings[0], columns[1].pairings[0]
    assert (final.one.team, final.other.team, final.other.code) == (11, None, "W2")
    assert (third.one.team, third.other.team, third.other.code) == (12, None, "L2")


def test_a_placeholder_without_a_number_is_left_out_once_its_round_is_full() -> None:
    final = CupFixture(3, 90, "Final", 11, 13, (1, 0))

    columns = bracket_of(
        [_semi(1, 11, 12), _semi(2, 13, 14), final],
        None,
        coming=[_coming(90, "Final", None, "W1", "W2")],
    )

    assert [len(column.pairings) for column in columns] == [2, 1]


def test_places_of_groups_are_asked_for() -> None:
    coming = [_coming(90, "Round of 16", 49, "1A", "3C/D/E")]

    (column,) = bracket_of(
        [], None, coming=coming, group_place=lambda code, against: {"1A": 7}.get(code)
    )

    assert [(each.one.team, each.other) for each in column.pairings] == [(7, (None, "3C/D/E"))]


def test_a_number_that_two_ties_have_tells_nobody() -> None:
    coming = [_coming(90, "Final", 3, "W1", "W2")]

    columns = bracket_of([_semi(1, 11, 12), _semi(1, 13, 14)], None, coming=coming)

    final = columns[1].pairings[0]
    assert (final.one.team, final.other.team) == (None, None)
    assert final.doubt == "2 ties are match 1; there is no match 2"


@pytest.mark.parametrize(
    ("one", "other", "doubt"),
    [
        ("W9", "W2", "there is no match 9"),
        ("W3", "W2", "match 3 is not of an earlier round"),
        ("W1", "W1", "the winner of match 1 has two places; the winner of match 1 has two places"),
    ],
)
def test_placeholders_that_lead_nowhere_are_in_doubt(one: str, other: str, doubt: str) -> None:
    coming = [_coming(90, "Final", 3, one, other)]

    columns = bracket_of([_semi(1, 11, 12), _semi(2, 13, 14)], None, coming=coming)

    assert columns[1].pairings[0].doubt == doubt


def test_a_placeholder_that_another_team_played_for_is_in_doubt() -> None:
    final = CupFixture(3, 90, "Final", 11, 14, (1, 0), number=3, home_from="W1", away_from="W2")
    semi_finals = [_semi(1, 11, 12), _semi(2, 13, 14, (1, 1))]

    columns = bracket_of([*semi_finals, final._replace(home_from="L1")], None)

    assert columns[1].pairings[0].doubt == "the loser of match 1 is another team"
    assert columns[0].pairings[1].played_on == 14


def test_a_loser_by_the_score_that_plays_on_is_in_doubt() -> None:
    final = CupFixture(3, 90, "Final", 12, 13, (1, 0))

    columns = bracket_of([_semi(1, 11, 12), _semi(2, 13, 14), final], None)

    semi_final = next(each for each in columns[0].pairings if each.number == 1)
    assert (semi_final.through, semi_final.played_on) == (None, 12)
    assert semi_final.doubt == "by score one side is through, and the other plays the next round"
