"""footydata info: what is in a database, or the source of each part of a fixture."""

from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.printing import format_option, print_rows, quiet_option
from footydata.football.errors import FixtureNotFound
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.fixtures import fixture_by_id
from footydata.store.read.quality.contents import Content, contents
from footydata.store.read.quality.provenance import PartSource, parts_of


@click.command()
@database_argument
@click.option(
    "--fixture",
    "fixture_id",
    metavar="ID",
    type=int,
    help="Each part of this fixture: its source, and when it was fetched.",
)
@format_option
@quiet_option
def info(database: Path, fixture_id: int | None, format: str, quiet: bool) -> None:
    """Show what is in DB: counts, dates, sources with their fixtures, freshness, schema version.

    With --fixture: each part of the fixture with its source and time. A part that was fetched without anything in it
    is 'empty'; one that was never fetched has no source.

    \b
    Examples:
      footydata info football.db
      footydata info football.db --format json
      footydata info football.db --fixture 880001
    """
    with reading(database) as connection:
        if fixture_id is None:
            print_rows(Content._fields, contents(connection), format=format)
            return
        if fixture_by_id(connection, fixture_id) is None:
            raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture")
        print_rows(PartSource._fields, parts_of(connection, fixture_id), format=format)
