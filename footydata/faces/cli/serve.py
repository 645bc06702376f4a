"""footydata serve: serves /v1, and the pages unless --api-only."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import click
from datasette.app import Datasette

from footydata.faces.cli.arguments import Accounts, AsOf, Typed, command
from footydata.faces.cli.clock import at_moment, running_clock
from footydata.faces.cli.printing import INTERRUPTED, say
from footydata.faces.pages.guard import GuardedApp
from footydata.football.errors import InvalidArgument
from footydata.service import serving
from footydata.service.asgi import ANY, AsgiApp, Front, LazyService
from footydata.service.failures import Fault, Faults, read_fault
from footydata.store.file.opening import open_read_only
from footydata.views.arguments import Says

PORT = 8001
_ORIGIN = re.compile(
    r"https?://([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?",
    re.ASCII | re.I,
)
_USUAL_PORT = {"http": ":80", "https": ":443"}
_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]", re.ASCII)
FACET_MS = 1000
"""The longest time of a facet; 50,000 fixtures take some 150 ms, close to Datasette's default of 200."""


def _host_name(text: str) -> str:
    if not _HOST_NAME.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is not a host's name; give the name alone, as in pitch.example"
        )
    return text


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


def run(
    database: Path,
    *,
    host: Annotated[
        str, Says("The address to listen at; one that other machines reach needs --api-only.")
    ] = "127.0.0.1",
    port: Annotated[int, Says("The port; 0: any free one.", least=0, most=65535)] = PORT,
    api_only: Annotated[bool, Says("Serve only /v1, without pages.")] = False,
    allow_host: Annotated[
        tuple[str, ...],
        Typed(
            "Serve the pages under this host name too; may be repeated.",
            metavar="NAME",
            read=_host_name,
        ),
    ] = (),
    cors: Annotated[
        tuple[str, ...],
        Typed(
            "Let scripts of this site use /v1, as https://app.example; may be repeated; *: of any site.",
            metavar="ORIGIN",
            read=_origin,
        ),
    ] = (),
    as_of: AsOf = None,
    fault: Annotated[
        tuple[Fault, ...],
        Typed(
            "Inject faults: 429:0.05, 500:0.01, drop:0.01, slow:2s, slow:500ms:0.1; may be repeated.",
            metavar="SPEC",
            read=read_fault,
        ),
    ] = (),
    seed: Annotated[int, Says("The seed of the faults; the same seed gives the same faults.")] = 0,
    accounts: Accounts = None,
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
    if allow_host and api_only:
        raise click.UsageError(
            "--allow-host is for the pages, which --api-only shuts; /v1 answers to any name"
        )
    if not api_only and not serving.is_loopback(host):
        raise InvalidArgument(
            f"{host} can be reached from other machines, and Datasette's pages would show them the whole file; "
            "add --api-only to open nothing but /v1",
            parameter="host",
            value=host,
        )
    open_read_only(database).close()
    with at_moment(database, as_of) as shown_database:
        bound = serving.listen(host, port)
        shown_host = f"[{host}]" if ":" in host else host
        opened = serving.accounts_of(database, accounts)
        faults = Faults([*fault], seed=seed) if fault else None
        clock = running_clock()
        service = serving.service_on(shown_database, opened, clock=clock, faults=faults)
        hosts = [shown_host, *allow_host]
        pages = None if api_only else _datasette(shown_database, hosts=hosts, clock=clock)
        front = Front(LazyService(lambda: service), pages, origins=cors)
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


serve = command("serve")(run)


def _datasette(database: Path, *, hosts: Sequence[str], clock: Callable[[], float]) -> AsgiApp:
    # Suggesting facets reads tables as often as they have columns: three quarters of the time of a large page.
    datasette = Datasette(
        [str(database)], settings={"facet_time_limit_ms": FACET_MS, "suggest_facets": False}
    )
    datasette._footydata_is_behind_serve = True
    datasette._footydata_clock = clock
    app: AsgiApp = datasette.app()
    return GuardedApp(app, hosts=hosts)
