"""footydata load --league, and the books that load prints."""

import json
import shlex
from pathlib import Path

import pytest

import footydata as fd
from tests.faces.cli.running import exit_code

SEASON = {
    "name": "Liga Luna 2018/19",
    "matches": [
        {"date": "2018-08-17", "team1": "Mare Imbrium", "team2": "Tycho", "score": {"ft": [1, 0]}},
        {"date": "2019-02-17", "team1": "Tycho", "team2": "Mare Imbrium", "score": {"ft": [2, 2]}},
    ],
}
HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mx.9.json"
    path.write_text(json.dumps(SEASON))
    return path


def test_an_unknown_competition_is_refused_with_the_command_that_takes_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("load", "football.db", file.name) == 1
    said = capsys.readouterr().err
    assert "'Liga Luna' is not a competition that we know" in said
    command, _, hint = said.partition("this takes it: ")[2].strip().partition(" (")
    assert hint == "with the code of its country for WORLD)"
    assert shlex.split(command) == [
        "footydata",
        "load",
        "football.db",
        "mx.9.json",
        "--league",
        "WORLD/Liga Luna",
    ]
    assert exit_code(*shlex.split(command)[1:]) == 0
    with fd.Database("football.db") as database:
        leagues = database.leagues()
        assert list(zip(leagues["name"], leagues["country"], strict=True)) == [
            ("Liga Luna", "World")
        ]
        assert sorted(database.fixtures()["season"]) == ["18/19", "18/19"]


def test_a_division_without_a_name_is_refused_by_row_and_taken_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("X9.csv").write_text(
        f"{HEADER}\nE0,17/08/2024,Arsenal,Chelsea,1,0\nX9,17/08/2024,Mare,Tycho,2,2\n"
    )
    assert exit_code("load", "football.db", "X9.csv") == 0
    assert "--league 'WORLD/X9'" in capsys.readouterr().out.replace(
        "--league WORLD/X9", "--league 'WORLD/X9'"
    )
    assert exit_code("load", "football.db", "X9.csv", "--league", "iceland/Second Division") == 0
    with fd.Database("football.db") as database:
        stored = database.fixtures()
        assert set(zip(stored["league"], stored["home"], stored["season"], strict=True)) == {
            ("Premier League", "Arsenal", "24/25"),
            ("Second Division", "Mare", "2024"),  # Iceland plays from spring to autumn
        }


@pytest.mark.parametrize("text", ["Liga Luna", "MX/", "Moon/Liga Luna"])
def test_a_league_that_is_no_country_and_name_is_wrong_usage(
    file: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("load", "football.db", file.name, "--league", text) == 2
    assert repr(text.partition("/")[0])[1:-1] in capsys.readouterr().err
    assert not Path("football.db").exists()


def test_the_books_of_a_load_balance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    first = [
        "E0,17/08/2024,Arsenal,Chelsea,1,0",
        "E0,18/08/2024,Everton,Fulham,,",
        "E0,31/02/2024,Leeds,Burnley,1,0",
    ]
    Path("E0.csv").write_text("\n".join((HEADER, *first)) + "\n")
    assert exit_code("load", "football.db", "E0.csv", "--format", "json") == 0
    names = ("rows_read", "new", "changed", "same", "conflicting", "refused")
    books = json.loads(capsys.readouterr().out)
    assert [books[name] for name in names] == [3, 2, 0, 0, 0, 1]
    second = [
        "E0,17/08/2024,Arsenal,Chelsea,3,0",
        "E0,18/08/2024,Everton,Fulham,0,0",
        "E0,19/08/2024,Leeds,Burnley,1,0",
    ]
    Path("E0.csv").write_text("\n".join((HEADER, *second, second[2])) + "\n")
    assert exit_code("load", "football.db", "E0.csv") == 0
    assert (
        "4 rows read = 1 new + 1 changed + 1 the same again + 1 conflicting + 0 refused"
        in capsys.readouterr().out
    )
