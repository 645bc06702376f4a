"""Conditions on figures: what they keep, and that nothing but figures and numbers reaches the database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.errors import InvalidArgument
from footydata.football.records import CountryRecord, FixtureRecord, LeagueRecord, TeamRecord
from footydata.store.file.opening import open_database
from footydata.store.read.conditions import FIGURES, read_condition
from footydata.store.read.fixtures import FixtureFilter, count_fixtures, fixtures
from footydata.store.rows import upsert
from tests.new_databases import new_database

FIGURES_OF: dict[int, dict[str, int]] = {
    1: dict(
        home_goals=2,
        away_goals=1,
        half_home_goals=0,
        half_away_goals=1,
        home_corners=9,
        away_corners=4,
    ),
    2: dict(
        home_goals=0,
        away_goals=0,
        half_home_goals=0,
        half_away_goals=0,
        home_corners=3,
        away_corners=5,
    ),
    3: dict(home_yellow=2, away_yellow=1, home_red=0, away_red=1, round=7),
    4: {},
}


@pytest.fixture
def four(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Four fixtures: 2-1 with 13 corners, 0-0 with 8, one with cards alone, one with nothing known."""
    connection = open_database(new_database(tmp_path / "four.db"))
    upsert(connection, "country", [CountryRecord("XA", "Aland", "country")])
    upsert(connection, "league", [LeagueRecord(1, "League", None, "XA")])
    upsert(connection, "team", [TeamRecord(1, "Home"), TeamRecord(2, "Away")])
    rows = [
        FixtureRecord(
            id=id_, league_id=1, season_id=None, home_id=1, away_id=2, kickoff_ts=id_, **figures
        )
        for id_, figures in FIGURES_OF.items()
    ]
    upsert(connection, "fixture", rows)
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("corners > 12", [1]),
        ("corners >= 8", [1, 2]),
        ("CORNERS<=8", [2]),
        ("corners = 8", [2]),
        ("corners == 8", [2]),
        ("corners != 8", [1]),
        ("corners <> 8", [1]),
        ("not corners > 12", [2]),
        ("not (corners > 12 or goals > 5)", [2]),
        ("8 < corners <= 13", [1]),
        ("home_corners - away_corners >= 5", [1]),
        ("-corners < -12.5", [1]),
        ("goals - half_goals = 2", [1]),
        ("home_goals > away_goals and half_home_goals < half_away_goals", [1]),
        ("goals = 0 or cards > 3", [2, 3]),
        ("cards = 4", [3]),
        ("away_cards = 2", [3]),
        ("card_points = 5", [3]),
        ("home_card_points = 2 and away_card_points = 3", [3]),
        ("yellow = 3 and red = 1 and round = 7", [3]),
        ("goals > 2 and corners > 12 or goals = 0", [1, 2]),
        ("goals > 2 and (corners > 99 or goals = 3)", [1]),
        ("home_goals - (away_goals - half_goals) = 2", [1]),
        ("not " * 30 + "corners > 12", [1]),
        ("corners > " + "-" * 30 + "12", [1]),
        ("corners > 12" + " + 0" * 200, [1]),
    ],
)
def test_a_condition_keeps_the_fixtures_that_fulfil_it(
    four: sqlite3.Connection, text: str, kept: list[int]
) -> None:
    rows = fixtures(four, FixtureFilter(figures=read_condition(text)))

    assert [row.id for row in rows] == kept


def test_unknown_figures_fulfil_neither_a_condition_nor_its_opposite(
    four: sqlite3.Connection,
) -> None:
    condition = read_condition("corners > 12")

    assert count_fixtures(four, FixtureFilter(figures=condition.known)) == 2
    assert count_fixtures(four, FixtureFilter()) == 4


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("crners > 1", "did you mean corners, home_corners, half_corners?"),
        ("corners => 12", "'> 12'"),
        ("weather > 1", "home_goals"),
        ("corners", "'corners'"),
        ("corners > 1 2", "'2'"),
        ("(corners > 1", ""),
        ("corners > 1)", "')'"),
        ("corners > 1;", "';'"),
        ("corners > '1'", ""),
        ("corners > 1 -- x", "'x'"),
        ("corners > 1 # and goals > 9", "'#'"),
        ("corners > 1e3", "'1e'"),
        ("corners in goals", "'corners in goals'"),
        ("corners > True", "'true'"),
        ("(corners > 1) + 2 > 1", ""),
        ("home_id > 1", "did you mean home_red, home_xg, home_cards?"),
        ("(" * 31 + "corners > 1" + ")" * 31, "30"),
        ("not " * 31 + "corners > 1", "30"),
        ("corners > " + "-" * 32 + "1", "30"),
        ("corners > 1" + " " * 1000, "1000"),
    ],
)
def test_what_is_no_condition_is_refused(text: str, part: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        read_condition(text)

    assert part in str(refused.value)


WORDS = [
    "corners",
    "goals",
    "<",
    ">=",
    "=",
    "(",
    ")",
    "+",
    "-",
    "and",
    "or",
    "not",
    "3",
    "1.5",
    ";",
    "'",
]


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_whatever_is_written_runs_or_is_refused(text: str) -> None:
    try:
        condition = read_condition(text)
    except InvalidArgument:
        return
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "create table fixture (home_goals, away_goals, home_corners, away_corners)"
        )
        connection.execute(f"select 1 from fixture where {condition.sql}", condition.values)


def test_numbers_are_parameters() -> None:
    condition = read_condition("corners > 12 and goals < 3.5")

    assert "12" not in condition.sql
    assert {condition.values["number_0"], condition.values["number_1"]} == {12.0, 3.5}


def test_every_figure_can_be_asked_for(four: sqlite3.Connection) -> None:
    counts = [
        count_fixtures(four, FixtureFilter(figures=read_condition(f"{name} >= 0")))
        for name in FIGURES
    ]

    assert set(counts) == {0, 1, 2}
