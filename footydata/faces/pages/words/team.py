"""A team: its form, its averages at home and away, its next and last fixtures."""

import sqlite3
from bisect import bisect_right
from typing import Any

from footydata.faces.pages.words.listing import fixture_lines
from footydata.faces.reading.team import read_team
from footydata.football.errors import TeamNotFound
from footydata.store.read.seasons.leagues import leagues_by_id
from footydata.store.read.seasons.teams import successor, team_by_id

COMING, LAST = 8, 20
"""How many fixtures a page lists."""


def team_content(connection: sqlite3.Connection, team_id: int, *, now: int) -> dict[str, Any]:
    """What the page of a team shows. Raises TeamNotFound."""
    team = team_by_id(connection, successor(connection, team_id))
    if team is None:
        raise TeamNotFound(f"no team has the id {team_id}")
    read = read_team(connection, team.id, near=now, now=now)
    place = bisect_right(read.entries, now, key=lambda entry: entry.kickoff_ts)
    last = read.entries[max(0, place - LAST) : place][::-1]
    coming = read.entries[place : place + COMING]
    leagues = leagues_by_id(connection)
    own = {entry.league_id: leagues[entry.league_id] for entry in reversed(read.entries)}
    last_lines, coming_lines = (
        fixture_lines((read.rows[one.fixture_id] for one in part), now=now, dated=True)
        for part in (last, coming)
    )
    return {
        "title": team.name,
        "team": team,
        "leagues": list(own.values()),
        "form": read.form,
        "last": last_lines,
        "coming": coming_lines,
        "fixtures_stored": len(read.entries),
        "refreshes": any(line.is_followed for line in (*last_lines, *coming_lines)),
    }
