"""The rows of what is computed of fixtures and seasons to come; further tables of `records`, flat as they are."""

from typing import NamedTuple


class FairLine(NamedTuple):
    """Our fair line of a fixture's market. Key: fixture_id, market; means in counts of the market's figure.

    home_seen, away_seen: past fixtures of the sides; sample: the sum of their weights, newer ones counting more.
    low, high: of each price, between which the fit leaves the true one with a chance of 80 %. None: of an older model.
    """

    fixture_id: int
    market: str
    line: float | None
    price_1: float
    price_2: float
    price_3: float | None
    home_mean: float
    away_mean: float
    model: str
    fixtures_used: int
    computed_ts: int
    home_seen: int | None = None
    away_seen: int | None = None
    sample: float | None = None
    price_1_low: float | None = None
    price_1_high: float | None = None
    price_2_low: float | None = None
    price_2_high: float | None = None
    price_3_low: float | None = None
    price_3_high: float | None = None


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


class SealedForecast(NamedTuple):
    """An entry of the ledger of forecasts. Key: seq; the fixture is named in words, its id is that of the moment.

    line, prices: our fair ones; ladder: JSON, [line, price_1, price_2] of every quarter line, None in markets without.
    fixtures_used, model, data_state: what it rests on; data_state is a hash of the past fixtures that were read.
    previous: the hash of the entry before; hash: of this one, over all fields but the last two and over previous.
    """

    seq: int
    sealed_ts: int
    fixture_id: int
    country: str
    league: str
    season: str | None
    kickoff_ts: int
    home: str
    away: str
    market: str
    line: float | None
    price_1: float
    price_2: float
    price_3: float | None
    ladder: str | None
    home_mean: float
    away_mean: float
    fixtures_used: int
    model: str
    data_state: str
    previous: str
    hash: str
