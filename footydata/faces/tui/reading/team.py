"""A team: its fixtures, its form, its averages, its corners and cards."""

import sqlite3
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from footydata.faces.tui.reading.days import FIRST_ROWS
from footydata.football.languages import ENGLISH
from footydata.football.terms import Status
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.fixtures.days import Entry, ListedFixture, listed_fixtures, team_entries
from footydata.store.read.teams.teams import team_by_id

LATEST = 20
"""How many finished fixtures form and averages count."""


class Mean(NamedTuple):
    """An average of a figure for and against over some fixtures; None if none of them has it."""

    made: float | None
    conceded: float | None
    fixtures: int


class TeamContent(NamedTuple):
    """A team.

    latest: its last finished fixtures, the newest first; figures: a figure's name → all, home, away.
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
    entries = team_entries(connection, team_id)
    place = bisect_left(entries, near, key=lambda entry: entry.kickoff_ts)
    around = entries[max(0, place - FIRST_ROWS // 2) : place + FIRST_ROWS // 2]
    rows = listed_fixtures(connection, [entry.fixture_id for entry in around], lang=lang, makers=makers)
    until = bisect_left(entries, max(near, now) + 1, key=lambda entry: entry.kickoff_ts)
    ids = [entry.fixture_id for entry in entries[max(0, until - 3 * LATEST) : until]]
    before = listed_fixtures(connection, ids, lang=lang, makers=makers)
    finished = [row for row in before.values() if row.status == Status.FINISHED and row.home_goals is not None]
    latest = sorted(finished, key=lambda row: (-row.kickoff_ts, -row.id))[:LATEST]
    team = team_by_id(connection, team_id, lang=lang)
    return TeamContent(team.name if team else "", entries, rows, latest, _figures(latest, team_id))


def _figures(latest: Sequence[ListedFixture], team_id: int) -> dict[str, tuple[Mean, Mean, Mean]]:
    home = [row for row in latest if row.home_id == team_id]
    away = [row for row in latest if row.home_id != team_id]
    return {
        name: (_mean(latest, fields, team_id), _mean(home, fields, team_id), _mean(away, fields, team_id))
        for name, fields in FIGURES.items()
    }


FIGURES: dict[str, tuple[str, ...]] = {
    "Goals": ("goals",),
    "Corners": ("corners",),
    "Yellow cards": ("yellow",),
    "Red cards": ("red",),
}
"""What is averaged → the fields of a fixture that are summed."""


def _mean(rows: Sequence[ListedFixture], fields: Sequence[str], team_id: int) -> Mean:
    made: list[int] = []
    conceded: list[int] = []
    for row in rows:
        own, other = ("home", "away") if row.home_id == team_id else ("away", "home")
        counts = [[getattr(row, f"{side}_{field}") for field in fields] for side in (own, other)]
        if None not in counts[0] + counts[1]:
            made.append(sum(counts[0]))
            conceded.append(sum(counts[1]))
    if not made:
        return Mean(None, None, 0)
    return Mean(sum(made) / len(made), sum(conceded) / len(conceded), len(made))
