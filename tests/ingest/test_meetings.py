"""Which stored fixture a parsed one is."""

import sqlite3

import pytest

from footydata.football.terms import DAY
from footydata.ingest.context import ImportContext, Meeting
from footydata.ingest.identity import match
from footydata.ingest.identity.match import Meetings
from footydata.sources.parsed import LeagueKey, season_within
from tests.ingest.parsed_rows import Put, played

SEASON, PAIR, KICKOFF = 1, (10, 20), 1_700_000_000


@pytest.fixture
def known(connection: sqlite3.Connection) -> Meetings:
    """A finished meeting and, four months later, an open one of the same pair, of an earlier file."""
    context = ImportContext(connection, now=0)
    context.begin_file("")
    remembered = Meetings(context)
    remembered.add(SEASON, PAIR, Meeting(1, KICKOFF, is_open=False, in_table=True))
    remembered.add(SEASON, PAIR, Meeting(2, KICKOFF + 120 * DAY, is_open=True, in_table=True))
    context.begin_file("")
    return remembered


def found(
    known: Meetings, kickoff_ts: int, *, in_table: bool = True, meets_once: bool = False
) -> int | None:
    meeting = known.find(SEASON, PAIR, kickoff_ts, in_table=in_table, meets_once=meets_once)
    return None if meeting is None else meeting.id


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, 1),
        (1, 1),
        (-1, 1),
        (2, None),
        (30, None),
        (59, None),
        (61, 2),
        (120, 2),
        (179, 2),
        (181, None),
    ],
)
def test_where_a_pair_meets_again_the_nearest_open_one_moves_by_weeks(
    known: Meetings, days: int, expected: int | None
) -> None:
    assert found(known, KICKOFF + days * DAY) == expected


@pytest.mark.parametrize(("days", "expected"), [(40, 1), (80, 2), (250, 2)])
def test_where_a_pair_meets_once_it_is_the_same_however_far_it_moves(
    known: Meetings, days: int, expected: int
) -> None:
    assert found(known, KICKOFF + days * DAY, meets_once=True) == expected


def test_a_row_of_the_same_file_is_a_fixture_of_its_own(known: Meetings) -> None:
    assert found(known, KICKOFF + 110 * DAY) == 2
    assert found(known, KICKOFF + 100 * DAY) is None
    assert found(known, KICKOFF + 120 * DAY) == 2


def test_a_play_off_is_the_same_only_on_its_day(known: Meetings) -> None:
    assert found(known, KICKOFF + 100 * DAY, in_table=False) is None
    assert found(known, KICKOFF + 120 * DAY, in_table=False) == 2


def test_only_so_many_seasons_are_remembered(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "SEASONS_REMEMBERED", 2)
    remembered = Meetings(ImportContext(connection, now=0))
    for season_id in (1, 2, 3):
        remembered.add(season_id, PAIR, Meeting(season_id, KICKOFF, is_open=True, in_table=True))
    assert [len(remembered.of(season_id, PAIR)) for season_id in (3, 2)] == [1, 1]
    assert remembered.of(1, PAIR) == []


@pytest.mark.parametrize("hours", [19, 24, -24])
def test_a_row_of_the_same_file_on_the_next_day_is_a_fixture_of_its_own(
    known: Meetings, hours: int
) -> None:
    assert found(known, KICKOFF) == 1
    assert found(known, KICKOFF + hours * 3600) is None
    assert found(known, KICKOFF) == 1


def test_where_a_pair_meets_once_a_row_on_the_next_day_is_the_same(known: Meetings) -> None:
    assert found(known, KICKOFF, meets_once=True) == 1
    assert found(known, KICKOFF + DAY, meets_once=True) == 1


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
