"""A database with what was known at a past moment, in a file of its own.

It is moved forward in steps, each of which copies from the whole database what became known since. Of fixtures whose
results are not known it has the kickoff, the teams, the referee and the opening quotes; a figure that was corrected
later has its earlier value, and a referee who was named later is unknown.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from footydata.football.records import (
    FixtureRecord,
    OddsRecord,
    columns_of,
)
from footydata.football.terms import DAY, Status
from footydata.store.claims.stored import batches
from footydata.store.corrections import OF_PLAYED, Corrections, referees_before
from footydata.store.file.opening import open_database
from footydata.store.known_results import FOREVER, KNOWN_FROM
from footydata.store.rows import records, upsert

CATALOGUE = (
    "country",
    "league",
    "season",
    "team",
    "season_team",
    "country_name",
    "league_name",
    "team_name",
    "bookmaker",
    "season_rules",
    "team_alias",
    "source",
)
"""The tables that are independent of results."""

OF_A_PLAYED_FIXTURE = (
    *("statistics", "knockout", "venue", "fixture_figure"),
    *("event", "extra_event", "odds", "odds_line", "odds_tick"),
)
"""The tables that are copied for a fixture once its result is known."""

UNKNOWN_BEFORE: dict[str, Any] = {name: None for names in OF_PLAYED.values() for name in names}
"""The fields of a fixture that are not known before its result, as unknown ones."""

OPENING = tuple(name for name in OddsRecord._fields if not name.startswith(("closing", "inplay")))
"""The columns of odds that are known before kickoff: the key and the opening quote."""

OF_FIXTURES = "fixture_id in (select value from json_each(:ids))"
"""The condition that a row is of one of some fixtures."""

OF_TEAM_LISTS = """(team_id, kickoff_ts, fixture_id) in (
    select home_id, kickoff_ts, id from fixture where id in (select value from json_each(:ids))
    union all select away_id, kickoff_ts, id from fixture where id in (select value from json_each(:ids)))"""
"""The same condition for lists of teams, which have no index by fixture."""


class AsOf:
    """A database at a path with what was known at a moment; move_to moves it to later ones.

    source: the whole database, which is only read. league_ids: the leagues whose fixtures are copied.
    """

    def __init__(
        self, source: sqlite3.Connection, path: Path, *, league_ids: Sequence[int]
    ) -> None:
        self._source, self._league_ids = source, str(list(league_ids))
        self._moment = -FOREVER
        self._corrections = Corrections(source)
        self.connection = open_database(path)
        with self.connection:
            for table in CATALOGUE:
                self._copy(table, "true", {})

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def move_to(self, moment: int, *, coming_until: int) -> None:
        """Add what became known by a moment, and the other fixtures that kick off before coming_until.

        Both in unix seconds; the moment must be later than that of the last call.
        """
        played = {row.id: row for row in self._fixtures(self._moment, moment)}
        late = self._corrections.made_between(self._moment, moment)
        before = self._fixtures(-FOREVER, self._moment) if late else []
        known = played | {row.id: row for row in before if row.id in late}
        known |= self._corrections.undone(known, moment)
        coming = {row.id: row for row in self._fixtures(moment, FOREVER, before=coming_until)}
        referees = referees_before(self._source, list(coming), moment=moment)
        to_come = [
            row._replace(
                status=Status.SCHEDULED,
                state_detail=None,
                referee=referees.get(row.id, row.referee),
                **UNKNOWN_BEFORE,
            )
            for row in coming.values()
        ]
        self._moment = moment
        with self.connection:
            upsert(self.connection, "fixture", [*known.values(), *to_come])
            for ids in batches([*known, *coming]):
                self._copy("team_fixture", OF_TEAM_LISTS, {"ids": str(ids)})
            for ids in batches(list(played)):
                for table in OF_A_PLAYED_FIXTURE:
                    self._copy(table, OF_FIXTURES, {"ids": str(ids)})
            for ids in batches(list(coming)):
                self._copy_opening({"ids": str(ids), "moment": moment})
            # The decisions on points from before the day of the moment; those without a day are left out.
            day = datetime.fromtimestamp(max(moment, 0), UTC).date().isoformat()
            self._copy("points_adjustment", "decided_on < :day", {"day": day})

    def _fixtures(self, after: int, until: int, *, before: int = FOREVER) -> list[FixtureRecord]:
        """The fixtures whose results are known from a moment after `after`, `until` at the latest."""
        sql = (
            f"from fixture where {KNOWN_FROM} > :after and {KNOWN_FROM} <= :until "
            "and kickoff_ts > :after - :longest and kickoff_ts < :before "
            "and league_id in (select value from json_each(:leagues)) order by kickoff_ts, id"
        )
        values = {
            "after": after,
            "until": until,
            "longest": DAY,
            "before": min(before, until),
            "leagues": self._league_ids,
        }
        return records(self._source, FixtureRecord, sql, values)

    def _copy(self, table: str, condition: str, values: dict[str, object]) -> None:
        """Copy the rows of a table of the source that meet a condition."""
        sql = f"select {', '.join(columns_of(table))} from {table} where {condition}"
        with closing(self._source.execute(sql, values)) as rows:
            upsert(self.connection, table, rows)

    def _copy_opening(self, values: dict[str, object]) -> None:
        """Copy the opening quotes of fixtures to come, and the ticks that were recorded before the moment."""
        odds = f"select {', '.join(OPENING)} from odds where {OF_FIXTURES}"
        rows = (OddsRecord(*row) for row in self._source.execute(odds, values))
        upsert(self.connection, "odds", rows)
        self._copy("odds_line", f"{OF_FIXTURES} and period = 'opening'", values)
        self._copy("odds_tick", f"{OF_FIXTURES} and recorded_ts < :moment", values)
