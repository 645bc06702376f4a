"""Edits of teams: an alias makes sources call a team by another name, a merge makes one team of two.

Each edit has a journal by which it can be undone, and later loads respect it.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace

from footydata.football.countries import ALL_CODES
from footydata.football.errors import FootydataError
from footydata.football.records import ExternalId, TeamAlias, TeamEdit, TeamRecord
from footydata.football.register.naming import normalised
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import meant
from footydata.ingest.conflicts import Conflict
from footydata.ingest.identity.duplicates import Duplicate, duplicates, merge_duplicates
from footydata.ingest.identity.seasons import update_seasons
from footydata.store.bookmakers import update_default_bookmaker
from footydata.store.claims.journal import (
    Rows,
    changes,
    rows_of,
    update_team_fixtures,
    write_edit,
)
from footydata.store.file.transactions import write_transaction
from footydata.store.writing import upsert


class TeamsRefused(FootydataError):
    """An edit of teams would be wrong; the message says why."""


@dataclass(frozen=True, slots=True)
class TeamMerge:
    """What a merge of two teams moved.

    Attributes:
        edit_id: by which it can be undone; None for a trial.
        kept: the team that remains. gone: the team that was merged into it.
        fixtures: how many fixtures moved. duplicates: the pairs of fixtures that were merged.
        left: pairs that look like one fixture and remain two, as both have ids of a remote service.
        conflicts: where the two of a duplicate differed, and which value is stored.
        moved: what else moved, in words → how many.
        sources_of_both: the sources that have both teams in one season, so that they may be two teams.
    """

    edit_id: int | None
    kept: TeamRecord
    gone: TeamRecord
    fixtures: int
    duplicates: tuple[Duplicate, ...]
    left: tuple[Duplicate, ...]
    conflicts: tuple[Conflict, ...]
    moved: dict[str, int]
    sources_of_both: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aliased:
    """What an alias changed.

    Attributes:
        edit_id: by which it can be undone.
        team: the team that the spelling now names. scope: the country or region of the competitions.
        moved_spellings: how many spellings of sources named another team before.
        others: the teams that had the spelling; their fixtures stay with them.
        namesakes: further teams of the country whose name it is, though no source has spelled them so.
    """

    edit_id: int
    team: TeamRecord
    scope: str
    moved_spellings: int
    others: tuple[TeamRecord, ...]
    namesakes: tuple[TeamRecord, ...]


def merge(
    connection: sqlite3.Connection, from_id: int, into_id: int, *, now: int, is_trial: bool = False
) -> TeamMerge:
    """Merge one team into another, and commit; a trial changes nothing and gives what would move.

    The id of a remote service remains if one of the two has one, else into_id.
    Raises TeamsRefused if they have met, or both have ids of a remote service.
    """
    with write_transaction(connection):
        merged = merge_stored(
            connection, stored_team(connection, from_id), stored_team(connection, into_id), now=now
        )
        update_default_bookmaker(connection)
        if is_trial:
            connection.rollback()
            return replace(merged, edit_id=None)
    return merged


def alias(
    connection: sqlite3.Connection,
    team_id: int,
    spelling: str,
    *,
    source: str | None = None,
    scope: str | None = None,
    now: int,
) -> Aliased:
    """Let a source (None: every source) call a team by a spelling from now on, and commit.

    scope: the country or region of the competitions in which it does, None for the team's country.
    Raises TeamsRefused if the spelling is empty, or no country is known.
    """
    with write_transaction(connection):
        return alias_stored(
            connection,
            stored_team(connection, team_id),
            spelling,
            source=source,
            scope=scope,
            now=now,
        )


def edits(connection: sqlite3.Connection) -> list[TeamEdit]:
    """Every edit of teams, the newest first."""
    sql = f"select {', '.join(TeamEdit._fields)} from team_edit order by id desc"
    return [TeamEdit._make(row) for row in connection.execute(sql)]


def merge_stored(
    connection: sqlite3.Connection, gone: TeamRecord, kept: TeamRecord, *, why: str = "", now: int
) -> TeamMerge:
    """Merge one team into another, with a journal; why: the evidence that they are one. Commits nothing.

    Raises TeamsRefused as `merge` does.
    """
    if gone.id < OWN_IDS_FROM <= kept.id:
        gone, kept = kept, gone
    _check_merge(connection, gone, kept)
    ids = {"gone": gone.id, "kept": kept.id}
    moved_ids = fixtures_of_team(connection, gone.id)
    all_ids = sorted({*moved_ids, *fixtures_of_team(connection, kept.id)})
    sources_of_both = tuple(row[0] for row in connection.execute(_SOURCES_OF_BOTH, ids))
    before = rows_of(connection, [gone.id, kept.id], all_ids)
    connection.execute("pragma defer_foreign_keys = on")
    moved = _move(connection, ids, moved_ids)
    pairs_to_merge, unlike = duplicates(connection, all_ids, moved_ids)
    conflicts = merge_duplicates(connection, pairs_to_merge)
    _alias_old_name(connection, gone, kept.id, before)
    connection.execute("delete from team where id = :gone", ids)
    update_seasons_of_teams(connection, kept.id)
    after = rows_of(connection, [gone.id, kept.id], all_ids)
    update_team_fixtures(connection, before, after)
    sentence = f"{gone.name} ({gone.id}) is {kept.name}" + (f": {why}" if why else "")
    edit = TeamEdit(None, "merge", kept.id, gone.id, sentence, now, reason=why or None)
    edit_id = write_edit(connection, edit, changes(before, after))
    return TeamMerge(
        edit_id,
        kept,
        gone,
        len(moved_ids),
        tuple(pairs_to_merge),
        tuple(unlike),
        tuple(conflicts),
        moved,
        sources_of_both,
    )


def _check_merge(connection: sqlite3.Connection, gone: TeamRecord, kept: TeamRecord) -> None:
    if gone.id == kept.id:
        raise TeamsRefused(f"{gone.name} ({gone.id}) is one team already")
    if gone.id < OWN_IDS_FROM:
        raise TeamsRefused(
            f"{gone.name} ({gone.id}) and {kept.name} ({kept.id}) both have ids of a remote service, "
            "so they are two teams there"
        )
    row = connection.execute(_MET, {"gone": gone.id, "kept": kept.id}).fetchone()
    if row is not None:
        raise TeamsRefused(
            f"{gone.name} ({gone.id}) and {kept.name} ({kept.id}) are two teams: "
            f"they met on {row[1]} (fixture {row[0]})"
        )


def _move(
    connection: sqlite3.Connection, ids: dict[str, int], fixture_ids: Sequence[int]
) -> dict[str, int]:
    """Move everything of one team to the other; returns how many rows of each kind."""
    moved: dict[str, int] = {}
    values = {**ids, "fixtures": json.dumps(list(fixture_ids))}
    for noun, *statements in _MOVES:
        for sql in statements:
            moved[noun] = moved.get(noun, 0) + connection.execute(sql, values).rowcount
    for noun, sql in _REST:
        connection.execute(sql, values)
        moved.setdefault(noun, 0)
    return {noun: count for noun, count in moved.items() if count and noun}


def _alias_old_name(
    connection: sqlite3.Connection, gone: TeamRecord, kept_id: int, before: Rows
) -> None:
    """Make an alias of the merged team's name, for sources that are loaded later."""
    spellings = (
        ExternalId._make(row) for (table, _), row in before.items() if table == "external_id"
    )
    scopes = {row.scope for row in spellings if row.entity_id == gone.id and row.scope} | {
        gone.country_code
    }
    for scope in sorted(scope for scope in scopes if scope is not None):
        connection.execute(
            _ALIAS_OLD_NAME, TeamAlias("", scope, normalised(gone.name), kept_id)._asdict()
        )


def update_seasons_of_teams(connection: sqlite3.Connection, *team_ids: int) -> None:
    """Update the seasons of teams to their fixtures. Commits nothing."""
    seasons = connection.execute(
        "select distinct season_id from season_team where team_id in (select value from json_each(:ids))",
        {"ids": json.dumps(team_ids)},
    )
    update_seasons(connection, [row[0] for row in seasons.fetchall()])


def alias_stored(
    connection: sqlite3.Connection,
    team: TeamRecord,
    spelling: str,
    *,
    source: str | None,
    scope: str | None,
    now: int,
) -> Aliased:
    """Let a source call a team by a spelling, as `alias` does. Commits nothing. Raises TeamsRefused."""
    where = scope.upper() if scope else team.country_code
    if where is None:
        raise TeamsRefused(
            f"{team.name} ({team.id}) has no country; add --country, the country in whose competitions it is called so"
        )
    if where not in ALL_CODES:
        raise TeamsRefused(
            f"{where!r} is not a country or region code; {meant(where, sorted(ALL_CODES))}"
        )
    name = normalised(spelling)
    if not name:
        raise TeamsRefused(f"{spelling!r} is not a spelling: it has no letter and no digit")
    keys = {
        (source_id, key): entity_id
        for source_id, key, entity_id in connection.execute(
            _SPELLED, {"scope": where, "source": source}
        )
        if normalised(key) == name and entity_id != team.id
    }
    values = {"source": source, "scope": where, "name": name}
    so_far = {*keys.values(), *(row[0] for row in connection.execute(_ALIASED, values))} - {team.id}
    others = [
        row for row in (_find(connection, team_id) for team_id in sorted(so_far)) if row is not None
    ]
    namesakes = [
        row
        for row in map(TeamRecord._make, connection.execute(_OF_COUNTRY, {"scope": where}))
        if normalised(row.name) == name and row.id not in {team.id, *so_far}
    ]
    reach = [team.id, *so_far]
    before = rows_of(connection, reach, [])
    for source_id, key in keys:
        connection.execute(
            _MOVE_SPELLING, {"source_id": source_id, "scope": where, "key": key, "team_id": team.id}
        )
    connection.execute(
        "delete from team_alias where scope = :scope and spelling = :name and :source is null",
        values,
    )
    upsert(connection, "team_alias", [TeamAlias(source or "", where, name, team.id)])
    words = f"{spelling.strip()} ({source or 'every source'}, {where}) is {team.name}"
    changed = changes(before, rows_of(connection, reach, []))
    edit_id = write_edit(connection, TeamEdit(None, "alias", team.id, None, words, now), changed)
    return Aliased(edit_id, team, where, len(keys), tuple(others), tuple(namesakes))


def stored_team(connection: sqlite3.Connection, team_id: int) -> TeamRecord:
    """The team of an id. Raises TeamsRefused."""
    team = _find(connection, team_id)
    if team is None:
        raise TeamsRefused(f"no team has the id {team_id}")
    return team


def _find(connection: sqlite3.Connection, team_id: int) -> TeamRecord | None:
    sql = f"select {', '.join(TeamRecord._fields)} from team where id = :id"
    row = connection.execute(sql, {"id": team_id}).fetchone()
    return None if row is None else TeamRecord._make(row)


def fixtures_of_team(connection: sqlite3.Connection, team_id: int) -> list[int]:
    """The ids of all fixtures of a team, by kickoff."""
    rows = connection.execute(
        "select fixture_id from team_fixture where team_id = :id order by kickoff_ts, fixture_id",
        {"id": team_id},
    )
    return [row[0] for row in rows]


_AMONG = "id in (select value from json_each(:fixtures))"
_MOVES: tuple[tuple[str, ...], ...] = (
    ("", f"update fixture set home_id = :kept where {_AMONG} and home_id = :gone"),
    ("", f"update fixture set away_id = :kept where {_AMONG} and away_id = :gone"),
    (
        "seasons",
        """insert or ignore into season_team (season_id, team_id)
           select season_id, :kept from season_team where team_id = :gone""",
    ),
    (
        "names in other languages",
        """insert or ignore into team_name (team_id, lang, name)
           select :kept, lang, name from team_name where team_id = :gone""",
    ),
    (
        "points decisions",
        """insert into points_adjustment (season_id, team_id, seq, points, reason, decided_on, source)
           select season_id, :kept,
                  seq + 1 + coalesce((select max(seq) from points_adjustment as own
                                      where own.season_id = theirs.season_id and own.team_id = :kept), -1),
                  points, reason, decided_on, source
           from points_adjustment as theirs
           where team_id = :gone and not exists (
             select 1 from points_adjustment as own
             where own.season_id = theirs.season_id and own.team_id = :kept
               and (own.points, own.reason, own.decided_on) is (theirs.points, theirs.reason, theirs.decided_on))""",
    ),
    (
        "spellings",
        "update external_id set entity_id = :kept where kind = 'team' and entity_id = :gone",
    ),
    ("aliases", "update team_alias set team_id = :kept where team_id = :gone"),
)
"""What moves from one team to the other, in words, and the SQL that moves it."""

_REST: tuple[tuple[str, str], ...] = (
    ("", "delete from season_team where team_id = :gone"),
    ("", "delete from team_name where team_id = :gone"),
    ("", "delete from points_adjustment where team_id = :gone"),
)
_MET = """
    select fixture.id, date(fixture.kickoff_ts, 'unixepoch')
    from team_fixture join fixture on fixture.id = team_fixture.fixture_id
    where team_fixture.team_id = :gone and :kept in (fixture.home_id, fixture.away_id)
    order by fixture.kickoff_ts, fixture.id limit 1
"""
_SOURCES_OF_BOTH = """
    with named as (
      select distinct team_fixture.team_id, fixture.season_id, fixture_source.source_id
      from team_fixture
      join fixture on fixture.id = team_fixture.fixture_id
      join fixture_source on fixture_source.fixture_id = fixture.id
      where team_fixture.team_id in (:gone, :kept) and fixture.season_id is not null
    )
    select distinct source.name from named as one
    join named as other on other.season_id = one.season_id and other.source_id = one.source_id
    join source on source.id = one.source_id
    where one.team_id = :gone and other.team_id = :kept order by source.name
"""
_SPELLED = """
    select external_id.source_id, external_id.key, external_id.entity_id
    from external_id join source on source.id = external_id.source_id
    where external_id.kind = 'team' and external_id.scope = :scope and (:source is null or source.name = :source)
    order by external_id.source_id, external_id.key
"""
_OF_COUNTRY = (
    f"select {', '.join(TeamRecord._fields)} from team where country_code = :scope order by id"
)
_ALIASED = """
    select team_id from team_alias
    where scope = :scope and spelling = :name and (:source is null or source = :source) order by team_id
"""
_ALIAS_OLD_NAME = """
    insert into team_alias (source, scope, spelling, team_id) values (:source, :scope, :spelling, :team_id)
    on conflict do nothing
"""
_MOVE_SPELLING = """
    update external_id set entity_id = :team_id
    where source_id = :source_id and kind = 'team' and scope = :scope and key = :key
"""
