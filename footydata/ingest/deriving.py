"""Derives the names and the fixtures of seasons again from all that was said and decided.

Whatever changes what was said (a load, an unload), or what was decided (a merge, an alias, an order of trust), changes
its own rows and calls `derive`; so the order of changes decides nothing.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from footydata.football.countries import REGIONS
from footydata.football.records import TeamEdit
from footydata.football.register import HASHED_IDS_FROM, normalised
from footydata.football.register.teams import OF_WOMEN
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.clubs import (
    SUSPENDED,
    Clubs,
    Name,
    rank_of,
    return_points,
    standing_edits,
    team_named,
    write_aliases,
    write_merge,
    write_team,
)
from footydata.ingest.seasons import seasons_of, update_seasons
from footydata.rules.duplicates import groups
from footydata.store.claims.regrouping import Regrouped, Regrouping
from footydata.store.read.evidence import evidence
from footydata.store.rows import column, delete_unneeded, ids_of

ONE_CLUB = "one club"
"""Prefix of a report's lines about merged clubs."""


class United(NamedTuple):
    """A club that was stored under two names and is one; why: the evidence.

    edit_id: by which it can be undone, None if the register or a service says so.
    """

    edit_id: int | None
    gone_id: int
    gone: str
    kept_id: int
    kept: str
    why: str

    @property
    def words(self) -> str:
        """What was done, in a sentence."""
        return f"{self.gone} ({self.gone_id}) is {self.kept} ({self.kept_id}): {self.why}"


class Derived(NamedTuple):
    """What deriving changed.

    united: the clubs that agreeing fixtures or names show to be one, and were not before. parted: what was so held to
    be one, in words, and is two again. fixtures: those that have other values, or are several no more.
    """

    united: list[United]
    parted: list[str]
    fixtures: list[Regrouped]

    def joined(self, now: int) -> int:
        """How many fixtures that were first told of since a moment are others."""
        count = 0
        for before, _, joined in self.fixtures:
            new = sum(
                all(source.fetched_ts >= now for source in stored.sources)
                for stored in (before, *joined)
            )
            count += min(new, len(joined))
        return count


def derive(
    connection: sqlite3.Connection,
    season_ids: Iterable[int],
    *,
    now: int,
    is_less_said: bool = False,
    changed: Collection[int] = (),
    settled: Collection[int] = (),
) -> Derived:
    """Derive seasons, and all others in which a name now means another team. Commits nothing.

    is_less_said: whether something was taken back, so that the evidence for clubs being one may be gone.
    changed: fixtures of these seasons, and of none, whose sources are believed in another order. settled: those of the
    seasons whose fixtures are derived already, as long as names mean the same.
    """
    deriving = _Deriving(connection, now)
    before = {edit.gone_id: edit for edit in standing_edits(connection, found=True)}
    seasons = set(season_ids)
    if is_less_said:
        # What was taken back may have made a club a member that other fixtures have as well.
        update_seasons(connection, seasons)
    if before:
        deriving.suspend(before.values(), seasons)
    whole = seasons.difference(settled)
    renamed = deriving.resolve()
    if whole or renamed or changed:
        deriving.regroup(whole | renamed, changed, is_less_said=is_less_said)
    seasons |= renamed
    while same := deriving.same_clubs(seasons):
        for gone_id, kept_id, why in same:
            deriving.unite(gone_id, kept_id, why)
        renamed = deriving.resolve()
        deriving.regroup(renamed)
        seasons |= renamed
    choose_names(connection, seasons)
    if left := {team_id for team_id in deriving.left if team_id >= OWN_IDS_FROM}:
        delete_unneeded(connection, "team", left)
    write_aliases(connection)
    connection.execute("delete from team_edit where undone_ts = ?", (SUSPENDED,))
    after = {edit.gone_id for edit in standing_edits(connection, found=True)}
    united = [united for gone_id, united in deriving.united.items() if gone_id not in before]
    parted = [edit.summary for gone_id, edit in before.items() if gone_id not in after]
    return Derived(united, parted, deriving.fixtures)


@dataclass(slots=True)
class _Deriving:
    """What is under way: the fixtures that changed, the ids of clubs that may have lost all of theirs, and the clubs that
    were united by what is gone.
    """

    connection: sqlite3.Connection
    now: int
    fixtures: list[Regrouped] = field(default_factory=list)
    left: set[int] = field(default_factory=set)
    united: dict[int | None, United] = field(default_factory=dict)

    def suspend(self, edits: Iterable[TeamEdit], seasons: set[int]) -> None:
        """Suspend the merges of our own that rest on fixtures of these seasons; those that still hold are found again.

        The seasons of their clubs are added, and the merges that rest on those.
        """
        clubs = Clubs(self.connection)
        waiting = [
            (edit, set(seasons_of(self.connection, [clubs.of_base(edit.team_id, edit.scope)])))
            for edit in edits
        ]
        while reached := [each for each in waiting if each[1] & seasons]:
            waiting = [each for each in waiting if each not in reached]
            for edit, own in reached:
                seasons |= own
                return_points(self.connection, edit)
                sql = "update team_edit set undone_ts = ? where id = ?"
                self.connection.execute(sql, (SUSPENDED, edit.id))

    def resolve(self) -> set[int]:
        """Let each name mean what it now does; returns the seasons of the clubs that were concerned."""
        connection = self.connection
        clubs = Clubs(connection)
        changed: list[tuple[int, int, int]] = []
        if (
            clubs.has_decisions
            or connection.execute(_HAS_OTHERS, {"first": OWN_IDS_FROM}).fetchone()[0]
        ):
            for name_id, entity_id, *name in connection.execute(_NAMES):
                team_id = clubs.team(Name._make(name))
                if team_id != entity_id:
                    changed.append((team_id, name_id, entity_id))
        if not changed:
            return set()
        former = {entity_id for _, _, entity_id in changed}
        seasons = set(seasons_of(connection, former))
        connection.executemany(
            "update external_id set entity_id = ? where id = ?", [row[:2] for row in changed]
        )
        for team_id in sorted({team_id for team_id, _, _ in changed}):
            self._write_team(team_id)
        if not clubs.has_decisions:
            self._note_learnt({(entity_id, team_id) for team_id, _, entity_id in changed})
        self.left |= former
        return seasons

    def _note_learnt(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Note the clubs of which the register, or a service, has learnt another name."""
        for gone_id, kept_id in sorted(pairs):
            stored = self.connection.execute(
                "select name from team where id = ?", (gone_id,)
            ).fetchone()
            if stored is not None and gone_id >= OWN_IDS_FROM:
                why = (
                    "a service calls it so"
                    if kept_id < OWN_IDS_FROM
                    else "the register has both names of one club"
                )
                kept = team_named(self.connection, kept_id)
                self.united[gone_id] = United(None, gone_id, stored[0], kept_id, kept, why)

    def _write_team(self, team_id: int) -> None:
        if self.connection.execute("select 1 from team where id = ?", (team_id,)).fetchone():
            return
        scope, spelling = self.connection.execute(_NAME, {"id": team_id}).fetchone()
        country, _, side = scope.partition(" ")
        name = f"{spelling} Women" if side in OF_WOMEN else spelling
        write_team(self.connection, team_id, name, country)

    def regroup(
        self,
        seasons: Iterable[int],
        changed: Collection[int] = (),
        *,
        is_less_said: bool = False,
    ) -> None:
        """Derive the fixtures of seasons. changed: with those of them that have no season."""
        ordered = sorted(seasons)
        has_moved = False
        for season_id in (None, *ordered) if changed else ordered:
            for regrouped in Regrouping(self.connection, season_id).regroup(changed):
                has_moved |= regrouped.has_moved
                if regrouped.has_changed or regrouped.joined:
                    self.fixtures.append(regrouped)
        if has_moved or self.left or is_less_said:
            for season_id in ordered:
                values = {"season_id": season_id}
                self.left.update(column(self.connection, _DROP_MEMBERS, values))
            update_seasons(self.connection, ordered)

    def same_clubs(self, seasons: set[int]) -> list[tuple[int, int, str]]:
        """The clubs that names or fixtures show to be one: gone, kept and why."""
        found = _named_in_regions(self.connection, seasons)
        if found:
            return found
        strong = [each for each in evidence(self.connection, seasons) if each.is_strong]
        reasons = {team_id: each.words for each in reversed(strong) for team_id in each.pair}
        for club in groups(each.pair for each in strong) if strong else ():
            kept, *others = sorted(club, key=lambda team_id: rank_of(self.connection, team_id))
            found += [(gone_id, kept, reasons[gone_id]) for gone_id in others]
        return found

    def unite(self, gone_id: int, kept_id: int, why: str) -> None:
        edit = write_merge(self.connection, gone_id, kept_id, why=why, now=self.now)
        gone, kept = (team_named(self.connection, team_id) for team_id in (gone_id, kept_id))
        self.united[edit.gone_id] = United(edit.id, gone_id, gone, kept_id, kept, why)


def _named_in_regions(
    connection: sqlite3.Connection, seasons: Iterable[int]
) -> list[tuple[int, int, str]]:
    """Clubs without a country that are the only club of their name in competitions of a region.

    One source names a club of a continental competition with its country, another one without.
    """
    unlocated = connection.execute(_UNLOCATED, ids_of(sorted(seasons))).fetchall()
    located: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for region in {region for region, *_ in unlocated}:
        for team_id, name in connection.execute(_LOCATED, {"region": region}):
            located[region, normalised(name)].add(team_id)
    found: dict[int, tuple[int, int, str]] = {}
    for region, team_id, name in unlocated:
        same = located[region, normalised(name)]
        if len(same) == 1:
            why = f"the only club of its name in competitions of {region}"
            found.setdefault(team_id, (team_id, *same, why))
    return [found[team_id] for team_id in sorted(found)]


def choose_names(connection: sqlite3.Connection, season_ids: Iterable[int]) -> int:
    """Name the clubs of these seasons that are not in the register as their most trusted source does.

    A name that was decided to mean the club comes after its own ones. Returns how many changed. Commits nothing.
    """
    values = ids_of(sorted(season_ids)) | {"hashed": HASHED_IDS_FROM}
    return connection.execute(_CHOOSE_NAMES, values).rowcount


_HAS_OTHERS = """
    select exists(select 1 from team where id < :first)
           or exists(select 1 from external_id where base_id <> entity_id)
"""
_NAMES = """
    select external_id.id, entity_id, source.name, scope, key, base_id
    from external_id join source on source.id = source_id where base_id is not null order by external_id.id
"""
_NAME = """
    select scope, key from external_id
    where scope <> '' and (base_id = :id or (kind = 'team' and entity_id = :id))
    order by base_id <> :id, scope, key limit 1
"""
"""A name of a team: its own, else one that was decided to mean it, as its own may have been a service's."""

_DROP_MEMBERS = """
    delete from season_team where season_id = :season_id
      and team_id not in (select team_id from told_member where season_id = :season_id)
      and team_id not in (select home_id from fixture where season_id = :season_id)
      and team_id not in (select away_id from fixture where season_id = :season_id)
    returning team_id
"""
_UNLOCATED = f"""
    select distinct league.country_code, team.id, name.key from team
    join season_team on season_team.team_id = team.id
    join season on season.id = season_team.season_id
    join league on league.id = season.league_id
    join external_id as name on name.kind = 'team' and name.entity_id = team.id and name.scope <> ''
    where team.country_code is null and team.id >= {HASHED_IDS_FROM}
      and league.country_code in ({", ".join(f"'{code}'" for code in REGIONS)})
      and league.country_code in (
        select league.country_code from season join league on league.id = season.league_id
        where season.id in (select value from json_each(:ids)))
    order by 1, 2, 3
"""
"""The names of clubs without a country in competitions of the regions of seasons."""

_LOCATED = """
    with member as (
      select distinct team.id, team.name from league
      join season on season.league_id = league.id
      join season_team on season_team.season_id = season.id
      join team on team.id = season_team.team_id
      where league.country_code = :region and team.country_code is not null
    )
    select id, name from member
    union
    select member.id, key from member
    join external_id on kind = 'team' and entity_id = member.id and scope <> ''
"""
"""The teams with a country in a region's competitions, with each of their names."""

_CHOOSE_NAMES = """
    update team set name = key from (
      select team.id, key, row_number() over (
        partition by team.id order by base_id <> team.id, source.trust desc, source.name, key) as place
      from team
      join external_id on kind = 'team' and entity_id = team.id and scope = team.country_code
      join source on source.id = source_id
      where team.id >= :hashed and team.id in (
        select team_id from season_team where season_id in (select value from json_each(:ids)))
    ) as spelling where spelling.id = team.id and place = 1 and team.name <> key
"""
