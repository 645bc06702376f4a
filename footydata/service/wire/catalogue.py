"""What fixtures refer to: countries, leagues and their seasons, teams, bookmakers; and the caller's own status."""

from typing import Annotated

from pydantic import Field

from footydata.football.markets import MARKETS
from footydata.football.plans import PLANS
from footydata.service.wire.fixture import LeagueRef, TeamRef
from footydata.service.wire.odds import BookmakerRef
from footydata.service.wire.wire import UtcText, WireModel, known

__all__ = ["Bookmaker", "Country", "League", "LeagueDetail", "Season", "StatusRecord", "Team"]


class CountryRef(WireModel):
    """A country or region in short."""

    code: str = Field(description="ISO 3166-1 alpha-2, a home nation (GB-ENG) or a region (EUROPE)")
    name: str = Field(description="Its name, in the language asked for where there is one")


class Country(CountryRef):
    """A country or a region."""

    type: Annotated[str, known("country", "region")] = Field(description="country or region")


class League(LeagueRef):
    """A competition."""

    short_name: str | None = Field(default=None, description="Short name")
    country: CountryRef = Field(description="Where it is played")
    has_standings: bool = Field(description="Whether it has league tables")
    esports: bool = Field(description="Whether it is e-football")


class Season(WireModel):
    """A season of a league."""

    id: int = Field(description="The fixtures' league_season_id")
    season: str = Field(description="Label: 25/26 or 2026")
    current: bool = Field(description="Whether it is the current one")


class LeagueDetail(League):
    """A competition with its seasons."""

    seasons: list[Season] = Field(description="Newest first")


class Team(TeamRef):
    """A team."""

    country: CountryRef | None = Field(
        default=None, description="Where it is from, null where unknown"
    )


class Bookmaker(BookmakerRef):
    """A bookmaker and what it carries."""

    is_default: bool = Field(description="Whether it is the default bookmaker")
    markets: list[Annotated[str, known(*(market.param for market in MARKETS))]] = Field(
        description="The markets that it carries, by their parameter names"
    )


class Limits(WireModel):
    """What the key may ask."""

    rate_limit: int = Field(description="Requests a window")
    rate_window_seconds: int = Field(description="Width of the window in seconds")
    history_months: int | None = Field(
        default=None, description="Months of history; null: from history_start"
    )
    history_start: int = Field(
        description="The earliest start_time of /v1/fixtures, unix seconds UTC"
    )
    odds_on_lists: bool = Field(description="Whether include=odds is allowed on lists")
    all_bookmakers: bool = Field(
        description="Whether bookmakers other than the default are allowed"
    )
    odds_history: bool = Field(description="Whether the odds history is allowed")


class Usage(WireModel):
    """What the key has asked."""

    today: int = Field(description="Requests since 00:00 UTC")
    window: int = Field(description="Requests of this window")
    remaining: int = Field(description="Requests left in this window")
    reset: int = Field(description="When the window ends, unix seconds UTC")


class KeyInfo(WireModel):
    """The key itself."""

    prefix: str = Field(description="Its first 12 characters")
    expires_at: UtcText | None = Field(default=None, description="Its end, null where it has none")


class StatusRecord(WireModel):
    """The caller's plan, limits and usage."""

    plan: Annotated[str, known(*PLANS)] = Field(description="free, pro or ultra")
    limits: Limits = Field(description="What the key may ask")
    usage: Usage = Field(description="What it has asked")
    key: KeyInfo = Field(description="The key itself")
