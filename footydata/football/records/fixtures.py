"""The rows of a fixture and of what is recorded or computed of it.

Statistics, timeline, odds, a knock-out's end, its venue; fair lines and projections of the fixtures to come.

`FieldMeaning` beside `home_goals` describes `away_goals`, `half_home_goals` and `half_away_goals` too.
"""

from typing import Annotated, NamedTuple

from footydata.football.records.meaning import CATEGORY, YES_NO, FieldMeaning


class FixtureRecord(NamedTuple):
    """A fixture with its figures of regulation time. Key: id.

    state_detail: a StateDetail, or a status that a remote service added. in_table: 0 for play-off fixtures, which no
    table counts.
    """

    id: int
    league_id: int
    season_id: int | None
    home_id: Annotated[int, FieldMeaning("id of the home team")]
    away_id: Annotated[int, FieldMeaning("id of the away team")]
    kickoff_ts: Annotated[int, FieldMeaning("kickoff", "UTC")]
    time_known: Annotated[
        int,
        FieldMeaning(
            "false where the source gives the day alone; kickoff is then 00:00 UTC of it",
            dtype=YES_NO,
        ),
    ] = 1
    status: Annotated[str, FieldMeaning("scheduled, live or finished", dtype=CATEGORY)] = (
        "scheduled"
    )
    state_detail: Annotated[
        str | None,
        FieldMeaning(
            "postponed, cancelled, abandoned, awarded or removed, where it is one of them"
        ),
    ] = None
    esports: Annotated[
        int, FieldMeaning("true: e-football, which no list mixes with real football", dtype=YES_NO)
    ] = 0
    round: Annotated[
        int | None, FieldMeaning("number of the round, where the source gives one")
    ] = None
    stage: Annotated[
        str | None,
        FieldMeaning(
            "part of the season, such as a group or the play-offs; empty where it is one whole"
        ),
    ] = None
    in_table: Annotated[
        int, FieldMeaning("false: a play-off or the like, which no table counts", dtype=YES_NO)
    ] = 1
    home_goals: Annotated[int | None, FieldMeaning("goals", "goals", of_sides=True)] = None
    away_goals: int | None = None
    half_home_goals: int | None = None
    half_away_goals: int | None = None
    home_corners: Annotated[int | None, FieldMeaning("corners", "corners", of_sides=True)] = None
    away_corners: int | None = None
    half_home_corners: int | None = None
    half_away_corners: int | None = None
    home_yellow: Annotated[
        int | None, FieldMeaning("yellow cards", "yellow cards", of_sides=True)
    ] = None
    away_yellow: int | None = None
    home_red: Annotated[int | None, FieldMeaning("red cards", "red cards", of_sides=True)] = None
    away_red: int | None = None
    referee: Annotated[str | None, FieldMeaning("name of the referee, as the source writes it")] = (
        None
    )


class TeamFixture(NamedTuple):
    """A fixture in the list of a team, derived from `fixture`. Key: all."""

    team_id: int
    kickoff_ts: int
    fixture_id: int


class StatisticsRecord(NamedTuple):
    """In-play statistics of a fixture, whole and first half. Key: fixture_id."""

    fixture_id: int
    home_attacks: Annotated[int | None, FieldMeaning("attacks", "attacks", of_sides=True)] = None
    away_attacks: int | None = None
    home_dangerous_attacks: Annotated[
        int | None, FieldMeaning("dangerous attacks", "dangerous attacks", of_sides=True)
    ] = None
    away_dangerous_attacks: int | None = None
    home_shots_on_target: Annotated[
        int | None, FieldMeaning("shots on target", "shots on target", of_sides=True)
    ] = None
    away_shots_on_target: int | None = None
    home_shots_off_target: Annotated[
        int | None, FieldMeaning("shots off target", "shots off target", of_sides=True)
    ] = None
    away_shots_off_target: int | None = None
    home_possession: Annotated[
        int | None, FieldMeaning("possession", "per cent", of_sides=True)
    ] = None
    away_possession: int | None = None
    half_home_attacks: int | None = None
    half_away_attacks: int | None = None
    half_home_dangerous_attacks: int | None = None
    half_away_dangerous_attacks: int | None = None
    half_home_shots_on_target: int | None = None
    half_away_shots_on_target: int | None = None
    half_home_shots_off_target: int | None = None
    half_away_shots_off_target: int | None = None
    half_home_possession: int | None = None
    half_away_possession: int | None = None


class KnockoutRecord(NamedTuple):
    """How a fixture that may go beyond ninety minutes ended, and its place in a tournament. Key: fixture_id.

    final_home_goals, final_away_goals: where ninety minutes are not known, as the score may include extra time.
    through: home or away, who went through or won the shootout, where no score tells it and the source names it.
    home_from, away_from: what a side was before it was known, in the source's words: W73, 1A, 3A/B/C/D/F.
    """

    fixture_id: int
    extra_home_goals: Annotated[
        int | None,
        FieldMeaning(
            "goals of the home side after extra time, those of ninety minutes included", "goals"
        ),
    ] = None
    extra_away_goals: Annotated[
        int | None,
        FieldMeaning(
            "goals of the away side after extra time, those of ninety minutes included", "goals"
        ),
    ] = None
    shootout_home_goals: Annotated[
        int | None, FieldMeaning("penalties that the home side scored in the shootout", "goals")
    ] = None
    shootout_away_goals: Annotated[
        int | None, FieldMeaning("penalties that the away side scored in the shootout", "goals")
    ] = None
    final_home_goals: Annotated[
        int | None,
        FieldMeaning(
            "goals of the home side at the end, where extra time may be among them", "goals"
        ),
    ] = None
    final_away_goals: Annotated[
        int | None,
        FieldMeaning(
            "goals of the away side at the end, where extra time may be among them", "goals"
        ),
    ] = None
    through: str | None = None
    number: Annotated[int | None, FieldMeaning("number of the fixture in its tournament")] = None
    home_from: Annotated[
        str | None, FieldMeaning("what the home side was before it was known, as W73")
    ] = None
    away_from: Annotated[
        str | None, FieldMeaning("what the away side was before it was known, as W73")
    ] = None
    on_penalties: Annotated[
        int | None,
        FieldMeaning(
            "true: a shootout decided, as a source says that may not have its score", dtype=YES_NO
        ),
    ] = None


class VenueRecord(NamedTuple):
    """Where a fixture was played, in the source's words. Key: fixture_id."""

    fixture_id: int
    ground: Annotated[str | None, FieldMeaning("ground, as the source names it")] = None
    city: Annotated[str | None, FieldMeaning("city of the ground, as the source names it")] = None
    venue_country: Annotated[
        str | None, FieldMeaning("country of the ground, as the source names it")
    ] = None
    neutral: Annotated[int | None, FieldMeaning("true: neither side was at home", dtype=YES_NO)] = (
        None
    )


class Placeholder(NamedTuple):
    """A coming fixture of which a side is not known yet, as one load says. Key: load_id, seq.

    home, away: the team's name, or what stands for it: W73, 1A, 3A/B/C/D/F. number: as in KnockoutRecord.
    """

    load_id: int
    seq: int
    league_id: int
    season_id: int
    kickoff_ts: int
    time_known: int
    round: int | None
    stage: str | None
    number: int | None
    home: str
    away: str
    home_id: int | None = None
    away_id: int | None = None
    ground: str | None = None
    city: str | None = None


class EventRecord(NamedTuple):
    """An event of a fixture's timeline. Key: fixture_id, seq; minute is None on period_score.

    home_score, away_score: only of period_score. Events of extra time, halves 3 and 4, stand in `extra_event`.
    """

    fixture_id: int
    seq: Annotated[int, FieldMeaning("place in the fixture's timeline, from 1")]
    type: Annotated[
        str,
        FieldMeaning(
            "goal, corner, yellow_card, red_card, substitution, missed_penalty or period_score"
        ),
    ]
    half: Annotated[int, FieldMeaning("1 or 2; 3 and 4 are of extra time")]
    minute: Annotated[
        int | None, FieldMeaning("minute without stoppage time: 45 for 45+2", "minutes")
    ] = None
    stoppage: Annotated[
        int | None, FieldMeaning("minutes past the end of the half: 2 for 45+2", "minutes")
    ] = None
    team: str | None = None
    count: Annotated[
        int | None,
        FieldMeaning(
            "running number of that type for that team: the third home corner is 3", "events"
        ),
    ] = None  # type: ignore[assignment]  # the contract's word; hides tuple.count
    player: Annotated[str | None, FieldMeaning("the player, where known")] = None
    player_in: Annotated[str | None, FieldMeaning("who comes on")] = None
    player_out: Annotated[str | None, FieldMeaning("who goes off")] = None
    home_score: Annotated[
        int | None, FieldMeaning("goals of the home side at that moment", "goals")
    ] = None
    away_score: Annotated[
        int | None, FieldMeaning("goals of the away side at that moment", "goals")
    ] = None
    detail: Annotated[
        str | None, FieldMeaning("of a goal: penalty or own_goal, where it was one")
    ] = None


class OddsRecord(NamedTuple):
    """A market of a fixture at a bookmaker: the quotes of three periods. Key: the first three.

    market: its key (contract.markets); prices decimal, in the order of the market's selections;
    line and prices None: nothing recorded. Where only a summary is known, there are lines without prices.
    """

    fixture_id: int
    bookmaker_id: int
    market: str
    opening_line: float | None = None
    opening_price_1: float | None = None
    opening_price_2: float | None = None
    opening_price_3: float | None = None
    closing_line: float | None = None
    closing_price_1: float | None = None
    closing_price_2: float | None = None
    closing_price_3: float | None = None
    inplay_line: float | None = None
    inplay_price_1: float | None = None
    inplay_price_2: float | None = None
    inplay_price_3: float | None = None


class OddsLine(NamedTuple):
    """A line of a market beside the main one, which odds has: a rung of the ladder. Key: all but the prices."""

    fixture_id: int
    bookmaker_id: int
    market: str
    period: str
    line: float
    price_1: float
    price_2: float


class OddsTickRecord(NamedTuple):
    """A recorded movement of a market. Key: the first five; prices None: the market was suspended."""

    fixture_id: int
    bookmaker_id: int
    market: str
    recorded_ts: Annotated[int, FieldMeaning("when the price was recorded", "UTC")]
    seq: int = 0
    minute: int | None = None
    line: float | None = None
    price_1: float | None = None
    price_2: float | None = None
    price_3: float | None = None
    home_score: int | None = None
    away_score: int | None = None


class FixtureFigure(NamedTuple):
    """A further figure of a fixture. Key: fixture_id, figure, half (0: the whole fixture, 1: the first half).

    figure: its name in register.figures. The value of a figure without sides is in home, and away is None.
    source_id: where the row came from.
    """

    fixture_id: int
    figure: str
    half: int
    home: float | None
    away: float | None
    source_id: int


class FormerFixture(NamedTuple):
    """A fixture that an id of ours named before it went or got another id. Key: every field."""

    fixture_id: int
    kickoff_ts: int
    home_id: int
    away_id: int


class FixtureReferee(NamedTuple):
    """A source's name of a fixture's referee, where he is stored under another one. Key: fixture_id, source_id."""

    fixture_id: int
    source_id: int
    spelling: str
    name: str


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
