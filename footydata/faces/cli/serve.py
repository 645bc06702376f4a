"""footydata serve: serves /v1, and the pages unless --api-only."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from datasette.app import Datasette

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.clock import clock_from, moment_given
from footydata.faces.cli.keys import accounts_option
from footydata.faces.cli.printing import INTERRUPTED, say
from footydata.faces.pages.guard import GuardedApp
from footydata.football.errors import InvalidArgument
from footydata.service import serving
from footydata.service.asgi import AsgiApp, Front, LazyService
from footydata.service.cors import ANY
from footydata.service.faults import Fault, Faults, read_fault
from footydata.store.file.opening import open_read_only

PORT = 8001
_ORIGIN = re.compile(
    r"https?://([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?",
    re.ASCII | re.I,
)
_USUAL_PORT = {"http": ":80", "https": ":443"}
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]", re.ASCII)
FACET_MS = 1000
"""The longest time of a facet; 50,000 fixtures take some 150 ms, close to Datasette's default of 200."""


def _faults(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> list[Fault]:
    try:
        return [read_fault(text) for text in texts]
    except InvalidArgument as error:
        raise click.BadParameter(str(error)) from error


def _host_names(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    for text in texts:
        if not _HOST_NAME.fullmatch(text):
            raise click.BadParameter(
                f"{text!r} is not a host's name; give the name alone, as in pitch.example"
            )
    return texts


def _origins(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_origin(text) for text in texts)


def _origin(text: str) -> str:
    """An origin as a browser writes it: in lower case, without the port that its scheme has anyway."""
    if text == ANY:
        return text
    if text == "null":
        raise click.BadParameter(
            "null is what every page opened as a file and every shut-in frame calls itself; serve the page from an "
            f"address of its own, as http://localhost:5173, or let in the scripts of any site: --cors '{ANY}'"
        )
    if not _ORIGIN.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is not an origin; give scheme, host and port without a path, as https://app.example:8443"
        )
    scheme, _, rest = text.lower().partition("://")
    return f"{scheme}://{rest.removesuffix(_USUAL_PORT[scheme])}"


@click.command()
@database_argument
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at; one that other machines reach needs --api-only.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port; 0: any free one.",
)
@click.option("--api-only", is_flag=True, help="Serve only /v1, without pages.")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    callback=_host_names,
    metavar="NAME",
    help="Serve the pages under this host name too; may be repeated.",
)
@click.option(
    "--cors",
    "origins",
    multiple=True,
    callback=_origins,
    metavar="ORIGIN",
    help="Let scripts of this site use /v1, as https://app.example; may be repeated; *: of any site.",
)
@click.option(
    "--as-of",
    callback=moment_given,
    metavar="MOMENT",
    help="Start the clock of API and pages at a date or ISO moment.",
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    callback=_faults,
    metavar="SPEC",
    help="Inject faults: 429:0.05, 500:0.01, drop:0.01, slow:2s, slow:500ms:0.1; may be repeated.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the faults; the same seed gives the same faults.",
)
@accounts_option
def serve(
    database: Path,
    host: str,
    port: int,
    api_only: bool,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    as_of: int | None,
    faults: list[Fault],
    seed: int,
    accounts: Path | None,
) -> None:
    """Serve the v1 contract at /v1, and pages of the database at /: in words, with Datasette's own beside them.

    A key's plan limits only /v1. The pages show the whole file, so they are served only to this machine, under
    the names localhost, 127.0.0.1 and [::1], and not to a page of another site.

    \b
    Examples:
      footydata serve football.db
      footydata serve football.db --api-only --host 0.0.0.0
      footydata serve football.db --allow-host pitch.example
      footydata serve football.db --cors https://app.example
      footydata serve football.db --as-of 2026-03-14T15:30
      footydata serve football.db --fault 429:0.05 --fault slow:2s:0.1 --seed 7
    """
    if hosts and api_only:
        raise click.UsageError(
            "--allow-host is for the pages, which --api-only shuts; /v1 answers to any name"
        )
    run(
        database,
        host=host,
        port=port,
        api_only=api_only,
        hosts=hosts,
        origins=origins,
        as_of=as_of,
        faults=faults,
        seed=seed,
        accounts=accounts,
    )


def run(
    database: Path,
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    api_only: bool = False,
    hosts: Sequence[str] = (),
    origins: Sequence[str] = (),
    as_of: int | None = None,
    faults: list[Fault] | None = None,
    seed: int = 0,
    accounts: Path | None = None,
) -> None:
    """Serve until interrupted. Raises InvalidArgument for a host that needs --api-only, DatabaseError."""
    if not api_only and not serving.is_loopback(host):
        raise InvalidArgument(
            f"{host} can be reached from other machines, and Datasette's pages would show them the whole file; "
            "add --api-only to open nothing but /v1",
            parameter="host",
            value=host,
        )
    open_read_only(database).close()
    bound = serving.listen(host, port)
    shown_host = f"[{host}]" if ":" in host else host
    opened = serving.accounts_of(database, accounts)
    clock = clock_from(as_of)
    service = serving.service_on(
        database, opened, clock=clock, faults=Faults(faults, seed=seed) if faults else None
    )
    pages = None if api_only else _datasette(database, hosts=[shown_host, *hosts], clock=clock)
    front = Front(LazyService(lambda: service), pages, origins=origins)
    address = f"http://{shown_host}:{bound.getsockname()[1]}"
    say(f"Serving {database}: {address}/v1 (what it offers: {address}/v1/docs)")
    if not api_only:
        say(f"Pages in words, and Datasette's pages behind them: {address}/")
    if not opened.has_keys():
        say(f"No API key yet; make one with: footydata keys create {database} --plan free")
    say("Ctrl-C stops.")
    try:
        serving.serve(front, bound)
    except KeyboardInterrupt:
        say("Stopped.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _datasette(database: Path, *, hosts: Sequence[str], clock: Callable[[], float]) -> AsgiApp:
    # Suggesting facets reads tables as often as they have columns: three quarters of the time of a large page.
    datasette = Datasette(
        [str(database)], settings={"facet_time_limit_ms": FACET_MS, "suggest_facets": False}
    )
    datasette._footydata_is_behind_serve = True
    datasette._footydata_clock = clock
    app: AsgiApp = datasette.app()
    return GuardedApp(app, hosts=hosts)
