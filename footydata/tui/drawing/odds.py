"""The odds of a fixture: each market's opening, closing and in-play quote beside our fair one."""

from collections.abc import Sequence
from typing import NamedTuple

from footydata.contract.markets import BY_KEY, HANDICAP, MARKETS, Market
from footydata.contract.terms import Period, Side
from footydata.records import Bookmaker, FairLine, Fixture, Odds
from footydata.rules.settlement import settle_fixture
from footydata.tui.drawing.lines import BLANK, Line, Span, fitted, titled
from footydata.tui.reading.fixture import FixtureRead
from footydata.tui.zone import Zone, short_date
from footydata.wording import plural, safe

SIDE_BY_SIDE_FROM = 118
"""The width from which the periods stand side by side."""

PERIODS = {Period.OPENING: "opening", Period.CLOSING: "closing", Period.INPLAY: "in play"}

OURS = "ours"

TITLE = 23
WIDE_TITLE = 27
QUOTE = 19


class Quote(NamedTuple):
    """A line with its prices; what is not recorded is None."""

    line: float | None
    prices: tuple[float | None, ...]


NO_QUOTE = Quote(None, (None, None, None))


def odds_lines(read: FixtureRead, width: int, *, zone: Zone, bookmaker: int) -> list[Line]:
    """The markets of a bookmaker that have a quote, in the order of the contract, then our evidence."""
    shown = chosen(read, bookmaker)
    makers = {market: maker_of(read, market, bookmaker) for market in MARKETS}
    markets = {market: quotes for market in MARKETS if (quotes := quotes_of(read, market, makers[market]))}
    if not markets:
        return []
    remark = f"bookmaker {bookmaker % len(read.bookmakers) + 1} of {len(read.bookmakers)}" if shown else ""
    lines = [titled(f"Odds · {safe(shown.name)}" if shown else "Odds · ours", width, remark)]
    draw = _below_each_other
    if width >= SIDE_BY_SIDE_FROM:
        draw = _side_by_side
        heads = "".join(fitted(name, QUOTE) for name in [*PERIODS.values(), *([OURS] if read.fair_lines else [])])
        lines.append([(fitted("", WIDE_TITLE + 1) + heads, "muted")])
    for market, quotes in markets.items():
        maker = makers[market]
        named = f"by {safe(maker.name)}" if maker and maker != shown else ""
        result = result_of(market, quotes, _fixture(read), at_line=draw is _below_each_other)
        lines += draw(market, quotes, result, named)
    return [*lines, *_evidence(read.fair_lines, zone)]


def corner_lines(read: FixtureRead, width: int, *, bookmaker: int) -> list[Line]:
    """The corner line of a bookmaker beside ours, with how it came out; nothing where neither is recorded."""
    market = BY_KEY["corner_line"]
    shown = maker_of(read, market, bookmaker)
    quotes = quotes_of(read, market, shown)
    if not quotes:
        return []
    lines: list[Line] = [titled("Corner line", width, safe(shown.name) if shown else "")]
    fair = next((one for one in read.fair_lines if one.market == market.key), None)
    for name, quote in quotes.items():
        lines.append(
            [
                (f" {fitted(name, 9)}", "muted"),
                (f"{fitted(line_text(quote.line, market), 6, 'right')}   ", "accent"),
                (_prices(market, quote, named=True), "plain"),
            ]
        )
    if fair:
        lines.append([(f" ours expects {fair.home_mean:.1f} + {fair.away_mean:.1f} corners", "muted")])
    fixture = _fixture(read)
    result = result_of(market, quotes, fixture, at_line=True)
    if result:
        known = None not in (fixture.home_corners, fixture.away_corners)
        score = f"{fixture.home_corners}-{fixture.away_corners}: " if known else ""
        lines.append([(f" {score}{result}", "good")])
    return lines


def chosen(read: FixtureRead, bookmaker: int) -> Bookmaker | None:
    """The bookmaker at a place among those that quote the fixture, counted round; None where none quotes it."""
    return read.bookmakers[bookmaker % len(read.bookmakers)] if read.bookmakers else None


def maker_of(read: FixtureRead, market: Market, bookmaker: int) -> Bookmaker | None:
    """Whose quote of a market is shown: of the bookmaker at a place; at the first, of the one chosen for the market."""
    at_place = chosen(read, bookmaker)
    is_first = at_place is not None and at_place == read.bookmakers[0]
    return read.shown.get(market.key, at_place) if is_first else at_place


def quotes_of(read: FixtureRead, market: Market, bookmaker: Bookmaker | None) -> dict[str, Quote]:
    """The quotes of a market that are recorded, by period, ours last."""
    quotes = {}
    for row in read.odds:
        if bookmaker and row.bookmaker_id == bookmaker.id and row.market == market.key:
            quotes = {name: quote_of(row, period) for period, name in PERIODS.items()}
    for fair in read.fair_lines:
        if fair.market == market.key:
            quotes[OURS] = Quote(fair.line, (fair.price_1, fair.price_2, fair.price_3))
    return {name: quote for name, quote in quotes.items() if quote != NO_QUOTE}


def _fixture(read: FixtureRead) -> Fixture:
    return Fixture._make(read.fixture[: len(Fixture._fields)])


def quote_of(odds: Odds, period: Period) -> Quote:
    """The quote of a period, its prices in the order of the market's selections."""
    name = period.value
    return Quote(
        getattr(odds, f"{name}_line"),
        tuple(getattr(odds, f"{name}_price_{place}") for place in (1, 2, 3)),
    )


def result_of(market: Market, quotes: dict[str, Quote], fixture: Fixture, *, at_line: bool) -> str:
    """Which selection of the closing line (else the opening one) won: over 2.5 won, home half won, void."""
    lines = [quotes[name].line for name in ("closing", "opening") if name in quotes]
    line = next((one for one in lines if one is not None), None)
    if market.shape.has_line and line is None:
        return ""
    told = []
    for side in market.shape.selections:
        settled = settle_fixture(market, line=line, side=side, fixture=fixture)
        if settled and settled.won > settled.lost:
            at = f" {line_text(_own_line(line, market, side), market)}" if at_line and market.shape.has_line else ""
            told.append(f"{side}{at} {settled.outcome.value.replace('_', ' ')}")
        elif settled and settled.won == settled.lost == 0:
            told.append("void")
    return told[0] if told else ""


def _own_line(line: float | None, market: Market, side: str) -> float | None:
    """The line as the side has it: a recorded handicap is the home side's, the away side's is its opposite."""
    return -line if line is not None and market.shape is HANDICAP and side == Side.AWAY else line


def _prices(market: Market, quote: Quote, *, named: bool) -> str:
    shown = zip(market.shape.selections, quote.prices, strict=False)
    if named:
        return "  ".join(f"{side} {_price(price):>5}" for side, price in shown)
    return " ".join(f"{_price(price):>5}" for _, price in shown)


def _price(price: float | None) -> str:
    return "·" if price is None else f"{price:.2f}"


def line_text(line: float | None, market: Market) -> str:
    """A line as people write it: 10.25; handicaps with their sign."""
    if line is None:
        return ""
    return f"{line:g}" if "over" in market.shape.selections else f"{line:+g}" if line else "0"


def _below_each_other(market: Market, quotes: dict[str, Quote], result: str, named: str) -> list[Line]:
    titles = [(market.title, "strong"), (result, "good"), *([(named, "muted")] if named else [])]
    lines: list[Line] = []
    for name, quote in quotes.items():
        title, style = titles.pop(0) if titles else ("", "plain")
        lines.append(
            [
                (" " + fitted(title, TITLE), style),
                (fitted(name, 9), "muted"),
                (fitted(line_text(quote.line, market), 6, "right") + "   ", "accent"),
                (_prices(market, quote, named=True), "plain"),
            ]
        )
    return [*lines, *[[(f" {text}", style)] for text, style in titles if text]]


def _side_by_side(market: Market, quotes: dict[str, Quote], result: str, named: str) -> list[Line]:
    sides = "/".join(side[0].upper() for side in market.shape.selections)
    title = f"{market.title} {'1/X/2' if market.key == '1x2' else sides}"
    line: list[Span] = [(" " + fitted(title, WIDE_TITLE), "strong")]
    for name in [*PERIODS.values(), OURS]:
        quote = quotes.get(name, NO_QUOTE)
        prices = _prices(market, quote, named=False) if quote != NO_QUOTE else ""
        told = fitted(line_text(quote.line, market), 6) if market.shape.has_line else ""
        line += [(told, "accent"), (fitted(prices, QUOTE - len(told)), "plain")]
    return [[*line, (result, "good"), (f"{'  ' if result else ''}{named}", "muted")]]


def _evidence(fair_lines: Sequence[FairLine], zone: Zone) -> list[Line]:
    """What our lines rest on."""
    if not fair_lines:
        return []
    first = fair_lines[0]
    at = zone.moment(first.computed_ts)
    seen = "" if first.home_seen is None else f", {first.home_seen} and {first.away_seen} of the two sides"
    told = (
        f"{safe(first.model)}, from {plural(first.fixtures_used, 'fixture')}{seen}, {short_date(at.date())} {at:%H:%M}"
    )
    return [
        BLANK,
        [(f" Ours: {told}.", "muted")],
        [(" Fair prices without a margin; no promise of profit.", "muted")],
    ]
