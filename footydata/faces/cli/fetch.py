"""footydata fetch: downloads seasons from public sites, and loads them."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from footydata.faces.cli.arguments import Seconds, database_argument, report_option
from footydata.faces.cli.clock import now
from footydata.faces.cli.load_report import books_line, remarks, stored_lines, write_report
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    ProgressLine,
    format_option,
    print_rows,
    quiet_option,
    say,
)
from footydata.football.errors import RemoteRefused
from footydata.football.records import FetchedSeason
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest.fetching import SITES, Fetched, Site, site_http
from footydata.ingest.fetching import fetch as download
from footydata.ingest.files import load as load_paths
from footydata.ingest.report import FileReport, ImportResult, LoadReport
from footydata.service.client.conversation import is_address
from footydata.store.file.opening import open_database
from footydata.store.write.loads import write_fetched_seasons


@click.command()
@database_argument
@click.argument(
    "site_name",
    metavar="SITE",
    type=click.Choice(["football-data", "openfootball"], case_sensitive=False),
)
@click.option(
    "--league",
    "leagues",
    metavar="CODE",
    multiple=True,
    required=True,
    help="A league by the site's code: E0, en.1; may be repeated.",
)
@click.option(
    "--season",
    "seasons",
    metavar="S",
    multiple=True,
    help="24/25, 2024-25 or 2024; may be repeated.",
)
@click.option(
    "--cache", type=click.Path(path_type=Path, file_okay=False), help="The folder of downloads."
)
@click.option("--base-url", metavar="URL", help="The address of a mirror of the site.")
@click.option(
    "--pause", type=Seconds(), default=1.0, show_default=True, help="Seconds between requests."
)
@report_option
@format_option
@quiet_option
def fetch(
    database: Path,
    site_name: str,
    leagues: tuple[str, ...],
    seasons: tuple[str, ...],
    cache: Path | None,
    base_url: str | None,
    pause: float,
    report_file: Path | None,
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
    site = _site(site_name, base_url)
    split = [code for text in leagues for code in text.split(",") if code]
    season_names = [season for text in seasons for season in text.split(",") if season]
    if not split:
        raise click.BadParameter(f"no code; codes there: {site.leagues}", param_hint="--league")
    with closing(open_database(database)) as connection:
        with closing(site_http()) as http, ProgressLine(quiet=quiet) as line:
            downloads = download(
                site,
                split,
                season_names,
                cache=cache or default_cache(),
                http=http,
                sleep=time.sleep,
                pause=pause,
                progress=line.show,
            )
            fetched, failure = fetched_until_failure(downloads)
        there = [(one, one.path) for one in fetched if one.path is not None]
        write_fetched_seasons(
            connection,
            (FetchedSeason(site.name, site.base_url, one.league, one.season) for one, _ in there),
        )
        paths = [path for _, path in there]
        moment = now()
        report = (
            load_paths(connection, paths, source=site.name, kind="fetch", now=moment)
            if paths
            else LoadReport()
        )
        refresh_lines(connection, rows_changed=report.rows_changed, now=moment)
    if failure is not None and not fetched:
        raise failure
    report.files += [_refused(one, site.name) for one in fetched if one.refusal]
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
    is_missing = _print_missing(fetched, site)
    return (
        NOT_AS_ASKED if is_missing or report.count("refused") or report.count("skipped") else DONE
    )


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


def _print_missing(fetched: list[Fetched], site: Site) -> bool:
    """Say which seasons are not at a site; returns whether there are any."""
    missing = [f"{one.league} {one.season}".strip() for one in fetched if one.state == "missing"]
    if missing:
        say(f"Not at {site.base_url}: {', '.join(missing)}. Codes there: {site.leagues}", err=True)
    return bool(missing)


def fetched_until_failure(
    downloads: Iterator[Fetched],
) -> tuple[list[Fetched], RemoteRefused | None]:
    """The downloads, and the failure that ended them, None if there was none."""
    fetched: list[Fetched] = []
    try:
        fetched.extend(downloads)
    except RemoteRefused as error:
        return fetched, error
    return fetched, None


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
        for remark in remarks(report, report_file):
            say(f"  {remark}", err=True)


def default_cache() -> Path:
    """The default folder of downloads."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "footydata"
