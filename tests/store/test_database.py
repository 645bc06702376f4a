"""Opening a football database: its schema, what is refused, and the message of each refusal."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from footydata.ingest.identity.teams import edits
from footydata.store.file import opening as database
from footydata.store.file import versions
from footydata.store.file.failures import DatabaseError, NewerSchema
from footydata.store.file.opening import open_database, open_read_only, version_of
from footydata.store.file.sqlite_files import FOOTBALL, is_football_database


@pytest.fixture
def first_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file as the first version of the schema left it."""
    path = tmp_path / "old.db"
    with monkeypatch.context() as then:
        then.setattr(versions, "NAMES", versions.NAMES[:1])
        then.setattr(versions, "LATEST", 1)
        open_database(path).close()
    return path


def test_reader_migrates_an_older_schema(first_version: Path) -> None:
    with closing(open_read_only(first_version)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (versions.LATEST,)
        assert connection.execute("select 1 from sqlite_master where name = 'fixture_live'").fetchone() == (1,)


def test_migration_keeps_the_summary_of_a_team_edit(first_version: Path) -> None:
    with closing(sqlite3.connect(first_version)) as connection, connection:
        connection.execute(
            "insert into team_edit (kind, team_id, told, made_ts) values ('alias', 7, 'Ayr is Ayr Utd', 1)"
        )
    with closing(open_read_only(first_version)) as connection:
        assert [(edit.team_id, edit.summary) for edit in edits(connection)] == [(7, "Ayr is Ayr Utd")]


def test_two_processes_do_not_migrate_a_file_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, read = tmp_path / "football.db", versions.sql_of

    def sql_of(name: str) -> str:
        monkeypatch.setattr(versions, "sql_of", read)
        monkeypatch.setattr(database, "BUSY_MS", 0)
        with pytest.raises(DatabaseError, match="locked"):
            open_database(path)
        return read(name)

    monkeypatch.setattr(versions, "sql_of", sql_of)
    with closing(open_database(path)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (versions.LATEST,)


def test_file_that_another_process_is_creating_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "football.db"

    def make_it(statement: str) -> None:
        if "sqlite_master" in statement:
            with closing(sqlite3.connect(path, timeout=0)) as other, suppress(sqlite3.OperationalError):
                other.execute(f"pragma application_id = {FOOTBALL}")
                other.execute("create table league (id)")

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.set_trace_callback(make_it)
        assert version_of(connection, FOOTBALL) == 0


def test_newer_schema_is_refused_with_both_versions(tmp_path: Path) -> None:
    path = tmp_path / "football.db"
    with closing(open_database(path)) as connection:
        connection.execute(f"pragma user_version = {versions.LATEST + 1}")
    with pytest.raises(NewerSchema, match=rf"schema {versions.LATEST + 1}, .* up to {versions.LATEST}; upgrade"):
        open_read_only(path)


def test_too_old_sqlite_is_refused_with_the_required_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "STRICT_SINCE", (99, 1, 0))
    with pytest.raises(DatabaseError, match=r"needs SQLite 99\.1\.0 or newer"):
        open_database(tmp_path / "football.db")


def test_circular_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "football.db").symlink_to(tmp_path / "gone" / "football.db")
    with pytest.raises(DatabaseError, match="can't be opened"):
        open_database(tmp_path / "football.db")


def test_football_database_is_recognised_by_its_application_id(tmp_path: Path) -> None:
    ours, other = tmp_path / "football.db", tmp_path / "other.db"
    open_database(ours).close()
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("create table note (text)")
    assert is_football_database(ours)
    assert not is_football_database(other)
    assert not is_football_database(tmp_path / "none.db")
    assert FOOTBALL.to_bytes(4, "big") == b"Foot"
