"""A stored fixture at a moment has what its events and ticks give by then, and nothing of later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footydata.football.records import (
    EventRecord,
    FixtureFigure,
    FixtureRecord,
    FixtureSource,
    OddsTickRecord,
    StatisticsRecord,
)
from footydata.football.terms import EventType, Part, Side
from footydata.service.replay.state import Phase, Recorded, Timetable, state_at, timetable_of
from footydata.store.claims.stored import NO_QUOTE, PERIODS, StoredFixture

KICKOFF = 1_773_500_400
MINUTE = 60
WHOLE = int(~Part(0) & (2 * max(Part) - 1))
COUNTED = (EventType.GOAL, EventType.CORNER, EventType.YELLOW_CARD, EventType.RED_CARD)


def event(
    seq: int, type_: EventType, half: int, minute: int | None, team: Side | None = None, **rest: int
) -> EventRecord:
    return EventRecord(
        1, seq, type_.value, half, minute, team=None if team is None else team.value, **rest
    )  # type: ignore[arg-type]


def recorded(
    *events: EventRecord,
    ticks: tuple[OddsTickRecord, ...] = (),
    parts: int = WHOLE,
    **figures: object,
) -> Recorded:
    fixture = FixtureRecord(1, 39, 7, 11, 12, KICKOFF, status="finished", **figures)  # type: ignore[arg-type]
    odds = {
        ("bet365", tick.market): (2.5, 1.9, 1.9, None, 2.75, 1.8, 2.0, None, *NO_QUOTE)
        for tick in ticks
    }
    return Recorded(
        StoredFixture(fixture, {}, list(events), odds, [FixtureSource(1, 2, parts, 0)], {}, {}),
        ticks,
        {3: "bet365"},
    )


def at(one: Recorded, minutes: float) -> FixtureRecord:
    table = timetable_of(one.stored.fixture, one.stored.events)
    return state_at(one, table, KICKOFF + round(minutes * MINUTE)).stored.fixture


GOALS = recorded(
    event(1, EventType.GOAL, 1, 12, Side.HOME),
    event(2, EventType.PERIOD_SCORE, 1, None, home_score=1, away_score=0),
    event(3, EventType.GOAL, 2, 90, Side.AWAY, stoppage=3),
    event(4, EventType.PERIOD_SCORE, 2, None, home_score=1, away_score=1),
    home_goals=1,
    away_goals=1,
    half_home_goals=1,
    half_away_goals=0,
    home_corners=6,
    away_corners=4,
    half_home_corners=2,
    half_away_corners=3,
    home_red=0,
    away_red=1,
)


@pytest.mark.parametrize(
    ("minutes", "status", "goals", "half_goals", "corners"),
    [
        (-0.1, "scheduled", (None, None), (None, None), (None, None)),
        (0, "live", (0, 0), (None, None), (None, None)),
        (11.9, "live", (0, 0), (None, None), (None, None)),
        (12, "live", (1, 0), (None, None), (None, None)),
        (45, "live", (1, 0), (1, 0), (2, 3)),
        (107.9, "live", (1, 0), (1, 0), (2, 3)),
        (108, "finished", (1, 1), (1, 0), (6, 4)),
    ],
)
def test_a_score_runs_and_what_has_no_minute_comes_at_the_end_of_its_half(
    minutes: float,
    status: str,
    goals: tuple[int | None, ...],
    half_goals: tuple[int | None, ...],
    corners: tuple[int | None, ...],
) -> None:
    row = at(GOALS, minutes)
    assert row.status == status
    assert (row.home_goals, row.away_goals) == goals
    assert (row.half_home_goals, row.half_away_goals) == half_goals
    assert (row.home_corners, row.away_corners) == corners


def test_cards_without_events_are_unknown_until_the_end() -> None:
    assert at(GOALS, 107).away_red is None
    assert at(GOALS, 108).away_red == 1


def test_a_timeline_that_does_not_add_up_to_the_score_counts_nothing() -> None:
    one = recorded(
        event(1, EventType.GOAL, 1, 12, Side.HOME), home_goals=2, away_goals=0, half_home_goals=1
    )
    assert at(one, 20).home_goals is None
    assert at(one, 50).home_goals == 1


def test_a_goalless_fixture_without_a_timeline_does_not_say_so_before_its_end() -> None:
    one = recorded(parts=int(Part.BASE | Part.GOALS), home_goals=0, away_goals=0)
    assert at(one, 60).home_goals is None
    assert at(one, 105).home_goals == 0


@pytest.mark.parametrize(
    ("detail", "status"),
    [("awarded", "finished"), ("abandoned", "scheduled"), ("postponed", "scheduled")],
)
def test_what_was_not_played_out_is_never_live(detail: str, status: str) -> None:
    one = recorded(home_goals=3, away_goals=0)
    fixture = one.stored.fixture._replace(status=status, state_detail=detail)
    one = one._replace(stored=one.stored._replace(fixture=fixture))
    assert {at(one, minutes).status for minutes in range(0, 105, 5)} == {"scheduled"}
    assert at(one, 105) == fixture


def test_first_half_figures_come_at_half_time_and_the_rest_at_the_end() -> None:
    figures = {
        ("fouls", half): FixtureFigure(1, "fouls", half, 9 - half, 7.0, 2) for half in (0, 1)
    }
    statistics = StatisticsRecord(1, home_attacks=90, away_attacks=80, half_home_attacks=40)
    stored = GOALS.stored._replace(details={Part.STATISTICS: statistics}, figures=figures)
    table = timetable_of(stored.fixture, stored.events)
    first, half, whole = (
        state_at(Recorded(stored), table, KICKOFF + minutes * MINUTE).stored
        for minutes in (44, 45, 108)
    )
    assert (first.details, first.figures) == ({}, {})
    of_half = {Part.STATISTICS: StatisticsRecord(1, half_home_attacks=40)}
    assert (half.details, list(half.figures)) == (of_half, [("fouls", 1)])
    assert (whole.details, whole.figures) == ({Part.STATISTICS: statistics}, figures)


def test_a_tick_with_a_goal_waits_for_the_goal() -> None:
    early = OddsTickRecord(
        1, 3, "goal_line", KICKOFF + 11 * MINUTE, 0, 12, 3.25, 1.9, 1.9, None, 1, 0
    )
    one = GOALS._replace(
        ticks=(early,), stored=GOALS.stored._replace(odds={("bet365", "goal_line"): NO_QUOTE * 3})
    )
    table = timetable_of(one.stored.fixture, one.stored.events)
    assert state_at(one, table, KICKOFF + 12 * MINUTE - 1).ticks == ()
    assert state_at(one, table, KICKOFF + 12 * MINUTE).ticks == (early,)


def test_quotes_open_with_their_first_tick_close_at_kickoff_and_follow_the_last_tick_in_play() -> (
    None
):
    ticks = tuple(
        OddsTickRecord(1, 3, "goal_line", KICKOFF + offset, 0, None, line, 1.9, 1.95)
        for offset, line in ((-600, 2.5), (300, 2.25), (900, 2.0))
    )
    one = recorded(ticks=ticks, home_goals=0, away_goals=0)
    table = timetable_of(one.stored.fixture, one.stored.events)
    quotes = [
        state_at(one, table, KICKOFF + offset).stored.odds
        for offset in (-601, -600, 0, 300, 899, 900)
    ]
    rows = [odds.get(("bet365", "goal_line")) for odds in quotes]
    assert rows[0] is None
    assert [row and tuple(row[place.start] for _, place in PERIODS) for row in rows[1:]] == [
        (2.5, None, None),
        (2.5, 2.75, None),
        (2.5, 2.75, 2.25),
        (2.5, 2.75, 2.25),
        (2.5, 2.75, 2.0),
    ]


def test_e_football_has_short_halves_that_its_timeline_tells() -> None:
    fixture = GOALS.stored.fixture._replace(esports=1)
    table = timetable_of(
        fixture,
        [event(1, EventType.GOAL, 1, 4, Side.HOME), event(2, EventType.GOAL, 2, 16, Side.AWAY)],
    )
    assert table == Timetable(KICKOFF, KICKOFF + 480, KICKOFF + 540, KICKOFF + 1020, 8)


def test_a_fixture_of_which_only_the_day_is_known_is_played_at_the_hour_that_is_asked() -> None:
    fixture = GOALS.stored.fixture._replace(time_known=0, kickoff_ts=KICKOFF - KICKOFF % 86_400)
    assert (
        timetable_of(fixture, (), untimed_at=3_600).phase(fixture.kickoff_ts + 3_600)
        is Phase.FIRST_HALF
    )


@st.composite
def worlds(draw: st.DrawFn) -> Recorded:
    """A finished fixture with any timeline and any in-play ticks, whose figures may or may not add up to it."""
    happened = draw(
        st.lists(
            st.tuples(
                st.sampled_from([1, 2]),
                st.integers(1, 45),
                st.none() | st.integers(0, 6),
                st.sampled_from(COUNTED),
                st.sampled_from(list(Side)),
            ),
            max_size=12,
        )
    )
    events = [
        EventRecord(
            1,
            seq,
            type_.value,
            half,
            minute + 45 * (half - 1),
            stoppage if minute == 45 else None,
            side.value,
        )
        for seq, (half, minute, stoppage, type_, side) in enumerate(
            sorted(happened, key=lambda one: one[:2]), start=1
        )
    ]
    counts = {
        f"{side}_{name}": sum(one.type == type_ and one.team == side for one in events)
        for type_, name in zip(COUNTED, ("goals", "corners", "yellow", "red"), strict=True)
        for side in Side
    }
    figures = {
        name: draw(st.sampled_from([count, count, count + 1, None]))
        for name, count in counts.items()
    }
    times = sorted(draw(st.lists(st.integers(-60, 120), max_size=8, unique=True)))
    ticks = tuple(
        OddsTickRecord(
            1,
            3,
            "goal_line",
            KICKOFF + minute * MINUTE,
            0,
            None,
            draw(st.sampled_from([2.0, 2.5])),
            1.9,
            1.9,
        )
        for minute in times
    )
    return recorded(*events, ticks=ticks, **figures)


@given(one=worlds(), cut=st.integers(-70, 130))
def test_at_each_moment_a_fixture_is_what_its_events_and_ticks_give_by_then(
    one: Recorded, cut: int
) -> None:
    moment = KICKOFF + cut * MINUTE
    table = timetable_of(one.stored.fixture, one.stored.events)
    state = state_at(one, table, moment)
    if moment >= table.end_ts:
        assert state == one
        return
    seen = [each for each in one.stored.events if table.moment_of(each) <= moment]
    assert state.stored.events == (seen if moment >= KICKOFF else [])
    assert list(state.ticks) == [tick for tick in one.ticks if tick.recorded_ts <= moment]
    for type_, name in zip(COUNTED, ("goals", "corners", "yellow", "red"), strict=True):
        for side in Side:
            shown = getattr(state.stored.fixture, f"{side}_{name}")
            assert shown in (None, sum(each.type == type_ and each.team == side for each in seen))


@given(one=worlds(), cut=st.integers(-70, 100))
def test_what_comes_later_changes_nothing_of_what_is_shown_now(one: Recorded, cut: int) -> None:
    """Events and ticks after the moment are put later still: the state stays, so none of them is in it."""
    moment = KICKOFF + cut * MINUTE
    table = timetable_of(one.stored.fixture, one.stored.events)
    moved = [
        each if table.moment_of(each) <= moment else each._replace(half=2, minute=90, stoppage=6)
        for each in one.stored.events
    ]
    ticks = tuple(
        tick
        if tick.recorded_ts <= moment
        else tick._replace(line=9.5, recorded_ts=tick.recorded_ts + 3_600)
        for tick in one.ticks
    )
    other = one._replace(stored=one.stored._replace(events=moved), ticks=ticks)
    if moment < table.end_ts:
        assert state_at(other, table, moment) == state_at(one, table, moment)
