"""footydata project: projects how a season may end."""

import sqlite3
from pathlib import Path

import click

from footydata.faces.cli.arguments import database_argument, stored_remark
from footydata.faces.cli.clock import at_option, now
from footydata.faces.cli.narrowing import season_options
from footydata.faces.cli.printing import format_option, print_rows, quiet_option, say
from footydata.football.moments import minute_text
from footydata.football.wording import plural
from footydata.store.file.snapshots import reading
from footydata.store.forecasts import Projection
from footydata.store.read.seasons.leagues import find_league, season_named

REMARK = "Chances by a model of past scores alone; there is no evidence that betting on them makes a profit."
MOST_RUNS = 200_000


@click.command()
@database_argument
@season_options
@at_option
@click.option(
    "--runs",
    type=click.IntRange(100, MOST_RUNS),
    default=10_000,
    show_default=True,
    help="How many endings are drawn.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=2014,
    show_default=True,
    help="The seed of the draw; the same seed gives the same result.",
)
@click.option("--places", is_flag=True, help="Show each team's chance of every place, in per cent.")
@format_option
@quiet_option
def project(
    database: Path,
    league: str,
    season: str | None,
    at_ts: int | None,
    runs: int,
    seed: int,
    places: bool,
    format: str,
    quiet: bool,
) -> None:
    """How a season may end: each team's chance of each place, of the title, promotion and relegation.

    The remaining fixtures are drawn many times from a model of the league's past scores, and each ending is ordered by
    the rules of its competition: tie-breaks, points taken by decision, splits and play-offs; a note says which of these
    are drawn. Four endings in five are within 'range'. A projection as of now is stored in DB, where the terminal
    browser reads it. One as of a past date uses nothing later, and is not stored. json and csv have the chance of
    every place.

    \b
    Examples:
      footydata project football.db --league "Premier League"
      footydata project football.db --league "La Liga" --season 18/19 --at 2019-01-31
      footydata project football.db --league 39 --places
    """
    # numpy and the model take a quarter of a second to import, which --help does without.
    from footydata.forecast.projecting import project as projected

    with reading(database) as connection:
        league_id = find_league(connection, league).id
        season_id = season_named(connection, league_id, season).id if season else None
        projection = projected(
            connection,
            league_id=league_id,
            season_id=season_id,
            at_ts=at_ts,
            runs=runs,
            seed=seed,
            now=now(),
        )
    if format == "table":
        _print_table(projection, places=places)
    else:
        columns, rows = _whole(projection)
        print_rows(columns, rows, format=format)
    stored = _stored(database, projection) if at_ts is None else ""
    if not quiet:
        for note in projection.notes:
            say(f"Note: {note}.", err=True)
        say(f"{REMARK} {stored}".rstrip(), err=True)


def _print_table(projection: Projection, *, places: bool) -> None:

    say(
        f"{projection.league} {projection.season}, as of {minute_text(projection.as_of_ts)} UTC: "
        f"{plural(projection.runs, 'ending')} of "
        f"{plural(projection.to_come, 'fixture')} to come, by {plural(projection.fixtures_used, 'past fixture')}",
        bold=True,
    )
    spare: list[str] = []
    if places:
        numbers = range(1, len(projection.teams) + 1)
        # The places in the middle, where nothing is decided, are left out first.
        spare = [
            str(place)
            for place in sorted(numbers, key=lambda place: abs(2 * place - len(numbers) - 1))
        ]
        columns = ["#", "Team", *map(str, numbers)]
        rows: list[list[object]] = [
            [team.position, team.team, *map(percent, team.places)] for team in projection.teams
        ]
    else:
        columns = [
            "#",
            "Team",
            "P",
            "Pts",
            "End",
            "Range",
            *(zone.capitalize() for zone in projection.zones),
        ]
        rows = [
            [
                *(team.position, team.team, team.played, team.points),
                f"{team.mean_points:.1f}",
                f"{team.low_points:.0f}-{team.high_points:.0f}",
                *(percent(team.zones.get(zone, 0.0)) for zone in projection.zones),
            ]
            for team in projection.teams
        ]
    print_rows(columns, rows, spare=spare)


def percent(chance: float) -> str:
    """A chance in whole per cent; empty if it is zero.

    >>> [percent(chance) for chance in (0.0, 0.004, 0.314, 0.996, 1.0)]
    ['', '<1%', '31%', '>99%', '100%']
    """
    if chance in (0.0, 1.0):
        return "100%" if chance else ""
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{100 * chance:.0f}%"


def _whole(projection: Projection) -> tuple[list[str], list[tuple[object, ...]]]:
    """The columns and rows of every figure of a projection, one row per team."""
    zones = [zone.replace(" ", "_").replace("-", "_") for zone in projection.zones]
    columns = [
        *(
            "position",
            "team_id",
            "team",
            "played",
            "points",
            "mean_points",
            "low_points",
            "high_points",
        ),
        *zones,
        *(f"place_{place}" for place in range(1, len(projection.teams) + 1)),
    ]
    rows = [
        (
            *(team.position, team.team_id, team.team, team.played, team.points),
            *(team.mean_points, team.low_points, team.high_points),
            *(team.zones.get(zone, 0.0) for zone in projection.zones),
            *team.places,
        )
        for team in projection.teams
    ]
    return columns, rows


def _stored(database: Path, projection: Projection) -> str:
    """Store the projection: a sentence that says so, or why it was not stored."""
    from footydata.forecast.projecting import store

    def write(connection: sqlite3.Connection) -> str:
        store(connection, projection)
        return "Stored."

    return stored_remark(database, write)
