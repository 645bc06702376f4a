"""footydata backup and restore: a copy of a database, put back."""

import sys
import time
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import Typed, Yes, command
from footydata.faces.cli.printing import DONE, NOT_AS_ASKED, say
from footydata.frames.progress import Progress
from footydata.store.file import backups
from footydata.views.arguments import Says

KILOBYTE = 1_000


@command()
def backup(
    database: Path,
    file: Path,
    *,
    force: Annotated[bool, Says("Replace FILE if it exists.")] = False,
    quiet: bool,
) -> None:
    """Copy DB to FILE as it is at one moment, while others read and write it.

    If the copy fails, there is no FILE. API keys are in the accounts file beside DB, and not in the copy. 'footydata
    restore' puts a copy back.

    \b
    Examples:
      footydata backup football.db football-2026-03-14.backup
    """
    started = time.monotonic()
    with Progress(quiet=quiet) as line:
        backups.back_up(database, file, force=force, progress=line.of)
    if not quiet:
        size, seconds = file.stat().st_size, time.monotonic() - started
        say(f"{database} was copied to {file}: {size // KILOBYTE:,} kB in {seconds:.1f} s")


@command()
def restore(
    database: Path,
    backup: Path,
    *,
    keeps: Annotated[
        bool, Typed("Make a copy of DB beside it first.", flag="--backup/--no-backup")
    ] = True,
    yes: Yes = False,
    quiet: bool,
) -> int:
    """Replace what DB holds by what BACKUP holds.

    It is one transaction: programs and servers that have DB open see the old state, then the new one. To copy a
    backup over DB by hand is safe only while nothing has DB open and no journal (DB-wal) is beside it. BACKUP is not
    changed. On a terminal the command asks first.

    \b
    Examples:
      footydata restore football.db football-2026-03-14.backup
      footydata restore football.db football.before-unload-2.backup --no-backup
    """
    if database.exists() and not yes and sys.stdin.isatty():
        question = f"Replace what {database} holds by what {backup} holds?"
        if not click.confirm(question, err=True):
            say("Nothing was changed.", err=True)
            return NOT_AS_ASKED
    with Progress(quiet=quiet) as line:
        copy = backups.restore(database, backup, keep=keeps, progress=line.of)
    if not quiet:
        before = f"; what it held before is in {copy}" if copy else ""
        say(f"{database} holds what {backup} holds{before}")
    return DONE
