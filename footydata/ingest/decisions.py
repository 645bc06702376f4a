"""What people decide of points and of sources.

Points are given or taken by a row of a person's own list. The order in which sources are believed has the fixtures of
several sources derived again.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from footydata.football.errors import InvalidArgument, NotFound, TeamNotFound
from footydata.football.records import PointsAdjustment
from footydata.football.wording import meant
from footydata.ingest.deriving import choose_names, derive
from footydata.sources.days import written_day
from footydata.sources.protocol import HIGHEST_TRUST
from footydata.store.file.transactions import write_transaction
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.teams import TeamFinder, teams
from footydata.store.rows import column, records

MOST_POINTS = 1_000
"""The most points that a decision may give or take."""


class Decision(NamedTuple):
    """Points given to a team, or taken (negative), with reason and day."""

    league: str
    season: str
    team: str
    points: int
    decided_on: str | None
    reason: str | None
    source: str


def decisions(
    connection: sqlite3.Connection, *, league_id: int | None = None, season_id: int | None = None
) -> list[Decision]:
    """The decisions of a database, newest season first; of a league or a season if asked for."""
    sql = """
    select league.name, season.label, team.name, points_adjustment.points, points_adjustment.decided_on,
           points_adjustment.reason, points_adjustment.source
    from points_adjustment
    join season on season.id = points_adjustment.season_id
    join league on league.id = season.league_id
    join team on team.id = points_adjustment.team_id
    where (:league_id is null or league.id = :league_id) and (:season_id is null or season.id = :season_id)
    order by season.start_year desc, league.id, team.name, team.id, points_adjustment.seq
    """
    values = {"league_id": league_id, "season_id": season_id}
    return records(connection, Decision, sql, values)


def decision_of(
    connection: sqlite3.Connection, row: Mapping[str, str | None], *, source: str
) -> PointsAdjustment:
    """The record of a row (league, season, team, points, date, reason); its seq is 0.

    Raises InvalidArgument, LeagueNotFound, SeasonNotFound, TeamNotFound, AmbiguousName.
    """
    cells = {name: (value or "").strip() for name, value in row.items() if name}
    absent = [name for name in ("league", "season", "team", "points") if not cells.get(name)]
    if absent:
        raise InvalidArgument(
            f"{', '.join(absent)} missing; a row has league, season, team, points, date, reason",
            parameter=absent[0],
            value=None,
        )
    league = find_league(connection, cells["league"])
    season = season_named(connection, league.id, cells["season"])
    team_id = _member(connection, season.id, cells["team"])
    reason = cells.get("reason") or None
    return PointsAdjustment(
        season.id, team_id, 0, _points(cells["points"]), reason, _day(cells.get("date", "")), source
    )


def _member(connection: sqlite3.Connection, season_id: int, text: str) -> int:
    """The team of a season that a person means: an id, a name, any spelling, or a part of one. Raises TeamNotFound."""
    members = teams(connection, season_id=season_id)
    _, matches = TeamFinder(connection, among={row.id for row in members}).find(text)
    if len(matches) == 1:
        return matches[0].id
    why = "fits several teams" if matches else "is not a team"
    names = ", ".join(sorted(row.name for row in members))
    raise TeamNotFound(f"{text!r} {why} of the season; there are: {names}")


def _points(text: str) -> int:
    points = int(text) if re.fullmatch(r"[+-]?\d{1,4}", text, re.ASCII) else 0
    if not 0 < abs(points) <= MOST_POINTS:
        raise InvalidArgument(
            f"points {text!r} is not a whole number from 1 to {MOST_POINTS}; write -3 for three points taken",
            parameter="points",
            value=text,
        )
    return points


def _day(text: str) -> str | None:
    written = written_day(text)
    day = None if written is None or written.is_open else written.plain
    if text and day is None:
        raise InvalidArgument(
            f"date {text!r} is not one day; write 2024-02-26, or leave it empty",
            parameter="date",
            value=text,
        )
    return None if day is None else day.isoformat()


CHOSEN_FROM = HIGHEST_TRUST + 1
"""The lowest trust of a source in a place that a person chose."""


class TrustChange(NamedTuple):
    """What another order of trust changed: fixtures looked at, those of them that changed, clubs with another name."""

    fixtures: int
    changed: int
    names: int


def set_trust(
    connection: sqlite3.Connection,
    names: Sequence[str],
    *,
    progress: Callable[[str], None] = lambda _: None,
) -> TrustChange:
    """Believe sources in this order, before all others in the order of their own trust, and commit.

    Without names, each source has its own trust again. Fixtures of several sources are derived again in the same
    transaction. An order that the sources' own trust gives too is not stored. Raises InvalidArgument,
    NotFound, DatabaseError.
    """
    with write_transaction(connection):
        was = column(connection, _IN_ORDER)
        connection.execute("update source set trust = coalesce(own_trust, trust), own_trust = null")
        sources = column(connection, _IN_ORDER)
        chosen = _named(names, sources)
        if chosen != sources[: len(chosen)]:
            values = [(CHOSEN_FROM + place, name) for place, name in enumerate(reversed(chosen), 1)]
            sql = "update source set own_trust = trust, trust = ? where name = ?"
            connection.executemany(sql, values)
        # Nothing depends on the numbers of a trust, but on their order.
        if column(connection, _IN_ORDER) == was:
            return TrustChange(0, 0, 0)
        shared = column(connection, _SHARED)
        progress(f"{len(shared):,} fixtures of several sources")
        renamed = choose_names(connection, column(connection, "select id from season"))
        seasons = column(connection, _SHARED_SEASONS)
        derived = derive(connection, seasons, now=0, changed=set(shared))
        return TrustChange(len(shared), len(derived.fixtures), renamed)


def _named(names: Sequence[str], sources: Sequence[str]) -> list[str]:
    by_name = {name.casefold(): name for name in sources}
    for name in names:
        if name.casefold() not in by_name:
            raise NotFound(f"no source of the database is called {name!r}; {meant(name, sources)}")
    ordered = [by_name[name.casefold()] for name in names]
    twice = next((name for name in ordered if ordered.count(name) > 1), None)
    if twice is not None:
        message = f"{twice} is named twice; an order has each source once"
        raise InvalidArgument(message, parameter="names", value=tuple(names))
    return ordered


_IN_ORDER = "select name from source order by trust desc, name"
_SHARED = """
    select claim.fixture_id from claim join load on load.id = claim.load_id
    group by claim.fixture_id having min(load.source_id) <> max(load.source_id) order by claim.fixture_id
"""
"""The fixtures that several sources give; of others no order of sources decides anything."""

_SHARED_SEASONS = """
    select season_id from fixture join claim on claim.fixture_id = fixture.id
    join load on load.id = claim.load_id where season_id is not null
    group by season_id having min(load.source_id) <> max(load.source_id) order by season_id
"""
