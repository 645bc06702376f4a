"""How strong teams are."""

import sqlite3
from collections.abc import Iterable
from typing import Annotated

from footydata.football.errors import InvalidArgument, TooFewFixtures
from footydata.forecast.rating import rated_fixtures, team_ratings
from footydata.store.read.conditions import fixture_filter
from footydata.views.arguments import At, Clock, Says
from footydata.views.columns import columns, row_of
from footydata.views.doubts import stale_doubts
from footydata.views.view import Block, Shown, View

RATING_COLUMNS = columns(
    "ratings(history=True)",
    (
        *("fixture_id", "kickoff_ts", "league_id", "country", "league", "team_id", "team"),
        *("rating", "change", "fixtures"),
    ),
)
CURRENT_RATING_COLUMNS = columns(
    "ratings",
    ("position", "team_id", "team", "rating", "last_5", "fixtures", "latest_ts"),
)


def ratings_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    league: Annotated[
        int | str | Iterable[int | str],
        Says("Only the teams of its newest season: an id or part of a name."),
    ]
    | None = None,
    team: Annotated[int | str | Iterable[int | str], Says("Only this team.")] | None = None,
    at: At | None = None,
    history: Annotated[bool, Says("A row after each fixture, the oldest first.")] = False,
) -> View:
    """How strong each team is by the results of all its fixtures, best first: its latest Elo rating.

    A team starts with the average, 1500, so its rating means little before some 30 fixtures. Teams of
    leagues that never meet can't be compared. A rating is based on a team's fixtures in every competition.
    """
    narrowed = fixture_filter(connection, league=league, team=team)
    at_ts = clock.end_of(at) or clock.now
    leagues, teams = narrowed.league_ids, narrowed.team_ids
    if history:
        rated = rated_fixtures(
            connection,
            league_ids=leagues,
            team_ids=teams,
            at_ts=at_ts,
            now=clock.now,
        )
        changes = [row_of(RATING_COLUMNS, row) for row in rated]
        none = "no finished fixture with a score to rate the teams by"
        return View(RATING_COLUMNS, changes, reason="" if changes else none)
    if leagues is not None and len(leagues) > 1:
        raise InvalidArgument(
            "the ratings of teams are of one league, or of all; history=True takes several",
            parameter="league",
            value=league,
        )
    try:
        rows = team_ratings(
            connection,
            league_id=leagues[0] if leagues else None,
            at_ts=at_ts,
            now=clock.now,
        )
    except TooFewFixtures as error:
        return View(CURRENT_RATING_COLUMNS, [], reason=str(error))
    rows = [row for row in rows if teams is None or row.team_id in teams]
    never = "Teams of leagues that never meet are not comparable; name a league for one alone."
    return View(
        CURRENT_RATING_COLUMNS,
        rows,
        _shown(clock),
        [Block("", rows)],
        notes=[] if leagues else [never],
        doubts=[] if at else stale_doubts([row.latest_ts for row in rows], now=clock.now),
        fixture_ids=None,
    )


def _shown(clock: Clock) -> tuple[Shown, ...]:
    return (
        Shown("#", "position", width=3, is_needed=True),
        Shown("Team", "team", kind="text", is_needed=True, link=("team", "team_id"), width=24),
        Shown("Elo", "rating", format="{:.0f}".format, style="strong"),
        Shown("Last 5", "last_5", format="{:+.0f}".format, width=7),
        Shown("Fixtures", "fixtures", 70, width=9),
        Shown("Latest", "latest_ts", 50, clock.day_text, width=11, kind="whole"),
    )
