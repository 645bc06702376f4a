"""footydata averages: the averages of any figure, by team, league or referee."""

from pathlib import Path
from typing import Any

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.narrowing import grouping_options, narrowed, narrowing_options
from footydata.faces.cli.printing import format_option, print_rows
from footydata.football.errors import NotFound
from footydata.football.terms import Side
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.conditions import SIDES
from footydata.store.read.fixtures.counts import Average
from footydata.store.read.fixtures.counts import averages as read_averages
from footydata.store.read.quality.reasons import why_no_figure


@click.command(epilog=f"The figures: {', '.join(SIDES)}; half_ is of the first half alone.")
@database_argument
@click.option(
    "--figure", "figures", metavar="F", multiple=True, required=True, help="A figure to average; may be repeated."
)
@grouping_options
@narrowing_options
@format_option
def averages(database: Path, figures: tuple[str, ...], by: str, venue: str | None, format: str, **options: Any) -> None:
    """Average figures per finished fixture, by team, league or referee, the highest first.

    By team: own and opponents' averages; by league or referee: those of the home and the away sides; 'both' is their
    sum. 'fixtures' counts those with a known figure; an average over few fixtures proves little.

    \b
    Examples:
      footydata averages football.db --figure fouls --figure cards --by referee --league "Premier League"
      footydata averages football.db --figure xg --season 17/18 --league "La Liga" --venue home
    """
    cells: list[tuple[object, ...]] = []
    with reading(database) as connection:
        filters = narrowed(connection, **options)
        for figure in (name.casefold() for name in figures):
            rows = read_averages(connection, figure, filters, by=by, venue=Side(venue) if venue else None)
            cells += [_shown(figure, row) for row in rows]
        if not cells:
            raise NotFound(why_no_figure(connection, filters, figures))
    sides = ("own", "opponents") if by == "team" else ("home", "away")
    print_rows((by, "figure", "fixtures", *sides, "both"), cells, format=format)


def _shown(figure: str, row: Average) -> tuple[object, ...]:
    return (row.name, figure, row.fixtures, row.own, row.other, row.whole)
