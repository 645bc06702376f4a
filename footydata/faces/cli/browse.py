"""footydata browse: the terminal browser, and as text what no other command prints of it."""

import os
import sys
from datetime import date as Day
from pathlib import Path
from typing import Annotated, Literal

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import Typed, command
from footydata.faces.cli.printing import print_view
from footydata.faces.tui.plain import plain_text
from footydata.views.arguments import Says


@command()
def browse(
    database: Path,
    *,
    date: Annotated[
        Day | None, Says("The day to open; by default the nearest one with fixtures.", metavar="D")
    ] = None,
    as_of: Annotated[
        int | None,
        Typed(
            "The day or moment that it takes for now, as the sample's.",
            metavar="MOMENT",
            read=clock.read_moment,
        ),
    ] = None,
    utc: Annotated[bool, Says("Show times in UTC, not in local time; z switches.")] = False,
    what: Annotated[
        Literal["leagues", "movement"] | None,
        Typed(
            "Print this as text, and open nothing: what no other command prints.", flag="--print"
        ),
    ] = None,
    of: Annotated[int | None, Says("Of which fixture (movement).", metavar="ID")] = None,
    format: str,
    quiet: bool,
) -> None:
    """Browse fixtures, tables and odds in the terminal; ? shows the keys.

    It shows changes by other commands as they happen. Whom you follow, colours, time zone, language and bookmaker are
    remembered. ~/.config/footydata/keys.toml changes keys: under [keys], a line like next-tab = "tab,N".

    \b
    Examples:
      footydata browse football.db
      footydata browse football.db --date 2026-03-14
      footydata browse football.db --utc
      footydata browse football.db --print movement --of 880432
    """
    if what is not None:
        _print(database, what, of, format=format, quiet=quiet)
        return
    if of is not None:
        raise click.UsageError("--of is for --print movement")
    # Textual reads it when it is imported: a key is painted within 8 ms instead of 17.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from footydata.faces.tui.app import BrowseApp, run_alone
    from footydata.faces.tui.settings import keys_file, read_keymap, read_settings, state_file

    settings, keymap = read_settings(state_file()), read_keymap(keys_file())
    present = clock.clock_from(as_of)
    app = BrowseApp(
        database,
        now=clock.now if as_of is None else lambda: int(present()),
        utc=utc,
        day=date,
        settings=settings,
        keymap=keymap,
    )
    reason = _why_not_drawn()
    if reason:
        app.browsing.reader.close()
        raise click.ClickException(f"{reason}. As text:\n{plain_text(database.name)}")
    run_alone(app)
    if app.return_code:
        sys.exit(app.return_code)


def _print(database: Path, what: str, of: int | None, *, format: str, quiet: bool) -> None:
    # The browser needs none of these.
    from footydata.faces.cli.read_command import made
    from footydata.views.finding import known_leagues_view
    from footydata.views.recorded import odds_history_view

    if what == "leagues":
        view = made(database, known_leagues_view)
    elif of is None:
        raise click.UsageError(
            f"--print {what} needs --of ID, the last column of 'footydata fixtures'"
        )
    else:
        view = made(database, odds_history_view, fixture_id=of)
    print_view(view, format=format, quiet=quiet or format != "table")


def _why_not_drawn() -> str:
    """Why the browser can't be drawn here, empty if it can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "browse needs a terminal"
    return (
        "browse needs a terminal that can place a cursor, and TERM is dumb"
        if os.environ.get("TERM") == "dumb"
        else ""
    )
