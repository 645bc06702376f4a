"""footydata browse: the terminal browser, and as text what no other command prints of it."""

import os
import sys
from datetime import date as Day
from pathlib import Path
from typing import Annotated, Literal

import click

from footydata.faces.cli import clock
from footydata.faces.cli.arguments import AsOf, Typed, command
from footydata.faces.cli.printing import Output
from footydata.faces.tui.signs import plain_text
from footydata.views.arguments import Says


@command()
def browse(
    database: Path,
    *,
    date: Annotated[
        Day | None, Says("The day to open; by default the nearest with fixtures.")
    ] = None,
    as_of: AsOf = None,
    utc: Annotated[bool, Says("Show times in UTC, not in local time; z switches.")] = False,
    what: Annotated[
        Literal["leagues", "movement"] | None,
        Typed(
            "Print this as text, and open nothing: what no other command prints.", flag="--print"
        ),
    ] = None,
    of: Annotated[int | None, Says("Of which fixture (movement).", metavar="ID")] = None,
    out: Output,
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
        _print(database, what, of, out)
        return
    if of is not None:
        raise click.UsageError("--of is for --print movement")
    # Textual reads it when it is imported: a key is painted within 8 ms instead of 17.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    from footydata.faces.tui.app import BrowseApp, run_alone
    from footydata.faces.tui.settings import keys_file, read_keymap, read_settings, state_file

    settings, keymap = read_settings(state_file()), read_keymap(keys_file())
    with clock.at_moment(database, as_of) as path:
        app = BrowseApp(path, now=clock.now, utc=utc, day=date, settings=settings, keymap=keymap)
        reason = ""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            reason = "browse needs a terminal"
        elif os.environ.get("TERM") == "dumb":
            reason = "browse needs a terminal that can place a cursor, and TERM is dumb"
        if reason:
            app.browsing.reader.close()
            raise click.ClickException(f"{reason}. As text:\n{plain_text(database.name)}")
        run_alone(app)
    if app.return_code:
        sys.exit(app.return_code)


def _print(database: Path, what: str, of: int | None, out: Output) -> None:
    # The browser needs none of these.
    from footydata.faces.cli.read_command import made
    from footydata.views.finding import known_leagues_view
    from footydata.views.recorded import odds_history_view

    if what == "leagues":
        view = made(database, known_leagues_view, out)
    elif of is None:
        raise click.UsageError(
            f"--print {what} needs --of ID, the last column of 'footydata fixtures'"
        )
    else:
        view = made(database, odds_history_view, out, fixture_id=of)
    out._replace(is_quiet=out.is_quiet or not out.is_table).view(view)
