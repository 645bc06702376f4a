"""Files of three sources' spellings in any order and any split into loads: one world."""

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footydata.ingest.files import load
from footydata.rules.duplicates import STRONG
from footydata.store.file.opening import in_memory
from footydata.store.read.evidence import unmatched_teams
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import (
    KNOWN,
    SERVICE,
    UNKNOWN,
    WITH_FORM,
    csv_of,
    dump_of,
    json_of,
    season_of,
    written,
)

SEASON = season_of((*KNOWN, *UNKNOWN))
ROUNDS = 10
A_ROUND = len(SEASON) // ROUNDS
CLUBS = dict(zip(KNOWN, KNOWN, strict=True)) | {
    called.get(club, club): club for called in ({}, WITH_FORM, SERVICE) for club in UNKNOWN
}
"""Every spelling → the club."""

WRITERS = {
    "csv": (csv_of, "E0"),
    "json": (partial(json_of, called=WITH_FORM), "en.1"),
    "jsonl": (dump_of, "dump"),
}


@st.composite
def files_of(draw: st.DrawFn, source: str, rounds: int) -> list[tuple[str, str]]:
    """A source's season, as far as it goes, in one file or several: names and texts."""
    make, name = WRITERS[source]
    borders = sorted(
        {0, rounds, *draw(st.lists(st.integers(1, ROUNDS), max_size=2))}
        - set(range(rounds + 1, 99))
    )
    parts = pairwise(borders)
    rows = [SEASON[first * A_ROUND : last * A_ROUND] for first, last in parts]
    return [
        (f"{source}{place}/{name}.{source}", make(part)) for place, part in enumerate(rows) if part
    ]


@st.composite
def arrivals(draw: st.DrawFn) -> tuple[list[int], list[tuple[str, str]], list[list[str]]]:
    """How many rounds each source has, its files, and the loads in which they come."""
    rounds = [draw(st.integers(0, ROUNDS)) for _ in WRITERS]
    files = [
        file
        for source, count in zip(WRITERS, rounds, strict=True)
        for file in draw(files_of(source, count))
    ]
    order = draw(st.permutations([name for name, _ in files]))
    loads: list[list[str]] = [[]]
    for name in order:
        if draw(st.booleans()):
            loads.append([])
        loads[-1].append(name)
    return rounds, files, [each for each in loads if each]


@pytest.fixture(scope="module")
def template() -> Iterator[sqlite3.Connection]:
    """An empty database to copy."""
    with in_memory() as connection:
        yield connection


def world(connection: sqlite3.Connection) -> dict[str, Any]:
    """What a database holds of clubs and fixtures, and what it lists as doubtful."""
    found = {
        "teams": "select id, name, country_code from team order by id",
        "fixtures": "select league_id, season_id, home_id, away_id, kickoff_ts, time_known, status, home_goals, "
        "away_goals from fixture order by kickoff_ts, home_id, away_id",
        "lists": "select team_id, team_fixture.kickoff_ts, home_id, away_id from team_fixture "
        "join fixture on fixture.id = fixture_id order by 1, 2, 3, 4",
        "members": "select season_id, team_id from season_team order by 1, 2",
        "spellings": "select source.name, scope, key, entity_id from external_id "
        "join source on source.id = source_id where kind = 'team' and source.name <> 'v1' order by 1, 2, 3",
        "parts": "select home_id, away_id, fixture.kickoff_ts, source.name, parts from fixture_source "
        "join source on source.id = source_id join fixture on fixture.id = fixture_id order by 1, 2, 3, 4",
    }
    rows = {what: connection.execute(sql).fetchall() for what, sql in found.items()}
    return {**rows, "doubts": unmatched_teams(connection)}


def brought(
    template: sqlite3.Connection, folder: Path, loads: Sequence[Sequence[str]]
) -> dict[str, Any]:
    with closing(sqlite3.connect(":memory:")) as connection:
        template.backup(connection)
        connection.execute("pragma foreign_keys = on")
        for names in loads:
            load(connection, [folder / name for name in names], now=NOW)
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        return world(connection)


Arrival = tuple[list[int], list[tuple[str, str]], list[list[str]]]
"""What `arrivals` draws."""


@settings(max_examples=2, deadline=None)
@given(arrival=arrivals())
def test_any_order_and_any_split_into_loads_is_one_world(
    template: sqlite3.Connection, arrival: Arrival
) -> None:
    assert_one_world(template, arrival)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(arrival=arrivals())
def test_many_orders_and_splits_are_one_world(
    template: sqlite3.Connection, arrival: Arrival
) -> None:
    assert_one_world(template, arrival)


def assert_one_world(template: sqlite3.Connection, arrival: Arrival) -> None:
    """Load what arrives, at once and in its loads, and compare; no two clubs are one."""
    rounds, files, loads = arrival
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in files:
            written(folder / path, text)
        whole = brought(template, folder, [[path for path, _ in files]] if files else [])
        assert brought(template, folder, loads) == whole
    called: dict[int, set[str]] = {}
    for _, _, spelling, team_id in whole["spellings"]:
        called.setdefault(team_id, set()).add(CLUBS[spelling])
    for team_id, name, _ in whole["teams"]:
        called.setdefault(team_id, set()).add(CLUBS[name])
    assert [clubs for clubs in called.values() if len(clubs) > 1] == []
    csv, json, service = rounds
    # A legal form makes no other name: Millbrook Town is one club to both kinds of file.
    names = 2 * names_of(csv, json, service) + names_of(max(csv, json), service)
    assert len(whole["teams"]) == any(rounds) * len(KNOWN) + names


def names_of(*rounds: int) -> int:
    """How many names a club keeps of sources with so many rounds."""
    return any(count >= STRONG for count in rounds) + sum(0 < count < STRONG for count in rounds)
