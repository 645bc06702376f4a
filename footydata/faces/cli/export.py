"""footydata export: writes a database as Parquet, CSV, JSON lines or a v1 dump."""

from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import Leagues, Typed, command
from footydata.faces.cli.clock import now
from footydata.faces.cli.printing import (
    SAFE_CSV,
    Output,
    say_lines,
)
from footydata.frames.export import FORMATS, PartlyExported, Written, export_narrowing, filled
from footydata.frames.export import export as write
from footydata.frames.progress import Progress
from footydata.store.file.sqlite_files import DamagedDatabase
from footydata.store.file.transactions import reading
from footydata.views.arguments import Says

V1 = "v1"
"""The format of a dump of the database's v1 service, which 'footydata load' can read."""


@command()
def export(
    database: Path,
    dir: Path,
    *,
    format: Annotated[
        str,
        Typed("The format of the files.", read=click.Choice([*FORMATS, V1], case_sensitive=False)),
    ] = "parquet",
    league: Leagues = (),
    season: Annotated[tuple[str, ...], Says("Only this season; may be repeated.")] = (),
    force: Annotated[
        bool, Says("Replace an earlier export in DIR, once the new one is complete.")
    ] = False,
    safe_csv: Annotated[bool, Says(SAFE_CSV)] = False,
    quiet: bool,
) -> None:
    """Write every table of DB to DIR, with the columns of its frame; DuckDB, Polars, pandas and Spark read the Parquet.

    Tables of fixtures are partitioned by the season's start year and the country. Files appear in DIR when all are
    complete. --force replaces an earlier export; a folder with anything else is refused.

    Only --format v1 can be loaded back as a whole with 'footydata load', for example to combine databases. It has what /v1 has:
    no referees, no further figures, of each bookmaker the markets that it carries there, and not whether only the day
    of a kickoff is known.

    Of a damaged database everything readable is written, the losses are named, and the exit code is 1.

    \b
    Examples:
      footydata export football.db out
      footydata export football.db out --format csv --league "Premier League" --season 25/26
      footydata export football.db out --format v1
      duckdb -c "select * from read_parquet('out/fixtures/**/*.parquet', hive_partitioning = true)"
    """
    if safe_csv and format != "csv":
        raise click.UsageError("--safe-csv is for --format csv")
    if format == V1 and (league or season):
        raise click.UsageError(
            "--league and --season are for the other formats; a v1 dump is of the whole file"
        )
    try:
        with Progress(quiet=quiet) as line:
            if format == V1:
                # It imports the service, which the tables do without.
                from footydata.dump import dump

                with filled(dir, force=force) as part:
                    pages = dump(database, part, now=now(), progress=line.show)
                tables = [Written("page", pages, 1)]
            else:
                with reading(database, salvages=True) as connection:
                    narrowing = export_narrowing(
                        connection, league=league or None, season=season or None
                    )
                    if not quiet:
                        say_lines((f"left out: {each}" for each in narrowing.left_out), err=True)
                    tables = write(
                        connection,
                        dir,
                        format=format,
                        now=now(),
                        filters=narrowing.filter,
                        safe_csv=safe_csv,
                        force=force,
                        progress=line.show,
                    )
    except PartlyExported as error:
        _print(error.written, quiet=quiet)
        raise DamagedDatabase(f"{database} is damaged: {error}") from error
    _print(tables, quiet=quiet)


def _print(tables: list[Written], *, quiet: bool) -> None:
    if not quiet:
        Output().rows(("table", "rows", "files"), tables)
