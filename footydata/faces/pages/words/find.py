"""Teams and leagues by a part of a name, or by any spelling of one."""

import sqlite3
from typing import Any

from footydata.football.errors import TeamNotFound
from footydata.football.wording import plural
from footydata.store.read.seasons.leagues import leagues
from footydata.store.read.teams.teams import find_team, teams
from footydata.store.typed_names import AmbiguousName

MOST_FOUND = 100
"""How many teams a page lists."""


def find_content(connection: sqlite3.Connection, text: str) -> dict[str, Any]:
    """What the page of a search shows: whose names have the text in them, else the team of that spelling, else why."""
    found_leagues = leagues(connection, search=text) if text else []
    found_teams = teams(connection, search=text, limit=MOST_FOUND + 1) if text else []
    remark = "" if text else "Type a part of a team's or league's name."
    if text and not found_teams and not found_leagues:
        try:
            found_teams = [find_team(connection, text)]
        except (TeamNotFound, AmbiguousName) as error:
            remark = f"{str(error)[:1].upper()}{str(error)[1:]}."
    if len(found_teams) > MOST_FOUND:
        remark = f"The first {plural(MOST_FOUND, 'team')}; a longer part of the name finds fewer."
    return {
        "title": f"Names with {text!r}" if text else "Find a team or league",
        "text": text,
        "teams": found_teams[:MOST_FOUND],
        "leagues": found_leagues,
        "remark": remark,
        "refreshes": False,
    }
