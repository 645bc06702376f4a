"""What fixtures refer to: countries, leagues and their seasons, teams, bookmakers."""

from typing import Annotated

from pydantic import Field

from footydata.football.markets import MARKETS
from footydata.service.wire.fixture import LeagueRef, TeamRef
from footydata.service.wire.odds import BookmakerRef
from footydata.service.wire.wire import WireModel, known

__all__ = ["Bookmaker", "Country", "League", "LeagueDetail", "Season", "Team"]


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

    country: CountryRef | None = Field(default=None, description="Where it is from, null where unknown")


class Bookmaker(BookmakerRef):
    """A bookmaker and what it carries."""

    is_default: bool = Field(description="Whether it is the default bookmaker")
    markets: list[Annotated[str, known(*(market.param for market in MARKETS))]] = Field(
        description="The markets that it carries, by their parameter names"
    )
