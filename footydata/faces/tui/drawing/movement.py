"""How a market moved: a plot of its ticks over time, and the ticks as rows."""

from collections.abc import Sequence

from footydata.faces.tui.drawing.lines import BLANK, Line, Span, fitted, titled
from footydata.faces.tui.drawing.odds import line_text
from footydata.faces.tui.reading.fixture import Series
from footydata.faces.tui.zone import ClockZone, short_date
from footydata.football.markets import Market
from footydata.football.records import OddsTickRecord
from footydata.football.wording import plural, safe
from footydata.odds.markets import MARKET_BY_KEY

AXIS = 8
HEIGHT = 10
LATEST = 200
"""Ticks listed below the plot, the newest first."""


def movement_tab(series: Series, width: int, *, zone: ClockZone, remark: str) -> list[Line]:
    """The plots of the line and of the first side's price, then the ticks. remark: as 2 of 5, which series it is."""
    market = MARKET_BY_KEY[series.market]
    priced = [tick for tick in series.ticks if tick.price_1 is not None or tick.line is not None]
    lines: list[Line] = [titled(f"{market.title} · {safe(series.bookmaker)}", width, remark)]
    if market.shape.has_line and len({tick.line for tick in priced}) > 1:
        lines += _plot("line", [(tick.recorded_ts, tick.line) for tick in priced], width, market, zone)
    first = market.shape.selections[0]
    lines += _plot(f"price of {first}", [(tick.recorded_ts, tick.price_1) for tick in priced], width, None, zone)
    return [*lines, *_rows(series, width, market, zone)]


def _plot(
    name: str, points: Sequence[tuple[int, float | None]], width: int, market: Market | None, zone: ClockZone
) -> list[Line]:
    """A step plot: a quote holds until the next tick."""
    known = [(at, value) for at, value in points if value is not None]
    columns = width - AXIS - 2
    if len(known) < 2 or columns < 10:
        return []
    start, end = known[0][0], known[-1][0]
    low, high = min(value for _, value in known), max(value for _, value in known)
    rows = HEIGHT if high > low else 1
    span = high - low or 1.0
    places: list[int] = []
    tick = 0
    for column in range(columns):
        at = start + (end - start) * column / max(1, columns - 1)
        while tick + 1 < len(known) and known[tick + 1][0] <= at:
            tick += 1
        places.append(round((known[tick][1] - low) / span * (rows - 1)))
    lines: list[Line] = [[(f" {name}", "muted")]]
    for row in range(rows - 1, -1, -1):
        value = low + span * row / max(1, rows - 1) if rows > 1 else low
        label = line_text(value, market) if market and row in (0, rows - 1) else f"{value:.2f}"
        text = f"{label:>{AXIS - 1}}" if row in (0, rows - 1) else " " * (AXIS - 1)
        drawn = "".join(_stroke(places, column, row) for column in range(columns))
        lines.append([(f"{text} ", "muted"), ("│", "rule"), (drawn, "good")])
    lines.append([(" " * AXIS + "└" + "─" * columns, "rule")])
    begins, ends = (_moment(at, zone) for at in (start, end))
    lines.append([(" " * AXIS + " " + begins + fitted(ends, columns - len(begins), "right"), "muted")])
    return [*lines, BLANK]


def _stroke(places: Sequence[int], column: int, row: int) -> str:
    here, before = places[column], places[column - 1] if column else places[column]
    if row == here:
        return "━" if here == before else "┏" if here > before else "┗"
    if row == before and here != before:
        return "┛" if here > before else "┓"
    return "┃" if min(here, before) < row < max(here, before) else " "


def _moment(at: int, zone: ClockZone) -> str:
    moment = zone.moment(at)
    return f"{short_date(moment.date())} {moment:%H:%M}"


def _rows(series: Series, width: int, market: Market, zone: ClockZone) -> list[Line]:
    lines: list[Line] = [titled("Ticks", width, plural(len(series.ticks), "tick"))]
    for tick in list(reversed(series.ticks))[:LATEST]:
        lines.append(_tick(tick, market, zone))
    if len(series.ticks) > LATEST:
        lines.append([(f" and {plural(len(series.ticks) - LATEST, 'earlier tick')}", "muted")])
    return lines


def _tick(tick: OddsTickRecord, market: Market, zone: ClockZone) -> Line:
    score = "" if tick.home_score is None else f"{tick.home_score}-{tick.away_score}"
    prices = (tick.price_1, tick.price_2, tick.price_3)[: len(market.shape.selections)]
    text = "suspended" if all(price is None for price in prices) else "  ".join(f"{price or 0:.2f}" for price in prices)
    minute = "" if tick.minute is None else f"{tick.minute}'"
    line: list[Span] = [
        (f" {fitted(_moment(tick.recorded_ts, zone), 18)}", "muted"),
        (fitted(minute, 5, "right") + " ", "live"),
        (fitted(score, 6, "centre"), "plain"),
        (fitted(line_text(tick.line, market), 7, "right") + "  ", "accent"),
        (text, "plain"),
    ]
    return line
