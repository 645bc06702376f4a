"""The events of a fixture in API-Football's answers, as its timeline."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from footydata.football.records import EventRecord
from footydata.football.terms import EventType, GoalDetail, Part, Side
from footydata.sources.api_football_fixtures import (
    LAST_MINUTES,
    FixtureEnd,
    FixtureEntry,
    NamedById,
    Score,
    pair_of,
    sides_of,
)
from footydata.sources.cells import read_name
from footydata.sources.json_rows import Count, Text, shaped
from footydata.sources.parsed import NO_ID, ParsedFixture

GOALS = {"normal goal": None, "penalty": GoalDetail.PENALTY, "own goal": GoalDetail.OWN_GOAL}
YELLOW, REDS = "yellow card", ("red card", "second yellow card")
SHOOTOUT = "penalty shootout"


class _Time(Struct):
    elapsed: Count
    extra: Count | None = None


class _Event(Struct):
    time: _Time
    team: NamedById
    type: Text
    detail: Text | None = None
    player: NamedById | None = None
    comments: Text | None = None


def with_events(
    fixture: ParsedFixture,
    raw: FixtureEntry,
    end: FixtureEnd,
    listed: list[Any],
    refuse: Callable[[str, str], None],
    remarks: Counter[str],
) -> ParsedFixture:
    """The fixture with its timeline, if the list has each goal of the score, and no doubt is left whose it is."""
    if end.ninety is None or fixture.state_detail:
        return fixture
    events = shaped(listed, list[_Event])
    events = [each for each in events if (each.comments or "").casefold() != SHOOTOUT]
    sides = sides_of(raw, [each.team for each in events])
    timelines = [
        timeline
        for are_own_goals_of_scorer in (False, True)
        if (timeline := _timeline(events, sides, end, pair_of(raw.score.halftime), are_own_goals_of_scorer))
    ]
    if not timelines:
        remarks["events that are not the goals of the score, or have a doubtful minute, are not read"] += 1
        return fixture
    if timelines[0] != timelines[-1]:
        remarks["events whose own goals may be of either side are not read"] += 1
        return fixture
    return fixture._replace(events=timelines[0], parts=fixture.parts | Part.EVENTS)


def _timeline(
    events: Sequence[_Event], sides: Sequence[Side], end: FixtureEnd, half: Score | None, are_own_goals_of_scorer: bool
) -> tuple[EventRecord, ...] | None:
    """The goals, cards and missed penalties, with the score at the end of each half; None if they are not complete.

    are_own_goals_of_scorer: whether an own goal stands under the team of its scorer, which the documentation leaves
    open; else under the one that it counts for.
    """
    rows: list[tuple[int, EventRecord]] = []
    booked: Counter[tuple[Side, str | None]] = Counter()
    for event, side in zip(events, sides, strict=True):
        kind, detail = event.type.casefold(), (event.detail or "").casefold()
        number = next((number for number, last in LAST_MINUTES.items() if event.time.elapsed <= last), None)
        extra = event.time.extra or None
        if number is None or (extra and event.time.elapsed not in LAST_MINUTES.values()):
            return None
        if number > 2 and end.after is None:
            return None
        record = EventRecord(
            NO_ID,
            0,
            EventType.GOAL,
            number,
            event.time.elapsed,
            extra,
            team=side,
            player=read_name(event.player.name, "a player") if event.player and event.player.name else None,
        )
        if kind == "goal" and detail in GOALS:
            is_other = GOALS[detail] is GoalDetail.OWN_GOAL and are_own_goals_of_scorer
            record = record._replace(team=_other(side) if is_other else side, detail=GOALS[detail])
        elif kind == "goal" and detail == "missed penalty":
            record = record._replace(type=EventType.MISSED_PENALTY)
        elif kind == "card" and detail == YELLOW:
            booked[side, record.player] += 1
            if booked[side, record.player] > 1 and record.player is not None:
                # A second yellow card is no event beside the red card that it brings.
                if not _is_sent_off(events, event):
                    return None
                continue
            record = record._replace(type=EventType.YELLOW_CARD)
        elif kind == "card" and detail in REDS:
            record = record._replace(type=EventType.RED_CARD)
        elif kind in ("goal", "card"):
            return None
        else:
            continue
        rows.append((number, record))
    return _closed(sorted(rows, key=lambda row: (row[0], row[1].minute, row[1].stoppage or 0)), end, half)


def _other(side: Side) -> Side:
    return Side.AWAY if side is Side.HOME else Side.HOME


def _is_sent_off(events: Sequence[_Event], second: _Event) -> bool:
    """Whether the player of a second yellow card has a red one at the same time."""
    return any(
        (each.detail or "").casefold() in REDS
        and each.time.elapsed == second.time.elapsed
        and each.team.id == second.team.id
        and (each.player and each.player.name) == (second.player and second.player.name)
        for each in events
    )


def _closed(
    rows: Sequence[tuple[int, EventRecord]], end: FixtureEnd, half: Score | None
) -> tuple[EventRecord, ...] | None:
    """The events with their numbers and a period score for each half; None if the scores are not those of the end."""
    timeline: list[EventRecord] = []
    counts: Counter[tuple[str, str | None]] = Counter()
    known = {1: half, 2: end.ninety, 4: end.after}
    for number in LAST_MINUTES if end.after else (1, 2):
        of_half = [record for at, record in rows if at == number]
        for record in of_half:
            counts[record.type, record.team] += 1
            is_counted = record.type in (EventType.GOAL, EventType.YELLOW_CARD)
            timeline.append(
                record._replace(seq=len(timeline) + 1, count=counts[record.type, record.team] if is_counted else None)
            )
        score = counts[EventType.GOAL, Side.HOME], counts[EventType.GOAL, Side.AWAY]
        if known.get(number) not in (None, score):
            return None
        timeline.append(
            EventRecord(
                NO_ID, len(timeline) + 1, EventType.PERIOD_SCORE, number, home_score=score[0], away_score=score[1]
            )
        )
    return tuple(timeline)
