"""Which stored fixture a parsed one is."""

import sqlite3

import pytest

from footydata.contract.terms import DAY
from footydata.importing import match
from footydata.importing.context import ImportContext, Meeting
from footydata.importing.match import Meetings

SEASON, PAIR, KICKOFF = 1, (10, 20), 1_700_000_000


@pytest.fixture
def known(connection: sqlite3.Connection) -> Meetings:
    """A finished meeting and, four months later, an open one of the same pair, of an earlier file."""
    context = ImportContext(connection, now=0)
    context.file = 1
    remembered = Meetings(context)
    remembered.add(SEASON, PAIR, Meeting(1, KICKOFF, is_open=False, in_table=True))
    remembered.add(SEASON, PAIR, Meeting(2, KICKOFF + 120 * DAY, is_open=True, in_table=True))
    context.file = 2
    return remembered


def found(known: Meetings, kickoff_ts: int, *, in_table: bool = True, meets_once: bool = False) -> int | None:
    meeting = known.find(SEASON, PAIR, kickoff_ts, in_table=in_table, meets_once=meets_once)
    return None if meeting is None else meeting.id


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, 1), (1, 1), (-1, 1), (2, None), (30, None), (59, None), (61, 2), (120, 2), (179, 2), (181, None)],
)
def test_where_a_pair_meets_again_the_nearest_open_one_moves_by_weeks(
    known: Meetings, days: int, expected: int | None
) -> None:
    assert found(known, KICKOFF + days * DAY) == expected


@pytest.mark.parametrize(("days", "expected"), [(40, 1), (80, 2), (250, 2)])
def test_where_a_pair_meets_once_it_is_the_same_however_far_it_moves(known: Meetings, days: int, expected: int) -> None:
    assert found(known, KICKOFF + days * DAY, meets_once=True) == expected


def test_a_row_of_the_same_file_is_a_fixture_of_its_own(known: Meetings) -> None:
    assert found(known, KICKOFF + 110 * DAY) == 2
    assert found(known, KICKOFF + 100 * DAY) is None
    assert found(known, KICKOFF + 120 * DAY) == 2


def test_a_play_off_is_the_same_only_on_its_day(known: Meetings) -> None:
    assert found(known, KICKOFF + 100 * DAY, in_table=False) is None
    assert found(known, KICKOFF + 120 * DAY, in_table=False) == 2


def test_only_so_many_seasons_are_remembered(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "SEASONS_REMEMBERED", 2)
    remembered = Meetings(ImportContext(connection, now=0))
    for season_id in (1, 2, 3):
        remembered.add(season_id, PAIR, Meeting(season_id, KICKOFF, is_open=True, in_table=True))
    assert [len(remembered.of(season_id, PAIR)) for season_id in (3, 2)] == [1, 1]
    assert remembered.of(1, PAIR) == []
