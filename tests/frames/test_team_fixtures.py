"""Averages of any figure: by team, league and referee, and of a team's fixtures before each kickoff."""

import json
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import footydata as fd
from footydata.football.errors import InvalidArgument
from tests.conftest import NOW
from tests.faces.cli.running import command

averages = command("averages")

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HF,AF,HY,AY,HR,AR,Attendance,Referee"
ROWS = (
    "E0,17/08/02,Arsenal,Chelsea,2,1,10,20,1,1,0,0,38000,M Dean",
    "E0,24/08/02,Chelsea,Arsenal,0,0,5,6,0,1,0,0,40000,M Dean",
    "E0,31/08/02,Arsenal,Everton,1,1,,,0,0,0,0,,M Riley",
    "E0,07/09/02,Everton,Arsenal,3,0,8,2,2,2,1,0,30000,M Riley",
    "E0,14/09/02,Arsenal,Leeds,1,0,9,9,0,0,0,0,39000,M Dean",
    "E0,21/04/27,Chelsea,Leeds,,,,,,,,,,",
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("averages")
    (folder / "E0.csv").write_text("\n".join((HEADER, *ROWS)) + "\n")
    with fd.Database(folder / "football.db", clock=lambda: NOW) as football:
        football.load(folder / "E0.csv")
    return folder / "football.db"


@pytest.fixture
def football(database: Path) -> Iterator[fd.Database]:
    with fd.Database(database, clock=lambda: NOW) as opened:
        yield opened


def values(column: "pd.Series[float]") -> list[float | None]:
    return [None if pd.isna(value) else round(float(value), 4) for value in column]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(averages, [str(argument) for argument in arguments])


def test_an_average_is_of_the_known_fixtures_before_kickoff(football: fd.Database) -> None:
    frame = football.team_fixtures(
        team="Arsenal", figures=["fouls", "goals", "attendance"], rolling=[2]
    )
    assert frame["venue"].tolist() == ["home", "away", "home", "away", "home"]
    assert frame["opponent"].tolist()[:2] == ["Chelsea", "Chelsea"]
    assert values(frame["fouls_for"]) == [10, 6, None, 2, 9]
    assert values(frame["fouls_against"]) == [20, 5, None, 8, 9]
    # What is not known is passed over: before the last one they are those of 24 August and 7 September.
    assert values(frame["fouls_for_last_2"]) == [None, None, 8, 8, 4]
    assert values(frame["goals_against_last_2"]) == [None, None, 0.5, 0.5, 2]
    assert values(frame["attendance_last_2"]) == [None, None, 39000, 39000, 35000]


def test_a_coming_fixture_has_the_averages_before_it(football: fd.Database) -> None:
    frame = football.team_fixtures(figures="cards", rolling=1)
    coming = frame[frame.status == "scheduled"]
    assert coming[["team", "venue"]].to_numpy().tolist() == [
        ["Chelsea", "home"],
        ["Leeds United", "away"],
    ]
    assert values(coming["cards_for"]) == [None, None]
    assert values(coming["cards_for_last_1"]) == [0, 0]
    assert len(frame) == 12


def test_every_mean_of_a_season_is_that_of_a_plain_loop(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as football:
        frame = football.team_fixtures(
            league="Crown League", figures=["corners", "half_goals"], rolling=[3, 5]
        )
    for name in ("corners_for", "half_goals_against"):
        for window in (3, 5):
            past: dict[int, list[float]] = {}
            expected = []
            for team, value, status in zip(frame.team_id, frame[name], frame.status, strict=True):
                before = past.setdefault(team, [])
                expected.append(
                    round(sum(before[-window:]) / window, 4) if len(before) >= window else None
                )
                if status == "finished" and not pd.isna(value):
                    before.append(float(value))
            assert values(frame[f"{name}_last_{window}"]) == expected
            assert any(expected)


def test_a_result_counts_only_after_it_is_known(tmp_path: Path) -> None:
    rows = (
        "E0,17/08/02,,Arsenal,Chelsea,2,1",
        "E0,17/08/02,15:00,Leeds,Arsenal,0,3",
        "E0,17/08/02,17:59,Everton,Leeds,0,4",
        "E0,18/08/02,,Arsenal,Everton,5,0",
    )
    (tmp_path / "E0.csv").write_text(
        "\n".join(("Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG", *rows)) + "\n"
    )
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as football:
        football.load(tmp_path / "E0.csv")
        frame = football.team_fixtures(
            team=["Arsenal", "Leeds"], figures="goals", rolling=1
        ).set_index(["team", "opponent"])
    means = (
        frame["goals_for_last_1"].astype(object).where(lambda known: known.notna(), None).to_dict()
    )
    assert means == {
        ("Arsenal", "Chelsea"): None,
        # Only the day of the fixture before is known: its result at the end of it.
        ("Arsenal", "Leeds United"): None,
        ("Leeds United", "Arsenal"): None,
        # A minute short of three hours.
        ("Leeds United", "Everton"): None,
        ("Arsenal", "Everton"): 2,
    }


def test_averages_are_shown_by_team_referee_and_league(
    football: fd.Database, database: Path
) -> None:
    frame = football.averages(["fouls", "cards"], by="referee", league="Premier League")
    assert frame.to_numpy().tolist() == [
        ["M Dean", "England", "fouls", 3, 8.0, pytest.approx(35 / 3), pytest.approx(59 / 3)],
        ["M Riley", "England", "fouls", 1, 8.0, 2.0, 10.0],
        ["M Riley", "England", "cards", 2, 1.5, 1.0, 2.5],
        ["M Dean", "England", "cards", 3, pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0],
    ]
    rows = json.loads(
        run(database, "--figure", "fouls", "--team", "Arsenal", "--format", "json").stdout
    )
    assert rows == [
        {
            "team": "Arsenal",
            "figure": "fouls",
            "fixtures": 4,
            "own": 6.75,
            "opponents": 10.5,
            "both": 17.25,
        }
    ]
    rows = json.loads(
        run(database, "--figure", "attendance", "--by", "league", "--format", "json").stdout
    )
    assert [(row["fixtures"], row["home"], row["both"]) for row in rows] == [(4, None, 36750.0)]
    home = football.averages("goals", team="Arsenal", venue="home")
    assert home[["fixtures", "own", "opponents"]].to_numpy().tolist() == [
        [3, pytest.approx(4 / 3), pytest.approx(2 / 3)]
    ]


def test_wrong_arguments_and_empty_frames_say_why(football: fd.Database, database: Path) -> None:
    with pytest.raises(
        InvalidArgument, match=r"figure 'foulls' is not one of .*did you mean fouls"
    ):
        football.averages("foulls")
    with pytest.raises(InvalidArgument, match="did you mean fouls"):
        football.team_fixtures(figures=["foulls"])
    with pytest.raises(InvalidArgument, match="not of 0"):
        football.team_fixtures(rolling=0)
    with pytest.raises(InvalidArgument, match=str(2**70)):
        football.team_fixtures(rolling=2**70)
    with pytest.raises(InvalidArgument, match="did you mean team"):
        football.averages("fouls", by="teams")
    reason = "none of the 5 matching finished fixtures has xg recorded"
    assert football.averages("xg").attrs["reason"] == reason
    assert football.averages([]).attrs["reason"] == "no figure was given"
    assert str(run(database, "--figure", "xg").exception) == reason
    assert "match" in football.team_fixtures(start="1990-01-01", end="1990-02-01").attrs["reason"]
