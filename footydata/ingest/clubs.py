"""Which team a name means: a pure function of the name, the register, what people decided and agreeing fixtures.

The base of a name is the team that the register has under it, else a hash of its country and bare name: the same
whatever came first. An alias gives a name another base. A merge, by a person or by agreeing fixtures, gives all names
of one base those of another. Last, a team of a service takes the place of the base of its own name in its country.
"""

import sqlite3
from collections import defaultdict
from typing import NamedTuple

from footydata.football.countries import REGIONS
from footydata.football.records import TeamEdit, TeamRecord
from footydata.football.register import (
    HASHED_IDS_FROM,
    bare_of,
    normalised,
)
from footydata.football.register.teams import (
    OF_WOMEN,
    RegisteredTeam,
    base_of,
    former_ids,
    row_of,
    team_of_id,
)
from footydata.football.terms import OWN_IDS_FROM
from footydata.store.rows import first, records, stored_ids, upsert, upsert_sql


class Name(NamedTuple):
    """A name by which a source calls a team.

    scope: the country or region of the competition; behind it the side of a women's team under the men's name, or the
    years or league to which a spelling of the register is limited; '' for a source's own id of the team.
    base: the team that the name means before anything is decided.
    """

    source: str
    scope: str
    spelling: str
    base: int

    @property
    def country(self) -> str:
        return self.scope.partition(" ")[0]


class Clubs:
    """The teams that names mean in one database; to be made anew when a decision has changed.

    has_decisions: whether anything was decided or found that gives a name another team than its base.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # Source, scope and bare spelling → the base that each spelling means.
        self._aliases: defaultdict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
        self._merges: dict[int, TeamEdit] = {}
        self._served: dict[str, dict[int, int | None]] = {}
        for edit in standing_edits(connection):
            if edit.kind == "merge" and edit.gone_id is not None:
                self._merges[edit.gone_id] = edit
            elif edit.kind == "alias":
                assert edit.scope is not None and edit.spelling is not None
                place = edit.source or "", edit.scope, bare_of(edit.spelling)
                self._aliases[place][edit.spelling] = edit.team_id
        self.has_decisions = bool(self._merges or self._aliases)

    def read_again(self) -> None:
        """Read stored teams again, as one of a service was written."""
        self._served.clear()

    def team(self, name: Name, known: RegisteredTeam | None = None) -> int:
        """The id of the team that a name means; known: its team of the register, if it is at hand."""
        if known is None and name.base < HASHED_IDS_FROM:
            known = team_of_id(name.base, name.country)
        base = (self._aliased(name, known) if self._aliases else None) or name.base
        return self.of_base(base, known.country if known else name.country)

    def of_base(self, base: int, country: str | None) -> int:
        """The id of the team that the names of a base mean; country: of the base."""
        kept, country = self.kept(base, country) if self._merges else (base, country)
        if kept < OWN_IDS_FROM or country is None or country in REGIONS:
            return kept
        if country not in self._served:
            # Base → the team of a service that has it as its own name, None if several have.
            served = self._served[country] = {}
            values = {"country": country, "first": OWN_IDS_FROM}
            for team_id, name in self._connection.execute(_SERVED, values):
                own, _ = self.kept(base_of(name, country).id)
                served[own] = None if own in served else team_id
        return self._served[country].get(kept) or kept

    def kept(self, base: int, country: str | None = None) -> tuple[int, str | None]:
        """The base with which a base was merged, one after the other, and its country; itself if it was not."""
        seen = {base}
        while (edit := self._merges.get(base)) is not None and edit.team_id not in seen:
            base, country = edit.team_id, edit.scope
            seen.add(base)
        return base, country

    def _aliased(self, name: Name, known: RegisteredTeam | None) -> int | None:
        """The base that an alias gives a name: of the source before that of all, of the name before that of its bare name."""
        side = name.scope.partition(" ")[2]
        scope = name.scope if side in OF_WOMEN else name.country
        places = [(scope, normalised(name.spelling))] + (
            [(known.country, normalised(known.name))] if known else []
        )
        for where, spelling in places:
            for source in (name.source, ""):
                aliases = self._aliases.get((source, where, bare_of(spelling)), {})
                if spelling in aliases:
                    return aliases[spelling]
                bases = set(aliases.values())
                if len(bases) == 1 and not known:
                    return bases.pop()
        return None


def standing_edits(connection: sqlite3.Connection, *, found: bool = False) -> list[TeamEdit]:
    """The merges and aliases that stand, in the order in which they were made; some may be of another file.

    found: only the merges that no person made, as agreeing fixtures or names show the clubs to be one.
    """
    sql = "from team_edit where undone_ts is null order by made_ts, id"
    edits = records(connection, TeamEdit, sql)
    return [edit for edit in edits if edit.reason is not None] if found else edits


def base_of_team(connection: sqlite3.Connection, team_id: int) -> tuple[int, str | None]:
    """The base of a stored team and its country: its id, or that of the name of a service's team.

    The id of a service's team of which no country is known.
    """
    row = connection.execute(
        "select name, country_code from team where id = ?", (team_id,)
    ).fetchone()
    name, country = row or ("", None)
    if team_id >= OWN_IDS_FROM or country is None:
        return team_id, country
    return base_of(name, country).id, country


def team_named(connection: sqlite3.Connection, team_id: int) -> str:
    """The name of a stored team."""
    (name,) = connection.execute("select name from team where id = ?", (team_id,)).fetchone()
    return str(name)


SUSPENDED = 0
"""The moment of undoing of a merge that no person made, while it is found again or not."""


def write_merge(
    connection: sqlite3.Connection,
    gone_id: int,
    kept_id: int,
    *,
    why: str | None,
    now: int,
) -> TeamEdit:
    """Write that the names of one stored team mean another; why: the evidence, None if a person says so.

    A suspended merge of the club stands again, under its number. Commits nothing.
    """
    gone, _ = base_of_team(connection, gone_id)
    kept, country = base_of_team(connection, kept_id)
    words = f"{team_named(connection, gone_id)} ({gone_id}) is {team_named(connection, kept_id)}"
    sql = "from team_edit where gone_id = ? and undone_ts = ?"
    before = first(connection, TeamEdit, sql, (gone, SUSPENDED))
    # Points given or taken by decision follow the club.
    (points,) = connection.execute(_MOVES, {"gone": gone_id, "kept": kept_id}).fetchone()
    connection.execute(_MOVE_POINTS, {"moves": points})
    edit = TeamEdit(
        before.id if before else None,
        "merge",
        kept,
        gone,
        words + (f": {why}" if why else ""),
        before.made_ts if before else now,
        reason=why,
        scope=country,
        points=points,
    )
    return write_edit(connection, edit)


def write_edit(connection: sqlite3.Connection, edit: TeamEdit) -> TeamEdit:
    """Write a merge or an alias; returns it with its id. Commits nothing."""
    row = connection.execute(upsert_sql("team_edit"), edit)
    return edit._replace(id=edit.id or row.lastrowid)


def write_aliases(connection: sqlite3.Connection) -> None:
    """Write the aliases that stand of stored teams, by which names that people type are found. Commits nothing."""
    clubs = Clubs(connection)
    rows = [
        (edit.source, edit.scope, edit.spelling, clubs.of_base(edit.team_id, edit.scope))
        for edit in standing_edits(connection)
        if edit.kind == "alias"
    ]
    connection.execute("delete from team_alias")
    stored = stored_ids(connection, "team", (row[3] for row in rows))
    upsert(connection, "team_alias", [row for row in rows if row[3] in stored])


def return_points(connection: sqlite3.Connection, edit: TeamEdit) -> None:
    """Return the points by decision that a merge moved, as it does not stand any more. Commits nothing."""
    connection.execute("pragma defer_foreign_keys = on")
    connection.execute(_RETURN_POINTS, {"moves": edit.points})


def write_team(connection: sqlite3.Connection, team_id: int, name: str, country: str) -> None:
    """Write a team; one of the register with the names that it has there, but for those that it has already.

    Commits nothing.
    """
    is_ours = OWN_IDS_FROM <= team_id < HASHED_IDS_FROM
    known = team_of_id(team_id, country) if is_ours else None
    if known is not None:
        name, country = known.name, known.country
    upsert(connection, "team", [TeamRecord(team_id, name, None if country in REGIONS else country)])
    names = {} if known is None else row_of(known).names
    connection.executemany(_NAME_TEAM, [(team_id, lang, text) for lang, text in names.items()])


def rank_of(connection: sqlite3.Connection, team_id: int) -> tuple[int, int, int]:
    """The sort key of a club's ids, the one that remains first: a service's, then the register's, by trust, by id.

    An id that the register no longer has comes after those that it has.
    """
    trust = connection.execute(_TRUST, {"id": team_id}).fetchone()[0]
    tier = (team_id >= OWN_IDS_FROM) + (team_id in former_ids()) + 2 * (team_id >= HASHED_IDS_FROM)
    return tier, -trust, team_id


_NAME_TEAM = "insert or ignore into team_name (team_id, lang, name) values (?, ?, ?)"
_SERVED = "select id, name from team where country_code = :country and id < :first order by id"
_TRUST = """
    select coalesce(max(source.trust), 0) from external_id join source on source.id = external_id.source_id
    where external_id.kind = 'team' and external_id.entity_id = :id
"""

_MOVES = """
    select nullif(json_group_array(json_array(season_id, :kept, place, :gone, seq)), '[]') from (
      select season_id, seq, row_number() over (partition by season_id order by seq) + coalesce((
        select max(seq) from points_adjustment as other where other.season_id = own.season_id and team_id = :kept
      ), -1) as place
      from points_adjustment as own where team_id = :gone and source not like 'packaged facts: %'
      order by season_id, seq)
"""
"""Season, the team that remains and the free number there, the team that goes and its number."""

_MOVE_POINTS = """
    update points_adjustment set team_id = move.value ->> 1, seq = move.value ->> 2 from json_each(:moves) as move
    where (season_id, team_id, seq) = (move.value ->> 0, move.value ->> 3, move.value ->> 4)
"""
_RETURN_POINTS = """
    update points_adjustment set team_id = move.value ->> 3, seq = move.value ->> 4 from json_each(:moves) as move
    where (season_id, team_id, seq) = (move.value ->> 0, move.value ->> 1, move.value ->> 2)
"""
