"""footydata teams: the list, the doubts, and edits that can be undone."""

import csv
import io
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footydata.faces.cli import teams as teams_module
from footydata.faces.cli.main import _run

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"


@pytest.fixture
def football(tmp_path: Path, now: int, capsys: pytest.CaptureFixture[str]) -> Path:
    """A database in which one club has two names, and one fixture stands twice."""
    path = tmp_path / "foot ball.db"
    (tmp_path / "E0.csv").write_text(
        f"{HEADER}\nE0,17/08/2024,Arsenal,Chelsea,2,1\nE0,24/08/2024,Everton,Arsenal,0,1\n"
    )
    second = {
        "round": "1",
        "date": "2024-08-17",
        "team1": "The Arsenal Club",
        "team2": "Chelsea FC",
    }
    matches = [{**second, "score": {"ft": [3, 1], "ht": [1, 0]}}]
    (tmp_path / "en.1.json").write_text(
        json.dumps({"name": "English Premier League 2024/25", "matches": matches})
    )
    assert _run(["load", str(path), str(tmp_path / "E0.csv"), str(tmp_path / "en.1.json")]) == 0
    capsys.readouterr()
    return path


def run(*arguments: object, answer: str | None = None) -> Result:
    return CliRunner().invoke(
        teams_module.teams,
        [str(argument) for argument in arguments],
        input=answer,
        standalone_mode=False,
    )


def fixtures(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "select id, home_id, away_id, home_goals from fixture order by id"
        ).fetchall()


def test_the_bare_command_lists(football: Path) -> None:
    rows = json.loads(run(football, "--league", "Premier League", "--format", "json").stdout)
    assert [(row["name"], row["fixtures"]) for row in rows] == [
        ("Arsenal", 2),
        ("Chelsea", 2),
        ("Everton", 1),
        ("The Arsenal Club", 1),
    ]
    assert rows[1]["spellings"] == "openfootball: Chelsea FC"


def test_a_doubt_stands_with_the_command_that_ends_it(football: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run(football, "--unmatched", "--format", "csv").stdout)))
    assert [(row["name"], row["candidate"]) for row in rows] == [("The Arsenal Club", "Arsenal")]
    merge = f"footydata teams merge '{football}' {rows[0]['id']} {rows[0]['candidate_id']}"
    assert merge in run(football, "--unmatched").stdout


def test_the_commands_stand_whole_below_a_table_that_fits_80_columns(
    football: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert _run(["teams", str(football), "--unmatched"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines[:-1])
    assert any(line.split("  ")[0].isdigit() for line in lines)
    (command,) = [line for line in lines if "teams merge" in line]
    assert command.startswith(f"  footydata teams merge '{football}' ")
    assert command.endswith("  # The Arsenal Club is Arsenal")


def test_where_no_team_is_in_doubt_there_is_no_table(sample: Path) -> None:
    assert run(sample, "--unmatched").stdout == ""


def test_the_table_of_doubts_says_that_nothing_is_guessed(football: Path) -> None:
    outcome = run(football, "--unmatched")
    assert (
        "1 team may stand twice, under two names; nothing is merged on a guess." in outcome.stderr
    )


@pytest.mark.parametrize("answer", ["n\n", ""], ids=["no", "no answer"])
def test_a_merge_tells_what_moves_and_asks(football: Path, answer: str) -> None:
    before = fixtures(football)
    outcome = run("merge", football, "The Arsenal Club", "Arsenal", answer=answer)
    assert outcome.return_value == 1
    assert "The Arsenal Club" in outcome.stdout.splitlines()[0]
    assert "moved: 1 fixture; twice there: 1" in outcome.stdout
    assert "goals: 2-1 against 3-1; 2-1 stays" in outcome.stdout
    assert "Nothing was changed" in outcome.stdout
    assert fixtures(football) == before


def test_a_merge_is_made_and_undone(football: Path) -> None:
    before = fixtures(football)
    made = run("merge", football, "The Arsenal Club", "Arsenal", answer="y\n")
    assert made.return_value == 0
    assert [row[3] for row in fixtures(football)] in ([2, 0], [0, 2])
    assert f"To undo: footydata teams undo '{football}' 1" in made.stdout
    assert "Undone: merge 1" in run("undo", football).stdout
    assert fixtures(football) == before
    listed = json.loads(run("undo", football, "--list", "--format", "json").stdout)
    assert [(row["id"], row["kind"], row["undone_utc"] is None) for row in listed] == [
        (1, "merge", False)
    ]


def test_a_list_of_no_edits_says_so(football: Path) -> None:
    listed = run("undo", football, "--list")
    assert listed.stderr == "No team was merged and no alias was added.\n"


def test_a_merge_without_a_question(football: Path) -> None:
    outcome = run("merge", football, "The Arsenal Club", "Arsenal", "--yes")
    assert "is now Arsenal" in outcome.stdout
    assert len(fixtures(football)) == 2


def test_a_merge_that_looks_wrong_says_why_before_it_asks(football: Path) -> None:
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute("update team set country_code = 'FR' where name = 'Everton'")
    printed = run("merge", football, "Everton", "Chelsea", answer="n\n").stdout
    assert "beware: one is of FR, the other of GB-ENG" in printed
    assert "beware: football-data has both in one season; they may be two teams" in printed


def test_a_source_and_a_country_are_found_whatever_their_case(football: Path) -> None:
    outcome = run(
        "alias",
        football,
        "Everton",
        "The Toffees",
        "--source",
        "Football-Data",
        "--country",
        "gb-eng",
    )
    assert outcome.stdout.startswith("football-data may call Everton ")
    assert "(GB-ENG)" in outcome.stdout


def test_a_later_load_respects_an_alias(football: Path, tmp_path: Path) -> None:
    outcome = run("alias", football, "Everton", "The Toffees", "--source", "football-data")
    assert "football-data may call Everton" in outcome.stdout
    (tmp_path / "E0.csv").write_text(f"{HEADER}\nE0,31/08/2024,The Toffees,Chelsea,1,1\n")
    assert _run(["load", str(football), str(tmp_path / "E0.csv")]) == 0
    with closing(sqlite3.connect(football)) as connection:
        assert connection.execute("select count(*) from team").fetchone() == (4,)


def test_an_alias_of_a_name_in_use_tells_whose_it_was(football: Path) -> None:
    outcome = run("alias", football, "Arsenal", "the arsenal club")
    assert "The Arsenal Club" in outcome.stdout
    assert "footydata teams merge" in outcome.stdout


def test_an_alias_that_is_the_name_of_another_team_says_so(sample: Path, tmp_path: Path) -> None:
    said = run("alias", shutil.copy(sample, tmp_path), "Lomabella", "marazul").output.splitlines()
    assert said[1].startswith("Marazul (5304) is called so itself")
    assert said[2].startswith("To undo: ")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["merge", "{db}", "Arsenal", "Chelsea", "--yes"],
            1,
            "are two teams: they met on 2024-08-17",
        ),
        (
            ["alias", "{db}", "Arsenal", "Gunners", "--source", "betfair"],
            2,
            "no source is called 'betfair'",
        ),
        (
            ["alias", "{db}", "Arsenal", "Gunners", "--country", "GB-EN"],
            1,
            "'GB-EN' is not a country or region code; did you mean GB-ENG",
        ),
        (["alias", "{db}", "Nobody", "Gunners"], 1, "no team is called 'Nobody'"),
        (["undo", "{db}"], 1, "no merge and no alias stands"),
        (["undo", "{db}", "7"], 1, "no merge and no alias stands"),
        (["nothere.db"], 1, "nothere.db does not exist"),
        (["merge", "nothere.db", "1", "2"], 1, "nothere.db does not exist"),
    ],
)
def test_what_can_not_be_is_one_line_and_an_exit_code(
    football: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    assert _run(["teams", *(argument.format(db=football) for argument in arguments)]) == code
    assert message in capsys.readouterr().err


def test_the_help_names_the_commands(football: Path) -> None:
    outcome = run("--help")
    assert "merge" in outcome.stdout
    assert "footydata teams DB [--league L] [--unmatched]" in outcome.stdout
