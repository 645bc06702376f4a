"""fd.backtest: what a betting strategy would have won on past fixtures, day by day.

A strategy is a function of a frame of quotes and fair prices; it gets one day at a time, without results. Beating
closing prices is not to be expected: a backtest mostly shows how much of a profit is chance.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from footydata.database import Database, check_database
from footydata.football.declared_types import MarketName, OneOrMany, checked
from footydata.football.errors import InvalidArgument
from footydata.football.markets import Market
from footydata.football.moments import Moment, day_of, known_from
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Period, Status
from footydata.football.wording import plural
from footydata.forecast import pricing
from footydata.forecast.bets.book import Book, SettledBet, values_of, yield_text
from footydata.forecast.bets.closing import closings
from footydata.forecast.bets.slips import Slip
from footydata.frames.own_frames import (
    PLACED_COLUMNS,
    QUOTE_COLUMNS,
    QuotedSide,
    chosen,
    fair_prices,
)
from footydata.frames.progress import Progress
from footydata.frames.viewed import framed
from footydata.odds.settlement import market_of, settle_fixture
from footydata.store.bookmakers import find_bookmaker
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.details import RecordedQuote, recorded_quotes
from footydata.store.read.fixtures import fixtures
from footydata.store.read.past_fixtures import renumbered
from footydata.store.typed_names import one_of
from footydata.views.columns import row_of

if TYPE_CHECKING:
    import pandas as pd

Strategy = Callable[["pd.DataFrame"], Any]
"""A day's quotes → the ones to bet on: rows of that frame, or true or false for each."""

Stakes = Literal["flat", "proportional", "kelly"]
SIZES = {"flat": 1.0, "proportional": 0.01, "kelly": 0.25}
"""Kind of stakes → the default size: units, share of the bankroll, share of Kelly's stake."""

ROUNDING = 1e-9
"""By so much a stake may be above the bankroll that is left: sums of stakes are rounded."""

REMARK = "No backtest proves a profit to come, and beating a closing price is not to be expected."


class LookAhead(InvalidArgument):
    """A fair price was fitted on its own fixture or on later ones; a backtest with it would prove nothing."""


@dataclass(frozen=True, slots=True)
class Backtest:
    """What a strategy would have won.

    Attributes:
        bets: one row per bet, as Database.bets has them, with fair_price and the bankroll after its day.
        staked, profit: in units; void bets count in what was staked.
        growth: the yield on turnover, profit over stakes; low, high: its 95 % score interval (Wilson's, each bet by its price), all
            bets on a fixture counted as one. None if nothing is staked.
        closing_value: the mean closing line value, price / fair closing price - 1; closing_error: its standard error.
            None if no closing price is recorded.
        drawdown: the largest fall of the bankroll from an earlier high, at the ends of days.
        bankroll: at the end. quotes: how many prices the strategy could choose from. uncovered: how many it chose that
            were not bet on, as the bankroll less the open stakes did not cover the stake.
        reason: why there are no bets; empty if there are any.
        makers: whose prices the quotes are → how many.
    """

    bets: "pd.DataFrame"
    staked: float
    profit: float
    growth: float | None
    low: float | None
    high: float | None
    closing_value: float | None
    closing_error: float | None
    drawdown: float
    bankroll: float
    quotes: int
    reason: str = ""
    uncovered: int = 0
    makers: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.reason:
            return f"No bets: {self.reason}. {REMARK}"
        lines = [
            f"{plural(len(self.bets), 'bet')} of {plural(self.quotes, 'quote')}, staked {self.staked:.2f}, "
            f"profit {self.profit:+.2f}, largest fall {self.drawdown:.2f}, bankroll {self.bankroll:.2f}"
        ]
        if self.uncovered:
            lines.append(
                f"{plural(self.uncovered, 'bet')} not placed: the bankroll did not cover the stake"
            )
        if self.growth is not None and self.low is not None and self.high is not None:
            lines.append(yield_text(self.growth, (self.low, self.high)))
        if self.closing_value is not None:
            error = "" if self.closing_error is None else f" ± {self.closing_error:.1%}"
            lines.append(f"closing line value {self.closing_value:+.1%}{error}")
        quotes = (f"{plural(count, 'quote')} of {slug}" for slug, count in self.makers.items())
        lines.append(f"prices: {', '.join(quotes)}")
        return "\n".join([*lines, REMARK])


@checked
def backtest(
    db: Database,
    strategy: Strategy,
    *,
    market: MarketName,
    league: OneOrMany[int | str] | None = None,
    season: OneOrMany[int | str] | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    bookmaker: str | None = None,
    period: Literal["opening", "closing"] = "opening",
    stakes: Stakes = "flat",
    size: float | None = None,
    bankroll: float = 100.0,
    fair: "pd.DataFrame | None" = None,
) -> Backtest:
    """What a strategy would have won on finished fixtures, at the recorded prices of a period.

    strategy: takes a frame of one day's quotes (fixture_id, kickoff, league, home, away, market, side, line, price,
    bookmaker, fair_price, fitted_until) and returns the rows to bet on, or true or false for each. fair_price is ours
    at the quoted line, from what was known before the day, or that of `fair`: a frame of fixture_id, side, line,
    fair_price and fitted_until. bookmaker: whose prices; None: those of the default bookmaker, or in a market
    that it does not quote, of the one with the most fixtures recorded.
    stakes: flat (size units), proportional (size x bankroll) or kelly (size x Kelly's stake by the fair price); the
    bankroll is that at the start of the day (UTC), by the results that are known then. start, end: days, both
    inclusive. A quote whose fair price is not known has <NA> there: a strategy that
    never reads it loses no fixture. Raises LookAhead if a fair price was fitted on its own fixture or later ones, InvalidArgument,
    LeagueNotFound.
    """
    check_database(db)
    if not callable(strategy):
        raise InvalidArgument(
            f"{strategy!r} is not a strategy, which is a function of a frame of quotes",
            parameter="strategy",
            value=strategy,
        )
    quoted_market, connection = market_of(market), db.connection
    staking = _staking(stakes, size, bankroll)
    filters = fixture_filter(connection, league=league, season=season, start=start, end=end)
    rows = fixtures(connection, replace(filters, statuses=(Status.FINISHED,)))
    quote_period = Period(one_of("period", period, (Period.OPENING, Period.CLOSING)))
    own_prices = None if fair is None else fair_prices(fair, quoted_market)
    doubtful = renumbered(connection, {fixture_id for fixture_id, *_ in own_prices or ()})
    if own_prices and doubtful:
        fixture_id, meant = min(doubtful.items())
        why = f"fixture {fixture_id} is {meant} now" if isinstance(meant, int) else str(meant)
        raise InvalidArgument(why, parameter="fair", value=fixture_id)
    priced = _quoted(
        connection,
        quoted_market,
        rows,
        quote_period,
        bookmaker,
        own_prices,
    )
    _check_order(priced)
    return _result(connection, strategy, quoted_market, rows, priced, staking)


class _Staking(NamedTuple):
    """How stakes are sized, and the bankroll at the start."""

    kind: str
    size: float
    bankroll: float

    def stake(self, quote: QuotedSide, bankroll: float) -> float:
        if self.kind == "flat":
            return self.size
        share = self.size
        if self.kind == "kelly":
            if quote.fair_price is None:
                return 0.0
            share *= max((quote.price / quote.fair_price - 1) / (quote.price - 1), 0.0)
        return max(bankroll, 0.0) * min(share, 1.0)


def _staking(kind: str, size: float | None, bankroll: float) -> _Staking:
    name = one_of("stakes", kind, tuple(SIZES))
    stake_size = SIZES[name] if size is None else size
    if not 0 < stake_size < math.inf or (name != "flat" and stake_size > 1):
        limits = "above 0" if name == "flat" else "above 0, at most 1"
        raise InvalidArgument(
            f"size {stake_size} is not a size of {name} stakes, which is {limits}",
            parameter="size",
            value=stake_size,
        )
    if not 0 < bankroll < math.inf:
        raise InvalidArgument(
            f"bankroll {bankroll} is not above 0", parameter="bankroll", value=bankroll
        )
    return _Staking(name, stake_size, bankroll)


def _quoted(
    connection: sqlite3.Connection,
    market: Market,
    rows: Sequence[FixtureRow],
    period: Period,
    bookmaker: str | None,
    fair: dict[tuple[int, str, float | None], tuple[float, int]] | None,
) -> list[QuotedSide]:
    """The quotes of a period, with the fair prices that are known at their lines, by kickoff, fixture and side."""
    maker = None if bookmaker is None else find_bookmaker(connection, bookmaker)
    quotes = recorded_quotes(
        connection, [row.id for row in rows], [market], periods=(period,), bookmaker=maker
    )
    quoted = [row for row in rows if (row.id, market.key) in quotes]
    fair_prices = _our_prices(connection, market, quoted, quotes) if fair is None else fair
    sides = []
    for row in quoted:
        quoting = quotes[row.id, market.key]
        for side, price in zip(market.shape.selections, quoting.prices, strict=True):
            known = fair_prices.get((row.id, side, quoting.line), (None, None))
            words = (row.id, row.kickoff_ts, row.league, row.home, row.away, market.param)
            sides.append(QuotedSide(*words, side, quoting.line, price, quoting.bookmaker, *known))
    return sides


def _our_prices(
    connection: sqlite3.Connection,
    market: Market,
    rows: Sequence[FixtureRow],
    quotes: dict[tuple[int, str], RecordedQuote],
) -> dict[tuple[int, str, float | None], tuple[float, int]]:
    """Fixture, side and quoted line → our fair price, and the start of the fixture's day, up to which it was fitted."""
    prices_by_side: dict[tuple[int, str, float | None], tuple[float, int]] = {}
    # With a `now` after every fixture, each one is priced as of its own day.
    for row in pricing.price(
        connection, rows, now=2**53, markets=[market], quotes=quotes
    ).comparisons:
        until = row.fixture.kickoff_ts - row.fixture.kickoff_ts % DAY
        line = row.recorded.line if row.recorded else None
        for side, fair in zip(market.shape.selections, row.fair_at_recorded or (), strict=False):
            prices_by_side[row.fixture.id, side, line] = (fair, until)
    return prices_by_side


def _check_order(priced: Sequence[QuotedSide]) -> None:
    """Raise LookAhead if a fair price was fitted on its own fixture or later ones."""
    for row in priced:
        if row.fitted_until is not None and row.fitted_until > row.kickoff_ts:
            raise LookAhead(
                f"the fair price of {row.home} v {row.away} (fixture {row.fixture_id}) was fitted on fixtures up to "
                f"{day_of(row.fitted_until)}, after its kickoff on {day_of(row.kickoff_ts)}: it may know the result",
                parameter="fair",
                value=row.fair_price,
            )


class _Placed(NamedTuple):
    """A bet that was placed, with the bankroll after its day; no closing price is known yet."""

    quote: QuotedSide
    bet: SettledBet
    bankroll: float


def _result(
    connection: sqlite3.Connection,
    strategy: Strategy,
    market: Market,
    rows: Sequence[FixtureRow],
    priced: Sequence[QuotedSide],
    staking: _Staking,
) -> Backtest:
    by_id = {row.id: row for row in rows}
    with Progress() as progress:
        placed, uncovered = _placed(strategy, market, by_id, priced, staking, progress)
    closes = closings(connection, [(one.bet.slip, one.bet.fixture) for one in placed])
    bets_settled = [
        one.bet._replace(compared=close) for one, close in zip(placed, closes, strict=True)
    ]
    frame_rows = [
        row_of(
            PLACED_COLUMNS,
            {**values_of(bet), "fair_price": one.quote.fair_price, "bankroll": one.bankroll},
        )
        for bet, one in zip(bets_settled, placed, strict=True)
    ]
    book = Book(bets_settled, [], [])
    low, high = book.yield_interval or (None, None)
    reason = "" if placed else f"the strategy chose none of {plural(len(priced), 'quote')}"
    if not rows:
        reason = "no finished fixture matches the league, season and days"
    elif not priced:
        reason = f"none of the {plural(len(rows), 'fixture')} has a quote of that period"
    return Backtest(
        bets=framed(PLACED_COLUMNS, frame_rows),
        staked=book.staked,
        profit=book.profit,
        growth=book.yield_,
        low=low,
        high=high,
        closing_value=book.closing_value,
        closing_error=book.closing_error,
        drawdown=_drawdown([staking.bankroll, *(one.bankroll for one in placed)]),
        bankroll=placed[-1].bankroll if placed else staking.bankroll,
        quotes=len(priced),
        reason=reason,
        uncovered=uncovered,
        makers=dict(Counter(row.bookmaker for row in priced).most_common()),
    )


def _placed(
    strategy: Strategy,
    market: Market,
    by_id: dict[int, FixtureRow],
    priced: Sequence[QuotedSide],
    staking: _Staking,
    progress: Progress,
) -> tuple[list[_Placed], int]:
    """The bets, day by day, and how many were not placed, as the bankroll did not cover them.

    A bet whose result is not known at the start of a day is open: it counts in the bankroll later, and its stake is
    not free yet.
    """
    placed: list[_Placed] = []
    bankroll, uncovered = staking.bankroll, 0
    still_open: list[_Placed] = []
    days = groupby(priced, key=lambda row: row.kickoff_ts // DAY * DAY)
    seen = 0
    for start, of_day in days:
        day = list(of_day)
        seen += len(day)
        progress.of(seen, len(priced), day_of(start))
        frame = framed(QUOTE_COLUMNS, day)
        still_open = [
            one
            for one in still_open
            if known_from(one.bet.fixture.kickoff_ts, time_known=one.bet.fixture.time_known) > start
        ]
        known = bankroll - _profit(still_open)
        free = known - math.fsum(one.bet.slip.stake for one in still_open)
        bets: list[_Placed] = []
        for place in chosen(frame, strategy(frame.copy())):
            quote = day[place]
            stake = staking.stake(quote, known)
            if stake <= 0:
                continue
            if stake > free + ROUNDING:
                uncovered += 1
                continue
            free -= stake
            number = len(placed) + len(bets) + 1
            slip = Slip(
                *(number, quote.fixture_id, None, quote.home, quote.away, quote.league),
                *(market, quote.line, quote.side, quote.price, stake, quote.bookmaker),
            )
            fixture = by_id[quote.fixture_id]
            end = settle_fixture(market, line=quote.line, side=quote.side, fixture=fixture)
            bets.append(_Placed(quote, SettledBet(slip, fixture, end, ""), bankroll))
        bankroll += _profit(bets)
        bets = [one._replace(bankroll=bankroll) for one in bets]
        placed += bets
        still_open += bets
    return placed, uncovered


def _profit(placed: Sequence[_Placed]) -> float:
    return math.fsum(one.bet.profit or 0.0 for one in placed)


def _drawdown(bankrolls: Sequence[float]) -> float:
    """The largest fall of a bankroll from an earlier high.

    >>> _drawdown([100, 110, 95, 120, 101])
    19
    """
    return max(high - end for high, end in zip(accumulate(bankrolls, max), bankrolls, strict=True))
