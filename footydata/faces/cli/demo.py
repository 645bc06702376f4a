"""footydata demo: builds the sample for today, shows a short tour, and serves it."""

import sqlite3
from contextlib import closing
from datetime import date as Day
from datetime import timedelta
from pathlib import Path
from typing import Annotated

from footydata.faces.cli import serve
from footydata.faces.cli.arguments import FILE, Typed, command
from footydata.faces.cli.clock import NOW
from footydata.faces.cli.clock import now as clock_now
from footydata.faces.cli.printing import Output, say
from footydata.faces.sample import tour
from footydata.faces.sample.leagues import CROWN
from footydata.faces.sample.renew import renew
from footydata.faces.sample.tour import write_tour_files
from footydata.football.moments import day_of, midnight_of
from footydata.football.terms import DAY, ULTRA, Rate
from footydata.forecast.pricing import refresh
from footydata.frames.progress import Progress
from footydata.service import serving
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.store.file.opening import open_database
from footydata.views.arguments import Clock, Says
from footydata.views.doubts import NO_PROFIT
from footydata.views.fixtures import fixtures_view
from footydata.views.lines import lines_view
from footydata.views.tables import table_view

DEFAULT_PATH = Path("footydata-demo.db")
HOST = "127.0.0.1"

TRYING = Rate(600, 60)
"""The allowance of the key, with which an app in the making does not run out at once."""

AFTERNOON = 15 * 3600 + 1800
"""Seconds after midnight UTC at which the sample has fixtures in play."""


@command()
def demo(
    *,
    port: Annotated[int, Says("The port of the service.", least=1, most=65535)] = serve.PORT,
    no_serve: Annotated[bool, Says("Stop after the tour.")] = False,
    path: Annotated[
        Path, Typed("The database file; an older sample is replaced.", read=FILE)
    ] = DEFAULT_PATH,
    date: Annotated[
        Day | None,
        Says("Build it for 15:30 UTC of a day, as of which it is served; now by default."),
    ] = None,
) -> None:
    """Build the sample database for today, show what is in it, and serve it.

    The leagues are fictional; a matchday is in play right now.

    \b
    Examples:
      footydata demo
      footydata demo --port 8080
      footydata demo --no-serve --path sample.db
      footydata demo --date 2026-03-14

    With --date 2026-03-14 the file is that of the README's tour, and its bets.csv and E0.csv are put beside it.
    """
    if not no_serve:
        # A port that is in use is reported before anything is built.
        serving.listen(HOST, port).close()
    now = clock_now() if date is None else midnight_of(date) + AFTERNOON
    _build_and_show(path, date, now=now)
    if date is not None:
        _say_how_to_stay(path, date)
    browse = f"footydata browse {path}" + ("" if date is None else f" --date {date}")
    if no_serve:
        say(f"Next: '{browse}' in the terminal, or 'footydata demo' with its service.")
        return
    _issue_key(path, port, browse, now=now)
    serve.run(path, host=HOST, port=port, as_of=None if date is None else now)


def _build_and_show(path: Path, day: Day | None, *, now: int) -> None:
    with Progress(quiet=False) as line:
        renew(path, now=now, progress=line.show)
    # Unlike a reader, a writing connection removes the journals when it closes.
    with closing(open_database(path)) as connection:
        refresh(connection, now=now)
        moment = "right now" if day is None else f"at 15:30 UTC of {day}"
        say(f"Built {path}: fictional leagues, with a matchday that is being played {moment}.")
        say()
        _show_tour(connection, now=now)
        yesterday = day_of(now - DAY)
        view = fixtures_view(
            connection, Clock(now), newest_first=True, limit=1, status="finished", end=yesterday
        )
        for row in view.blocks[0].rows:
            played = day_of(row.fixture.kickoff_ts)
            say(
                f"Scores stand still in this file. 'footydata replay {path} --date {played}' plays a day with moving ones."
            )


def _say_how_to_stay(path: Path, day: Day) -> None:
    """Say how commands take the sample's moment for now, and put the files of the tour beside the sample of its day."""
    if day == tour.DAY:
        others = write_tour_files(path.parent)
        beside = [name for name in tour.FILES if path.parent / name not in others]
        if beside:
            say(f"Beside it: {' and '.join(beside)}, of the README's tour.")
        for other in others:
            say(f"{other} is there already, and is not that of the README's tour.", err=True)
    say(f"For commands that answer as of then: export {NOW}={day}T15:30")


def _issue_key(path: Path, port: int, browse: str, *, now: int) -> None:
    with closing(Accounts.open(accounts_path(path))) as accounts:
        key = accounts.create(ULTRA, now=now, name="demo", rate=TRYING)
    rate = f"{TRYING.limit} requests in {TRYING.seconds} s for trying, more than a plan's (footydata guide plans)"
    say(f"Your API key ({ULTRA.title} plan, shown this once; {rate}): {key}")
    service = f"http://{HOST}:{port}/v1"
    say("The fixtures in play, from another terminal:")
    say(f'  curl -H "Authorization: Bearer {key}" "{service}/fixtures?status=live"')
    say(
        f"The same in Node, or in the browser's console on {service}/docs (other pages: serve --cors ORIGIN):"
    )
    bearer = f'{{headers: {{Authorization: "Bearer {key}"}}}}'
    say(
        f'  fetch("{service}/fixtures?status=live", {bearer}).then(r => r.json()).then(console.log)'
    )
    say(f"The terminal browser: {browse}")
    say()


def _show_tour(connection: sqlite3.Connection, *, now: int) -> None:
    """Print the tour of a sample: its fixtures of the day, and the table and coming corner lines of its first league."""
    clock, day = Clock(now), day_of(now)
    ahead = day + timedelta(days=2)
    views = {
        "Fixtures of the day": fixtures_view(connection, clock, date=day),
        "A table": table_view(connection, clock, CROWN.id),
        "Corner lines: what is quoted, and what is fair by our model": lines_view(
            connection,
            clock,
            market="corner",
            league=CROWN.id,
            status="scheduled",
            start=day,
            end=ahead,
        ),
    }
    for title, view in views.items():
        say(title, bold=True)
        Output().view(view._replace(is_empty_fine=True))
        say()
    say(NO_PROFIT)
    say()
