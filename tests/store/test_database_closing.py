"""A closing writer leaves no journal, so that the file can be copied or replaced while others read."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from footydata.store.file.opening import open_database, open_read_only


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "football.db"
    open_database(path).close()
    return path


def name_country(connection, name):
    connection.execute(
        "insert or replace into country (code, name, type) values ('XX', ?, 'country')", (name,)
    )
    connection.commit()


def named(path):
    with closing(open_read_only(path)) as connection:
        return connection.execute("select name from country where code = 'XX'").fetchone()


def test_closing_writer_leaves_no_journal_to_a_reader(database):
    with closing(open_read_only(database)) as reader:
        with closing(open_database(database)) as writer:
            name_country(writer, "Written")
        assert reader.execute("select name from country where code = 'XX'").fetchone() == (
            "Written",
        )
        assert database.with_name("football.db-wal").stat().st_size == 0


def test_file_that_replaces_an_open_one_is_read_unchanged(database, tmp_path):
    with closing(open_read_only(database)):
        with closing(open_database(database)) as writer:
            name_country(writer, "Old")
        other = tmp_path / "other.db"
        with closing(open_database(other)) as writer:
            name_country(writer, "New")
        shutil.move(other, database)
        assert named(database) == ("New",)


def test_writer_closes_while_a_reader_is_in_a_transaction(database, monkeypatch):
    monkeypatch.setattr("footydata.store.file.sqlite_files.CLOSING_MS", 1)
    with closing(open_read_only(database)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from country").fetchone()
        with closing(open_database(database)) as writer:
            name_country(writer, "Written")
        assert reader.execute("select count(*) from country").fetchone() == (0,)
        reader.rollback()
    assert named(database) == ("Written",)


def test_writer_closes_in_its_own_transaction(database):
    writer = open_database(database)
    writer.execute("insert into country (code, name, type) values ('XX', 'Lost', 'country')")
    writer.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        writer.execute("select 1")
    assert named(database) is None


def test_connection_can_be_closed_twice(database):
    writer = open_database(database)
    writer.close()
    writer.close()
