"""The tour of the demo: fixtures around now, a table, corner lines with their fair prices."""

import sqlite3
from datetime import UTC, datetime

from footydata.faces.cli.printing import pair, print_rows, say
from footydata.football.markets import BY_KEY
from footydata.football.rows import FixtureRow
from footydata.football.table_rows import PointsStanding
from footydata.football.terms import DAY, Status
from footydata.forecast.pricing import price
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.standings import standings

AROUND = 4 * 3600
"""The fixtures shown kick off within so many seconds of now."""

AHEAD = 2 * DAY
SHOWN_LINES = 5


def show_tour(connection: sqlite3.Connection, *, league_id: int, now: int) -> None:
    """Print the tour of a sample; the table and the lines are of the league."""
    _show_fixtures(connection, now)
    _show_table(connection, league_id, now)
    _show_corner_lines(connection, league_id, now)


def _show_fixtures(connection: sqlite3.Connection, now: int) -> None:
    around = FixtureFilter(start_ts=now - AROUND, end_ts=now + AROUND, esports=False)
    say("Fixtures around now", bold=True)
    print_rows(
        ("UTC", "league", "home", "", "away", "state", "corners"),
        [
            (
                _clock(row.kickoff_ts),
                row.league,
                row.home,
                pair(row.home_goals, row.away_goals),
                row.away,
                _state(row),
                pair(row.home_corners, row.away_corners),
            )
            for row in fixtures(connection, around)
        ],
    )


def _show_table(connection: sqlite3.Connection, league_id: int, now: int) -> None:
    table = standings(connection, league_id=league_id, now=now)
    say()
    say(f"{table.league} {table.season}, round {table.round}", bold=True)
    print_rows(
        ("", "team", "played", "won", "drawn", "lost", "goals", "points", "form"),
        [
            (
                row.position,
                row.team_name,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                pair(row.goals_for, row.goals_against),
                row.points,
                row.form,
            )
            for row in table.rows
            if isinstance(row, PointsStanding)
        ],
    )
    teams = {row.team_id: row.team_name for row in table.rows}
    for decision in table.adjustments:
        say(f"{teams[decision.team_id]}: {decision.points:+} points, {decision.reason} ({decision.decided_on})")


def _show_corner_lines(connection: sqlite3.Connection, league_id: int, now: int) -> None:
    coming = FixtureFilter(start_ts=now, end_ts=now + AHEAD, league_ids=(league_id,), statuses=(Status.SCHEDULED,))
    priced = price(
        connection, fixtures(connection, coming, limit=SHOWN_LINES), now=now, markets=[BY_KEY["corner_line"]]
    )
    say()
    say("Corner lines: what is quoted, and what is fair by our model", bold=True)
    print_rows(
        ("UTC", "home", "away", "line", "over", "under", "fair line", "over", "under"),
        [
            (
                _clock(row.fixture.kickoff_ts),
                row.fixture.home,
                row.fixture.away,
                *((row.recorded.line, *row.recorded.prices) if row.recorded else (None, None, None)),
                row.fair.line,
                row.fair.price_1,
                row.fair.price_2,
            )
            for row in priced.comparisons
        ],
    )
    say("Fair lines follow from a model; there is no evidence that betting on them makes a profit.")
    say()


def _clock(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%a %H:%M")


def _state(row: FixtureRow) -> str:
    return row.state_detail or ("" if row.status == Status.SCHEDULED else row.status)
