"""Moves fixtures to the teams that their sources' names mean, after an edit of teams was undone.

A claim has the names by which its source called the teams. Each name that meant the edited team is looked up again, as
a load would do it.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from footydata.contract.terms import Side
from footydata.importing.context import ImportContext, StoredSource
from footydata.importing.duplicates import duplicates, merge_duplicates, read_stored_fixtures
from footydata.importing.resolve import Resolver
from footydata.importing.teams import fixtures_of_team
from footydata.register.leagues import side_of
from footydata.sources.parsed import TeamKey
from footydata.store.journal import rows_of, update_team_fixtures


class NamedSide(NamedTuple):
    """The name of one side of a fixture in a source; side: home or away.

    name_id: of the name in external_id. scope: '' for a source's own id of the team. season_id: of the fixture.
    """

    fixture_id: int
    side: str
    source: StoredSource
    name_id: int
    name: str
    scope: str
    league_side: str
    season_id: int | None


class MovedFixtures(NamedTuple):
    """What undoing an edit did with fixtures that were imported since.

    teams: fixture id → the team that it moved to; seasons: of these fixtures. ambiguous: fixture id → source and name,
    for a fixture that stays because only some of its sources name another team.
    """

    teams: dict[int, int]
    ambiguous: dict[int, tuple[str, str]]
    seasons: set[int]


def names_of_fixtures(connection: sqlite3.Connection, team_id: int) -> list[NamedSide]:
    """The names of a team in its fixtures, one per source and side of a fixture."""
    found = []
    for row in connection.execute(_NAMES, {"id": team_id}):
        fixture_id, side, *source, name_id, name, scope, season_id, country, league = row
        named = name_id, name, scope, side_of(country, league), season_id
        found.append(NamedSide(fixture_id, side, StoredSource(*source), *named))
    return found


def move_later_fixtures(
    connection: sqlite3.Connection, team_id: int, names: Iterable[NamedSide], *, now: int
) -> MovedFixtures:
    """Move the fixtures of a team to the teams that their names mean now. Commits nothing.

    A fixture stays if only some of its sources name another team. names: those that meant the team before.
    """
    named: defaultdict[tuple[int, str], dict[int, tuple[int, NamedSide]]] = defaultdict(dict)
    still = set(connection.execute(_OF_TEAM, {"id": team_id}).fetchall())
    meanings: dict[tuple[int, int | None], int] = {}
    for one in names:
        if (one.fixture_id, one.side) not in still:
            continue
        meaning = one.name_id, one.season_id
        if meaning not in meanings:
            meanings[meaning] = _meant(connection, one, now=now)
        named[one.fixture_id, one.side][one.source.id] = meanings[meaning], one
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


def _meant(connection: sqlite3.Connection, one: NamedSide, *, now: int) -> int:
    """The team that a name means; a name that was forgotten is looked up again, and keeps its id."""
    row = connection.execute("select entity_id from external_id where id = :id", {"id": one.name_id}).fetchone()
    if row is not None:
        return int(row[0])
    country = one.scope.partition(" ")[0]
    key = TeamKey(one.name)
    resolver = Resolver(ImportContext(connection, now=now), one.source)
    means = resolver.team(key, country, side=one.league_side, season_id=one.season_id)
    ids = {"old": one.name_id, "new": resolver.team_name(key, country, side=one.league_side, season_id=one.season_id)}
    connection.execute("update external_id set id = :old where id = :new", ids)
    return means


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


_NAMES = """
    select claim.fixture_id, side, source.id, source.name, source.trust, external_id.id, external_id.key,
           external_id.scope, fixture.season_id, league.country_code, league.name
    from (
      select claim.id, claim.fixture_id, 'home' as side, home_name as name_id
      from team_fixture join fixture on fixture.id = team_fixture.fixture_id and fixture.home_id = :id
      join claim on claim.fixture_id = fixture.id where team_fixture.team_id = :id
      union all
      select claim.id, claim.fixture_id, 'away', away_name
      from team_fixture join fixture on fixture.id = team_fixture.fixture_id and fixture.away_id = :id
      join claim on claim.fixture_id = fixture.id where team_fixture.team_id = :id
    ) as claim
    join external_id on external_id.id = claim.name_id and external_id.entity_id = :id
    join source on source.id = external_id.source_id
    join fixture on fixture.id = claim.fixture_id
    join league on league.id = fixture.league_id
    order by claim.id, side
"""
_OF_TEAM = """
    select id, case when home_id = :id then 'home' else 'away' end
    from team_fixture join fixture on fixture.id = fixture_id where team_id = :id
"""
_SET_SIDE = {side.value: f"update fixture set {side.value}_id = :team_id where id = :id" for side in Side}
_NO_MEMBER = """
    delete from season_team where season_id = :season_id and team_id = :team_id and not exists (
      select 1 from team_fixture join fixture on fixture.id = team_fixture.fixture_id
      where team_fixture.team_id = :team_id and fixture.season_id = :season_id)
"""
