"""Teams and leagues by a part of a name, or by any spelling of one."""

import sqlite3
from collections.abc import Iterable
from typing import Any, TypeVar

from footydata.football.rows import LeagueRow, TeamRow
from footydata.football.wording import plural
from footydata.store.read.seasons.leagues import league_names, leagues, near_leagues
from footydata.store.read.seasons.teams import TeamFinder
from footydata.store.typed_names import by_place, typed_forms

Row = TypeVar("Row", TeamRow, LeagueRow)

MOST_FOUND = 100
"""How many teams a page lists."""

LONGEST = 100
"""The characters of a text that are looked for."""


def find_content(connection: sqlite3.Connection, text: str) -> dict[str, Any]:
    """What the page of a search shows: whose names have the text as a part, else those of that spelling, else similar.

    A part begins where a word does, however short it is; names with it as whole words come first.
    """
    text = text[:LONGEST]
    finder, every_league = TeamFinder(connection), leagues(connection)
    names = league_names(connection)
    found_leagues = _with_part(text, ((row, names[row.id]) for row in every_league))
    found_teams = _with_part(text, ((row, (row.name,)) for row in finder.rows))
    remark = "" if text else "Type a part of a team's or league's name."
    if text and not found_teams and not found_leagues:
        _, found_teams = finder.find(text)
    if text and not found_teams and not found_leagues:
        found_teams = finder.near(text)
        found_leagues = near_leagues(connection, every_league, text)
        are_any = bool(found_teams or found_leagues)
        remark = "No team or league is called so" + (
            "; similar names:" if are_any else ", or similarly."
        )
        if not are_any and not finder.rows:
            remark = "This file has no teams yet: load some with 'footydata load'."
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


def _with_part(text: str, names_by_row: Iterable[tuple[Row, Iterable[str]]]) -> list[Row]:
    """The rows with the text as a part of a name, those with it as whole words first."""
    forms_by = (
        (row, [form for name in names for form in typed_forms(name)]) for row, names in names_by_row
    )
    wholes, starts = by_place(text, forms_by)
    return wholes + starts
