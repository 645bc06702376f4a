"""The odds of a fixture: each market at every bookmaker, opening, closing and in play, with its movement."""

from collections.abc import Mapping
from textwrap import wrap
from typing import NamedTuple

from footydata.faces.drawing.lines import Line, Span, fitted, price_text, spaced, titled
from footydata.faces.reading.fixture import FixtureContent
from footydata.football.errors import InvalidArgument
from footydata.football.markets import BY_KEY, HANDICAP, THREE_WAY, Market
from footydata.football.records import BookmakerRecord, FairLine, FixtureRecord, OddsRecord
from footydata.football.terms import Period, Side
from footydata.football.wording import safe
from footydata.odds.markets import ALL_MARKETS
from footydata.odds.settlement import settle_fixture

PERIODS = {Period.OPENING: "opening", Period.CLOSING: "closing", Period.INPLAY: "in play"}

OURS = "ours"

MAKER = 17
QUOTE = 18
MOVE = 7
MOVED = "move, from opening to closing: L of the line, P of the first price if the line stood."

BESIDE_FROM = 1 + MAKER + len(PERIODS) * QUOTE + MOVE
"""The width from which the quotes of three periods and their movement stand side by side."""


class QuoteCells(NamedTuple):
    """A line with its prices; what is not recorded is None."""

    line: float | None
    prices: tuple[float | None, ...]


NO_QUOTE = QuoteCells(None, (None, None, None))


def odds_tab(content: FixtureContent, width: int, *, bookmaker: str) -> list[Line]:
    """Every market that anyone quotes: a line a bookmaker, the one shown first, then ours.

    bookmaker: the slug of the one to show first; empty: the default one, or, if that has no quote, the one with the
    most fixtures in the market. Contract 22.6.
    """
    blocks = [_market_lines(content, market, width, bookmaker) for market in ALL_MARKETS]
    if any("opening" in quotes and "closing" in quotes for quotes in map(_periods, content.odds)):
        blocks.append([[(f" {line}", "muted")] for line in wrap(MOVED, max(20, width - 2))])
    return spaced(block for block in blocks if block)


def _market_lines(
    content: FixtureContent, market: Market, width: int, bookmaker: str
) -> list[Line]:
    by_bookmaker = {
        row.bookmaker_id: quotes
        for row in content.odds
        if row.market == market.key and (quotes := _periods(row))
    }
    fair = next((one for one in content.fair_lines if one.market == market.key), None)
    if not by_bookmaker and fair is None:
        return []
    maker = maker_of(content, market, bookmaker)
    quotes = quotes_of(content, market, maker)
    sides = "1/X/2" if market.shape is THREE_WAY else "/".join(market.shape.selections)
    lines: list[Line] = [
        titled(f"{market.title} · {sides}", width, result_of(market, quotes, _fixture(content)))
    ]
    if width >= BESIDE_FROM:
        heads = "".join(fitted(name, QUOTE) for name in PERIODS.values())
        lines.append([(" " + fitted("", MAKER) + heads + fitted("move", MOVE, "right"), "muted")])
    makers = sorted(content.bookmakers, key=lambda one: one != maker)
    for one in makers:
        if one.id in by_bookmaker:
            style = "strong" if one == maker else "plain"
            lines_of = _quote_line if width >= BESIDE_FROM else _quote_lines
            lines += lines_of(safe(one.name), style, by_bookmaker[one.id], market)
    if fair is not None:
        lines.append(
            [
                (" " + fitted("fair, by us", MAKER), "accent"),
                *_quote_spans(fair_quote(fair), market),
            ]
        )
    return lines


def _periods(row: OddsRecord) -> dict[str, QuoteCells]:
    quotes = {name: quote_of(row, period) for period, name in PERIODS.items()}
    return {name: quote for name, quote in quotes.items() if quote != NO_QUOTE}


def _quote_line(
    name: str, style: str, quotes: Mapping[str, QuoteCells], market: Market
) -> list[Line]:
    line: list[Span] = [(" " + fitted(name, MAKER - 1) + " ", style)]
    for period in PERIODS.values():
        line += _quote_spans(quotes.get(period, NO_QUOTE), market)
    return [[*line, (fitted(movement(quotes, market), MOVE, "right"), "plain")]]


def _quote_lines(
    name: str, style: str, quotes: Mapping[str, QuoteCells], market: Market
) -> list[Line]:
    """The periods one under the other, if they have no room side by side."""
    lines: list[Line] = []
    for period, quote in quotes.items():
        title = fitted("" if lines else name, MAKER - 1)
        lines.append(
            [(f" {title} ", style), (fitted(period, 9), "muted"), *_quote_spans(quote, market)]
        )
    moved = movement(quotes, market)
    return (
        [*lines, [(" " * (MAKER + 1), style), (fitted("move", 9), "muted"), (moved, "plain")]]
        if moved
        else lines
    )


def _quote_spans(quote: QuoteCells, market: Market) -> list[Span]:
    if quote == NO_QUOTE:
        return [(" " * QUOTE, "plain")]
    text = fitted(line_text(quote.line, market), 6) if market.shape.has_line else ""
    prices = "" if quote.prices[0] is None else _prices(market, quote, with_names=False)
    return [(text, "accent"), (fitted(prices, QUOTE - len(text)), "plain")]


def movement(quotes: Mapping[str, QuoteCells], market: Market) -> str:
    """How far the market moved from its opening to its close: the line (L +0.5), else the first price (P -0.05)."""
    opening, closing = quotes.get("opening"), quotes.get("closing")
    if opening is None or closing is None:
        return ""
    if (
        market.shape.has_line
        and opening.line is not None
        and closing.line is not None
        and opening.line != closing.line
    ):
        return f"L {closing.line - opening.line:+g}"
    before, after = opening.prices[0], closing.prices[0]
    if before is None or after is None:
        return ""
    return f"P {after - before:+.2f}" if abs(after - before) < 10 else f"P{after - before:+.1f}"


def corner_lines(content: FixtureContent, width: int, *, bookmaker: str = "") -> list[Line]:
    """The corner lines of a bookmaker and ours, and which selection won; nothing if neither is known."""
    market = BY_KEY["corner_line"]
    maker = maker_of(content, market, bookmaker)
    quotes = quotes_of(content, market, maker)
    if not quotes:
        return []
    lines: list[Line] = [titled("Corner line", width, safe(maker.name) if maker else "")]
    fair = next((one for one in content.fair_lines if one.market == market.key), None)
    for name, quote in quotes.items():
        lines.append(
            [
                (f" {fitted(name, 9)}", "muted"),
                (f"{fitted(line_text(quote.line, market), 6, 'right')}   ", "accent"),
                (_prices(market, quote, with_names=True), "plain"),
            ]
        )
    if fair:
        lines.append(
            [(f" ours expects {fair.home_mean:.1f} + {fair.away_mean:.1f} corners", "muted")]
        )
    fixture = _fixture(content)
    result = result_of(market, quotes, fixture)
    if result:
        known = None not in (fixture.home_corners, fixture.away_corners)
        score = f"{fixture.home_corners}-{fixture.away_corners}: " if known else ""
        lines.append([(f" {score}{result}", "good")])
    return lines


def maker_of(content: FixtureContent, market: Market, bookmaker: str) -> BookmakerRecord | None:
    """The bookmaker whose quote of a market is shown: the requested one if it has one, else the default one."""
    quoting = {
        row.bookmaker_id for row in content.odds if row.market == market.key and _periods(row)
    }
    preferred = next(
        (maker for maker in content.bookmakers if maker.slug == bookmaker and maker.id in quoting),
        None,
    )
    return preferred or content.default_bookmakers.get(market.key)


def quotes_of(
    content: FixtureContent, market: Market, bookmaker: BookmakerRecord | None
) -> dict[str, QuoteCells]:
    """The quotes of a market that are recorded, by period, ours last."""
    quotes = {}
    for row in content.odds:
        if bookmaker and row.bookmaker_id == bookmaker.id and row.market == market.key:
            quotes = {name: quote_of(row, period) for period, name in PERIODS.items()}
    for fair in content.fair_lines:
        if fair.market == market.key:
            quotes[OURS] = fair_quote(fair)
    return {name: quote for name, quote in quotes.items() if quote != NO_QUOTE}


def _fixture(content: FixtureContent) -> FixtureRecord:
    return FixtureRecord(**{name: getattr(content.fixture, name) for name in FixtureRecord._fields})


def quote_of(odds: OddsRecord, period: Period) -> QuoteCells:
    """The quote of a period, its prices in the order of the market's selections."""
    name = period.value
    return QuoteCells(
        getattr(odds, f"{name}_line"),
        tuple(getattr(odds, f"{name}_price_{place}") for place in (1, 2, 3)),
    )


def fair_quote(fair: FairLine) -> QuoteCells:
    return QuoteCells(fair.line, (fair.price_1, fair.price_2, fair.price_3))


def result_of(market: Market, quotes: dict[str, QuoteCells], fixture: FixtureRecord) -> str:
    """Which selection of the closing line (else the opening one) won: over 2.5 won, home half won, void.

    A line that is none, as 2.33, and a count below zero are not settled, and the text says so.
    """
    lines = [quotes[name].line for name in ("closing", "opening") if name in quotes]
    line = next((one for one in lines if one is not None), None)
    if market.shape.has_line and line is None:
        return ""
    outcomes = []
    for side in market.shape.selections:
        try:
            settled = settle_fixture(market, line=line, side=side, fixture=fixture)
        except InvalidArgument:
            return "can't be settled"
        if settled and settled.won > settled.lost:
            at = (
                f" {line_text(_own_line(line, market, side), market)}"
                if market.shape.has_line
                else ""
            )
            outcomes.append(f"{side}{at} {settled.outcome.value.replace('_', ' ')}")
        elif settled and settled.won == settled.lost == 0:
            outcomes.append("void")
    return outcomes[0] if outcomes else ""


def _own_line(line: float | None, market: Market, side: str) -> float | None:
    """The line as the side has it: a recorded handicap is the home side's, the away side's is its opposite."""
    return -line if line is not None and market.shape is HANDICAP and side == Side.AWAY else line


def _prices(market: Market, quote: QuoteCells, *, with_names: bool) -> str:
    sides = zip(market.shape.selections, quote.prices, strict=False)
    if with_names:
        return "  ".join(f"{side} {_price(price):>5}" for side, price in sides)
    return " ".join(f"{_price(price):>5}" for _, price in sides)


def _price(price: float | None) -> str:
    return "·" if price is None else price_text(price)


def line_text(line: float | None, market: Market) -> str:
    """A line as text: 10.25; handicaps with their sign."""
    if line is None:
        return ""
    return f"{line:g}" if "over" in market.shape.selections else f"{line:+g}" if line else "0"
