"""footydata restore and recover: a backup put back; a journal that is not the file's own."""

from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.backup import copying
from footydata.faces.cli.printing import quiet_option, say


@click.command()
@database_argument
@click.argument("backup", metavar="BACKUP", type=click.Path(path_type=Path))
@click.option("--backup/--no-backup", "keeps", default=True, help="Make a copy of DB beside it first.")
@quiet_option
def restore(database: Path, backup: Path, keeps: bool, quiet: bool) -> None:
    """Replace what DB holds by what BACKUP holds.

    It is one transaction: programs and servers that have DB open see the old state, then the new one. To copy a
    backup over DB by hand is safe only while nothing has DB open and no journal (DB-wal) is beside it. BACKUP is not
    changed; it may be of an older schema.

    \b
    Examples:
      footydata restore football.db football-2026-03-14.backup
      footydata restore football.db football.before-schema-4.backup --no-backup
    """
    from footydata.store.file.backups import restore

    with copying(quiet=quiet) as show:
        kept = restore(database, backup, keep=keeps, progress=show)
    if not quiet:
        before = f"; what it held before is in {kept}" if kept else ""
        say(f"{database} holds what {backup} holds{before}")


@click.command()
@database_argument
@click.option("--set-aside", "way", flag_value="set-aside", help="Keep DB as it is, and rename the journal.")
@click.option("--use-journal", "way", flag_value="use-journal", help="Write the journal back into a copy of DB.")
def recover(database: Path, way: str | None) -> None:
    """Decide about a journal beside DB that was written beside another file.

    A program that is killed leaves a journal, DB-wal, with its last writes. Any command writes it back, unless
    another file has meanwhile been put in the place of DB: then every command says so and changes neither. --set-aside
    keeps DB as it is and renames the journal. --use-journal writes the journal back into a copy, which takes the place
    of DB if it is sound; DB and the journal are kept under other names.

    \b
    Examples:
      footydata recover football.db --set-aside
      footydata recover football.db --use-journal
    """
    from footydata.store.file.backups import set_aside, use_journal

    if way is None:
        raise click.UsageError("say what becomes of the journal: --set-aside or --use-journal")
    if way == "set-aside":
        say(f"{database} is as it was; the journal is {set_aside(database)}")
    else:
        kept, aside = use_journal(database)
        say(f"{database} holds what its journal held; the file before is {kept}, the journal {aside}")
