"""Writes the rows in which fixtures differ from what is stored."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from footydata.football.records import (
    EventRecord,
    FixtureRecord,
    FixtureReferee,
    FixtureSource,
    TeamFixture,
)
from footydata.football.terms import FIRST_EXTRA_HALF
from footydata.store.claims.stored import DETAILS, StoredFixture, by_event_table
from footydata.store.writing import upsert


class Differences:
    """Rows of fixtures to change: they are deleted at once, and written in batches."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._rows: defaultdict[str, list[Sequence[object]]] = defaultdict(list)
        self._fixtures: set[int] = set()

    def write(self) -> None:
        """Write the rows that were added. Commits nothing."""
        for table, rows in self._rows.items():
            upsert(self._connection, table, rows)
        self._rows.clear()
        self._fixtures.clear()

    def add(self, before: StoredFixture, after: StoredFixture) -> bool:
        """Add the rows of a fixture that differ; returns whether any does."""
        if before == after:
            return False
        fixture_id = after.fixture.id
        if fixture_id in self._fixtures:
            self.write()
        self._fixtures.add(fixture_id)
        rows = self._rows
        if before.fixture != after.fixture:
            self._add_fixture(before.fixture, after.fixture)
        for part, table, _ in DETAILS:
            row = after.details.get(part)
            if row is not None and row != before.details.get(part):
                rows[table].append(row)
            elif row is None and part in before.details:
                self._delete(table, (), fixture_id, [()])
        if before.events != after.events:
            self._add_events(before.events, after.events, fixture_id)
        if before.odds != after.odds:
            self._delete(
                "odds",
                ("bookmaker_id", "market"),
                fixture_id,
                before.odds.keys() - after.odds.keys(),
            )
            quotes = (
                (key, quotes)
                for key, quotes in after.odds.items()
                if quotes != before.odds.get(key)
            )
            rows["odds"] += ((fixture_id, *key, *each) for key, each in quotes)
        if before.lines != after.lines:
            columns = ("bookmaker_id", "market", "period", "line")
            gone = before.lines.keys() - after.lines.keys()
            self._delete("odds_line", columns, fixture_id, gone)
            rows["odds_line"] += ((fixture_id, *key, *each) for key, each in after.lines.items())
        if before.figures != after.figures:
            self._delete(
                "fixture_figure",
                ("figure", "half"),
                fixture_id,
                before.figures.keys() - after.figures.keys(),
            )
            rows["fixture_figure"] += (
                row for key, row in after.figures.items() if row != before.figures.get(key)
            )
        self._add_sources(before, after)
        return True

    def _add_fixture(self, before: FixtureRecord, after: FixtureRecord) -> None:
        self._rows["fixture"].append(after)
        if team_fixtures(before) != team_fixtures(after):
            self._connection.executemany(
                "delete from team_fixture where team_id = ? and kickoff_ts = ? and fixture_id = ?",
                team_fixtures(before),
            )
            self._rows["team_fixture"] += team_fixtures(after)

    def _add_events(
        self, before: Sequence[EventRecord], after: Sequence[EventRecord], fixture_id: int
    ) -> None:
        by_table = by_event_table(after)
        last = {"id": fixture_id, "last": len(by_table["event"])}
        self._connection.execute("delete from event where fixture_id = :id and seq > :last", last)
        if any(event.half >= FIRST_EXTRA_HALF for event in before):
            self._delete("extra_event", (), fixture_id, [()])
        for table, events in by_table.items():
            self._rows[table] += events

    def _add_sources(self, before: StoredFixture, after: StoredFixture) -> None:
        fixture_id = after.fixture.id
        old, new = (
            {
                row.source_id: FixtureSource(fixture_id, row.source_id, row.parts, row.fetched_ts)
                for row in each.sources
            }
            for each in (before, after)
        )
        if old != new:
            self._delete(
                "fixture_source",
                ("source_id",),
                fixture_id,
                ((id_,) for id_ in old.keys() - new.keys()),
            )
            self._rows["fixture_source"] += (
                row for row in new.values() if row != old.get(row.source_id)
            )
        if before.referees != after.referees:
            deleted = ((id_,) for id_ in before.referees.keys() - after.referees.keys())
            self._delete("fixture_referee", ("source_id",), fixture_id, deleted)
            self._rows["fixture_referee"] += (
                FixtureReferee(fixture_id, source_id, *names)
                for source_id, names in after.referees.items()
            )

    def _delete(
        self,
        table: str,
        columns: tuple[str, ...],
        fixture_id: int,
        keys: Iterable[tuple[object, ...]],
    ) -> None:
        """Delete rows of a fixture by the rest of their keys; table and columns are names of our schema."""
        where = " and ".join(f"{name} = ?" for name in ("fixture_id", *columns))
        sql = f"delete from {table} where {where}"
        self._connection.executemany(sql, [(fixture_id, *key) for key in keys])


def team_fixtures(row: FixtureRecord) -> list[TeamFixture]:
    """The rows of a fixture in the lists of its teams."""
    return [
        TeamFixture(team_id, row.kickoff_ts, row.id)
        for team_id in sorted({row.home_id, row.away_id})
    ]
