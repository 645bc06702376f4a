"""The tools for agents on prices and on how seasons may end. None of them places a bet."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import ToolAnswer, bounded, records
from footydata.faces.agents.choosing import (
    At,
    End,
    FixtureId,
    League,
    Limit,
    Market,
    Season,
    Start,
    Team,
    fixture_doubts,
    fixture_of,
)
from footydata.faces.agents.declaring import tool
from footydata.football.errors import InvalidArgument
from footydata.football.moments import day_named, day_of, end_named
from footydata.football.rows import FixtureRow
from footydata.football.terms import Status
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter
from footydata.store.read.fixtures.fixtures import fixtures as fixtures_of
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.read.seasons.leagues import find_league
from footydata.store.typed_names import as_list
from footydata.views.arguments import Says
from footydata.views.doubts import stale_doubts

MOST_FIXTURES = 20
"""How many fixtures are priced, or have their odds listed, in one answer."""

NO_PROFIT = "Fair by a model of past counts and result prices; nothing shows that betting on it makes a profit."


@tool
def fair_lines(
    db: Database,
    now: int,
    /,
    *,
    fixture_id: FixtureId | None = None,
    market: Market | None = None,
    league: League | None = None,
    team: Team | None = None,
    start: Start | None = None,
    end: End | None = None,
    limit: Limit = 60,
) -> ToolAnswer:
    """Fair lines and prices by our model beside the recorded ones; without id and days, of the next two weeks."""
    from footydata.forecast.pricing import AHEAD

    narrowed = _narrowed(
        db, fixture_id, league=league, team=team, season=None, start=start, end=end
    )
    if fixture_id is None and narrowed.start_ts is None and narrowed.end_ts is None:
        narrowed = replace(narrowed, start_ts=now, end_ts=now + AHEAD, statuses=(Status.SCHEDULED,))
    answer, rows = _chosen(db, narrowed, fixture_id, now=now)
    frame = db.fair_lines([row.id for row in rows], market=as_list(market)) if rows else None
    priced = [] if frame is None else records(frame)
    bounded(answer, "rows", priced, most=limit)
    used: dict[object, int] = {}
    for row in priced:
        used[row["league"]] = max(used.get(row["league"], 0), int(str(row["fixtures_used"])))
    answer.fixtures = sum(used.values())
    answer.notes += [
        NO_PROFIT,
        "a fixture of an earlier day is priced by what was known before that day",
    ]
    if fixture_id is not None and rows:
        answer.as_of_ts = min(day_named(day_of(rows[0].kickoff_ts))[0], now)
    if frame is not None:
        answer.doubts += [
            f"no line of {what}: {why}" for what, why in frame.attrs["refused"].items()
        ]
        answer.notes += [frame.attrs["reason"]] if frame.empty else []
    return answer


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


@tool
def project(
    db: Database, now: int, /, *, league: League, season: Season | None = None, at: At | None = None
) -> ToolAnswer:
    """How a season may end: each team's chance of every place and zone, from 10,000 endings by the league's rules."""
    frame = db.project(league, season, at=at)
    known = frame.attrs
    answer = ToolAnswer(
        fixtures=known["fixtures_used"],
        notes=[*known["notes"], "chances by a model, not knowledge"],
    )
    answer.about = {name: known[name] for name in ("league", "season", "runs", "model", "to_come")}
    answer.as_of_ts = min(end_named(known["as_of"]) or now, now)
    bounded(answer, "rows", records(frame), most=200)
    past = FixtureFilter(
        league_ids=(find_league(db.connection, league).id,), end_ts=answer.as_of_ts
    )
    finished = fixtures_of(db.connection, replace(past, statuses=(Status.FINISHED,)))
    answer.fixture_ids = [row.id for row in finished]
    if season is None and at is None:
        answer.doubts += stale_doubts([row.kickoff_ts for row in finished], now=now)
    return answer


def _narrowed(
    db: Database,
    fixture_id: int | None,
    *,
    league: str | None,
    team: str | None,
    season: str | None,
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
    answer.doubts = fixture_doubts(rows, [], now=now)
    return answer, rows
