"""footydata loads and unload."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from tests.faces.cli.running import exit_code

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
FIRST = f"{HEADER}\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"
SECOND = f"{HEADER}\nE0,16/08/2025,Leeds,Arsenal,0,2\nE0,16/08/2025,Leeds,Leeds,0,2\n"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    for name, text in (("2425", FIRST), ("2526", SECOND)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "E0.csv").write_text(text)
        assert exit_code("load", tmp_path / "football.db", tmp_path / name, "--quiet") == 0
    return tmp_path / "football.db"


def test_loads_are_listed_and_one_is_taken_back(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert exit_code("loads", database, "--format", "json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["load_id"], row["place"], row["new"], row["refused"]) for row in rows] == [
        (2, "2526/E0.csv", 1, 1),
        (1, "2425/E0.csv", 1, 0),
    ]
    assert exit_code("loads", database) == 0
    assert "2526/E0.csv" in capsys.readouterr().out
    with closing(fd.Client.embedded(database)) as client, closing(fd.Database(database)) as opened:
        fixture_id = int(opened.fixtures(league="Premier League", season="25/26").fixture_id[0])
        assert client.fixture(fixture_id).teams.home.name == "Leeds United"

        assert exit_code("unload", database, "2") == 2
        printed = capsys.readouterr()
        assert printed.out.splitlines()[-2:] == ["fixture         1", "external_id     1"]
        there_is_none = "nothing was deleted: there is no terminal to ask at"
        assert printed.err == f"Error: {there_is_none}; --yes does it without asking\n"
        assert len(opened.fixtures()) == 2

        assert exit_code("unload", database, "2", "--yes") == 0
        assert len(opened.fixtures()) == 1
        with pytest.raises(fd.FixtureNotFound):
            client.fixture(fixture_id)
        assert list(opened.teams().name) == ["Arsenal", "Chelsea"]
        assert list(opened.loads().load_id) == [1]
        with closing(fd.Database(tmp_path / "football.before-unload-2.backup")) as copy:
            assert len(copy.fixtures()) == 2
        assert opened.load(tmp_path / "2526").fixtures_new == 1
        assert opened.unload(2, backup=False).counts["fixture"] == 1
    assert exit_code("unload", database, "7", "--yes") == 1
    assert "no load has the id 7; 'footydata loads DB' lists them" in capsys.readouterr().err


def test_nothing_is_copied_before_a_load_that_is_not_there(database: Path, tmp_path: Path) -> None:
    with (
        closing(fd.Database(database)) as opened,
        pytest.raises(fd.FootydataError, match="no load has the id 99"),
    ):
        opened.unload(99)
    assert exit_code("unload", database, "1", "99", "--yes") == 1
    assert list(tmp_path.glob("*.backup")) == []


def test_a_terminal_is_asked(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([False, True])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.confirm", lambda *_, **__: next(answers))
    assert (
        exit_code(
            "unload", database, "--league", "Premier League", "--season", "24/25", "--no-backup"
        )
        == 1
    )
    assert "Nothing was deleted." in capsys.readouterr().err
    assert (
        exit_code(
            "unload", database, "--league", "Premier League", "--season", "24/25", "--no-backup"
        )
        == 0
    )
    assert list(database.parent.glob("*.backup")) == []
    with closing(fd.Database(database)) as opened:
        assert list(opened.fixtures().season) == ["25/26"]
        assert list(opened.teams().name) == ["Arsenal", "Leeds United"]


def test_a_part_that_was_removed_can_be_loaded_again(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("unload", database, "--league", "Premier League") == 2
    assert "no terminal to ask at; --yes does it" in capsys.readouterr().err
    assert exit_code("unload", database, "--league", "Nowhere", "--yes") == 1
    assert exit_code("unload", database, "--league", "Premier League", "--yes", "--quiet") == 0
    with closing(fd.Database(database)) as opened:
        assert opened.leagues().empty
        assert opened.teams().empty
        assert opened.connection.execute("pragma foreign_key_check").fetchall() == []
        assert opened.load(tmp_path / "2425", tmp_path / "2526").fixtures_new == 2


def test_several_loads_are_taken_back_at_once(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert exit_code("unload", database, "2", "1", "2", "--yes", "--format", "json") == 0
    assert {"table": "team", "rows": 3} in json.loads(capsys.readouterr().out)
    assert (database.parent / "football.before-unload-2-1.backup").exists()
    with closing(fd.Database(database)) as opened:
        assert (opened.loads().empty, opened.teams().empty) == (True, True)


def test_a_value_that_comes_back_is_that_of_the_loads_that_remain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for goals in (2, 3, 4):
        (tmp_path / "E0.csv").write_text(FIRST.replace(",2,1", f",{goals},1"))
        assert exit_code(
            "load", tmp_path / "football.db", tmp_path / "E0.csv", "--correct", "--quiet"
        ) in (0, 1)
    capsys.readouterr()
    assert exit_code("unload", tmp_path / "football.db", "3", "2", "--yes") == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("comes back")]
    assert [line.partition(": ")[2].partition(": ")[2] for line in lines] == [
        "goals 2-1, in place of 4-1"
    ]
    assert exit_code(
        "load", tmp_path / "football.db", tmp_path / "E0.csv", "--correct", "--quiet"
    ) in (0, 1)
    capsys.readouterr()
    assert exit_code("unload", tmp_path / "football.db", "1", "2", "--yes") == 0
    assert "comes back" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [(), ("1", "--league", "E0"), ("--season", "24/25"), ("1", "--season", "24/25")],
    ids=" ".join,
)
def test_either_loads_or_a_league_are_named(database: Path, words: tuple[str, ...]) -> None:
    assert exit_code("unload", database, *words, "--yes") == 2


@pytest.mark.parametrize(
    "named", [{}, {"load_id": 1, "league": "E0"}, {"season": "24/25"}], ids=str
)
def test_python_takes_a_load_or_a_league(database: Path, named: dict[str, Any]) -> None:
    with closing(fd.Database(database)) as opened:
        with pytest.raises(fd.InvalidArgument):
            opened.unload(**named)
        assert opened.unload(league="E0", season="24/25", backup=False).counts["fixture"] == 1
        assert list(opened.fixtures().season) == ["25/26"]
