"""footydata fetch: named seasons from their public sites, then loaded."""

import os
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footydata.cli.arguments import database_argument
from footydata.cli.clock import now
from footydata.cli.exits import DONE, NOT_AS_ASKED
from footydata.cli.printing import format_option, print_rows, quiet_option
from footydata.cli.progress import ProgressLine
from footydata.refreshing import refresh_lines
from footydata.wording import plural

if TYPE_CHECKING:
    from footydata.importing.files import LoadReport


@click.command()
@database_argument
@click.argument("site_name", metavar="SITE", type=click.Choice(["football-data", "openfootball"]))
@click.option("--league", "leagues", metavar="CODE", multiple=True, required=True, help="As the site has it: E0, en.1.")
@click.option("--season", "seasons", metavar="S", multiple=True, help="24/25, 2024-25 or 2024; may be repeated.")
@click.option("--cache", type=click.Path(path_type=Path, file_okay=False), help="Where downloads are kept.")
@click.option("--base-url", metavar="URL", help="Another address of the same files, a mirror.")
@click.option("--pause", type=click.FloatRange(min=0), default=1.0, show_default=True, help="Seconds between requests.")
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
    format: str,
    quiet: bool,
) -> int:
    """Download seasons from SITE (football-data or openfootball) and load them into DB.

    A file that did not change since the last time is neither sent nor loaded again.

    \b
    Examples:
      footydata fetch football.db football-data --league E0 --league E1 --season 24/25 --season 25/26
      footydata fetch football.db football-data --league BRA
      footydata fetch football.db openfootball --league en.1 --season 2024-25
    """
    import httpx

    from footydata.fetching import SITES
    from footydata.fetching import fetch as download
    from footydata.importing.files import load
    from footydata.store.database import open_database

    site = SITES[site_name] if base_url is None else replace(SITES[site_name], base_url=base_url.rstrip("/"))
    line = ProgressLine(quiet=quiet)
    split = [code for text in leagues for code in text.split(",") if code]
    named = [season for text in seasons for season in text.split(",") if season]
    with closing(open_database(database)) as connection:
        with httpx.Client() as client:
            kept = cache or _default_cache()
            fetched = list(
                download(
                    site, split, named, cache=kept, client=client, sleep=time.sleep, pause=pause, progress=line.show
                )
            )
        line.clear()
        paths = [one.path for one in fetched if one.path is not None]
        moment = now()
        report = load(connection, paths, source=site.name, now=moment) if paths else None
        if report is not None:
            refresh_lines(connection, rows_changed=report.rows_changed, now=moment)
    print_rows(("league", "season", "download", "file"), [(*one[:3], one.path) for one in fetched], format=format)
    if report is not None and not quiet:
        _print_summary(report)
    missing = [f"{one.league} {one.season}".strip() for one in fetched if one.path is None]
    if missing:
        click.echo(f"Not at {site.base_url}: {', '.join(missing)}. Codes there: {site.leagues}", err=True)
    return NOT_AS_ASKED if missing else DONE


def _print_summary(report: "LoadReport") -> None:
    refused = sum(report.refused_by_reason.values())
    click.echo(
        f"{plural(report.rows_read, 'row')} read, {report.rows_kept:,} kept, "
        f"{plural(report.fixtures_new, 'new fixture')}, {report.fixtures_changed:,} changed, "
        f"{refused:,} refused or set aside",
        err=True,
    )


def _default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "footydata"
