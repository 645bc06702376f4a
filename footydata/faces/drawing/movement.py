"""How markets moved: all of them in small pictures, or the ticks of one plotted over time, and as rows."""

from collections.abc import Sequence

from footydata.faces.drawing.lines import BLANK, Line, Span, beside, fitted, price_text, titled
from footydata.faces.drawing.odds import line_text
from footydata.faces.reading.fixture import Series
from footydata.faces.zone import ClockZone, short_date
from footydata.football.markets import Market
from footydata.football.records import OddsTickRecord
from footydata.football.wording import plural, safe
from footydata.odds.markets import MARKET_BY_KEY

AXIS = 8
HEIGHT = 10
LATEST = 200
"""Ticks listed below the plot, the newest first."""


def movement_tab(
    series: Series, width: int, *, zone: ClockZone, remark: str, kickoff_ts: int, time_known: int
) -> list[Line]:
    """The plots of the line and of the first side's price, then the ticks. remark: as 2 of 5, which series it is.

    What was quoted before the kickoff and what in play have plots of their own, each on its own scale: in play a market
    goes ten times as far.
    """
    market = MARKET_BY_KEY[series.market]
    parts = _parts(series.ticks, kickoff_ts=kickoff_ts, time_known=time_known)
    across = 2 if width >= BESIDE_FROM and all(parts.values()) else 1
    blocks = [
        _plots(market, ticks, (width - GAP * (across - 1)) // across, name, zone)
        for name, ticks in parts.items()
        if ticks
    ]
    lines: list[Line] = [titled(f"{market.title} · {safe(series.bookmaker)}", width, remark)]
    if across == 2:
        lines += beside(*blocks, left_width=(width - GAP) // 2, gap=GAP)
    else:
        lines += [line for block in blocks for line in block]
    return [*lines, *_rows(series, width, market, zone)]


BESIDE_FROM = 110
GAP = 2
BEFORE, IN_PLAY = "before kickoff", "in play"


def _parts(
    ticks: Sequence[OddsTickRecord], *, kickoff_ts: int, time_known: int
) -> dict[str, list[OddsTickRecord]]:
    """The ticks before the kickoff and in play that have a line or a price; by minute if its time is not known."""
    parts: dict[str, list[OddsTickRecord]] = {BEFORE: [], IN_PLAY: []}
    for tick in ticks:
        if tick.price_1 is not None or tick.line is not None:
            is_late = tick.minute is not None or (
                bool(time_known) and tick.recorded_ts > kickoff_ts
            )
            parts[IN_PLAY if is_late else BEFORE].append(tick)
    return parts


def _plots(
    market: Market, ticks: Sequence[OddsTickRecord], width: int, name: str, zone: ClockZone
) -> list[Line]:
    """The plots of a part: of the line if it moved, and of the first side's price."""
    lines: list[Line] = []
    if market.shape.has_line and len({tick.line for tick in ticks}) > 1:
        lines += _plot(
            f"line, {name}", [(tick.recorded_ts, tick.line) for tick in ticks], width, market, zone
        )
    first = market.shape.selections[0]
    points = [(tick.recorded_ts, tick.price_1) for tick in ticks]
    return lines + _plot(f"price of {first}, {name}", points, width, None, zone)


LEVELS = "▁▂▃▄▅▆▇█"
TITLE, MAKER, SPAN = 23, 12, 16
SPARK = 8
"""The least width of a small picture."""


LETTERS = "L line, P first price"
"""What the letters before a small picture say, as in the tab of odds."""

OVERVIEW_HEAD = 2
"""The lines over the small pictures."""


def movement_overview(
    all_series: Sequence[Series], width: int, *, kickoff_ts: int, time_known: int
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
        ticks = _parts(series.ticks, kickoff_ts=kickoff_ts, time_known=time_known)
        line: list[Span] = [(f" {fitted(title, TITLE)}", "muted" if is_further else "strong")]
        line += [(fitted(safe(series.bookmaker), MAKER), "muted")] if with_maker else []
        line.append((" ", "plain"))
        for name in shown:
            line += _small(market, ticks[name], spark)
        lines.append(line)
    return lines


def _small(market: Market, ticks: Sequence[OddsTickRecord], width: int) -> list[Span]:
    """From first to last, and the way between in blocks."""
    is_line = market.shape.has_line and len({tick.line for tick in ticks}) > 1
    values = [(tick.recorded_ts, tick.line if is_line else tick.price_1) for tick in ticks]
    known = [(at, value) for at, value in values if value is not None]
    if not known:
        return [(" " * (SPAN + 1 + width), "plain")]
    first, last = (
        line_text(value, market) if is_line else price_text(value)
        for _, value in (known[0], known[-1])
    )
    span = f"{'L' if is_line else 'P'} {f'{first} → {last}' if len(known) > 1 else last}"
    blocks = (
        "".join(LEVELS[place] for place in _steps(known, width, len(LEVELS)))
        if len(known) > 1
        else ""
    )
    return [
        (fitted(span, SPAN), "accent" if is_line else "plain"),
        (fitted(blocks, width + 1), "good"),
    ]


def _steps(known: Sequence[tuple[int, float]], columns: int, levels: int) -> list[int]:
    """The level of each column, from 0 up: a quote holds until the next tick."""
    start, end = known[0][0], known[-1][0]
    low, high = min(value for _, value in known), max(value for _, value in known)
    places: list[int] = []
    tick = 0
    for column in range(columns):
        at = start + (end - start) * column / max(1, columns - 1)
        while tick + 1 < len(known) and known[tick + 1][0] <= at:
            tick += 1
        places.append(round((known[tick][1] - low) / ((high - low) or 1.0) * (levels - 1)))
    return places


def _plot(
    name: str,
    points: Sequence[tuple[int, float | None]],
    width: int,
    market: Market | None,
    zone: ClockZone,
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
    places = _steps(known, columns, rows)
    lines: list[Line] = [[(f" {name}", "muted")]]
    for row in range(rows - 1, -1, -1):
        value = low + span * row / max(1, rows - 1) if rows > 1 else low
        label = line_text(value, market) if market and row in (0, rows - 1) else f"{value:.2f}"
        text = f"{label:>{AXIS - 1}}" if row in (0, rows - 1) else " " * (AXIS - 1)
        drawn = "".join(_stroke(places, column, row) for column in range(columns))
        lines.append([(f"{text} ", "muted"), ("│", "rule"), (drawn, "good")])
    lines.append([(" " * AXIS + "└" + "─" * columns, "rule")])
    begins, ends = (_moment(at, zone) for at in (start, end))
    lines.append(
        [(" " * AXIS + " " + begins + fitted(ends, columns - len(begins), "right"), "muted")]
    )
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
    text = (
        "suspended"
        if all(price is None for price in prices)
        else "  ".join(f"{price or 0:.2f}" for price in prices)
    )
    minute = "" if tick.minute is None else f"{tick.minute}'"
    line: list[Span] = [
        (f" {fitted(_moment(tick.recorded_ts, zone), 18)}", "muted"),
        (fitted(minute, 5, "right") + " ", "live"),
        (fitted(score, 6, "centre"), "plain"),
        (fitted(line_text(tick.line, market), 7, "right") + "  ", "accent"),
        (text, "plain"),
    ]
    return line
