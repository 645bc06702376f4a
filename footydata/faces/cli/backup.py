"""footydata backup: a consistent copy of a database, even while others write it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.printing import ProgressLine, format_option, print_rows, quiet_option, say
from footydata.football.wording import plural

SHOWN_AFTER = 1.0
"""Seconds before progress is shown."""

KILOBYTE = 1_000


@contextmanager
def copying(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """A function that shows how many pages of all are copied."""
    line = ProgressLine(quiet=quiet)
    started = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - started >= SHOWN_AFTER:
            line.show(f"{done * 100 // max(total, 1)} % of {plural(total, 'page')} copied")

    try:
        yield show
    finally:
        line.clear()


@click.command()
@database_argument
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@format_option
@quiet_option
def backup(database: Path, target: Path, force: bool, format: str, quiet: bool) -> None:
    """Copy DB to FILE as it is at one moment, while others read and write it.

    If the copy fails, there is no FILE. API keys are in the accounts file beside DB, and not in the copy. 'footydata
    restore' puts a copy back.

    \b
    Examples:
      footydata backup football.db football-2026-03-14.backup
    """
    from footydata.store.file.backups import back_up

    started = time.monotonic()
    with copying(quiet=quiet) as show:
        back_up(database, target, force=force, progress=show)
    size, seconds = target.stat().st_size, time.monotonic() - started
    if format != "table":
        print_rows(("file", "bytes"), [(str(target), size)], format=format)
    elif not quiet:
        say(f"{database} was copied to {target}: {size // KILOBYTE:,} kB in {seconds:.1f} s")
