"""footydata deductions: points taken or given by decision; list them, add one's own from a CSV file."""

import csv
from contextlib import closing
from pathlib import Path

import click

from footydata.cli.arguments import database_argument, existing
from footydata.cli.exits import DONE, NOT_AS_ASKED
from footydata.cli.printing import format_option, print_rows
from footydata.contract.errors import FootydataError

OWN = "own file: "
"""How the source of a person's own decision begins in the database."""


class UnreadableFile(FootydataError):
    """The file of decisions can't be read as CSV text with a heading."""


@click.command()
@database_argument
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--league", metavar="L", help="Of this league: an id or an unambiguous part of a name.")
@click.option("--season", metavar="S", help="25/26 or 2026; needs --league.")
@format_option
def deductions(database: Path, file: Path | None, league: str | None, season: str | None, format: str) -> int:
    """List the points taken or given by decision, which tables count; with FILE, take in one's own first.

    FILE is CSV with the columns league, season, team, points (negative where taken), date and reason. What it tells
    of a team in a season replaces all that the database holds of it.

    \b
    Examples:
      footydata deductions football.db --league "Premier League" --season 23/24
      footydata deductions football.db my_deductions.csv
    """
    from footydata.queries.decisions import Decision, decisions
    from footydata.queries.leagues import league_and_season
    from footydata.store.database import open_read_only

    refused = 0 if file is None else _take(existing(database), file)
    with closing(open_read_only(database)) as connection:
        league_id, season_id = league_and_season(connection, league, season)
        rows = decisions(connection, league_id=league_id, season_id=season_id)
    print_rows(Decision._fields, rows, format=format)
    return NOT_AS_ASKED if refused else DONE


def _take(database: Path, file: Path) -> int:
    """Take in the decisions of a file; how many rows were refused, each named on stderr."""
    from footydata.importing.facts import replace_adjustments
    from footydata.queries.decisions import decision_of
    from footydata.store.database import open_database

    taken, refused = [], 0
    with closing(open_database(database)) as connection:
        for line, row in _rows(file):
            try:
                taken.append(decision_of(connection, row, source=f"{OWN}{file.name}"))
            except FootydataError as error:
                refused += 1
                click.echo(f"{file.name}, line {line}: {error}", err=True)
        replace_adjustments(connection, taken)
        connection.commit()
    return refused


def _rows(file: Path) -> list[tuple[int, dict[str, str | None]]]:
    from footydata.store.marks import check_no_database

    check_no_database(file)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(f"{file} can't be read: {error}") from error
    reader = csv.DictReader(text.splitlines())
    rows = [(reader.line_num, row) for row in reader]
    if "points" not in (reader.fieldnames or ()):
        raise UnreadableFile(f"{file} has no column points; its heading is: league,season,team,points,date,reason")
    return rows
