"""A team: its fixtures, and its form with its averages of goals, corners and cards."""

import sqlite3
from typing import NamedTuple

from footydata.faces.reading.days import read_list
from footydata.football.terms import ENGLISH
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.fixtures.days import ListedFixture
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.fixtures.preview import forms_of
from footydata.store.read.seasons.teams import team_by_id
from footydata.views.one_fixture import FORM_COLUMNS, FORM_SHOWN
from footydata.views.view import Block, View

LATEST = 10
"""How many finished fixtures a form counts."""


class TeamContent(NamedTuple):
    """A team with all its fixtures. form: how its last ones ended, in all, at home and away."""

    name: str
    fixtures: list[ListedFixture]
    form: View


def read_team(
    connection: sqlite3.Connection,
    team_id: int,
    *,
    until_ts: int,
    lang: str = ENGLISH,
    makers: BookmakerRanking | None = None,
) -> TeamContent:
    """A team with its fixtures, and its form up to a moment."""
    team = team_by_id(connection, team_id, lang=lang)
    of_team = FixtureFilter(team_ids=(team_id,))
    fixtures = read_list(connection, of_team, lang=lang, makers=makers)
    return TeamContent(
        team.name if team else "", fixtures, team_form(connection, team_id, until_ts=until_ts)
    )


def team_form(connection: sqlite3.Connection, team_id: int, *, until_ts: int) -> View:
    """How the last fixtures of a team up to a moment ended, in all, at home and away, with its averages."""
    forms = forms_of(connection, team_id, until_ts=until_ts + 1, last=LATEST)
    played = [form for form in forms if form.fixtures]
    about = f"of the last {LATEST} finished fixtures or fewer, for and against; the newest is last"
    none = "no finished fixture of it is stored: no form and no averages"
    return View(
        FORM_COLUMNS,
        played,
        [column for column in FORM_SHOWN if column.head != "team"],
        [Block("", played)] if played else [],
        footer=about,
        reason="" if played else none,
    )
