"""A fixture in words: its score and state, figures, timeline, odds, what was known before it, who says what of it.

How a bookmaker's quote of a market moved is a drawing that needs no script: a step plot in SVG.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from footydata.faces.drawing.fixture_page import (
    PARTS,
    cup_texts,
    figures_of,
    further_of,
    timeline_of,
    why_missing,
)
from footydata.faces.drawing.fixtures import is_live, pair
from footydata.faces.drawing.lines import price_text
from footydata.faces.drawing.odds import line_text, odds_view
from footydata.faces.pages.words.listing import is_followed, kickoff_time, state_in_words
from footydata.faces.reading.fixture import Series, read_fixture, read_movement
from footydata.faces.zone import ClockZone, long_date, short_date
from footydata.football.markets import Market
from footydata.football.moments import day_of, iso_utc
from footydata.football.records import KnockoutRecord
from footydata.football.rows import FixtureRow
from footydata.football.scores import whole_score
from footydata.football.terms import Status
from footydata.football.wording import plural
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.read.who_says import SourceValue, source_values, summary
from footydata.views.arguments import Clock
from footydata.views.one_fixture import before_view


def fixture_content(
    connection: sqlite3.Connection, fixture_id: int, *, now: int, zone: ClockZone
) -> dict[str, Any]:
    """What the page of a fixture shows; zone: of the day that lists it. Raises FixtureNotFound."""
    read = read_fixture(connection, fixture_id, now)
    row = read.fixture
    said = source_values(connection, fixture_id)
    score = _score(row, read.end) or "v"
    live = is_live(row, now=now)
    series = read_movement(connection, fixture_id)
    return {
        "title": f"{row.home} {score} {row.away}",
        "row": row,
        "country": read.country,
        "score": score,
        "state": state_in_words(read.listed, now=now),
        "is_live": live,
        "refreshes": is_followed(row, now=now),
        "on": zone.date_of(row.kickoff_ts, time_known=row.time_known),
        "date": long_date(day_of(row.kickoff_ts)),
        "time": kickoff_time(read.listed),
        "kickoff_utc": iso_utc(row.kickoff_ts),
        "half_time": pair(row.half_home_goals, row.half_away_goals, started=False),
        "remarks": cup_texts(read),
        "figures": figures_of(read),
        "further": further_of(read),
        "timeline": timeline_of(read),
        "odds": odds_view(read, series=series),
        "charts": charts_by_market(series, row),
        "missing": {name: why_missing(read, name) for name in PARTS},
        "before": before_view(connection, Clock(now, zone.info), fixture_id),
        "summary": summary(said),
        "doubts": list(doubts_of(said)),
    }


def _score(row: FixtureRow, end: KnockoutRecord) -> str:
    """The score of a fixture, with signs for goals that are not known; empty before the kickoff."""
    whole = whole_score(row.home_goals, row.away_goals, end, sides=(row.home, row.away))
    return whole or pair(row.home_goals, row.away_goals, started=row.status != Status.SCHEDULED)


class Doubt(NamedTuple):
    """A value on which sources contradict each other. says: source, what it says, whether that stands, and why."""

    value: str
    says: list[tuple[str, str, bool, str]]


def doubts_of(said: Sequence[SourceValue]) -> Iterator[Doubt]:
    """The contradictions, each with what every source says."""
    for value, rows in groupby((row for row in said if row.differs), key=attrgetter("value")):
        says = [(row.source, row.says, row.is_standing, row.why) for row in rows]
        yield Doubt(value.replace("_", " ").capitalize(), says)


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
