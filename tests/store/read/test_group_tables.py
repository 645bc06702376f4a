"""The tables of a season of groups."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import StandingsNotAvailable
from footydata.football.terms import TableType
from footydata.ingest.files import load
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.group_tables import SeasonTables, table_stages, tables_of_season
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.standings import standings
from tests.conftest import NOW
from tests.store.read.league import LATER, LEAGUE, SEASON, Make, SmallLeague


def tables(league: SmallLeague, **limits: object) -> SeasonTables:
    return tables_of_season(league.connection, league_id=LEAGUE, now=LATER, **limits)  # type: ignore[arg-type]  # the tests name the limits


def stages(league: SmallLeague) -> list[str]:
    return table_stages(league.connection, SEASON)


def test_each_group_has_its_table_and_a_knock_out_round_has_none(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("3-4 1:0", stage="Group B")
    league.fixture("1-2 0:2", stage="Group A")
    league.fixture("1-3 1:0", stage="Round of 16")
    league.fixture("3-1 1:0", stage="Round of 16")
    league.fixture("1-3 1:0", stage="Final", in_table=0)
    season = tables(league)
    assert season.is_of_stages
    assert [(table.stage, [row.team_name for row in table.rows]) for table in season.tables] == [
        ("Group A", ["B", "A"]),
        ("Group B", ["C", "D"]),
    ]


def test_a_league_phase_has_a_table_as_its_teams_meet_several_others(make: Make) -> None:
    league = make(has_standings=0)
    for text in ("1-2 1:0", "3-4 1:0", "2-3 1:0", "4-1 1:0"):
        league.fixture(text, stage="League phase")
    league.fixture("1-2 1:0", stage="Play-offs")
    assert stages(league) == ["League phase"]


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
    assert tables(league) == SeasonTables((standings(league.connection, league_id=LEAGUE, now=LATER),))
    assert not tables(league, stage="Relegation group").is_of_stages


def test_one_stage_narrows_to_its_table(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    (table,) = tables(league, stage="group b").tables
    assert (table.stage, table.rows[0].team_name) == ("Group B", "C")


def test_a_cup_of_knock_out_rounds_has_no_table(make: Make) -> None:
    league = make(has_standings=0)
    league.fixture("1-2 1:0", stage="Round of 16")
    with pytest.raises(StandingsNotAvailable, match="no league table; choose a stage"):
        tables(league)


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
        read = tables_of_season(connection, league_id=league, season_id=season, now=LATER * 2)
    assert {table.stage: table.known for table in read.tables} == listed
    assert [table.stage for table in read.tables] == sorted(listed)
    assert len(read.tables) == groups
