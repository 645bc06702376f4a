"""footydata sources, disagreements and trust: who says what, where sources differ, which of them is believed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from footydata.faces.cli.arguments import FixtureId, database_argument, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.narrowing import league_option, season_option
from footydata.faces.cli.printing import ProgressLine, format_option, print_rows, quiet_option, say
from footydata.faces.cli.text import Word
from footydata.football.errors import NotFound
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest.trust import set_trust
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.fixtures import fixture_filter
from footydata.store.read.quality.disagreements import (
    DifferingValue,
    Disagreement,
    differing_values,
    no_difference,
    why_none,
)
from footydata.store.read.quality.disagreements import disagreements as counted_disagreements
from footydata.store.read.quality.provenance import TrustedSource, source_order
from footydata.store.read.quality.said_values import figure_names
from footydata.store.read.quality.who_says import SourceValue, source_values, summary


@click.command()
@database_argument
@click.argument("fixture_id", metavar="[FIXTURE]", type=FixtureId(), required=False)
@league_option
@season_option
@click.option(
    "--figure",
    type=Word(figure_names),
    metavar="F",
    help="A figure, or all of a part: corners, kickoff, cards, statistics, odds.",
)
@click.option("--between", metavar="A,B", help="Two sources; by default each two.")
@click.option(
    "--list",
    "is_list",
    is_flag=True,
    help="The differing values themselves, the newest fixture first.",
)
@format_option
@quiet_option
def sources(
    database: Path, fixture_id: int | None, format: str, quiet: bool, **options: Any
) -> None:
    """Show who says what of a fixture; without one, count where sources differ.

    Of a fixture, contradictions come first, then what several sources say alike, then what only one gives; a load that
    contradicts another one of its own source has a row as well. Without one, by league, season and figure:
    'fixtures' are those of which both sources give the figure, 'differ' those where they contradict each other,
    'share' is the one over the other, and 'gap' by how much both sides of a count then differ on average. Figures from
    before the end of a fixture are left out, and a day without a time contradicts no time of it. 'footydata trust' sets
    which source is believed.

    \b
    Examples:
      footydata sources football.db 880432
      footydata sources football.db --league "La Liga" --figure corners
      footydata sources football.db --between football-data,openfootball --figure kickoff --list
    """
    if fixture_id is None:
        _print_disagreements(database, format=format, quiet=quiet, **options)
    elif any(options.values()):
        raise click.UsageError("the options are of the counts; leave them out, or FIXTURE")
    else:
        _print_said(database, fixture_id, format=format, quiet=quiet)


def _print_said(database: Path, fixture_id: int, *, format: str, quiet: bool) -> None:
    with reading(database) as connection:
        rows = source_values(connection, fixture_id)
    if format == "table":
        # Why a value does not stand is what the list is for.
        needed = ("value", "why", "says", "source", "stands")
        print_rows(SHOWN, _shown(rows), spare=("load", "stands", "differs"), needed=needed)
    else:
        print_rows(SourceValue._fields, rows, format=format)
    if not quiet:
        say(summary(rows), err=True)


def _print_disagreements(
    database: Path,
    *,
    league: str | None,
    season: str | None,
    figure: str | None,
    between: str | None,
    is_list: bool,
    format: str,
    quiet: bool,
) -> None:
    sources = [] if between is None else [name.strip() for name in between.split(",")]
    agreement = ""
    with reading(database) as connection, ProgressLine(quiet=quiet) as line:
        filters = fixture_filter(connection, league=league, season=season)
        options: dict[str, Any] = {"figure": figure, "between": sources, "progress": line.show}
        values = differing_values(connection, filters, **options) if is_list else []
        counts = [] if is_list else counted_disagreements(connection, filters, **options)
        if not values and not counts:
            compared = counted_disagreements(connection, filters, **options) if is_list else []
            if not compared:
                raise NotFound(why_none(connection, filters, figure=figure, between=sources))
            agreement = no_difference(compared)
    if is_list:
        print_rows(
            DifferingValue._fields,
            values,
            format=format,
            spare=("stands", "season", "league", "kickoff_utc"),
        )
        if agreement and not quiet:
            say(f"{agreement[0].upper()}{agreement[1:]}.", err=True)
    else:
        rows = [_with_percent(row) if format == "table" else row for row in counts]
        print_rows(Disagreement._fields, rows, format=format, spare=("gap", "share"))


def _with_percent(row: Disagreement) -> tuple[object, ...]:
    """A row of the table; few of many thousand differ, so that the share needs a decimal."""
    return (*row[:-2], f"{row.share:.1%}", row.gap)


SHOWN = ("value", "differs", "stands", "source", "says", "why", "load")


def _shown(rows: Sequence[SourceValue]) -> Iterator[tuple[object, ...]]:
    """The rows of the table: a value and what stands of it on the first of its rows alone."""
    last = None
    for row in rows:
        head = (
            (row.value, "yes" if row.differs else None, row.stands)
            if row.value != last
            else (None,) * 3
        )
        last = row.value
        yield (*head, row.source, row.says, row.why, row.load_id)


@click.command()
@database_argument
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--reset", is_flag=True, help="Each source has its own trust again.")
@format_option
@quiet_option
def trust(database: Path, sources: tuple[str, ...], reset: bool, format: str, quiet: bool) -> None:
    """Show in which order the sources of DB are believed, or set it: the most trusted first.

    Where sources differ, the value of the first one that gives it stands. Sources that you don't name follow in the
    order that they have. All fixtures of several sources are derived again, and the fair lines of coming ones computed
    again; later loads keep your order. Nothing is lost: naming the sources in the former order, or --reset, gives
    back exactly what was there before. chosen_by says whose choice a place is: person or source.

    \b
    Examples:
      footydata trust football.db
      footydata trust football.db openfootball football-data
      footydata trust football.db --reset
    """
    if sources and reset:
        raise click.UsageError("name sources, or --reset, not both")
    if sources or reset:
        _set(database, sources, quiet=quiet)
    with reading(database) as connection:
        rows = source_order(connection)
    print_rows(TrustedSource._fields, rows, format=format)
    if not rows:
        say("The database has no sources: nothing was loaded.", err=True)


def _set(database: Path, names: tuple[str, ...], *, quiet: bool) -> None:
    with writing(database) as connection:
        with ProgressLine(quiet=quiet) as line:
            result = set_trust(connection, names, progress=line.show)
        lines = refresh_lines(connection, rows_changed=result.changed, now=now())
    if quiet:
        return
    of = plural(result.fixtures, "fixture")
    say(
        f"{result.changed:,} of {of} of several sources changed."
        if result.fixtures
        else "Nothing changed.",
        err=True,
    )
    if result.names:
        say(f"{plural(result.names, 'club')} got another spelling.", err=True)
    if lines:
        say(f"{plural(lines, 'fair line')} of coming fixtures are computed again.", err=True)
    if result.changed:
        say(
            "Ratings, standings and past fair lines are computed from the changed values when they are asked for.",
            err=True,
        )
