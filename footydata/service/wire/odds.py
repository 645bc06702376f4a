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

    opening: QuoteT | None = None
    """The first one recorded"""
    closing: QuoteT | None = None
    """The last one before kickoff"""
    inplay: QuoteT | None = None
    """The latest in play"""


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

    home: Number | None = None
    """Decimal price of home"""
    draw: Number | None = None
    """Decimal price of draw"""
    away: Number | None = None
    """Decimal price of away"""


class HandicapQuote(Quote):
    """A quote: line, home, away."""

    line: Number | None = None
    """The line; a handicap is the home side's"""
    home: Number | None = None
    """Decimal price of home"""
    away: Number | None = None
    """Decimal price of away"""


class TotalQuote(Quote):
    """A quote: line, over, under."""

    line: Number | None = None
    """The line; a handicap is the home side's"""
    over: Number | None = None
    """Decimal price of over"""
    under: Number | None = None
    """Decimal price of under"""


class YesNoQuote(Quote):
    """A quote: yes, no."""

    yes: Number | None = None
    """Decimal price of yes"""
    no: Number | None = None
    """Decimal price of no"""


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

    opening: Number | None = None
    """The first one recorded"""
    closing: Number | None = None
    """The last one before kickoff"""
    inplay: Number | None = None
    """The latest in play"""


class SummaryHalfLines(SummaryPeriods):
    """The lines of a first-half market, which has no opening."""

    closing: Number | None = None
    """The last one before kickoff"""
    inplay: Number | None = None
    """The latest in play"""


class OddsSummary(ByMarket):
    """The lines of a fixture at the default bookmaker."""

    match_result: ThreeWayPeriods = Field(default=ThreeWayPeriods(), alias="1x2")
    """Match result"""
    asian_handicap: SummaryLines = SummaryLines()
    """Asian handicap"""
    goal_line: SummaryLines = SummaryLines()
    """Goal line"""
    corner_line: SummaryLines = SummaryLines()
    """Corner line"""
    corner_asian: SummaryLines = SummaryLines()
    """Corner handicap"""
    card_line: SummaryLines = SummaryLines()
    """Card line"""
    card_asian: SummaryLines = SummaryLines()
    """Card handicap"""
    asian_handicap_half: SummaryHalfLines = SummaryHalfLines()
    """First-half handicap"""
    goal_line_half: SummaryHalfLines = SummaryHalfLines()
    """First-half goal line"""
    corner_line_half: SummaryHalfLines = SummaryHalfLines()
    """First-half corner line"""


class Odds(ByMarket):
    """The markets of a fixture at one bookmaker; one that it does not carry is left out, and empty here."""

    match_result: Carried[ThreeWayPeriods] = Field(default=ThreeWayPeriods(), alias="1x2")
    """Match result"""
    asian_handicap: Carried[HandicapPeriods] = HandicapPeriods()
    """Asian handicap"""
    goal_line: Carried[TotalPeriods] = TotalPeriods()
    """Goal line"""
    corner_line: Carried[TotalPeriods] = TotalPeriods()
    """Corner line"""
    corner_asian: Carried[HandicapPeriods] = HandicapPeriods()
    """Corner handicap"""
    card_line: Carried[TotalPeriods] = TotalPeriods()
    """Card line"""
    card_asian: Carried[HandicapPeriods] = HandicapPeriods()
    """Card handicap"""
    asian_handicap_half: Carried[HandicapPeriods] = HandicapPeriods()
    """First-half handicap"""
    goal_line_half: Carried[TotalPeriods] = TotalPeriods()
    """First-half goal line"""
    corner_line_half: Carried[TotalPeriods] = TotalPeriods()
    """First-half corner line"""
    btts: Carried[YesNoPeriods] = YesNoPeriods()
    """Both teams to score"""


class OddsTick(WireModel):
    """A recorded movement of a market."""

    minute: int | None = None
    """Minute of play; null before kickoff"""
    line: NullablePart[Number] = None
    """The line; a handicap is the home side's"""
    home: NullablePart[Number] = None
    """Decimal price of home; null: suspended"""
    draw: NullablePart[Number] = None
    """Decimal price of draw; null: suspended"""
    away: NullablePart[Number] = None
    """Decimal price of away; null: suspended"""
    over: NullablePart[Number] = None
    """Decimal price of over; null: suspended"""
    under: NullablePart[Number] = None
    """Decimal price of under; null: suspended"""
    yes: NullablePart[Number] = None
    """Decimal price of yes; null: suspended"""
    no: NullablePart[Number] = None
    """Decimal price of no; null: suspended"""
    score: HomeAway = HomeAway()
    """The goals at that moment"""
    recorded_at: UtcText
    """When, ISO-8601 with +00:00"""


class BookmakerRef(WireModel):
    """A bookmaker in short."""

    id: int
    """The bookmaker's id"""
    name: str
    """Display name"""
    slug: str
    """Identifier used in requests"""


class BookmakerOdds(BookmakerRef):
    """The markets of a fixture at one bookmaker."""

    odds: Odds
    """Markets by key"""


class FixtureOdds(WireModel):
    """The lines and prices of one fixture."""

    fixture_id: int
    """The fixture's id"""
    bookmakers: list[BookmakerOdds]
    """One entry per requested bookmaker, in the order asked for"""

    def __getitem__(self, slug: str) -> Odds:
        """The markets at the bookmaker of that slug; KeyError where it is not among them."""
        for bookmaker in self.bookmakers:
            if bookmaker.slug == slug:
                return bookmaker.odds
        raise KeyError(slug)


class OddsHistory(WireModel):
    """How a market of one fixture moved at one bookmaker."""

    fixture_id: int
    """The fixture's id"""
    bookmaker: BookmakerRef
    """Whose prices"""
    market: str
    """The market, by its parameter name"""
    ticks: list[OddsTick]
    """Oldest first"""
