"""The options that narrow fixtures: league, season, team, days; as several commands take them."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import click

from footydata.cli.clock import read_date
from footydata.contract.terms import DAY
from footydata.moments import day_of, midnight_of
from footydata.queries.fixtures import FixtureFilter
from footydata.queries.leagues import league_and_season
from footydata.queries.teams import find_team

_Command = TypeVar("_Command", bound=Callable[..., Any])


def narrowing_options(command: _Command) -> _Command:
    """Adds --league, --season, --team, --start and --end; the command takes them under these names."""
    options = (
        click.option("--league", metavar="L", help="An id or an unambiguous part of a name."),
        click.option("--season", metavar="S", help="25/26 or 2026; needs --league."),
        click.option("--team", metavar="T", help="An id or an unambiguous part of a name."),
        click.option("--start", metavar="D", help="First day, UTC."),
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
    start: str | None,
    end: str | None,
) -> FixtureFilter:
    """The filter that the options tell; e-football only where its league or team is named.

    Raises LeagueNotFound, SeasonNotFound, TeamNotFound, AmbiguousName, SeasonWithoutLeague.
    """
    first, last = (read_date(day) if day else None for day in (start, end))
    if first and last and last < first:
        raise click.BadParameter(f"{last} is before {first}", param_hint="--end")
    league_id, season_id = league_and_season(connection, league, season)
    return FixtureFilter(
        league_id=league_id,
        season_id=season_id,
        team_id=find_team(connection, team).id if team else None,
        start_ts=midnight_of(first) if first else None,
        end_ts=midnight_of(last) + DAY if last else None,
        esports=None if league or team else False,
    )


def day_text(kickoff_ts: int) -> str:
    """The UTC day of a kickoff as an ISO date."""
    return day_of(kickoff_ts).isoformat()
