"""The options of a league and season, and the day of a fixture as commands print it."""

from collections.abc import Callable
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


def season_options(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --league, which is needed, and --season; the command takes both as they were typed."""
    newest = click.option(
        "--season", metavar="S", help="25/26 or 2026; the newest with fixtures otherwise."
    )
    league = click.option(
        "--league", required=True, metavar="L", help="An id or an unambiguous part of a name."
    )
    return league(newest(command))


def day_text(kickoff_ts: int) -> str:
    """The UTC day of a kickoff as an ISO date."""
    return day_of(kickoff_ts).isoformat()
