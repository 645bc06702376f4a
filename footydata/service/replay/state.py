"""Computes a stored fixture as it was known at a moment, from the events and ticks until then.

Only minutes are stored, so the moments of events assume a kickoff on time and a break of the regular length. An event is
shown at the end of its minute, never before it happened. A figure whose events are all stored is counted from them;
figures without minutes appear at the end of their half: half-time figures at half-time, the others at the end. At the
end of the fixture everything is as it is stored.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from footydata.football.records import (
    EventRecord,
    FixtureRecord,
    OddsTickRecord,
    StatisticsRecord,
)
from footydata.football.terms import (
    FIRST_EXTRA_HALF,
    EventType,
    Part,
    Side,
    StateDetail,
    Status,
)
from footydata.odds.markets import ALL_MARKETS
from footydata.store.as_of import UNKNOWN_BEFORE
from footydata.store.claims.stored import (
    NO_QUOTE,
    PERIODS,
    Details,
    Quotes,
    StoredFixture,
)

MINUTE = 60
FOOTBALL_HALF, FOOTBALL_BREAK = 45, 15
ESPORTS_HALF, ESPORTS_BREAK = 6, 1
"""Minutes of a half and of the break after the first one."""

UNTIMED_AT = 15 * 60 * MINUTE
"""The kickoff of a fixture of which only the day is known, in seconds after midnight UTC."""


class Phase(IntEnum):
    """The phases of a fixture, in order of time."""

    SCHEDULED = 0
    FIRST_HALF = 1
    HALF_TIME = 2
    SECOND_HALF = 3
    FINISHED = 4


class Timetable(NamedTuple):
    """When a fixture's phases begin, in unix seconds; half: minutes of a half without stoppage time."""

    kickoff_ts: int
    half_time_ts: int
    second_half_ts: int
    end_ts: int
    half: int

    def phase(self, moment: int) -> Phase:
        """The phase of the fixture at a moment.

        >>> Timetable(0, 2700, 3600, 6300, 45).phase(2700).name
        'HALF_TIME'
        """
        return Phase(
            bisect_right(
                (self.kickoff_ts, self.half_time_ts, self.second_half_ts, self.end_ts), moment
            )
        )

    def moment_of(self, event: EventRecord) -> int:
        """When an event is known: at the end of its minute, or of its half if it has none."""
        start, end = (
            (self.kickoff_ts, self.half_time_ts)
            if event.half == 1
            else (self.second_half_ts, self.end_ts)
        )
        if event.minute is None:
            return end
        return min(max(start, start + _played(event, self.half) * MINUTE), end)


def timetable_of(
    fixture: FixtureRecord, events: Sequence[EventRecord], *, untimed_at: int = UNTIMED_AT
) -> Timetable:
    """The timetable of a stored fixture; events: its timeline, which gives the stoppage time.

    untimed_at: the kickoff in seconds after midnight UTC, if only the day is known.
    """
    half, interval = _lengths(fixture, events)
    first = max([half, *(_played(event, half) for event in events if event.half == 1)])
    second = max([half, *(_played(event, half) for event in events if event.half == 2)])
    kickoff_ts = fixture.kickoff_ts if fixture.time_known else fixture.kickoff_ts + untimed_at
    half_time_ts = kickoff_ts + first * MINUTE
    second_half_ts = half_time_ts + interval * MINUTE
    return Timetable(
        kickoff_ts, half_time_ts, second_half_ts, second_half_ts + second * MINUTE, half
    )


def _played(event: EventRecord, half: int) -> int:
    """Minutes of its half that have passed when an event is known."""
    before = half if event.half == 2 else 0
    return (event.minute or 0) - before + (event.stoppage or 0)


def _lengths(fixture: FixtureRecord, events: Sequence[EventRecord]) -> tuple[int, int]:
    if not fixture.esports:
        return FOOTBALL_HALF, FOOTBALL_BREAK
    # The halves of e-football have any length, so the timeline has to show it.
    first = [event.minute for event in events if event.half == 1 and event.minute is not None]
    last = [event.minute for event in events if event.minute is not None]
    return max([ESPORTS_HALF, *first, *((minute + 1) // 2 for minute in last)]), ESPORTS_BREAK


class Recorded(NamedTuple):
    """A fixture with its child rows; ticks: of all its odds histories, by time; slugs: of bookmakers, by id."""

    stored: StoredFixture
    ticks: tuple[OddsTickRecord, ...] = ()
    slugs: Mapping[int, str] = {}


def state_at(recorded: Recorded, timetable: Timetable, moment: int) -> Recorded:
    """The fixture as it was known at a moment, in unix seconds."""
    stored = recorded.stored
    phase = timetable.phase(moment)
    if phase is Phase.FINISHED or stored.fixture.state_detail in _NEVER_PLAYED:
        return recorded
    # Extra time comes with the end: the timetable is that of ninety minutes.
    stored = stored._replace(
        events=[event for event in stored.events if event.half < FIRST_EXTRA_HALF]
    )
    events = [
        event
        for event in stored.events
        if _is_played(stored, phase) and timetable.moment_of(event) <= moment
    ]
    goals = _goal_moments(stored.events, timetable)
    is_half_over = phase >= Phase.HALF_TIME
    ticks = tuple(
        [
            tick
            for tick in recorded.ticks
            if tick.recorded_ts <= moment and _seen_ts(tick, goals) <= moment
        ]
    )
    after = StoredFixture(
        _fixture(stored, phase, events),
        _details(stored.details, is_half_over=is_half_over),
        events,
        _odds(recorded, timetable, ticks, moment),
        [source._replace(parts=source.parts & _PARTS[phase]) for source in stored.sources],
        {key: row for key, row in stored.figures.items() if key[1] == 1 and is_half_over},
        stored.referees,
    )
    return recorded._replace(stored=after, ticks=ticks)


_NEVER_PLAYED = (StateDetail.POSTPONED, StateDetail.CANCELLED)
_COUNTS: tuple[tuple[tuple[EventType, str], ...], ...] = (
    ((EventType.GOAL, "{}_goals"),),
    ((EventType.CORNER, "{}_corners"),),
    ((EventType.YELLOW_CARD, "{}_yellow"), (EventType.RED_CARD, "{}_red")),
)
"""Event types and the figures that they count; a timeline has all types of a group, or none."""

_BEFORE = (
    Part.BASE
    | Part.ROUND
    | Part.REFEREE
    | Part.VENUE
    | Part.ODDS
    | Part.ODDS_SUMMARY
    | Part.ODDS_HISTORY
)
_AT_ONCE = Part.GOALS | Part.CORNERS | Part.CARDS | Part.EVENTS
_PARTS = {
    Phase.SCHEDULED: int(_BEFORE),
    Phase.FIRST_HALF: int(_BEFORE | _AT_ONCE),
    Phase.HALF_TIME: int(~Part.KNOCKOUT),
    Phase.SECOND_HALF: int(~Part.KNOCKOUT),
}
"""Phase → the parts of a fixture that may be known in it."""

_HALF_MARKETS = frozenset(market.key for market in ALL_MARKETS if market.half)
_OPENING, _CLOSING, _INPLAY = (place for _, place in PERIODS)


def _is_played(stored: StoredFixture, phase: Phase) -> bool:
    """Whether the fixture is in play or has been; an awarded or unreported one never is."""
    is_played = (
        stored.fixture.status != Status.SCHEDULED
        and stored.fixture.state_detail != StateDetail.AWARDED
    )
    return is_played and phase is not Phase.SCHEDULED


def _fixture(stored: StoredFixture, phase: Phase, events: Sequence[EventRecord]) -> FixtureRecord:
    fixture = stored.fixture
    is_played = _is_played(stored, phase)
    values = UNKNOWN_BEFORE | {
        "status": Status.LIVE if is_played else Status.SCHEDULED,
        "state_detail": None,
    }
    if fixture.status == Status.LIVE and is_played:
        values["state_detail"] = fixture.state_detail
    for group in _COUNTS:
        is_counted = is_played and _adds_up(stored, group)
        for type_, name in group:
            for side in Side:
                column = name.format(side)
                half = f"half_{column}"
                known = None
                if half in FixtureRecord._fields:
                    known = (
                        getattr(fixture, half) if is_played and phase >= Phase.HALF_TIME else None
                    )
                    values[half] = known
                values[column] = _count(events, type_, side) if is_counted else known
    return fixture._replace(**values)


def _adds_up(stored: StoredFixture, group: Sequence[tuple[EventType, str]]) -> bool:
    """Whether the events of the timeline add up to the stored figures; only then can they be counted."""
    if not any(source.parts & Part.EVENTS for source in stored.sources):
        return False
    types = [type_ for type_, _ in group]
    has_any = EventType.GOAL in types or any(event.type in types for event in stored.events)
    return has_any and all(
        _count(stored.events, type_, side) == getattr(stored.fixture, name.format(side))
        for type_, name in group
        for side in Side
    )


def _count(events: Iterable[EventRecord], type_: EventType, side: Side) -> int:
    return sum(event.type == type_ and event.team == side for event in events)


def _details(stored: Details, *, is_half_over: bool) -> Details:
    """The venue from the start, the first half's statistics at half-time."""
    details = {part: row for part, row in stored.items() if part == Part.VENUE}
    statistics = stored.get(Part.STATISTICS)
    if statistics is not None and is_half_over:
        halves = {
            name: value for name, value in statistics._asdict().items() if name.startswith("half_")
        }
        if any(value is not None for value in halves.values()):
            details[int(Part.STATISTICS)] = StatisticsRecord(statistics.fixture_id, **halves)
    return details


def _goal_moments(events: Iterable[EventRecord], timetable: Timetable) -> dict[Side, list[int]]:
    """When each goal of a side is known, in unix seconds, in stored order."""
    goals: dict[Side, list[int]] = {side: [] for side in Side}
    for event in events:
        if event.type == EventType.GOAL and event.team:
            goals[Side(event.team)].append(timetable.moment_of(event))
    return goals


def _seen_ts(tick: OddsTickRecord, goals: Mapping[Side, Sequence[int]]) -> int:
    """When a tick may be shown: when it was recorded, but not before the goals in its score."""
    goal_ts = tick.recorded_ts
    for side, score in ((Side.HOME, tick.home_score), (Side.AWAY, tick.away_score)):
        if score and len(goals[side]) >= score:
            goal_ts = max(goal_ts, goals[side][score - 1])
    return goal_ts


def _odds(
    recorded: Recorded, timetable: Timetable, ticks: Iterable[OddsTickRecord], moment: int
) -> dict[tuple[str, str], Quotes]:
    """The quotes known at a moment: closing ones from kickoff on, in-play ones of the last tick."""
    slugs = recorded.slugs
    first: dict[tuple[str, str], int] = {}
    for tick in recorded.ticks:
        first.setdefault((slugs[tick.bookmaker_id], tick.market), tick.recorded_ts)
    in_play = {
        (slugs[tick.bookmaker_id], tick.market): tick
        for tick in ticks
        if tick.recorded_ts >= timetable.kickoff_ts and tick.price_1 is not None
    }
    odds: dict[tuple[str, str], Quotes] = {}
    for key, quotes in recorded.stored.odds.items():
        values = list(quotes)
        if first.get(key, moment) > moment:
            values[_OPENING] = NO_QUOTE
        if moment < timetable.kickoff_ts:
            values[_CLOSING] = NO_QUOTE
        is_over = key[1] in _HALF_MARKETS and timetable.phase(moment) >= Phase.HALF_TIME
        if not is_over:
            values[_INPLAY] = NO_QUOTE
            last = in_play.get(key)
            if last is not None:
                values[_INPLAY] = last.line, last.price_1, last.price_2, last.price_3
        if any(value is not None for value in values):
            odds[key] = tuple(values)
    return odds
