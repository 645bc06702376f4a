"""What unload and remove share: they show what will be deleted, ask, make a backup, and delete it."""

import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from footydata.faces.cli.clock import now
from footydata.faces.cli.exits import DONE, NOT_AS_ASKED
from footydata.faces.cli.printing import print_rows, say
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines

if TYPE_CHECKING:
    from footydata.ingest.deleting import Deleted

_Command = TypeVar("_Command", bound=Callable[..., Any])

SHOWN = 20
"""The most replaced figures that are listed."""


def confirmation_options(command: _Command) -> _Command:
    """Adds --yes and --no-backup; the command takes them as `yes` and `backup`."""
    yes = click.option("--yes", is_flag=True, help="Do it without asking.")
    backup = click.option("--backup/--no-backup", default=True, help="Make a copy beside DB first.")
    return yes(backup(command))


def delete_after_asking(
    database: Path,
    act: Callable[[sqlite3.Connection, bool], "Deleted"],
    *,
    command: str,
    subject: str,
    yes: bool,
    backup: bool,
    format: str,
    quiet: bool,
) -> int:
    """Show what will be deleted, ask unless `yes`, and delete it; gives the exit code.

    act: deletes, given the connection and whether it is a dry run. command: the one that does it without asking.
    what: the change in the backup's name. Raises UsageError if there is no terminal to ask at.
    """
    from footydata.store.file.copies import back_up_before
    from footydata.store.file.opening import open_database

    with closing(open_database(database)) as connection:
        would = act(connection, True)
        print_rows(("table", "rows"), _counts(would), format=format)
        if not quiet:
            _say_the_rest(would)
        if not yes and not _is_wanted(command):
            say("Nothing was deleted.", err=True)
            return NOT_AS_ASKED
        if backup:
            back_up_before(connection, subject)
        deleted = act(connection, False)
        refresh_lines(connection, rows_changed=deleted.rows_changed, now=now())
    if not quiet:
        say(f"Deleted: {plural(deleted.rows_changed, 'row')}.", err=True)
    return DONE


def _counts(deleted: "Deleted") -> Iterable[tuple[str, int]]:
    from footydata.football.records import TABLES

    order = list(TABLES)
    rows = [(table, count) for table, count in deleted.counts.items() if count]
    yield from sorted(rows, key=lambda row: order.index(row[0]))
    if deleted.figures:
        yield "figures of other fixtures", deleted.figures


def _say_the_rest(deleted: "Deleted") -> None:
    if deleted.shared:
        say(f"{plural(deleted.shared, 'fixture')} of it remain, as other loads gave them too.", err=True)
    for row in deleted.restored[:SHOWN]:
        say(f"comes back: fixture {row.fixture_id}: {row.what} {row.incoming}, in place of {row.stored}", err=True)
    if len(deleted.restored) > SHOWN:
        say(f"and {len(deleted.restored) - SHOWN} more values come back", err=True)


def _is_wanted(command: str) -> bool:
    """Whether the user says yes. Raises UsageError if there is no terminal."""
    if not sys.stdin.isatty():
        raise click.UsageError(f"nothing was deleted: there is no terminal to ask at; to do it: {command}")
    return click.confirm("Delete it?", err=True)
