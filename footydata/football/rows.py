"""The rows that queries return beside records, flat: joined with names in the chosen language, or league tables.

None means unknown. The rows of tables are computed from results, not stored.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from footydata.football.records import PointsAdjustment
from footydata.football.terms import TableType


class FixtureRow(NamedTuple):
    """A fixture with the names of its league and sides: the fields of records.FixtureRecord, then six more.

    season: its label, None if unknown. min_plan: the lowest plan whose keys see the competition. country: the name of
    the league's.
    """

    # [[[cog
    # from inspect import formatannotation
    # from typing import get_type_hints
    # from footydata.football.records import FixtureRecord
    # for name, kind in get_type_hints(FixtureRecord).items():
    #     cog.outl(f"    {name}: {formatannotation(kind)}")
    # ]]]
    id: int
    league_id: int
    season_id: int | None
    home_id: int
    away_id: int
    kickoff_ts: int
    time_known: int
    status: str
    state_detail: str | None
    esports: int
    round: int | None
    stage: str | None
    in_table: int
    home_goals: int | None
    away_goals: int | None
    half_home_goals: int | None
    half_away_goals: int | None
    home_corners: int | None
    away_corners: int | None
    half_home_corners: int | None
    half_away_corners: int | None
    home_yellow: int | None
    away_yellow: int | None
    home_red: int | None
    away_red: int | None
    referee: str | None
    # [[[end]]]
    league: str
    home: str
    away: str
    season: str | None
    min_plan: str
    country: str


class LeagueRow(NamedTuple):
    """A league with its country's name, both in the chosen language."""

    id: int
    name: str
    short_name: str | None
    country_code: str
    country: str
    has_standings: int
    esports: int
    min_plan: str
    rules: str | None


class TeamRow(NamedTuple):
    """A team with its country's name (None if unknown), both in the chosen language."""

    id: int
    name: str
    country_code: str | None
    country: str | None


class PlayedFixture(NamedTuple):
    """A finished fixture with its score; queries return them by kickoff."""

    fixture_id: int
    league_id: int
    kickoff_ts: int
    home_id: int
    away_id: int
    home_goals: int
    away_goals: int


class Venue(StrEnum):
    """At which venue a table counts the fixtures of its teams."""

    ALL = "all"
    HOME = "home"
    AWAY = "away"


class TableHalf(StrEnum):
    """Whether a table counts whole fixtures or first halves."""

    FULL = "full"
    FIRST = "first"


class PointsStanding(NamedTuple):
    """A row of a points table.

    points: after deductions. deduction: the points taken, positive. form: of the last five fixtures, newest last: W, D
    or L. group: the part of a divided table that the team is in to the end, None if the table is not divided.
    points_per_game: None unless the season is decided by it.
    """

    position: int
    team_id: int
    team_name: str
    played: int
    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    goal_difference: int
    points: int
    deduction: int
    form: str
    group: str | None = None
    points_per_game: float | None = None


class CornerStanding(NamedTuple):
    """A row of a corner table.

    points: 3, 1 or 0 a fixture, by its corners. half_*: of first halves, None unless they are known of every fixture.
    """

    position: int
    team_id: int
    team_name: str
    played: int
    total_for: int
    total_against: int
    average_for: float
    average_against: float
    points: int
    half_total_for: int | None = None
    half_total_against: int | None = None
    half_average_for: float | None = None
    half_average_against: float | None = None


class CardStanding(NamedTuple):
    """A row of a card table. total: yellow + red; booking_points: 10 a yellow, 25 a red."""

    position: int
    team_id: int
    team_name: str
    played: int
    total_for: int
    total_against: int
    average_for: float
    average_against: float
    yellow_for: int
    yellow_against: int
    red_for: int
    red_against: int
    booking_points: int


StandingRow: TypeAlias = PointsStanding | CornerStanding | CardStanding


def exact_row(row: StandingRow) -> StandingRow:
    """A row with its averages as they are; those of tables are rounded for /v1."""
    if isinstance(row, PointsStanding) or not row.played:
        return row
    means: dict[str, Any] = {"average_for": row.total_for, "average_against": row.total_against}
    if isinstance(row, CornerStanding):
        means["half_average_for"] = row.half_total_for
        means["half_average_against"] = row.half_total_against
    return row._replace(
        **{name: total / row.played for name, total in means.items() if total is not None}
    )


class Table(NamedTuple):
    """A league table.

    country: the name of the league's, as leagues of several countries may have one name.
    venue: all, home or away. half: full or first. round: the highest with a counted fixture, None if unknown.
    rows: best first, positions 1 to n. adjustments: the decisions that the points include, with reason and date.
    notes: what the table leaves out of the season's list. doubts: why it may be wrong. A sentence each.
    known: of how many fixtures it knows the figures that it counts; played: how many are finished.
    stage: the group or stage that it is of, in a season without a table of all its teams; else None.
    through: who goes through, of a table of third places; else None.
    live: how many fixtures of the table are played now; as_it_stands: whether their figures so far are counted.
    fixture_ids: the fixtures that it counts; newest_ts: the kickoff of the newest of them, None without any.
    """

    league_id: int
    country: str
    league: str
    season_id: int
    season: str
    type: TableType
    venue: str
    half: str
    round: int | None
    rows: tuple[StandingRow, ...]
    adjustments: tuple[PointsAdjustment, ...] = ()
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    known: int = 0
    played: int = 0
    stage: str | None = None
    through: "Through | None" = None
    live: int = 0
    as_it_stands: bool = False
    fixture_ids: tuple[int, ...] = ()
    newest_ts: int | None = None

    def goes_through(self, row: StandingRow) -> bool | None:
        """Whether the team of a row goes through, None if that is not known or not of this table."""
        return self.through.teams[row.team_id] if self.through else None


class Through(NamedTuple):
    """Who goes through from a table: `first` of its teams; teams: team id → whether it does, None if not known."""

    first: int
    teams: Mapping[int, bool | None]
