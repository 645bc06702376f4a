"""The records and the schema tell the same columns."""

import sqlite3
from collections.abc import Iterator
from typing import get_type_hints

import pytest

from footydata.football.records import TABLES, FixtureRecord, columns_of, key_of
from footydata.football.rows import FixtureRow
from footydata.football.terms import Part
from footydata.store.file.opening import open_database


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    connection = open_database(tmp_path_factory.mktemp("empty") / "empty.db")
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def columns(empty: sqlite3.Connection) -> dict[str, list[tuple[str, int]]]:
    """Table → its columns, each with its place in the key, 0 for none."""
    return {
        table: [(column[1], column[5]) for column in empty.execute(f"pragma table_info({table})")]
        for table in TABLES
    }


def test_a_record_has_the_columns_of_its_table(columns: dict[str, list[tuple[str, int]]]) -> None:
    names = {table: tuple(name for name, _ in found) for table, found in columns.items()}
    assert names == {table: columns_of(table) for table in TABLES}


def test_a_key_is_the_leading_fields_of_a_record(
    columns: dict[str, list[tuple[str, int]]],
) -> None:
    keys = {
        table: tuple(
            name for place, name in sorted((place, name) for name, place in found) if place
        )
        for table, found in columns.items()
    }
    assert keys == {table: key_of(table) for table in TABLES}


def test_a_row_of_a_fixture_begins_with_the_fields_of_its_record() -> None:
    own = {
        name: kind
        for name, kind in get_type_hints(FixtureRow).items()
        if name in FixtureRecord._fields
    }
    assert list(own.items()) == list(get_type_hints(FixtureRecord).items())
    assert FixtureRow._fields[: len(own)] == FixtureRecord._fields


def test_every_table_of_the_schema_has_a_record(empty: sqlite3.Connection) -> None:
    tables = {
        row[0] for row in empty.execute("select name from sqlite_master where type = 'table'")
    }
    assert tables - {"_sqlite_migrations", "sqlite_sequence"} == set(TABLES)


def test_every_table_is_strict(empty: sqlite3.Connection) -> None:
    strict = {row[1] for row in empty.execute("pragma table_list") if row[5]}
    assert set(TABLES) <= strict


def test_the_view_of_parts_spells_out_every_bit(empty: sqlite3.Connection) -> None:
    text = empty.execute("select sql from sqlite_master where name = 'fixture_part'").fetchone()[0]
    assert all(f"({part.value}, '{part.name.lower()}')" in text for part in Part)
