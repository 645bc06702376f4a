"""Moves fixtures to the teams that their sources' names mean, after an edit of teams was undone.

A claim has the names by which its source called the teams. Each name that meant the edited team is looked up again, as
a load would do it.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from footydata.football.register.leagues import side_of
from footydata.football.terms import Side
from footydata.ingest.context import ImportContext, StoredSource
from footydata.ingest.identity.duplicates import duplicates, merge_duplicates, read_stored_fixtures
from footydata.ingest.identity.match import FixtureMatcher
from footydata.ingest.identity.resolve import Resolver
from footydata.ingest.identity.teams import fixtures_of_team
from footydata.sources.parsed import TeamKey
from footydata.store.claims.deriving import derive, write_bodies
from footydata.store.claims.journal import rows_of, update_team_fixtures
from footydata.store.writing import insert


class NamedSide(NamedTuple):
    """The name by which a claim calls one side of a fixture; side: home or away.

    name_id: of the name in external_id. scope: '' for a source's own id of the team. season_id: of the fixture.
    """

    claim_id: int
    side: str
    source: StoredSource
    name_id: int
    name: str
    scope: str
    league_side: str
    season_id: int | None


class MovedFixtures(NamedTuple):
    """What undoing an edit did with fixtures that were imported since.

    teams: fixture id → the team that it moved to; seasons: of these fixtures. parted: the fixtures of which some
    sources name another team, so that what they said became a fixture of its own.
    """

    teams: dict[int, int]
    parted: list[int]
    seasons: set[int]


def names_of_fixtures(connection: sqlite3.Connection, team_id: int) -> list[NamedSide]:
    """The names of a team in what was said of its fixtures."""
    names = []
    for row in connection.execute(_NAMES, {"id": team_id}):
        claim_id, side, *source, name_id, name, scope, season_id, country, league = row
        name_row = name_id, name, scope, side_of(country, league), season_id
        names.append(NamedSide(claim_id, side, StoredSource(*source), *name_row))
    return names


def move_later_fixtures(
    connection: sqlite3.Connection, team_id: int, names: Iterable[NamedSide], *, now: int
) -> MovedFixtures:
    """Move the fixtures of a team to the teams that their names mean now. Commits nothing.

    A fixture of which only some claims name another team becomes two. names: those that meant the team before.
    """
    names = list(names)
    ids = json.dumps(sorted({one.claim_id for one in names}))
    stored: dict[tuple[int, str], int] = {}
    for claim_id, home_id, away_id in connection.execute(_SIDES, {"ids": ids}):
        stored |= {(claim_id, Side.HOME.value): home_id, (claim_id, Side.AWAY.value): away_id}
    meanings: dict[tuple[int, int | None], int] = {}
    sides_of: defaultdict[int, dict[str, int]] = defaultdict(dict)
    sources: dict[int, StoredSource] = {}
    for one in names:
        meaning = one.name_id, one.season_id
        if meaning not in meanings:
            meanings[meaning] = _meant(connection, one, now=now)
        if meanings[meaning] != stored[one.claim_id, one.side]:
            sides_of[one.claim_id][one.side] = meanings[meaning]
            sources[one.claim_id] = one.source
    groups: defaultdict[int, defaultdict[_Sides, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for claim_id, fixture_id in connection.execute(_BESIDE, {"ids": json.dumps(sorted(sides_of))}):
        groups[fixture_id][tuple(sorted(sides_of[claim_id].items()))].append(claim_id)
    moves: dict[int, _Sides] = {}
    parted: list[_Part] = []
    for fixture_id, by_sides in groups.items():
        kept, *others = sorted(by_sides, key=bool)
        if kept:
            moves[fixture_id] = kept
        parted += [
            _Part(fixture_id, sides, by_sides[sides], sources[by_sides[sides][0]])
            for sides in others
        ]
    return _move(connection, team_id, moves, parted, now=now)


_Sides = tuple[tuple[str, int], ...]
"""Sides of a fixture, each with the team that it is now."""


class _Part(NamedTuple):
    """What some claims of a fixture make a fixture of its own; source: of the first of them."""

    fixture_id: int
    sides: _Sides
    claim_ids: list[int]
    source: StoredSource


def _meant(connection: sqlite3.Connection, one: NamedSide, *, now: int) -> int:
    """The team that a name means; a name that was forgotten is looked up again, and keeps its id."""
    row = connection.execute(
        "select entity_id from external_id where id = :id", {"id": one.name_id}
    ).fetchone()
    if row is not None:
        return int(row[0])
    country = one.scope.partition(" ")[0]
    key = TeamKey(one.name)
    resolver = Resolver(ImportContext(connection, now=now), one.source)
    means = resolver.team(key, country, side=one.league_side, season_id=one.season_id)
    ids = {
        "old": one.name_id,
        "new": resolver.team_name(key, country, side=one.league_side, season_id=one.season_id),
    }
    connection.execute("update external_id set id = :old where id = :new", ids)
    return means


def _move(
    connection: sqlite3.Connection,
    team_id: int,
    moves: dict[int, _Sides],
    parts: list[_Part],
    *,
    now: int,
) -> MovedFixtures:
    """Write the sides, merge duplicates, and update the teams' lists of fixtures and the members of seasons."""
    teams = {fixture_id: sides[-1][1] for fixture_id, sides in moves.items()}
    others = {
        id_ for sides in (*moves.values(), *(part.sides for part in parts)) for _, id_ in sides
    }
    reached = {*moves, *(part.fixture_id for part in parts)}
    seasons = {
        row.season_id
        for row in read_stored_fixtures(connection, reached)
        if row.season_id is not None
    }
    reached.update(id_ for other_id in others for id_ in fixtures_of_team(connection, other_id))
    before = rows_of(connection, [], reached)
    for part in parts:
        teams[_part(connection, part, now=now)] = part.sides[-1][1]
    for fixture_id, sides in moves.items():
        for side, other_id in sides:
            connection.execute(_SET_SIDE[side], {"id": fixture_id, "team_id": other_id})
    reached |= teams.keys()
    pairs_to_merge, _ = duplicates(connection, sorted(reached), teams)
    merge_duplicates(connection, pairs_to_merge)
    update_team_fixtures(connection, before, rows_of(connection, [], reached))
    for season_id in sorted(seasons):
        connection.execute(_NO_MEMBER, {"season_id": season_id, "team_id": team_id})
    return MovedFixtures(teams, sorted({part.fixture_id for part in parts}), seasons)


def _part(connection: sqlite3.Connection, part: _Part, *, now: int) -> int:
    """Make a fixture of its own of some claims of a fixture; returns its id."""
    write_bodies(connection, [part.fixture_id])
    (stored,) = read_stored_fixtures(connection, [part.fixture_id])
    teams = dict(part.sides)
    row = stored._replace(
        home_id=teams.get(Side.HOME, stored.home_id), away_id=teams.get(Side.AWAY, stored.away_id)
    )
    context = ImportContext(connection, now=now)
    row = row._replace(
        id=FixtureMatcher(context, Resolver(context, part.source), part.source).new_id(row)
    )
    insert(connection, "fixture", [row])
    connection.execute(_MOVE_CLAIMS, {"id": row.id, "ids": json.dumps(part.claim_ids)})
    derive(connection, [row.id, part.fixture_id])
    return row.id


_NAMES = """
    select claim.id, side, source.id, source.name, source.trust, external_id.id, external_id.key,
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
_SIDES = """
    select claim.id, home_id, away_id from claim join fixture on fixture.id = claim.fixture_id
    where claim.id in (select value from json_each(:ids))
"""
_BESIDE = """
    select id, fixture_id from claim where fixture_id in (
      select fixture_id from claim where id in (select value from json_each(:ids))) order by id
"""
_MOVE_CLAIMS = "update claim set fixture_id = :id where id in (select value from json_each(:ids))"
_SET_SIDE = {
    side.value: f"update fixture set {side.value}_id = :team_id where id = :id" for side in Side
}
_NO_MEMBER = """
    delete from season_team where season_id = :season_id and team_id = :team_id and not exists (
      select 1 from team_fixture join fixture on fixture.id = team_fixture.fixture_id
      where team_fixture.team_id = :team_id and fixture.season_id = :season_id)
"""
