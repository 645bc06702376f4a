"""footydata remove: removes a league, or one season of it."""

import shlex
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footydata.faces.cli.arguments import database_argument, existing
from footydata.faces.cli.deleting import confirmation_options, delete_after_asking
from footydata.faces.cli.printing import format_option, quiet_option

if TYPE_CHECKING:
    from footydata.ingest.deleting import Deleted


@click.command()
@database_argument
@click.option("--league", metavar="L", required=True, help="An id or an unambiguous part of a name.")
@click.option("--season", metavar="S", help="25/26 or 2026; by default the whole league.")
@confirmation_options
@format_option
@quiet_option
def remove(database: Path, league: str, season: str | None, yes: bool, backup: bool, format: str, quiet: bool) -> int:
    """Remove a league, or one season of it, from DB, with the clubs that nothing else needs.

    The command first shows what it will delete, and asks; it makes a copy of DB beside it. The files can be loaded
    again.

    \b
    Examples:
      footydata remove football.db --league "Premier League" --season 17/18
      footydata remove football.db --league E0 --yes
    """
    from footydata.ingest.removing import remove as take
    from footydata.store.read.seasons.leagues import league_and_season

    def act(connection: sqlite3.Connection, dry_run: bool) -> "Deleted":
        league_id, season_id = league_and_season(connection, league, season)
        assert league_id is not None
        return take(connection, league_id, season_id, dry_run=dry_run)

    arguments = ["--league", league, *(["--season", season] if season else [])]
    return delete_after_asking(
        existing(database),
        act,
        command=f"footydata remove {shlex.join([str(database), *arguments])} --yes",
        subject="remove",
        yes=yes,
        backup=backup,
        format=format,
        quiet=quiet,
    )
