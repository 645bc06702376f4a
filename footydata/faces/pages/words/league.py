"""A league: the table of a season, its last and next fixtures, the bracket of a cup, its other seasons; and a team.

A team has its form, its averages at home and away, its next and last fixtures.
"""

import sqlite3
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

from footydata.faces.drawing.views import HALVES, NAMES, VENUES
from footydata.faces.pages.words.listing import FixtureLine, fixture_lines
from footydata.faces.reading.leagues import TableOptions, read_bracket, read_table, team_form
from footydata.faces.zone import ClockZone
from footydata.football.errors import LeagueNotFound, NotFound, TeamNotFound
from footydata.football.records import SeasonRecord
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import Order, TableType
from footydata.store.read.days import entries, listed_fixtures
from footydata.store.read.fixtures import FixtureFilter, fixture_ids
from footydata.store.read.seasons.leagues import (
    league_by_id,
    leagues_by_id,
    newest_season,
    season_named,
    seasons,
    survivor,
)
from footydata.store.read.seasons.teams import successor, team_by_id
from footydata.views.view import View

NEAR = 12
"""How many fixtures before and after now a page lists."""
LEGENDS: Mapping[str, str] = {
    TableType.TOTAL: "P: played; W, D, L: won, drawn, lost; GF, GA, GD: goals for and against, and their difference.",
    TableType.CORNER: "For, Ag: corners for and against, /g: a fixture; more corners than the opponent: 3 points.",
    TableType.CARD: "For, Ag: yellow and red for and against, /g: a fixture; booking: 10 a yellow, 25 a red one.",
}
"""What the heads of a table mean."""


def league_content(
    connection: sqlite3.Connection, league_id: int, *, query: Mapping[str, str], now: int
) -> dict[str, Any]:
    """What the page of a league shows.

    query: season, an id or label, the newest with fixtures by default; type, venue and half, of the table, or type,
    the name of a view of the season. Raises LeagueNotFound, SeasonNotFound, NotFound for a type, venue or half that is none.
    """
    league = league_by_id(connection, survivor(connection, league_id) or league_id)
    if league is None:
        raise LeagueNotFound(f"no league has the id {league_id}")
    kind = _chosen(query, "type", NAMES)
    venue = _chosen(query, "venue", VENUES)
    half = _chosen(query, "half", HALVES)
    shown = _season(connection, league.id, query.get("season") or None)
    is_whole = (kind, venue, half) == (TableType.TOTAL, Venue.ALL, TableHalf.FULL)
    options = TableOptions(league.id, shown.id if shown else None, kind, venue, half)
    read = read_table(connection, options, now=now)
    last, coming = _fixtures(connection, shown, now=now)
    bracket = None
    if shown and not league.has_standings:
        bracket = read_bracket(
            connection, league_id=league.id, season_id=shown.id, now=now, zone=ClockZone(UTC)
        ).view
    return {
        "title": f"{league.name}{f' {shown.label}' if shown else ''}",
        "league": league,
        "season": shown,
        "seasons": read.seasons,
        "type": kind,
        "types": NAMES,
        "venue": venue,
        "venues": VENUES,
        "half": half,
        "halves": {} if kind == TableType.CARD and half == TableHalf.FULL else HALVES,
        "legend": LEGENDS.get(kind),
        "view": read.view,
        "blocks": read.blocks,
        "zones": _zone_notes(read.view) if read.view else "",
        # A cup of groups may have one table and not another: the page of the other says so, and leads back.
        "has_tables": league.has_standings or bool(read.blocks) or not is_whole,
        "refusal": read.refusal,
        "last": last,
        "coming": coming,
        "bracket": bracket,
        "refreshes": any(line.is_followed for line in (*last, *coming)),
    }


def _chosen(query: Mapping[str, str], name: str, choices: Mapping[str, str]) -> str:
    """The value of a choice in a query, by default the first. Raises NotFound if it is none of the choices."""
    value = query.get(name) or next(iter(choices))
    if value not in choices:
        raise NotFound(f"there is no table of {name} {value!r}; there are {', '.join(choices)}")
    return value


def _season(
    connection: sqlite3.Connection, league_id: int, text: str | None
) -> SeasonRecord | None:
    if text is None:
        return newest_season(connection, league_id)
    by_id = {str(one.id): one for one in seasons(connection, league_id)}
    return by_id.get(text) or season_named(connection, league_id, text)


def _fixtures(
    connection: sqlite3.Connection, season: SeasonRecord | None, *, now: int
) -> tuple[list[FixtureLine], list[FixtureLine]]:
    """The last fixtures of a season, the newest first, and the next ones."""
    if season is None:
        return [], []
    of_season = FixtureFilter(season_ids=(season.id,))
    ids = (
        fixture_ids(connection, replace(of_season, end_ts=now + 1), order=Order.DESC, limit=NEAR),
        fixture_ids(connection, replace(of_season, start_ts=now + 1), limit=NEAR),
    )
    rows = listed_fixtures(connection, [*ids[0], *ids[1]])
    last, coming = (fixture_lines((rows[one] for one in part), now=now, dated=True) for part in ids)
    return last, coming


def _zone_notes(view: View) -> str:
    """What is decided by the places of a whole points table."""
    places = [
        f"{zone}: {first if first == last else f'{first} to {last}'}"
        for zone, (first, last) in view.about.get("zones", {}).items()
    ]
    lines = (
        ["lines stand where the title, places in Europe or relegation are decided"]
        if view.blocks[0].ends and not view.blocks[0].title
        else []
    )
    return "; ".join([*places, *lines])


COMING, LAST = 8, 20
"""How many fixtures a page lists."""


def team_content(connection: sqlite3.Connection, team_id: int, *, now: int) -> dict[str, Any]:
    """What the page of a team shows. Raises TeamNotFound."""
    team = team_by_id(connection, successor(connection, team_id))
    if team is None:
        raise TeamNotFound(f"no team has the id {team_id}")
    of_team = entries(connection, FixtureFilter(team_ids=(team.id,)))
    place = bisect_right(of_team, now, key=lambda entry: entry.kickoff_ts)
    last, coming = of_team[max(0, place - LAST) : place][::-1], of_team[place : place + COMING]
    leagues = leagues_by_id(connection)
    own = {entry.league_id: leagues[entry.league_id] for entry in reversed(of_team)}
    rows = listed_fixtures(connection, [entry.fixture_id for entry in (*last, *coming)])
    last_lines, coming_lines = (
        fixture_lines((rows[entry.fixture_id] for entry in part), now=now, dated=True)
        for part in (last, coming)
    )
    return {
        "title": team.name,
        "team": team,
        "leagues": list(own.values()),
        "form": team_form(connection, team.id, until_ts=now),
        "last": last_lines,
        "coming": coming_lines,
        "fixtures_stored": len(of_team),
        "refreshes": any(line.is_followed for line in (*last_lines, *coming_lines)),
    }
