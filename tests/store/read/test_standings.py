"""League tables from a database: which fixtures count, as of when, and when there is no table."""

from itertools import permutations
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.errors import LeagueNotFound, SeasonNotFound, StandingsNotAvailable
from footydata.football.rows import CardStanding, CornerStanding, PointsStanding, Table
from footydata.football.terms import DAY, EventType, TableType
from footydata.store.read.seasons.season import TableLimits
from tests.conftest import NOW
from tests.season_table import standings
from tests.store.read.league import FIRST_DAY, LATER, LEAGUE, SEASON, Make, SmallLeague


def table(league: SmallLeague, **asked: object) -> Table:
    of = {name: asked.pop(name) for name in ("league_id", "season_id", "now") if name in asked}
    limits = TableLimits(**asked)  # type: ignore[arg-type]  # the tests name the arguments
    return standings(league.connection, limits, **{"league_id": LEAGUE, "now": LATER, **of})  # type: ignore[arg-type]  # as above


def points(league: SmallLeague, **asked: object) -> dict[str, int]:
    return {
        row.team_name: row.points
        for row in table(league, **asked).rows
        if isinstance(row, PointsStanding)
    }


def test_a_table_names_its_league_season_and_round(make: Make) -> None:
    league = make()
    league.played("1-2 1:0", "3-4 2:2")
    found = table(league)
    assert (found.league, found.season, found.season_id, found.round) == (
        "Test League",
        "25/26",
        SEASON,
        2,
    )
    assert (found.type, found.venue, found.half, found.adjustments) == (
        TableType.TOTAL,
        "all",
        "full",
        (),
    )
    assert [row.position for row in found.rows] == [1, 2, 3, 4]


def test_the_round_is_unknown_where_rounds_are(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0")
    assert table(league).round is None


@pytest.mark.parametrize("state", ["postponed", "cancelled", "abandoned"])
def test_a_fixture_that_was_called_off_counts_nowhere(make: Make, state: str) -> None:
    league = make()
    league.fixture("1-2 1:0", state_detail=state)
    assert points(league) == {"A": 0, "B": 0, "C": 0, "D": 0}


def test_an_awarded_result_counts(make: Make) -> None:
    league = make()
    league.fixture("1-2 3:0", state_detail="awarded")
    assert points(league)["A"] == 3


def test_a_live_fixture_does_not_count(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0", status="live")
    assert points(league, now=FIRST_DAY + 3600)["A"] == 0


def test_a_play_off_counts_in_no_table_and_makes_no_member(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 1:0")
    league.team(9, "Second Division")
    league.fixture("1-9 0:5", in_table=0)
    assert points(league) == {"A": 3, "B": 0}


PLAY_OFFS = ("1-4 9:0", "4-1 0:9", "2-4 9:0")


@pytest.mark.parametrize("rules", ["efl", None], ids=["rules", "meetings of the register"])
@pytest.mark.parametrize("type", list(TableType))
def test_a_play_off_that_no_source_marks_is_in_no_table(
    make: Make, rules: str | None, type: TableType
) -> None:
    league = make(teams=8, rules=rules)
    league.connection.execute("update league set name = 'Championship'")
    figures = {
        "home_corners": 7,
        "away_corners": 3,
        "home_yellow": 1,
        "away_yellow": 2,
        "home_red": 0,
        "away_red": 1,
    }
    for home, away in permutations(range(1, 9), 2):
        league.fixture(f"{home}-{away} 1:0", **figures)
    before = table(league, type=type, now=LATER * 2)
    for play_off in PLAY_OFFS:
        league.fixture(play_off, **figures)
    after = table(league, type=type, now=LATER * 2)
    assert after.rows == before.rows
    assert after.notes == ("3 play-off fixtures of the season's list, not counted here",)
    assert after.doubts == ()


def test_a_member_without_a_fixture_stands_with_zeros(make: Make) -> None:
    league = make(teams=3)
    league.fixture("1-2 0:0")
    assert points(league) == {"A": 1, "B": 1, "C": 0}


def test_a_team_with_a_fixture_need_not_be_noted_as_a_member(make: Make) -> None:
    league = make(teams=2)
    league.team(3, "C", member=False)
    league.fixture("1-3 0:1")
    assert points(league) == {"C": 3, "A": 0, "B": 0}


def test_a_season_to_come_is_a_table_of_zeros(make: Make) -> None:
    league = make()
    league.fixture("1-2")
    assert points(league, now=FIRST_DAY - DAY) == {"A": 0, "B": 0, "C": 0, "D": 0}


def test_nine_in_ten_of_what_should_be_over_are_enough(make: Make) -> None:
    league = make()
    league.played(*["1-2 1:0"] * 9)
    league.fixture("3-4", round=10)
    assert points(league)["A"] == 27


def test_fewer_than_nine_in_ten_are_too_little(make: Make) -> None:
    league = make()
    league.played(*["1-2 1:0"] * 8)
    league.fixture("3-4", round=9)
    with pytest.raises(StandingsNotAvailable, match="8 of the 9 fixtures that should be over"):
        table(league)


def test_a_finished_fixture_without_goals_is_missing(make: Make) -> None:
    league = make()
    league.fixture("1-2", status="finished")
    with pytest.raises(StandingsNotAvailable, match="known goals"):
        table(league)


def test_a_fixture_is_due_three_hours_after_its_kickoff(make: Make) -> None:
    league = make()
    league.fixture("1-2")
    assert points(league, now=FIRST_DAY + 3 * 3600)["A"] == 0
    with pytest.raises(StandingsNotAvailable):
        table(league, now=FIRST_DAY + 3 * 3600 + 1)


def test_a_postponed_fixture_is_not_due(make: Make) -> None:
    league = make()
    league.fixture("1-2", state_detail="postponed")
    assert points(league)["A"] == 0


def test_a_league_without_standings_has_no_table(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0")
    with pytest.raises(
        StandingsNotAvailable, match="Test League has no league table of 25/26: its source names no"
    ):
        table(league)


def test_a_league_without_standings_names_the_stages_that_have_a_table(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("3-4 1:0", stage="Group B")
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("1-3 1:0", stage="Third place")
    league.fixture("1-3 1:0", stage="Final", in_table=0)
    with pytest.raises(
        StandingsNotAvailable, match=r"no league table; choose a stage of 25/26: Group A, Group B$"
    ):
        table(league)


def two_legs(league: SmallLeague, stage: str) -> None:
    for text in ("1-2 1:0", "2-1 1:1", "3-4 0:0", "4-3 0:2"):
        league.fixture(text, stage=stage)


def test_a_season_of_knock_out_rounds_names_its_bracket(make: Make) -> None:
    league = make(has_standings=0)
    two_legs(league, "1. Round")
    with pytest.raises(
        StandingsNotAvailable,
        match=r"no league table: 25/26 is of knock-out rounds; see its bracket \(footydata bracket",
    ):
        table(league)


@pytest.mark.parametrize(
    ("stage", "asked"), [("1. Round", "1. round"), ("Final", "final"), ("Play-offs", "Play-offs")]
)
def test_a_knock_out_round_has_no_table_and_names_the_bracket(
    make: Make, stage: str, asked: str
) -> None:
    league = make(has_standings=0)
    two_legs(league, stage)
    with pytest.raises(
        StandingsNotAvailable,
        match=rf"{stage} is a knock-out round and has no table; see its bracket",
    ):
        table(league, stage=asked)


def test_a_numbered_round_in_which_teams_meet_several_others_has_a_table(make: Make) -> None:
    league = make(has_standings=0)
    for text in ("1-2 1:0", "3-4 1:1", "1-3 0:0", "2-4 0:2"):
        league.fixture(text, stage="2. Round")
    assert [row.team_name for row in table(league, stage="2. Round").rows] == ["D", "A", "C", "B"]


def test_a_group_has_a_table_even_where_the_league_has_none(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    assert points(league, stage="Group B") == {"C": 3, "D": 0}


@pytest.mark.parametrize(
    ("stages", "said"),
    [
        ((), "has no stage 'Group Z'; there are none"),
        (("Group A", "Group B"), "did you mean Group B, Group A"),
    ],
)
def test_a_stage_that_is_not_there_is_reported_with_the_nearest(
    make: Make, stages: tuple[str, ...], said: str
) -> None:
    league = make()
    league.fixture("1-2 1:0")
    for stage in stages:
        league.fixture("3-4 1:0", stage=stage)
    with pytest.raises(StandingsNotAvailable, match=said):
        table(league, stage="Group Z")


def test_a_stage_is_found_whatever_its_case(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    assert points(league, stage="group b") == {"C": 3, "D": 0}


def test_groups_stand_one_after_another(make: Make) -> None:
    league = make()
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    rows = [
        (row.team_name, row.group) for row in table(league).rows if isinstance(row, PointsStanding)
    ]
    assert rows == [("B", "Group A"), ("A", "Group A"), ("C", "Group B"), ("D", "Group B")]


def test_an_unknown_league_is_not_found(make: Make) -> None:
    with pytest.raises(LeagueNotFound, match="77"):
        table(make(), league_id=77)


def test_an_unknown_season_is_not_found(make: Make) -> None:
    with pytest.raises(SeasonNotFound, match="77"):
        table(make(), season_id=77)


def test_without_a_season_it_is_the_newest_with_fixtures(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0")
    league.connection.execute("insert into season values (101, 10, '26/27', 2026, 0)")
    assert table(league).season == "25/26"


def test_a_league_without_fixtures_has_no_table(make: Make) -> None:
    with pytest.raises(StandingsNotAvailable, match="no season with fixtures"):
        table(make())


def test_as_of_a_moment_a_result_counts_three_hours_after_its_kickoff(make: Make) -> None:
    league = make()
    league.played("1-2 1:0", "2-1 1:0")
    second = FIRST_DAY + 7 * DAY
    assert points(league, at_ts=second + 3 * 3600 - 1) == {"A": 3, "B": 0, "C": 0, "D": 0}
    assert points(league, at_ts=second + 3 * 3600)["B"] == 3


def test_as_of_a_moment_a_result_of_a_day_without_a_time_counts_from_its_end_on(make: Make) -> None:
    league = make(teams=2)
    midnight = FIRST_DAY - 15 * 3600
    league.fixture("1-2 1:0", kickoff_ts=midnight, time_known=0)
    assert points(league, at_ts=midnight + DAY - 1)["A"] == 0
    assert points(league, at_ts=midnight + DAY)["A"] == 3


def test_as_of_now_or_later_it_is_enough_that_a_fixture_is_finished(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 1:0")
    early = FIRST_DAY + 110 * 60
    assert [
        points(league, at_ts=at, now=early)["A"] for at in (None, early, FIRST_DAY + DAY, early - 1)
    ] == [
        3,
        3,
        3,
        0,
    ]


def test_as_of_a_moment_a_fixture_in_play_is_not_missing(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2")
    assert points(league, at_ts=FIRST_DAY + 3 * 3600 - 1)["A"] == 0
    with pytest.raises(StandingsNotAvailable, match="0 of the 1 fixtures"):
        table(league, at_ts=FIRST_DAY + 3 * 3600)


def test_as_of_a_moment_later_cards_part_nobody(make: Make) -> None:
    league = make(teams=2, rules="brasileirao")
    league.fixture("1-2 0:0", round=1, home_yellow=2, away_yellow=1, home_red=0, away_red=0)
    league.fixture("2-1 0:0", round=2, home_yellow=5, away_yellow=0, home_red=0, away_red=0)
    assert [row.team_name for row in table(league, at_ts=FIRST_DAY + DAY).rows] == ["B", "A"]
    assert [row.team_name for row in table(league).rows] == ["A", "B"]


def test_as_of_a_moment_the_tournament_is_that_of_the_time(make: Make) -> None:
    league = make(teams=2, rules="liga-mx")
    league.fixture("1-2 1:0")
    league.fixture("2-1 1:0", kickoff_ts=FIRST_DAY + 200 * DAY)
    assert points(league, at_ts=FIRST_DAY + DAY) == {"A": 3, "B": 0}
    assert points(league) == {"A": 0, "B": 3}


def test_as_of_a_moment_what_was_to_come_is_not_missing(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0", round=1)
    league.fixture("3-4", round=2)
    assert points(league, at_ts=FIRST_DAY + DAY)["A"] == 3


def test_up_to_a_round(make: Make) -> None:
    league = make()
    league.played("1-2 1:0", "2-1 1:0", "1-2 0:0")
    found = table(league, up_to_round=2)
    assert found.round == 2
    assert points(league, up_to_round=2) == {"A": 3, "B": 3, "C": 0, "D": 0}


def test_up_to_a_round_of_unknown_rounds_there_is_no_table(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0")
    with pytest.raises(StandingsNotAvailable, match="rounds"):
        table(league, up_to_round=1)


def test_the_rounds_of_a_later_stage_come_after_the_first_ones(make: Make) -> None:
    league = make()
    league.played("1-2 1:0", "3-4 1:0")
    league.fixture("1-3 5:0", round=1, stage="Championship", kickoff_ts=FIRST_DAY + 30 * DAY)
    assert points(league, up_to_round=2)["A"] == 3
    assert points(league, up_to_round=3)["A"] == 6


def test_points_taken_are_shown_with_reason_and_day(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0")
    league.taken(1, 4, day="2025-08-10")
    (adjustment,) = table(league).adjustments
    assert (adjustment.points, adjustment.reason, adjustment.decided_on) == (
        -4,
        "a reason",
        "2025-08-10",
    )
    row = table(league).rows[-1]
    assert isinstance(row, PointsStanding)
    assert (row.team_name, row.points, row.deduction) == ("A", -1, 4)


def test_points_are_taken_from_the_day_of_the_decision_on(make: Make) -> None:
    league = make()
    league.played("1-2 1:0", "3-4 0:0", "1-3 0:0")
    league.taken(1, 4, day="2025-08-10")
    tenth = FIRST_DAY - 15 * 3600 + 8 * DAY
    assert points(league, at_ts=tenth)["A"] == 3
    assert points(league, at_ts=tenth + DAY)["A"] == -1
    assert points(league, up_to_round=1)["A"] == 3
    assert points(league, up_to_round=3)["A"] == 0


def test_a_decision_without_a_day_always_counts(make: Make) -> None:
    league = make()
    league.played("1-2 1:0", "3-4 0:0")
    league.taken(1, 4)
    assert points(league, at_ts=FIRST_DAY + DAY)["A"] == -1


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"venue": "home"}, {"A": 3, "B": 1, "C": 0, "D": 0}),
        ({"venue": "away"}, {"B": 3, "A": 1, "C": 0, "D": 0}),
        ({"last": 1}, {"A": 1, "B": 1, "C": 0, "D": 0}),
        ({"half": "first"}, {"B": 4, "A": 4, "C": 0, "D": 0}),
    ],
)
def test_parts_of_the_fixtures_have_tables_without_points_taken(
    make: Make, asked: dict[str, object], expected: dict[str, int]
) -> None:
    league = make()
    league.fixture("1-2 2:0", half_home_goals=0, half_away_goals=0)
    league.fixture("1-2 0:1", half_home_goals=0, half_away_goals=1)
    league.fixture("2-1 1:1", half_home_goals=0, half_away_goals=1)
    league.taken(1, 9)
    assert points(league, **asked) == expected


@pytest.mark.parametrize("part", [{"venue": "home"}, {"venue": "away"}, {"last": 2}], ids=str)
def test_a_part_of_the_fixtures_is_doubted_as_the_whole_is(
    make: Make, part: dict[str, object]
) -> None:
    league = make(teams=3, rules="premier-league")
    league.played(*["1-2 1:0"] * 5)
    doubts = table(league).doubts
    assert any("(A 5, B 5)" in doubt for doubt in doubts)
    assert table(league, **part).doubts == doubts


def test_half_time_goals_come_from_the_events_where_the_fixture_has_none(make: Make) -> None:
    league = make()
    fixture_id = league.fixture("1-2 2:2")
    columns = "fixture_id, seq, type, half, home_score, away_score"
    league.connection.execute(
        f"insert into event ({columns}) values (?, 1, 'period_score', 1, 2, 0)", (fixture_id,)
    )
    assert points(league, half="first")["A"] == 3


def test_a_first_half_table_needs_the_first_halves(make: Make) -> None:
    league = make()
    league.fixture("1-2 2:0")
    with pytest.raises(StandingsNotAvailable, match="known first-half goals"):
        table(league, half="first")


def corners(league: SmallLeague, **asked: object) -> list[CornerStanding]:
    rows = table(league, type=TableType.CORNER, **asked).rows
    return [row for row in rows if isinstance(row, CornerStanding)]


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ({"type": TableType.CORNER}, (10, 11)),
        ({"type": TableType.CARD}, (11, 11)),
        ({"type": TableType.CORNER, "at_ts": FIRST_DAY + DAY}, (1, 1)),
        ({"type": TableType.CORNER, "up_to_round": 9}, (9, 9)),
        ({}, (11, 11)),
    ],
    ids=["corners", "cards", "as of a day", "up to a round", "points"],
)
def test_a_table_knows_in_how_many_fixtures_its_figure_is_known(
    make: Make, asked: dict[str, object], known: tuple[int, int]
) -> None:
    league = make(teams=4)
    cards = {"home_yellow": 1, "away_yellow": 2, "home_red": 0, "away_red": 0}
    for round in range(1, 11):
        league.fixture("1-2 0:3", round=round, home_corners=7, away_corners=3, **cards)
    league.fixture("3-4 0:0", round=11, **cards)
    league.fixture("4-3 0:0", round=12, state_detail="postponed")
    league.fixture("4-3", kickoff_ts=LATER + DAY)
    found = table(league, **asked)
    assert (found.known, found.played) == known


def test_a_corner_table_counts_corners_won(make: Make) -> None:
    league = make(teams=2)
    league.fixture(
        "1-2 0:3", home_corners=7, away_corners=3, half_home_corners=4, half_away_corners=1
    )
    first, second = corners(league)
    assert (
        first.team_name,
        first.points,
        first.total_for,
        first.average_against,
        first.half_total_for,
    ) == (
        "A",
        3,
        7,
        3.0,
        4,
    )
    assert (second.team_name, second.points, second.half_average_for) == ("B", 0, 1.0)


def test_a_fixture_without_corners_counts_nowhere(make: Make) -> None:
    league = make(teams=2)
    league.played()
    for number in range(1, 11):
        league.fixture("1-2 1:0", round=number, home_corners=5, away_corners=2)
    league.fixture("1-2 1:0", round=11)
    assert [row.played for row in corners(league)] == [10, 10]


@pytest.mark.parametrize("counts", [{}, {"home_corners": 5, "away_corners": 2}])
def test_an_awarded_result_is_in_no_corner_table_and_not_missing_there(
    make: Make, counts: dict[str, int]
) -> None:
    league = make(teams=2)
    league.fixture("1-2 3:0", state_detail="awarded", **counts)
    assert [row.played for row in corners(league)] == [0, 0]


def test_a_season_without_corners_has_no_corner_table(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0")
    with pytest.raises(StandingsNotAvailable, match="known corners"):
        corners(league)


def test_first_half_corners_come_from_events_that_add_up(make: Make) -> None:
    league = make(teams=2)
    fixture_id = league.fixture("1-2 0:0", home_corners=2, away_corners=1)
    corner = EventType.CORNER
    league.events(fixture_id, (corner, 1, "home"), (corner, 2, "home"), (corner, 1, "away"))
    assert [(row.half_total_for, row.half_total_against) for row in corners(league)] == [
        (1, 1),
        (1, 1),
    ]
    assert [row.points for row in corners(league, half="first")] == [1, 1]


def test_first_half_corners_are_unknown_where_events_don_t_add_up(make: Make) -> None:
    league = make(teams=2)
    fixture_id = league.fixture("1-2 0:0", home_corners=3, away_corners=0)
    league.events(fixture_id, (EventType.CORNER, 1, "home"))
    assert [row.half_total_for for row in corners(league)] == [None, None]
    with pytest.raises(StandingsNotAvailable, match="known first-half corners"):
        corners(league, half="first")


def cards(league: SmallLeague, **asked: object) -> list[CardStanding]:
    rows = table(league, type=TableType.CARD, **asked).rows
    return [row for row in rows if isinstance(row, CardStanding)]


def test_a_card_table_puts_most_cards_first(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 0:0", home_yellow=1, away_yellow=3, home_red=1, away_red=0)
    rows = [
        (row.team_name, row.total_for, row.booking_points, row.red_against) for row in cards(league)
    ]
    assert rows == [("B", 3, 30, 1), ("A", 2, 35, 0)]


def test_a_first_half_card_table_comes_from_the_events(make: Make) -> None:
    league = make(teams=2)
    fixture_id = league.fixture("1-2 0:0", home_yellow=1, away_yellow=1, home_red=1, away_red=0)
    yellow, red = EventType.YELLOW_CARD, EventType.RED_CARD
    league.events(fixture_id, (yellow, 2, "home"), (red, 2, "home"), (yellow, 1, "away"))
    rows = [(row.team_name, row.yellow_for, row.red_for) for row in cards(league, half="first")]
    assert rows == [("B", 1, 0), ("A", 0, 0)]


def test_a_first_half_card_table_needs_the_events(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 0:0", home_yellow=1, away_yellow=1, home_red=1, away_red=0)
    with pytest.raises(StandingsNotAvailable, match="known first-half cards"):
        cards(league, half="first")


def test_names_come_in_the_language_and_the_order_stays(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 0:0")
    league.connection.execute("insert into team_name values (1, 'de', 'Zett')")
    assert [row.team_name for row in table(league, lang="de").rows] == ["Zett", "B"]


def test_a_season_s_own_rules_order_its_whole_table_alone(make: Make) -> None:
    league = make(rules="la-liga")
    league.played("1-2 1:0", "3-1 1:0", "3-2 0:0", "4-3 0:0")
    league.connection.execute(
        "insert into season_rules values (100, 'efl-points-per-game', 'cut short', 'test')"
    )
    league.connection.commit()
    rows = table(league).rows
    assert [row.points_per_game for row in rows if isinstance(row, PointsStanding)] == [
        1.67,
        1.5,
        1.0,
        0.5,
    ]
    early = table(league, up_to_round=2).rows
    assert [row.points_per_game for row in early if isinstance(row, PointsStanding)] == [None] * 4


def test_cards_are_read_where_the_rules_go_so_far(make: Make) -> None:
    league = make(teams=2, rules="brasileirao")
    league.fixture("1-2 0:0", home_yellow=0, away_yellow=5, home_red=1, away_red=0)
    assert [row.team_name for row in table(league).rows] == ["B", "A"]


@pytest.mark.parametrize(
    ("first", "second", "is_doubtful"),
    [
        ("1-2 2:1", "2-1 1:2", True),
        ("1-2 2:1", "2-1 2:1", True),
        ("1-2 2:1", "1-3 0:0", True),
        ("1-2 2:1", "3-4 2:1", False),
    ],
    ids=["sides exchanged", "at both venues", "against two teams", "other teams"],
)
def test_a_team_that_plays_twice_on_a_day_is_a_doubt_of_the_table(
    make: Make, first: str, second: str, is_doubtful: bool
) -> None:
    league = make()
    league.fixture("2-3 1:0", round=1)
    for text in (first, second):
        league.fixture(text, round=2)
    assert any("2025-08-09" in doubt for doubt in table(league).doubts) == is_doubtful


def test_a_club_of_another_country_is_a_doubt_of_the_table(make: Make) -> None:
    league = make(teams=2)
    league.fixture("1-2 2:1")
    league.connection.execute("insert into country values ('DE', 'Germany', 'country')")
    league.connection.execute("update team set country_code = 'DE' where id = 2")
    assert any("B (DE)" in doubt for doubt in table(league).doubts)


def test_a_result_of_a_day_to_come_is_a_doubt_of_the_table(make: Make) -> None:
    league = make(teams=2)
    league.played("1-2 2:1", "2-1 0:0")
    doubts = {now: table(league, now=FIRST_DAY + now * DAY).doubts for now in (1, 8)}
    assert [any("B - A on 2025-08-09" in doubt for doubt in doubts[now]) for now in doubts] == [
        True,
        False,
    ]


def test_sides_that_are_exchanged_in_some_rows_are_a_doubt_of_the_table(tmp_path: Path) -> None:
    teams = ("Arsenal", "Chelsea", "Everton", "Fulham", "Liverpool", "Burnley")
    rows = []
    for place, (home, away) in enumerate(permutations(teams, 2)):
        sides = (away, home) if place % 3 == 0 else (home, away)
        rows.append(f"2023-09-{1 + place:02},{','.join(sides)},{place % 4},1")
    path = tmp_path / "own.csv"
    path.write_text("\n".join(("date,home,away,home_goals,away_goals", *rows, "")))
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as db:
        db.load(path, league="GB-ENG/Premier League")
        doubts = db.standings("Premier League").attrs["doubts"]

    assert any("never at the other, as if sides were exchanged" in doubt for doubt in doubts)
