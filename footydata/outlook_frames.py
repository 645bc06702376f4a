"""The frames of what is to come: a fixture's preview, the meetings of two teams. Database has them."""

import sqlite3
from typing import TYPE_CHECKING

from footydata import frames
from footydata.contract.errors import FootydataError
from footydata.queries.preview import LAST, meetings
from footydata.queries.teams import find_team
from footydata.store.snapshots import DatabaseFile, of_one_snapshot

if TYPE_CHECKING:
    import pandas as pd

    from footydata.frames.preview import FixturePreview


class SameTeam(FootydataError):
    """Two names are of one team, which never meets itself."""


class OutlookFrames:
    """The part of Database that is about what is to come."""

    _file: DatabaseFile

    if TYPE_CHECKING:

        @property
        def _connection(self) -> sqlite3.Connection: ...

        def _now(self) -> int: ...

    @of_one_snapshot
    def preview(self, fixture_id: int, *, last: int = LAST) -> "FixturePreview":
        """What was known of a fixture before its kickoff: meetings, forms, profiles, referee, places, fair lines.

        last: how many meetings are listed and of how many fixtures a form is. No look-ahead for a past fixture.
        Raises FixtureNotFound.
        """
        from footydata.frames.preview import preview
        from footydata.previewing import previewed

        return preview(previewed(self._connection, fixture_id, now=self._now(), last=last))

    @of_one_snapshot
    def head_to_head(self, one: int | str, other: int | str) -> "pd.DataFrame":
        """One row per finished fixture of two teams by kickoff, in any competition.

        attrs["record"]: the first team's name, "drawn" and the second's → how many they won, drew and won.
        Raises TeamNotFound, AmbiguousName, SameTeam.
        """
        first, second = find_team(self._connection, one), find_team(self._connection, other)
        if first.id == second.id:
            raise SameTeam(f"{one!r} and {other!r} are both {first.name}")
        rows = meetings(self._connection, first.id, second.id)
        return frames.head_to_head(rows, (first.id, first.name), second.name)
