"""The rows of what is computed about fixtures and seasons to come."""

from typing import Annotated, NamedTuple

from footydata.football.records.meaning import FieldMeaning


class FairLine(NamedTuple):
    """Our fair line of a fixture's market. Key: fixture_id, market.

    home_seen and what follows it: None for lines by an older model.
    """

    fixture_id: int
    market: str
    line: float | None
    price_1: float
    price_2: float
    price_3: float | None
    home_mean: Annotated[
        float,
        FieldMeaning("the count that the model expects of the home side", "counts of the market"),
    ]
    away_mean: Annotated[
        float, FieldMeaning("the count that it expects of the away side", "counts of the market")
    ]
    model: Annotated[str, FieldMeaning("name of the model")]
    fixtures_used: Annotated[
        int, FieldMeaning("finished fixtures of the league that it rests on", "fixtures")
    ]
    computed_ts: Annotated[int, FieldMeaning("when the line was computed", "UTC")]
    home_seen: Annotated[
        int | None,
        FieldMeaning(
            "past fixtures of the home side in the fit; 0: it is priced as a newcomer", "fixtures"
        ),
    ] = None
    away_seen: Annotated[int | None, FieldMeaning("the same of the away side", "fixtures")] = None
    sample: Annotated[
        float | None,
        FieldMeaning(
            "the sum of the weights of both sides' fixtures, newer ones counting more", "fixtures"
        ),
    ] = None
    price_1_low: Annotated[
        float | None,
        FieldMeaning(
            "the true price of the first selection lies from it to the high one in 80 of 100, by the fit",
            "decimal price",
        ),
    ] = None
    price_1_high: Annotated[float | None, FieldMeaning("see price_1_low", "decimal price")] = None
    price_2_low: Annotated[
        float | None, FieldMeaning("the low end of the second", "decimal price")
    ] = None
    price_2_high: Annotated[
        float | None, FieldMeaning("the high end of the second", "decimal price")
    ] = None
    price_3_low: Annotated[
        float | None, FieldMeaning("the low end of the third", "decimal price")
    ] = None
    price_3_high: Annotated[
        float | None, FieldMeaning("the high end of the third", "decimal price")
    ] = None


class ProjectionHead(NamedTuple):
    """A projection of how a season may end. Key: season_id; zones, notes: JSON lists of texts; teams: how many."""

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
    """A team of a projection: its place and points at that moment, its points at the end. Key: season_id, team_id.

    places: the chance of each place, as a JSON list; zones: zone (title, relegation ...) → its chance, as JSON.
    """

    season_id: int
    team_id: int
    position: int
    played: int
    points: int
    mean_points: Annotated[
        float, FieldMeaning("points at the end of the season, the mean over the endings", "points")
    ]
    low_points: Annotated[
        float, FieldMeaning("points at the end; a tenth of the endings have fewer", "points")
    ]
    high_points: Annotated[
        float, FieldMeaning("points at the end; a tenth of the endings have more", "points")
    ]
    places: str
    zones: str
