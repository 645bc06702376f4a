"""The tools for agents on prices and on how seasons may end. None of them places a bet."""

from collections.abc import Sequence
from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import ToolAnswer, bounded, records
from footydata.faces.agents.choosing import (
    End,
    Limit,
    Market,
    Start,
    fixture_of,
)
from footydata.faces.agents.declaring import tool, view_tool
from footydata.football.errors import InvalidArgument
from footydata.football.rows import FixtureRow
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter
from footydata.store.read.fixtures.fixtures import fixtures as fixtures_of
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.views.arguments import FixtureId, League, Says, Season, Team
from footydata.views.doubts import fixture_doubts
from footydata.views.lines import lines_view
from footydata.views.seasons import project_view

MOST_FIXTURES = 20
"""How many fixtures are priced, or have their odds listed, in one answer."""

NO_PROFIT = "Fair by a model of past counts and result prices; nothing shows that betting on it makes a profit."


fair_lines = view_tool(
    "fair_lines",
    lines_view,
    limit=60,
    hidden=("markets", "esports", "lang"),
    notes=[NO_PROFIT, "a fixture of an earlier day is priced by what was known before that day"],
)


@tool
def odds(
    db: Database,
    now: int,
    /,
    *,
    fixture_id: FixtureId | None = None,
    market: Market | None = None,
    bookmaker: Annotated[str, Says("Slug or name.")] | None = None,
    league: League | None = None,
    team: Team | None = None,
    season: Season | None = None,
    start: Start | None = None,
    end: End | None = None,
    limit: Limit = 60,
) -> ToolAnswer:
    """Recorded odds by bookmaker and market: opening, closing and last in play. The file is no live feed."""
    narrowed = _narrowed(
        db, fixture_id, league=league, team=team, season=season, start=start, end=end
    )
    if fixture_id is None and narrowed == FixtureFilter(esports=False):
        raise InvalidArgument(
            "odds of which fixtures? Name fixture_id, league, team or days",
            parameter="fixture_id",
            value=None,
        )
    answer, rows = _chosen(db, narrowed, fixture_id, now=now)
    if not rows:
        bounded(answer, "rows", [], most=limit)
        return answer
    frame = db.odds([row.id for row in rows], market=market, bookmaker=bookmaker)  # type: ignore[arg-type]  # checked there
    sides = {row.id: {"home": row.home, "away": row.away} for row in rows}
    listing = [sides[int(str(row["fixture_id"]))] | row for row in records(frame)]
    bounded(answer, "rows", listing, most=limit)
    answer.notes += [frame.attrs["reason"]] if frame.empty and "reason" in frame.attrs else []
    return answer


project = view_tool(
    "project",
    project_view,
    about=("league", "season", "runs", "model", "to_come"),
    notes=["chances by a model, not knowledge"],
)


def _narrowed(
    db: Database,
    fixture_id: int | None,
    *,
    league: int | str | None,
    team: int | str | None,
    season: int | str | None,
    start: str | None,
    end: str | None,
) -> FixtureFilter:
    chosen = {"league": league, "team": team, "season": season, "start": start, "end": end}
    beside = [name for name, value in chosen.items() if value is not None]
    if fixture_id is not None and beside:
        raise InvalidArgument(
            f"fixture_id is one fixture; leave out {', '.join(beside)}",
            parameter="fixture_id",
            value=fixture_id,
        )
    return fixture_filter(
        db.connection, league=league, team=team, season=season, start=start, end=end
    )


def _chosen(
    db: Database, narrowed: FixtureFilter, fixture_id: int | None, *, now: int
) -> tuple[ToolAnswer, Sequence[FixtureRow]]:
    """The fixtures that are answered of, at most MOST_FIXTURES, and an answer that says how many are left out."""
    answer = ToolAnswer()
    if fixture_id is not None:
        rows = [fixture_of(db, fixture_id)]
    else:
        rows = fixtures_of(db.connection, narrowed, limit=MOST_FIXTURES)
        count = count_fixtures(db.connection, narrowed)
        if count > len(rows):
            answer.left_out["fixtures"] = count - len(rows)
        if not rows:
            answer.notes.append(why_no_fixtures(db.connection, narrowed))
    answer.fixture_ids = [row.id for row in rows]
    answer.doubts = fixture_doubts(rows, [None] * len(rows), now=now)
    return answer, rows
