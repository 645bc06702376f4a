"""What was known before a fixture, from a database."""

import pytest

from footydata.football.errors import FixtureNotFound
from footydata.football.terms import DAY
from footydata.store.read.preview import Form, Preview, preview
from tests.store.read.league import FIRST_DAY, LATER, Make, SmallLeague


@pytest.fixture
def league(make: Make) -> SmallLeague:
    """A and B have met twice; the third meeting is the fixture 6 of round 6."""
    league = make(teams=4)
    league.fixture(
        "1-2 2:1",
        round=1,
        home_corners=7,
        away_corners=3,
        home_yellow=2,
        away_yellow=1,
        home_red=0,
        away_red=1,
    )
    league.fixture("3-4 0:0", round=1, home_corners=4, away_corners=6)
    league.fixture("1-3 0:1", round=2, home_corners=9, away_corners=1)
    league.fixture("2-4 3:3", round=3)
    league.fixture("2-1 1:0", round=4, home_corners=2, away_corners=8)
    league.fixture("1-2", round=6, referee="J. Gillett")
    return league


COUNTED = {
    "referee": "J. Gillett",
    "home_yellow": 9,
    "away_yellow": 9,
    "home_red": 0,
    "away_red": 0,
}


def results_in(found: Preview) -> tuple[object, ...]:
    """What results change in a preview."""
    return found.meetings, found.forms, found.profiles, found.referee, found.places


def of(league: SmallLeague, fixture_id: int = 6, **asked: object) -> Preview:
    return preview(league.connection, fixture_id, now=LATER, **asked)  # type: ignore[arg-type]  # the tests name the arguments


def form(found: Preview, side: str, venue: str) -> Form:
    (row,) = [row for row in found.forms if (row.side, row.venue) == (side, venue)]
    return row


def test_the_last_meetings_are_at_both_venues_the_newest_first(league: SmallLeague) -> None:
    assert [row.id for row in of(league).meetings] == [5, 1]
    assert [row.id for row in of(league, last=1).meetings] == [5]


def test_a_form_has_the_newest_letter_last(league: SmallLeague) -> None:
    found = of(league)
    assert [form(found, "home", venue).letters for venue in ("all", "home", "away")] == [
        "WLL",
        "WL",
        "L",
    ]
    assert [form(found, "away", venue).letters for venue in ("all", "home", "away")] == [
        "LDW",
        "DW",
        "L",
    ]


def test_averages_of_a_form_are_over_the_fixtures_with_the_figure(league: SmallLeague) -> None:
    row = form(of(league), "home", "all")
    assert (row.corners_for, row.corners_against) == (8.0, 2.0)
    assert (row.cards_for, row.cards_against) == (2.0, 2.0)
    assert form(of(league), "away", "away").corners_for == 3.0


def test_a_profile_stands_beside_the_league_at_the_same_venue(league: SmallLeague) -> None:
    rows = {(row.figure, row.side, row.venue): row for row in of(league).profiles}
    home, away = rows["corners", "home", "home"], rows["corners", "away", "away"]
    assert (home.own, home.opponents, home.league_own, home.league_opponents) == (
        8.0,
        2.0,
        5.5,
        4.5,
    )
    assert (away.own, away.opponents, away.league_own, away.league_opponents) == (
        3.0,
        7.0,
        4.5,
        5.5,
    )
    assert (rows["corners", "home", "all"].league_both, away.league_fixtures) == (10.0, 4)


def test_the_places_are_those_before_the_kickoff(league: SmallLeague) -> None:
    assert [(row.team_name, row.position, row.points) for row in of(league).places] == [
        ("A", 3, 3),
        ("B", 2, 4),
    ]


def test_the_places_of_a_group_are_those_in_its_table(make: Make) -> None:
    league = make(teams=4, has_standings=0)
    league.fixture("1-2 2:1", round=1, stage="Group A")
    league.fixture("3-4 0:3", round=1, stage="Group B")
    league.fixture("2-1", round=2, stage="Group A")
    league.fixture("1-4", round=3, stage="Final")
    assert [(row.team_name, row.position) for row in of(league, 3).places] == [("B", 2), ("A", 1)]
    assert of(league, 4).places == []
    assert "Final is a knock-out round and has no table" in of(league, 4).reasons["places"]


def test_a_side_without_a_result_has_no_place(make: Make) -> None:
    league = make(teams=4)
    league.fixture("1-2 2:1", round=1)
    league.fixture("3-4 0:0", kickoff_ts=FIRST_DAY + 3600)
    league.fixture("2-3 1:0", kickoff_ts=FIRST_DAY + 4 * 3600 - 1)
    opening, beside, later = of(league, 1), of(league, 2), of(league, 3)
    assert (opening.places, opening.reasons["places"]) == (
        [],
        "no result of A and B in the table of the season yet, so no place",
    )
    assert (
        beside.reasons["places"]
        == "no result of C and D in the table of the season yet, so no place"
    )
    assert [(row.team_name, row.position) for row in later.places] == [("B", 4)]
    assert later.reasons["places"] == "no result of C in the table of the season yet, so no place"


def test_a_past_fixture_shows_nothing_of_itself_or_later(league: SmallLeague) -> None:
    found = of(league, 3)
    assert [row.id for row in found.meetings] == []
    assert found.reasons["meetings"] == "no finished fixture of A and C before it is stored"
    assert [row.played for row in found.places] == [1, 1]
    assert form(found, "home", "all").letters == "W"


def test_a_decision_of_a_later_day_is_not_known_before(league: SmallLeague) -> None:
    league.taken(1, 3, day="2025-08-20")
    assert [row.points for row in of(league, 3).places] == [3, 1]
    assert [row.points for row in of(league).places] == [0, 4]


def test_a_fixture_that_is_not_over_at_the_kickoff_is_not_known(league: SmallLeague) -> None:
    kickoff = FIRST_DAY + 35 * DAY
    known = results_in(of(league, 6))
    league.fixture("1-2 2:0", kickoff_ts=kickoff - 2 * 3600, **COUNTED)
    assert results_in(of(league, 6)) == known
    league.fixture("1-2 2:0", kickoff_ts=kickoff - 3 * 3600, **COUNTED)
    assert all(now != before for now, before in zip(results_in(of(league, 6)), known, strict=True))


def test_a_day_without_times_is_known_from_the_next_one_on(league: SmallLeague) -> None:
    midnight = FIRST_DAY - FIRST_DAY % DAY + 35 * DAY
    known = results_in(of(league, 6))
    league.fixture("1-2 2:0", kickoff_ts=midnight, time_known=0, **COUNTED)
    assert results_in(of(league, 6)) == known
    league.fixture("1-2 2:0", kickoff_ts=midnight - DAY, time_known=0, **COUNTED)
    assert all(now != before for now, before in zip(results_in(of(league, 6)), known, strict=True))


def test_now_it_is_enough_that_a_fixture_is_finished(league: SmallLeague) -> None:
    kickoff = FIRST_DAY + 35 * DAY
    league.fixture("1-2 2:0", kickoff_ts=kickoff - 2 * 3600)
    before = preview(league.connection, 6, now=kickoff - 300)
    assert ([row.id for row in before.meetings], before.known_until) == ([7, 5, 1], kickoff - 300)
    assert of(league, 6).known_until == kickoff


def test_a_referee_is_compared_with_his_league(league: SmallLeague) -> None:
    assert of(league).referee == []
    assert of(league).reasons["referee"] == "none of the fixtures of J. Gillett before it is stored"
    league.fixture(
        "3-4 2:0",
        round=5,
        referee="J. Gillett",
        home_yellow=5,
        away_yellow=3,
        home_red=0,
        away_red=0,
    )
    (cards,) = [row for row in of(league).referee if row.figure == "cards"]
    assert (cards.fixtures, cards.both, cards.league_both, cards.league_fixtures) == (
        1,
        8.0,
        6.0,
        2,
    )


def test_a_fixture_that_is_not_there_is_an_error(league: SmallLeague) -> None:
    with pytest.raises(FixtureNotFound, match="no fixture has the id 99"):
        of(league, 99)
