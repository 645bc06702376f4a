"""footydata export: a database as Parquet, CSV or JSON lines."""

from collections.abc import Callable
from pathlib import Path

import click

from footydata.cli.arguments import database_argument
from footydata.cli.clock import now
from footydata.cli.printing import print_rows, quiet_option, say_lines
from footydata.cli.progress import ProgressLine
from footydata.exporting import FORMATS, PartlyExported, Written, filled, narrowing
from footydata.exporting import export as write
from footydata.store.database import DamagedDatabase
from footydata.store.snapshots import reading

V1 = "v1"
"""The dump of the service that the database would be, which 'footydata load' takes."""


@click.command()
@database_argument
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format", "format", type=click.Choice([*FORMATS, V1], case_sensitive=False), default="parquet", show_default=True
)
@click.option("--league", "leagues", metavar="L", multiple=True, help="Only this league; repeatable.")
@click.option("--season", "seasons", metavar="S", multiple=True, help="Only this season; repeatable.")
@quiet_option
def export(
    database: Path, folder: Path, format: str, leagues: tuple[str, ...], seasons: tuple[str, ...], quiet: bool
) -> None:
    """Write DB to DIR, every table as its frame has it; DuckDB, Polars, pandas and Spark read the Parquet as it is.

    What hangs on fixtures is parted by the season's start year and the country. An export that was broken off
    goes on where it stopped, if DB has not changed.

    What --format v1 writes is the one export that 'footydata load' takes back, so that several people's databases
    unite; it has what /v1 carries, and so neither referees nor further figures, nor whether only the day of
    a kickoff is known.

    Of a damaged database what can be read is written, what is lost named, and the exit code 1.

    \b
    Examples:
      footydata export football.db out
      footydata export football.db out --format csv --league "Premier League" --season 25/26
      footydata export football.db out --format v1
      duckdb -c "select * from read_parquet('out/fixtures/**/*.parquet', hive_partitioning = true)"
    """
    line = ProgressLine(quiet=quiet)
    try:
        if format == V1:
            if leagues or seasons:
                raise click.UsageError("--league and --season narrow the other formats; a v1 dump is of the whole file")
            written = _dumped(database, folder, line.show)
        else:
            with reading(database, salvages=True) as connection:
                asked = narrowing(connection, league=leagues or None, season=seasons or None)
                if not quiet:
                    say_lines((f"left out: {each}" for each in asked.left_out), err=True)
                written = write(connection, folder, format=format, now=now(), asked=asked.filter, progress=line.show)
    except PartlyExported as error:
        line.clear()
        _print(error.written, quiet=quiet)
        raise DamagedDatabase(f"{database} is damaged: {error}") from error
    line.clear()
    _print(written, quiet=quiet)


def _print(written: list[Written], *, quiet: bool) -> None:
    if not quiet:
        print_rows(("table", "rows", "files"), written)


def _dumped(database: Path, folder: Path, progress: Callable[[str], None]) -> list[Written]:
    from footydata.dumping import dump

    with filled(folder) as part:
        return [Written("page", dump(database, part, now=now(), progress=progress), 1)]
