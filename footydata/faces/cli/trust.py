"""footydata trust: shows and sets which sources are believed."""

from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import Output
from footydata.faces.cli.read_command import made
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest.decisions import set_trust
from footydata.views.arguments import Says
from footydata.views.contents import trust_view


@command()
def trust(
    database: Path,
    source: tuple[str, ...] = (),
    *,
    reset: Annotated[bool, Says("Each source has its own trust again.")] = False,
    out: Output,
) -> None:
    """Show in which order the sources of DB are believed, or set it: the most trusted first.

    Where sources differ, the value of the first one that gives it stands. Sources that you don't name follow in the
    order of their own trust. All fixtures of several sources are derived again, and the fair lines of coming ones computed
    again; later loads keep your order. Nothing is lost: naming the sources in the former order, or --reset, gives
    back exactly what was there before. chosen_by says whose choice a place is: person or source.

    \b
    Examples:
      footydata trust football.db
      footydata trust football.db openfootball football-data
      footydata trust football.db --reset
    """
    if source and reset:
        raise click.UsageError("name sources, or --reset, not both")
    if source or reset:
        _set(database, source, out)
    out.view(made(database, trust_view, out))


def _set(database: Path, names: tuple[str, ...], out: Output) -> None:
    with writing(database) as connection:
        with out.progress() as line:
            result = set_trust(connection, names, progress=line.show)
        lines = refresh_lines(connection, rows_changed=result.changed, now=now())
    of = plural(result.fixtures, "fixture")
    changed = f"{result.changed:,} of {of} of several sources changed."
    out.remark(changed if result.fixtures else "Nothing changed.")
    if result.names:
        out.remark(f"{plural(result.names, 'club')} got another spelling.")
    if lines:
        out.remark(f"{plural(lines, 'fair line')} of coming fixtures are computed again.")
    if result.changed:
        out.remark(
            "Ratings, standings and past fair lines are computed from the changed values when they are asked for."
        )
