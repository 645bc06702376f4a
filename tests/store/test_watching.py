"""What a server notices of its files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from footydata.store import watching
from footydata.store.database import ReadingConnection, connect_to_read
from footydata.store.watching import Watch


def test_readers_of_a_file_wait_even_if_it_was_locked_while_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "football.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as writer, closing(Watch(path)) as watch:
        writer.execute("create table fixture (id integer)")

        def opened_and_locked(path: Path, *, busy_ms: int, check_same_thread: bool) -> ReadingConnection:
            connection = connect_to_read(path, busy_ms=busy_ms, check_same_thread=check_same_thread)
            writer.execute("begin exclusive")
            return connection

        with monkeypatch.context() as patched, pytest.raises(sqlite3.OperationalError, match="locked"):
            patched.setattr(watching, "connect_to_read", opened_and_locked)
            watch.has_changed()
        writer.execute("rollback")
        assert watch.has_changed()
        assert watch.readers_wait
