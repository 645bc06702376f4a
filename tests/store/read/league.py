"""A small league in a real file: teams, fixtures of any state, events."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from footydata.football.records import (
    EventRecord,
    FixtureRecord,
    LeagueRecord,
    PointsAdjustment,
    SeasonRecord,
    SeasonTeam,
    TeamFixture,
    TeamRecord,
)
from footydata.football.terms import DAY, EventType
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert
from tests.new_databases import new_database

LEAGUE, SEASON = 10, 100

FIRST_DAY = int(datetime(2025, 8, 2, 15, tzinfo=UTC).timestamp())
"""Kickoff of round 1; round n is n - 1 weeks later."""

LATER = FIRST_DAY + 400 * DAY


class SmallLeague:
    """A database with one league and season; its writes commit at once."""

    def __init__(
        self, path: Path, *, teams: int = 4, rules: str | None = None, has_standings: int = 1
    ) -> None:
        self.connection: sqlite3.Connection = open_database(new_database(path))
        self._fixtures = 0
        self.connection.execute("insert into country values ('GB-ENG', 'England', 'country')")
        self._write(
            "league",
            LeagueRecord(LEAGUE, "Test League", None, "GB-ENG", has_standings, rules=rules),
        )
        self._write("season", SeasonRecord(SEASON, LEAGUE, "25/26", 2025, 1))
        for team in range(1, teams + 1):
            self.team(team, chr(64 + team))

    def _write(self, table: str, *rows: tuple[object, ...]) -> None:
        upsert(self.connection, table, rows)
        self.connection.commit()

    def team(self, team_id: int, name: str, *, member: bool = True) -> None:
        """A team, and its membership of the season."""
        self._write("team", TeamRecord(team_id, name, "GB-ENG"))
        if member:
            self._write("season_team", SeasonTeam(SEASON, team_id))

    def fixture(self, text: str, *, round: int | None = None, **fields: object) -> int:
        """A fixture such as '1-2 3:0' (finished) or '1-2' (scheduled); fields of records.FixtureRecord."""
        self._fixtures += 1
        teams, _, figures = text.partition(" ")
        home_id, away_id = map(int, teams.split("-"))
        home, away = map(int, figures.split(":")) if figures else (None, None)
        values: dict[str, object] = {
            "season_id": SEASON,
            "kickoff_ts": FIRST_DAY + ((round or self._fixtures) - 1) * 7 * DAY,
            "status": "finished" if figures else "scheduled",
            "round": round,
            "home_goals": home,
            "away_goals": away,
            **fields,
        }
        row = FixtureRecord(self._fixtures, LEAGUE, home_id=home_id, away_id=away_id, **values)  # type: ignore[arg-type]  # the tests name the fields
        self._write("fixture", row)
        self._write(
            "team_fixture",
            *(TeamFixture(team, row.kickoff_ts, row.id) for team in (home_id, away_id)),
        )
        return self._fixtures

    def played(self, *texts: str) -> None:
        """Finished fixtures, one a round."""
        for number, text in enumerate(texts, start=1):
            self.fixture(text, round=number)

    def events(self, fixture_id: int, *rows: tuple[EventType, int, str]) -> None:
        """Events of a fixture as (type, half, side)."""
        self._write(
            "event",
            *(
                EventRecord(fixture_id, seq, type, half, 10, None, team)
                for seq, (type, half, team) in enumerate(rows, start=1)
            ),
        )

    def taken(self, team_id: int, points: int, *, day: str | None = None) -> None:
        """Points taken from a team by decision."""
        (count,) = self.connection.execute("select count(*) from points_adjustment").fetchone()
        self._write(
            "points_adjustment",
            PointsAdjustment(SEASON, team_id, count, -points, "a reason", day, "test"),
        )


Make = Callable[..., SmallLeague]
"""Makes a SmallLeague of the given kind."""
