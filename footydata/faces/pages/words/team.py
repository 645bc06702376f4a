"""A team: its form, its averages at home and away, its next and last fixtures."""

import sqlite3
from bisect import bisect_right
from typing import Any

from footydata.faces.pages.words.listing import fixture_lines
from footydata.faces.reading.leagues import team_form
from footydata.football.errors import TeamNotFound
from footydata.store.read.fixtures.days import entries, listed_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.seasons.leagues import leagues_by_id
from footydata.store.read.seasons.teams import successor, team_by_id

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
