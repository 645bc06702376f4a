"""What is stored of fixtures, read at once for merging."""

import json
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from footydata.records import Event, Fixture, Odds, Statistics, columns_of


class Provenance(NamedTuple):
    """What a fixture holds from a source, and that source's trust."""

    source_id: int
    trust: int
    parts: int
    fetched_ts: int


class Stored(NamedTuple):
    """A stored fixture with all that hangs on it; odds by bookmaker id and market."""

    fixture: Fixture
    statistics: Statistics | None
    events: list[Event]
    odds: dict[tuple[int, str], Odds]
    sources: list[Provenance]


def read_stored(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, Stored]:
    """What is stored of these fixtures, by id."""
    wanted = {"ids": json.dumps(list(ids))}
    stored = {
        row[0]: Stored(Fixture._make(row), None, [], {}, [])
        for row in connection.execute(_select("fixture", "id"), wanted)
    }
    for row in connection.execute(_select("statistics", "fixture_id"), wanted):
        stored[row[0]] = stored[row[0]]._replace(statistics=Statistics._make(row))
    for row in connection.execute(_select("event", "fixture_id") + ", seq", wanted):
        stored[row[0]].events.append(Event._make(row))
    for row in connection.execute(_select("odds", "fixture_id") + ", bookmaker_id, market", wanted):
        stored[row[0]].odds[row[1], row[2]] = Odds._make(row)
    for fixture_id, *provenance in connection.execute(_SOURCES, wanted):
        stored[fixture_id].sources.append(Provenance._make(provenance))
    return stored


def _select(table: str, key: str) -> str:
    fields = ", ".join(columns_of(table))
    # The names are those of our records, never a value.
    return f"select {fields} from {table} where {key} in (select value from json_each(:ids)) order by {key}"


_SOURCES = """
    select fixture_source.fixture_id, fixture_source.source_id, source.trust, fixture_source.parts,
           fixture_source.fetched_ts
    from fixture_source join source on source.id = fixture_source.source_id
    where fixture_source.fixture_id in (select value from json_each(:ids))
    order by fixture_source.fixture_id, fixture_source.source_id
"""
