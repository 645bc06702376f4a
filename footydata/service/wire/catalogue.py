"""What fixtures refer to: countries, leagues and their seasons, teams, bookmakers; and the caller's own status."""

from typing import Annotated

from footydata.football.markets import MARKETS
from footydata.football.plans import PLANS
from footydata.service.wire.fixture import LeagueRef, TeamRef
from footydata.service.wire.odds import BookmakerRef
from footydata.service.wire.wire import UtcText, WireModel, known

__all__ = ["Bookmaker", "Country", "League", "LeagueDetail", "Season", "StatusRecord", "Team"]


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
