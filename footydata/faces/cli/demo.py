"""footydata demo: builds the sample for today, shows a short tour, and serves it."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import click

from footydata.faces.cli import serve
from footydata.faces.cli.clock import NOW, day_given
from footydata.faces.cli.clock import now as clock_now
from footydata.faces.cli.printing import ProgressLine, print_rows, say
from footydata.faces.sample import tour
from footydata.faces.sample.leagues import CROWN
from footydata.faces.sample.renew import renew
from footydata.faces.sample.tour import write_tour_files
from footydata.football.markets import BY_KEY
from footydata.football.moments import day_of, midnight_of
from footydata.football.plans import ULTRA, Rate
from footydata.football.rows import FixtureRow
from footydata.football.table_rows import PointsStanding
from footydata.football.terms import DAY, Order, Status
from footydata.forecast.pricing import price, refresh
from footydata.service.keys import Accounts
from footydata.service.serving import listen
from footydata.store.file.accounts import accounts_path
from footydata.store.file.opening import open_database
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.standings import standings
from footydata.views.fixtures import pair

DEFAULT_PATH = Path("footydata-demo.db")
HOST = "127.0.0.1"

TRYING = Rate(600, 60)
"""The allowance of the key, with which an app in the making does not run out at once."""

AROUND = 4 * 3600
"""The fixtures shown kick off within so many seconds of now."""

AHEAD = 2 * DAY

AFTERNOON = 15 * 3600 + 1800
"""Seconds after midnight UTC at which the sample has fixtures in play."""

SHOWN_LINES = 5


@click.command()
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=serve.PORT,
    show_default=True,
    help="The port of the service.",
)
@click.option("--no-serve", is_flag=True, help="Stop after the tour.")
@click.option(
    "--path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_PATH,
    show_default=True,
    help="The database file; an older sample is replaced.",
)
@click.option(
    "--date",
    "day",
    callback=day_given,
    metavar="DAY",
    help="Build it for 15:30 UTC of a day, at which the served clock starts; for right now by default.",
)
def demo(port: int, no_serve: bool, path: Path, day: date | None) -> None:
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
        listen(HOST, port).close()
    now = clock_now() if day is None else midnight_of(day) + AFTERNOON
    _build_and_show(path, day, now=now)
    if day is not None:
        _say_how_to_stay(path, day)
    browse = f"footydata browse {path}" + ("" if day is None else f" --date {day}")
    if no_serve:
        say(f"Next: '{browse}' in the terminal, or 'footydata demo' with its service.")
        return
    _issue_key(path, port, browse, now=now)
    serve.run(path, host=HOST, port=port, as_of=None if day is None else now)


def _build_and_show(path: Path, day: date | None, *, now: int) -> None:
    with ProgressLine(quiet=False) as line:
        renew(path, now=now, progress=line.show)
    # Unlike a reader, a writing connection removes the journals when it closes.
    with closing(open_database(path)) as connection:
        refresh(connection, now=now)
        moment = "right now" if day is None else f"at 15:30 UTC of {day}"
        say(f"Built {path}: fictional leagues, with a matchday that is being played {moment}.")
        say()
        _show_tour(connection, league_id=CROWN.id, now=now)
        _say_how_scores_move(connection, path, now=now)


def _say_how_scores_move(connection: sqlite3.Connection, path: Path, *, now: int) -> None:
    before_today = FixtureFilter(end_ts=now - now % DAY, statuses=(Status.FINISHED,), esports=False)
    for row in fixtures(connection, before_today, order=Order.DESC, limit=1):
        day = day_of(row.kickoff_ts)
        say(
            f"Scores stand still in this file. 'footydata replay {path} --date {day}' plays a day with moving ones."
        )


def _say_how_to_stay(path: Path, day: date) -> None:
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


def _show_tour(connection: sqlite3.Connection, *, league_id: int, now: int) -> None:
    """Print the tour of a sample; the table and the lines are of the league."""
    _show_fixtures(connection, now)
    _show_table(connection, league_id, now)
    _show_corner_lines(connection, league_id, now)


def _show_fixtures(connection: sqlite3.Connection, now: int) -> None:
    around = FixtureFilter(start_ts=now - AROUND, end_ts=now + AROUND, esports=False)
    say("Fixtures around now", bold=True)
    print_rows(
        ("UTC", "league", "home", "", "away", "state", "corners"),
        [
            (
                _clock(row.kickoff_ts),
                row.league,
                row.home,
                pair(row.home_goals, row.away_goals),
                row.away,
                _state(row),
                pair(row.home_corners, row.away_corners),
            )
            for row in fixtures(connection, around)
        ],
    )


def _show_table(connection: sqlite3.Connection, league_id: int, now: int) -> None:
    table = standings(connection, league_id=league_id, now=now)
    say()
    say(f"{table.league} {table.season}, round {table.round}", bold=True)
    print_rows(
        ("", "team", "played", "won", "drawn", "lost", "goals", "points", "form"),
        [
            (
                row.position,
                row.team_name,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                pair(row.goals_for, row.goals_against),
                row.points,
                row.form,
            )
            for row in table.rows
            if isinstance(row, PointsStanding)
        ],
    )
    teams = {row.team_id: row.team_name for row in table.rows}
    for decision in table.adjustments:
        say(
            f"{teams[decision.team_id]}: {decision.points:+} points, {decision.reason} ({decision.decided_on})"
        )


def _show_corner_lines(connection: sqlite3.Connection, league_id: int, now: int) -> None:
    coming = FixtureFilter(
        start_ts=now, end_ts=now + AHEAD, league_ids=(league_id,), statuses=(Status.SCHEDULED,)
    )
    priced = price(
        connection,
        fixtures(connection, coming, limit=SHOWN_LINES),
        now=now,
        markets=[BY_KEY["corner_line"]],
    )
    say()
    say("Corner lines: what is quoted, and what is fair by our model", bold=True)
    print_rows(
        ("UTC", "home", "away", "line", "over", "under", "fair line", "over", "under"),
        [
            (
                _clock(row.fixture.kickoff_ts),
                row.fixture.home,
                row.fixture.away,
                *(
                    (row.recorded.line, *row.recorded.prices)
                    if row.recorded
                    else (None, None, None)
                ),
                row.fair.line,
                row.fair.price_1,
                row.fair.price_2,
            )
            for row in priced.comparisons
        ],
    )
    say("Fair lines follow from a model; there is no evidence that betting on them makes a profit.")
    say()


def _clock(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%a %H:%M")


def _state(row: FixtureRow) -> str:
    return row.state_detail or ("" if row.status == Status.SCHEDULED else row.status)
