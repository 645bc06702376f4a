"""Where each part of a fixture came from, and what sources have in common."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.terms import Part
from footydata.sources.parsed import Figures, TeamKey
from footydata.store.file.opening import open_database
from footydata.store.read.provenance import (
    PartSource,
    contents,
    parts_of,
    sources_held,
)
from tests.ingest.importing import import_parsed
from tests.ingest.parsed_rows import played

BOTH = Part.BASE | Part.GOALS | Part.EVENTS


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """One fixture of two sources: the less trusted one has the half time, and a timeline without events."""
    opened = open_database(tmp_path / "football.db")
    import_parsed(opened, played(), source="football-data", trust=60, now=1_700_000_000)
    parsed = played(
        home=TeamKey("Arsenal FC"),
        events=(),
        parts=BOTH | Part.HALF_GOALS,
        figures=Figures(2, 1, 1, 0),
    )
    import_parsed(opened, parsed, source="openfootball", trust=40, now=1_700_000_060)
    yield opened
    opened.close()


def of_part(connection: sqlite3.Connection, part: str) -> list[PartSource]:
    fixture_id = connection.execute("select id from fixture").fetchone()[0]
    return [row for row in parts_of(connection, fixture_id) if row.part == part]


def test_a_part_that_two_sources_tell_has_both_the_more_trusted_first(
    connection: sqlite3.Connection,
) -> None:
    assert of_part(connection, "goals") == [
        PartSource("goals", "2 1", "football-data", 60, "2023-11-14 22:13"),
        PartSource("goals", "2 1", "openfootball", 40, "2023-11-14 22:14"),
    ]


def test_a_part_of_one_source_has_that_alone(connection: sqlite3.Connection) -> None:
    assert of_part(connection, "half_goals") == [
        PartSource("half_goals", "1 0", "openfootball", 40, "2023-11-14 22:14")
    ]


def test_empty_and_never_fetched_differ(connection: sqlite3.Connection) -> None:
    assert of_part(connection, "events")[0].holds == "empty"
    assert of_part(connection, "corners") == [PartSource("corners", None, None, None, None)]


def test_every_part_is_reported(connection: sqlite3.Connection) -> None:
    fixture_id = connection.execute("select id from fixture").fetchone()[0]
    parts = list(dict.fromkeys(row.part for row in parts_of(connection, fixture_id)))
    assert parts == [(part.name or "").lower() for part in Part if part is not Part.BARE_RESULT]


def test_what_two_sources_have_in_common_is_counted(connection: sqlite3.Connection) -> None:
    assert sources_held(connection) == ["football-data", "openfootball"]
    rows = [
        row[1:] for row in contents(connection) if row.section == "football-data and openfootball"
    ]
    assert rows == [("fixtures of both", 1), ("teams of both", 2)]
