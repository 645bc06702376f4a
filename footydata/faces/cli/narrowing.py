"""The options that select fixtures and those that group them, and cells that several commands print of a fixture."""

import sqlite3
from collections.abc import Callable
from datetime import date
from typing import TypeVar

import click

from footydata.faces.cli.arguments import COUNT, with_all
from footydata.faces.cli.clock import day_given
from footydata.faces.cli.printing import pair
from footydata.football.cards import card_count
from footydata.football.moments import day_of
from footydata.football.rows import FixtureRow
from footydata.football.terms import Side
from footydata.store.read.fixtures.counts import BY
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter

T = TypeVar("T")


league_option = click.option(
    "--league", metavar="L", help="A league: an id, a name or part of one, or a code such as E0."
)

season_option = click.option(
    "--season", metavar="S", help="A season: 25/26, 2025 or 2526; of all leagues without --league."
)


def narrowing_options(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --league, --season, --team, --referee, --start and --end; the command takes them under these names."""
    options = (
        league_option,
        season_option,
        click.option(
            "--team",
            metavar="T",
            help="A team, first of --league: an id, a name or a known spelling of it, or an unambiguous part.",
        ),
        click.option(
            "--referee",
            metavar="R",
            help="A referee: a name, a known spelling of it, or an unambiguous part.",
        ),
        click.option("--start", callback=day_given, metavar="D", help="First day, UTC, inclusive."),
        click.option("--end", callback=day_given, metavar="D", help="Last day, UTC, inclusive."),
    )
    return with_all(options, command)


def season_options(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --league, which is needed, and --season; the command takes both as they were typed."""
    newest = click.option(
        "--season", metavar="S", help="25/26 or 2026; the newest with fixtures otherwise."
    )
    league = click.option(
        "--league", required=True, metavar="L", help="An id or an unambiguous part of a name."
    )
    return league(newest(command))


def grouping_options(command: Callable[..., T]) -> Callable[..., T]:
    """Adds --by, --venue and --min-fixtures; the command takes them under these names."""
    venue = click.option(
        "--venue",
        type=click.Choice([side.value for side in Side], case_sensitive=False),
        help="Only the teams' home or away fixtures.",
    )
    by = click.option(
        "--by",
        type=click.Choice(BY, case_sensitive=False),
        default="team",
        show_default=True,
        help="One row for each of these.",
    )
    min_fixtures = click.option(
        "--min-fixtures",
        type=COUNT,
        default=1,
        show_default=True,
        metavar="N",
        help="Leave out rows of fewer fixtures, and say which.",
    )
    return by(venue(min_fixtures(command)))


def narrowed(
    connection: sqlite3.Connection,
    *,
    league: str | None,
    season: str | None,
    team: str | None,
    referee: str | None,
    start: date | None,
    end: date | None,
) -> FixtureFilter:
    """The filter of the options; it includes e-football only if its league or team is named.

    Raises LeagueNotFound, SeasonNotFound, TeamNotFound, NotFound, AmbiguousName.
    """
    if start and end and end < start:
        raise click.BadParameter(f"{end} is before {start}", param_hint="--end")
    return fixture_filter(
        connection, league=league, season=season, team=team, referee=referee, start=start, end=end
    )


def day_text(kickoff_ts: int) -> str:
    """The UTC day of a kickoff as an ISO date."""
    return day_of(kickoff_ts).isoformat()


def cards_pair(row: FixtureRow) -> str | None:
    """The cards of both sides, yellow + red, as text."""
    return pair(
        card_count(row.home_yellow, row.home_red), card_count(row.away_yellow, row.away_red)
    )
