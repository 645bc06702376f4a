"""footydata unload: deletes what loads brought, a league or a season of it."""

import sqlite3
import sys
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import OneLeague, Typed, Yes, command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    WRONG_USAGE,
    Output,
    first,
    say,
)
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest import unloading
from footydata.store.file import backups
from footydata.store.read.seasons.leagues import league_and_season
from footydata.views.arguments import Says


@command()
def unload(
    database: Path,
    load: tuple[int, ...] = (),
    *,
    league: OneLeague = None,
    season: Annotated[
        str | None,
        Says("This season of it: 25/26 or 2026; by default the whole league."),
    ] = None,
    yes: Yes = False,
    backup: Annotated[
        bool, Typed("Make a copy beside DB first.", flag="--backup/--no-backup")
    ] = True,
    out: Output,
) -> int:
    """Take loads of DB back ('footydata loads' lists their ids), or a league or one season of it.

    Of a load: the file is then as if it had never been made. What goes: fixtures that no other load gave; of other
    fixtures, the figures, quotes and events that only this load gave; and clubs, seasons and leagues that are no
    longer needed. What comes back: values that this load replaced. A pull is one load, even if it was interrupted.

    Of a league or season: its fixtures, with the clubs that nothing else needs.

    The command first shows what it will delete, and asks; it makes a copy of DB beside it. The files or the pages can
    be loaded again.

    \b
    Examples:
      footydata unload football.db 12
      footydata unload football.db 12 13 --yes --no-backup
      footydata unload football.db --league "Premier League" --season 17/18
    """
    if bool(load) == bool(league):
        raise click.UsageError(
            "Name one or more loads, as in 'footydata unload football.db 12', or --league."
        )
    if season and not league:
        raise click.BadParameter("it needs --league", param_hint="--season")

    def delete(connection: sqlite3.Connection, dry_run: bool) -> unloading.Deleted:
        league_id, season_id = league_and_season(connection, league, season)
        if league_id is None:
            return unloading.unload(connection, *load, dry_run=dry_run)
        return unloading.remove(connection, league_id, season_id, dry_run=dry_run)

    name = "-".join(["unload", *dict.fromkeys(map(str, load))])
    with writing(database) as connection:
        would = delete(connection, True)
        out.rows(("table", "rows"), would.counts.items())
        _say_the_rest(would, out)
        if not yes:
            if not sys.stdin.isatty():
                raise _NoTerminal(
                    "nothing was deleted: there is no terminal to ask at; --yes does it without asking"
                )
            if not click.confirm("Delete it?", err=True):
                say("Nothing was deleted.", err=True)
                return NOT_AS_ASKED
        if backup:
            backups.back_up_before(connection, name)
        deleted = delete(connection, False)
        refresh_lines(connection, rows_changed=deleted.rows_changed, now=now())
    out.remark(f"Deleted: {plural(deleted.rows_changed, 'row')}.")
    return DONE


def _say_the_rest(deleted: unloading.Deleted, out: Output) -> None:
    if deleted.shared:
        out.remark(
            f"{plural(deleted.shared, 'fixture')} of it remain, as other loads gave them too; "
            f"{deleted.changed:,} of them change."
        )
    restored = [
        f"comes back: fixture {row.fixture_id}: {row.what} {row.incoming}, in place of {row.stored}"
        for row in deleted.restored
    ]
    for line in first(restored):
        out.remark(line)


class _NoTerminal(click.ClickException):
    """There is nobody to ask. The call lacks --yes alone, so no usage is shown above the sentence."""

    exit_code = WRONG_USAGE
