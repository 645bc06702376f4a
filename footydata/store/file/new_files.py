"""A database that a command made and stored nothing in is removed again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from footydata.football.records import TABLES
from footydata.store.file.files import remove_with_journals, uri_of


@contextmanager
def removed_if_still_empty(path: Path) -> Iterator[None]:
    """Remove the database that the block makes, if nothing is stored in it when the block ends, or fails.

    One that was there before stays, and so does one that another process has open.
    """
    is_new = not path.exists()
    try:
        yield
    finally:
        if is_new and path.exists():
            _remove_if_empty(path)


def _remove_if_empty(path: Path) -> None:
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(uri_of(path, "rw"), uri=True, timeout=0)) as alone,
    ):
        alone.execute("pragma locking_mode = exclusive")
        tables = [
            name
            for (name,) in alone.execute(
                "select name from sqlite_master where type = 'table' order by name"
            )
        ]
        of_loads = [name for name in tables if name in TABLES]
        if not any(alone.execute(f"select 1 from {name} limit 1").fetchone() for name in of_loads):
            remove_with_journals(path)
