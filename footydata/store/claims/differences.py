"""Writes the rows in which fixtures differ from what is stored."""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence

from footydata.football.records import TABLES, FixtureRecord, FixtureSource, TeamFixture, key_of
from footydata.store.claims.stored import DETAILS, StoredFixture, by_event_table
from footydata.store.writing import upsert

Row = Sequence[object]


class Differences:
    """Rows of fixtures to delete and to write, all at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._gone: defaultdict[str, list[Row]] = defaultdict(list)
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        self._fixtures: set[int] = set()

    def write(self) -> None:
        """Write the differences that were added. Commits nothing."""
        for table, keys in self._gone.items():
            # Names of our schema.
            where = " and ".join(f"{name} = ?" for name in key_of(table))
            self._connection.executemany(f"delete from {table} where {where}", keys)
        for table in TABLES:
            if table in self._rows:
                upsert(self._connection, table, self._rows[table])
        self._gone.clear()
        self._rows.clear()
        self._fixtures.clear()

    def add(self, before: StoredFixture | None, after: StoredFixture) -> bool:
        """Add the rows of a fixture that differ, all of them if there is none before; returns whether any does."""
        if before == after:
            return False
        if after.fixture.id in self._fixtures:
            self.write()
        self._fixtures.add(after.fixture.id)
        stored = {} if before is None else _rows_of(before)
        for table, rows in _rows_of(after).items():
            old = stored.get(table, ())
            if old != rows:
                known, places = set(old), len(key_of(table))
                self._rows[table] += [row for row in rows if row not in known]
                kept = {row[:places] for row in rows}
                self._gone[table] += {row[:places] for row in old} - kept
        return True


def _rows_of(stored: StoredFixture) -> dict[str, Sequence[Row]]:
    """Table → the rows that a fixture has in it."""
    fixture, id_ = stored.fixture, stored.fixture.id
    rows: dict[str, Sequence[Row]] = {"fixture": [fixture], "team_fixture": team_fixtures(fixture)}
    for part, table, _ in DETAILS:
        rows[table] = [stored.details[part]] if part in stored.details else []
    rows |= by_event_table(stored.events)
    rows["odds"] = [(id_, *key, *quotes) for key, quotes in stored.odds.items()]
    rows["odds_line"] = [(id_, *key, *prices) for key, prices in stored.lines.items()]
    rows["fixture_figure"] = [*stored.figures.values()]
    rows["fixture_source"] = [
        FixtureSource(id_, row.source_id, row.parts, row.fetched_ts) for row in stored.sources
    ]
    rows["fixture_referee"] = [(id_, key, *names) for key, names in stored.referees.items()]
    return rows


def team_fixtures(row: FixtureRecord) -> list[TeamFixture]:
    """The rows of a fixture in the lists of its teams."""
    return [
        TeamFixture(team_id, row.kickoff_ts, row.id)
        for team_id in sorted({row.home_id, row.away_id})
    ]
