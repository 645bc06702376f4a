"""The rows of the screens for export."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from footydata.faces.tui.view_rows import ViewRows
from footydata.football.records import EventRecord
from footydata.football.table_rows import Table
from footydata.store.read.fixtures.days import ListedFixture
from footydata.store.read.teams.names import LeagueLabel

if TYPE_CHECKING:
    # What reads a fixture is imported when one is opened.
    from footydata.faces.tui.reading.fixture import FixtureRead

FIXTURE = (
    *("id", "kickoff_utc", "time_known", "country", "league", "season", "round", "status", "state_detail"),
    *("home", "away", "home_goals", "away_goals", "half_home_goals", "half_away_goals"),
    *("home_corners", "away_corners", "home_yellow", "away_yellow", "home_red", "away_red"),
    *("goal_line", "corner_line", "fair_corner_line", "handicap", "price_home", "price_draw", "price_away"),
    "in_play",
)
"""The columns of a file of fixtures. in_play: which lines and prices are those in play, of a live fixture."""


def fixture_rows(title: str, rows: Iterable[ListedFixture], leagues: Mapping[int, LeagueLabel]) -> ViewRows:
    """Fixtures as rows of a file."""

    def values(row: ListedFixture) -> list[str | int | float | None]:
        league = leagues.get(row.league_id)
        own = {
            "kickoff_utc": datetime.fromtimestamp(row.kickoff_ts, UTC).isoformat(),
            "country": league.country if league else None,
            "league": league.name if league else None,
            "in_play": " ".join(name for name in FIXTURE if name in row.in_play),
        }
        return [own[name] if name in own else getattr(row, name) for name in FIXTURE]

    return ViewRows(title, FIXTURE, [values(row) for row in rows])


def table_rows(title: str, table: Table) -> ViewRows:
    """A league table as rows of a file."""
    columns = table.rows[0]._fields if table.rows else ()
    return ViewRows(title, columns, [tuple(row) for row in table.rows])


def event_rows(read: "FixtureRead") -> ViewRows:
    """The timeline of a fixture as rows of a file."""
    columns = EventRecord._fields[1:]
    title = f"{read.fixture.home} {read.fixture.away} timeline"
    return ViewRows(title, columns, [tuple(event[1:]) for event in read.events])
