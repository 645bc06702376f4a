"""The quotes of a fixture as a view: each market at every bookmaker, opening, closing and in play, with its movement."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from footydata.faces.drawing.lines import price_text
from footydata.faces.reading.fixture import FixtureContent, Series
from footydata.football.errors import InvalidArgument
from footydata.football.markets import HANDICAP, THREE_WAY, Market
from footydata.football.records import BookmakerRecord, FairLine, FixtureRecord, OddsRecord
from footydata.football.terms import Period, Side, Status
from footydata.odds.markets import ALL_MARKETS
from footydata.odds.settlement import settle_fixture
from footydata.views.view import Block, Shown, View


class QuoteCells(NamedTuple):
    """A line with its prices; what is not recorded is None."""

    line: float | None
    prices: tuple[float | None, ...]


NO_QUOTE = QuoteCells(None, (None, None, None))

OURS = "fair, by us"


class QuoteRow(NamedTuple):
    """The quotes of a market at a bookmaker by period. name: whose they are; empty for a line beside the main one."""

    name: str
    market: Market
    quotes: Mapping[Period, QuoteCells]

    def text(self, period: Period) -> str | None:
        """The line and the prices of a period, None if nothing is recorded."""
        quote = self.quotes.get(period, NO_QUOTE)
        if quote == NO_QUOTE:
            return None
        shape = self.market.shape
        line = [f"{line_text(quote.line, self.market):<5}"] if shape.has_line else []
        prices = quote.prices[: len(shape.selections)]
        return " ".join([*line, *(f"{_price(price):>5}" for price in prices)])

    @property
    def moved(self) -> str | None:
        """How far it moved from its opening to its close: the line (L +0.5), else the first price (P -0.05)."""
        before, after = (
            self.quotes.get(each, NO_QUOTE) for each in (Period.OPENING, Period.CLOSING)
        )
        if None not in (before.line, after.line) and before.line != after.line:
            return f"L {after.line - before.line:+g}"  # type: ignore[operator]  # both known
        was, now = before.prices[0], after.prices[0]
        return None if was is None or now is None else f"P {now - was:+.2f}"


def odds_view(
    content: FixtureContent,
    *,
    bookmaker: str = "",
    markets: Sequence[Market] = ALL_MARKETS,
    series: Sequence[Series] = (),
) -> View:
    """Every market that anyone quotes, in a block: a row a bookmaker, the one shown first, then ours.

    bookmaker: the slug of the one to show first; empty: the default one, or, if that has no quote, the one with the
    most fixtures in the market. Contract 22.6. series: the last ticks of a coming fixture stand for its close.
    """
    is_coming = content.fixture.status == Status.SCHEDULED
    latest = {(one.market, one.slug): _last_of(one) for one in series if is_coming}
    blocks = [
        Block(_title(content, market, rows[0]), rows)
        for market in markets
        if (rows := list(_rows(content, market, bookmaker, latest)))
    ]
    shown = (
        Shown("bookmaker", "name", kind="text", is_needed=True),
        Shown("opening", lambda row: row.text(Period.OPENING), 70, kind="whole"),
        Shown("latest" if is_coming else "closing", _closing, kind="whole", style="strong"),
        Shown("in play", lambda row: row.text(Period.INPLAY), kind="whole"),
        Shown("move", "moved", 75, kind="whole", style="muted"),
    )
    return View((), (), shown, blocks)


def _closing(row: QuoteRow) -> str | None:
    return row.text(Period.CLOSING)


def _rows(
    content: FixtureContent,
    market: Market,
    bookmaker: str,
    latest: Mapping[tuple[str, str], QuoteCells],
) -> Iterator[QuoteRow]:
    first = maker_of(content, market, bookmaker)
    by_maker = {
        row.bookmaker_id: quotes_of(row) for row in content.odds if row.market == market.key
    }
    for maker in sorted(content.bookmakers, key=lambda one: one != first):
        quotes = by_maker.get(maker.id, {})
        last = latest.get((market.key, maker.slug), NO_QUOTE)
        if Period.CLOSING not in quotes and last != NO_QUOTE:
            quotes[Period.CLOSING] = last
        if quotes:
            yield QuoteRow(maker.name, market, quotes)
        beside: dict[float | None, dict[Period, QuoteCells]] = {}
        for line in content.lines:
            if (line.bookmaker_id, line.market) == (maker.id, market.key):
                quote = QuoteCells(line.line, (line.price_1, line.price_2, None))
                beside.setdefault(line.line, {})[Period(line.period)] = quote
        yield from (QuoteRow("", market, of_line) for of_line in beside.values())
    for fair in content.fair_lines:
        if fair.market == market.key:
            yield QuoteRow(OURS, market, {Period.CLOSING: fair_quote(fair)})


def _title(content: FixtureContent, market: Market, first: QuoteRow) -> str:
    """The market, its selections, and which of them won by the quotes of the first row."""
    sides = "1/X/2" if market.shape is THREE_WAY else "/".join(market.shape.selections)
    won = "" if first.name == OURS else result_of(market, first.quotes, content)
    return " · ".join(filter(None, (market.title, sides.replace("_", " "), won)))


def _last_of(series: Series) -> QuoteCells:
    """The last quote of a history; none if the market is suspended."""
    tick = series.ticks[-1]
    prices = (tick.price_1, tick.price_2, tick.price_3)
    return NO_QUOTE if tick.price_1 is None else QuoteCells(tick.line, prices)


def maker_of(content: FixtureContent, market: Market, bookmaker: str) -> BookmakerRecord | None:
    """The bookmaker whose quote of a market is shown: the requested one if it has one, else the default one."""
    quoting = {
        row.bookmaker_id for row in content.odds if row.market == market.key and quotes_of(row)
    }
    preferred = next(
        (maker for maker in content.bookmakers if maker.slug == bookmaker and maker.id in quoting),
        None,
    )
    return preferred or content.default_bookmakers.get(market.key)


def quotes_of(odds: OddsRecord) -> dict[Period, QuoteCells]:
    """The quotes that are recorded, by period, the prices in the order of the market's selections."""
    quotes = {
        period: QuoteCells(
            getattr(odds, f"{period.value}_line"),
            tuple(getattr(odds, f"{period.value}_price_{place}") for place in (1, 2, 3)),
        )
        for period in Period
    }
    return {period: quote for period, quote in quotes.items() if quote != NO_QUOTE}


def fair_quote(fair: FairLine) -> QuoteCells:
    return QuoteCells(fair.line, (fair.price_1, fair.price_2, fair.price_3))


def result_of(market: Market, quotes: Mapping[Period, QuoteCells], content: FixtureContent) -> str:
    """Which selection of the closing line (else the opening one) won: over 2.5 won, home half won, void.

    A line that is none, as 2.33, and a count below zero are not settled, and the text says so.
    """
    lines = [quotes[name].line for name in (Period.CLOSING, Period.OPENING) if name in quotes]
    line = next((one for one in lines if one is not None), None)
    if market.shape.has_line and line is None:
        return ""
    fixture = FixtureRecord(
        **{name: getattr(content.fixture, name) for name in FixtureRecord._fields}
    )
    outcomes = []
    for side in market.shape.selections:
        try:
            settled = settle_fixture(market, line=line, side=side, fixture=fixture)
        except InvalidArgument:
            return "can't be settled"
        if settled and settled.won > settled.lost:
            # A recorded handicap is the home side's, the away side's is its opposite.
            is_other = line is not None and market.shape is HANDICAP and side == Side.AWAY
            own = -line if is_other and line is not None else line
            at = f" {line_text(own, market)}" if market.shape.has_line else ""
            outcomes.append(f"{side}{at} {settled.outcome.value.replace('_', ' ')}")
        elif settled and settled.won == settled.lost == 0:
            outcomes.append("void")
    return outcomes[0] if outcomes else ""


def _price(price: float | None) -> str:
    return "·" if price is None else price_text(price)


def line_text(line: float | None, market: Market) -> str:
    """A line as text: 10.25; handicaps with their sign."""
    if line is None:
        return ""
    return f"{line:g}" if "over" in market.shape.selections else f"{line:+g}" if line else "0"
