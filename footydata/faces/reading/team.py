"""A team: its fixtures, its form, its averages, its corners and cards."""

import sqlite3
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from footydata.faces.reading.days import rows_near
from footydata.football.languages import ENGLISH
from footydata.football.terms import Status
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.fixtures.days import Entry, ListedFixture, entries, listed_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.seasons.teams import team_by_id

LATEST = 20
"""How many finished fixtures form and averages count."""


class Mean(NamedTuple):
    """An average of a figure for and against over some fixtures; None if none of them has it."""

    made: float | None
    conceded: float | None
    fixtures: int


class TeamContent(NamedTuple):
    """A team.

    latest: its last finished fixtures, the newest first, though the goals of some may not be known.
    figures: a figure's name → all, home, away.
    """

    name: str
    entries: list[Entry]
    rows: dict[int, ListedFixture]
    latest: list[ListedFixture]
    figures: dict[str, tuple[Mean, Mean, Mean]]


def read_team(
    connection: sqlite3.Connection,
    team_id: int,
    *,
    near: int,
    now: int,
    lang: str = ENGLISH,
    makers: BookmakerRanking | None = None,
) -> TeamContent:
    """A team with its fixtures around a moment, and its form and averages up to now."""
    of_team = entries(connection, FixtureFilter(team_ids=(team_id,)))
    rows = rows_near(connection, of_team, near, lang=lang, makers=makers)
    until = bisect_left(of_team, max(near, now) + 1, key=lambda entry: entry.kickoff_ts)
    ids = [entry.fixture_id for entry in of_team[max(0, until - 3 * LATEST) : until]]
    before = listed_fixtures(connection, ids, lang=lang, makers=makers)
    finished = [row for row in before.values() if row.status == Status.FINISHED]
    latest = sorted(finished, key=lambda row: (-row.kickoff_ts, -row.id))[:LATEST]
    team = team_by_id(connection, team_id, lang=lang)
    return TeamContent(team.name if team else "", of_team, rows, latest, _figures(latest, team_id))


def _figures(latest: Sequence[ListedFixture], team_id: int) -> dict[str, tuple[Mean, Mean, Mean]]:
    home = [row for row in latest if row.home_id == team_id]
    away = [row for row in latest if row.home_id != team_id]
    return {
        name: (
            _mean(latest, field, team_id),
            _mean(home, field, team_id),
            _mean(away, field, team_id),
        )
        for name, field in FIGURES.items()
    }


FIGURES = {"Goals": "goals", "Corners": "corners", "Yellow cards": "yellow", "Red cards": "red"}
"""What is averaged → the field of a fixture, without its side."""


def _mean(rows: Sequence[ListedFixture], field: str, team_id: int) -> Mean:
    pairs = []
    for row in rows:
        own, other = ("home", "away") if row.home_id == team_id else ("away", "home")
        pairs.append((getattr(row, f"{own}_{field}"), getattr(row, f"{other}_{field}")))
    known = [pair for pair in pairs if None not in pair]
    if not known:
        return Mean(None, None, 0)
    return Mean(
        sum(own for own, _ in known) / len(known),
        sum(other for _, other in known) / len(known),
        len(known),
    )
