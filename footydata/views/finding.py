"""What a client asks of a file first: what it holds, whom a name means, and how a team fares."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, Literal

from footydata.football.errors import LeagueNotFound, NotFound, TeamNotFound
from footydata.football.moments import BREAK, day_of, iso_utc
from footydata.football.rows import FixtureRow
from footydata.football.terms import Side, Status
from footydata.football.wording import is_whole_number, plural
from footydata.rules.standings import TeamResult, streaks
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.fixtures import (
    FixtureFilter,
    fixture_ids,
    fixtures,
    fixtures_by_id,
    why_no_fixtures,
)
from footydata.store.read.provenance import contents, loads
from footydata.store.read.seasons.leagues import (
    find_league,
    leagues,
    leagues_by_id,
    near_leagues,
    newest_season,
    seasons,
)
from footydata.store.read.seasons.season import LeagueSeason
from footydata.store.read.seasons.teams import TeamFinder, find_team, teams
from footydata.store.typed_names import AmbiguousName
from footydata.views.arguments import Clock, League, Says, Season, Team, Venue
from footydata.views.columns import columns, undeclared
from footydata.views.doubts import fixture_doubts, stale_doubts
from footydata.views.view import View, Views, listed

_KNOWN_LEAGUE = columns(
    "leagues", ("id", "country", "name", "short_name", "country_code", "esports"), entity="league"
)

_SIMILAR = "similar"
"""How a name matches that no team or league has."""

_Found = tuple[str, int, str, str | None, str]
"""Kind, id, name, country, and how the name matches."""


def file_view(connection: sqlite3.Connection, clock: Clock, /) -> Views:
    """What the file holds and how fresh it is: rows, span, sources with their newest change, leagues with seasons."""
    sections: dict[str, dict[str, object]] = {}
    for line in contents(connection):
        sections.setdefault(line.section, {})[line.what] = line.value
    rows = {name: count for name, count in sections.pop("rows").items() if count}
    unfinished = FixtureFilter(end_ts=clock.now, statuses=(Status.SCHEDULED, Status.LIVE))
    overdue = fixtures(connection, unfinished)
    every = loads(connection)
    return Views(
        "",
        {"leagues": known_leagues_view(connection, clock)},
        doubts=fixture_doubts(overdue, [None] * len(overdue), now=clock.now),
        notes=[f"last loaded {iso_utc(max(row.loaded_ts for row in every))}"] if every else [],
        about={"rows": rows, "file": sections},
        fixture_ids=None,
    )


def known_leagues_view(connection: sqlite3.Connection, clock: Clock, /) -> View:
    """The leagues by country, each with its seasons, and whether it has a table or groups; e-football last."""
    labels: dict[int, list[str]] = {}
    for each in seasons(connection):
        labels.setdefault(each.league_id, []).append(each.label)
    rows = []
    leagues_shown = leagues_by_id(connection).values()
    for row in sorted(leagues_shown, key=lambda row: (row.esports, row.country, row.id)):
        season = newest_season(connection, row.id)
        has_groups = season is not None and bool(
            LeagueSeason(connection, row.id, season.id, now=clock.now).staged
        )
        has = "table" if row.has_standings else "groups" if has_groups else None
        of_league = labels.get(row.id, [])
        first, last = (of_league[-1], of_league[0]) if of_league else (None, None)
        known = [getattr(row, each.field) for each in _KNOWN_LEAGUE]
        rows.append((*known, len(of_league), first, last, has))
    columns = (*_KNOWN_LEAGUE, *undeclared(("seasons", "first", "last", "has")))
    view = listed(columns, rows, reason="there are no leagues in this file yet")
    hidden = ("short_name", "country_code", "esports")
    return view._replace(shown=[each for each in view.shown if each.head not in hidden])


def streaks_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    team: Team,
    league: League | None = None,
    season: Season | None = None,
    venue: Venue | None = None,
) -> View:
    """How many results in a row a team has won, drawn, lost, scored, kept a clean sheet ...: now and at most."""
    chosen = fixture_filter(connection, league=league, season=season)
    known = find_team(connection, team, league_ids=chosen.league_ids)
    statuses = (Status.FINISHED,)
    narrowed = replace(chosen, team_ids=(known.id,), esports=None, statuses=statuses)
    at_venue = [
        row
        for row in fixtures(connection, narrowed)
        if venue is None or (row.home_id == known.id) == (venue == Side.HOME.value)
    ]
    results = _results(at_venue, known.id)
    kickoffs = [row.kickoff_ts for row in results]
    doubts = _gap_doubts(kickoffs)
    doubts += [] if season is not None else stale_doubts(kickoffs, now=clock.now)
    if len(results) < len(at_venue):
        scoreless = plural(len(at_venue) - len(results), "finished fixture")
        doubts.append(f"{scoreless} without a known score passed over")
    return listed(
        undeclared(("run", "current", "longest", "from", "to")),
        [
            (row.run, row.current, row.longest, _day(row.first_ts), _day(row.last_ts))
            for row in (streaks(results) if results else ())
        ],
        doubts=doubts,
        notes=["by scores of ninety minutes, in every competition that the filters leave"],
        about={"team": known.name, "team_id": known.id},
        reason="" if results else why_no_fixtures(connection, narrowed),
        fixture_ids=[row.fixture_id for row in results],
    )


def _day(moment: int | None) -> str | None:
    return None if moment is None else day_of(moment).isoformat()


def _results(rows: Sequence[FixtureRow], team_id: int) -> list[TeamResult]:
    """The known scores of a team's fixtures, in their order."""
    return [
        TeamResult(
            row.id,
            row.kickoff_ts,
            *(row.home_goals, row.away_goals)[:: 1 if row.home_id == team_id else -1],
        )
        for row in rows
        if row.home_goals is not None and row.away_goals is not None
    ]


def _gap_doubts(kickoffs: Sequence[int]) -> list[str]:
    """That the file may lack fixtures between others of a team. kickoffs: the oldest first, in unix seconds."""
    return [
        f"the file has no fixture between {day_of(one)} and {day_of(next_one)}: it may lack some"
        for one, next_one in pairwise(kickoffs)
        if next_one - one >= BREAK
    ]


def find_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    name: Annotated[str, Says("Name as anyone spells it, in any language; part of it; code; id.")],
    kind: Annotated[Literal["team", "league"], Says(" ")] | None = None,
    league: League | None = None,
) -> View:
    """Find a team or a league by any spelling: its id and name, how they match, and how many fixtures there are."""
    among = None if league is None else find_league(connection, league).id
    rows: list[_Found] = []
    why_no_league = "'contents' lists the leagues"
    if kind != "league":
        rows += _teams_called(connection, name.strip(), among)
    if kind != "team" and among is None:
        of_leagues, why_no_league = _leagues_called(connection, name.strip())
        rows += of_leagues
    rows = [row for row in rows if row[-1] != _SIMILAR] or rows
    if not rows:
        no_team = f"no team is called {name!r}; {why_no_league}"
        raise NotFound(why_no_league if kind == "league" else no_team)
    about: dict[str, Any] = {}
    if rows[0][-1] == _SIMILAR:
        about["question"] = f"Nothing is called {name!r}: is one of these meant?"
    elif len(rows) > 1:
        called = f"{len(rows)} are called, or called in part, {name!r}"
        about["question"] = f"{called}: which one is meant? Name it by its id."
    counted = [_counted(connection, row) for row in rows]
    fields = ("kind", "id", "name", "country", "how", "fixtures", "first", "last")
    ids = list(dict.fromkeys(each for _, of_row in counted for each in of_row))
    return listed(undeclared(fields), [row for row, _ in counted], about=about, fixture_ids=ids)


def _teams_called(connection: sqlite3.Connection, name: str, league_id: int | None) -> list[_Found]:
    if is_whole_number(name):
        try:
            team = find_team(connection, name)
        except TeamNotFound:
            return []
        return [("team", team.id, team.name, team.country, "id")]
    members = (
        None if league_id is None else {row.id for row in teams(connection, league_id=league_id)}
    )
    finder = TeamFinder(connection, members)
    how, rows = finder.find(name)
    return [
        ("team", row.id, row.name, row.country, how if rows else _SIMILAR)
        for row in rows or finder.near(name)
    ]


def _leagues_called(connection: sqlite3.Connection, name: str) -> tuple[list[_Found], str]:
    """The leagues that a name fits, else the nearest; and why there is none."""
    how, why = "name", ""
    try:
        ids: Sequence[int] = [find_league(connection, name).id]
    except AmbiguousName as error:
        ids, how = error.ids, "part"
    except LeagueNotFound as error:
        why, how = str(error), _SIMILAR
        ids = [row.id for row in near_leagues(connection, leagues(connection), name)]
    by_id = leagues_by_id(connection)
    return [("league", each, by_id[each].name, by_id[each].country, how) for each in ids], why


def _counted(connection: sqlite3.Connection, row: _Found) -> tuple[tuple[Any, ...], list[int]]:
    """A team or league with the number and span of its fixtures, and their ids."""
    key = (row[1],)
    narrowed = FixtureFilter(team_ids=key) if row[0] == "team" else FixtureFilter(league_ids=key)
    ids = fixture_ids(connection, narrowed)
    if not ids:
        return (*row, 0, None, None), ids
    ends = fixtures_by_id(connection, (ids[0], ids[-1]))
    return (*row, len(ids), *(_day(ends[end].kickoff_ts) for end in (ids[0], ids[-1]))), ids
