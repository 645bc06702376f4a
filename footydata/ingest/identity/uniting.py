"""Merges clubs that are stored under several names, as names or fixtures show; each merge can be undone."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from footydata.football.records import TeamRecord
from footydata.football.register.naming import HASHED_IDS_FROM, bare, normalised
from footydata.football.register.teams import former_ids, registered_team
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.identity.seasons import seasons_of
from footydata.ingest.identity.teams import merge_stored, stored_team
from footydata.rules.same_club import groups
from footydata.store.read.quality.evidence import are_distinct, evidence

ONE_CLUB = "one club"
"""Prefix of a report's lines about merged clubs."""


class United(NamedTuple):
    """A club that was stored under two names and merged; why: the evidence; edit_id: by which it can be undone."""

    edit_id: int
    gone_id: int
    gone: str
    kept_id: int
    kept: str
    why: str

    @property
    def words(self) -> str:
        """What was done, in a sentence."""
        return f"{self.gone} ({self.gone_id}) is {self.kept} ({self.kept_id}): {self.why}"


def unite_clubs(
    connection: sqlite3.Connection, season_ids: Iterable[int], *, now: int
) -> list[United]:
    """Merge the clubs that names or fixtures show to be one, and name the clubs of these seasons. Commits nothing."""
    seasons = sorted(season_ids)
    by_name = unite_by_name(connection, now=now)
    united = [*by_name, *unite(connection, seasons, by_name, now=now)]
    choose_names(connection, seasons)
    return united


def choose_names(connection: sqlite3.Connection, season_ids: Iterable[int]) -> int:
    """Name the clubs of these seasons that are not in the register as their most trusted source does.

    Only among spellings that differ by case, accents or a legal form. Returns how many changed. Commits nothing.
    """
    values = {"ids": json.dumps(sorted(season_ids)), "hashed": HASHED_IDS_FROM}
    successor: dict[int, str] = {}
    names: dict[int, str] = {}
    for team_id, name, spelling, *_ in connection.execute(_SPELLINGS, values):
        names[team_id] = name
        if bare(spelling) == bare(name):
            successor.setdefault(team_id, spelling.strip())
    changed = [(name, team_id) for team_id, name in successor.items() if name != names[team_id]]
    connection.executemany("update team set name = ? where id = ?", changed)
    return len(changed)


def unite_by_name(connection: sqlite3.Connection, *, now: int) -> list[United]:
    """Merge clubs that a new name shows to be one: of the register, an alias, or a service in the same league.

    Clubs that have met, or whose merge the user has undone, stay two. Commits nothing.
    """
    united: list[United] = []
    for team_id, (other_id, why) in _same_by_name(connection).items():
        gone, kept = sorted(
            (team_id, other_id), key=lambda id_: _rank(connection, id_), reverse=True
        )
        is_there = all(connection.execute(_THERE, {"id": each}).fetchone() for each in (gone, kept))
        if is_there and not are_distinct(connection, gone, kept):
            rows = stored_team(connection, gone), stored_team(connection, kept)
            united.append(_united(connection, *rows, why, now=now))
    return united


def _same_by_name(connection: sqlite3.Connection) -> dict[int, tuple[int, str]]:
    """Id of a team of ours → the stored team that its names mean now, and who says so."""
    own = connection.execute(_OWN, {"first": OWN_IDS_FROM}).fetchall()
    stored = {row[0] for row in own}
    aliases = {
        (scope, spelling): team_id for scope, spelling, team_id in connection.execute(_ALIASES)
    }
    remote = _remote_names(connection) if own else {}
    same_club: dict[int, tuple[int, str]] = {}
    for team_id, name, country in own:
        former = former_ids().get(team_id)
        if former and former[0] in stored:
            same_club[team_id] = former[0], "the register has both names of one club"
        if country is None:
            continue
        is_hashed = team_id >= HASHED_IDS_FROM
        names = {name, *_called(connection, team_id, country)} if is_hashed else {name}
        known = {
            team.id for each in names if is_hashed and (team := registered_team(country, each))
        }
        by_alias = {id_ for each in names if (id_ := aliases.get((country, normalised(each))))} - {
            team_id
        }
        by_name = {id_ for each in names if (id_ := remote.get((country, normalised(each))))}
        served = {
            id_
            for id_ in by_name
            if connection.execute(_IN_ONE_LEAGUE, {"one": id_, "other": team_id}).fetchone()
        }
        for ids, why in (
            (known & stored - {team_id}, "the register has both names of one club"),
            (by_alias, "you call it so"),
            (served, "a service calls it so in the same league"),
        ):
            if len(ids) == 1 and team_id not in same_club:
                same_club[team_id] = min(ids), why
    return same_club


def _called(connection: sqlite3.Connection, team_id: int, country: str) -> list[str]:
    """The names of a team in sources, in competitions of its country."""
    return [row[0] for row in connection.execute(_SPELLED, {"id": team_id, "country": country})]


def _remote_names(connection: sqlite3.Connection) -> dict[tuple[str, str], int | None]:
    """Country and normalised name → the team of a service, None if several have the name."""
    names: dict[tuple[str, str], int | None] = {}
    for team_id, name, country in connection.execute(_REMOTE, {"first": OWN_IDS_FROM}):
        key = country, normalised(name)
        names[key] = None if key in names else team_id
    return names


def unite(
    connection: sqlite3.Connection,
    season_ids: Iterable[int],
    by_name: Iterable[United] = (),
    *,
    now: int,
) -> list[United]:
    """Merge the clubs of these seasons that their fixtures show to be one. Commits nothing.

    It goes on until no more are found, as each merge, those `by_name` too, may show opponents of others to be the
    same: in every season of the merged club, whichever load it came with.
    """
    seasons = {*season_ids, *seasons_of(connection, [each.kept_id for each in by_name])}
    united: list[United] = []
    while strong := [each for each in evidence(connection, seasons) if each.is_strong]:
        reasons = {team_id: each.words for each in reversed(strong) for team_id in each.pair}
        for club in groups(each.pair for each in strong):
            kept, *others = sorted(club, key=lambda team_id: _rank(connection, team_id))
            for gone_id in others:
                gone = stored_team(connection, gone_id)
                united.append(
                    _united(
                        connection, gone, stored_team(connection, kept), reasons[gone_id], now=now
                    )
                )
            seasons.update(seasons_of(connection, [kept]))
    return united


def _united(
    connection: sqlite3.Connection, gone: TeamRecord, kept: TeamRecord, why: str, *, now: int
) -> United:
    merged = merge_stored(connection, gone, kept, why=why, now=now)
    assert merged.edit_id is not None
    return United(merged.edit_id, gone.id, gone.name, kept.id, kept.name, why)


def _rank(connection: sqlite3.Connection, team_id: int) -> tuple[int, int, int]:
    """The sort key of a club's ids, the one that remains first: a service's, then the register's, by trust, by id.

    An id that the register no longer has comes after those that it has.
    """
    trust = connection.execute(_TRUST, {"id": team_id}).fetchone()[0]
    tier = (team_id >= OWN_IDS_FROM) + (team_id in former_ids()) + 2 * (team_id >= HASHED_IDS_FROM)
    return tier, -trust, team_id


_THERE = "select 1 from team where id = :id"
_OWN = "select id, name, country_code from team where id >= :first order by id"
_REMOTE = """
    select id, name, country_code from team
    where id < :first and country_code in (select country_code from team where id >= :first) order by id
"""
_IN_ONE_LEAGUE = """
    select 1 from season_team as mine join season on season.id = mine.season_id
    join season as theirs on theirs.league_id = season.league_id
    join season_team on season_team.season_id = theirs.id
    where mine.team_id = :one and season_team.team_id = :other limit 1
"""
_ALIASES = "select scope, spelling, team_id from team_alias where source = '' order by 1, 2, 3"
_SPELLED = """
    select key from external_id where kind = 'team' and entity_id = :id and scope = :country order by key
"""
_SPELLINGS = """
    select distinct team.id, team.name, external_id.key, source.trust, source.name
    from season_team join team on team.id = season_team.team_id
    join external_id on external_id.kind = 'team' and external_id.entity_id = team.id
      and external_id.scope = team.country_code
    join source on source.id = external_id.source_id
    where season_team.season_id in (select value from json_each(:ids)) and team.id >= :hashed
    order by team.id, source.trust desc, source.name, external_id.key
"""
_TRUST = """
    select coalesce(max(source.trust), 0) from external_id join source on source.id = external_id.source_id
    where external_id.kind = 'team' and external_id.entity_id = :id
"""
