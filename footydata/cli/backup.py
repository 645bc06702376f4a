"""footydata backup: a consistent copy of a database, even while others write it."""

import time
from pathlib import Path

import click

from footydata.cli.arguments import database_argument
from footydata.cli.printing import ProgressLine, format_option, print_rows, quiet_option, say
from footydata.wording import plural

SHOWN_AFTER = 1.0
"""Seconds before progress is shown."""

KILOBYTE = 1_000


@click.command()
@database_argument
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@format_option
@quiet_option
def backup(database: Path, target: Path, force: bool, format: str, quiet: bool) -> None:
    """Copy DB to FILE as it is at one moment, while others read and write it.

    If the copy fails, there is no FILE. API keys are in the accounts file beside DB, and not in the copy. To restore
    a copy, or one that footydata made by itself before a change, copy it to DB with --force.

    \b
    Examples:
      footydata backup football.db football-2026-03-14.backup
      footydata backup football.before-schema-4.backup football.db --force
    """
    from footydata.store.backups import back_up

    line = ProgressLine(quiet=quiet)
    started = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - started >= SHOWN_AFTER:
            line.show(f"{done * 100 // max(total, 1)} % of {plural(total, 'page')} copied")

    try:
        back_up(database, target, force=force, progress=show)
    finally:
        line.clear()
    size, seconds = target.stat().st_size, time.monotonic() - started
    if format != "table":
        print_rows(("file", "bytes"), [(str(target), size)], format=format)
    elif not quiet:
        say(f"{database} was copied to {target}: {size // KILOBYTE:,} kB in {seconds:.1f} s")
