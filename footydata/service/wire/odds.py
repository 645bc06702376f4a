"""Lines and prices: quotes, markets, summaries and history.

The markets are those of football.markets. None as a period's value: nothing was recorded; as a price: suspended.
"""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field

from footydata.service.wire.wire import Absent, HomeAway, NullablePart, Number, UtcText, WireModel

__all__ = ["FixtureOdds", "Odds", "OddsHistory", "OddsSummary", "OddsTick"]

T = TypeVar("T")

Carried = Annotated[T, Absent()]
"""A market that a bookmaker may not carry: left out of the answer then, and empty here."""


class Quote(WireModel):
    """A line and its decimal prices at one period."""


QuoteT = TypeVar("QuoteT", bound=Quote)


class Periods(WireModel, Generic[QuoteT]):
    """A market's quotes: at the opening, at the close before kickoff, in play."""

    opening: QuoteT | None = Field(default=None, description="The first one recorded")
    closing: QuoteT | None = Field(default=None, description="The last one before kickoff")
    inplay: QuoteT | None = Field(default=None, description="The latest in play")


class SummaryPeriods(WireModel):
    """A market's lines, without prices."""


class ByMarket(WireModel):
    """Markets by key: `odds["corner_line"]` or `odds.corner_line`; `odds["1x2"]` or `odds.match_result`."""

    def __getitem__(self, key: str) -> Periods[Any] | SummaryPeriods:
        """The market of that key; KeyError where there is no such market, or none in the summary."""
        for name, field in type(self).model_fields.items():
            if key == (field.alias or name):
                market: Periods[Any] | SummaryPeriods = getattr(self, name)
                return market
        raise KeyError(key)


class ThreeWayQuote(Quote):
    """A quote: home, draw, away."""

    home: Number | None = Field(default=None, description="Decimal price of home")
    draw: Number | None = Field(default=None, description="Decimal price of draw")
    away: Number | None = Field(default=None, description="Decimal price of away")


class HandicapQuote(Quote):
    """A quote: line, home, away."""

    line: Number | None = Field(default=None, description="The line; a handicap is the home side's")
    home: Number | None = Field(default=None, description="Decimal price of home")
    away: Number | None = Field(default=None, description="Decimal price of away")


class TotalQuote(Quote):
    """A quote: line, over, under."""

    line: Number | None = Field(default=None, description="The line; a handicap is the home side's")
    over: Number | None = Field(default=None, description="Decimal price of over")
    under: Number | None = Field(default=None, description="Decimal price of under")


class YesNoQuote(Quote):
    """A quote: yes, no."""

    yes: Number | None = Field(default=None, description="Decimal price of yes")
    no: Number | None = Field(default=None, description="Decimal price of no")


class ThreeWayPeriods(Periods[ThreeWayQuote]):
    """A market whose quotes are home, draw, away."""


class HandicapPeriods(Periods[HandicapQuote]):
    """A market whose quotes are line, home, away."""


class TotalPeriods(Periods[TotalQuote]):
    """A market whose quotes are line, over, under."""


class YesNoPeriods(Periods[YesNoQuote]):
    """A market whose quotes are yes, no."""


class SummaryLines(SummaryPeriods):
    """The lines of a market."""

    opening: Number | None = Field(default=None, description="The first one recorded")
    closing: Number | None = Field(default=None, description="The last one before kickoff")
    inplay: Number | None = Field(default=None, description="The latest in play")


class SummaryHalfLines(SummaryPeriods):
    """The lines of a first-half market, which has no opening."""

    closing: Number | None = Field(default=None, description="The last one before kickoff")
    inplay: Number | None = Field(default=None, description="The latest in play")


class OddsSummary(ByMarket):
    """The lines of a fixture at the default bookmaker."""

    match_result: ThreeWayPeriods = Field(
        default=ThreeWayPeriods(), alias="1x2", description="Match result"
    )
    asian_handicap: SummaryLines = Field(default=SummaryLines(), description="Asian handicap")
    goal_line: SummaryLines = Field(default=SummaryLines(), description="Goal line")
    corner_line: SummaryLines = Field(default=SummaryLines(), description="Corner line")
    corner_asian: SummaryLines = Field(default=SummaryLines(), description="Corner handicap")
    card_line: SummaryLines = Field(default=SummaryLines(), description="Card line")
    card_asian: SummaryLines = Field(default=SummaryLines(), description="Card handicap")
    asian_handicap_half: SummaryHalfLines = Field(
        default=SummaryHalfLines(), description="First-half handicap"
    )
    goal_line_half: SummaryHalfLines = Field(
        default=SummaryHalfLines(), description="First-half goal line"
    )
    corner_line_half: SummaryHalfLines = Field(
        default=SummaryHalfLines(), description="First-half corner line"
    )


class Odds(ByMarket):
    """The markets of a fixture at one bookmaker; one that it does not carry is left out, and empty here."""

    match_result: Carried[ThreeWayPeriods] = Field(
        default=ThreeWayPeriods(), alias="1x2", description="Match result"
    )
    asian_handicap: Carried[HandicapPeriods] = Field(
        default=HandicapPeriods(), description="Asian handicap"
    )
    goal_line: Carried[TotalPeriods] = Field(default=TotalPeriods(), description="Goal line")
    corner_line: Carried[TotalPeriods] = Field(default=TotalPeriods(), description="Corner line")
    corner_asian: Carried[HandicapPeriods] = Field(
        default=HandicapPeriods(), description="Corner handicap"
    )
    card_line: Carried[TotalPeriods] = Field(default=TotalPeriods(), description="Card line")
    card_asian: Carried[HandicapPeriods] = Field(
        default=HandicapPeriods(), description="Card handicap"
    )
    asian_handicap_half: Carried[HandicapPeriods] = Field(
        default=HandicapPeriods(), description="First-half handicap"
    )
    goal_line_half: Carried[TotalPeriods] = Field(
        default=TotalPeriods(), description="First-half goal line"
    )
    corner_line_half: Carried[TotalPeriods] = Field(
        default=TotalPeriods(), description="First-half corner line"
    )
    btts: Carried[YesNoPeriods] = Field(default=YesNoPeriods(), description="Both teams to score")


class OddsTick(WireModel):
    """A recorded movement of a market."""

    minute: int | None = Field(default=None, description="Minute of play; null before kickoff")
    line: NullablePart[Number] = Field(
        default=None, description="The line; a handicap is the home side's"
    )
    home: NullablePart[Number] = Field(
        default=None, description="Decimal price of home; null: suspended"
    )
    draw: NullablePart[Number] = Field(
        default=None, description="Decimal price of draw; null: suspended"
    )
    away: NullablePart[Number] = Field(
        default=None, description="Decimal price of away; null: suspended"
    )
    over: NullablePart[Number] = Field(
        default=None, description="Decimal price of over; null: suspended"
    )
    under: NullablePart[Number] = Field(
        default=None, description="Decimal price of under; null: suspended"
    )
    yes: NullablePart[Number] = Field(
        default=None, description="Decimal price of yes; null: suspended"
    )
    no: NullablePart[Number] = Field(
        default=None, description="Decimal price of no; null: suspended"
    )
    score: HomeAway = Field(default=HomeAway(), description="The goals at that moment")
    recorded_at: UtcText = Field(description="When, ISO-8601 with +00:00")


class BookmakerRef(WireModel):
    """A bookmaker in short."""

    id: int = Field(description="The bookmaker's id")
    name: str = Field(description="Display name")
    slug: str = Field(description="Identifier used in requests")


class BookmakerOdds(BookmakerRef):
    """The markets of a fixture at one bookmaker."""

    odds: Odds = Field(description="Markets by key")


class FixtureOdds(WireModel):
    """The lines and prices of one fixture."""

    fixture_id: int = Field(description="The fixture's id")
    bookmakers: list[BookmakerOdds] = Field(
        description="One entry per requested bookmaker, in the order asked for"
    )

    def __getitem__(self, slug: str) -> Odds:
        """The markets at the bookmaker of that slug; KeyError where it is not among them."""
        for bookmaker in self.bookmakers:
            if bookmaker.slug == slug:
                return bookmaker.odds
        raise KeyError(slug)


class OddsHistory(WireModel):
    """How a market of one fixture moved at one bookmaker."""

    fixture_id: int = Field(description="The fixture's id")
    bookmaker: BookmakerRef = Field(description="Whose prices")
    market: str = Field(description="The market, by its parameter name")
    ticks: list[OddsTick] = Field(description="Oldest first")
