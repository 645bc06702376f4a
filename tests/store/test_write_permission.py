"""Reading needs no write permission to file or folder; writing without it is refused with the reason."""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.store.file.opening import open_database
from tests.forked import Forked
from tests.imported import python_program
from tests.rights import bind, footydata_bound, python_bound, why_rights_bind_nobody

pytestmark = pytest.mark.skipif(
    bool(why_rights_bind_nobody()), reason=str(why_rights_bind_nobody())
)

SEASON = (
    "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,16/08/2025,15:00,Arsenal,Chelsea,1,1,D\n"
)


@pytest.fixture
def season(tmp_path: Path) -> Path:
    path = tmp_path / "E0.csv"
    path.write_text(SEASON)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that can't be written, with what a test has put there before it is shut."""
    path = tmp_path / "folder"
    path.mkdir()
    yield path
    path.chmod(0o755)


@pytest.fixture
def database(folder: Path, sample: Path) -> Path:
    """A database in a folder that can't be written."""
    path = Path(shutil.copy(sample, folder / "football.db"))
    folder.chmod(0o555)
    return path


@pytest.mark.parametrize(
    "write_protected", [False, True], ids=["the folder", "the folder and the file"]
)
def test_command_reads_without_write_permission(database: Path, write_protected: bool) -> None:
    if write_protected:
        database.chmod(0o444)
    done = footydata_bound("fixtures", database, "--date", "2026-03-14")
    assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr
    assert [path.name for path in database.parent.iterdir()] == ["football.db"]


def test_command_leaves_nothing_beside_a_write_protected_file(tmp_path: Path, sample: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    database = Path(shutil.copy(sample, folder / "football.db"))
    database.chmod(0o444)
    assert footydata_bound("info", database).returncode == 0
    assert [path.name for path in folder.iterdir()] == ["football.db"]


def test_notebook_reads_and_load_is_refused_with_the_reason(database: Path, season: Path) -> None:
    program = f"""
import footydata as fd
with fd.Database({str(database)!r}) as db:
    print(len(db.fixtures(league=39)), len(db.standings(39, "24/25")))
    try:
        db.load({str(season)!r})
    except fd.DatabaseError as error:
        print(error)
"""
    done = python_bound(program)
    assert done.stdout.splitlines() == [
        "480 16",
        f"{database} can't be written: the folder {database.parent} can't be written",
    ], done.stderr


def test_notebook_reads_later_writes_of_the_owner(database: Path, tmp_path: Path) -> None:
    out, errors, written = (tmp_path / name for name in ("out", "errors", "written"))
    program = f"""
import time
from pathlib import Path
import footydata as fd
with fd.Database({str(database)!r}) as db:
    print(len(db.bookmakers()), flush=True)
    while not Path({str(written)!r}).exists():
        time.sleep(0.01)
    print(len(db.bookmakers()), flush=True)
"""
    notebook = Forked(python_program, [program], out=out, errors=errors, before=bind)
    while not out.read_text().endswith("\n"):
        assert notebook.poll() is None, errors.read_text()
        time.sleep(0.01)
    database.parent.chmod(0o755)
    with closing(open_database(database)) as owner:
        owner.execute(
            "insert into bookmaker (id, name, slug, is_default) values (99, 'New', 'new', 0)"
        )
        owner.commit()
        written.touch()
        assert notebook.wait() == 0, errors.read_text()
    before, after = map(int, out.read_text().split())
    assert after == before + 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("load", "{db}", "{csv}"), "{db} can't be written: the folder {folder} can't be written"),
        (
            ("load", "{folder}/new.db", "{csv}"),
            "{folder}/new.db can't be made: the folder {folder} can't be written",
        ),
        (
            ("demo", "--no-serve", "--path", "{db}"),
            "{db} can't be written: the folder {folder} can't be written",
        ),
        (
            ("keys", "create", "{db}"),
            "{folder}/football.accounts can't be made: the folder {folder} can't be written; "
            "name another with --accounts",
        ),
        (
            ("backup", "{db}", "{folder}/copy.db"),
            "{folder}/copy.db can't be made: the folder {folder} can't be written",
        ),
    ],
    ids=[
        "load",
        "load into a new file",
        "demo over a sample",
        "keys create",
        "backup",
    ],
)
def test_writing_command_is_refused_with_the_reason(
    database: Path, season: Path, words: tuple[str, ...], expected: str
) -> None:
    names = {"db": database, "folder": database.parent, "csv": season}
    done = footydata_bound(*(word.format(**names) for word in words))
    assert (done.returncode, done.stderr) == (1, f"Error: {expected.format(**names)}\n")


def test_write_protected_file_in_a_writable_folder_is_named(tmp_path: Path, season: Path) -> None:
    database = tmp_path / "football.db"
    open_database(database).close()
    database.chmod(0o444)
    done = footydata_bound("load", database, season)
    assert (done.returncode, done.stderr) == (
        1,
        f"Error: {database} can't be written: the file is write-protected\n",
    )


def test_unreadable_file_is_named(tmp_path: Path) -> None:
    database = tmp_path / "football.db"
    open_database(database).close()
    database.chmod(0o000)
    done = python_bound(f"import footydata as fd; fd.Database({str(database)!r})")
    assert f"DatabaseError: {database} can't be read: its rights don't allow it" in done.stderr


def test_unreadable_journal_of_another_user_is_not_ignored(
    folder: Path, sample: Path, tmp_path: Path
) -> None:
    whole = shutil.copy(sample, tmp_path / "whole.db")
    with closing(sqlite3.connect(whole)) as writer:
        writer.execute("update team set name = 'Written last'")
        writer.commit()
        shutil.copy(whole, folder / "football.db")
        shutil.copy(f"{whole}-wal", folder / "football.db-wal")
    folder.chmod(0o555)
    done = footydata_bound("teams", folder / "football.db")
    assert done.returncode == 1
    assert "football.db-wal" in done.stderr
    assert f"the folder {folder} can't be written" in done.stderr


def test_reader_sees_the_latest_write_of_the_owner(folder: Path, sample: Path) -> None:
    database = Path(shutil.copy(sample, folder / "football.db"))
    with closing(open_database(database)) as owner:
        owner.execute("update team set name = 'Written last'")
        owner.commit()
        folder.chmod(0o555)
        done = footydata_bound("teams", database)
        folder.chmod(0o755)
    assert "Written last" in done.stdout
