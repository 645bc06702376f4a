"""A sample of yesterday gives way to today's; anything else is left alone."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest
from footydata.faces.sample.renew import renew

import footydata as fd
from footydata.faces.sample import renew as renewing
from footydata.football.records import FixtureRecord
from footydata.store.file.opening import open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError, NotAFootballDatabase
from footydata.store.rows import upsert

DAY = 86_400


def latest_live(connection: sqlite3.Connection) -> int:
    moment: int = connection.execute(
        "select max(kickoff_ts) from fixture where status = 'live'"
    ).fetchone()[0]
    return moment


@pytest.mark.slow
def test_an_open_reader_sees_the_new_sample(tmp_path: Path, now: int) -> None:
    path = tmp_path / "demo.db"
    renew(path, now=now)

    with closing(open_read_only(path)) as reader:
        before = latest_live(reader)
        renew(path, now=now + DAY)

        assert latest_live(reader) - before == DAY


def test_a_sample_with_fixtures_of_ones_own_is_left_alone(
    sample: Path, tmp_path: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every sample has the same fixtures, whatever its day.
    monkeypatch.setattr(renewing, "build", lambda path, **_: copyfile(sample, path))
    path = copyfile(sample, tmp_path / "demo.db")
    with closing(open_database(path)) as connection, connection:
        mine = connection.execute(
            f"select {', '.join(FixtureRecord._fields)} from fixture order by id limit 1"
        ).fetchone()
        upsert(connection, "fixture", [(1, *mine[1:])])

    with pytest.raises(DatabaseError, match="holds more than the sample"):
        renew(path, now=now + DAY)

    with closing(open_read_only(path)) as connection:
        assert latest_live(connection) < now


@pytest.mark.slow
def test_a_sample_to_which_a_file_was_loaded_is_left_alone_until_it_is_unloaded(
    sample: Path, tmp_path: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewing, "build", lambda path, **_: copyfile(sample, path))
    path, figures = copyfile(sample, tmp_path / "demo.db"), tmp_path / "xg.csv"
    with fd.Database(path, clock=lambda: now) as db:
        before = db.fixtures()
        last = before[before["status"] == "finished"].iloc[-1]
        names = f"{last['kickoff'].date()},{last['home']},{last['away']},{last['league']}"
        figures.write_text(
            f"date,home,away,league,country,home_xg\n{names},{last['country']},1.5\n"
        )

        report = db.load(figures)

        assert (report.fixtures_new, report.fixtures_changed) == (0, 1)
        with pytest.raises(DatabaseError, match="holds more than the sample"):
            renew(path, now=now)
        db.unload(2, backup=False)
        assert db.fixtures().equals(before)
    renew(path, now=now)


@pytest.mark.parametrize("text", ["not a database", "division,date\n"])
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, now: int, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text * 100)

    with pytest.raises(NotAFootballDatabase):
        renew(path, now=now)

    assert path.read_text() == text * 100


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, now: int) -> None:
    with pytest.raises(DatabaseError, match="nowhere does not exist"):
        renew(tmp_path / "nowhere" / "demo.db", now=now)
