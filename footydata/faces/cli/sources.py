"""footydata sources: who says what of a fixture; footydata disagreements: where sources differ."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.printing import ProgressLine, format_option, print_rows, quiet_option, say
from footydata.football.errors import NotFound

if TYPE_CHECKING:
    from footydata.store.read.quality.disagreements import Disagreement
    from footydata.store.read.quality.who_says import SourceValue


@click.command()
@database_argument
@click.argument("fixture_id", metavar="FIXTURE", type=int)
@format_option
@quiet_option
def sources(database: Path, fixture_id: int, format: str, quiet: bool) -> None:
    """Show who says what of a fixture: each value, what each source says of it, which one stands and why.

    Contradictions come first, then what several sources say alike, then what only one gives. A load that contradicts
    another one of its own source has a row as well. 'footydata disagreements' counts where sources differ, and
    'footydata trust' sets which of them is believed.

    \b
    Examples:
      footydata sources football.db 880432
      footydata sources football.db 880432 --format csv
    """
    from footydata.store.file.snapshots import reading
    from footydata.store.read.quality.who_says import SourceValue, source_values, summary

    with reading(database) as connection:
        rows = source_values(connection, fixture_id)
    if format == "table":
        print_rows(SHOWN, _shown(rows), spare=("load", "differs", "stands"))
    else:
        print_rows(SourceValue._fields, rows, format=format)
    if not quiet:
        say(summary(rows), err=True)


@click.command()
@database_argument
@click.option("--league", metavar="L", help="A league: an id, a name or part of one, or a code such as E0.")
@click.option("--season", metavar="S", help="A season: 25/26, 2025 or 2526; of all leagues without --league.")
@click.option("--figure", metavar="F", help="A figure, or all of a part: corners, kickoff, cards, statistics, odds.")
@click.option("--between", metavar="A,B", help="Two sources; by default each two.")
@click.option("--list", "is_list", is_flag=True, help="The differing values themselves, the newest fixture first.")
@format_option
@quiet_option
def disagreements(
    database: Path,
    league: str | None,
    season: str | None,
    figure: str | None,
    between: str | None,
    is_list: bool,
    format: str,
    quiet: bool,
) -> None:
    """Count where sources differ, by league, season and figure, the most differing fixtures first.

    'fixtures' are those of which both sources give the figure, 'differ' those where they contradict each other,
    'share' is the one over the other, and 'gap' by how much both sides of a count then differ on average. Figures from
    before the end of a fixture are left out, and a day without a time contradicts no time of it.

    \b
    Examples:
      footydata disagreements football.db
      footydata disagreements football.db --league "La Liga" --figure corners
      footydata disagreements football.db --between football-data,openfootball --figure kickoff --list
    """
    from footydata.store.file.snapshots import reading
    from footydata.store.read.fixtures.fixtures import fixture_filter
    from footydata.store.read.quality.disagreements import DifferingValue, Disagreement, why_none
    from footydata.store.read.quality.disagreements import differing_values as every_value
    from footydata.store.read.quality.disagreements import disagreements as counted

    pair = [] if between is None else [name.strip() for name in between.split(",")]
    line = ProgressLine(quiet=quiet)
    with reading(database) as connection:
        filters = fixture_filter(connection, league=league, season=season)
        options: dict[str, Any] = {"figure": figure, "between": pair, "progress": line.show}
        values = every_value(connection, filters, **options) if is_list else []
        counts = [] if is_list else counted(connection, filters, **options)
        line.clear()
        if not values and not counts:
            raise NotFound(why_none(connection, filters, figure=figure, between=pair))
    if is_list:
        print_rows(DifferingValue._fields, values, format=format, spare=("stands", "season", "league", "kickoff_utc"))
    else:
        rows = [_with_percent(row) if format == "table" else row for row in counts]
        print_rows(Disagreement._fields, rows, format=format, spare=("gap", "share"))


def _with_percent(row: "Disagreement") -> tuple[object, ...]:
    """A row of the table; few of many thousand differ, so that the share needs a decimal."""
    return (*row[:-2], f"{row.share:.1%}", row.gap)


SHOWN = ("value", "differs", "stands", "source", "says", "why", "load")


def _shown(rows: "Sequence[SourceValue]") -> Iterator[tuple[object, ...]]:
    """The rows of the table: a value and what stands of it on the first of its rows alone."""
    last = None
    for row in rows:
        head = (row.value, "yes" if row.differs else None, row.stands) if row.value != last else (None,) * 3
        last = row.value
        yield (*head, row.source, row.says, row.why, row.load_id)
