"""Backups are restored beside open readers and what journals are there; what killed copies left is removed."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from footydata.store.file.backups import restore
from footydata.store.file.opening import open_database, open_read_only
from tests.store.conftest import run
from tests.store.test_journals import (
    KILLED_HALFWAY,
    KILLED_WRITER,
    countries,
    journal,
    killed,
    write,
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "football.db"
    write(path, 100)
    return path


@pytest.fixture
def backup(database: Path, tmp_path: Path) -> Path:
    """A backup of the database, which has 50 more countries since."""
    assert run("backup", database, tmp_path / "football.backup") == 0
    with closing(open_database(database)) as connection:
        rows = ((f"later-{row}", "z") for row in range(50))
        connection.executemany(
            "insert into country (code, name, type) values (?, ?, 'country')", rows
        )
        connection.commit()
    return tmp_path / "football.backup"


def test_open_readers_see_the_restored_backup(database: Path, backup: Path, capsys) -> None:
    with closing(open_read_only(database)) as reader, closing(open_database(database)) as writer:
        reader.execute("begin")
        assert reader.execute("select count(*) from country").fetchone() == (150,)
        assert run("restore", database, backup) == 0
        assert reader.execute("select count(*) from country").fetchone() == (150,)
        reader.rollback()
        assert reader.execute("select count(*) from country").fetchone() == (100,)
        writer.execute("insert into country (code, name, type) values ('AA', 'A', 'country')")
        writer.commit()
    kept = database.with_name("football.before-restore.backup")
    assert (
        f"{database} holds what {backup} holds; what it held before is in {kept}"
        in capsys.readouterr().out
    )
    assert (countries(database), countries(kept), countries(backup)) == (101, 150, 100)


def test_backup_with_another_page_size_is_refused_and_restored_to_a_new_file(
    database, backup, tmp_path, capsys
):
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("pragma journal_mode = delete")
        connection.execute("pragma page_size = 512")
        connection.execute("vacuum")
    assert run("restore", database, backup) == 1
    assert "restore it to a new file" in capsys.readouterr().err
    assert run("restore", tmp_path / "new.db", backup) == 0
    assert (countries(database), countries(tmp_path / "new.db")) == (150, 100)


def test_restore_names_a_damaged_backup(
    database: Path, backup: Path, tmp_path: Path, capsys
) -> None:
    content = bytearray(backup.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    backup.write_bytes(content)
    before = database.read_bytes()
    assert run("restore", database, backup) == 1
    message = capsys.readouterr().err
    assert f"{backup} is damaged" in message
    assert f"'footydata export {backup} DIR' saves what can still be read" in message
    assert ".copying-" not in message
    assert database.read_bytes() == before


def test_restore_from_a_folder_is_refused(database: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "backups").mkdir()
    assert run("restore", database, tmp_path / "backups") == 1
    assert f"{tmp_path / 'backups'} is a folder; name a file" in capsys.readouterr().err


def test_damaged_database_is_restored(database: Path, backup: Path, capsys) -> None:
    content = bytearray(database.read_bytes())
    content[4096:20_000] = bytes(20_000 - 4096)
    database.write_bytes(content)
    assert run("info", database) == 1
    assert f"'footydata restore {database} BACKUP' puts back a copy" in capsys.readouterr().err
    assert run("restore", database, backup, "--no-backup") == 0
    assert countries(database) == 100


@pytest.mark.parametrize("keeps", [True, False])
def test_missing_database_is_restored_from_its_backup(
    backup: Path, tmp_path: Path, keeps: bool
) -> None:
    assert restore(tmp_path / "new.db", backup, keep=keeps) is None
    assert countries(tmp_path / "new.db") == 100


def test_restore_refuses_files_that_are_not_backups(database: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "text.backup").write_text("no database")
    with closing(sqlite3.connect(tmp_path / "other.backup")) as other:
        other.execute("create table other (id)")
    for name, words in (
        ("text.backup", "is not a SQLite file"),
        ("other.backup", "is not a football database"),
        ("footbal.db", "does not exist; there is"),
        ("nope.copy", "name a file that 'footydata backup' wrote"),
        ("football.db", "is the database itself"),
    ):
        assert run("restore", database, tmp_path / name) == 1
        assert words in capsys.readouterr().err
    assert countries(database) == 100


RESTORED = """
import sys
from pathlib import Path
from footydata.store.file.backups import restore
restore(Path(sys.argv[1]), Path(sys.argv[2]), keep=False)
"""


@pytest.mark.slow
def test_killed_restore_leaves_the_old_state_or_the_new(database: Path, tmp_path: Path) -> None:
    bulk = tmp_path / "bulk.backup"
    write(bulk, 60_000)
    states = set()
    for wait in (0.3, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 1.2):
        with subprocess.Popen(
            [sys.executable, "-c", RESTORED, str(database), str(bulk)]
        ) as restoring:
            try:
                restoring.wait(wait)
            except subprocess.TimeoutExpired:
                restoring.kill()
        states.add(countries(database))
        assert states <= {100, 60_000}
        restore(database, bulk, keep=False)
        assert not list(tmp_path.glob("*.copying-*"))
        write_back(database, tmp_path)


def write_back(database: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.backup"
    if not small.exists():
        write(small, 100)
    restore(database, small, keep=False)


RESTORED_AND_KILLED = (
    RESTORED
    + """
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
"""
)


@pytest.mark.parametrize("rows", [3, 5_000])
def test_restore_killed_beside_a_reader_is_recovered(database, tmp_path, rows) -> None:
    write(tmp_path / "other.backup", rows)
    with closing(sqlite3.connect(database)) as reader:
        reader.execute("begin")
        assert reader.execute("select count(*) from country").fetchone() == (100,)
        words = [
            sys.executable,
            "-c",
            RESTORED_AND_KILLED,
            str(database),
            str(tmp_path / "other.backup"),
        ]
        subprocess.run(words, check=False)
        assert journal(database).stat().st_size
        assert countries(database) == rows
    assert countries(database) == rows


JOURNALS = pytest.mark.parametrize(
    ("script", "ending"),
    [(KILLED_WRITER, "-wal"), (KILLED_HALFWAY, "-journal")],
    ids=["-wal", "-journal"],
)


@JOURNALS
def test_restore_finishes_the_journal_before_it_replaces_the_file(database, backup, script, ending):
    killed(script, database, 20_000, ending=ending)
    assert run("restore", database, backup) == 0
    assert countries(database) == 100
    assert countries(database.with_name("football.before-restore.backup")) == (
        150 if ending == "-journal" else 20_150
    )


def test_restore_replaces_a_file_beside_the_journal_of_another(
    database: Path, backup: Path, tmp_path: Path
) -> None:
    killed(KILLED_WRITER, database, 20_000, 3)
    shutil.copy(backup, database)
    assert run("restore", database, backup, "--no-backup") == 0
    assert countries(database) == 100


@JOURNALS
def test_journal_of_a_file_that_is_gone_is_not_written_into_the_new_one(
    database, backup, tmp_path, script, ending
):
    for name, words in (
        ("gone.db", ["restore", "{}", backup]),
        ("gone.backup", ["backup", backup, "{}"]),
    ):
        path = tmp_path / name
        shutil.copy(database, path)
        killed(script, path, 20_000, ending=ending)
        path.unlink()
        assert run(*(path if word == "{}" else word for word in words)) == 0
        assert countries(path) == 100


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_backup_does_not_replace_a_file_whose_journal_is_left_over(database, tmp_path, ending):
    (tmp_path / "other.backup").write_text("no database")
    (tmp_path / f"other.backup{ending}").write_bytes(b"something")
    assert run("backup", database, tmp_path / "other.backup", "--force") == 1
    assert (tmp_path / "other.backup").read_text() == "no database"


def ended() -> int:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as process:
        return process.pid


@pytest.mark.parametrize(
    "words", ["backup {db} {folder}/new.backup", "restore {db} {folder}/small.backup"]
)
def test_what_a_killed_copy_left_beside_the_target_is_removed(
    database: Path, tmp_path: Path, words: str
) -> None:
    write(tmp_path / "small.backup", 3)
    target, pid = (tmp_path / "new.backup" if words.startswith("backup") else database), ended()
    part = target.with_name(f"{target.name}.copying-{pid}")
    shutil.copy(database, part)
    part.with_name(f"{part.name}-journal").write_bytes(b"journal")
    part.with_name(f"{part.name}.copying-{pid}-wal").write_bytes(b"journal")
    assert run(*words.format(db=database, folder=tmp_path).split()) == 0
    assert not list(tmp_path.glob("*.copying-*"))


@pytest.mark.parametrize(
    "words", ["backup {db} {folder}/football.backup", "restore {db} {folder}/small.backup"]
)
def test_files_of_the_user_and_of_living_processes_stay(
    database: Path, tmp_path: Path, words: str
) -> None:
    write(tmp_path / "small.backup", 3)
    target = tmp_path / ("football.backup" if words.startswith("backup") else "football.db")
    pid, own = ended(), subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    texts = [f"football.2024.copying-{pid}", f"football.copying-{pid}", f"{target.name}.part-{pid}"]
    for name in texts:
        (tmp_path / name).write_text("mine")
    shutil.copy(database, f"{target}.copying-{own.pid}")
    stays = [*texts, f"{target.name}.copying-{own.pid}"]
    assert run(*words.format(db=database, folder=tmp_path).split()) == 0
    own.communicate(b"\n")
    assert [name for name in stays if not (tmp_path / name).exists()] == []


@pytest.mark.parametrize(
    ("words", "answer", "code"), [((), False, 1), ((), True, 0), (("--yes",), False, 0)]
)
def test_a_terminal_is_asked_before_a_restore(
    database: Path,
    backup: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    answer: bool,
    code: int,
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.confirm", lambda *_, **__: answer)
    assert run("restore", database, backup, *words) == code
    assert (database.with_name("football.before-restore.backup").exists()) is (code == 0)
