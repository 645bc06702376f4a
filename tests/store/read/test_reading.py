"""Fixtures, leagues and teams as people and lists ask for them."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.errors import LeagueNotFound, SeasonNotFound, TeamNotFound
from footydata.football.records import StatisticsRecord
from footydata.football.terms import Order
from footydata.store.bookmakers import default_bookmaker, recorded_bookmakers
from footydata.store.file.opening import open_database
from footydata.store.read import details
from footydata.store.read.conditions import read_condition
from footydata.store.read.fixtures import (
    FixtureFilter,
    fixture_by_id,
    fixture_ids,
    fixtures,
    fixtures_by_id,
    where_clause,
)
from footydata.store.read.seasons.leagues import covers_all, find_league, find_season, survivor
from footydata.store.read.seasons.teams import find_team
from footydata.store.typed_names import AmbiguousName
from tests.service.small_football import build_small_football

FILTERS = [
    FixtureFilter(),
    FixtureFilter(start_ts=1773446400, end_ts=1773532800, esports=False),
    FixtureFilter(statuses=("live",)),
    FixtureFilter(statuses=("live",), league_ids=(10,), esports=False),
    FixtureFilter(league_ids=(10,), season_ids=(100,)),
    FixtureFilter(team_ids=(2,), end_ts=1773532800),
    FixtureFilter(team_ids=(2,), statuses=("finished",), plans=("free",)),
    FixtureFilter(plans=("free", "pro"), esports=False),
    FixtureFilter(without_season=True),
    FixtureFilter(figures=read_condition("corners > 9")),
]


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path: Path = tmp_path_factory.mktemp("reading") / "small.db"
    build_small_football(path)
    connection = open_database(path)
    yield connection
    connection.close()


@pytest.mark.parametrize("narrowed", FILTERS, ids=range(len(FILTERS)))
@pytest.mark.parametrize("order", Order)
def test_ids_are_those_of_the_rows(
    connection: sqlite3.Connection, narrowed: FixtureFilter, order: Order
) -> None:
    rows = fixtures(connection, narrowed, order=order)
    assert fixture_ids(connection, narrowed, order=order) == [row.id for row in rows]
    assert fixture_ids(connection, narrowed, order=order, limit=2, offset=1) == [
        row.id for row in rows[1:3]
    ]


@pytest.mark.parametrize("narrowed", FILTERS, ids=range(len(FILTERS)))
def test_a_where_clause_keeps_the_same_fixtures(
    connection: sqlite3.Connection, narrowed: FixtureFilter
) -> None:
    where, values = where_clause(narrowed)
    kept = {row[0] for row in connection.execute(f"select id from fixture where {where}", values)}
    assert kept == set(fixture_ids(connection, narrowed))


def test_a_condition_on_figures_leaves_out_what_is_unknown(connection: sqlite3.Connection) -> None:
    assert fixture_ids(connection, FixtureFilter(figures=read_condition("corners > 9"))) == [
        900,
        1001,
    ]


@pytest.mark.parametrize(
    ("narrowed", "index"),
    [
        (FixtureFilter(start_ts=1, end_ts=2, esports=False), "COVERING INDEX fixture_by_kickoff"),
        (
            FixtureFilter(start_ts=1, end_ts=2, league_ids=(10,), esports=False),
            "INDEX fixture_by_league",
        ),
        (FixtureFilter(league_ids=(10,), season_ids=(100,)), "INDEX fixture_by_season"),
        (FixtureFilter(statuses=("live",), league_ids=(10,), esports=False), "INDEX fixture_live"),
    ],
)
def test_a_list_is_read_from_the_index_that_orders_it(
    connection: sqlite3.Connection, narrowed: FixtureFilter, index: str
) -> None:
    plan = _plan(connection, narrowed)
    assert index in plan[0]
    assert not any("TEMP B-TREE" in step for step in plan)


@pytest.mark.parametrize("team_ids", [(1,), (1, 2)])
def test_only_the_fixtures_of_a_team_are_read_for_its_list(
    connection: sqlite3.Connection, team_ids: tuple[int, ...]
) -> None:
    narrowed = FixtureFilter(team_ids=team_ids, league_ids=(10,), start_ts=1, end_ts=2)
    plan = _plan(connection, narrowed)
    assert "SEARCH fixture USING INTEGER PRIMARY KEY" in plan[0]
    assert any("team_fixture USING PRIMARY KEY" in step for step in plan)


def _plan(connection: sqlite3.Connection, narrowed: FixtureFilter) -> list[str]:
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    fixture_ids(connection, narrowed, limit=50)
    connection.set_trace_callback(None)
    return [row[3] for row in connection.execute(f"explain query plan {statements[-1]}")]


def test_rows_carry_names_season_and_plan(connection: sqlite3.Connection) -> None:
    row = fixture_by_id(connection, 1201, lang="ja")
    assert row is not None
    assert (row.league, row.home, row.away, row.season, row.min_plan) == (
        "Gold League",
        "Dünen SV",
        "Erle 04",
        "2026",
        "pro",
    )
    assert fixture_by_id(connection, 404) is None


def test_fixtures_are_read_by_those_ids_that_there_are(connection: sqlite3.Connection) -> None:
    rows = fixtures_by_id(connection, [1003, 404, 1001], lang="ja")
    assert rows == {
        row.id: row
        for row in fixtures(connection, FixtureFilter(), lang="ja")
        if row.id in (1001, 1003)
    }
    assert fixtures_by_id(connection, []) == {}


def test_details_have_an_entry_for_each_id(connection: sqlite3.Connection) -> None:
    ids = [1001, 404]
    assert [len(details.events(connection, ids)[one]) for one in ids] == [11, 0]
    assert details.rows_of(connection, StatisticsRecord, ids)[404].home_attacks is None
    assert [len(details.odds(connection, ids)[one]) for one in ids] == [9, 0]


@pytest.mark.parametrize(
    ("text", "league_id"),
    [
        ("10", 10),
        (10, 10),
        ("7", 10),
        ("first league", 10),
        ("First", 10),
        ("cup", 11),
        ("germany gold", 12),
    ],
)
def test_a_league_is_found_as_a_person_means_it(
    connection: sqlite3.Connection, text: str | int, league_id: int
) -> None:
    assert find_league(connection, text).id == league_id


def test_a_league_that_is_not_clear_is_reported_with_what_there_is(
    connection: sqlite3.Connection,
) -> None:
    with pytest.raises(AmbiguousName, match=r"Gold League \(Germany, 12\), Platinum League"):
        find_league(connection, "germany")
    with pytest.raises(LeagueNotFound, match="First League"):
        find_league(connection, "rugby")
    with pytest.raises(LeagueNotFound, match="99"):
        find_league(connection, "99")


@pytest.mark.parametrize(("text", "team_id"), [("4", 4), (4, 4), ("erle", 5), ("ALDER TOWN", 1)])
def test_a_team_is_found_as_a_person_means_it(
    connection: sqlite3.Connection, text: str | int, team_id: int
) -> None:
    assert find_team(connection, text).id == team_id


def test_a_team_that_is_not_clear_is_reported(connection: sqlite3.Connection) -> None:
    with pytest.raises(AmbiguousName, match=r"Alder Town \(1\), Pixel Alder \(6\)"):
        find_team(connection, "alder")
    with pytest.raises(TeamNotFound, match="nobody"):
        find_team(connection, "nobody")
    with pytest.raises(TeamNotFound, match="99"):
        find_team(connection, 99)


def test_a_season_that_is_not_there_is_reported_with_those_that_are(
    connection: sqlite3.Connection,
) -> None:
    with pytest.raises(SeasonNotFound, match="26/27, 25/26, 24/25"):
        find_season(connection, 10, "1999")
    with pytest.raises(SeasonNotFound, match="none"):
        find_season(connection, 15, "25/26")


def test_a_circle_of_retired_ids_has_no_survivor(connection: sqlite3.Connection) -> None:
    connection.execute(
        "insert into retired_league (id, survivor_id) values (70, 71), (71, 72), (72, 71), (73, 73)"
    )
    assert [survivor(connection, league_id) for league_id in (70, 71, 72, 73)] == [None] * 4
    connection.rollback()


def test_plans_cover_all_competitions_or_not(connection: sqlite3.Connection) -> None:
    assert covers_all(connection, ("free", "pro", "ultra"))
    assert not covers_all(connection, ("free", "pro"))


def test_the_default_bookmaker_is_the_marked_one(connection: sqlite3.Connection) -> None:
    default = default_bookmaker(connection)
    assert default is not None and default.slug == "kestrel"
    assert [row.slug for row in recorded_bookmakers(connection)] == [
        "kestrel",
        "bluebird",
        "marlin",
    ]
