"""The tools for agents on fixtures, tables, figures and players; each answers over the doors of Database."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from footydata.database import Database
from footydata.faces.agents.answers import ToolAnswer, bounded, records
from footydata.faces.agents.choosing import (
    Limit,
    fixture_of,
    fixture_rows,
    gap_doubts,
    played_ids,
    row_doubts,
)
from footydata.faces.agents.declaring import tool, view_tool
from footydata.football.choices import (
    GroupName,
    SideName,
)
from footydata.football.moments import day_of, iso_utc
from footydata.football.rows import FixtureRow
from footydata.football.terms import Side, Status
from footydata.football.wording import plural
from footydata.rules.streaks import TeamResult
from footydata.rules.streaks import streaks as streaks_of
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter
from footydata.store.read.fixtures.fixtures import fixtures as fixtures_of
from footydata.store.read.fixtures.preview import PARTS
from footydata.store.read.quality.contents import contents as contents_of
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.read.seasons.leagues import season_spans
from footydata.store.read.teams.teams import find_team
from footydata.views.arguments import FixtureId, League, Says, Season, Team
from footydata.views.averages import averages_view
from footydata.views.doubts import fixture_doubts, stale_doubts
from footydata.views.fixtures import fixtures_view
from footydata.views.players import players_view
from footydata.views.tables import table_view

_FINISHED = (Status.FINISHED,)

PART = 60
"""The most rows of a part of a fixture or a preview."""

By = Annotated[GroupName, Says("One row for each.")]
Venue = Annotated[SideName, Says("Only the teams' home or away fixtures.")]


fixtures = view_tool("fixtures", fixtures_view, limit=30, about=("matching", "figures_known_of"))


@tool
def fixture(db: Database, now: int, /, *, fixture_id: FixtureId) -> ToolAnswer:
    """One fixture: score, figures, timeline, statistics, recorded odds, and in what its sources differ."""
    row = fixture_of(db, fixture_id)
    whole = db.fixture(fixture_id)
    answer = ToolAnswer(fixture_ids=[fixture_id], about={"title": whole.title})
    bounded(answer, "rows", fixture_rows(db, [row]), most=1)
    for name in ("events", "statistics", "odds"):
        frame = getattr(whole, name)
        known = [row for row in records(frame, without=("fixture_id",)) if row]
        bounded(answer, name, known, most=PART)
        if not known:
            answer.notes.append(str(frame.attrs.get("reason", f"no {name} of it are recorded")))
    bounded(answer, "figures", records(db.figures(fixture_id), without=("fixture_id",)), most=PART)
    said = db.sources(fixture_id)
    bounded(answer, "differences", records(said[said["differs"].fillna(False)]), most=PART)
    answer.notes.append(said.attrs["summary"])
    answer.doubts += fixture_doubts([row], [answer.lists["rows"][0].get("doubt")], now=now)
    answer.doubts += [
        f"sources differ in {name}"
        for name in said["value"][said["differs"].fillna(False)].unique()
    ]
    return answer


table = view_tool("table", table_view, about=("title", "country", "league", "season", "zones"))


averages = view_tool(
    "averages",
    averages_view,
    limit=30,
    about=("market", "line", "side"),
    notes=["few fixtures prove little; each row says how many it has"],
)


@tool
def streaks(
    db: Database,
    now: int,
    /,
    *,
    team: Team,
    league: League | None = None,
    season: Season | None = None,
    venue: Venue | None = None,
) -> ToolAnswer:
    """How many results in a row a team has won, drawn, lost, scored, kept a clean sheet ...: now and at most."""
    chosen = fixture_filter(db.connection, league=league, season=season)
    found = find_team(db.connection, team, league_ids=chosen.league_ids)
    narrowed = replace(chosen, team_ids=(found.id,), esports=None)
    rows = fixtures_of(db.connection, replace(narrowed, statuses=_FINISHED))
    at_venue = [
        row
        for row in rows
        if venue is None or (row.home_id == found.id) == (venue == Side.HOME.value)
    ]
    results = _results(at_venue, found.id)
    answer = ToolAnswer(about={"team": found.name, "team_id": found.id})
    answer.fixture_ids = [row.fixture_id for row in results]
    for streak in streaks_of(results) if results else ():
        days = {"from": streak.first_ts, "to": streak.last_ts}
        cells = {"run": streak.run, "current": streak.current, "longest": streak.longest}
        answer.lists.setdefault("rows", []).append(
            cells | {name: day_of(ts) for name, ts in days.items() if ts is not None}
        )
    answer.lists.setdefault("rows", [])
    kickoffs = [row.kickoff_ts for row in results]
    answer.doubts = gap_doubts(kickoffs) + (
        [] if season is not None else stale_doubts(kickoffs, now=now)
    )
    answer.notes = ["by scores of ninety minutes, in every competition that the filters leave"]
    if len(results) < len(at_venue):
        scoreless = plural(len(at_venue) - len(results), "finished fixture")
        answer.doubts.append(f"{scoreless} without a known score passed over")
    if not results:
        answer.notes.append(why_no_fixtures(db.connection, replace(narrowed, statuses=_FINISHED)))
    return answer


@tool
def head_to_head(
    db: Database, now: int, /, *, team: Team, other: Team, limit: Limit = 10
) -> ToolAnswer:
    """The finished fixtures of two teams, the newest first, and how many each won."""
    frame = db.head_to_head(team, other)
    newest = frame.iloc[::-1]
    answer = ToolAnswer(
        fixture_ids=[int(each) for each in frame["fixture_id"]],
        about={"record": frame.attrs["record"]},
    )
    bounded(answer, "rows", records(newest), most=limit)
    answer.doubts = row_doubts(answer.lists["rows"])
    scoreless = int(frame[["home_goals", "away_goals"]].isna().any(axis=1).sum())
    if scoreless:
        answer.doubts.append(
            f"the record lacks {plural(scoreless, 'fixture')} without a known score of ninety minutes"
        )
    if frame.empty:
        answer.notes.append(frame.attrs["reason"])
    return answer


@tool
def preview(
    db: Database,
    now: int,
    /,
    *,
    fixture_id: FixtureId,
    last: Annotated[int, Says("Meetings, and fixtures of a form.", least=1, most=20)] = 5,
) -> ToolAnswer:
    """What was known before a fixture: meetings, forms, profiles, referee, places, fair and recorded lines."""
    row = fixture_of(db, fixture_id)
    known = db.preview(fixture_id, last=last)
    until = int(known.known_until.timestamp())
    answer = ToolAnswer(about={"title": known.title}, as_of_ts=until)
    for part in PARTS:
        bounded(
            answer, part, records(getattr(known, part), without=("computed", "side_id")), most=PART
        )
    answer.notes = [f"{part.replace('_', ' ')}: {why}" for part, why in known.reasons.items()]
    answer.notes.append(
        "fair lines are by a model; nothing shows that betting on them makes a profit"
    )
    answer.fixture_ids = played_ids(
        db, FixtureFilter(team_ids=(row.home_id, row.away_id), end_ts=until)
    )
    answer.doubts = fixture_doubts([row], [fixture_rows(db, [row])[0].get("doubt")], now=now)
    answer.doubts += known.doubts
    return answer


players = view_tool("players", players_view, limit=20, about=("league", "season"))


@tool
def contents(db: Database, now: int, /, *, limit: Limit = 50) -> ToolAnswer:
    """What the file holds and how fresh it is: rows, span, sources with their newest change, leagues with seasons."""
    sections: dict[str, dict[str, object]] = {}
    for line in contents_of(db.connection):
        sections.setdefault(line.section, {})[line.what] = line.value
    rows = sections.pop("rows")
    answer = ToolAnswer(
        about={"rows": {name: count for name, count in rows.items() if count}, "file": sections}
    )
    answer.fixture_ids = None
    spans = season_spans(db.connection)
    listing = records(db.leagues(), without=("has_standings", "min_plan"))
    for row in listing:
        if span := spans.get(int(str(row["league_id"]))):
            row |= {"seasons": span.seasons, "first": span.first, "last": span.last}
    bounded(answer, "leagues", listing, most=limit)
    overdue = [
        row
        for row in fixtures_of(
            db.connection, FixtureFilter(end_ts=now, statuses=(Status.SCHEDULED, Status.LIVE))
        )
    ]
    answer.doubts = fixture_doubts(overdue, [None] * len(overdue), now=now)
    loads = db.loads()
    if not loads.empty:
        answer.notes.append(f"last loaded {iso_utc(int(loads['loaded'].max().timestamp()))}")
    return answer


def _results(rows: Sequence[FixtureRow], team_id: int) -> list[TeamResult]:
    """The known scores of a team's fixtures, in their order."""
    return [
        TeamResult(
            row.id,
            row.kickoff_ts,
            *(row.home_goals, row.away_goals)[:: 1 if row.home_id == team_id else -1],
        )
        for row in rows
        if row.home_goals is not None and row.away_goals is not None
    ]
