"""What fixtures refer to: countries, leagues, seasons, teams, bookmakers; league tables; the caller's own status."""

from typing import Annotated, Generic, TypeVar

from footydata.football.markets import MARKETS
from footydata.football.terms import PLANS, TableType
from footydata.service.wire.fixture import LeagueRef, TeamRef
from footydata.service.wire.odds import BookmakerRef
from footydata.service.wire.wire import Number, UtcText, WireModel, known

__all__ = [
    "Bookmaker",
    "CardStandings",
    "CornerStandings",
    "Country",
    "League",
    "LeagueDetail",
    "PointsStandings",
    "Season",
    "Standings",
    "StatusRecord",
    "Team",
]


class CountryRef(WireModel):
    """A country or region in short."""

    code: str
    """ISO 3166-1 alpha-2, a home nation (GB-ENG) or a region (EUROPE)"""
    name: str
    """Its name, in the language asked for where there is one"""


class Country(CountryRef):
    """A country or a region."""

    type: Annotated[str, known("country", "region")]
    """country or region"""


class League(LeagueRef):
    """A competition."""

    short_name: str | None = None
    """Short name"""
    country: CountryRef
    """Where it is played"""
    has_standings: bool
    """Whether it has league tables"""
    esports: bool
    """Whether it is e-football"""


class Season(WireModel):
    """A season of a league."""

    id: int
    """The fixtures' league_season_id"""
    season: str
    """Label: 25/26 or 2026"""
    current: bool
    """Whether it is the current one"""


class LeagueDetail(League):
    """A competition with its seasons."""

    seasons: list[Season]
    """Newest first"""


class Team(TeamRef):
    """A team."""

    country: CountryRef | None = None
    """Where it is from, null where unknown"""


class Bookmaker(BookmakerRef):
    """A bookmaker and what it carries."""

    is_default: bool
    """Whether it is the default bookmaker"""
    markets: list[Annotated[str, known(*(market.param for market in MARKETS))]]
    """The markets that it carries, by their parameter names"""


class Limits(WireModel):
    """What the key may ask."""

    rate_limit: int
    """Requests a window"""
    rate_window_seconds: int
    """Width of the window in seconds"""
    history_months: int | None = None
    """Months of history; null: from history_start"""
    history_start: int
    """The earliest start_time of /v1/fixtures, unix seconds UTC"""
    odds_on_lists: bool
    """Whether include=odds is allowed on lists"""
    all_bookmakers: bool
    """Whether bookmakers other than the default are allowed"""
    odds_history: bool
    """Whether the odds history is allowed"""


class Usage(WireModel):
    """What the key has asked."""

    today: int
    """Requests since 00:00 UTC"""
    window: int
    """Requests of this window"""
    remaining: int
    """Requests left in this window"""
    reset: int
    """When the window ends, unix seconds UTC"""


class KeyInfo(WireModel):
    """The key itself."""

    prefix: str
    """Its first 12 characters"""
    expires_at: UtcText | None = None
    """Its end, null where it has none"""


class StatusRecord(WireModel):
    """The caller's plan, limits and usage."""

    plan: Annotated[str, known(*PLANS)]
    """free, pro or ultra"""
    limits: Limits
    """What the key may ask"""
    usage: Usage
    """What it has asked"""
    key: KeyInfo
    """The key itself"""


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
