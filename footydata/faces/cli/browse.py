"""footydata browse: the terminal browser."""

import os
import sys
from datetime import date
from pathlib import Path

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import database_argument


@click.command()
@database_argument
@click.option(
    "--date",
    "day",
    callback=clock.day_given,
    metavar="D",
    help="The day to open; by default the nearest one with fixtures.",
)
@click.option("--utc", is_flag=True, help="Show times in UTC, not in local time; z switches.")
def browse(database: Path, day: date | None, utc: bool) -> None:
    """Browse fixtures, tables and odds in the terminal; ? shows the keys.

    It shows changes by other commands as they happen. Whom you follow, colours, time zone, language and bookmaker are
    remembered. ~/.config/footydata/keys.toml changes keys: under [keys], a line like next-tab = "tab,N".

    \b
    Examples:
      footydata browse football.db
      footydata browse football.db --date 2026-03-14
      footydata browse football.db --utc
    """
    # Textual reads it when it is imported: a key is painted within 8 ms instead of 17.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from footydata.faces.tui.app import BrowseApp, run_alone
    from footydata.faces.tui.settings import keys_file, read_keymap, read_settings, state_file

    settings, keymap = read_settings(state_file()), read_keymap(keys_file())
    app = BrowseApp(database, now=clock.now, utc=utc, day=day, settings=settings, keymap=keymap)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.ClickException("browse needs a terminal; 'footydata fixtures' and 'standings' print rows")
    run_alone(app)
    if app.return_code:
        sys.exit(app.return_code)
