"""footydata fetch: downloads seasons from public sites, and loads them."""

import os
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import click

from footydata.faces.cli.arguments import Cache, command
from footydata.faces.cli.clock import now
from footydata.faces.cli.load_report import (
    ReportFile,
    books_line,
    remarks,
    stored_lines,
    where_all,
    write_report,
)
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    Output,
    say,
)
from footydata.football.terms import DAY
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest.fetching import PAUSE, SITES, fetch_seasons
from footydata.ingest.report import LoadReport
from footydata.service.client.conversation import is_address
from footydata.store.file.opening import open_database
from footydata.views.arguments import Says


@command()
def fetch(
    database: Path,
    site: Literal["football-data", "openfootball"],
    *,
    league: Annotated[
        tuple[str, ...],
        Says("A league by the site's code: E0, en.1; may be repeated.", metavar="CODE"),
    ],
    season: Annotated[tuple[str, ...], Says("24/25, 2024-25 or 2024; may be repeated.")] = (),
    cache: Cache = None,
    base_url: Annotated[
        str | None, Says("The address of a mirror of the site.", metavar="URL")
    ] = None,
    pause: Annotated[float, Says("Seconds between requests.", least=0, most=DAY)] = PAUSE,
    report_file: ReportFile = None,
    out: Output,
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
    public = SITES[site]
    if base_url is not None:
        address = base_url.rstrip("/")
        if not is_address(address):
            raise click.BadParameter(
                f"{base_url!r} is not an address; give one such as {public.base_url}"
            )
        public = replace(public, base_url=address)
    codes, seasons = ([*filter(None, ",".join(each).split(","))] for each in (league, season))
    if not codes:
        raise click.BadParameter(f"no code; codes there: {public.leagues}", param_hint="--league")
    moment = now()
    with closing(open_database(database)) as connection, out.progress() as line:
        fetched, failure, report = fetch_seasons(
            connection,
            public,
            codes,
            seasons,
            now=moment,
            sleep=time.sleep,
            cache=cache or default_cache(),
            pause=pause,
            progress=line.show,
        )
        refresh_lines(connection, rows_changed=report.rows_changed, now=moment)
    if failure is not None and not fetched:
        raise failure
    out.rows(("league", "season", "download", "file"), [(*one[:3], one.path) for one in fetched])
    if report_file is not None:
        write_report(report, report_file, out)
    _print_remarks(report, database, report_file, out)
    if failure is not None:
        raise failure
    missing = [f"{one.league} {one.season}".strip() for one in fetched if one.state == "missing"]
    if missing:
        names = ", ".join(missing)
        say(f"Not at {public.base_url}: {names}. Codes there: {public.leagues}", err=True)
    is_partial = missing or report.count("refused") or report.count("skipped")
    return NOT_AS_ASKED if is_partial else DONE


def default_cache() -> Path:
    """The folder of downloads in the user's folder of caches."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "footydata"


def _print_remarks(
    report: LoadReport, database: Path, report_file: Path | None, out: Output
) -> None:
    """Print the result of the load on stderr, as stdout has the rows; refusals even if quiet."""
    if not out.is_quiet and report.rows_read:
        say(books_line(report), err=True)
        for words in stored_lines(report, database):
            say(f"  {words}", err=True)
    if not out.is_quiet or report.count("refused"):
        for remark in remarks(report, where_all(report_file)):
            say(f"  {remark}", err=True)
