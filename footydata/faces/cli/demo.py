"""footydata demo: builds the sample for today, shows a short tour, and serves it."""

from contextlib import closing
from pathlib import Path

import click

from footydata.faces.cli.clock import now as clock_now
from footydata.faces.cli.printing import say
from footydata.faces.cli.serve import PORT

DEFAULT_PATH = Path("footydata-demo.db")
HOST = "127.0.0.1"


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The port of the service.")
@click.option("--no-serve", is_flag=True, help="Stop after the tour.")
@click.option(
    "--path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_PATH,
    show_default=True,
    help="The database file; an older sample is replaced.",
)
def demo(port: int, no_serve: bool, path: Path) -> None:
    """Build the sample database for today, show what is in it, and serve it.

    The leagues are fictional; a matchday is in play right now.

    \b
    Examples:
      footydata demo
      footydata demo --port 8080
      footydata demo --no-serve --path sample.db
    """
    if not no_serve:
        _refuse_taken_port(port)
    now = clock_now()
    _build_and_show(path, now=now)
    if no_serve:
        say(f"Next: 'footydata browse {path}' in the terminal, or 'footydata demo' with its service.")
        return
    _serve(path, port, now=now)


def _build_and_show(path: Path, *, now: int) -> None:
    from footydata.faces.cli.tour import show_tour
    from footydata.faces.sample.leagues import CROWN
    from footydata.faces.sample.renew import renew
    from footydata.forecast.pricing import refresh
    from footydata.store.file.opening import open_database

    renew(path, now=now)
    # Unlike a reader, a writing connection removes the journals when it closes.
    with closing(open_database(path)) as connection:
        refresh(connection, now=now)
        say(f"Built {path}: fictional leagues, with a matchday that is being played right now.")
        say()
        show_tour(connection, league_id=CROWN.id, now=now)


def _refuse_taken_port(port: int) -> None:
    """Raises InvalidArgument if the port is in use, before anything is built."""
    from footydata.service.serving import listen

    listen(HOST, port).close()


def _serve(path: Path, port: int, *, now: int) -> None:
    from footydata.faces.cli.serve import run
    from footydata.football.plans import ULTRA
    from footydata.service.keys import Accounts
    from footydata.store.file.accounts import accounts_path

    with closing(Accounts.open(accounts_path(path))) as accounts:
        key = accounts.create(ULTRA, now=now, name="demo")
    say(f"Your API key ({ULTRA.title} plan, shown this once): {key}")
    say("The fixtures in play, from another terminal:")
    say(f'  curl -H "Authorization: Bearer {key}" "http://{HOST}:{port}/v1/fixtures?status=live"')
    say(f"The terminal browser: footydata browse {path}")
    say()
    run(path, host=HOST, port=port)
