"""Our fair lines of a fixture beside the recorded ones, the ladders around them, and their model and evidence.

A ladder is computed from the stored fair line, without its model and without NumPy (slow to import): the total is taken
as negative binomial with the stored means and the dispersion that gives the stored price at the stored line. Quarter
lines are two half stakes.
"""

from math import ceil, exp, inf, lgamma, log
from textwrap import wrap
from typing import NamedTuple

from footydata.faces.drawing.lines import Line, Span, fitted, price_text, spaced, titled
from footydata.faces.drawing.odds import (
    NO_QUOTE,
    QuoteCells,
    fair_quote,
    line_text,
    maker_of,
    quotes_of,
)
from footydata.faces.reading.fixture import FixtureContent
from footydata.faces.zone import ClockZone, long_date, short_date
from footydata.football.markets import BY_KEY, MARKETS, TOTAL, Market
from footydata.football.records import FairLine
from footydata.football.terms import Status
from footydata.football.wording import plural, safe

TITLE, QUOTE, APART = 23, 17, 14
"""The widths of a market's title, of a quote, and of how far apart two are."""


def line_tab(
    content: FixtureContent,
    width: int,
    *,
    zone: ClockZone,
    bookmaker: str,
    as_of_ts: int | None = None,
) -> list[Line]:
    """Fair against recorded for each market, the ladders of the totals, the evidence; nothing without fair lines.

    as_of_ts: the moment that our lines are of, where they were computed from what was known then.
    """
    if not content.fair_lines:
        return []
    by_market = {fair.market: fair for fair in content.fair_lines}
    rows = [
        _compared(content, market, by_market[market.key], bookmaker, width)
        for market in MARKETS
        if market.key in by_market
    ]
    ladders = [
        _ladder_lines(fair, width)
        for fair in content.fair_lines
        if BY_KEY[fair.market].shape is TOTAL
    ]
    ours = "" if as_of_ts is None else f"ours as of {short_date(zone.moment(as_of_ts).date())}"
    when = _recorded_when(content)
    both = ", ".join(filter(None, (ours, when)))
    # Where there is no room for both, our moment is told by the evidence below.
    title = titled("Fair against recorded", width, both if _has_room(width) else when)
    return spaced([[title, _head(width), *rows], *ladders, _evidence(content, zone, as_of_ts)])


def recorded_lines(
    content: FixtureContent, width: int, *, bookmaker: str, refusal: str
) -> list[Line]:
    """The recorded quotes of a fixture that has no line of ours, and why it has none."""
    why = [
        [(f" {line}", "muted")]
        for line in wrap(f"No line of ours: {safe(refusal)}.", max(20, width - 2))
    ]
    rows = [
        _compared(content, market, None, bookmaker, width)
        for market in MARKETS
        if maker_of(content, market, bookmaker) is not None
    ]
    if not rows:
        return [*why, [(" No quotes are recorded either.", "muted")]]
    return spaced([[titled("Recorded", width, _recorded_when(content)), _head(width), *rows], why])


def _head(width: int) -> Line:
    apart = "line   price  by" if _has_room(width) else ""
    return [
        (
            "".join(
                [fitted("", TITLE + 1), fitted("fair", QUOTE), fitted("recorded", QUOTE), apart]
            ),
            "muted",
        )
    ]


def _has_room(width: int) -> bool:
    """Whether a line also tells how far apart ours and the recorded one are."""
    return width > TITLE + 2 * QUOTE + APART


def _recorded_when(content: FixtureContent) -> str:
    """When the recorded quotes that are compared were given, where that is not plain."""
    return "" if content.fixture.status == Status.SCHEDULED else "recorded at the close"


def _compared(
    content: FixtureContent, market: Market, fair: FairLine | None, bookmaker: str, width: int
) -> Line:
    """A market: our line, the recorded one, and how far apart they are.

    The recorded quote is the closing one, of a live fixture too: our line knows nothing of what has happened in it.
    """
    maker = maker_of(content, market, bookmaker)
    recorded = quotes_of(content, market, maker)
    quote = next((recorded[name] for name in ("closing", "opening") if name in recorded), NO_QUOTE)
    ours = fair_quote(fair) if fair else NO_QUOTE
    line: list[Span] = [
        (" " + fitted(market.title, TITLE), "strong"),
        *_spans(ours, market),
        *_spans(quote, market),
    ]
    if not _has_room(width):
        return line
    apart = ""
    if NO_QUOTE not in (quote, ours):
        moved = "" if None in (quote.line, ours.line) else _signed(quote.line, ours.line)
        same = (
            quote.line == ours.line and quote.prices[0] is not None and ours.prices[0] is not None
        )
        price = f"{quote.prices[0] - ours.prices[0]:+.2f}" if same else ""  # type: ignore[operator]  # both known
        apart = f"{moved}{' ' * max(0, 7 - len(moved))}{price}"
    name = safe(maker.name) if maker and quote != NO_QUOTE else ""
    room = max(0, width - TITLE - 2 * QUOTE - APART - 1)
    return [*line, (fitted(apart, APART), "plain"), (fitted(name, min(room, len(name))), "muted")]


def _signed(line: float | None, other: float | None) -> str:
    """How far a recorded line is above (+) or below (-) ours."""
    apart = (line or 0.0) - (other or 0.0)
    return f"{apart:+g}" if apart else "="


def _spans(quote: QuoteCells, market: Market) -> list[Span]:
    text = fitted(line_text(quote.line, market), 6) if market.shape.has_line else ""
    prices = " ".join(price_text(price) for price in quote.prices if price is not None)
    return [(text, "accent"), (fitted(prices, QUOTE - len(text)), "plain")]


def _ladder_lines(fair: FairLine, width: int) -> list[Line]:
    """The fair prices of the lines around ours, with a bar for the chance of over."""
    rungs: list[Rung] = ladder(fair)
    if not rungs:
        return []
    market = BY_KEY[fair.market]
    expected = f"expects {fair.home_mean:.1f} + {fair.away_mean:.1f}"
    lines: list[Line] = [titled(f"{market.title}, ladder", width, expected)]
    lines.append([(f" {'line':>7}{'over':>8}{'under':>8}   chance of over", "muted")])
    for rung in rungs:
        is_own = rung.line == fair.line
        bar = round(20 / rung.over)
        lines.append(
            [
                ("▸" if is_own else " ", "accent"),
                (f"{rung.line:7g}", "accent" if is_own else "plain"),
                (f"{rung.over:8.2f}{rung.under:8.2f}   ", "strong" if is_own else "plain"),
                ("━" * bar, "good"),
                ("─" * (20 - bar), "rule"),
                (f" {100 / rung.over:3.0f} %", "muted"),
            ]
        )
    return lines


def _evidence(content: FixtureContent, zone: ClockZone, as_of_ts: int | None) -> list[Line]:
    """Model, number of past fixtures and time of our lines."""
    first = content.fair_lines[0]
    by_side = (
        ""
        if first.home_seen is None
        else f", {first.home_seen} and {first.away_seen} of the two sides"
    )
    source = f"{safe(first.model)}, from {plural(first.fixtures_used, 'fixture')}{by_side}"
    at = zone.moment(first.computed_ts if as_of_ts is None else as_of_ts)
    lines: list[Line] = []
    if as_of_ts is None:
        source += f", {short_date(at.date())} {at:%H:%M}"
    else:
        as_of = (
            f"As of {long_date(at.date())} {at:%H:%M}, from what was known then; none were stored."
        )
        lines.append([(f" {as_of}", "muted")])
    return [
        [(f" Ours: {source}.", "muted")],
        *lines,
        [(" Fair prices have no margin. They are no promise of profit.", "muted")],
    ]


AROUND = 4
"""Lines shown on each side of ours."""

STEP = 0.5
LEAST_DISPERSION, MOST_DISPERSION = 1.0001, 3.0
"""The range of variance over mean that is tried: corners have about 1.13, cards 1.35."""


class Rung(NamedTuple):
    """A line with its fair prices."""

    line: float
    over: float
    under: float


def ladder(fair: FairLine) -> list[Rung]:
    """The fair prices of the lines around ours, the lowest first; empty without a line or means."""
    mean = fair.home_mean + fair.away_mean
    if fair.line is None or mean <= 0:
        return []
    dispersion = _dispersion(mean, fair.line, fair.price_1)
    lines = [fair.line + STEP * place for place in range(-AROUND, AROUND + 1)]
    chances = _chances(mean, dispersion)
    rungs = [Rung(line, *_prices(chances, line)) for line in lines if line > 0]
    return [rung for rung in rungs if max(rung.over, rung.under) < 100]


def _dispersion(mean: float, line: float, price: float) -> float:
    """The dispersion whose price of over at a line is nearest to a price."""

    def miss(dispersion: float) -> float:
        return abs(_prices(_chances(mean, dispersion), line)[0] - price)

    steps = [
        LEAST_DISPERSION + (MOST_DISPERSION - LEAST_DISPERSION) * place / 60 for place in range(61)
    ]
    return min(steps, key=miss)


def _chances(mean: float, dispersion: float) -> list[float]:
    """The chances of 0, 1, 2 ... of a negative binomial."""
    size = mean / (dispersion - 1)
    top = ceil(mean + 10 * (mean * dispersion) ** 0.5) + 2
    zero, step = size * log(dispersion), log(1 - 1 / dispersion)
    return [
        exp(lgamma(count + size) - lgamma(size) - lgamma(count + 1) - zero + count * step)
        for count in range(top)
    ]


def _prices(chances: list[float], line: float) -> tuple[float, float]:
    """The fair prices of over and under: 1 + expected share lost / expected share won; infinite for what never wins."""
    won = lost = 0.0
    for half in (line - 0.25, line + 0.25) if line % STEP else (line, line):
        won += sum(chance for count, chance in enumerate(chances) if count > half) / 2
        lost += sum(chance for count, chance in enumerate(chances) if count < half) / 2
    return 1 + lost / won if won else inf, 1 + won / lost if lost else inf
