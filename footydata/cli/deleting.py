"""What unload and remove have in common: they say what will go, ask, make a backup, and do it."""

import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from footydata.cli.clock import now
from footydata.cli.exits import DONE, NOT_AS_ASKED
from footydata.cli.printing import print_rows, say
from footydata.refreshing import refresh_lines
from footydata.wording import plural

if TYPE_CHECKING:
    from footydata.importing.deleting import Deleted

_Command = TypeVar("_Command", bound=Callable[..., Any])

SHOWN = 20
"""How many replaced figures are listed."""


def confirmation_options(command: _Command) -> _Command:
    """Adds --yes and --no-backup; the command takes them as `yes` and `backup`."""
    yes = click.option("--yes", is_flag=True, help="Do it without asking.")
    backup = click.option("--backup/--no-backup", default=True, help="Make a copy beside DB first, or none.")
    return yes(backup(command))


def delete_after_asking(
    database: Path,
    act: Callable[[sqlite3.Connection, bool], "Deleted"],
    *,
    command: str,
    what: str,
    yes: bool,
    backup: bool,
    format: str,
    quiet: bool,
) -> int:
    """Say what will go, ask unless that is not wanted, and take it away.

    act: given the connection, and whether only to see what would go. command: what does it without asking.
    Raises UsageError where there is nobody to ask.
    """
    from footydata.store.copies import back_up_before
    from footydata.store.database import open_database

    with closing(open_database(database)) as connection:
        would = act(connection, True)
        print_rows(("table", "rows"), _counts(would), format=format)
        if not quiet:
            _say_the_rest(would)
        if not yes and not _is_wanted(command):
            say("Nothing was deleted away.", err=True)
            return NOT_AS_ASKED
        if backup:
            back_up_before(connection, what)
        done = act(connection, False)
        refresh_lines(connection, rows_changed=done.rows_changed, now=now())
    if not quiet:
        say(f"Taken away: {plural(done.rows_changed, 'row')}.", err=True)
    return DONE


def _counts(deleted: "Deleted") -> Iterable[tuple[str, int]]:
    from footydata.records import TABLES

    order = list(TABLES)
    rows = [(table, count) for table, count in deleted.counts.items() if count]
    yield from sorted(rows, key=lambda row: order.index(row[0]))
    if deleted.figures:
        yield "figures of fixtures that stay", deleted.figures


def _say_the_rest(deleted: "Deleted") -> None:
    if deleted.shared:
        say(f"{plural(deleted.shared, 'fixture')} of it stay, as other loads gave them too.", err=True)
    for row in deleted.replaced[:SHOWN]:
        words = f"fixture {row.fixture_id}: {row.what} {row.stored} was replaced by {row.replaced_by}"
        say(f"not put back: {words}", err=True)
    if len(deleted.replaced) > SHOWN:
        say(f"and {len(deleted.replaced) - SHOWN} more figures are not put back", err=True)
    if deleted.replaced:
        say("The files that gave them can be loaded again, and fill them in.", err=True)


def _is_wanted(command: str) -> bool:
    """Whether the user says yes. Raises UsageError where there is nobody to ask."""
    if not sys.stdin.isatty():
        raise click.UsageError(f"nothing was deleted away: there is no terminal to ask at; to do it: {command}")
    return click.confirm("Take it away?", err=True)
