"""Finding fixtures by parts of names."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

import footydata.store.read.days as names_module
from footydata.football.terms import Order
from footydata.store.file.opening import open_read_only
from footydata.store.read.days import (
    Entry,
    Names,
    matching_entries,
    read_names,
    search_terms,
)
from footydata.store.read.seasons.leagues import find_league, leagues_by_id
from footydata.store.typed_names import folded

LATE = 2_000_000_000


@pytest.fixture
def connection(sample: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_read_only(sample)) as opened:
        yield opened


@pytest.fixture
def names(connection: sqlite3.Connection) -> Names:
    return read_names(connection)


def by_sql(connection: sqlite3.Connection, *words: str) -> list[int]:
    """The ids of the fixtures that have every word, newest first, by plain SQL."""
    text = "lower(country.name || ' ' || league.name || ' ' || coalesce(league.short_name, ''))"
    clause = f"(instr(lower(home.name), ?) or instr(lower(away.name), ?) or instr({text}, ?))"
    sql = (
        "select fixture.id from fixture join team as home on home.id = home_id join team as away on away.id = away_id "
        "join league on league.id = league_id join country on country.code = league.country_code "
        f"where fixture.esports = 0 and {' and '.join([clause] * len(words))} order by kickoff_ts desc, fixture.id desc"
    )
    return [row[0] for row in connection.execute(sql, [word for word in words for _ in range(3)])]


@pytest.mark.parametrize(
    "text",
    ["crown", "rovers", "england rovers", "marazul sierraluz", "a", "zzz", "rovers zzz", "cl"],
)
@pytest.mark.parametrize("few", [150, 0], ids=["own lists", "walk"])
def test_every_fixture_with_all_words_is_found_once(
    connection: sqlite3.Connection,
    names: Names,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    few: int,
) -> None:
    monkeypatch.setattr(names_module, "FEW", few)
    found = matching_entries(connection, search_terms(names, text), from_ts=LATE, order=Order.DESC)
    assert [entry.fixture_id for entry in found] == by_sql(connection, *text.split())


@pytest.mark.parametrize("few", [150, 0], ids=["own lists", "walk"])
@pytest.mark.parametrize("order", list(Order), ids=str)
def test_part_by_part_is_the_same_as_all_at_once(
    connection: sqlite3.Connection,
    names: Names,
    monkeypatch: pytest.MonkeyPatch,
    few: int,
    order: Order,
) -> None:
    monkeypatch.setattr(names_module, "FEW", few)
    asked, start = search_terms(names, "england"), LATE if order == Order.DESC else 0
    everything = list(matching_entries(connection, asked, from_ts=start, order=order))
    parts: list[Entry] = list(
        islice(matching_entries(connection, asked, from_ts=start, order=order), 100)
    )
    while part := list(
        islice(
            matching_entries(
                connection,
                asked,
                from_ts=parts[-1].kickoff_ts,
                after_id=parts[-1].fixture_id,
                order=order,
            ),
            100,
        )
    ):
        parts += part
    assert parts == everything
    assert len(parts) > 200


def test_the_fixtures_of_few_teams_are_looked_up(
    connection: sqlite3.Connection, names: Names
) -> None:
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    asked = search_terms(names, "crown")
    next(matching_entries(connection, asked, from_ts=LATE, order=Order.DESC), None)
    connection.set_trace_callback(None)
    plan = " ".join(row[3] for row in connection.execute(f"explain query plan {statements[0]}"))
    assert "team_fixture" in plan
    assert "fixture_by_kickoff" not in plan


def test_e_football_is_found_alone(connection: sqlite3.Connection, names: Names) -> None:
    asked = search_terms(names, "volta")
    assert not list(matching_entries(connection, asked, from_ts=LATE, order=Order.DESC))
    assert list(matching_entries(connection, asked, from_ts=LATE, order=Order.DESC, esports=True))


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Málaga", "malaga"),
        ("Brøndby", "brondby"),
        ("Łódź", "lodz"),
        ("Preußen Münster", "preussen munster"),
        ("Beşiktaş", "besiktas"),
        ("大阪", "大阪"),
        ("ARSENAL", "arsenal"),
    ],
)
def test_case_and_accents_make_no_difference(name: str, plain: str) -> None:
    assert folded(name) == plain


def test_leagues_are_labelled_with_their_country(connection: sqlite3.Connection) -> None:
    assert leagues_by_id(connection)[39].country == "England"


def test_a_league_is_found_as_a_load_writes_it(connection: sqlite3.Connection) -> None:
    league = leagues_by_id(connection)[39]
    assert find_league(connection, f"{league.country_code}/{league.name}") == league
