"""footydata players."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.football.terms import EventType
from tests.faces.cli.running import command
from tests.store.read.league import SmallLeague
from tests.store.read.test_players import timeline

players = command("players")


@pytest.fixture
def football(tmp_path: Path) -> Path:
    path = tmp_path / "football.db"
    league = SmallLeague(path)
    fixture = league.fixture("1-2 2:0", home_yellow=1, away_yellow=0, home_red=0, away_red=0)
    rows = (
        (EventType.GOAL, "home", "Ann"),
        (EventType.YELLOW_CARD, "home", "Cid"),
        (EventType.GOAL, "home", "Ann"),
    )
    timeline(league, fixture, *rows)
    league.fixture("2-1 1:0")
    league.connection.close()
    return path


def test_scorers_say_of_how_many_fixtures_they_are(football: Path) -> None:
    lines = CliRunner().invoke(players, [str(football), "--league", "test"]).stdout.splitlines()
    assert lines[0] == "Test League 25/26, goals known in 1 of 2 fixtures"
    assert lines[-1].split()[:4] == ["1", "Ann", "A", "2"]


def test_an_empty_list_says_that_no_source_names_the_players(tmp_path: Path) -> None:
    league = SmallLeague(tmp_path / "bare.db")
    league.fixture("1-2 2:0")
    league.connection.close()
    outcome = CliRunner().invoke(players, [str(tmp_path / "bare.db"), "--league", "test"])
    assert outcome.stderr == "No source of Test League 25/26 names the players of its goals.\n"
    assert (
        CliRunner()
        .invoke(players, [str(tmp_path / "bare.db"), "--league", "test", "--quiet"])
        .stderr
        == ""
    )


def test_cards_are_printed_as_json_with_the_team(football: Path) -> None:
    printed = (
        CliRunner()
        .invoke(players, [str(football), "--league", "test", "--format", "json", "--of", "cards"])
        .stdout
    )
    assert json.loads(printed) == [
        {
            "position": 1,
            "player": "Cid",
            "team_id": 1,
            "team": "A",
            "cards": 1,
            "yellow": 1,
            "red": 0,
            "other_spellings": None,
            "doubt": None,
        }
    ]


@pytest.fixture
def spellings(tmp_path: Path) -> Path:
    path = tmp_path / "spellings.db"
    league = SmallLeague(path)
    for name in ("Kane", "Harry Kane", "Silva", "David Silva", "Thiago Silva"):
        timeline(league, league.fixture("1-2 1:0"), (EventType.GOAL, "home", name))
    league.connection.close()
    return path


def test_spellings_that_count_together_and_doubtful_ones_stand_below_the_table(
    spellings: Path,
) -> None:
    lines = CliRunner().invoke(players, [str(spellings), "--league", "test"]).stdout.splitlines()
    assert [line.split()[1:-3] for line in lines[3:7]] == [
        ["Harry", "Kane"],
        ["David", "Silva", "?"],
        ["Silva", "?"],
        ["Thiago", "Silva", "?"],
    ]
    assert lines[7:] == [
        "A: Kane counted as Harry Kane",
    ]


def test_doubtful_spellings_are_said_beside_quiet_rows_and_stand_in_the_columns(
    spellings: Path,
) -> None:
    quiet = CliRunner().invoke(players, [str(spellings), "--league", "test", "--quiet"])
    assert "Doubtful" not in quiet.stdout
    assert "Doubtful: A: Silva and David Silva may be one player" in quiet.stderr
    rows = (
        CliRunner()
        .invoke(players, [str(spellings), "--league", "test", "--format", "csv"])
        .stdout.splitlines()
    )
    assert rows[0].endswith(",other_spellings,doubt")
    assert rows[1].endswith(",Kane,")
    assert rows[2].endswith(",,may be one player with Silva")
    with fd.Database(spellings) as db:
        frame = db.players("Test League")
    assert frame["other_spellings"].fillna("").tolist() == ["Kane", "", "", ""]
    assert frame.attrs["notes"] == ["A: Kane counted as Harry Kane"]
    assert [doubt for doubt in frame.attrs["doubts"] if "Silva" in doubt] == [
        "A: Silva and David Silva may be one player",
        "A: Silva and Thiago Silva may be one player",
    ]


def test_quiet_prints_the_rows_alone(football: Path) -> None:
    printed = (
        CliRunner()
        .invoke(players, [str(football), "--league", "test", "--quiet", "--of", "cards"])
        .stdout
    )
    assert printed.splitlines()[0].split() == ["#", "Player", "Team", "Cards", "Yellow", "Red"]


def test_frames_have_the_same_rows_and_their_coverage(football: Path) -> None:
    with fd.Database(football) as db:
        frame = db.players("Test League", "25/26")
        booked = db.players("Test League", of="cards")
    assert frame[["player", "team", "goals"]].to_numpy().tolist() == [["Ann", "A", 2]]
    assert (frame.attrs["known"], frame.attrs["played"]) == (1, 2)
    assert booked["player"].tolist() == ["Cid"]


def test_only_goals_and_cards_have_players(football: Path) -> None:
    assert (
        CliRunner()
        .invoke(players, [str(football), "--league", "test", "--of", "assists"])
        .exit_code
        == 2
    )
    with fd.Database(football) as db, pytest.raises(fd.InvalidArgument):
        db.players("Test League", of="assists")  # type: ignore[arg-type]  # a wrong word on purpose
