"""footydata export: a database as Parquet, CSV or JSON lines."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

from footydata.cli.arguments import database_argument
from footydata.cli.clock import now
from footydata.cli.printing import print_rows, quiet_option
from footydata.cli.progress import ProgressLine
from footydata.exporting import FORMATS, Written, new_folder
from footydata.exporting import export as write
from footydata.store.database import open_read_only

V1 = "v1"
"""The dump of the service that the database would be, which 'footydata load' takes."""


@click.command()
@database_argument
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--format", "format", type=click.Choice([*FORMATS, V1]), default="parquet", show_default=True)
@quiet_option
def export(database: Path, folder: Path, format: str, quiet: bool) -> None:
    """Write DB to DIR, parted by season; DuckDB, Polars, pandas and Spark read the Parquet as it is.

    \b
    Examples:
      footydata export football.db out
      footydata export football.db out --format csv
      footydata export football.db out --format v1
      duckdb -c "select * from read_parquet('out/fixture/**/*.parquet', hive_partitioning = true)"
    """
    line = ProgressLine(quiet=quiet)
    with closing(open_read_only(database)) as connection:
        if format == V1:
            written = _dumped(connection, database, folder, line.show)
        else:
            written = write(connection, folder, format=format, progress=line.show)
    line.clear()
    if not quiet:
        print_rows(("table", "rows", "files"), written)


def _dumped(
    connection: sqlite3.Connection, database: Path, folder: Path, progress: Callable[[str], None]
) -> list[Written]:
    from footydata.dumping import dump
    from footydata.queries.beyond import beyond_lists

    new_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    beyond = beyond_lists(connection)
    # Tables are withheld where fixtures seem overdue: the service answers as of the day of its data.
    moment = now() if beyond.fresh_ts is None else min(now(), beyond.fresh_ts)
    pages = dump(database, folder, now=moment, beyond=beyond, progress=progress)
    return [Written("page", pages, 1)]
