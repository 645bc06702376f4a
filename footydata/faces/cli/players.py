"""footydata players: goals or cards of a season by player."""

from pathlib import Path
from typing import get_args

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.narrowing import season_options
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.football.choices import PlayersName
from footydata.frames.columns import column_name
from footydata.store.file.snapshots import reading
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.players import PlayerCards, PlayerGoals, cards, scorers

HEADINGS = {
    "position": "#",
    "player": "Player",
    "team_name": "Team",
    "goals": "Goals",
    "penalties": "Penalties",
    "cards": "Cards",
    "yellow": "Yellow",
    "red": "Red",
}
"""Field of a row → its heading in a table; json and csv have all fields."""


@click.command()
@database_argument
@season_options
@click.option(
    "--of",
    type=click.Choice(get_args(PlayersName), case_sensitive=False),
    default="goals",
    show_default=True,
    help="What is counted.",
)
@format_option
@quiet_option
def players(
    database: Path, league: str, season: str | None, of: str, format: str, quiet: bool
) -> None:
    """List who scored in a season, or who was booked.

    Most goals first, then fewer penalties; most cards, then more red ones; then by name. Goals of extra time count,
    those of a shootout do not; own goals count for nobody. Spellings of a team and season that are surely one player
    count together, as Mbappé and Kylian Mbappé; those that may be one are marked with ?.

    \b
    Examples:
      footydata players football.db --league "World Cup" --season 2026
      footydata players football.db --league "Premier League" --of cards --format csv
    """
    listed, fields = (
        (scorers, PlayerGoals._fields) if of == "goals" else (cards, PlayerCards._fields)
    )
    with reading(database) as connection:
        league_id = find_league(connection, league).id
        season_id = season_named(connection, league_id, season).id if season else None
        read = listed(connection, league_id=league_id, season_id=season_id)
    if not read.rows and read.known < read.played:
        if not quiet:
            say(
                f"No source of {read.league} {read.season} names the players of its {of}.", err=True
            )
        if format == "table":
            return
    if format != "table":
        print_rows([*map(column_name, fields)], read.rows, format=format)
        return
    if not quiet:
        say(f"{read.league} {read.season}, {read.coverage(of)}")
    names = [name for name in fields if name in HEADINGS]
    print_rows(
        [HEADINGS[name] for name in names],
        [[_cell(row, name) for name in names] for row in read.rows],
    )
    for note in () if quiet else read.notes:
        say(note)
    for doubt in read.doubts:
        say(f"Doubtful: {doubt}", err=quiet)


def _cell(row: PlayerGoals | PlayerCards, field: str) -> object:
    value: object = getattr(row, field)
    return f"{value} ?" if field == "player" and row.doubt else value
