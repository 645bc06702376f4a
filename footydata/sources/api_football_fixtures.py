"""An entry of API-Football's `/fixtures`: its shape, and the fixture and the end that it tells."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from footydata.football.countries import CODE_OF_COUNTRY
from footydata.football.moments import midnight_of
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.terms import LARGEST_ID, Part, Side, StateDetail, Status
from footydata.rules.stages import is_tabled
from footydata.sources.cells import read_name
from footydata.sources.json_rows import Count, Text, read_moment
from footydata.sources.parsed import NO_ID, UNKNOWN_COUNTRY, Figures, LeagueKey, ParsedFixture, TeamKey
from footydata.sources.refusing import NO_COUNTRY, ONE_SIDES_GOALS, SAME_TEAM, BadRow

STATUSES: dict[str, tuple[Status, str | None]] = {
    "TBD": (Status.SCHEDULED, None),
    "NS": (Status.SCHEDULED, None),
    **dict.fromkeys(("1H", "HT", "2H", "ET", "BT", "P", "LIVE"), (Status.LIVE, None)),
    "SUSP": (Status.LIVE, "suspended"),
    "INT": (Status.LIVE, "interrupted"),
    **dict.fromkeys(("FT", "AET", "PEN"), (Status.FINISHED, None)),
    "PST": (Status.SCHEDULED, StateDetail.POSTPONED),
    "CANC": (Status.SCHEDULED, StateDetail.CANCELLED),
    "ABD": (Status.SCHEDULED, StateDetail.ABANDONED),
    **dict.fromkeys(("AWD", "WO"), (Status.FINISHED, StateDetail.AWARDED)),
}
"""Short status → ours, with its detail; a suspended or interrupted fixture may go on."""

OTHER_NAMES = {
    "USA": "US",
    "Turkey": "TR",
    "Czech Republic": "CZ",
    "Bosnia": "BA",
    "Macedonia": "MK",
    "Chinese Taipei": "TW",
    "Congo DR": "CD",
    "Ivory Coast": "CI",
}
WORLD = "World"
"""The country of competitions of several countries: the import knows them by their names alone."""

WHOLE_SEASON = ("Regular Season", "Group Stage")
"""The part of a round that is no stage here: one whole, or groups that it does not tell apart."""

CONTRADICTION = "a score whose parts contradict each other"
LAST_MINUTES = {1: 45, 2: 90, 3: 105, 4: 120}
"""Each half with its last minute."""

_ROUND = re.compile(r"(?P<stage>.+?) - (?P<number>\d{1,3})", re.ASCII)
Id = Annotated[int, Meta(ge=0, le=LARGEST_ID)]

Score = tuple[int, int]


class NamedById(Struct):
    id: Id | None = None
    name: Text | None = None
    city: Text | None = None


class _Status(Struct):
    short: Text
    elapsed: int | None = None


class _Fixture(Struct):
    id: Id
    date: Text
    status: _Status
    timestamp: int | None = None
    referee: Text | None = None
    venue: NamedById | None = None


class _League(Struct):
    name: Text
    country: Text
    round: Text | None = None


class _Team(Struct):
    id: Id
    name: Text
    winner: bool | None = None


class _Teams(Struct):
    home: _Team
    away: _Team


class _Goals(Struct):
    home: Count | None = None
    away: Count | None = None


class _Score(Struct):
    halftime: _Goals | None = None
    fulltime: _Goals | None = None
    extratime: _Goals | None = None
    penalty: _Goals | None = None


class FixtureEntry(Struct):
    """An entry of `/fixtures`; events and statistics are there if the request was of single fixtures."""

    fixture: _Fixture
    league: _League
    teams: _Teams
    goals: _Goals
    score: _Score
    events: list[Any] | None = None
    statistics: list[Any] | None = None


class FixtureEnd(NamedTuple):
    """The score of ninety minutes, None if it is not known; that at the end of extra time; what followed."""

    ninety: Score | None = None
    after: Score | None = None
    knockout: KnockoutRecord | None = None


def fixture_of(raw: FixtureEntry, place: int | None) -> ParsedFixture:
    short = raw.fixture.status.short
    if short not in STATUSES:
        raise BadRow("a status that we do not know", short)
    status, detail = STATUSES[short]
    home, away = _team(raw.teams.home), _team(raw.teams.away)
    if home.key == away.key or home.name == away.name:
        raise BadRow(SAME_TEAM, home.name)
    end = end_of(raw)
    half = pair_of(raw.score.halftime) if status is not Status.SCHEDULED else None
    number, stage = _round(raw.league.round)
    referee = raw.fixture.referee or None
    venue = _venue(raw.fixture.venue)
    given = {
        Part.GOALS: end.ninety,
        Part.HALF_GOALS: half,
        Part.KNOCKOUT: end.knockout,
        Part.ROUND: number,
        Part.REFEREE: referee,
        Part.VENUE: venue,
    }
    parts = Part.BASE
    for part, value in given.items():
        parts |= part if value is not None else Part(0)
    return ParsedFixture(
        _league(raw.league),
        None,
        home,
        away,
        _kickoff(raw.fixture),
        parts,
        time_known=short != "TBD",
        status=status,
        state_detail=detail,
        round=number,
        stage=stage,
        in_table=is_tabled(stage),
        figures=Figures(*(end.ninety or (None, None)), *(half or (None, None))),
        referee=read_name(referee, "the referee") if referee else None,
        key=str(raw.fixture.id),
        line=place,
        knockout=end.knockout,
        venue=venue,
    )


def _kickoff(raw: _Fixture) -> int:
    """The kickoff; 00:00 UTC of the printed day if its time is not defined yet. Raises BadRow."""
    moment = read_moment(raw.date)
    if raw.timestamp not in (None, moment):
        raise BadRow("a date and a timestamp of different moments", f"{raw.date}, {raw.timestamp}")
    return midnight_of(datetime.fromisoformat(raw.date).date()) if raw.status.short == "TBD" else moment


def _league(raw: _League) -> LeagueKey:
    name = read_name(raw.name, "the competition")
    if raw.country == WORLD:
        return LeagueKey(UNKNOWN_COUNTRY, name)
    country = raw.country.replace("-", " ")
    code = OTHER_NAMES.get(country) or CODE_OF_COUNTRY.get(country)
    if code is None:
        raise BadRow(NO_COUNTRY, raw.country)
    return LeagueKey(code, name, is_new=True)


def _team(raw: _Team) -> TeamKey:
    return TeamKey(read_name(raw.name), key=str(raw.id))


def _venue(raw: NamedById | None) -> VenueRecord | None:
    if raw is None or not (raw.name or raw.city):
        return None
    return VenueRecord(
        NO_ID,
        read_name(raw.name, "the ground") if raw.name else None,
        read_name(raw.city, "the city") if raw.city else None,
    )


def _round(name: str | None) -> tuple[int | None, str | None]:
    """The number of a round and its stage: 'Regular Season - 8' is round 8 of the one whole."""
    if not name:
        return None, None
    match = _ROUND.fullmatch(name)
    stage = read_name(match["stage"] if match else name, "the round")
    if stage in WHOLE_SEASON:
        return int(match["number"]) if match else None, None
    return int(match["number"]) if match and is_tabled(stage) else None, stage


def pair_of(goals: _Goals | None) -> Score | None:
    if goals is None or (goals.home is None and goals.away is None):
        return None
    if goals.home is None or goals.away is None:
        raise BadRow(ONE_SIDES_GOALS)
    return goals.home, goals.away


def end_of(raw: FixtureEntry) -> FixtureEnd:
    """How a fixture ended, or stands. Raises BadRow if the parts of its score contradict each other."""
    short, elapsed = raw.fixture.status.short, raw.fixture.status.elapsed
    goals, full = pair_of(raw.goals), pair_of(raw.score.fulltime)
    extra, penalties = pair_of(raw.score.extratime), pair_of(raw.score.penalty)
    status, detail = STATUSES[short]
    if status is Status.SCHEDULED:
        return FixtureEnd()
    if status is Status.LIVE:
        is_beyond = short in ("ET", "BT", "P") or (elapsed or 0) > LAST_MINUTES[2]
        return FixtureEnd(full if is_beyond else goals)
    if short == "FT" or detail:
        if (full or goals) != (goals or full) or ((extra or penalties) and short == "FT"):
            raise BadRow(CONTRADICTION, _shown(raw))
        if goals is None and full is None and short == "FT":
            raise BadRow("finished, without a score")
        return FixtureEnd(full or goals)
    if goals is None:
        raise BadRow("finished, without a score")
    knockout = KnockoutRecord(NO_ID)
    if penalties:
        knockout = knockout._replace(shootout_home_goals=penalties[0], shootout_away_goals=penalties[1])
    elif short == "PEN":
        knockout = knockout._replace(through=_winner(raw.teams))
    if full is None or (extra is None and full == goals and (short == "AET" or elapsed != LAST_MINUTES[2])):
        # Whether extra time is in it is not said.
        return FixtureEnd(None, goals, knockout._replace(final_home_goals=goals[0], final_away_goals=goals[1]))
    is_sum = extra is None or (full[0] + extra[0], full[1] + extra[1]) == goals or extra == goals
    if not is_sum or goals[0] < full[0] or goals[1] < full[1]:
        raise BadRow(CONTRADICTION, _shown(raw))
    if extra is None and full == goals:
        return FixtureEnd(full, None, knockout)
    return FixtureEnd(full, goals, knockout._replace(extra_home_goals=goals[0], extra_away_goals=goals[1]))


def _winner(teams: _Teams) -> Side | None:
    if teams.home.winner is teams.away.winner:
        return None
    return Side.HOME if teams.home.winner else Side.AWAY if teams.away.winner else None


def _shown(raw: FixtureEntry) -> str:
    parts = {"goals": raw.goals} | {name: getattr(raw.score, name) for name in _Score.__struct_fields__}
    pairs = ", ".join(f"{name} {each.home}-{each.away}" for name, each in parts.items() if each)
    return f"{raw.fixture.status.short}: {pairs}"


def sides_of(raw: FixtureEntry, teams: Sequence[NamedById]) -> list[Side]:
    """The side of each of these teams. Raises BadRow if one of them did not play."""
    sides = {raw.teams.home.id: Side.HOME, raw.teams.away.id: Side.AWAY}
    for team in teams:
        if team.id not in sides:
            raise BadRow("a team that did not play", str(team.name or team.id))
    return [sides[team.id] for team in teams if team.id is not None]
