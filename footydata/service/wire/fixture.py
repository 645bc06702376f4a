"""A fixture: the row of a list and the single one, its timeline and its in-play statistics.

None as a figure: nothing was recorded.
"""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import WithJsonSchema

from footydata.football.terms import EventType, Half, Side, Status
from footydata.service.wire.odds import OddsSummary
from footydata.service.wire.wire import (
    Absent,
    HomeAway,
    NullablePart,
    Part,
    UtcText,
    WireModel,
    known,
)

__all__ = ["Event", "Fixture", "FixtureDetail", "FixtureEvents", "FixtureStatistics", "Statistics"]


class LeagueRef(WireModel):
    """A league in short."""

    id: int
    """The league's id"""
    name: str
    """Its name, in the language asked for where there is one"""


class TeamRef(WireModel):
    """A team in short."""

    id: int
    """The team's id"""
    name: str
    """Its name, in the language asked for where there is one"""


class Teams(WireModel):
    """The two teams of a fixture."""

    home: TeamRef
    """The home team"""
    away: TeamRef
    """The away team"""


class HomeAwayByHalf(HomeAway):
    """A figure of each side, and of each side in the first half."""

    half_home: int | None = None
    """The home side's at half-time"""
    half_away: int | None = None
    """The away side's at half-time"""


class CardCount(WireModel):
    """The cards of one side."""

    yellow: int | None = None
    """Yellow cards"""
    red: int | None = None
    """Red cards"""


class Cards(WireModel):
    """The cards of both sides."""

    home: CardCount = CardCount()
    """The home side's"""
    away: CardCount = CardCount()
    """The away side's"""


class Event(WireModel):
    """An event of a fixture's timeline."""

    type: Annotated[str, known(*EventType)]
    """What happened"""
    minute: int | None = None
    """Minute without stoppage; null on period_score"""
    team: Annotated[
        str | None, WithJsonSchema({"type": ["string", "null"], "enum": [*Side, None]})
    ] = None
    """The side that it counts for; null on period_score"""
    count: Part[int] = None
    """Running number; goal, corner, yellow_card"""
    period: Annotated[str | None, Absent(), known(*Half)] = None
    """Its half; period_score"""
    score: Part[HomeAway] = None
    """The goals so far; period_score"""
    player_in: NullablePart[str] = None
    """Who comes on; substitution"""
    player_out: NullablePart[str] = None
    """Who goes off; substitution"""


class FixtureEvents(WireModel):
    """The timeline of one fixture, in chronological order."""

    fixture_id: int
    """The fixture's id"""
    events: list[Event]
    """In chronological order; a period_score closes its half"""


class HalfStatistics(WireModel):
    """The in-play statistics of a half; possession in per cent."""

    attacks: HomeAway = HomeAway()
    """Attacks of each side"""
    dangerous_attacks: HomeAway = HomeAway()
    """Dangerous attacks of each side"""
    shots_on_target: HomeAway = HomeAway()
    """Shots on target of each side"""
    shots_off_target: HomeAway = HomeAway()
    """Shots off target of each side"""
    possession: HomeAway = HomeAway()
    """Possession of each side"""


class Statistics(HalfStatistics):
    """The in-play statistics of a fixture, and the same of its first half."""

    first_half: HalfStatistics = HalfStatistics()
    """The same of the first half"""


class FixtureStatistics(WireModel):
    """The in-play statistics of one fixture."""

    fixture_id: int
    """The fixture's id"""
    statistics: Statistics
    """Whole fixture and first half"""


class Fixture(WireModel):
    """A fixture as lists show it; figures are of regulation time."""

    id: int
    """The service's own fixture id"""
    league: LeagueRef
    """Its competition"""
    teams: Teams
    """Who plays"""
    kickoff_utc: UtcText
    """Kickoff, ISO-8601 with +00:00"""
    kickoff_ts: int
    """Kickoff, unix seconds UTC"""
    status: Annotated[str, known(*Status)]
    """scheduled, live or finished"""
    goals: HomeAway = HomeAway()
    """Goals"""
    corners: HomeAway = HomeAway()
    """Corners"""
    cards: Cards = Cards()
    """Yellow and red cards"""
    odds: Part[OddsSummary] = None
    """Default lines; on lists with include=odds"""
    statistics: Part[Statistics] = None
    """In-play statistics; with include=stats"""
    events: Part[list[Event]] = None
    """Timeline; with include=events"""

    @property
    def kickoff(self) -> datetime:
        """The kickoff as an aware datetime, UTC."""
        return datetime.fromtimestamp(self.kickoff_ts, UTC)


class FixtureDetail(Fixture):
    """A single fixture: the row of a list, its round, its season, its half-time figures and the odds summary."""

    round: int | None = None
    """Round number"""
    league_season_id: int | None = None
    """Season of the league"""
    goals: HomeAwayByHalf = HomeAwayByHalf()
    """Goals"""
    corners: HomeAwayByHalf = HomeAwayByHalf()
    """Corners"""
    odds: OddsSummary = OddsSummary()
    """Lines of the default bookmaker"""
