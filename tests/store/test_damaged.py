"""A damaged database: every interface names the file, and the readable part can be saved."""

import csv
import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

import footydata as fd
from footydata.faces.tui.browsing import ReadAnswer, Reader
from footydata.football.terms import ULTRA
from footydata.service.exchange import Request
from footydata.service.keys import OneAccount
from footydata.service.service import Service
from tests.store.conftest import run

PAGE = 4096


def damaged(sample: Path, path: Path, table: str) -> Path:
    """A copy of the sample whose first page of a table is overwritten."""
    with closing(sqlite3.connect(shutil.copy(sample, path))) as connection:
        (root,) = connection.execute(
            "select rootpage from sqlite_master where name = ?", (table,)
        ).fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(b"\xff" * PAGE)
    return path


@pytest.fixture
def without_odds(sample: Path, tmp_path: Path) -> Path:
    return damaged(sample, tmp_path / "football.db", "odds")


@pytest.fixture
def without_teams(sample: Path, tmp_path: Path) -> Path:
    return damaged(sample, tmp_path / "football.db", "team")


@pytest.fixture
def cut_off(sample: Path, tmp_path: Path) -> Path:
    """A copy that ends in the middle, as one that a full disk broke off."""
    path = tmp_path / "football.db"
    content = sample.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    return path


def ways_out(database: Path) -> str:
    return (
        f"Error: {database} is damaged (database disk image is malformed): 'footydata check {database}' says what is "
        f"broken, and 'footydata export {database} DIR' saves what can still be read; 'footydata restore {database} "
        "BACKUP' puts back a copy\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("fixtures", "--date", "2026-03-14"),
        ("standings", "--league", "39", "--season", "24/25"),
        ("teams",),
        ("load", "E0.csv"),
        ("lines", "--date", "2026-03-14"),
        ("teams", "merge", "1", "2"),
    ],
    ids=" ".join,
)
def test_command_names_the_damaged_file_and_the_remedy(
    without_teams: Path, season: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    at = 2 if words[:2] == ("teams", "merge") else 1
    asked = [season if word == "E0.csv" else word for word in words]
    assert run(*asked[:at], without_teams, *asked[at:]) == 1
    assert capsys.readouterr().err == ways_out(without_teams)


@pytest.mark.parametrize(
    "words", [("info",), ("load", "E0.csv"), ("serve",), ("browse",)], ids=" ".join
)
def test_command_names_the_truncated_file(
    cut_off: Path, season: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words[0], cut_off, *(season for _ in words[1:])) == 1
    assert capsys.readouterr().err == ways_out(cut_off)


def test_check_lists_the_damage(without_odds: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", without_odds) == 1
    printed = capsys.readouterr().out
    assert "SQLite's integrity check says: *** in database main ***" in printed
    assert "broken_file" in printed


def test_check_reads_a_truncated_file(cut_off: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", cut_off) == 1
    printed = capsys.readouterr().out
    assert "broken_file" in printed
    assert "database disk image is malformed" in printed


@pytest.mark.parametrize("kind", ["without_odds", "cut_off"])
def test_export_saves_readable_tables_and_names_lost_ones(
    kind: str,
    sample: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = request.getfixturevalue(kind)
    assert run("export", database, tmp_path / "out", "--format", "csv") == 1
    assert (
        f"Error: {database} is damaged: what could be read is in {tmp_path / 'out'}; rows of these are lost: "
        "odds (10 files)"
    ) in capsys.readouterr().err
    with closing(sqlite3.connect(sample)) as whole:
        (fixtures,) = whole.execute("select count(*) from fixture").fetchone()
    saved = list((tmp_path / "out" / "fixtures").rglob("*.csv"))
    rows = sum(len(list(csv.DictReader(file.read_text("utf-8").splitlines()))) for file in saved)
    assert rows == fixtures


def test_export_names_tables_that_depend_on_a_lost_one(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = damaged(sample, tmp_path / "football.db", "league")
    assert run("export", database, tmp_path / "out", "--format", "csv") == 1
    assert "lost: the tables of fixtures (1 file), leagues (1 file)" in capsys.readouterr().err
    assert (tmp_path / "out" / "teams" / "teams.csv").stat().st_size > 1_000


def test_dump_of_a_damaged_file_is_complete_or_refused(
    without_odds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", without_odds, tmp_path / "out", "--format", "v1") == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"Error: {without_odds} is damaged (*** in database main *** ")
    assert f"'footydata check {without_odds}' says what is broken" in printed
    assert len(printed.splitlines()) == 1


def test_notebook_error_names_the_damaged_file(without_teams: Path, season: Path) -> None:
    with fd.Database(without_teams) as database:
        for ask in (database.fixtures, database.teams, lambda: database.load(season)):
            with pytest.raises(
                fd.DatabaseError, match=r"football\.db is damaged .* 'footydata check"
            ):
                ask()


def test_server_log_names_the_damaged_file(
    without_teams: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(without_teams, OneAccount(ULTRA), clock=lambda: 1_773_500_000)
    with caplog.at_level(logging.ERROR):
        answer = service.answer(Request("GET", "/v1/teams", ""))
    service.close()
    assert (answer.status, b"football.db" in answer.body.content) == (500, False)
    assert "football.db is damaged" in caplog.text


def test_browser_names_the_damaged_file(without_teams: Path) -> None:
    answers: list[ReadAnswer] = []
    came = Event()
    reader = Reader(without_teams)
    reader.request(
        "day",
        lambda connection: connection.execute("select * from team").fetchall(),
        lambda a: (answers.append(a), came.set()),
    )
    assert came.wait(20)
    reader.close()
    assert str(answers[0].error).startswith(f"{without_teams} is damaged")


def test_damaged_accounts_file_is_named_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fd.Database(tmp_path / "football.db").close()
    assert run("keys", "create", tmp_path / "football.db") == 0
    accounts = tmp_path / "football.accounts"
    accounts.write_bytes(accounts.read_bytes()[:PAGE])
    capsys.readouterr()
    assert run("keys", "list", tmp_path / "football.db") == 1
    errors = capsys.readouterr().err
    assert errors.startswith(f"Error: the accounts file {accounts} is damaged")
    assert "--accounts" in errors
