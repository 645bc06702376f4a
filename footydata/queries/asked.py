"""Reads what a person asks for by name: a filter of fixtures, a language, one of a few words; in any case."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from footydata.choices import OneOrMany
from footydata.contract.errors import InvalidArgument
from footydata.contract.languages import SUPPORTED
from footydata.contract.terms import Status
from footydata.moments import Moment, day_named, span_named
from footydata.queries.fixtures import FixtureFilter
from footydata.queries.leagues import find_league, find_seasons
from footydata.queries.referees import find_referee
from footydata.queries.teams import find_team
from footydata.wording import nearest

T = TypeVar("T")


def one_of(name: str, given: object, allowed: Sequence[str]) -> str:
    """The one of the allowed words that is given, in any case. Raises InvalidArgument.

    >>> one_of("status", "Live", ["scheduled", "live"])
    'live'
    """
    found = next((each for each in allowed if each == str(given).casefold()), None)
    if found is None:
        near = nearest(str(given), allowed)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        message = f"{name} {given!r} is not one of {', '.join(allowed)}{hint}"
        raise InvalidArgument(message, parameter=name, value=given, choices=allowed)
    return found


def language(lang: str) -> str:
    """The code of a language. Raises InvalidArgument."""
    return one_of("lang", lang, SUPPORTED)


def several(given: object) -> list[Any] | None:
    """One value or many as a list without duplicates, None if none is given.

    A text is one value. Numbers of NumPy and pandas become Python's own.

    >>> several("E0"), several(["E0", "E0", 39]), several(None)
    (['E0'], ['E0', 39], None)
    """
    if given is None:
        return None
    values = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    return list(dict.fromkeys(getattr(value, "item", lambda value=value: value)() for value in values))


def narrowed(
    connection: sqlite3.Connection,
    *,
    league: OneOrMany[int | str] | None = None,
    season: OneOrMany[int | str] | None = None,
    team: OneOrMany[int | str] | None = None,
    status: OneOrMany[str] | None = None,
    date: Moment | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    esports: bool = False,
    referee: OneOrMany[str] | None = None,
) -> FixtureFilter:
    """The filter for these names, one or several each; without league or team, e-football only if asked for.

    start and end are days, both inclusive; date: one UTC day, in their place. season: of the leagues that are named,
    else of every league that has it. Raises LeagueNotFound, SeasonNotFound, TeamNotFound, AmbiguousName,
    NotFound, InvalidArgument.
    """
    # An iterator can be read only once: here.
    league, season, team, status, referee = map(several, (league, season, team, status, referee))
    named = {"league": league, "season": season, "team": team, "status": status, "referee": referee}
    for name, given in named.items():
        if given == []:
            raise InvalidArgument(f"{name} is an empty list; leave it out, or name one", parameter=name, value=given)
    leagues = _each(league, lambda text: find_league(connection, text).id)
    season_ids = None if season is None else [row.id for row in find_seasons(connection, season, league_ids=leagues)]
    if date is not None and (start is not None or end is not None):
        raise InvalidArgument("date is one day; leave out start and end", parameter="date", value=date)
    start_ts, end_ts = span_named(start, end) if date is None else day_named(date)
    return FixtureFilter(
        start_ts=start_ts,
        end_ts=end_ts,
        esports=esports if league is None and team is None else None,
        **_field("league_id", "league_ids", leagues),
        **_field("season_id", "season_ids", season_ids),
        **_field("team_id", "team_ids", _each(team, lambda text: find_team(connection, text).id)),
        **_field("status", "statuses", _each(status, lambda text: one_of("status", text, tuple(Status)))),
        **_field("referee", "referees", _each(referee, lambda text: find_referee(connection, str(text)))),
    )


def _each(given: object, find: Callable[[Any], T]) -> list[T] | None:
    """What `find` gives for each of the values, without duplicates."""
    values = several(given)
    return None if values is None else list(dict.fromkeys(find(value) for value in values))


def _field(one: str, many: str, values: Sequence[object] | None) -> dict[str, Any]:
    """The field of a filter for these values: a single one has a field of its own, for which an index is used."""
    if values is None:
        return {}
    return {one: values[0]} if len(values) == 1 else {many: tuple(values)}
