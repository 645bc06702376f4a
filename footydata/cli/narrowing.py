"""The options that narrow fixtures: league, season, team, days; as several commands take them."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import click

from footydata.cli.clock import read_date
from footydata.moments import day_of
from footydata.queries.asked import narrowed as narrowed_by
from footydata.queries.fixtures import FixtureFilter

_Command = TypeVar("_Command", bound=Callable[..., Any])


def narrowing_options(command: _Command) -> _Command:
    """Adds --league, --season, --team, --referee, --start and --end; the command takes them under these names."""
    options = (
        click.option("--league", metavar="L", help="An id, a part of a name, or a code as E0."),
        click.option("--season", metavar="S", help="25/26, 2025 or 2526; of all leagues without --league."),
        click.option("--team", metavar="T", help="An id or an unambiguous part of a name."),
        click.option("--referee", metavar="R", help="A name, a listed spelling of it, or an unambiguous part."),
        click.option("--start", metavar="D", help="First day, UTC, inclusive."),
        click.option("--end", metavar="D", help="Last day, UTC, inclusive."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def narrowed(
    connection: sqlite3.Connection,
    *,
    league: str | None,
    season: str | None,
    team: str | None,
    referee: str | None,
    start: str | None,
    end: str | None,
) -> FixtureFilter:
    """The filter that the options tell; e-football only where its league or team is named.

    Raises LeagueNotFound, SeasonNotFound, TeamNotFound, RefereeNotFound, AmbiguousName.
    """
    first, last = (read_date(day) if day else None for day in (start, end))
    if first and last and last < first:
        raise click.BadParameter(f"{last} is before {first}", param_hint="--end")
    return narrowed_by(connection, league=league, season=season, team=team, referee=referee, start=first, end=last)


def day_text(kickoff_ts: int) -> str:
    """The UTC day of a kickoff as an ISO date."""
    return day_of(kickoff_ts).isoformat()
