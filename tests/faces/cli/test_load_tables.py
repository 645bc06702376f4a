"""`load` of a table that no source knows: shown, asked, explained, loaded by a map."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import footydata as fd
from footydata.faces.cli.main import group

CLEAR = "Date,Home,Away,HG,AG\n2023-08-12,Arsenal,Fulham,2,1\n2023-08-13,Chelsea,Arsenal,0,0\n"
LOOK = CLEAR.replace("HG,AG", "Sum").replace("2,1", "2-1").replace("0,0", "0-0")
LEAGUE = ("--league", "GB-ENG/Premier League")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, **options: Any) -> Result:
    return CliRunner().invoke(group, list(arguments), standalone_mode=False, **options)


def stored(folder: Path) -> int:
    with fd.Database(folder / "f.db") as db:
        return len(db.fixtures())


def test_without_a_terminal_nothing_is_stored_and_the_map_is_printed(folder: Path) -> None:
    Path("t.csv").write_text(CLEAR)
    result = run("load", "f.db", "t.csv", *LEAGUE)
    assert (result.return_value, Path("f.db").exists()) == (1, False)
    assert tomllib.loads(result.stdout)["columns"]["HG"] == "home_goals"
    assert "2 read" in result.stderr


def test_explain_prints_the_map_by_which_the_table_is_loaded(folder: Path) -> None:
    Path("t.csv").write_text(LOOK)
    result = run("load", "f.db", "t.csv", *LEAGUE, "--explain")
    assert (result.return_value, Path("f.db").exists()) == (0, False)
    Path("m.toml").write_text(result.stdout)
    assert run("load", "f.db", "t.csv", *LEAGUE, "--map", "m.toml").return_value == 0
    assert stored(folder) == 2


@pytest.mark.parametrize(("content", "kept"), [(CLEAR, 2), (LOOK, 0)], ids=["clear", "look"])
def test_yes_loads_what_is_clear(folder: Path, content: str, kept: int) -> None:
    Path("t.csv").write_text(content)
    run("load", "f.db", "t.csv", *LEAGUE, "--yes")
    assert Path("f.db").exists() == bool(kept)


@pytest.mark.parametrize(
    ("answers", "kept"),
    [("y\n", 2), ("n\n", 0), ("y\nleague = GB-ENG/Premier League\ny\n", 2)],
    ids=["yes", "no", "an answer first"],
)
def test_on_a_terminal_it_is_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answers: str, kept: int
) -> None:
    monkeypatch.setattr("footydata.faces.cli.load.is_terminal", lambda: True)
    Path("t.csv").write_text(LOOK)
    league = () if "league" in answers else LEAGUE
    run("load", "f.db", "t.csv", *league, input=answers)
    assert (stored(folder) if Path("f.db").exists() else 0) == kept


def test_known_files_of_a_folder_land_and_the_exit_is_1(folder: Path) -> None:
    (folder / "all").mkdir()
    Path("all/t.csv").write_text(CLEAR)
    Path("all/E0.csv").write_text(
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"
    )
    assert run("load", "f.db", "all", *LEAGUE).return_value == 1
    assert stored(folder) == 1


def test_a_map_that_was_agreed_to_is_kept_for_its_header(folder: Path) -> None:
    Path("t.csv").write_text(CLEAR)
    run("load", "f.db", "t.csv", *LEAGUE, "--yes")
    Path("u.csv").write_text(CLEAR.replace("Arsenal", "Everton"))
    assert run("load", "f.db", "u.csv", *LEAGUE).return_value == 0
    assert stored(folder) == 4


@pytest.mark.parametrize("name", ["f.db-wal", "f.db-shm", "f.db-journal"])
def test_a_database_is_not_named_as_a_part_of_another(folder: Path, name: str) -> None:
    Path("t.csv").write_text(CLEAR)
    assert isinstance(run("load", name, "t.csv", *LEAGUE, "--yes").exception, fd.FootydataError)
    assert not Path(name).exists()
