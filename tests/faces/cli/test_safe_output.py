"""Names from files and files' own names never steer the terminal, whatever command shows them, its errors too."""

import contextlib
import csv
import io
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from footydata.faces.cli import clock
from tests.faces.cli.running import Run

EVIL = "Ox\x1b]0;owned\x07\x1b[2J\x7f\x9b31m\x85\u202emere\u2066\r\n"
"""A name with ESC, an order to the title, DEL, C1, bidi controls and a line end."""

STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]"
)
"""What no terminal may be sent; the end of a line is ours."""


@pytest.fixture(scope="module")
def evil(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with such a name of everything that has one, in a file that is called so."""
    folder = tmp_path_factory.mktemp("evil")
    database = folder / "foot\x1b[2Jball\u202e.db"
    shutil.copy(sample, database)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.create_function("evil", 1, lambda text: f"{text}{EVIL}")
        for table, columns in {
            "country": ("name",),
            "league": ("name", "short_name"),
            "season": (),
            "team": ("name",),
            "bookmaker": ("name", "slug"),
            "fixture": ("referee", "stage", "state_detail"),
            "event": ("player", "player_in", "player_out"),
            "points_adjustment": ("reason", "source"),
            "source": ("name",),
            "external_id": ("key",),
            "fair_line": ("model",),
        }.items():
            for column in columns:
                where = "where id = 880432" if table == "fixture" else ""
                connection.execute(f"update {table} set {column} = evil({column}) {where}")
        connection.execute("update fixture set status = 'live' where id = 880433")
        connection.execute("update fixture set half_home_goals = 9 where id = 880432")
        connection.execute(
            "insert into team_edit (id, kind, team_id, summary, made_ts, scope, source, spelling) "
            "values (1, 'alias', 2601, evil('printed'), 1, 'GB-ENG', '', 'printed')"
        )
    (folder / f"bets{EVIL}.csv").write_text(
        f"date,home,away,market,side,price\n2026-03-14,{EVIL.strip()},X,1x2,1,2\n"
    )
    (folder / f"E0\x1b[31m\udce9{EVIL.strip()}.csv").write_text("Div,Date\nE0,\x1b[2J\n")
    (folder / "E1.csv").write_text(
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,31/02/2025,A\x1b[2JB,C\x9b1mD,1,1\nE0,01/02/2025,A\x1b]0;x\x07B,C,1,\n",
        encoding="utf-8",
    )
    (folder / "own.csv").write_text("league,season,team,points\nX\x1b[2J,25/26,Y,-3\n")
    return database


@pytest.fixture
def run(evil: Path, monkeypatch: pytest.MonkeyPatch, ended: Run, now: int) -> Run:
    monkeypatch.chdir(evil.parent)
    monkeypatch.setattr(clock, "now", lambda: now)

    return lambda *arguments: ended(*(evil.name if one == "DB" else one for one in arguments))


FOLDER_FILES = {"bets": f"bets{EVIL}.csv", "load": f"E0\x1b[31m\udce9{EVIL.strip()}.csv"}

SHOWING: dict[str, list[str]] = {
    "fixtures": ["fixtures", "DB"],
    "fixture": ["fixture", "DB", "880432"],
    "standings": ["standings", "DB", "--league", "39"],
    "standings reach": ["standings", "DB", "--league", "39", "--reach"],
    "standings by round": ["standings", "DB", "--league", "39", "--by-round"],
    "deductions": ["deductions", "DB"],
    "deductions of a file": ["deductions", "DB", "own.csv"],
    "lines": ["lines", "DB"],
    "bets": ["bets", "DB", FOLDER_FILES["bets"]],
    "find": ["fixtures", "DB", "--where", "corners > 5", "--limit", "5"],
    "counts": ["averages", "DB", "--market", "corner", "--line", "9.5", "--by", "league"],
    "bookmakers": ["bookmakers", "DB"],
    "teams": ["teams", "DB"],
    "teams unmatched": ["teams", "DB", "--unmatched"],
    "teams undo": ["teams", "undo", "DB", "--list"],
    "check": ["check", "DB"],
    "info": ["info", "DB"],
    "info of a fixture": ["info", "DB", "--fixture", "880432"],
    "keys": ["keys", "list", "DB"],
    "load": ["load", "new.db", FOLDER_FILES["load"]],
    "load of rows": ["load", "new.db", "E1.csv"],
}
"""Commands that show what stands in files, in every format."""

FAILING: dict[str, list[str]] = {
    "a file that is not there": ["load", "new.db", "no\x1b[2J.csv"],
    "a database that is not there": ["info", "no\x1b[2J\u202e.db"],
    "a database in no folder": ["load", "no\x1b[2J/new.db", "own.csv"],
    "a league": ["standings", "DB", "--league", "Q\x1b[2J\x9b"],
    "a season": ["standings", "DB", "--league", "39", "--season", "Q\x1b[2J"],
    "a stage": ["standings", "DB", "--league", "39", "--stage", "Q\x1b[2J"],
    "teams": ["teams", "alias", "DB", "e", "Q\x1b[2J"],
    "two teams": ["teams", "merge", "DB", "2601", "2602", "--yes"],
    "a country": ["teams", "alias", "DB", "2601", "Q", "--country", "Q\x1b[2J"],
    "a source": ["teams", "alias", "DB", "2601", "Q", "--source", "Q\x1b[2J"],
    "a bookmaker": ["lines", "DB", "--bookmaker", "Q\x1b[2J"],
    "a bookmaker of a fixture": ["fixture", "DB", "880432", "--bookmaker", "Q\x1b[2J"],
    "a condition": ["fixtures", "DB", "--where", "corn\x1b[2J > 1"],
    "an option": ["info", "DB", "--q\x1b[2J"],
    "a choice": ["info", "DB", "--format", "q\x1b[2J"],
    "an argument too many": ["info", "DB", "q\x1b[2J"],
    "a command": ["q\x1b[2J"],
    "a folder": ["export", "DB", "E1.csv/\x1b[2J\x9b"],
    "a kind": ["check", "DB", "--kind", "q\x1b[2J"],
}
"""Commands that end in an error which says what was asked."""


@pytest.mark.parametrize("format", ["table", "json"])
@pytest.mark.parametrize("name", SHOWING)
def test_no_name_steers_the_terminal(run: Run, name: str, format: str) -> None:
    _, out, errors = run(*SHOWING[name], "--format", format)
    assert out + errors
    assert STEERING.findall(out + errors) == []


@pytest.mark.parametrize("name", FAILING)
def test_no_error_steers_the_terminal(run: Run, name: str) -> None:
    code, out, errors = run(*FAILING[name])
    assert (code in (1, 2), STEERING.findall(out + errors)) == (True, [])


def test_an_error_about_a_name_with_a_line_end_is_one_line(run: Run) -> None:
    _, _, errors = run("standings", "DB", "--league", "Serie\nError: all is lost")
    assert errors.count("\n") == 1


def test_json_holds_the_name_as_it_is(run: Run) -> None:
    _, out, _ = run("bookmakers", "DB", "--format", "json")
    assert all(row["name"].endswith(EVIL) for row in json.loads(out))
    assert "\\u009b" in out


def test_json_is_for_eyes_where_it_steers_nothing(run: Run, sample: Path) -> None:
    _, out, _ = run("fixtures", str(sample), "--league", "Sakura", "--format", "json")
    assert "\\u" not in out


def test_csv_into_a_pipe_holds_the_name_as_it_is(run: Run) -> None:
    _, out, _ = run("bookmakers", "DB", "--format", "csv")
    rows = csv.DictReader(io.StringIO(out, newline=""))
    assert all(row["name"].endswith(EVIL) and row["slug"].endswith(EVIL) for row in rows)


def at_a_terminal(folder: Path, *arguments: str) -> str:
    """What a command sends to a terminal, on stdout and stderr."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "footydata", *arguments]
    with subprocess.Popen(
        command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    ) as process:
        os.close(theirs)
        sent = b""
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65_536):
                sent += part
        os.close(ours)
    assert process.returncode in (0, 1)
    return sent.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["bookmakers", "DB", "--format", "csv"], id="csv", marks=pytest.mark.slow),
        pytest.param(["load", "again.db", FOLDER_FILES["load"]], id="load"),
    ],
)
def test_a_terminal_is_sent_nothing_that_steers_it(evil: Path, arguments: list[str]) -> None:
    sent = at_a_terminal(evil.parent, *(evil.name if one == "DB" else one for one in arguments))
    # The line of progress is written over by an order of our own.
    assert STEERING.findall(sent.replace("\r\x1b[K", "")) == []
    assert "\\x1b" in sent
