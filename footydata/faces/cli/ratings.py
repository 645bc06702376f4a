"""footydata ratings: rates how strong each team is, by its results."""

from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument
from footydata.faces.cli.clock import at_option, now
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.football.moments import day_of, iso_utc
from footydata.forecast.models.ratings import Rating
from footydata.forecast.rating import TeamRating, team_ratings
from footydata.store.file.snapshots import reading
from footydata.store.read.seasons.leagues import find_league

HEADINGS: dict[str, tuple[str, ...]] = {
    "elo": ("#", "Team", "Elo", "Last 5", "Fixtures", "Latest"),
    "pi": ("#", "Team", "Pi", "Last 5", "Home", "Away", "Fixtures", "Latest"),
}


@click.command()
@database_argument
@click.option(
    "--league", metavar="L", help="Only the teams of its newest season: an id or part of a name."
)
@click.option(
    "--kind",
    type=click.Choice(["elo", "pi"], case_sensitive=False),
    default="elo",
    show_default=True,
    help="elo: by wins; pi: by goal differences, at home and away separately.",
)
@at_option
@format_option
@quiet_option
def ratings(
    database: Path, league: str | None, kind: str, at_ts: int | None, format: str, quiet: bool
) -> None:
    """Rate how strong each team is by the results of all its fixtures, best first.

    A team starts with the average (Elo 1500, pi 0), so its rating means little before some 30 fixtures. Teams of
    leagues that never meet can't be compared.

    \b
    Examples:
      footydata ratings football.db --league "Premier League"
      footydata ratings football.db --league 39 --kind pi --at 2025-12-31
      footydata ratings football.db --format csv
    """
    moment = now()
    with reading(database) as connection:
        league_row = None if league is None else find_league(connection, league)
        rows = team_ratings(
            connection,
            kind=Rating(kind),
            league_id=None if league_row is None else league_row.id,
            at_ts=moment if at_ts is None else at_ts,
            now=moment,
        )
    if format != "table":
        fields = ["latest_utc" if name == "latest_ts" else name for name in TeamRating._fields]
        values = [row._asdict() | {"latest_ts": iso_utc(row.latest_ts)} for row in rows]
        print_rows(fields, [tuple(row.values()) for row in values], format=format)
        return
    places = 0 if kind == "elo" else 2
    cells = []
    for row in rows:
        venues = (
            [f"{row.home_rating:+.2f}", f"{row.away_rating:+.2f}"]
            if row.home_rating is not None
            else []
        )
        rating = f"{row.rating:.0f}" if kind == "elo" else f"{row.rating:+.2f}"
        last = f"{row.last_5:+.{places}f}"
        cells.append(
            [row.position, row.team, rating, last, *venues, row.fixtures, day_of(row.latest_ts)]
        )
    print_rows(HEADINGS[kind], cells, format="table")
    if league_row is None and not quiet:
        say("Teams of leagues that never meet are not comparable; --league shows one league's.")
