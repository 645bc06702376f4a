"""Opening a football database: its schema, what is refused, and the message of each refusal."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from footydata.store.file import opening as database
from footydata.store.file.opening import FOOTBALL_FILE, open_database
from footydata.store.file.sqlite_files import FOOTBALL, DatabaseError, is_football_database


def test_two_processes_do_not_make_a_file_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = tmp_path / "football.db", database.schema

    def schema() -> str:
        monkeypatch.setattr(database, "schema", read)
        with pytest.raises(DatabaseError, match="locked"):
            open_database(path, busy_ms=0)
        return read()

    monkeypatch.setattr(database, "schema", schema)
    with closing(open_database(path)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (database.VERSION,)


def test_file_that_another_process_is_creating_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "football.db"

    def make_it(statement: str) -> None:
        if "sqlite_master" in statement:
            with (
                closing(sqlite3.connect(path, timeout=0)) as other,
                suppress(sqlite3.OperationalError),
            ):
                other.execute(f"pragma application_id = {FOOTBALL}")
                other.executescript(
                    f"begin; create table league (id); pragma user_version = {database.VERSION}; commit"
                )

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.set_trace_callback(make_it)
        database._has_schema(connection, path, FOOTBALL_FILE)


def test_too_old_sqlite_is_refused_with_the_required_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
