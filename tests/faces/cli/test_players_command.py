"""footydata scorers and cards."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.players import cards, scorers
from footydata.football.terms import EventType
from tests.store.read.league import SmallLeague
from tests.store.read.test_players import timeline


@pytest.fixture
def football(tmp_path: Path) -> Path:
    path = tmp_path / "football.db"
    league = SmallLeague(path)
    fixture = league.fixture("1-2 2:0", home_yellow=1, away_yellow=0, home_red=0, away_red=0)
    rows = ((EventType.GOAL, "home", "Ann"), (EventType.YELLOW_CARD, "home", "Cid"), (EventType.GOAL, "home", "Ann"))
    timeline(league, fixture, *rows)
    league.fixture("2-1 1:0")
    league.connection.close()
    return path


def test_scorers_say_of_how_many_fixtures_they_are(football: Path) -> None:
    lines = CliRunner().invoke(scorers, [str(football), "--league", "test"]).stdout.splitlines()
    assert lines[0] == "Test League 25/26, goals known in 1 of 2 fixtures"
    assert lines[-1].split()[:4] == ["1", "Ann", "A", "2"]


def test_cards_are_printed_as_json_with_the_team(football: Path) -> None:
    printed = CliRunner().invoke(cards, [str(football), "--league", "test", "--format", "json"]).stdout
    assert json.loads(printed) == [
        {"position": 1, "player": "Cid", "team_id": 1, "team_name": "A", "cards": 1, "yellow": 1, "red": 0}
    ]


def test_quiet_prints_the_rows_alone(football: Path) -> None:
    printed = CliRunner().invoke(cards, [str(football), "--league", "test", "--quiet"]).stdout
    assert printed.splitlines()[0].split() == ["#", "Player", "Team", "Cards", "Yellow", "Red"]


def test_frames_have_the_same_rows_and_their_coverage(football: Path) -> None:
    with fd.Database(football) as db:
        frame = db.scorers("Test League", "25/26")
        booked = db.cards("Test League")
    assert frame[["player", "team", "goals"]].to_numpy().tolist() == [["Ann", "A", 2]]
    assert (frame.attrs["known"], frame.attrs["played"]) == (1, 2)
    assert booked["player"].tolist() == ["Cid"]
