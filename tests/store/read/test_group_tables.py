"""The tables of a season of groups."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import StandingsNotAvailable
from footydata.football.rows import PointsStanding, Table
from footydata.football.terms import DAY, TableType
from footydata.ingest.files import load
from footydata.rules.groups import ThirdsRule
from footydata.rules.regulations import tie_breakers
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.season import LeagueSeason, TableLimits
from footydata.store.read.seasons.standings import SeasonTables, tables_of_season
from tests.conftest import NOW
from tests.season_table import standings
from tests.store.read.league import FIRST_DAY, LATER, LEAGUE, SEASON, Make, SmallLeague


def tables(league: SmallLeague, **limits: object) -> SeasonTables:
    season = LeagueSeason(league.connection, LEAGUE, now=LATER)
    return tables_of_season(season, TableLimits(**limits))  # type: ignore[arg-type]  # the tests name the limits


def points_rows(season: SeasonTables) -> list[PointsStanding]:
    rows = (row for table in season.tables for row in table.rows)
    return [row for row in rows if isinstance(row, PointsStanding)]


def stages(league: SmallLeague) -> list[str]:
    return LeagueSeason(league.connection, LEAGUE, SEASON, now=LATER).staged


def test_each_group_has_its_table_and_a_knock_out_round_has_none(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("3-4 1:0", stage="Group B")
    league.fixture("1-2 0:2", stage="Group A")
    league.fixture("1-3 1:0", stage="Round of 16")
    league.fixture("3-1 1:0", stage="Round of 16")
    league.fixture("1-3 1:0", stage="Final", in_table=0)
    season = tables(league)
    assert season.tables[0].stage is not None
    assert [(table.stage, [row.team_name for row in table.rows]) for table in season.tables] == [
        ("Group A", ["B", "A"]),
        ("Group B", ["C", "D"]),
    ]
    assert [row.group for row in points_rows(season)] == ["Group A"] * 2 + ["Group B"] * 2


def test_a_league_phase_has_a_table_as_its_teams_meet_several_others(make: Make) -> None:
    league = make(has_standings=0)
    for text in ("1-2 1:0", "3-4 1:0", "2-3 1:0", "4-1 1:0"):
        league.fixture(text, stage="League phase")
    league.fixture("1-2 1:0", stage="Play-offs")
    assert stages(league) == ["League phase"]


@pytest.mark.parametrize(
    ("kind", "second"),
    [
        ({"has_standings": 1, "rules": "efl"}, "Group B"),
        ({"has_standings": 1, "rules": None}, None),
    ],
    ids=["a competition that the register knows", "fixtures of no group"],
)
def test_other_seasons_of_a_league_with_groups_have_one_table(
    make: Make, kind: dict[str, object], second: str | None
) -> None:
    league = make(**kind)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage=second)
    season = tables(league)
    assert season.tables[0].stage is None
    assert [row.position for row in season.tables[0].rows] == [1, 2, 3, 4]


def test_a_group_of_an_unknown_competition_is_asked_for_by_its_name(make: Make) -> None:
    league = make()
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    (table,) = tables(league, stage="group b").tables
    assert (table.stage, [row.team_name for row in table.rows]) == ("Group B", ["C", "D"])
    assert [note.split(":")[0] for note in table.notes] == [
        "the rules of this competition are not known here"
    ]


def test_groups_of_a_second_stage_follow_those_of_the_first(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("3-4 1:0", stage="Group 10")
    league.fixture("1-2 1:0", stage="Group 2")
    league.fixture("1-3 1:0", stage="Group 1")
    assert stages(league) == ["Group 2", "Group 10", "Group 1"]


def test_a_group_without_reliable_results_is_left_out_with_the_reason(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4", stage="Group B")
    season = tables(league)
    assert [table.stage for table in season.tables] == ["Group A"]
    assert list(season.left_out) == ["Group B"]
    assert season.left_out["Group B"].endswith("a reliable table needs nine in ten")


def test_without_any_group_table_the_reason_is_raised(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    with pytest.raises(StandingsNotAvailable, match="known corners"):
        tables(league, type=TableType.CORNER)


def test_a_league_with_a_table_has_that_one_alone(make: Make) -> None:
    league = make()
    league.fixture("1-2 0:1", stage="Championship group")
    league.fixture("3-4 1:0", stage="Relegation group")
    assert tables(league) == SeasonTables(
        (standings(league.connection, league_id=LEAGUE, now=LATER),)
    )
    assert not tables(league, stage="Relegation group").tables[0].stage


def test_one_stage_narrows_to_its_table(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    (table,) = tables(league, stage="group b").tables
    assert (table.stage, table.rows[0].team_name) == ("Group B", "C")


def test_a_cup_of_knock_out_rounds_has_no_table(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Round of 16")
    with pytest.raises(
        StandingsNotAvailable, match="no league table: 25/26 is of knock-out rounds"
    ):
        tables(league)


def in_two_groups(make: Make) -> SmallLeague:
    """Two groups of three, and a fixture of A and E that its source has in Group B."""
    league = make(has_standings=0, teams=6)
    for text in ("1-2 1:0", "2-3 1:0", "3-1 0:1"):
        league.fixture(text, stage="Group A", round=1)
    for text in ("4-5 1:0", "1-5 1:0", "5-6 1:0", "6-4 0:2"):
        league.fixture(text, stage="Group B", round=1)
    return league


def test_a_team_in_two_groups_of_one_stage_makes_both_doubtful_and_neither_later(
    make: Make,
) -> None:
    season = tables(in_two_groups(make))
    assert [(table.stage, table.doubts[:1]) for table in season.tables] == [
        ("Group A", ("A plays in Group B too, in the same days",)),
        ("Group B", ("A plays in Group A too, in the same days",)),
    ]


def test_a_team_in_a_group_of_a_later_stage_is_in_no_doubt(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group B", round=1)
    league.fixture("3-4 1:0", stage="Group C", round=1)
    league.fixture("1-3 1:0", stage="Group A", round=2)
    read = tables(league)
    assert [table.stage for table in read.tables] == ["Group B", "Group C", "Group A"]
    assert not any("in the same days" in doubt for table in read.tables for doubt in table.doubts)


@pytest.mark.parametrize("stage", [None, "Group stage"])
def test_a_fixture_without_a_group_makes_the_groups_of_its_sides_doubtful(
    make: Make, stage: str | None
) -> None:
    league = make(has_standings=0, teams=8)
    for text, group in (("1-2 1:0", "A"), ("3-4 1:0", "B"), ("5-6 1:0", "C")):
        league.fixture(text, stage=f"Group {group}", round=1)
    league.fixture("1-3 1:0", stage=stage, round=2)
    doubts = {
        table.stage: table.doubts for table in tables(league).tables if table.stage != "Group stage"
    }
    named = ("no group is named for A v C",)
    assert doubts == {"Group A": named, "Group B": named, "Group C": ()}


def test_a_fixture_without_a_group_of_teams_without_one_makes_all_groups_doubtful(
    make: Make,
) -> None:
    league = make(has_standings=0, teams=6)
    league.fixture("1-2 1:0", stage="Group A", round=1)
    league.fixture("3-4 1:0", stage="Group B", round=1)
    league.fixture("5-6 1:0", round=1)
    assert "no group is named for E v F" in tables(league).doubts
    assert "no group is named for E v F" in tables(league, stage="Group A").tables[0].doubts


def test_many_fixtures_without_a_group_are_counted(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A", round=1)
    for text in ("1-3 1:0", "1-4 1:0", "2-3 1:0", "2-4 1:0", "3-2 0:0"):
        league.fixture(text, round=2)
    assert tables(league).tables[0].doubts == (
        "no group is named for A v C, A v D, B v C and 2 more",
    )


def test_a_fixture_without_a_stage_is_of_no_group_before_the_groups_and_after_they_end(
    make: Make,
) -> None:
    league = make(has_standings=0)
    league.fixture("1-3 1:0", round=1)
    league.fixture("1-2 1:0", stage="Group A", round=2)
    league.fixture("3-4 1:0", stage="Group B", round=2)
    league.fixture("1-3 1:0", stage="Semi-final", in_table=0, round=3)
    league.fixture("1-4 1:0", round=4)
    assert [table.doubts for table in tables(league).tables] == [(), ()]


@pytest.mark.real_data
@pytest.mark.parametrize(("year", "groups"), [("1974", 6), ("2014", 8), ("2026", 12)])
def test_the_groups_of_a_world_cup_are_those_of_its_list(
    real_data: Path, tmp_path: Path, year: str, groups: int
) -> None:
    folder = real_data / "openfootball/worldcup.json" / year
    listed: dict[str, int] = {}
    for match in json.loads((folder / "worldcup.json").read_text(encoding="utf-8"))["matches"]:
        if "group" in match:
            listed[match["group"]] = listed.get(match["group"], 0) + 1
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, [folder / "worldcup.json"], now=NOW)
        league = find_league(connection, "World Cup").id
        season = season_named(connection, league, year).id
        read = tables_of_season(LeagueSeason(connection, league, season, now=LATER * 2))
    own = read.tables[:groups]
    assert {table.stage: table.known for table in own} == listed
    assert [table.stage for table in own] == sorted(listed)
    assert [table.stage for table in read.tables[groups:]] == (
        ["Third places"] if year == "2026" else []
    )


def three_of_four(make: Make) -> SmallLeague:
    """Four groups of three, in which 1, 4, 7 and 10 are third; the rule of the tests sends two of the thirds on."""
    league = make(has_standings=0, rules="world-cup", teams=12)
    for first, group in zip((1, 4, 7, 10), "ABCD", strict=True):
        league.fixture(f"{first}-{first + 1} 0:{5 - first // 3}", stage=f"Group {group}")
        league.fixture(f"{first + 2}-{first} 1:0", stage=f"Group {group}")
        league.fixture(f"{first + 1}-{first + 2} 1:0", stage=f"Group {group}")
    return league


@pytest.fixture
def two_thirds(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = ThirdsRule(2, tie_breakers("goal difference + goals"), "", {}, "a test")
    monkeypatch.setattr("footydata.store.read.seasons.season.thirds_of", lambda *_: rule)


def goes_through(table: Table) -> list[tuple[str, bool | None]]:
    return [(row.team_name, table.goes_through(row)) for row in table.rows]


@pytest.mark.usefixtures("two_thirds")
def test_the_table_of_third_places_follows_the_groups_and_says_who_goes_through(make: Make) -> None:
    league = three_of_four(make)
    table = tables(league).tables[-1]
    assert table.stage == "Third places"
    assert goes_through(table) == [("J", True), ("G", True), ("D", False), ("A", False)]
    assert [row.group for row in table.rows] == ["Group D", "Group C", "Group B", "Group A"]
    assert tables(league, stage="third places").tables == (table,)
    assert table.notes == ("the first 2 go through",)
    assert table.doubts == ()


@pytest.mark.usefixtures("two_thirds")
def test_level_thirds_on_both_sides_of_the_line_are_open(make: Make) -> None:
    league = three_of_four(make)
    league.connection.execute("update fixture set away_goals = 3 where home_id = 4 and away_id = 5")
    table = tables(league).tables[-1]
    assert goes_through(table) == [("J", True), ("D", None), ("G", None), ("A", False)]
    assert table.doubts == (
        "nothing known here separates D and G; the rules go on with fair play points and lots",
    )


@pytest.mark.usefixtures("two_thirds")
def test_nobody_goes_through_while_a_group_is_open(make: Make) -> None:
    league = three_of_four(make)
    table = tables(league, at_ts=FIRST_DAY + 14 * DAY).tables[-1]
    assert {through for _, through in goes_through(table)} == {None}
    assert table.notes[1] == "as it stands: not all groups are decided"


@pytest.mark.usefixtures("two_thirds")
@pytest.mark.parametrize(
    "limits", [{"venue": "home"}, {"half": "first"}, {"last": 1}, {"type": TableType.CARD}]
)
def test_a_table_of_part_of_the_results_has_no_third_places(
    make: Make, limits: dict[str, object]
) -> None:
    league = three_of_four(make)
    league.connection.execute(
        "update fixture set half_home_goals = 0, half_away_goals = 0, home_yellow = 0, away_yellow = 0, home_red = 0, "
        "away_red = 0"
    )
    assert [table.stage for table in tables(league, **limits).tables] == [
        f"Group {group}" for group in "ABCD"
    ]


def test_a_note_of_all_groups_stands_once(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    season = tables(league)
    assert [table.notes for table in season.tables] == [(), ()]
    assert [note.split(" are ")[0] for note in season.notes] == ["the rules of this competition"]


def test_a_complete_group_of_two_is_not_doubtful(make: Make) -> None:
    league = make(has_standings=0, rules="world-cup")
    league.fixture("1-2 1:0", stage="Group 4")
    league.fixture("3-4 1:0", stage="First Stage")
    assert tables(league, stage="Group 4").tables[0].doubts == ()
    assert tables(league, stage="First Stage").tables[0].doubts == (
        "two teams alone: a play-off, not a league",
    )
