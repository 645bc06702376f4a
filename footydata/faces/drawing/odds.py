"""The quotes of a fixture: a view of each market at every bookmaker, and pictures of how the markets moved."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from footydata.faces.drawing.lines import BLANK, Line, Span, dotted, fitted, price_text, titled
from footydata.faces.drawing.views import view_lines
from footydata.faces.reading.fixture import FixtureContent, Series
from footydata.faces.zone import ClockZone, short_date
from footydata.football.errors import InvalidArgument
from footydata.football.markets import HANDICAP, THREE_WAY, Market
from footydata.football.records import (
    OddsRecord,
    OddsTickRecord,
)
from footydata.football.terms import Period, Side, Status
from footydata.football.wording import plural, safe
from footydata.odds.markets import ALL_MARKETS, MARKET_BY_KEY
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
        return " ".join([*line, *(f"{price_text(price):>5}" for price in prices)])

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
        Shown(
            "latest" if is_coming else "closing",
            lambda row: row.text(Period.CLOSING),
            kind="whole",
            style="strong",
        ),
        Shown("in play", lambda row: row.text(Period.INPLAY), kind="whole"),
        Shown("move", "moved", 75, kind="whole", style="muted"),
    )
    return View((), (), shown, blocks)


def _rows(
    content: FixtureContent,
    market: Market,
    bookmaker: str,
    latest: Mapping[tuple[str, str], QuoteCells],
) -> Iterator[QuoteRow]:
    by_maker = {
        row.bookmaker_id: quotes_of(row) for row in content.odds if row.market == market.key
    }
    quoting = [maker for maker in content.bookmakers if by_maker.get(maker.id)]
    requested = next((maker for maker in quoting if maker.slug == bookmaker), None)
    first = requested or content.default_bookmakers.get(market.key)
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
            quote = QuoteCells(fair.line, (fair.price_1, fair.price_2, fair.price_3))
            yield QuoteRow(OURS, market, {Period.CLOSING: quote})


def _title(content: FixtureContent, market: Market, first: QuoteRow) -> str:
    """The market, its selections, and which of them won by the quotes of the first row."""
    sides = "1/X/2" if market.shape is THREE_WAY else "/".join(market.shape.selections)
    won = "" if first.name == OURS else result_of(market, first.quotes, content)
    return dotted(market.title, sides.replace("_", " "), won)


def _last_of(series: Series) -> QuoteCells:
    """The last quote of a history; none if the market is suspended."""
    tick = series.ticks[-1]
    prices = (tick.price_1, tick.price_2, tick.price_3)
    return NO_QUOTE if tick.price_1 is None else QuoteCells(tick.line, prices)


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


def result_of(market: Market, quotes: Mapping[Period, QuoteCells], content: FixtureContent) -> str:
    """Which selection of the closing line (else the opening one) won: over 2.5 won, home half won, void.

    A line that is none, as 2.33, and a count below zero are not settled, and the text says so.
    """
    lines = [quotes[name].line for name in (Period.CLOSING, Period.OPENING) if name in quotes]
    line = next((one for one in lines if one is not None), None)
    if market.shape.has_line and line is None:
        return ""
    outcomes = []
    for side in market.shape.selections:
        try:
            settled = settle_fixture(market, line=line, side=side, fixture=content.fixture)
        except InvalidArgument:
            return "can't be settled"
        if settled and settled.won > settled.lost:
            # A recorded handicap is the home side's, the away side's is its opposite.
            is_other = market.shape is HANDICAP and side == Side.AWAY
            own = -line if is_other and line is not None else line
            at = f" {line_text(own, market)}" if market.shape.has_line else ""
            outcomes.append(f"{side}{at} {settled.outcome.value.replace('_', ' ')}")
        elif settled and settled.won == settled.lost == 0:
            outcomes.append("void")
    return outcomes[0] if outcomes else ""


def line_text(line: float | None, market: Market) -> str:
    """A line as text: 10.25; handicaps with their sign."""
    if line is None:
        return ""
    return f"{line:g}" if "over" in market.shape.selections else f"{line:+g}" if line else "0"


AXIS = 8
HEIGHT = 5
"""The width of the axis of a plot, and its lines."""

LATEST = 200
"""Ticks listed below the plots, the newest first."""

LEVELS = " ▁▂▃▄▅▆▇█"
TITLE, MAKER, SPAN = 23, 12, 16
SPARK = 8
"""The least width of a small picture."""

LETTERS = "L line, P first price"
"""What the letters before a small picture say, as in the tab of odds."""

OVERVIEW_HEAD = 2
"""The lines over the small pictures."""

BEFORE, IN_PLAY = "before kickoff", "in play"


def movement_tab(
    series: Series, width: int, *, zone: ClockZone, remark: str, kickoff: int | None
) -> list[Line]:
    """The plots of the line, if it moved, and of the first side's price, then the ticks.

    What was quoted before the kickoff and what in play have plots of their own, each on its own scale: in play a market
    goes ten times as far. remark: as 2 of 5, which series it is.
    """
    market = MARKET_BY_KEY[series.market]
    lines: list[Line] = [titled(f"{market.title} · {safe(series.bookmaker)}", width, remark)]
    parts = _parts(series.ticks, kickoff)
    for name, ticks in parts.items():
        if _has_moved(market, ticks):
            text = partial(line_text, market=market)
            lines += _plot(f"line, {name}", _known(ticks, "line"), width, zone, text=text)
        title = f"price of {market.shape.selections[0]}, {name}"
        lines += _plot(title, _known(ticks, "price_1"), width, zone, text=price_text)
    return [*lines, *view_lines(_ticks_view(series, market, zone), width)]


def _parts(ticks: Sequence[OddsTickRecord], kickoff: int | None) -> dict[str, list[OddsTickRecord]]:
    """The ticks before the kickoff and in play that have a line or a price; by minute if its time is not known."""
    parts: dict[str, list[OddsTickRecord]] = {BEFORE: [], IN_PLAY: []}
    for tick in ticks:
        if tick.price_1 is not None or tick.line is not None:
            is_late = tick.minute is not None or (
                kickoff is not None and tick.recorded_ts > kickoff
            )
            parts[IN_PLAY if is_late else BEFORE].append(tick)
    return parts


def _known(ticks: Sequence[OddsTickRecord], field: str) -> list[tuple[int, float]]:
    """The moments and values of the ticks that have one."""
    return [
        (tick.recorded_ts, value) for tick in ticks if (value := getattr(tick, field)) is not None
    ]


def _has_moved(market: Market, ticks: Sequence[OddsTickRecord]) -> bool:
    """Whether the line moved."""
    return market.shape.has_line and len({tick.line for tick in ticks}) > 1


def movement_overview(
    all_series: Sequence[Series], width: int, *, kickoff: int | None
) -> list[Line]:
    """Every series as a small picture in a line: the line if it moved, else the first price, from first to last.

    Before the kickoff and in play each have a scale of their own.
    """
    parts = (BEFORE, IN_PLAY)
    with_maker = len({series.slug for series in all_series}) > 1 and width >= 100
    rest = width - TITLE - 2 - (MAKER if with_maker else 0)
    shown = parts if rest // 2 - SPAN - 1 >= SPARK else parts[:1]
    spark = min(40, rest // len(shown) - SPAN - 1)
    heads = "".join(fitted(name, SPAN + 1 + spark) for name in shown)
    lines: list[Line] = [
        titled("Movement of all markets", width, f"{len(all_series)} in all, m shows one")
    ]
    lines.append([(f" {fitted(LETTERS, TITLE + (MAKER if with_maker else 0))} {heads}", "muted")])
    for before, series in zip((None, *all_series), all_series, strict=False):
        market = MARKET_BY_KEY[series.market]
        is_further = not with_maker and before is not None and before.market == series.market
        title = f"  {safe(series.bookmaker)}" if is_further else market.title
        ticks = _parts(series.ticks, kickoff)
        line: list[Span] = [(f" {fitted(title, TITLE)}", "muted" if is_further else "strong")]
        line += [(fitted(safe(series.bookmaker), MAKER), "muted")] if with_maker else []
        line.append((" ", "plain"))
        for name in shown:
            line += _small(market, ticks[name], spark)
        lines.append(line)
    return lines


def _small(market: Market, ticks: Sequence[OddsTickRecord], width: int) -> list[Span]:
    """From first to last, and the way between in blocks."""
    is_line = _has_moved(market, ticks)
    known = _known(ticks, "line" if is_line else "price_1")
    if not known:
        return [(" " * (SPAN + 1 + width), "plain")]
    first, last = (
        line_text(value, market) if is_line else price_text(value)
        for _, value in (known[0], known[-1])
    )
    span = f"{'L' if is_line else 'P'} {f'{first} → {last}' if len(known) > 1 else last}"
    blocks = _blocks(known, width, 1)[0] if len(known) > 1 else ""
    return [
        (fitted(span, SPAN), "accent" if is_line else "plain"),
        (fitted(blocks, width + 1), "good"),
    ]


def _blocks(known: Sequence[tuple[int, float]], columns: int, height: int) -> list[str]:
    """The values over time as columns of blocks in so many lines, from the top: a quote holds until the next tick."""
    start, end = known[0][0], known[-1][0]
    low, high = min(value for _, value in known), max(value for _, value in known)
    eighths: list[int] = []
    tick = 0
    for column in range(columns):
        at = start + (end - start) * column / max(1, columns - 1)
        while tick + 1 < len(known) and known[tick + 1][0] <= at:
            tick += 1
        share = (known[tick][1] - low) / ((high - low) or 1.0)
        eighths.append(1 + round(share * (8 * height - 1)))
    return [
        "".join(LEVELS[max(0, min(8, each - 8 * row))] for each in eighths)
        for row in reversed(range(height))
    ]


def _plot(
    name: str,
    known: Sequence[tuple[int, float]],
    width: int,
    zone: ClockZone,
    *,
    text: Callable[[float], str],
) -> list[Line]:
    """The values over time, with the highest and the lowest, the first moment and the last."""
    columns = width - AXIS - 2
    if len(known) < 2 or columns < 10:
        return []
    low, high = (text(end(value for _, value in known)) for end in (min, max))
    rows = _blocks(known, columns, HEIGHT if high != low else 1)
    labels = [high, *[""] * (len(rows) - 2), low] if len(rows) > 1 else [low]
    begins, ends = (_moment(at, zone) for at in (known[0][0], known[-1][0]))
    return [
        [(f" {name}", "muted")],
        *(
            [(f"{label:>{AXIS - 1}} ", "muted"), ("│", "rule"), (row, "good")]
            for label, row in zip(labels, rows, strict=True)
        ),
        [(" " * AXIS + " " + begins + fitted(ends, columns - len(begins), "right"), "muted")],
        BLANK,
    ]


def _moment(at: int, zone: ClockZone) -> str:
    moment = zone.moment(at)
    return f"{short_date(moment.date())} {moment:%H:%M}"


def _ticks_view(series: Series, market: Market, zone: ClockZone) -> View:
    """The ticks, the newest first."""
    more = len(series.ticks) - LATEST
    shown = (
        Shown("at", lambda tick: _moment(tick.recorded_ts, zone), kind="whole", style="muted"),
        Shown("minute", lambda tick: tick.minute and f"{tick.minute}'", kind="whole", style="live"),
        Shown("score", _score, kind="whole"),
        Shown("line", lambda tick: line_text(tick.line, market), kind="whole", style="accent"),
        Shown("/".join(market.shape.selections), partial(_prices, market=market), kind="whole"),
    )
    footer = f"and {plural(more, 'earlier tick')}" if more > 0 else ""
    block = Block(plural(len(series.ticks), "tick"), series.ticks[-LATEST:][::-1])
    return View((), (), shown, [block], footer=footer)


def _score(tick: OddsTickRecord) -> str | None:
    return None if tick.home_score is None else f"{tick.home_score}-{tick.away_score}"


def _prices(tick: OddsTickRecord, market: Market) -> str:
    prices = (tick.price_1, tick.price_2, tick.price_3)[: len(market.shape.selections)]
    known = [price_text(price) for price in prices if price is not None]
    return "  ".join(known) or "suspended"
