"""footydata check: finds what can't be true in a database, and what may be wrong."""

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import AsOf, Typed, command
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    Output,
    say,
)
from footydata.football.terms import LARGEST_ID
from footydata.football.wording import plural
from footydata.store.file.transactions import reading
from footydata.store.read.checking import CHECKS
from footydata.store.read.checking import check as look_through
from footydata.store.read.finding import Finding
from footydata.views.arguments import Says


@command()
def check(
    database: Path,
    *,
    kind: Annotated[
        tuple[str, ...],
        Typed(
            "Only this kind of finding; may be repeated.",
            metavar="KIND",
            read=click.Choice([each.kind for each in CHECKS], case_sensitive=False),
        ),
    ] = (),
    limit: Annotated[
        int, Says("The most findings of each kind; 0: all.", least=0, most=LARGEST_ID)
    ] = 10,
    as_of: AsOf = None,
    zone: tzinfo,
    out: Output,
) -> int:
    """Check DB for contradictions, impossible figures, duplicates, orphan rows and fixtures that never ended.

    An error can't be true, and makes the exit code 1. A remark may be harmless: files may lack a part of a season.

    \b
    Examples:
      footydata check football.db
      footydata check football.db --kind overdue --limit 0 --format csv
      footydata check old.db --as-of 2024-05-19
    """
    moment = now() if as_of is None else as_of
    with reading(database, salvages=True) as connection, out.progress() as line:
        checked = look_through(
            connection, now=moment, limit=limit or None, kinds=kind or None, progress=line.show
        )
    remarks = sum(row.count for row in checked.counts) - checked.errors
    counts = (plural(checked.errors, "error"), plural(remarks, "remark"))
    summary = f"{', '.join(counts)} in {plural(len(kind) or len(CHECKS), 'check')}"
    if out.is_table and checked.findings:
        out.rows(("severity", "kind", "count"), checked.counts)
        say()
    if not out.is_table or checked.findings:
        out.rows(Finding._fields, checked.findings, spare=("source", "severity"))
    out.remark(summary, err=not out.is_table)
    return NOT_AS_ASKED if checked.errors else DONE
