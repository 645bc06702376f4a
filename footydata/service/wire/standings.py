"""League tables by points, corners and cards."""

from typing import Annotated, Generic, TypeVar

from footydata.football.terms import TableType
from footydata.service.wire.fixture import LeagueRef, TeamRef
from footydata.service.wire.wire import Number, WireModel, known

__all__ = ["CardStandings", "CornerStandings", "PointsStandings", "Standings"]


class StandingsRow(WireModel):
    """A team's place in a table."""

    position: int
    """1 is best"""
    team: TeamRef
    """The team"""
    played: int
    """Finished fixtures that count"""


class PointsRow(StandingsRow):
    """A row of the points table."""

    won: int
    """Fixtures won"""
    drawn: int
    """Fixtures drawn"""
    lost: int
    """Fixtures lost"""
    goals_for: int
    """Goals scored"""
    goals_against: int
    """Goals conceded"""
    goal_difference: int
    """Goals scored less conceded"""
    points: int
    """Points, deductions counted"""
    deduction: int
    """Points taken by decision"""
    form: str
    """The last five results, newest last: W, D, L"""


class CornerAverages(WireModel):
    """Corners for and against, whole and by fixture."""

    total_for: int
    """Corners taken"""
    total_against: int
    """Corners conceded"""
    average_for: Number
    """Corners taken by fixture, two decimals"""
    average_against: Number
    """Corners conceded by fixture, two decimals"""


class HalfCorners(WireModel):
    """Corners of the first half; null where those of a fixture are not known."""

    total_for: int | None = None
    """Corners taken"""
    total_against: int | None = None
    """Corners conceded"""
    average_for: Number | None = None
    """Corners taken by fixture, two decimals"""
    average_against: Number | None = None
    """Corners conceded by fixture, two decimals"""


class CornerRow(CornerAverages, StandingsRow):
    """A row of the corner table: more corners than the opponent wins the fixture."""

    points: int
    """3 for a fixture won by corners, 1 for a draw"""
    first_half: HalfCorners
    """The same figures of the first half, null where unknown"""


class CardRow(StandingsRow):
    """A row of the card table; a total is yellow + red."""

    total_for: int
    """Cards received"""
    total_against: int
    """Cards of the opponents"""
    average_for: Number
    """Cards received by fixture, two decimals"""
    average_against: Number
    """Cards of the opponents by fixture, two decimals"""
    yellow_for: int
    """Yellow cards received"""
    yellow_against: int
    """Yellow cards of the opponents"""
    red_for: int
    """Red cards received"""
    red_against: int
    """Red cards of the opponents"""
    booking_points: int
    """10 a yellow card and 25 a red one"""


RowT = TypeVar("RowT", bound=StandingsRow)


class _Table(WireModel, Generic[RowT]):
    league: LeagueRef
    """The competition"""
    season: str
    """Label of the season"""
    league_season_id: int
    """Id of the season"""
    round: int | None = None
    """Highest round with a finished fixture, null where unknown"""
    table: list[RowT]
    """One row per team, best first"""


class PointsStandings(_Table[PointsRow]):
    """A points table."""

    type: Annotated[str, known(TableType.TOTAL)]
    """The kind of table"""


class CornerStandings(_Table[CornerRow]):
    """A corner table."""

    type: Annotated[str, known(TableType.CORNER)]
    """The kind of table"""


class CardStandings(_Table[CardRow]):
    """A card table."""

    type: Annotated[str, known(TableType.CARD)]
    """The kind of table"""


Standings = PointsStandings | CornerStandings | CardStandings
"""A league table of any kind; `type` tells which."""
