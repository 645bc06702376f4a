"""League tables by points, corners and cards."""

from typing import Annotated, Generic, TypeVar

from pydantic import Field

from footydata.football.terms import TableType
from footydata.service.wire.fixture import LeagueRef, TeamRef
from footydata.service.wire.wire import Number, WireModel, known

__all__ = ["CardStandings", "CornerStandings", "PointsStandings", "Standings"]


class StandingsRow(WireModel):
    """A team's place in a table."""

    position: int = Field(description="1 is best")
    team: TeamRef = Field(description="The team")
    played: int = Field(description="Finished fixtures that count")


class PointsRow(StandingsRow):
    """A row of the points table."""

    won: int = Field(description="Fixtures won")
    drawn: int = Field(description="Fixtures drawn")
    lost: int = Field(description="Fixtures lost")
    goals_for: int = Field(description="Goals scored")
    goals_against: int = Field(description="Goals conceded")
    goal_difference: int = Field(description="Goals scored less conceded")
    points: int = Field(description="Points, deductions counted")
    deduction: int = Field(description="Points taken by decision")
    form: str = Field(description="The last five results, newest last: W, D, L")


class CornerAverages(WireModel):
    """Corners for and against, whole and by fixture."""

    total_for: int = Field(description="Corners taken")
    total_against: int = Field(description="Corners conceded")
    average_for: Number = Field(description="Corners taken by fixture, two decimals")
    average_against: Number = Field(description="Corners conceded by fixture, two decimals")


class HalfCorners(WireModel):
    """Corners of the first half; null where those of a fixture are not known."""

    total_for: int | None = Field(default=None, description="Corners taken")
    total_against: int | None = Field(default=None, description="Corners conceded")
    average_for: Number | None = Field(
        default=None, description="Corners taken by fixture, two decimals"
    )
    average_against: Number | None = Field(
        default=None, description="Corners conceded by fixture, two decimals"
    )


class CornerRow(CornerAverages, StandingsRow):
    """A row of the corner table: more corners than the opponent wins the fixture."""

    points: int = Field(description="3 for a fixture won by corners, 1 for a draw")
    first_half: HalfCorners = Field(
        description="The same figures of the first half, null where unknown"
    )


class CardRow(StandingsRow):
    """A row of the card table; a total is yellow + red."""

    total_for: int = Field(description="Cards received")
    total_against: int = Field(description="Cards of the opponents")
    average_for: Number = Field(description="Cards received by fixture, two decimals")
    average_against: Number = Field(description="Cards of the opponents by fixture, two decimals")
    yellow_for: int = Field(description="Yellow cards received")
    yellow_against: int = Field(description="Yellow cards of the opponents")
    red_for: int = Field(description="Red cards received")
    red_against: int = Field(description="Red cards of the opponents")
    booking_points: int = Field(description="10 a yellow card and 25 a red one")


RowT = TypeVar("RowT", bound=StandingsRow)


class _Table(WireModel, Generic[RowT]):
    league: LeagueRef = Field(description="The competition")
    season: str = Field(description="Label of the season")
    league_season_id: int = Field(description="Id of the season")
    round: int | None = Field(
        default=None, description="Highest round with a finished fixture, null where unknown"
    )
    table: list[RowT] = Field(description="One row per team, best first")


class PointsStandings(_Table[PointsRow]):
    """A points table."""

    type: Annotated[str, known(TableType.TOTAL)] = Field(description="The kind of table")


class CornerStandings(_Table[CornerRow]):
    """A corner table."""

    type: Annotated[str, known(TableType.CORNER)] = Field(description="The kind of table")


class CardStandings(_Table[CardRow]):
    """A card table."""

    type: Annotated[str, known(TableType.CARD)] = Field(description="The kind of table")


Standings = PointsStandings | CornerStandings | CardStandings
"""A league table of any kind; `type` tells which."""
