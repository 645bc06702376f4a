"""Backups: one snapshot beside open writers, complete or not there."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.cli import main
from footydata.store.file.backups import PAGES, back_up
from footydata.store.file.opening import open_database

ROWS = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,17/08/2024,Arsenal,Chelsea,2,1\n"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    (tmp_path / "E0.csv").write_text(ROWS)
    with closing(fd.Database(tmp_path / "football.db")) as opened:
        opened.load(tmp_path / "E0.csv")
    return tmp_path / "football.db"


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as exit_:
        main([str(argument) for argument in arguments])
    assert isinstance(exit_.value.code, int)
    return exit_.value.code


def goals_in(path: Path) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        return connection.execute(
            "select home_goals, away_goals from fixture order by id"
        ).fetchall()


def test_backup_beside_an_open_writer_is_one_snapshot(database: Path, tmp_path: Path) -> None:
    with closing(open_database(database)) as writer:
        writer.execute("create table filler (data blob)")
        writer.executemany("insert into filler values (zeroblob(4000))", [()] * (PAGES + 500))
        writer.commit()
        writer.execute("update fixture set home_goals = 9")  # open, and not to be in the copy

        def write_on(done: int, _: int) -> None:
            if writer.in_transaction:
                writer.rollback()
                with writer:
                    writer.execute("update fixture set home_goals = 8")
                    writer.execute("update filler set data = zeroblob(3999)")

        back_up(database, tmp_path / "copy.backup", progress=write_on)
        assert goals_in(database) == [(8, 1)]
    assert goals_in(tmp_path / "copy.backup") == [(2, 1)]
    with closing(sqlite3.connect(tmp_path / "copy.backup")) as copy:
        assert copy.execute("select distinct length(data) from filler").fetchall() == [(4000,)]


def test_interrupted_backup_leaves_the_folder_unchanged(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.backup"
    back_up(database, target)
    before, files = target.read_bytes(), sorted(tmp_path.iterdir())

    def interrupt(_: int, __: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(database, target, force=True, progress=interrupt)
    assert sorted(tmp_path.iterdir()) == files
    assert target.read_bytes() == before


def test_backup_command_refuses_to_overwrite_without_force(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.backup"
    assert run("backup", database, copy) == 0
    assert f"{database} was copied to {copy}" in capsys.readouterr().out
    assert run("backup", database, copy) == 1
    assert "is there already; name another file, or add --force" in capsys.readouterr().err
    with closing(open_database(database)) as connection, connection:
        connection.execute("update fixture set home_goals = 5")
    assert run("backup", database, copy, "--force", "--quiet") == 0
    assert goals_in(copy) == [(5, 1)]
    with closing(open_database(database)) as connection, connection:
        connection.execute("delete from team_fixture")
        connection.execute("update fixture set home_goals = 7")
    assert run("backup", copy, database, "--force", "--quiet") == 0
    assert goals_in(database) == [(5, 1)]
    with closing(fd.Database(database)) as opened:
        opened.backup(tmp_path / "third.backup")
    assert goals_in(tmp_path / "third.backup") == [(5, 1)]


def test_backup_refuses_an_open_file_and_the_database_itself(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    with closing(fd.Database(other)) as opened, closing(sqlite3.connect(other)) as reader:
        opened.load(tmp_path / "E0.csv")
        reader.execute("select * from fixture").fetchone()
        assert run("backup", database, other, "--force") == 1
    assert "is open elsewhere" in capsys.readouterr().err
    assert run("backup", database, database, "--force") == 1
    assert "is the database itself" in capsys.readouterr().err
    assert run("backup", database, f"{database}-wal", "--force") == 1
    assert "is the name of a journal" in capsys.readouterr().err
    assert run("backup", database, tmp_path, "--force") == 1
    assert "is a folder; name a file" in capsys.readouterr().err
    assert run("backup", tmp_path / "E0.csv", tmp_path / "x.backup") == 1
    assert run("backup", tmp_path / "none.db", tmp_path / "x.backup") == 1
    assert "does not exist; there is" in capsys.readouterr().err
    assert not (tmp_path / "x.backup").exists()
