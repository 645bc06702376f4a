"""footydata bracket: prints the knock-out rounds of a season, and who goes through."""

from itertools import groupby
from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.clock import now
from footydata.faces.cli.narrowing import season_options
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.store.file.snapshots import reading
from footydata.store.read.seasons.brackets import BracketRow, season_bracket
from footydata.store.read.seasons.leagues import find_league, season_named


@click.command()
@database_argument
@season_options
@format_option
@quiet_option
def bracket(database: Path, league: str, season: str | None, format: str, quiet: bool) -> None:
    """Print the knock-out rounds of a season, ties that meet next together, and who goes through by what.

    A tie that no score explains is doubtful, with the reason; nobody goes through then.

    \b
    Examples:
      footydata bracket football.db --league "World Cup" --season 2026
      footydata bracket football.db --league "Champions League" --format csv
    """
    with reading(database) as connection:
        league_id = find_league(connection, league).id
        season_id = season_named(connection, league_id, season).id if season else None
        rounds = season_bracket(connection, league_id=league_id, season_id=season_id, now=now())
    rows = rounds.rows()
    if format != "table":
        print_rows(BracketRow._fields, rows, format=format)
        return
    if not quiet:
        say(rounds.title)
    width = max(len(_sides(row)) for row in rows)
    for name, ties in groupby(rows, key=lambda row: row.round):
        say()
        say(name)
        print_rows(
            ("Tie".ljust(width), "Score", "Through"), list(map(_cells, ties)), format="table"
        )
    if winner := rounds.winner():
        say()
        say(f"Winner: {winner}")
    for row in rows:
        if row.doubt:
            say(f"Doubtful: {row.round}, {_sides(row)}: {row.doubt}", err=True)
    for reason in rounds.open_reasons():
        say(f"Open: {reason}", err=True)


def _sides(row: BracketRow) -> str:
    return f"{row.home} v {row.away}"


def _cells(row: BracketRow) -> tuple[str, str | None, str | None]:
    """A tie in a table: a row that is in doubt has a question mark where its winner would stand."""
    is_open = row.through is None and row.doubt is not None
    return _sides(row), row.score or None, "?" if is_open else row.through
