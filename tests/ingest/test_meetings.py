"""Which stored fixture a parsed one is."""

import sqlite3

import pytest

from footydata.sources.parsed import LeagueKey, season_within
from tests.ingest.parsed_rows import Put, fixture, played

FRIENDLIES = LeagueKey("WORLD", "Friendlies")
WINDOW = [
    played(goals, kickoff, league=FRIENDLIES, season=season_within(2024), time_known=False)
    for goals, kickoff in (((1, 0), "2024-06-08T00:00"), ((2, 2), "2024-06-09T00:00"))
]
"""Two fixtures of a pair on consecutive days, as in an international window."""


@pytest.mark.parametrize("turned", [1, -1], ids=["oldest first", "newest first"])
def test_two_fixtures_of_a_pair_on_consecutive_days_of_a_file_are_two(
    connection: sqlite3.Connection, put: Put, turned: int
) -> None:
    assert put(*WINDOW[::turned]).fixtures_new == 2
    again = put(*WINDOW, source="openfootball")
    assert (again.fixtures_new, again.conflicts) == (0, [])
    stored = connection.execute(
        "select home_goals, away_goals from fixture order by kickoff_ts"
    ).fetchall()
    assert stored == [(1, 0), (2, 2)]


def test_a_row_that_a_file_has_twice_is_one_fixture_though_a_service_has_it_on_another_day(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(played((1, 0), "2024-06-09T00:30", league=FRIENDLIES, season=season_within(2024)))
    report = put(WINDOW[0], WINDOW[0], source="openfootball")
    assert (report.rows_read, report.fixtures_new) == (2, 0)


@pytest.mark.parametrize("turned", [1, -1], ids=["earlier first", "later first"])
def test_another_day_with_another_score_is_another_fixture(
    connection: sqlite3.Connection, put: Put, turned: int
) -> None:
    first = played((3, 4), "2024-09-03T20:10")
    second = played((3, 0), "2025-03-06T21:00")
    for parsed, source in [(first, "openfootball"), (second, "football-data")][::turned]:
        assert put(parsed, source=source).fixtures_new == 1
    sql = "select home_goals, away_goals, count(*) from fixture join claim on fixture_id = fixture.id group by 1, 2"
    assert connection.execute(sql).fetchall() == [(3, 0, 1), (3, 4, 1)]


def test_a_fixture_that_was_put_off_by_months_is_one_where_pairs_meet_once(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(fixture("2024-09-03T20:10"), source="openfootball")
    put(played((1, 1), "2025-03-06T21:00"))
    assert connection.execute("select home_goals, count(*) from fixture").fetchall() == [(1, 1)]
