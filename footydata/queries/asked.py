"""What a person asks for by name: a filter of fixtures, a language, a kind of table, whatever the case of the words."""

import sqlite3
from collections.abc import Sequence

from footydata.contract.errors import FootydataError
from footydata.contract.languages import SUPPORTED
from footydata.contract.terms import Status
from footydata.moments import Moment, NotAMoment, day_named, span_named
from footydata.queries.fixtures import FixtureFilter
from footydata.queries.leagues import league_and_season
from footydata.queries.referees import find_referee
from footydata.queries.teams import find_team
from footydata.wording import meant


class NotAStatus(FootydataError):
    """A text is no status of a fixture."""


class NotATable(FootydataError):
    """A text is no type, venue or half of a table, or a number no round or count of fixtures."""


class NotALanguage(FootydataError):
    """A text is no language of names."""


def one_of(name: str, given: str, allowed: Sequence[str], error: type[FootydataError]) -> str:
    """The word that is meant. Raises the error, whose message tells the nearest.

    >>> one_of("status", "Live", ["scheduled", "live"], NotAStatus)
    'live'
    """
    found = next((each for each in allowed if each == given.casefold()), None)
    if found is None:
        raise error(f"{name} {given!r} is not one of {', '.join(allowed)}; {meant(given, allowed)}")
    return found


def language(lang: str) -> str:
    """The code of a language. Raises NotALanguage."""
    return one_of("lang", lang, SUPPORTED, NotALanguage)


def narrowed(
    connection: sqlite3.Connection,
    *,
    league: int | str | None = None,
    season: str | None = None,
    team: int | str | None = None,
    status: str | None = None,
    date: Moment | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    esports: bool = False,
    referee: str | None = None,
) -> FixtureFilter:
    """The filter that the names tell; e-football comes with its league or team, or where it is asked for.

    start and end are days, both inclusive; date: one UTC day, in their place.
    Raises LeagueNotFound, SeasonNotFound, TeamNotFound, AmbiguousName, SeasonWithoutLeague, NotAStatus, NotAMoment.
    """
    league_id, season_id = league_and_season(connection, league, season)
    if date is not None and (start is not None or end is not None):
        raise NotAMoment("date is one day; leave out start and end")
    start_ts, end_ts = span_named(start, end) if date is None else day_named(date)
    return FixtureFilter(
        start_ts=start_ts,
        end_ts=end_ts,
        league_id=league_id,
        season_id=season_id,
        team_id=None if team is None else find_team(connection, team).id,
        status=None if status is None else one_of("status", status, tuple(Status), NotAStatus),
        referee=None if referee is None else find_referee(connection, referee),
        esports=esports if league is None and team is None else None,
    )
