"""No door opens a database, an accounts file or a journal except through SQLite.

Python tells an audit hook of every open(), whoever calls it; what SQLite opens it is not printed of.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import datasette_footydata
import pytest
from datasette.app import Datasette
from datasette.plugins import pm

import footydata as fd
from footydata.faces.cli.main import COMMANDS, main

if not pm.is_registered(datasette_footydata):
    pm.register(datasette_footydata, name="footydata")

_watched: list[str] = []
_opened: list[str] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and _watched and isinstance(arguments[0], str | bytes | os.PathLike):
        path = Path(os.fsdecode(arguments[0])).absolute()
        if path.name.startswith("football.") and path.is_relative_to(_watched[0]):
            _opened.append(str(path))


# A hook can't be taken away again; without a folder to watch it does nothing.
sys.addaudithook(_hook)


DEMO = pytest.param("demo --no-serve --path {db}", marks=pytest.mark.slow)
"""It builds the sample anew."""


@contextmanager
def opened_raw(folder: Path) -> Iterator[list[str]]:
    """The databases, accounts and journals below a folder that are opened as files."""
    _opened.clear()
    _watched.append(str(folder))
    try:
        yield _opened
    finally:
        _watched.clear()


@pytest.fixture
def database(tmp_path: Path, sample: Path) -> Path:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = Path(shutil.copy(sample, folder / "football.db"))
    with pytest.raises(SystemExit, match="0"):
        main(["keys", "create", str(path)])
    (folder / "E0.csv").write_text(
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,16/08/2025,15:00,Leeds,Hull,1,1,D\n"
    )
    (folder / "bets.csv").write_text("fixture,market,side,price\n880001,1x2,home,2.0\n")
    return path


WORDS = (
    "load {db} {folder}/E0.csv",
    "load {db} {folder}",
    "load {db} {db} {db}-wal {folder}/football.accounts --source v1",
    "keys create {db}",
    "keys list {db}",
    "keys revoke {db} fd_nobody1234",
    "fixtures {db} --date 2026-03-14",
    "fixture {db} 880001",
    "standings {db} --league 39 --season 24/25",
    "deductions {db}",
    "deductions {db} {db}",
    "lines {db} --date 2026-03-14",
    "bets {db} {folder}/bets.csv",
    "bets {db} {db}",
    "find {db} --where corners>12",
    "counts {db} --market corner --line 9.5",
    "bookmakers {db}",
    "teams {db}",
    "export {db} {folder}/out --format csv",
    "check {db}",
    "backup {db} {folder}/copy.db",
    "info {db}",
    "browse {db}",
    "serve {db} --host 0.0.0.0",
    "pull {db} --base-url http://127.0.0.1:9/v1 --api-key x --dry-run",
    "fetch {db} football-data --league BRA --base-url http://127.0.0.1:9 --cache {folder}/cache --pause 0",
)


NAMED = {words.split()[0] for words in WORDS} | {"demo"}
OTHERS = tuple(f"{name} {{db}}" for name in COMMANDS if name not in NAMED)
"""Commands that came later: the database is their first argument."""


@pytest.mark.parametrize(
    "words",
    [*WORDS, *OTHERS, DEMO],
    ids=lambda words: words.replace("{db}", "DB").replace("{folder}/", ""),
)
def test_command_opens_databases_only_through_sqlite(words: str, database: Path) -> None:
    with opened_raw(database.parent) as opened, pytest.raises(SystemExit):
        main(words.format(db=database, folder=database.parent).split())
    assert opened == []


async def test_pages_and_v1_open_databases_only_through_sqlite(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Datasette would draw the traceback of a page that is not there for half a second.
    monkeypatch.setattr("datasette.handle_exception.rich", None)
    with opened_raw(database.parent) as opened:
        pages = Datasette([str(database)])
        await pages.invoke_startup()
        for path in (
            "/",
            "/football",
            "/football/match",
            "/-/databases.json",
            "/nope",
            "/v1/leagues",
            "/v1/docs",
        ):
            await pages.client.get(path)
    assert opened == []


def test_notebooks_and_embedded_service_open_databases_only_through_sqlite(database: Path) -> None:
    with opened_raw(database.parent) as opened:
        with fd.Database(database) as football:
            football.fixtures(league=39)
            football.load(database.parent)
        with fd.Client.embedded(database) as client:
            client.leagues()
    assert opened == []


def test_audit_hook_notices_an_open(database: Path) -> None:
    with opened_raw(database.parent) as opened:
        database.read_bytes()
    assert opened == [str(database)]
