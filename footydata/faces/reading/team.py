"""A team: its fixtures, and its form with its averages of goals, corners and cards."""

import sqlite3
from typing import NamedTuple

from footydata.faces.reading.days import rows_near
from footydata.football.terms import ENGLISH
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.fixtures.days import Entry, ListedFixture, entries
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.fixtures.preview import forms_of
from footydata.store.read.seasons.teams import team_by_id
from footydata.views.one_fixture import FORM_COLUMNS, FORM_SHOWN
from footydata.views.view import Block, View

LATEST = 10
"""How many finished fixtures a form counts."""


class TeamContent(NamedTuple):
    """A team. form: how its last fixtures ended, in all, at home and away."""

    name: str
    entries: list[Entry]
    rows: dict[int, ListedFixture]
    form: View


def read_team(
    connection: sqlite3.Connection,
    team_id: int,
    *,
    near: int,
    now: int,
    lang: str = ENGLISH,
    makers: BookmakerRanking | None = None,
) -> TeamContent:
    """A team with its fixtures around a moment, and its form up to now."""
    of_team = entries(connection, FixtureFilter(team_ids=(team_id,)))
    rows = rows_near(connection, of_team, near, lang=lang, makers=makers)
    forms = forms_of(connection, team_id, until_ts=max(near, now) + 1, last=LATEST)
    played = [form for form in forms if form.fixtures]
    shown = [column for column in FORM_SHOWN if column.head != "team"]
    about = f"of the last {LATEST} finished fixtures or fewer, for and against; the newest is last"
    none = "no finished fixture of it is stored: no form and no averages"
    blocks = [Block("", played)] if played else []
    form = View(
        FORM_COLUMNS,
        played,
        shown,
        blocks,
        footer=about,
        reason="" if played else none,
    )
    team = team_by_id(connection, team_id, lang=lang)
    return TeamContent(team.name if team else "", of_team, rows, form)
