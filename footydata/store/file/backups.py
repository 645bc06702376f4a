"""Backups that the user asks for: consistent copies of a database, even while others write it."""

from contextlib import closing
from pathlib import Path

from footydata.store.file.copies import BackupFailed, Progress, copy_database
from footydata.store.file.failures import DatabaseMissing, NotAFootballDatabase, closed_on_failure, damage_named
from footydata.store.file.files import journals_of, why_not_writable
from footydata.store.file.marks import is_sqlite_file, owner_of
from footydata.store.file.opening import APPLICATION_ID, connect_to_read, file_at, leave_no_journal, version_of


def back_up(
    database: Path,
    target: Path,
    *,
    force: bool = False,
    named: Path | None = None,
    progress: Progress = lambda *_: None,
) -> None:
    """Copy one snapshot of a database, of any schema version, to a file.

    force: replace a file at the target. named: what messages call the target, None for its path.
    Raises BackupFailed, DatabaseMissing, NotAFootballDatabase, DamagedDatabase.
    """
    where = file_at(database)
    if not where.is_file():
        raise DatabaseMissing(f"{where} does not exist: nothing to copy")
    foreign = NotAFootballDatabase(f"{where} is not a football database; name another file")
    with damage_named(where):
        connection = connect_to_read(where)
    with closing(connection), damage_named(where):
        with closed_on_failure(connection, str(where), foreign):
            if not version_of(connection, APPLICATION_ID):
                raise foreign
        _check_target(where, target, force=force)
        copy_database(connection, target, named=named, progress=progress)


def _check_target(database: Path, target: Path, *, force: bool) -> None:
    """Raise BackupFailed if no copy can be written to the target."""
    if target.is_dir():
        raise BackupFailed(f"{target} is a folder; name a file, for example {target / (database.stem + '.backup')}")
    if not target.parent.is_dir():
        raise BackupFailed(f"{target} can't be made: there is no folder {target.parent}")
    hindrance = why_not_writable(target)
    if hindrance:
        raise BackupFailed(f"{target} can't be made: {hindrance}")
    if owner_of(target):
        raise BackupFailed(f"{target} is the name of a journal of {owner_of(target)}; name another file")
    if not target.exists():
        return
    if target.samefile(database):
        raise BackupFailed(f"{target} is the database itself; name another file")
    if not target.is_file():
        raise BackupFailed(f"{target} is a pipe or a device, not a file; name another file")
    if not force:
        raise BackupFailed(f"{target} is there already; name another file, or add --force to replace it")
    if is_sqlite_file(target):
        leave_no_journal(target)
        # A copy in the place of an open file would be read through the old file's journal.
        if any(journal.exists() for journal in journals_of(target)):
            raise BackupFailed(
                f"{target} is open elsewhere, or its journal is left over; close it, or name another file"
            )
