"""A fixture: the row of a list and the single one."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from footydata.football.terms import Status
from footydata.service.wire.event import Event
from footydata.service.wire.figures import Cards, HomeAway, HomeAwayByHalf
from footydata.service.wire.odds import OddsSummary
from footydata.service.wire.statistics import Statistics
from footydata.service.wire.wire import Part, UtcText, WireModel, known

__all__ = ["Fixture", "FixtureDetail"]


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
    odds: Part[OddsSummary] = Field(default=None, description="Default lines; on lists with include=odds")
    statistics: Part[Statistics] = Field(default=None, description="In-play statistics; with include=stats")
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
