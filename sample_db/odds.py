"""What the bookmakers of the sample recorded of a fixture: opening, closing and in-play quotes, and ticks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp
from random import Random

from footydata.football.markets import Market, carried_markets
from footydata.football.records import BookmakerRecord, OddsRecord, OddsTickRecord
from footydata.football.terms import DAY, RED_POINTS, YELLOW_POINTS, EventType, Figure, Side

from .leagues import BOOKMAKERS, MARGINS
from .match import Clock, Timeline, clock_at, elapsed_at, tally
from .prices import FIRST_HALF, FIRST_SHARES, WHOLE, Quote, Rest, quote
from .strengths import Means

CLOSING_ERROR, OPENING_ERROR, TASTE = 0.02, 0.05, 0.01
"""How far, on the log scale, prices stray: closing from the truth, opening from closing, a bookmaker from the rest."""

OPENS, CLOSES = 5 * DAY, 120
"""Seconds before kickoff at which a market opens and closes."""

RECORDED_AHEAD = 14 * DAY
"""Fixtures further ahead have no prices yet."""

TICKS_AROUND = 2 * DAY
"""Fixtures nearer than this have a recorded history of their prices."""

STEPS = (0.0, 0.22, 0.5, 0.76, 0.93, 1.0)
"""When, between opening and closing, a tick is recorded."""

TICK_MINUTES = 10
LAST_QUOTES = (8.0, 20.0)
"""The last quote of a finished fixture was taken that many per cent of it before its end."""

FIRST_HALF_ENDS = 2.0
"""Minutes before the break at which the first half's markets are shut."""

OTHERS_RECORDED = 0.85
"""The share of fixtures that the other bookmakers are recorded for."""


@dataclass(frozen=True, slots=True)
class Views:
    """What one bookmaker believes of a fixture at opening and at closing."""

    opening: Means
    closing: Means

    def at(self, share: float) -> Means:
        """The belief at a share of the time between the two."""
        return _mix(self.opening, self.closing, share)


@dataclass(frozen=True, slots=True)
class Priced:
    """A fixture that bookmakers price.

    elapsed: minutes since kickoff, None before it; over: whether it is finished; goals_only: nothing else is priced.
    """

    fixture_id: int
    kickoff_ts: int
    means: Means
    timeline: Timeline
    elapsed: float | None
    over: bool
    goals_only: bool = False


def odds_of(
    priced: Priced, moment: int, rng: Random
) -> tuple[list[OddsRecord], list[OddsTickRecord]]:
    """The rows of odds of a fixture, and its ticks where it is near to the moment."""
    closing = _stray(priced.means, CLOSING_ERROR, rng)
    opening = _stray(closing, OPENING_ERROR, rng)
    last = _last_quoted(priced, rng)
    rows: list[OddsRecord] = []
    ticks: list[OddsTickRecord] = []
    for bookmaker in BOOKMAKERS:
        views = Views(_stray(opening, TASTE, rng), _stray(closing, TASTE, rng))
        if not bookmaker.is_default and (priced.goals_only or rng.random() > OTHERS_RECORDED):
            continue
        for market in carried_markets(is_default=bool(bookmaker.is_default)):
            if priced.goals_only and market.figure is not Figure.GOALS:
                continue
            rows.append(_row(priced, bookmaker, market, views, last))
            if abs(priced.kickoff_ts - moment) < TICKS_AROUND:
                ticks += _ticks(priced, bookmaker, market, views, last, moment)
    return rows, ticks


def _row(
    priced: Priced, bookmaker: BookmakerRecord, market: Market, views: Views, last: float | None
) -> OddsRecord:
    margin, start = MARGINS[bookmaker.id], FIRST_HALF if market.half else WHOLE
    quotes = [quote(market, views.opening, margin, start)]
    if last is not None:
        quotes.append(quote(market, views.closing, margin, start))
        quotes.append(_quote_at(priced, market, views.closing, margin, last))
    columns = [column for one in quotes for column in _columns(one)]
    return OddsRecord(priced.fixture_id, bookmaker.id, market.key, *columns)


def _ticks(
    priced: Priced,
    bookmaker: BookmakerRecord,
    market: Market,
    views: Views,
    last: float | None,
    moment: int,
) -> Iterator[OddsTickRecord]:
    margin, start = MARGINS[bookmaker.id], FIRST_HALF if market.half else WHOLE
    key = priced.fixture_id, bookmaker.id, market.key
    opened, closed = priced.kickoff_ts - OPENS, priced.kickoff_ts - CLOSES
    for step in STEPS:
        recorded = round(opened + (closed - opened) * step)
        found = quote(market, views.at(step), margin, start)
        if recorded <= moment and found:
            yield OddsTickRecord._make((*key, recorded, 0, None, *_columns(found), None, None))
    if last is None or not bookmaker.is_default:
        return
    before = found
    for elapsed, suspended in _tick_times(priced.timeline, market, last):
        found = _quote_at(priced, market, views.closing, margin, elapsed)
        if found is None:
            return
        clock = clock_at(priced.timeline, elapsed)
        goals = tally(priced.timeline.marks, clock)
        columns = (
            (before.line if before else None, None, None, None) if suspended else _columns(found)
        )
        score = goals[EventType.GOAL, Side.HOME], goals[EventType.GOAL, Side.AWAY]
        recorded = priced.kickoff_ts + round(elapsed * 60)
        yield OddsTickRecord._make((*key, recorded, 0, _minute(priced, clock), *columns, *score))
        before = before if suspended else found


def _tick_times(timeline: Timeline, market: Market, last: float) -> list[tuple[float, bool]]:
    """When the market is quoted in play, and whether it is suspended then: at each goal, for a minute."""
    until = _shut(timeline, market, last)
    times = dict.fromkeys((float(minute) for minute in range(1, int(until), TICK_MINUTES)), False)
    times[until] = False
    if market.figure is Figure.GOALS:
        for mark in timeline.marks:
            at = elapsed_at(timeline, mark)
            if mark.type is EventType.GOAL and at + 1 < until:
                times |= {at: True, at + 1: False}
    # Two ticks of one second would share a key: the later one stands.
    by_second = {
        round(elapsed * 60): (elapsed, suspended) for elapsed, suspended in sorted(times.items())
    }
    return list(by_second.values())


def _quote_at(
    priced: Priced, market: Market, means: Means, margin: float, elapsed: float
) -> Quote | None:
    clock = clock_at(priced.timeline, _shut(priced.timeline, market, elapsed))
    return quote(market, means, margin, _rest(priced.timeline, clock, market))


def _shut(timeline: Timeline, market: Market, elapsed: float) -> float:
    """The moment of the quote: the markets of the first half are shut shortly before it ends."""
    return min(elapsed, timeline.lengths[0] - FIRST_HALF_ENDS) if market.half else elapsed


def _rest(timeline: Timeline, clock: Clock, market: Market) -> Rest:
    seen = tally(timeline.marks, clock)
    played = clock.at / timeline.lengths[clock.half - 1]
    left = {}
    for figure, share in FIRST_SHARES.items():
        first = share * (1 - played) if clock.half == 1 else 0.0
        second = (1 - share) * (1 - played if clock.half == 2 else 1.0)
        left[figure] = first if market.half else first + second
    points = {
        side: YELLOW_POINTS * seen[EventType.YELLOW_CARD, side]
        + RED_POINTS * seen[EventType.RED_CARD, side]
        for side in Side
    }
    score = {
        Figure.GOALS: (seen[EventType.GOAL, Side.HOME], seen[EventType.GOAL, Side.AWAY]),
        Figure.CORNERS: (seen[EventType.CORNER, Side.HOME], seen[EventType.CORNER, Side.AWAY]),
        Figure.CARD_POINTS: (points[Side.HOME], points[Side.AWAY]),
    }
    return Rest(score, left)


def _last_quoted(priced: Priced, rng: Random) -> float | None:
    """Minutes since kickoff of the last quote: now in play, shortly before the end afterwards."""
    before_end = priced.timeline.duration * (1 - rng.uniform(*LAST_QUOTES) / 100)
    if priced.elapsed is None:
        return None
    return before_end if priced.over else min(priced.elapsed, before_end)


def _minute(priced: Priced, clock: Clock) -> int:
    length = priced.timeline.rules.half
    return min(int(clock.at) + 1, length) + length * (clock.half - 1)


def _columns(found: Quote | None) -> tuple[float | None, ...]:
    if found is None:
        return (None,) * 4
    return (found.line, *found.prices, *(None,) * (3 - len(found.prices)))


def _stray(means: Means, error: float, rng: Random) -> Means:
    return replace(
        means,
        home_goals=means.home_goals * exp(rng.gauss(0, error)),
        away_goals=means.away_goals * exp(rng.gauss(0, error)),
        corners=means.corners * exp(rng.gauss(0, error / 2)),
        corner_share=min(max(means.corner_share + rng.gauss(0, error / 4), 0.2), 0.8),
        home_yellows=means.home_yellows * exp(rng.gauss(0, error)),
        away_yellows=means.away_yellows * exp(rng.gauss(0, error)),
    )


def _mix(a: Means, b: Means, share: float) -> Means:
    if share in (0, 1):
        return b if share else a
    return Means(
        a.home_goals + (b.home_goals - a.home_goals) * share,
        a.away_goals + (b.away_goals - a.away_goals) * share,
        a.corners + (b.corners - a.corners) * share,
        a.corner_share + (b.corner_share - a.corner_share) * share,
        a.home_yellows + (b.home_yellows - a.home_yellows) * share,
        a.away_yellows + (b.away_yellows - a.away_yellows) * share,
    )
