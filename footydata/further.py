"""The rows of what the contract does not carry; further tables of `records`, none of which reaches /v1."""

from typing import NamedTuple


class FixtureFigure(NamedTuple):
    """A further figure of a fixture. Key: fixture_id, figure, half (0: the whole fixture, 1: the first half).

    figure: its name in register.figures. A figure without sides has its value as home's, away None.
    source_id: whence the row came.
    """

    fixture_id: int
    figure: str
    half: int
    home: float | None
    away: float | None
    source_id: int


class FixtureReferee(NamedTuple):
    """What a source called a fixture's referee, where he goes by another name. Key: fixture_id, source_id."""

    fixture_id: int
    source_id: int
    spelling: str
    name: str


class ProjectionHead(NamedTuple):
    """How a season may end, as it was computed. Key: season_id; zones, notes: JSON lists of texts; teams: how many."""

    season_id: int
    as_of_ts: int
    computed_ts: int
    runs: int
    model: str
    fixtures_used: int
    to_come: int
    added: int
    teams: int
    zones: str
    notes: str


class ProjectedTeam(NamedTuple):
    """A team of a projection: its place and points then, its points at the end. Key: season_id, team_id."""

    season_id: int
    team_id: int
    position: int
    played: int
    points: int
    mean_points: float
    low_points: float
    high_points: float


class ProjectedPlace(NamedTuple):
    """A team's chance of a place. Key: all but chance; one without a row was not taken in any ending."""

    season_id: int
    team_id: int
    place: int
    chance: float


class ProjectedZone(NamedTuple):
    """A team's chance of a zone: title, promotion, relegation ... Key: all but chance."""

    season_id: int
    team_id: int
    zone: str
    chance: float
