"""Which meeting of a pair at a venue a record is of."""

from itertools import permutations

import pytest

from footydata.football.terms import DAY
from footydata.rules.duplicates import Meeting, Told, nearest

KICKOFF = 1_700_000_000
FINISHED = Told(1, KICKOFF, is_finished=True, score=(1, 0))
COMING = Told(1, KICKOFF + 120 * DAY)


def found(told: Told, *, meets_once: bool = False) -> int | None:
    """The number of the meeting that a record of another input is of: 1 is finished, 2 to come four months later."""
    meetings = {Meeting(FINISHED): 1, Meeting(COMING): 2}
    meeting = nearest(meetings, told._replace(input=2), meets_once=meets_once)
    return None if meeting is None else meetings[meeting]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, 1),
        (1, 1),
        (-1, 1),
        (-30, 1),
        (-61, None),
        (2, None),
        (59, None),
        (61, 2),
        (120, 2),
        (179, 2),
        (181, None),
    ],
)
def test_where_a_pair_meets_again_a_coming_one_moves_by_weeks_but_never_back(
    days: int, expected: int | None
) -> None:
    assert found(Told(2, KICKOFF + days * DAY)) == expected


@pytest.mark.parametrize(("days", "expected"), [(40, 1), (80, 2), (250, 2)])
def test_where_a_pair_meets_once_it_is_the_same_however_far_it_moves(
    days: int, expected: int
) -> None:
    assert found(Told(2, KICKOFF + days * DAY), meets_once=True) == expected


@pytest.mark.parametrize(
    ("days", "score", "expected"),
    [(0, (3, 4), 1), (1, (1, 0), 1), (1, (3, 4), None), (58, (3, 4), None), (30, None, 1)],
    ids=[
        "same day",
        "next day, same score",
        "next day, other score",
        "months later",
        "score unknown",
    ],
)
def test_two_results_are_one_meeting_unless_day_and_score_differ(
    days: int, score: tuple[int, int] | None, expected: int | None
) -> None:
    told = Told(2, KICKOFF + days * DAY, is_finished=True, score=score)
    meeting = nearest([Meeting(FINISHED)], told, meets_once=True)
    assert (meeting is not None) == (expected == 1)


def test_equal_scores_alone_join_no_two_results_where_pairs_meet_more_often() -> None:
    assert found(Told(2, KICKOFF + 58 * DAY, is_finished=True, score=(1, 0))) is None


def test_a_record_of_the_same_input_is_a_meeting_of_its_own_but_on_its_day() -> None:
    meeting = Meeting(COMING)
    assert meeting.may_be(COMING, meets_once=True)
    assert not meeting.may_be(COMING._replace(kickoff_ts=COMING.kickoff_ts + DAY), meets_once=True)


def test_a_play_off_is_the_same_only_on_its_day() -> None:
    assert found(Told(2, KICKOFF + 100 * DAY, in_table=False)) is None
    assert found(Told(2, KICKOFF + 120 * DAY, in_table=False)) == 2


def test_two_ids_of_one_source_are_two_meetings() -> None:
    meeting = Meeting(COMING._replace(key=(1, "a")))
    assert not meeting.may_be(COMING._replace(input=2, key=(1, "b")), meets_once=True)
    assert meeting.may_be(COMING._replace(input=2, key=(2, "b")), meets_once=True)


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_a_fixture_that_was_moved_and_then_played_is_one(order: tuple[int, ...]) -> None:
    said = [
        Told(1, KICKOFF, source=1),
        Told(2, KICKOFF + 40 * DAY, is_finished=True, score=(2, 2), source=1),
        Told(3, KICKOFF + 40 * DAY, is_finished=True, score=(2, 2), source=2),
    ]
    meetings: list[Meeting] = []
    for place in order:
        meeting = nearest(meetings, said[place], meets_once=False)
        if meeting is None:
            meetings.append(Meeting(said[place]))
        else:
            meeting.join(said[place])
    assert len(meetings) == 1
