"""Which stored fixture a told one is: the same pair at the same venue in the same season, and near in time."""

import sqlite3
from dataclasses import dataclass

from footydata.contract.terms import DAY, Status

SAME_DAY = DAY * 3 // 2
"""Kickoffs this close are of one fixture: sources print days of different zones, or no time at all."""

MOVED_WITHIN = 60 * DAY
"""How far an unfinished fixture may move where a pair meets more than once at a venue."""

SEASONS_REMEMBERED = 500
"""How many seasons are remembered at once, the oldest dropped first: some 50 MB at most."""


@dataclass(slots=True)
class Meeting:
    """A stored fixture of a pair at one venue.

    Attributes:
        id: of the fixture.
        kickoff_ts: as stored.
        is_open: whether it is not finished.
        in_table: whether a table counts it; a play-off is never the league fixture of the same pair.
        file: the number of the file that told it last, 0 before any.
    """

    id: int
    kickoff_ts: int
    is_open: bool
    in_table: bool
    file: int = 0


Pair = tuple[int, int]


class Meetings:
    """The meetings of every pair, by season, read when first asked for and remembered.

    Within one file each row is a fixture of its own, so a meeting that the file has told is not told again,
    but where the kickoff is the very same.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._seasons: dict[int, dict[Pair, list[Meeting]]] = {}
        self._file = 0

    def forget(self) -> None:
        """Drop what is remembered."""
        self._seasons.clear()

    def begin_file(self) -> None:
        """From here on another file is told."""
        self._file += 1

    def of(self, season_id: int, pair: Pair) -> list[Meeting]:
        """The meetings of a pair in a season, in no order; the caller may add one."""
        if season_id not in self._seasons:
            if len(self._seasons) >= SEASONS_REMEMBERED:
                self._seasons.pop(next(iter(self._seasons)))
            self._seasons[season_id] = self._read(season_id)
        return self._seasons[season_id].setdefault(pair, [])

    def find(self, season_id: int, pair: Pair, kickoff_ts: int, *, in_table: bool, meets_once: bool) -> Meeting | None:
        """The meeting that a fixture told with this kickoff is, None where it is a new one.

        meets_once: whether a pair meets but once at a venue in a season of the league.
        """
        meetings = self.of(season_id, pair)
        if not meetings:
            return None
        nearest = min(meetings, key=lambda meeting: (abs(meeting.kickoff_ts - kickoff_ts), meeting.id))
        if not self._may_be(nearest, kickoff_ts, in_table=in_table, meets_once=meets_once):
            return None
        nearest.file = self._file
        return nearest

    def add(self, season_id: int, pair: Pair, meeting: Meeting) -> None:
        """Remember a new fixture of the file that is told."""
        meeting.file = self._file
        self.of(season_id, pair).append(meeting)

    def _may_be(self, meeting: Meeting, kickoff_ts: int, *, in_table: bool, meets_once: bool) -> bool:
        apart = abs(meeting.kickoff_ts - kickoff_ts)
        if apart <= SAME_DAY:
            return True
        if meeting.in_table != in_table or meeting.file == self._file:
            return False
        return meets_once or (meeting.is_open and apart <= MOVED_WITHIN)

    def _read(self, season_id: int) -> dict[Pair, list[Meeting]]:
        season: dict[Pair, list[Meeting]] = {}
        rows = self._connection.execute(
            """select id, home_id, away_id, kickoff_ts, status, in_table from fixture
            where season_id = :season_id order by kickoff_ts, id""",
            {"season_id": season_id},
        )
        for row_id, home_id, away_id, kickoff_ts, status, in_table in rows:
            meeting = Meeting(row_id, kickoff_ts, status != Status.FINISHED, bool(in_table))
            season.setdefault((home_id, away_id), []).append(meeting)
        return season
