"""The tool that finds a team or a league by any spelling."""

from collections.abc import Sequence
from typing import Annotated, Literal

from footydata.database import Database
from footydata.faces.agents.answers import Rows, ToolAnswer, bounded
from footydata.faces.agents.declaring import tool
from footydata.football.errors import LeagueNotFound, NotFound, TeamNotFound
from footydata.football.ids import is_whole_number
from footydata.football.moments import day_of
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_ids, fixtures_by_id
from footydata.store.read.seasons.league_names import near_leagues
from footydata.store.read.seasons.leagues import find_league, leagues, leagues_by_id
from footydata.store.read.teams.teams import TeamFinder, find_team, teams
from footydata.store.typed_names import AmbiguousName
from footydata.views.arguments import League, Says

MOST = 12
"""How many teams and leagues are listed."""

SIMILAR = "similar"
"""How a name matches that is nobody's."""


@tool
def find(
    db: Database,
    now: int,
    /,
    *,
    name: Annotated[str, Says("Name as anyone spells it, in any language; part of it; code; id.")],
    kind: Literal["team", "league"] | None = None,
    league: League | None = None,
) -> ToolAnswer:
    """Find a team or a league by any spelling: its id and name, how they match, and how many fixtures there are."""
    among = None if league is None else find_league(db.connection, league).id
    rows: Rows = []
    why_no_league = "'contents' lists the leagues"
    if kind != "league":
        rows += _teams(db, name, among)
    if kind != "team" and among is None:
        found, why_no_league = _leagues(db, name)
        rows += found
    if any(row["how"] != SIMILAR for row in rows):
        rows = [row for row in rows if row["how"] != SIMILAR]
    if not rows:
        raise NotFound(
            why_no_league if kind == "league" else f"no team is called {name!r}; {why_no_league}"
        )
    answer = ToolAnswer()
    answer.fixture_ids = list(
        dict.fromkeys(each for row in rows[:MOST] for each in _count(db, row))
    )
    is_question = len(rows) > 1 or rows[0]["how"] == SIMILAR
    if is_question:
        which = (
            "is one of these meant?"
            if rows[0]["how"] == SIMILAR
            else "which one is meant? Name it by its id."
        )
        what = (
            "Nothing is called"
            if rows[0]["how"] == SIMILAR
            else f"{len(rows)} are called, or called in part,"
        )
        answer.question = f"{what} {name!r}: {which}"
    bounded(answer, "choices" if is_question else "rows", rows, most=MOST)
    return answer


def _teams(db: Database, name: str, league_id: int | None) -> Rows:
    if is_whole_number(name.strip()):
        try:
            team = find_team(db.connection, name.strip())
        except TeamNotFound:
            return []
        return [
            {"kind": "team", "id": team.id, "name": team.name, "country": team.country, "how": "id"}
        ]
    among = (
        None if league_id is None else {row.id for row in teams(db.connection, league_id=league_id)}
    )
    finder = TeamFinder(db.connection, among)
    how, found = finder.find(name.strip())
    how_named: str = how if found else SIMILAR
    return [
        {"kind": "team", "id": row.id, "name": row.name, "country": row.country, "how": how_named}
        for row in found or finder.similar(name.strip())
    ]


def _leagues(db: Database, name: str) -> tuple[Rows, str]:
    """The leagues that a name fits, else the nearest; and why there is none."""
    how, why = "name", ""
    try:
        ids: Sequence[int] = [find_league(db.connection, name.strip()).id]
    except AmbiguousName as error:
        ids, how = error.ids, "part"
    except LeagueNotFound as error:
        why = str(error)
        rows = leagues(db.connection)
        ids, how = [row.id for row in near_leagues(db.connection, rows, name)], SIMILAR
    by_id = leagues_by_id(db.connection)
    return [
        {
            "kind": "league",
            "id": each,
            "name": by_id[each].name,
            "country": by_id[each].country,
            "how": how,
        }
        for each in ids
    ], why


def _count(db: Database, row: dict[str, object]) -> list[int]:
    """The fixtures of a team or league, whose number and span the row is given."""
    key = (int(str(row["id"])),)
    narrowed = (
        FixtureFilter(team_ids=key) if row["kind"] == "team" else FixtureFilter(league_ids=key)
    )
    ids = fixture_ids(db.connection, narrowed)
    row["fixtures"] = len(ids)
    if row["country"] is None:
        del row["country"]
    if ids:
        ends = fixtures_by_id(db.connection, (ids[0], ids[-1]))
        row["first"], row["last"] = (
            day_of(ends[ids[0]].kickoff_ts),
            day_of(ends[ids[-1]].kickoff_ts),
        )
    return ids
