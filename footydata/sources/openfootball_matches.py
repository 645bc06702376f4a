"""An openfootball match, from JSON or Football.TXT alike, as a sourced fixture."""

import re
from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple
from zoneinfo import ZoneInfo

from footydata.contract.terms import EventType, Part, Side, StateDetail, Status
from footydata.moments import midnight_of
from footydata.records import Event
from footydata.sources.openfootball_titles import Titled
from footydata.sources.parsed import NO_ID, Figures, ParsedFixture, TeamKey

FIFA_CODES: dict[str, str] = {
    "AUT": "AT", "BEL": "BE", "CRO": "HR", "CZE": "CZ", "DEN": "DK", "ENG": "GB-ENG", "ESP": "ES", "FRA": "FR",
    "GER": "DE", "GRE": "GR", "ITA": "IT", "MCO": "MC", "NED": "NL", "POR": "PT", "RUS": "RU", "SCO": "GB-SCT",
    "SRB": "RS", "SUI": "CH", "TUR": "TR", "UKR": "UA", "WAL": "GB-WLS", "SWE": "SE", "NOR": "NO", "POL": "PL",
}  # fmt: skip
"""The country codes behind club names in continental competitions → ours. AS Monaco plays as (FRA)."""

_CLUB = re.compile(r"^(?P<name>.+?)\s+\((?P<code>[A-Z]{3})\)$")
_OFFSET_TIME = re.compile(r"^(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:\s+UTC(?P<offset>[+-]\d{1,2}))?$")
_ROUND = re.compile(r"^(?:(?P<stage>[^,]+),\s*)?Matchday\s+(?P<number>\d+)$", re.IGNORECASE)
_PLAY_OFF = re.compile(r"play-?offs?|final", re.IGNORECASE)


class Goal(NamedTuple):
    """A goal as openfootball lists it, under the side that it counts for."""

    team: Side
    minute: int
    offset: int
    player: str | None


class Match(NamedTuple):
    """A match as either dialect tells it; scores are (home, away) of regulation time."""

    day: date
    time: str | None
    home: str
    away: str
    full_time: tuple[int, int] | None
    half_time: tuple[int, int] | None
    round: str | None
    group: str | None
    status: str | None
    goals: tuple[Goal, ...] | None
    line: int | None


def sourced(match: Match, title: Titled) -> ParsedFixture:
    """The fixture that a match tells: round and stage from its heading, goals of regulation time alone."""
    kickoff, time_known = _kickoff(match, title)
    number, stage = _round(match)
    finished = match.full_time is not None
    # Both dialects leave the half-time score out of a goalless fixture.
    half_time = (0, 0) if match.full_time == (0, 0) else match.half_time
    figures = Figures(*(match.full_time or (None, None)), *(half_time or (None, None)))
    events = _events(match)
    parts = Part.BASE | Part.GOALS if finished else Part.BASE
    parts |= Part.HALF_GOALS if half_time else Part(0)
    parts |= Part.ROUND if number is not None else Part(0)
    parts |= Part.EVENTS if events is not None else Part(0)
    return ParsedFixture(
        title.league,
        title.season,
        _team(match.home, title),
        _team(match.away, title),
        kickoff,
        parts,
        time_known=time_known,
        status=Status.FINISHED if finished else Status.SCHEDULED,
        state_detail=match.status if not finished or match.status == StateDetail.AWARDED else None,
        round=number,
        stage=stage,
        in_table=stage is None or not _PLAY_OFF.search(stage),
        figures=figures,
        events=events,
        line=match.line,
    )


def _team(name: str, title: Titled) -> TeamKey:
    club = _CLUB.match(name)
    if club:
        return TeamKey(club["name"], FIFA_CODES.get(club["code"]))
    return TeamKey(name)


def _kickoff(match: Match, title: Titled) -> tuple[int, bool]:
    found = _OFFSET_TIME.match(match.time) if match.time else None
    if found and int(found["hour"]) < 24 and int(found["minute"]) < 60:
        clock = datetime(match.day.year, match.day.month, match.day.day, int(found["hour"]), int(found["minute"]))  # noqa: DTZ001  # the zone follows
        if found["offset"]:
            return int(clock.replace(tzinfo=timezone(timedelta(hours=int(found["offset"])))).timestamp()), True
        if title.competition.zone:
            return int(clock.replace(tzinfo=ZoneInfo(title.competition.zone)).timestamp()), True
    return midnight_of(match.day), False


def _round(match: Match) -> tuple[int | None, str | None]:
    """The round number and the stage: 'Championship, Matchday 3' is round 3 of the stage Championship."""
    if match.group:
        return None, match.group
    if not match.round:
        return None, None
    found = _ROUND.match(match.round)
    if not found:
        return None, match.round
    stage = found["stage"]
    return int(found["number"]), None if stage is None or stage.casefold() == "regular" else stage


def _events(match: Match) -> tuple[Event, ...] | None:
    """The timeline of the goals listed, None where none are listed or they don't add up to the score."""
    if match.goals is None or match.full_time is None:
        return None
    goals = sorted(
        (goal for goal in match.goals if goal.minute <= 90),
        key=lambda goal: (goal.minute > 45, goal.minute, goal.offset),
    )
    totals = {side: sum(goal.team == side for goal in goals) for side in Side}
    if (totals[Side.HOME], totals[Side.AWAY]) != match.full_time:
        return None
    events: list[Event] = []
    counts = dict.fromkeys(Side, 0)
    for half in (1, 2):
        for goal in goals:
            if (goal.minute > 45) != (half == 2):
                continue
            counts[goal.team] += 1
            scorer = Event(NO_ID, len(events) + 1, EventType.GOAL, half, goal.minute, goal.offset or None)
            events.append(scorer._replace(team=goal.team, count=counts[goal.team], player=goal.player))
        home, away = counts[Side.HOME], counts[Side.AWAY]
        events.append(Event(NO_ID, len(events) + 1, EventType.PERIOD_SCORE, half, home_score=home, away_score=away))
    return tuple(events)
