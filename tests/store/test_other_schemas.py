"""A file of another schema, older or newer, is refused by name at every door, and stays as it is."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest

import footydata as fd
from footydata.store.file.opening import VERSION, schema
from tests.rights import footydata_bound, why_rights_bind_nobody
from tests.store.conftest import run

ROWS = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"

OPENED: dict[str, Callable[[Path], object]] = {
    "to write": fd.Database,
    "to read": lambda path: fd.Database(path, read_only=True),
    "for a client": fd.Client.embedded,
}
COMMANDS = {
    "info": ("info", "{db}"),
    "load": ("load", "{db}", "{folder}/E0.csv"),
    "check": ("check", "{db}"),
    "backup": ("backup", "{db}", "{folder}/copy.backup"),
    "restore": ("restore", "{db}", "{small}"),
    "restore from it": ("restore", "{folder}/new.db", "{db}"),
    "serve": ("serve", "{db}"),
}


@pytest.fixture(params=[0, 1, VERSION - 1, VERSION + 1, 999])
def database(request: pytest.FixtureRequest, small_database: Path, tmp_path: Path) -> Path:
    """A file with another number than that of the schema, and a file to load beside it."""
    (tmp_path / "E0.csv").write_text(ROWS)
    path = Path(shutil.copy(small_database, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma user_version = {request.param}")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("way", OPENED)
def test_it_is_refused_in_python(database: Path, way: str) -> None:
    before = contents(database.parent)
    with pytest.raises(fd.UnknownSchema, match=r"football\.db .*load its sources again"):
        OPENED[way](database)
    assert contents(database.parent) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_refused_by_a_command_in_one_line(
    database: Path, small_database: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(database.parent)
    places = {"db": database, "folder": database.parent, "small": small_database}
    assert run(*(word.format(**places) for word in COMMANDS[command])) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert str(database) in printed.err
    assert "load its sources again" in printed.err
    assert contents(database.parent) == before


@pytest.mark.skipif(bool(why_rights_bind_nobody()), reason=str(why_rights_bind_nobody()))
def test_it_is_refused_where_nothing_can_be_written(database: Path) -> None:
    before = contents(database.parent)
    database.parent.chmod(0o555)
    ended = footydata_bound("info", database)
    database.parent.chmod(0o755)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "load its sources again" in ended.stderr
    assert contents(database.parent) == before


def test_an_empty_file_is_not_read_and_stays_empty(tmp_path: Path) -> None:
    (tmp_path / "football.db").touch()
    with pytest.raises(fd.NotAFootballDatabase):
        fd.Database(tmp_path / "football.db", read_only=True)
    assert contents(tmp_path) == {"football.db": b""}


def test_a_change_of_the_schema_raises_the_version() -> None:
    """Where this fails: raise VERSION, so that files of before are refused, and write both here."""
    digest = blake2b(schema().encode(), digest_size=8).hexdigest()
    assert (VERSION, digest) == (35, "052f110f81ec062b")
