"""The options of a league and season, and the day of a fixture as commands print it."""

from typing import TypeVar

import click

from footydata.football.moments import day_of

T = TypeVar("T")


league_option = click.option(
    "--league", metavar="L", help="A league: an id, a name or part of one, or a code such as E0."
)

season_option = click.option(
    "--season", metavar="S", help="A season: 25/26, 2025 or 2526; of all leagues without --league."
)


def day_text(kickoff_ts: int) -> str:
    """The UTC day of a kickoff as an ISO date."""
    return day_of(kickoff_ts).isoformat()
