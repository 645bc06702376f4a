"""A fixture: the row of a list and the single one, its timeline and its in-play statistics.

None as a figure: nothing was recorded.
"""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

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
    known_or_null,
)

__all__ = ["Event", "Fixture", "FixtureDetail", "FixtureEvents", "FixtureStatistics", "Statistics"]


class LeagueRef(WireModel):
    """A league in short."""

    id: int = Field(description="The league's id")
    name: str = Field(description="Its name, in the language asked for where there is one")


class TeamRef(WireModel):
    """A team in short."""

    id: int = Field(description="The team's id")
    name: str = Field(description="Its name, in the language asked for where there is one")


class Teams(WireModel):
    """The two teams of a fixture."""

    home: TeamRef = Field(description="The home team")
    away: TeamRef = Field(description="The away team")


class HomeAwayByHalf(HomeAway):
    """A figure of each side, and of each side in the first half."""

    half_home: int | None = Field(default=None, description="The home side's at half-time")
    half_away: int | None = Field(default=None, description="The away side's at half-time")


class CardCount(WireModel):
    """The cards of one side."""

    yellow: int | None = Field(default=None, description="Yellow cards")
    red: int | None = Field(default=None, description="Red cards")


class Cards(WireModel):
    """The cards of both sides."""

    home: CardCount = Field(default=CardCount(), description="The home side's")
    away: CardCount = Field(default=CardCount(), description="The away side's")


class Event(WireModel):
    """An event of a fixture's timeline."""

    type: Annotated[str, known(*EventType)] = Field(description="What happened")
    minute: int | None = Field(
        default=None, description="Minute without stoppage; null on period_score"
    )
    team: Annotated[str | None, known_or_null(*Side)] = Field(
        default=None, description="The side that it counts for; null on period_score"
    )
    count: Part[int] = Field(default=None, description="Running number; goal, corner, yellow_card")
    period: Annotated[str | None, Absent(), known(*Half)] = Field(
        default=None, description="Its half; period_score"
    )
    score: Part[HomeAway] = Field(default=None, description="The goals so far; period_score")
    player_in: NullablePart[str] = Field(default=None, description="Who comes on; substitution")
    player_out: NullablePart[str] = Field(default=None, description="Who goes off; substitution")


class FixtureEvents(WireModel):
    """The timeline of one fixture, in chronological order."""

    fixture_id: int = Field(description="The fixture's id")
    events: list[Event] = Field(
        description="In chronological order; a period_score closes its half"
    )


class HalfStatistics(WireModel):
    """The in-play statistics of a half; possession in per cent."""

    attacks: HomeAway = Field(default=HomeAway(), description="Attacks of each side")
    dangerous_attacks: HomeAway = Field(
        default=HomeAway(), description="Dangerous attacks of each side"
    )
    shots_on_target: HomeAway = Field(
        default=HomeAway(), description="Shots on target of each side"
    )
    shots_off_target: HomeAway = Field(
        default=HomeAway(), description="Shots off target of each side"
    )
    possession: HomeAway = Field(default=HomeAway(), description="Possession of each side")


class Statistics(HalfStatistics):
    """The in-play statistics of a fixture, and the same of its first half."""

    first_half: HalfStatistics = Field(
        default=HalfStatistics(), description="The same of the first half"
    )


class FixtureStatistics(WireModel):
    """The in-play statistics of one fixture."""

    fixture_id: int = Field(description="The fixture's id")
    statistics: Statistics = Field(description="Whole fixture and first half")


class Fixture(WireModel):
    """A fixture as lists show it; figures are of regulation time."""

    id: int = Field(description="The service's own fixture id")
    league: LeagueRef = Field(description="Its competition")
    teams: Teams = Field(description="Who plays")
    kickoff_utc: UtcText = Field(description="Kickoff, ISO-8601 with +00:00")
    kickoff_ts: int = Field(description="Kickoff, unix seconds UTC")
    status: Annotated[str, known(*Status)] = Field(description="scheduled, live or finished")
    goals: HomeAway = Field(default=HomeAway(), description="Goals")
    corners: HomeAway = Field(default=HomeAway(), description="Corners")
    cards: Cards = Field(default=Cards(), description="Yellow and red cards")
    odds: Part[OddsSummary] = Field(
        default=None, description="Default lines; on lists with include=odds"
    )
    statistics: Part[Statistics] = Field(
        default=None, description="In-play statistics; with include=stats"
    )
    events: Part[list[Event]] = Field(default=None, description="Timeline; with include=events")

    @property
    def kickoff(self) -> datetime:
        """The kickoff as an aware datetime, UTC."""
        return datetime.fromtimestamp(self.kickoff_ts, UTC)


class FixtureDetail(Fixture):
    """A single fixture: the row of a list, its round, its season, its half-time figures and the odds summary."""

    round: int | None = Field(default=None, description="Round number")
    league_season_id: int | None = Field(default=None, description="Season of the league")
    goals: HomeAwayByHalf = Field(default=HomeAwayByHalf(), description="Goals")
    corners: HomeAwayByHalf = Field(default=HomeAwayByHalf(), description="Corners")
    odds: OddsSummary = Field(default=OddsSummary(), description="Lines of the default bookmaker")
