"""What people decide of teams: an alias gives a name another team, a merge lets all names of one team mean another.

A decision changes no name and no fixture by itself: both are derived again from all that was said and decided, so that
undoing one gives what would be there without it.
"""

import sqlite3
from itertools import chain
from typing import NamedTuple

from footydata.football.countries import ALL_CODES
from footydata.football.errors import FootydataError, NotFound
from footydata.football.records import TeamEdit, TeamRecord
from footydata.football.register import HASHED_IDS_FROM, bare, bare_of, normalised
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import meant
from footydata.ingest.claiming import Conflict, contradictions
from footydata.ingest.clubs import (
    base_of_team,
    return_points,
    standing_edits,
    write_edit,
    write_merge,
)
from footydata.ingest.deriving import derive
from footydata.ingest.seasons import seasons_of
from footydata.store.bookmakers import update_default_bookmaker
from footydata.store.claims.regrouping import Regrouped
from footydata.store.file.transactions import write_transaction
from footydata.store.rows import column, first, ids_of, records


class TeamsRefused(FootydataError):
    """An edit of teams would be wrong; the message says why."""


class TeamMerge(NamedTuple):
    """What a merge of two teams changed.

    edit_id: by which it can be undone; None for a trial. kept: the team that remains. gone: the team that was merged
    into it. fixtures: how many fixtures moved. duplicates: the pairs of ids whose fixtures are one now, by the first.
    conflicts: where the two of a duplicate differed, and which value is stored. sources_of_both: the sources that have
    both teams in one season, so that they may be two teams.
    """

    edit_id: int | None
    kept: TeamRecord
    gone: TeamRecord
    fixtures: int
    duplicates: tuple[tuple[int, int], ...]
    conflicts: tuple[Conflict, ...]
    sources_of_both: tuple[str, ...]


class Aliased(NamedTuple):
    """What an alias changed.

    edit_id: by which it can be undone. team: that the spelling now names. scope: the country or region of the
    competitions. others: the teams that had the spelling. namesakes: further teams of the country whose name it is,
    though no source has spelled them so.
    """

    edit_id: int | None
    team: TeamRecord
    scope: str
    others: tuple[TeamRecord, ...]
    namesakes: tuple[TeamRecord, ...]


class Undone(NamedTuple):
    """An edit that was undone; fixtures: how many were written anew."""

    edit: TeamEdit
    fixtures: int


def edits(connection: sqlite3.Connection) -> list[TeamEdit]:
    """Every edit of teams, the newest first."""
    return records(connection, TeamEdit, "from team_edit order by id desc")


def merge(
    connection: sqlite3.Connection, from_id: int, into_id: int, *, now: int, is_trial: bool = False
) -> TeamMerge:
    """Let the names of one team mean another, and commit; a trial changes nothing and tells what would move.

    The id of a remote service remains if one of the two has one, else into_id.
    Raises TeamsRefused if they have met, or both have ids of a remote service.
    """
    with write_transaction(connection, is_trial=is_trial):
        merged = _merge(
            connection, stored_team(connection, from_id), stored_team(connection, into_id), now=now
        )
        if merged.duplicates:
            # Of other fixtures no bookmaker has more or fewer.
            update_default_bookmaker(connection)
    return merged._replace(edit_id=None) if is_trial else merged


def alias(
    connection: sqlite3.Connection,
    team_id: int,
    spelling: str,
    *,
    source: str | None = None,
    scope: str | None = None,
    now: int,
) -> Aliased:
    """Let a source (None: every source) call a team by a spelling, and commit.

    scope: the country or region of the competitions in which it does, None for the team's country.
    Raises TeamsRefused if the spelling is empty, no country is known, or a team that is called so has met this one.
    """
    with write_transaction(connection):
        return _alias(
            connection,
            stored_team(connection, team_id),
            spelling,
            source=source,
            scope=scope,
            now=now,
        )


def undo(connection: sqlite3.Connection, edit_id: int | None = None, *, now: int) -> Undone:
    """Undo an edit (None: the newest), and commit. Raises NotFound."""
    with write_transaction(connection):
        edit = _standing(connection, edit_id)
        ids = [id_ for id_ in (edit.team_id, edit.gone_id) if id_ is not None]
        teams = column(connection, _NAMED, ids_of(ids))
        connection.execute(
            "update team_edit set undone_ts = :now where id = :id", {"now": now, "id": edit.id}
        )
        return_points(connection, edit)
        derived = derive(connection, seasons_of(connection, teams), now=now, is_less_said=True)
        update_default_bookmaker(connection)
    return Undone(edit._replace(undone_ts=now), len(derived.fixtures))


def stored_team(connection: sqlite3.Connection, team_id: int) -> TeamRecord:
    """The team of an id. Raises TeamsRefused."""
    team = first(connection, TeamRecord, "from team where id = :id", {"id": team_id})
    if team is None:
        raise TeamsRefused(f"no team has the id {team_id}")
    return team


def _merge(
    connection: sqlite3.Connection, gone: TeamRecord, kept: TeamRecord, *, now: int
) -> TeamMerge:
    if gone.id < OWN_IDS_FROM <= kept.id:
        gone, kept = kept, gone
    if gone.id == kept.id:
        raise TeamsRefused(f"{gone.name} ({gone.id}) is one team already")
    if gone.id < OWN_IDS_FROM:
        raise TeamsRefused(
            f"{gone.name} ({gone.id}) and {kept.name} ({kept.id}) both have ids of a remote service, "
            "so they are two teams there"
        )
    _check_met(connection, gone, kept)
    ids = {"gone": gone.id, "kept": kept.id}
    sources_of_both = tuple(column(connection, _SOURCES_OF_BOTH, ids))
    (fixtures,) = column(connection, _FIXTURES, ids)
    seasons = seasons_of(connection, ids.values())
    edit = write_merge(connection, gone.id, kept.id, why=None, now=now)
    regrouped: list[Regrouped] = []
    derive(connection, seasons, now=now, settled=seasons, on_regrouped=regrouped.append)
    pairs = [(each, other) for each in regrouped for other in each.joined]
    duplicates = tuple((each.after.fixture.id, other.fixture.id) for each, other in pairs)
    conflicts = chain.from_iterable(
        contradictions(each.before, other, each.after) for each, other in pairs
    )
    return TeamMerge(edit.id, kept, gone, fixtures, duplicates, tuple(conflicts), sources_of_both)


def _check_met(connection: sqlite3.Connection, one: TeamRecord, other: TeamRecord) -> None:
    row = connection.execute(_MET, {"gone": one.id, "kept": other.id}).fetchone()
    if row is not None:
        raise TeamsRefused(
            f"{one.name} ({one.id}) and {other.name} ({other.id}) are two teams: "
            f"they met on {row[1]} (fixture {row[0]})"
        )


def _alias(
    connection: sqlite3.Connection,
    team: TeamRecord,
    spelling: str,
    *,
    source: str | None,
    scope: str | None,
    now: int,
) -> Aliased:
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
    values = {"scope": where, "source": source, "id": team.id, "hashed": HASHED_IDS_FROM}
    entities = {
        entity_id
        for key, entity_id, is_hashed in connection.execute(_SPELLED, values)
        # A club that the register does not know is one with and without FC.
        if normalised(key) == name or (is_hashed and bare(key) == bare_of(name))
    }
    others = [stored_team(connection, team_id) for team_id in sorted(entities)]
    for other in others:
        _check_met(connection, other, team)
    namesakes = [
        row
        for row in records(connection, TeamRecord, _OF_COUNTRY, {"scope": where})
        if normalised(row.name) == name and row.id not in {team.id, *entities}
    ]
    words = f"{spelling.strip()} ({source or 'every source'}, {where}) is {team.name}"
    base, _ = base_of_team(connection, team.id)
    edit = TeamEdit(
        None, "alias", base, None, words, now, scope=where, source=source or "", spelling=name
    )
    edit_id = write_edit(connection, edit).id
    seasons = seasons_of(connection, {team.id, *entities})
    derive(connection, seasons, now=now, settled=seasons)
    return Aliased(edit_id, team, where, tuple(others), tuple(namesakes))


def _standing(connection: sqlite3.Connection, edit_id: int | None) -> TeamEdit:
    standing = standing_edits(connection)
    if not standing:
        raise NotFound("no merge and no alias stands that could be undone")
    edit = next((edit for edit in reversed(standing) if edit_id in (None, edit.id)), None)
    if edit is None:
        numbers = ", ".join(str(edit.id) for edit in standing[:-13:-1])
        raise NotFound(f"there is no edit {edit_id} that stands; those that do: {numbers}")
    return edit


_NAMED = """
    select entity_id from external_id where base_id in (select value from json_each(:ids))
    union select id from team where id in (select value from json_each(:ids))
    union select entity_id from external_id where kind = 'team' and entity_id in (select value from json_each(:ids))
"""
_FIXTURES = "select count(*) from team_fixture where team_id = :gone"

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
    select external_id.key, external_id.entity_id, external_id.base_id >= :hashed
    from external_id join source on source.id = external_id.source_id
    where external_id.kind = 'team' and external_id.scope = :scope and (:source is null or source.name = :source)
      and external_id.entity_id <> :id
    order by external_id.source_id, external_id.key
"""
_OF_COUNTRY = "from team where country_code = :scope order by id"
