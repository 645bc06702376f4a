"""Over and under counts of teams and leagues against a line."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.errors import InvalidArgument
from footydata.football.markets import BY_PARAM
from footydata.football.records import (
    CountryRecord,
    FixtureRecord,
    LeagueRecord,
    TeamFixture,
    TeamRecord,
)
from footydata.football.terms import Side
from footydata.odds.markets import MARKET_BY_PARAM
from footydata.store.file.opening import open_database
from footydata.store.read.counts import Grouping, LineCount, line_counts, share_of
from footydata.store.read.fixtures import FixtureFilter
from footydata.store.rows import upsert

A, B, C = 1, 2, 3
CORNERS = [(A, B, 6, 4), (B, A, 7, 4), (A, C, 5, 4), (C, A, None, None), (B, C, 12, 1)]


@pytest.fixture
def league(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Five finished fixtures of three teams with corners, one unknown; one awarded, one to come."""
    connection = open_database(tmp_path / "league.db")
    upsert(connection, "country", [CountryRecord("XA", "Aland", "country")])
    upsert(connection, "league", [LeagueRecord(1, "League", None, "XA")])
    upsert(connection, "team", [TeamRecord(A, "A"), TeamRecord(B, "B"), TeamRecord(C, "C")])
    played = [
        FixtureRecord(
            i, 1, None, home, away, i, status="finished", home_corners=own, away_corners=other
        )
        for i, (home, away, own, other) in enumerate(CORNERS, 1)
    ]
    awarded = played[0]._replace(id=8, state_detail="awarded")
    coming = played[0]._replace(id=9, status="scheduled")
    upsert(connection, "fixture", [*played, awarded, coming])
    sides = [
        TeamFixture(team, row.kickoff_ts, row.id)
        for row in played
        for team in (row.home_id, row.away_id)
    ]
    upsert(connection, "team_fixture", sides)
    yield connection
    connection.close()


def ends(row: LineCount) -> tuple[str, int, int, int, int, int, int]:
    return (row.name, row.fixtures, row.won, row.half_won, row.void, row.half_lost, row.lost)


def test_totals_of_teams_are_counted_by_their_ends(league: sqlite3.Connection) -> None:
    found = line_counts(
        league, Grouping(FixtureFilter()), BY_PARAM["corner"], line=10.25, side="over"
    )

    assert [ends(row) for row in found] == [
        ("B", 3, 2, 0, 0, 1, 0),
        ("C", 2, 1, 0, 0, 0, 1),
        ("A", 3, 1, 0, 0, 1, 1),
    ]
    assert [row.share for row in found] == pytest.approx([2 / 2.5, 1 / 2, 1 / 2.5])
    assert found[0].price == pytest.approx(1.25)
    assert found[0].mean == pytest.approx(34 / 3)


def test_totals_of_a_league_count_each_fixture_once(league: sqlite3.Connection) -> None:
    found = line_counts(
        league, Grouping(FixtureFilter(), by="league"), BY_PARAM["corner"], line=10, side="under"
    )

    assert [ends(row) for row in found] == [("League (Aland)", 4, 1, 0, 1, 0, 2)]


def test_a_team_is_the_home_side_of_its_handicaps(league: sqlite3.Connection) -> None:
    found = line_counts(
        league, Grouping(FixtureFilter()), BY_PARAM["corner_asian"], line=-1, side="home"
    )

    assert [ends(row) for row in found] == [
        ("B", 3, 2, 0, 0, 0, 1),
        ("A", 3, 1, 0, 1, 0, 1),
        ("C", 2, 0, 0, 0, 0, 2),
    ]
    assert found[-1].share == 0
    assert found[-1].price is None


def test_a_team_s_own_corners_are_counted_at_home_and_away(league: sqlite3.Connection) -> None:
    own = line_counts(
        league, Grouping(FixtureFilter()), MARKET_BY_PARAM["home_corners"], line=5.5, side="over"
    )
    against = line_counts(
        league, Grouping(FixtureFilter()), MARKET_BY_PARAM["away_corners"], line=4, side="over"
    )

    assert [ends(row) for row in own] == [
        ("B", 3, 2, 0, 0, 0, 1),
        ("A", 3, 1, 0, 0, 0, 2),
        ("C", 2, 0, 0, 0, 0, 2),
    ]
    assert [row.mean for row in own] == pytest.approx([23 / 3, 15 / 3, 5 / 2])
    assert [ends(row) for row in against] == [
        ("A", 3, 1, 0, 2, 0, 0),
        ("C", 2, 2, 0, 0, 0, 0),
        ("B", 3, 1, 0, 1, 0, 1),
    ]


def test_a_venue_counts_those_fixtures_alone(league: sqlite3.Connection) -> None:
    found = line_counts(
        league,
        Grouping(FixtureFilter(), venue=Side.AWAY),
        BY_PARAM["corner"],
        line=9.5,
        side="over",
    )

    assert [(row.name, row.fixtures) for row in found] == [("A", 1), ("B", 1), ("C", 2)]


def test_a_filter_by_team_keeps_its_row_alone(league: sqlite3.Connection) -> None:
    found = line_counts(
        league, Grouping(FixtureFilter(team_ids=(C,))), BY_PARAM["corner"], line=9.5, side="over"
    )

    assert [(row.name, row.fixtures) for row in found] == [("C", 2)]


def test_a_team_leaves_its_leagues_its_own_fixtures(league: sqlite3.Connection) -> None:
    found = line_counts(
        league,
        Grouping(FixtureFilter(team_ids=(C,)), by="league"),
        BY_PARAM["corner"],
        line=9.5,
        side="over",
    )

    assert [(row.name, row.fixtures) for row in found] == [("League (Aland)", 2)]


def test_all_void_leaves_the_share_unknown(league: sqlite3.Connection) -> None:
    found = line_counts(
        league, Grouping(FixtureFilter(end_ts=2)), BY_PARAM["corner"], line=10, side="over"
    )

    assert [row.share for row in found] == [None, None]


def test_no_fixtures_give_no_counts(league: sqlite3.Connection) -> None:
    assert (
        line_counts(league, Grouping(FixtureFilter()), BY_PARAM["cards"], line=3.5, side="over")
        == []
    )


def test_a_line_that_is_none_is_refused(league: sqlite3.Connection) -> None:
    with pytest.raises(InvalidArgument):
        line_counts(league, Grouping(FixtureFilter()), BY_PARAM["corner"], line=10.3, side="over")


def test_a_share_has_an_interval() -> None:
    share = share_of(81, 182)

    # Source: Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263 by Wilson's method.
    assert (share.share_low, share.share_high) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_stakes_that_were_all_void_have_no_interval() -> None:
    assert share_of(0, 0).share_low is None
