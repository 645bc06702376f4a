"""Writes the rows in which fixtures differ from what is stored."""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence

from footydata.football.records import (
    TABLES,
    BookmakerRecord,
    FixtureRecord,
    FixtureSource,
    TeamFixture,
    key_of,
)
from footydata.football.register import registered_bookmaker
from footydata.football.register.naming import assigned_id
from footydata.store.claims.stored import DETAILS, StoredFixture, by_event_table, slugs_of
from footydata.store.writing import upsert

Row = Sequence[object]


class Differences:
    """Rows of fixtures to delete and to write, all at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._gone: defaultdict[str, list[Row]] = defaultdict(list)
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        self._fixtures: set[int] = set()
        self._makers = _MakerIds(connection)

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
        stored = {} if before is None else self._rows_of(before)
        for table, rows in self._rows_of(after).items():
            old = stored.get(table, ())
            if old != rows:
                known, places = set(old), len(key_of(table))
                self._rows[table] += [row for row in rows if row not in known]
                kept = {row[:places] for row in rows}
                self._gone[table] += {row[:places] for row in old} - kept
        return True

    def _rows_of(self, stored: StoredFixture) -> dict[str, Sequence[Row]]:
        """Table → the rows that a fixture has in it."""
        fixture, id_, makers = stored.fixture, stored.fixture.id, self._makers
        rows: dict[str, Sequence[Row]] = {
            "fixture": [fixture],
            "team_fixture": team_fixtures(fixture),
        }
        for part, table, _ in DETAILS:
            row = stored.details.get(part)
            rows[table] = [] if row is None else [(id_, *row[1:])]
        for table, events in by_event_table(stored.events).items():
            rows[table] = [(id_, *event[1:]) for event in events]
        rows["odds"] = [
            (id_, makers[slug], market, *quotes) for (slug, market), quotes in stored.odds.items()
        ]
        rows["odds_line"] = [
            (id_, makers[slug], *key, *prices) for (slug, *key), prices in stored.lines.items()
        ]
        rows["fixture_figure"] = [*stored.figures.values()]
        rows["fixture_source"] = [
            FixtureSource(id_, row.source_id, row.parts, row.fetched_ts) for row in stored.sources
        ]
        rows["fixture_referee"] = [(id_, key, *names) for key, names in stored.referees.items()]
        return rows


class _MakerIds(dict[str, int]):
    """Slug → the id of the bookmaker, which is written if it is not stored any more."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__((slug, id_) for id_, slug in slugs_of(connection).items())
        self._connection = connection

    def __missing__(self, slug: str) -> int:
        known = registered_bookmaker(slug)
        id_, name = (known.id, known.name) if known else (assigned_id("bookmaker", slug), slug)
        upsert(self._connection, "bookmaker", [BookmakerRecord(id_, name, slug)])
        self[slug] = id_
        return id_


def team_fixtures(row: FixtureRecord) -> list[TeamFixture]:
    """The rows of a fixture in the lists of its teams."""
    return [
        TeamFixture(team_id, row.kickoff_ts, row.id)
        for team_id in sorted({row.home_id, row.away_id})
    ]
