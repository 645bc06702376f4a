"""How a bookmaker's quote of a market moved, as a drawing that needs no script: a step plot in SVG."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from footydata.faces.drawing.lines import price_text
from footydata.faces.drawing.odds import line_text
from footydata.faces.reading.fixture import Series
from footydata.faces.zone import short_date
from footydata.football.markets import Market
from footydata.football.moments import iso_utc
from footydata.football.rows import FixtureRow
from footydata.football.wording import plural
from footydata.odds.markets import MARKET_BY_KEY

WIDTH, HEIGHT = 320, 72
"""Of a drawing, in its own units; each is a point on a plain screen."""

Point = tuple[int, float | None]
"""A moment, unix seconds, and the value from then on; None: the market was suspended."""


class Chart(NamedTuple):
    """A drawing. path: of the steps, with gaps where the market was suspended.

    low, high: texts of the values at bottom and top; begins, ends: of the moments at left and right, in words and as
    ISO texts; text: what it shows, in words.
    """

    caption: str
    text: str
    path: str
    low: str
    high: str
    begins: str
    ends: str
    begins_utc: str
    ends_utc: str


def charts_by_market(all_series: Sequence[Series], fixture: FixtureRow) -> dict[str, list[Chart]]:
    """The drawings of all histories by the key of their market."""
    charts: dict[str, list[Chart]] = {}
    for series in all_series:
        drawn = charts_of(series, MARKET_BY_KEY[series.market], fixture)
        charts.setdefault(series.market, []).extend(drawn)
    return charts


def charts_of(series: Series, market: Market, fixture: FixtureRow) -> Iterator[Chart]:
    """The drawings of a history: up to the kickoff of the line, if it moved, and of the price of the first selection.

    In play, on a scale of their own, of the line alone, or of the price where there is none.
    """
    kickoff = (
        fixture.kickoff_ts
        if fixture.time_known
        else max((tick.recorded_ts for tick in series.ticks), default=0)
    )
    before = [tick for tick in series.ticks if tick.recorded_ts <= kickoff]
    after = [tick for tick in series.ticks if tick.recorded_ts > kickoff]
    selection = market.shape.selections[0].replace("_", " ")
    for ticks, when in ((before, ""), (after, " in play")):
        lines = [(tick.recorded_ts, tick.line) for tick in ticks]
        prices = [(tick.recorded_ts, tick.price_1) for tick in ticks]
        moved = market.shape.has_line and len({line for _, line in lines if line is not None}) > 1
        if moved:
            yield from _chart(
                series.bookmaker, f"line{when}", lines, lambda line: line_text(line, market)
            )
        if not moved or not when:
            yield from _chart(series.bookmaker, f"price of {selection}{when}", prices, price_text)


def _chart(
    bookmaker: str, name: str, points: Sequence[Point], text_of: Callable[[float], str]
) -> Iterator[Chart]:
    known = [(at, value) for at, value in points if value is not None]
    if len(known) < 2 or known[0][0] == points[-1][0]:
        return
    start, end = known[0][0], points[-1][0]
    low, high = min(value for _, value in known), max(value for _, value in known)
    if low == high:
        return
    went = f"{text_of(known[0][1])} to {text_of(known[-1][1])}, between {text_of(low)} and {text_of(high)}"
    yield Chart(
        f"{bookmaker}, {name}",
        f"{name} at {bookmaker} from {_moment(start)} to {_moment(end)} UTC: {went}, {plural(len(known), 'quote')}",
        _path([point for point in points if point[0] >= start], low=low, high=high),
        text_of(low),
        text_of(high),
        _moment(start),
        _moment(end),
        iso_utc(start),
        iso_utc(end),
    )


def _path(points: Sequence[Point], *, low: float, high: float) -> str:
    """The steps: a quote holds until the next one."""
    start, end = points[0][0], points[-1][0]
    commands: list[str] = []
    before: float | None = None
    for at, value in points:
        x = round(WIDTH * (at - start) / (end - start))
        if before is not None:
            commands.append(f"H{x}")
        if value is not None:
            y = round(HEIGHT - 4 - (HEIGHT - 8) * (value - low) / (high - low), 1)
            commands.append(f"M{x} {y:g}" if before is None else f"V{y:g}")
        before = value
    return "".join(commands)


def _moment(ts: int) -> str:
    moment = datetime.fromtimestamp(ts, UTC)
    return f"{short_date(moment.date())}, {moment:%H:%M}"
