"""Builds the sample where an older one may stand: a sample of yesterday gives way to today's."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from footydata.store.file.opening import check_writable, file_at, open_database, open_read_only
from footydata.store.file.sqlite_files import DatabaseError
from footydata.store.read.fixtures import FixtureFilter, fixture_by_id, fixture_ids
from footydata.store.read.provenance import loads

from .build import FIRST_FIXTURE_ID, build
from .leagues import CROWN


def renew(path: Path, *, now: int, progress: Callable[[str], None] = lambda _: None) -> None:
    """Build the sample at the path, in place of an older sample.

    The new contents come in one transaction, so that a server or browser that has the file open goes on.
    progress: as of build. Raises DatabaseError where the file holds anything but a sample.
    """
    # Before a second is spent on what can't be kept.
    check_writable(file_at(path))
    if not path.exists():
        if not path.parent.is_dir():
            raise DatabaseError(f"the folder {path.parent} does not exist; name another --path")
        build(path, now=now, progress=progress)
        return
    with TemporaryDirectory() as folder, closing(open_database(path)) as old:
        fresh = Path(folder) / "sample.db"
        build(fresh, now=now, progress=progress)
        with closing(open_read_only(fresh)) as new:
            if not _is_a_sample(old, new):
                raise DatabaseError(
                    f"{path} holds more than the sample, and is left as it is; name another --path"
                )
            new.backup(old)


def _is_a_sample(old: sqlite3.Connection, new: sqlite3.Connection) -> bool:
    """Whether the old database is a sample to which nothing was added; every sample has the same ids."""
    first = fixture_by_id(old, FIRST_FIXTURE_ID)
    everything = FixtureFilter()
    return (
        first is not None
        and first.league_id == CROWN.id
        and len(loads(old)) == 1
        and set(fixture_ids(old, everything)) == set(fixture_ids(new, everything))
    )
