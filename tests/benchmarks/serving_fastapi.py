"""The FastAPI peers: the three endpoints of the benchmark as a FastAPI developer writes them.

Both declare `response_model=` with plain pydantic models, read the same rows from the same file by the same SQL
(sqlite3, read-only connections that stay open, names joined) and give them to FastAPI as dicts.

fastapi, by the book: what the tutorial's chapter on SQL databases shows. Ordinary `def` endpoints, which FastAPI runs
in its thread pool, and a dependency that yields the session; here a connection out of a pool, without an ORM, which
is kinder than the tutorial's Session.
fastapi lean: `async def` endpoints that read on the loop from one connection: no thread, no dependency.
"""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI
from pydantic import BaseModel

from footydata.service import nesting
from tests.season_table import standings

FIXTURES = """
select fixture.id, league.id, league.name, home.id, home.name, away.id, away.name, kickoff_ts, status,
       home_goals, away_goals, home_corners, away_corners, home_yellow, home_red, away_yellow, away_red, round,
       season_id, half_home_goals, half_away_goals, half_home_corners, half_away_corners
from fixture
join league on league.id = fixture.league_id
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
"""

DAY = "where fixture.esports = 0 and kickoff_ts >= ? and kickoff_ts < ? order by kickoff_ts, fixture.id limit ? offset ?"


class Named(BaseModel):
    """A league or a team in short."""

    id: int
    name: str


class Teams(BaseModel):
    """The two teams."""

    home: Named
    away: Named


class Count(BaseModel):
    """Goals or corners."""

    home: int | None
    away: int | None


class CountByHalf(Count):
    """Goals or corners with those of the first half."""

    half_home: int | None
    half_away: int | None


class TeamCards(BaseModel):
    """The cards of a team."""

    yellow: int | None
    red: int | None


class Cards(BaseModel):
    """The cards of both."""

    home: TeamCards
    away: TeamCards


class Fixture(BaseModel):
    """A fixture as lists show it."""

    id: int
    league: Named
    teams: Teams
    kickoff_utc: str
    kickoff_ts: int
    status: str
    goals: Count
    corners: Count
    cards: Cards


class FixtureDetail(Fixture):
    """A fixture on its own."""

    goals: CountByHalf
    corners: CountByHalf
    round: int | None
    league_season_id: int | None


class Pagination(BaseModel):
    """Where a page stands."""

    page: int
    per_page: int
    count: int
    has_more: bool


class FixturePage(BaseModel):
    """A page of fixtures."""

    success: int
    data: list[Fixture]
    pagination: Pagination


class FixtureAnswer(BaseModel):
    """One fixture."""

    success: int
    data: FixtureDetail


class TableRow(BaseModel):
    """A team's place."""

    position: int
    team: Named
    played: int
    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    goal_difference: int
    points: int
    deduction: int
    form: str


class Table(BaseModel):
    """A table by points."""

    league: Named
    season: str
    league_season_id: int
    type: str
    round: int | None
    table: list[TableRow]


class TableAnswer(BaseModel):
    """One table."""

    success: int
    data: Table


def nested(row: tuple[Any, ...]) -> dict[str, Any]:
    """A fixture as lists show it."""
    return {
        "id": row[0],
        "league": {"id": row[1], "name": row[2]},
        "teams": {"home": {"id": row[3], "name": row[4]}, "away": {"id": row[5], "name": row[6]}},
        "kickoff_utc": datetime.fromtimestamp(row[7], UTC).isoformat(),
        "kickoff_ts": row[7],
        "status": row[8],
        "goals": {"home": row[9], "away": row[10]},
        "corners": {"home": row[11], "away": row[12]},
        "cards": {
            "home": {"yellow": row[13], "red": row[14]},
            "away": {"yellow": row[15], "red": row[16]},
        },
    }


def day_page(
    connection: sqlite3.Connection, start_time: int, page: int, per_page: int
) -> dict[str, Any]:
    """A page of a day."""
    part = (start_time, start_time + 86400, per_page + 1, (page - 1) * per_page)
    rows = connection.execute(FIXTURES + DAY, part).fetchall()
    shown = [nested(row) for row in rows[:per_page]]
    pagination = {
        "page": page,
        "per_page": per_page,
        "count": len(shown),
        "has_more": len(rows) > per_page,
    }
    return {"success": 1, "data": shown, "pagination": pagination}


def one_fixture(connection: sqlite3.Connection, fixture_id: int) -> dict[str, Any]:
    """One fixture."""
    row = connection.execute(FIXTURES + "where fixture.id = ?", (fixture_id,)).fetchone()
    found = nested(row) | {"round": row[17], "league_season_id": row[18]}
    found["goals"] |= {"half_home": row[19], "half_away": row[20]}
    found["corners"] |= {"half_home": row[21], "half_away": row[22]}
    return {"success": 1, "data": found}


def one_table(connection: sqlite3.Connection, league: int) -> dict[str, Any]:
    """The table of a league's season; the sums are our own, so that the frameworks are compared."""
    season = connection.execute(
        "select max(id) from season where league_id = ? and current", (league,)
    ).fetchone()
    table = standings(
        connection,
        league_id=league,
        season_id=season[0],
        now=int(time.time()),
    )
    return {"success": 1, "data": nesting.league_table(table)}


def _opened(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{database}?mode=ro", uri=True, check_same_thread=False)


def by_the_book(database: Path) -> Any:
    """`def` endpoints in the thread pool, a dependency that yields a connection."""
    app = FastAPI()
    idle: deque[sqlite3.Connection] = deque()

    def lent() -> Iterator[sqlite3.Connection]:
        try:
            connection = idle.pop()
        except IndexError:
            connection = _opened(database)
        yield connection
        idle.append(connection)

    lent_connection = Annotated[sqlite3.Connection, Depends(lent)]

    @app.get("/v1/fixtures", response_model=FixturePage)
    def day(connection: lent_connection, start_time: int, page: int = 1, per_page: int = 50) -> Any:
        return day_page(connection, start_time, page, per_page)

    @app.get("/v1/fixtures/{fixture_id}", response_model=FixtureAnswer)
    def fixture(connection: lent_connection, fixture_id: int) -> Any:
        return one_fixture(connection, fixture_id)

    @app.get("/v1/standings", response_model=TableAnswer)
    def table(connection: lent_connection, league: int) -> Any:
        return one_table(connection, league)

    return app


def lean(database: Path) -> Any:
    """`async def` endpoints that read on the loop."""
    app = FastAPI()
    connection = _opened(database)

    @app.get("/v1/fixtures", response_model=FixturePage)
    async def day(start_time: int, page: int = 1, per_page: int = 50) -> Any:
        return day_page(connection, start_time, page, per_page)

    @app.get("/v1/fixtures/{fixture_id}", response_model=FixtureAnswer)
    async def fixture(fixture_id: int) -> Any:
        return one_fixture(connection, fixture_id)

    @app.get("/v1/standings", response_model=TableAnswer)
    async def table(league: int) -> Any:
        return one_table(connection, league)

    return app


FASTAPI: dict[str, Callable[[Path], Any]] = {"fastapi": by_the_book, "fastapi lean": lean}
"""Name of a peer → its application."""
