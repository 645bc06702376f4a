"""footydata browse: the terminal browser."""

import os
import sys
from pathlib import Path

import click

from footydata.cli import clock
from footydata.cli.arguments import database_argument


@click.command()
@database_argument
@click.option("--utc", is_flag=True, help="Show times in UTC, not in local time; u switches.")
def browse(database: Path, utc: bool) -> None:
    """Browse fixtures, tables and odds in the terminal; ? shows the keys.

    \b
    Examples:
      footydata browse football.db
      footydata browse football.db --utc
    """
    # Textual reads it when it is imported: a key is painted within 8 ms instead of 17.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from footydata.tui.app import BrowseApp

    app = BrowseApp(database, now=clock.now, utc=utc)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.ClickException("browse needs a terminal; 'footydata fixtures' and 'standings' print rows")
    app.run()
