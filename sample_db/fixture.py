"""One fixture of the sample with everything that belongs to it, as it stands at a moment."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from footydata.football.records import EventRecord, FixtureRecord, FixtureSource, TeamFixture
from footydata.football.terms import EventType, Part, Side, StateDetail, Status

from .catalogue import SOURCE
from .leagues import Competition
from .match import (
    ESPORTS,
    FOOTBALL,
    Clock,
    Timeline,
    clock_at,
    events_of,
    play,
    statistics_of,
    tally,
)
from .odds import RECORDED_AHEAD, Priced, odds_of
from .players import Squad
from .rows import Rows
from .season import Meeting
from .strengths import Means


class Oddity(StrEnum):
    """What is out of the ordinary about a fixture."""

    POSTPONED = StateDetail.POSTPONED.value
    AWARDED = StateDetail.AWARDED.value
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Planned:
    """A fixture before it is played.

    oddity: None for almost all; squads: the players of both sides.
    """

    id: int
    competition: Competition
    season_id: int
    meeting: Meeting
    means: Means
    squads: dict[Side, Squad]
    oddity: Oddity | None = None


AWARDED_SCORE = (3, 0)


def add_fixture(rows: Rows, planned: Planned, moment: int, rng: Random) -> FixtureRecord:
    """Play the fixture up to the moment and add its rows; gives its own."""
    timeline = play(
        rng, planned.means, ESPORTS if planned.competition.esports else FOOTBALL, planned.squads
    )
    elapsed = (moment - planned.meeting.kickoff_ts) / 60
    referee = rng.choice(planned.competition.referees) if planned.competition.referees else None
    if planned.oddity is Oddity.AWARDED:
        fixture, parts = _awarded(planned, referee), Part.BASE | Part.GOALS | Part.ROUND
    elif elapsed < 0 or planned.oddity is Oddity.POSTPONED:
        fixture, parts = _coming(planned), Part.BASE | Part.ROUND
        _add_odds(rows, planned, timeline, moment, rng, elapsed=None)
    else:
        clock = clock_at(timeline, elapsed)
        fixture, parts = _played(planned, timeline, clock, referee)
        _add_details(rows, planned, timeline, clock, rng)
        _add_odds(rows, planned, timeline, moment, rng, elapsed=elapsed)
    if rows["odds"] and rows["odds"][-1].fixture_id == planned.id:
        parts |= Part.ODDS_SUMMARY | Part.ODDS
    if rows["odds_tick"] and rows["odds_tick"][-1].fixture_id == planned.id:
        parts |= Part.ODDS_HISTORY
    if fixture.referee:
        parts |= Part.REFEREE
    rows["fixture"].append(fixture)
    rows["team_fixture"] += (
        TeamFixture(team_id, fixture.kickoff_ts, fixture.id)
        for team_id in (fixture.home_id, fixture.away_id)
    )
    rows["fixture_source"].append(FixtureSource(fixture.id, SOURCE.id, int(parts), moment))
    return fixture


def _coming(planned: Planned) -> FixtureRecord:
    meeting, competition = planned.meeting, planned.competition
    return FixtureRecord(
        planned.id,
        competition.id,
        planned.season_id,
        meeting.home_id,
        meeting.away_id,
        meeting.kickoff_ts,
        status=Status.SCHEDULED,
        state_detail=planned.oddity if planned.oddity is Oddity.POSTPONED else None,
        esports=competition.esports,
        round=meeting.round,
        stage=meeting.stage,
        in_table=competition.has_standings,
    )


def _awarded(planned: Planned, referee: str | None) -> FixtureRecord:
    home, away = AWARDED_SCORE
    return _coming(planned)._replace(
        status=Status.FINISHED,
        state_detail=Oddity.AWARDED,
        home_goals=home,
        away_goals=away,
        referee=referee,
    )


def _played(
    planned: Planned, timeline: Timeline, clock: Clock, referee: str | None
) -> tuple[FixtureRecord, Part]:
    """The fixture with its figures by the clock; half-time figures once the first half is over."""
    whole = tally(timeline.marks, clock)
    figures = _sides(whole, EventType.GOAL, "{}_goals")
    parts = Part.BASE | Part.GOALS | Part.ROUND
    recorded = planned.oddity is not Oddity.UNRECORDED
    if recorded:
        figures |= _sides(whole, EventType.CORNER, "{}_corners")
        parts |= Part.CORNERS | Part.STATISTICS | Part.EVENTS
    if recorded and timeline.rules.full:
        figures |= _sides(whole, EventType.YELLOW_CARD, "{}_yellow") | _sides(
            whole, EventType.RED_CARD, "{}_red"
        )
        parts |= Part.CARDS
    if clock.over:
        half = tally(timeline.marks, clock, half=1)
        figures |= _sides(half, EventType.GOAL, "half_{}_goals")
        parts |= Part.HALF_GOALS
        if recorded:
            figures |= _sides(half, EventType.CORNER, "half_{}_corners")
            parts |= Part.HALF_CORNERS
    status = Status.FINISHED if clock.over == 2 else Status.LIVE
    return _coming(planned)._replace(status=status, referee=referee, **figures), parts  # type: ignore[arg-type]  # names of figures alone


def _sides(
    counts: dict[tuple[EventType, Side], int], type_: EventType, name: str
) -> dict[str, int]:
    return {name.format(side): counts[type_, side] for side in Side}


def _add_details(
    rows: Rows, planned: Planned, timeline: Timeline, clock: Clock, rng: Random
) -> None:
    if planned.oddity is Oddity.UNRECORDED:
        return
    events: list[EventRecord] = events_of(planned.id, timeline, clock)
    rows["event"] += events
    rows["statistics"].append(statistics_of(planned.id, rng, planned.means, timeline, clock))


def _add_odds(
    rows: Rows,
    planned: Planned,
    timeline: Timeline,
    moment: int,
    rng: Random,
    *,
    elapsed: float | None,
) -> None:
    if elapsed is None and planned.meeting.kickoff_ts - moment > RECORDED_AHEAD:
        return
    priced = Priced(
        planned.id,
        planned.meeting.kickoff_ts,
        planned.means,
        timeline,
        elapsed,
        over=elapsed is not None and elapsed >= timeline.duration,
        goals_only=bool(planned.competition.esports),
    )
    odds, ticks = odds_of(priced, moment, rng)
    rows["odds"] += odds
    rows["odds_tick"] += ticks
