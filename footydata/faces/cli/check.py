"""footydata check: finds what can't be true in a database, and what may be wrong."""

import sys
from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.clock import now, read_moment
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    ProgressLine,
    format_option,
    print_rows,
    quiet_option,
    say,
)
from footydata.football.wording import meant, plural
from footydata.store.file.snapshots import reading
from footydata.store.read.quality.checking import CHECKS
from footydata.store.read.quality.checking import check as look_through
from footydata.store.read.quality.checks.finding import Finding


@click.command()
@database_argument
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="Only this kind of finding; may be repeated.",
)
@click.option(
    "--limit",
    default=10,
    show_default=True,
    type=click.IntRange(0, sys.maxsize),
    help="The most findings of each kind; 0: all.",
)
@click.option(
    "--as-of",
    metavar="MOMENT",
    help="The day or moment by which fixtures are overdue; now by default.",
)
@format_option
@quiet_option
def check(
    database: Path, kinds: tuple[str, ...], limit: int, as_of: str | None, format: str, quiet: bool
) -> int:
    """Check DB for contradictions, impossible figures, duplicates, orphan rows and fixtures that never ended.

    An error can't be true, and makes the exit code 1. A remark may be harmless: files may lack a part of a season.

    \b
    Examples:
      footydata check football.db
      footydata check football.db --kind overdue --limit 0 --format csv
      footydata check old.db --as-of 2024-05-19
    """
    known = [each.kind for each in CHECKS]
    kinds = tuple(kind.casefold() for kind in kinds)
    for kind in kinds:
        if kind not in known:
            raise click.BadParameter(f"{kind!r} is not looked for; {meant(kind, known)}")
    moment = now() if as_of is None else read_moment(as_of)
    with reading(database, salvages=True) as connection, ProgressLine(quiet=quiet) as line:
        checked = look_through(
            connection, now=moment, limit=limit or None, kinds=kinds or None, progress=line.show
        )
    remarks = sum(row.count for row in checked.counts) - checked.errors
    counts = (plural(checked.errors, "error"), plural(remarks, "remark"))
    summary = f"{', '.join(counts)} in {plural(len(kinds) or len(CHECKS), 'check')}"
    if format == "table" and checked.findings:
        print_rows(("severity", "kind", "count"), checked.counts, format=format)
        say()
    if format != "table" or checked.findings:
        print_rows(Finding._fields, checked.findings, format=format, spare=("source", "severity"))
    if not quiet:
        say(summary, err=format != "table")
    return NOT_AS_ASKED if checked.errors else DONE
