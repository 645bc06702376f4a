"""Teams and leagues by a part of a name, or by any spelling of one."""

import sqlite3
from collections.abc import Iterable
from typing import Any, TypeVar

from footydata.football.errors import TeamNotFound
from footydata.football.rows import LeagueRow, TeamRow
from footydata.football.wording import plural
from footydata.store.read.seasons.league_names import league_names
from footydata.store.read.seasons.leagues import leagues
from footydata.store.read.seasons.teams import find_team, team_by_id, teams
from footydata.store.typed_names import AmbiguousName, by_place, similar_names, typed_forms

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
    every_team, every_league = (teams(connection), leagues(connection)) if text else ([], [])
    names = league_names(connection) if text else {}
    found_leagues = _with_part(text, ((row, names[row.id]) for row in every_league))
    found_teams = _with_part(text, ((row, (row.name,)) for row in every_team))
    remark = "" if text else "Type a part of a team's or league's name."
    if text and not found_teams and not found_leagues:
        found_teams = _spelt(connection, text)
    if text and not found_teams and not found_leagues:
        found_teams, found_leagues = _similar(every_team, every_league, text)
        are_any = bool(found_teams or found_leagues)
        remark = "No team or league is called so" + (
            "; similar names:" if are_any else ", or similarly."
        )
        if not are_any and not every_team:
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


def _spelt(connection: sqlite3.Connection, text: str) -> list[TeamRow]:
    """The teams of which the text is a spelling or an id."""
    try:
        return [find_team(connection, text)]
    except TeamNotFound:
        return []
    except AmbiguousName as error:
        return [team for team_id in error.ids if (team := team_by_id(connection, team_id))]


def _similar(
    every_team: list[TeamRow], every_league: list[LeagueRow], text: str
) -> tuple[list[TeamRow], list[LeagueRow]]:
    """The teams and leagues whose name, or a word of it, is similar."""
    names = [*(row.name for row in every_team), *(row.name for row in every_league)]
    similar = set(similar_names(text, [*names, *(word for name in names for word in name.split())]))
    return (
        [row for row in every_team if similar & {row.name, *row.name.split()}],
        [row for row in every_league if similar & {row.name, *row.name.split()}],
    )
