"""An open Database reads and writes the file that is at its path now."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.store.file.sqlite_files import DatabaseError

ROWS = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nE0,{day}/08/2025,15:00,{home},{away},1,1\n"


@pytest.fixture
def rounds(tmp_path: Path) -> list[Path]:
    files = []
    for day, home, away in (
        (16, "Leeds", "Hull"),
        (17, "Arsenal", "Chelsea"),
        (18, "Everton", "Fulham"),
    ):
        folder = tmp_path / f"{day}"
        folder.mkdir()
        (folder / "E0.csv").write_text(ROWS.format(day=day, home=home, away=away))
        files.append(folder / "E0.csv")
    return files


def homes(path: Path) -> list[str]:
    with closing(fd.Database(path)) as db:
        return sorted(db.fixtures()["home"])


@pytest.mark.parametrize("reads", [True, False], ids=["read first", "at once"])
def test_a_file_that_was_put_in_place_is_read_and_written(
    tmp_path: Path, rounds: list[Path], reads: bool
) -> None:
    path, backup = tmp_path / "football.db", tmp_path / "backup.db"
    with closing(fd.Database(path)) as db:
        db.load(rounds[0])
        db.backup(backup)
        db.load(rounds[1])
        shutil.move(backup, path)
        assert not reads or list(db.fixtures()["home"]) == ["Leeds United"]
        assert db.load(rounds[2]).rows_changed
        assert sorted(db.fixtures()["home"]) == ["Everton", "Leeds United"]
    assert homes(path) == ["Everton", "Leeds United"]


def test_a_removed_file_is_missing_for_reads_and_made_anew_by_a_load(
    tmp_path: Path, rounds: list[Path]
) -> None:
    path = tmp_path / "football.db"
    with closing(fd.Database(path)) as db:
        db.load(rounds[0])
        path.unlink()
        with pytest.raises(fd.DatabaseMissing):
            db.fixtures()
        db.load(rounds[1])
        assert list(db.fixtures()["home"]) == ["Arsenal"]
    assert homes(path) == ["Arsenal"]


def test_a_file_that_is_replaced_in_the_middle_of_a_transaction_is_refused(
    tmp_path: Path, rounds: list[Path]
) -> None:
    path, backup = tmp_path / "football.db", tmp_path / "backup.db"
    with closing(fd.Database(path)) as db:
        db.load(rounds[0])
        db.backup(backup)
        connection = db.connection
        connection.execute("begin")
        connection.execute("select count(*) from fixture").fetchone()
        shutil.move(backup, path)
        with pytest.raises(
            DatabaseError,
            match=r"football\.db was replaced or removed in the middle of a transaction",
        ):
            db.fixtures()
        assert len(db.fixtures()) == 1


def test_no_file_is_created_before_the_first_write(tmp_path: Path, rounds: list[Path]) -> None:
    path = tmp_path / "football.db"
    with closing(fd.Database(path)) as db:
        for read in (
            db.fixtures,
            db.leagues,
            lambda: db.connection,
            lambda: db.export(tmp_path / "out"),
        ):
            with pytest.raises(fd.DatabaseMissing, match="make it with 'footydata load"):
                read()
        assert not list(tmp_path.glob("football.*"))
        db.load(rounds[0])
        assert len(db.fixtures()) == 1


def test_a_misspelt_path_names_files_with_similar_names(tmp_path: Path, rounds: list[Path]) -> None:
    with closing(fd.Database(tmp_path / "football.db")) as db:
        db.load(rounds[0])
    with (
        closing(fd.Database(tmp_path / "footbal.db")) as db,
        pytest.raises(fd.DatabaseMissing) as missing,
    ):
        db.standings(league="Premier League")
    assert f"there is {tmp_path / 'football.db'}" in str(missing.value)
    assert isinstance(missing.value, fd.FootydataError)


def test_only_football_databases_are_named_in_place_of_a_missing_one(
    tmp_path: Path, rounds: list[Path]
) -> None:
    for name in ("football", "fotball"):
        with closing(fd.Database(tmp_path / f"{name}.db")) as db:
            db.load(rounds[0])
    (tmp_path / "txt.db").write_text("no database")
    with closing(sqlite3.connect(tmp_path / "nyx.db")) as other:
        other.execute("create table note (text)")
    with (
        closing(fd.Database(tmp_path / "foodball.db")) as db,
        pytest.raises(fd.DatabaseMissing) as misspelt,
    ):
        db.leagues()
    assert f"; there is {tmp_path / 'football.db'}, {tmp_path / 'fotball.db'}; make" in str(
        misspelt.value
    )
    with (
        closing(fd.Database(tmp_path / "nix.db")) as db,
        pytest.raises(fd.DatabaseMissing, match=r"ball\.db; make"),
    ):
        db.leagues()


def test_a_database_in_a_folder_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(fd.DatabaseError, match="there is no folder"):
        fd.Database(tmp_path / "none" / "football.db")
