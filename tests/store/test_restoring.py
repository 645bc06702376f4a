"""Backups are restored beside open readers; a foreign journal is set aside or written back on request."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.store.file.backups import restore
from footydata.store.file.failures import DatabaseError
from footydata.store.file.opening import open_database, open_read_only
from tests.rights import footydata_bound, why_rights_bind_nobody
from tests.store.conftest import run
from tests.store.test_write_ahead import KILLED_WRITER, countries, journal, killed, write


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
        connection.executemany("insert into country (code, name, type) values (?, ?, 'country')", rows)
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
    assert f"{database} holds what {backup} holds; what it held before is in {kept}" in capsys.readouterr().out
    assert (countries(database), countries(kept), countries(backup)) == (101, 150, 100)


@pytest.mark.parametrize("page_size", [512, 4_096, 65_536])
def test_backup_with_another_page_size_is_restored_beside_a_reader(database, backup, page_size):
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("pragma journal_mode = delete")
        connection.execute(f"pragma page_size = {page_size}")
        connection.execute("vacuum")
        assert connection.execute("pragma page_size").fetchone() == (page_size,)
    with closing(open_read_only(database)) as reader:
        assert reader.execute("select count(*) from country").fetchone() == (150,)
        assert run("restore", database, backup) == 0
        assert reader.execute("select count(*) from country").fetchone() == (100,)
    assert countries(database) == 100


def test_restore_names_a_damaged_backup(database: Path, backup: Path, tmp_path: Path, capsys) -> None:
    content = bytearray(backup.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    backup.write_bytes(content)
    before = database.read_bytes()
    assert run("restore", database, backup) == 1
    message = capsys.readouterr().err
    assert f"{backup} is damaged" in message
    assert f"'footydata export {backup} DIR' saves what can still be read" in message
    assert ".part-" not in message
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
def test_missing_database_is_restored_from_its_backup(backup: Path, tmp_path: Path, keeps: bool) -> None:
    assert restore(tmp_path / "new.db", backup, keep=keeps) is None
    assert countries(tmp_path / "new.db") == 100


def test_restore_refuses_files_that_are_not_backups(database: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "text.backup").write_text("no database")
    with closing(sqlite3.connect(tmp_path / "other.backup")) as other:
        other.execute("create table other (id)")
    for name, words in (
        ("text.backup", "is not a football database"),
        ("other.backup", "is not a football database"),
        ("footbal.db", "does not exist; there is"),
        ("nope.copy", "does not exist; name a file that 'footydata backup' wrote"),
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


def test_killed_restore_leaves_the_old_state_or_the_new(database: Path, tmp_path: Path) -> None:
    bulk = tmp_path / "bulk.backup"
    write(bulk, 60_000)
    states = set()
    for wait in (0.3, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 1.2):
        with subprocess.Popen([sys.executable, "-c", RESTORED, str(database), str(bulk)]) as restoring:
            try:
                restoring.wait(wait)
            except subprocess.TimeoutExpired:
                restoring.kill()
        states.add(countries(database))
        assert states <= {100, 60_000}
        restore(database, bulk, keep=False)
        assert not list(tmp_path.glob("*.part-*"))
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
        words = [sys.executable, "-c", RESTORED_AND_KILLED, str(database), str(tmp_path / "other.backup")]
        subprocess.run(words, check=False)
        assert journal(database).stat().st_size
        assert countries(database) == rows
    assert countries(database) == rows


def test_recover_sets_a_foreign_journal_aside(database: Path, tmp_path: Path, capsys) -> None:
    shutil.copy(database, tmp_path / "backup.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "backup.db", database)
    before, content = journal(database).read_bytes(), database.read_bytes()
    assert run("info", database) == 1
    assert f"'footydata recover {database} --set-aside'" in capsys.readouterr().err
    assert run("recover", database, "--set-aside") == 0
    assert database.read_bytes() == content
    assert database.with_name("football.db-wal.set-aside").read_bytes() == before
    assert countries(database) == 100


def test_recover_writes_the_journal_back_into_a_copy(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "backup.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "backup.db", database)
    assert run("recover", database, "--use-journal") == 0
    assert countries(database) == 105
    assert countries(database.with_name("football.before-recover.backup")) == 100
    assert database.with_name("football.db-wal.set-aside").exists()


def test_recover_removes_the_files_of_a_killed_recover(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "backup.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "backup.db", database)
    with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
        pass
    for ending in ("", "-wal"):
        (tmp_path / f"football.db.part-{ended.pid}{ending}").write_bytes(b"")
    assert run("recover", database, "--use-journal") == 0
    assert not list(tmp_path.glob("*.part-*"))


def test_recover_works_through_a_symbolic_link(database: Path, tmp_path: Path) -> None:
    link = tmp_path / "folder" / "link.db"
    link.parent.mkdir()
    link.symlink_to(database)
    shutil.copy(database, tmp_path / "backup.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "backup.db", database)
    assert run("recover", link, "--use-journal") == 0
    assert (countries(link), countries(database)) == (105, 105)
    assert link.is_symlink()


def test_recover_refuses_a_journal_that_does_not_fit(database: Path, tmp_path: Path, capsys) -> None:
    write(tmp_path / "other.db", 3_000)
    killed(KILLED_WRITER, database, 20_000, 3)
    shutil.move(tmp_path / "other.db", database)
    before, content = journal(database).read_bytes(), database.read_bytes()
    assert run("recover", database, "--use-journal") == 1
    assert "the two together are no sound database" in capsys.readouterr().err
    assert (journal(database).read_bytes(), database.read_bytes()) == (before, content)
    assert run("recover", database, "--set-aside") == 0
    assert countries(database) == 3_000


@pytest.mark.skipif(bool(why_rights_bind_nobody()), reason=str(why_rights_bind_nobody()))
@pytest.mark.parametrize("way", ["--set-aside", "--use-journal"])
def test_recover_says_what_to_do_in_a_folder_that_cannot_be_written(database: Path, tmp_path: Path, way: str) -> None:
    shutil.copy(database, tmp_path / "backup.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "backup.db", database)
    tmp_path.chmod(0o555)
    done = footydata_bound("recover", database, way)
    tmp_path.chmod(0o755)
    reason = f"the folder {tmp_path} can't be written"
    way_out = "copy it and football.db to a folder of your own, and recover them there"
    assert (done.returncode, done.stderr) == (1, f"Error: {journal(database)} can't be renamed: {reason}; {way_out}\n")


def test_recover_refuses_the_journal_of_the_file_itself(database: Path, capsys) -> None:
    killed(KILLED_WRITER, database, 5)
    for way in ("--set-aside", "--use-journal"):
        assert run("recover", database, way) == 1
        assert "its journal is its own" in capsys.readouterr().err
    assert run("recover", database) == 2
    assert countries(database) == 105


@pytest.mark.parametrize("words", ["backup {db} {db}.backup", "restore {db} {folder}/small.backup"])
def test_backup_removes_the_files_of_a_killed_backup(database: Path, tmp_path: Path, words: str) -> None:
    write(tmp_path / "small.backup", 3)
    with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
        pass
    own = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    left = [f"football.db.part-{ended.pid}", f"football.before-unload-3.backup.part-{ended.pid}-journal"]
    stays = [f"football.db.part-{own.pid}", f"chess.db.part-{ended.pid}", "football.db.part-of-it"]
    for name in (*left, *stays):
        (tmp_path / name).write_bytes(b"")
    assert run(*words.format(db=database, folder=tmp_path).split()) == 0
    own.communicate(b"\n")
    assert not [name for name in left if (tmp_path / name).exists()]
    assert all((tmp_path / name).exists() for name in stays)


READERS = [
    "info {db}",
    "fixtures {db} --date 2026-03-14",
    "load {db} {folder}/E0.csv",
    "browse {db}",
    "serve {db} --port 0",
    "serve {db} --port 0 --api-only",
    "backup {db} {folder}/copy.backup",
    "export {db} {folder}/out --format csv",
    "check {db}",
]


@pytest.mark.parametrize("words", READERS)
def test_commands_do_not_write_a_foreign_journal_back(database, tmp_path, words, capsys):
    shutil.copy(database, tmp_path / "before.db")
    (tmp_path / "E0.csv").write_text("Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nE0,16/08/2025,15:00,Leeds,Hull,1,1\n")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "before.db", database)
    content = database.read_bytes()
    assert run(*words.format(db=database, folder=tmp_path).split()) == 1
    assert "set the journal aside" in capsys.readouterr().err
    assert database.read_bytes() == content


def test_plain_datasette_does_not_write_a_foreign_journal_back(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "before.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "before.db", database)
    content = database.read_bytes()
    words = [sys.executable, "-m", "datasette", str(database), "--get", "/football.json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "set the journal aside" in done.stderr + done.stdout
    assert database.read_bytes() == content


def test_frames_refuse_a_file_beside_a_foreign_journal(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "before.db")
    killed(KILLED_WRITER, database, 5)
    shutil.move(tmp_path / "before.db", database)
    with pytest.raises(DatabaseError):
        fd.Database(database)
    with pytest.raises(DatabaseError):
        fd.Client.embedded(database)
