"""Undoes an edit of teams: reverses its changes, and moves fixtures that were imported since."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from footydata.football.errors import NotFound
from footydata.football.records import TeamEdit
from footydata.football.register.naming import bare, bare_of, normalised
from footydata.football.register.teams import registered_team
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.deleting import Deleter
from footydata.ingest.identity.later_names import move_later_fixtures, names_of_fixtures
from footydata.ingest.identity.seasons import update_seasons
from footydata.ingest.identity.teams import (
    TeamsRefused,
    edits,
    fixtures_of_team,
    stored_team,
    update_seasons_of_teams,
)
from footydata.store.bookmakers import update_default_bookmaker
from footydata.store.claims.deriving import derive, write_bodies
from footydata.store.claims.journal import (
    Change,
    read_changes,
    reverse,
    rows_of,
    update_team_fixtures,
)
from footydata.store.file.transactions import write_transaction


@dataclass(frozen=True, slots=True)
class Undone:
    """What undoing an edit did.

    Attributes:
        reversed: how many changes were reversed.
        not_reversed: changes that remain, as their rows were written again since.
        moved: id and name of each team to which fixtures imported since were moved, and how many.
        parted: how many fixtures imported since became two, as only some sources name another team.
    """

    edit: TeamEdit
    reversed: int
    not_reversed: tuple[Change, ...] = ()
    moved: tuple[tuple[int, str, int], ...] = ()
    parted: int = 0


def undo(connection: sqlite3.Connection, edit_id: int | None = None, *, now: int) -> Undone:
    """Undo an edit (None: the newest), and commit. Raises NotFound, TeamsRefused."""
    with write_transaction(connection):
        undone = _undo(connection, _edit(connection, edit_id), now)
        update_default_bookmaker(connection)
    return undone


def undo_own_merges(
    connection: sqlite3.Connection, team_ids: Iterable[int], *, now: int
) -> set[int]:
    """Undo footydata's own merges of these teams, the newest first; one that an edit of the user changed since stays.

    Returns the teams that are stored again. Commits nothing.
    """
    reached = set(team_ids)
    parted: set[int] = set()
    for edit in [
        edit for edit in edits(connection) if edit.undone_ts is None and edit.reason is not None
    ]:
        assert edit.id is not None and edit.gone_id is not None
        if edit.team_id not in reached:
            continue
        with suppress(TeamsRefused):
            _undo(connection, _edit(connection, edit.id), now)
            for table, key in (("team_edit_row", "edit_id"), ("team_edit", "id")):
                connection.execute(
                    f"delete from {table} where {key} = :id", {"id": edit.id}
                )  # tables of ours
            parted |= {edit.team_id, edit.gone_id}
            reached |= parted
    return parted


def _undo(connection: sqlite3.Connection, edit: TeamEdit, now: int) -> Undone:
    assert edit.id is not None
    changed = read_changes(connection, edit.id)
    team_ids = [team_id for team_id in (edit.team_id, edit.gone_id) if team_id is not None]
    fixture_ids = {change.place[1][0] for change in changed if change.place[0] == "fixture"}
    fixture_ids.update(fixtures_of_team(connection, edit.team_id))
    before = rows_of(connection, team_ids, fixture_ids)
    called = names_of_fixtures(connection, edit.team_id)
    write_bodies(connection, _fixtures_of_claims(connection, changed))
    conflicting = reverse(connection, changed)
    deleter = Deleter(connection)
    deleter.delete_fixtures(derive(connection, fixture_ids))
    after = rows_of(connection, team_ids, fixture_ids)
    update_team_fixtures(connection, before, after)
    _forget_spellings(connection, edit.team_id, changed)
    moved = move_later_fixtures(connection, edit.team_id, called, now=now)
    # The load that made a restored team a member may have been taken back since.
    restored = {change.place[1][0] for change in changed if change.place[0] == "season_team"}
    deleter.delete_members_without_fixtures(restored)
    update_seasons_of_teams(connection, *team_ids, *moved.teams.values())
    update_seasons(connection, moved.seasons | restored)
    connection.execute(
        "update team_edit set undone_ts = :now where id = :id", {"now": now, "id": edit.id}
    )
    _delete_unnamed(connection, team_ids)
    names = {
        team_id: stored_team(connection, team_id).name
        for team_id in sorted(set(moved.teams.values()))
    }
    counts = Counter(moved.teams.values())
    moved_to = tuple((team_id, names[team_id], counts[team_id]) for team_id in names)
    return Undone(
        edit._replace(undone_ts=now),
        len(changed) - len(conflicting),
        tuple(conflicting),
        moved_to,
        len(moved.parted),
    )


def _delete_unnamed(connection: sqlite3.Connection, team_ids: Iterable[int]) -> None:
    """Delete those of these teams of which no load that is left says anything."""
    unnamed = [
        team_id
        for team_id in team_ids
        if connection.execute(_IS_UNNAMED, {"id": team_id}).fetchone()[0]
    ]
    connection.executemany(
        "delete from season_team where team_id = ?", [(team_id,) for team_id in unnamed]
    )
    Deleter(connection).delete_teams(unnamed)


def _fixtures_of_claims(connection: sqlite3.Connection, changed: Iterable[Change]) -> list[int]:
    """The fixtures that now have the claims that an edit moved."""
    ids = json.dumps([change.place[1][0] for change in changed if change.place[0] == "claim"])
    sql = "select distinct fixture_id from claim where id in (select value from json_each(:ids))"
    return [row[0] for row in connection.execute(sql, {"ids": ids})]


def _forget_spellings(
    connection: sqlite3.Connection, team_id: int, changed: Sequence[Change]
) -> None:
    """Forget the spellings by which sources called the team since the edit made them its names."""
    given_teams = {
        change.place[1][2]
        for change in changed
        if change.place[0] == "team_alias" and change.after is not None
    }
    barely = {bare_of(spelling) for spelling in given_teams} - {
        bare(stored_team(connection, team_id).name)
    }
    spelled = connection.execute(
        "select source_id, scope, key from external_id where kind = 'team' and entity_id = :id order by 1, 2, 3",
        {"id": team_id},
    ).fetchall()
    for source_id, scope, key in spelled:
        known = registered_team(scope, key)
        if bare(key) in barely or given_teams & {
            normalised(key),
            *([normalised(known.name)] if known else []),
        }:
            connection.execute(
                _FORGET, {"source_id": source_id, "scope": scope, "key": key, "team_id": team_id}
            )


def _edit(connection: sqlite3.Connection, edit_id: int | None) -> TeamEdit:
    standing = [edit for edit in edits(connection) if edit.undone_ts is None]
    if not standing:
        raise NotFound("no merge and no alias stands that could be undone")
    edit = (
        standing[0]
        if edit_id is None
        else next((each for each in standing if each.id == edit_id), None)
    )
    if edit is None:
        numbers = ", ".join(str(each.id) for each in standing[:12])
        raise NotFound(f"there is no edit {edit_id} that stands; those that do: {numbers}")
    teams = {edit.team_id, edit.gone_id} - {None}
    of_fixtures = {row[0] for row in connection.execute(_SAME_FIXTURES, {"id": edit.id})}
    for later in standing[: standing.index(edit)]:
        if teams & {later.team_id, later.gone_id}:
            raise TeamsRefused(
                f"undo {later.id} first: it changed the same team since ({later.summary})"
            )
        if later.id in of_fixtures:
            raise TeamsRefused(
                f"undo {later.id} first: it changed the same fixtures since ({later.summary})"
            )
    return edit


_IS_UNNAMED = f"""
    select :id >= {OWN_IDS_FROM} and not exists (select 1 from team_fixture where team_id = :id)
       and not exists (select 1 from external_id where kind = 'team' and entity_id = :id)
"""
_SAME_FIXTURES = """
    select distinct edit_id from team_edit_row
    where edit_id > :id and changed in ('claim', 'fixture') and key in (
      select key from team_edit_row where edit_id = :id and changed in ('claim', 'fixture'))
"""
_FORGET = """
    delete from external_id
    where source_id = :source_id and kind = 'team' and scope = :scope and key = :key and entity_id = :team_id
"""
