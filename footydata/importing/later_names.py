"""Notes the names by which sources call a merged or aliased team in new fixtures, so that an undo can move these.

A name is a row in the journal of the edit, with `{}` as the state before and the name as the state after: the source,
its name of the team, and the country and side of the league. When the edit is undone, each name is looked up again as
a load would do it.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from footydata.contract.terms import Side
from footydata.importing.context import ImportContext, StoredSource
from footydata.importing.duplicates import duplicates, merge_duplicates, read_stored_fixtures
from footydata.importing.resolve import Resolver
from footydata.importing.teams import fixtures_of_team
from footydata.records import FixtureRecord, TeamEditRow
from footydata.register.leagues import side_of
from footydata.sources.parsed import ParsedFixture, TeamKey
from footydata.store.journal import rows_of, update_team_fixtures
from footydata.store.writing import upsert

_Noted = tuple[int, int, dict[str, str | int]]
"""Edit id, fixture id, and how a source named one side of the fixture."""


class LaterName(NamedTuple):
    """The name of one side of a fixture in a source, after an edit of that team; side: home or away."""

    fixture_id: int
    side: str
    source: StoredSource
    name: str
    country: str
    league_side: str


class MovedFixtures(NamedTuple):
    """What undoing an edit did with fixtures that were imported since.

    teams: fixture id → the team that it moved to; seasons: of these fixtures. ambiguous: fixture id → source and name,
    for a fixture that stays because only some of its sources name another team.
    """

    teams: dict[int, int]
    ambiguous: dict[int, tuple[str, str]]
    seasons: set[int]


def note_later_names(
    context: ImportContext,
    resolver: Resolver,
    source: StoredSource,
    matched: Iterable[tuple[ParsedFixture, FixtureRecord]],
) -> None:
    """Note how the source calls the edited teams in these fixtures. Commits nothing."""
    edited = context.edited_teams
    if not edited:
        return
    rows: list[_Noted] = []
    for parsed, row in matched:
        for side, key, team_id in ((Side.HOME, parsed.home, row.home_id), (Side.AWAY, parsed.away, row.away_id)):
            if team_id in edited and key.id is None:
                league = resolver.full_key(parsed.league)
                named: dict[str, str | int] = {
                    "side": side.value,
                    "source_id": source.id,
                    "name": key.name,
                    "country": key.country or league.country,
                    "league_side": side_of(league.country, league.name),
                }
                rows.append((edited[team_id], row.id, named))
    _append(context.connection, rows)


def later_names(connection: sqlite3.Connection, team_id: int) -> list[LaterName]:
    """The names noted for a team since its edits, one per side of a fixture."""
    found = []
    for key, text in connection.execute(_LATER):
        (fixture_id,), named = json.loads(key), json.loads(text)
        source = connection.execute(_SOURCE, {"id": named["source_id"]}).fetchone()
        sides = connection.execute(_SIDES, {"id": fixture_id}).fetchone()
        if source and sides and sides[named["side"] == Side.AWAY] == team_id:
            names = named["name"], named["country"], named["league_side"]
            found.append(LaterName(fixture_id, named["side"], StoredSource(*source), *names))
    return found


def move_later_fixtures(connection: sqlite3.Connection, team_id: int, *, now: int) -> MovedFixtures:
    """Move the fixtures imported for a team since its edits to the teams that their names mean now. Commits nothing.

    A fixture stays if only some of its sources name another team.
    """
    named: defaultdict[tuple[int, str], dict[int, tuple[int, LaterName]]] = defaultdict(dict)
    for one in later_names(connection, team_id):
        resolver = Resolver(ImportContext(connection, now=now), one.source)
        (season_id,) = connection.execute(_SEASON, {"id": one.fixture_id}).fetchone()
        means = resolver.team(TeamKey(one.name), one.country, side=one.league_side, season_id=season_id)
        named[one.fixture_id, one.side][one.source.id] = means, one
    teams: dict[int, int] = {}
    ambiguous: dict[int, tuple[str, str]] = {}
    sides: dict[tuple[int, str], int] = {}
    for (fixture_id, side), by_source in named.items():
        others = [one for means, one in by_source.values() if means != team_id]
        meant = {by_source[id_][0] if id_ in by_source else team_id for id_ in _sources(connection, fixture_id)}
        if others and len(meant) == 1:
            sides[fixture_id, side] = teams[fixture_id] = meant.pop()
        elif others:
            ambiguous[fixture_id] = (others[0].source.name, others[0].name)
    return MovedFixtures(teams, ambiguous, _move(connection, team_id, sides))


def _move(connection: sqlite3.Connection, team_id: int, sides: dict[tuple[int, str], int]) -> set[int]:
    """Write the sides, merge duplicates, and update the teams' lists of fixtures and the members of seasons.

    Gives the seasons of the moved fixtures.
    """
    moved = sorted({fixture_id for fixture_id, _ in sides})
    reached = {*moved, *(id_ for other_id in set(sides.values()) for id_ in fixtures_of_team(connection, other_id))}
    rows = read_stored_fixtures(connection, moved)
    before = rows_of(connection, [], reached)
    for (fixture_id, side), other_id in sides.items():
        connection.execute(_SET_SIDE[side], {"id": fixture_id, "team_id": other_id})
    found, _ = duplicates(connection, sorted(reached), moved)
    merge_duplicates(connection, found)
    update_team_fixtures(connection, before, rows_of(connection, [], reached))
    seasons = {row.season_id for row in rows if row.season_id is not None}
    for season_id in sorted(seasons):
        connection.execute(_NO_MEMBER, {"season_id": season_id, "team_id": team_id})
    return seasons


def _sources(connection: sqlite3.Connection, fixture_id: int) -> list[int]:
    sql = "select source_id from fixture_source where fixture_id = :id order by source_id"
    return [row[0] for row in connection.execute(sql, {"id": fixture_id})]


def _append(connection: sqlite3.Connection, rows: Iterable[_Noted]) -> None:
    """Append to the journals of edits, each note once."""
    places: dict[int, int] = {}
    for edit_id, fixture_id, named in rows:
        key, after = json.dumps([fixture_id]), json.dumps(named, ensure_ascii=False)
        values = {"edit_id": edit_id, "key": key, "after": after}
        if connection.execute(_NOTED, values).fetchone():
            continue
        if edit_id not in places:
            places[edit_id] = connection.execute(_LAST, values).fetchone()[0] or 0
        places[edit_id] += 1
        row = TeamEditRow(edit_id, places[edit_id], "fixture", key, "{}", after)
        upsert(connection, "team_edit_row", [row])


_LATER = "select key, after from team_edit_row where before = '{}' order by edit_id, seq"
_NOTED = """
    select 1 from team_edit_row where edit_id = :edit_id and before = '{}' and key = :key and after = :after
"""
_LAST = "select max(seq) from team_edit_row where edit_id = :edit_id"
_SOURCE = "select id, name, trust from source where id = :id"
_SEASON = "select season_id from fixture where id = :id"
_SIDES = "select home_id, away_id from fixture where id = :id"
_SET_SIDE = {side.value: f"update fixture set {side.value}_id = :team_id where id = :id" for side in Side}
_NO_MEMBER = """
    delete from season_team where season_id = :season_id and team_id = :team_id and not exists (
      select 1 from team_fixture join fixture on fixture.id = team_fixture.fixture_id
      where team_fixture.team_id = :team_id and fixture.season_id = :season_id)
"""
