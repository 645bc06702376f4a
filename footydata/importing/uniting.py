"""Makes one club of those that the fixtures show to be one under several names, each as a merge that can be undone."""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from footydata.contract.terms import OWN_IDS_FROM
from footydata.importing.teams import merge_stored, stored_team
from footydata.queries.evidence import evidence
from footydata.records import Team
from footydata.register.naming import HASHED_IDS_FROM
from footydata.rules.same_club import groups


class United(NamedTuple):
    """A club that stood under two names and is one now; why: the evidence; edit_id: by which it is undone."""

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


def unite(connection: sqlite3.Connection, season_ids: Iterable[int], *, now: int) -> list[United]:
    """Unite the clubs of these seasons that their fixtures show to be one. Commits nothing.

    Each union may make the opponents of others known, so that more are found.
    """
    seasons = sorted(season_ids)
    united: list[United] = []
    while found := [each for each in evidence(connection, seasons) if each.is_strong]:
        reasons = {team_id: each.words for each in reversed(found) for team_id in each.pair}
        for club in groups(each.pair for each in found):
            kept, *others = sorted(club, key=lambda team_id: _rank(connection, team_id))
            for gone_id in others:
                gone = stored_team(connection, gone_id)
                united.append(_united(connection, gone, stored_team(connection, kept), reasons[gone_id], now=now))
    return united


def _united(connection: sqlite3.Connection, gone: Team, kept: Team, why: str, *, now: int) -> United:
    merged = merge_stored(connection, gone, kept, why=why, now=now)
    assert merged.edit_id is not None
    return United(merged.edit_id, gone.id, gone.name, kept.id, kept.name, why)


def _rank(connection: sqlite3.Connection, team_id: int) -> tuple[int, int, int]:
    """Which of several ids stays, the lowest first: a service's, then the register's, then by trust, then by id."""
    trust = connection.execute(_TRUST, {"id": team_id}).fetchone()[0]
    return (team_id >= OWN_IDS_FROM) + (team_id >= HASHED_IDS_FROM), -trust, team_id


_TRUST = """
    select coalesce(max(source.trust), 0) from external_id join source on source.id = external_id.source_id
    where external_id.kind = 'team' and external_id.entity_id = :id
"""
