"""footydata fetch: downloads seasons from public sites, and loads them."""

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import click

from footydata.faces.cli.arguments import Cache, ReportFile, command
from footydata.faces.cli.clock import now
from footydata.faces.cli.load_report import (
    books_line,
    remarks,
    stored_lines,
    where_all,
    write_report,
)
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    print_rows,
    say,
)
from footydata.football.errors import RemoteRefused
from footydata.football.records import FetchedSeason
from footydata.football.terms import DAY
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.frames.progress import Progress
from footydata.ingest.fetching import SITES, Fetched, Site, site_http
from footydata.ingest.fetching import fetch as download
from footydata.ingest.files import load as load_paths
from footydata.ingest.report import FileReport, ImportResult, LoadReport
from footydata.service.client.conversation import is_address
from footydata.store.file.opening import open_database
from footydata.store.write.loads import write_fetched_seasons
from footydata.views.arguments import Says

PAUSE = 1.0
"""Seconds between two requests to a public site."""


@command()
def fetch(
    database: Path,
    site: Literal["football-data", "openfootball"],
    *,
    league: Annotated[
        tuple[str, ...],
        Says("A league by the site's code: E0, en.1; may be repeated.", metavar="CODE"),
    ],
    season: Annotated[
        tuple[str, ...], Says("24/25, 2024-25 or 2024; may be repeated.", metavar="S")
    ] = (),
    cache: Cache = None,
    base_url: Annotated[
        str | None, Says("The address of a mirror of the site.", metavar="URL")
    ] = None,
    pause: Annotated[float, Says("Seconds between requests.", least=0, most=DAY)] = PAUSE,
    report_file: ReportFile = None,
    format: str,
    quiet: bool,
) -> int:
    """Download seasons from SITE (football-data or openfootball) and load them into DB.

    An unchanged file is neither downloaded nor loaded again. A download that is not a whole file of the site (an error
    page, a file cut short) is refused, and the earlier one stays.

    \b
    Examples:
      footydata fetch football.db football-data --league E0 --league E1 --season 24/25 --season 25/26
      footydata fetch football.db football-data --league BRA
      footydata fetch football.db openfootball --league en.1 --season 2024-25
    """
    public = _site(site, base_url)
    codes = [code for text in league for code in text.split(",") if code]
    seasons = [name for text in season for name in text.split(",") if name]
    if not codes:
        raise click.BadParameter(f"no code; codes there: {public.leagues}", param_hint="--league")
    with closing(open_database(database)) as connection, Progress(quiet=quiet) as line:
        fetched, failure, report = fetch_seasons(
            connection, public, codes, seasons, cache=cache, pause=pause, progress=line.show
        )
        refresh_lines(connection, rows_changed=report.rows_changed, now=now())
    if failure is not None and not fetched:
        raise failure
    report.files += [_refused(one, public.name) for one in fetched if one.refusal]
    print_rows(
        ("league", "season", "download", "file"),
        [(*one[:3], one.path) for one in fetched],
        format=format,
    )
    if report_file is not None:
        write_report(report, report_file)
    _print_remarks(report, database, report_file, quiet=quiet)
    if failure is not None:
        raise failure
    missing = [f"{one.league} {one.season}".strip() for one in fetched if one.state == "missing"]
    if missing:
        codes_there = f"Codes there: {public.leagues}"
        say(f"Not at {public.base_url}: {', '.join(missing)}. {codes_there}", err=True)
    is_whole = not (missing or report.count("refused") or report.count("skipped"))
    return DONE if is_whole else NOT_AS_ASKED


def _site(name: str, base_url: str | None) -> Site:
    """The site of a name, at another address if one is given. Raises BadParameter."""
    site = SITES[name]
    if base_url is None:
        return site
    if not is_address(base_url.rstrip("/")):
        raise click.BadParameter(
            f"{base_url!r} is not an address; give one such as {site.base_url}"
        )
    return replace(site, base_url=base_url.rstrip("/"))


class FetchedSeasons(NamedTuple):
    """Downloads, the failure that ended them, None if there was none, and the report of their load."""

    fetched: list[Fetched]
    failure: RemoteRefused | None
    report: LoadReport


def fetch_seasons(
    connection: sqlite3.Connection,
    site: Site,
    leagues: Sequence[str],
    seasons: Sequence[str],
    *,
    cache: Path | None,
    progress: Callable[[str], None],
    pause: float = PAUSE,
    correct: bool = False,
) -> FetchedSeasons:
    """Download seasons of a site, by default into the user's folder of caches, and load them."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    default_cache = (Path(home) if home else Path.home() / ".cache") / "footydata"
    fetched: list[Fetched] = []
    failure = None
    with closing(site_http()) as http:
        try:
            fetched.extend(
                download(
                    site,
                    leagues,
                    seasons,
                    cache=cache or default_cache,
                    http=http,
                    sleep=time.sleep,
                    pause=pause,
                    progress=progress,
                )
            )
        except RemoteRefused as error:
            failure = error
    there = [(one, one.path) for one in fetched if one.path is not None]
    write_fetched_seasons(
        connection,
        (FetchedSeason(site.name, site.base_url, one.league, one.season) for one, _ in there),
    )
    paths = [path for _, path in there]
    report = LoadReport()
    if paths:
        report = load_paths(
            connection, paths, source=site.name, kind="fetch", correct=correct, now=now()
        )
    return FetchedSeasons(fetched, failure, report)


def _refused(one: Fetched, source: str) -> FileReport:
    assert one.refusal is not None
    result = ImportResult()
    result.note_refusal(one.refusal)
    return FileReport(one.name, source, "refused", result)


def _print_remarks(
    report: LoadReport, database: Path, report_file: Path | None, *, quiet: bool
) -> None:
    """Print the result of the load on stderr, as stdout has the rows; refusals even if quiet."""
    if not quiet and report.rows_read:
        say(books_line(report), err=True)
        for words in stored_lines(report, database):
            say(f"  {words}", err=True)
    if not quiet or report.count("refused"):
        for remark in remarks(report, where_all(report_file)):
            say(f"  {remark}", err=True)
