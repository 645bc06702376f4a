"""fd.backtest: what a betting strategy would have won on past fixtures, day by day.

A strategy is a function of a frame of quotes and fair prices; it gets one day at a time, without results. Beating
closing prices is not to be expected: a backtest mostly shows how much of a profit is chance.
"""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from footydata.betting.book import BetRow, SettledBet, flat
from footydata.betting.closing import closings
from footydata.betting.slips import Slip
from footydata.choices import MarketName, OneOrMany
from footydata.contract.errors import FootydataError
from footydata.contract.markets import Market
from footydata.contract.terms import DAY, Period, Status
from footydata.database import Database
from footydata.database.opened import check_database
from footydata.declared_types import checked
from footydata.frames.backtest import QuotedSide, WrongStrategy, chosen, fair_prices, placed_bets, quoted
from footydata.moments import Moment, day_of
from footydata.outlook.pricing import price_ladders
from footydata.queries.asked import narrowed, one_of
from footydata.queries.bookmakers import find_bookmaker
from footydata.queries.fixtures import fixtures
from footydata.queries.shown_quotes import shown_quotes
from footydata.rows import FixtureRow
from footydata.rules.settlement import market_of, settle_fixture
from footydata.store.known_results import known_from
from footydata.wording import plural

if TYPE_CHECKING:
    import pandas as pd

Strategy = Callable[["pd.DataFrame"], Any]
"""A day's quotes → the ones to bet on: rows of that frame, or true or false for each."""

Stakes = Literal["flat", "proportional", "kelly"]
SIZES = {"flat": 1.0, "proportional": 0.01, "kelly": 0.25}
"""Kind of stakes → the default size: units, share of the bankroll, share of Kelly's stake."""

CONFIDENCE = 1.96
"""The standard errors on each side of an interval of 95 %."""

REMARK = "No backtest proves a profit to come, and beating a closing price is not to be expected."


class LookAhead(FootydataError):
    """A fair price was fitted on its own fixture or on later ones; a backtest with it would prove nothing."""


class NotAStake(FootydataError):
    """An argument is not a kind or size of stakes, a bankroll, or a period."""


@dataclass(frozen=True, slots=True)
class Backtest:
    """What a strategy would have won.

    Attributes:
        bets: one row per bet, as Database.bets has them, with fair_price and the bankroll after its day.
        staked, profit: in units, without void bets.
        growth: the yield, profit over stakes; low, high: its interval of 95 %, with all bets on a fixture counted as
            one. None with bets on fewer than two fixtures.
        closing_value: the mean closing line value, price / fair closing price - 1; closing_error: its standard error.
            None if no closing price is recorded.
        drawdown: the largest fall of the bankroll from an earlier high, at the ends of days.
        bankroll: at the end. quotes: how many prices the strategy could choose from.
        reason: why there are no bets; empty if there are any.
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

    def __str__(self) -> str:
        if self.reason:
            return f"No bets: {self.reason}. {REMARK}"
        lines = [
            f"{plural(len(self.bets), 'bet')} of {plural(self.quotes, 'quote')}, staked {self.staked:.2f}, "
            f"profit {self.profit:+.2f}, largest fall {self.drawdown:.2f}, bankroll {self.bankroll:.2f}"
        ]
        if self.growth is not None and self.low is not None and self.high is not None:
            lines.append(f"yield {self.growth:+.1%}, 95 % interval {self.low:+.1%} to {self.high:+.1%}")
        if self.closing_value is not None:
            error = "" if self.closing_error is None else f" ± {self.closing_error:.1%}"
            lines.append(f"closing line value {self.closing_value:+.1%}{error}")
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
    inclusive. Raises LookAhead if a fair price was fitted on its own fixture or later ones, NotAStake, WrongStrategy,
    WrongFairPrices, UnknownMarket, LeagueNotFound, NotAMoment.
    """
    check_database(db)
    if not callable(strategy):
        raise WrongStrategy(f"{strategy!r} is not a strategy, which is a function of a frame of quotes")
    wanted, connection = market_of(market), db.connection
    staking = _staking(stakes, size, bankroll)
    asked = narrowed(connection, league=league, season=season, start=start, end=end)
    rows = fixtures(connection, replace(asked, status=Status.FINISHED))
    named = Period(one_of("period", period, (Period.OPENING, Period.CLOSING), NotAStake))
    priced = _quoted(connection, wanted, rows, named, bookmaker, None if fair is None else fair_prices(fair, wanted))
    _check_order(priced)
    return _result(connection, strategy, wanted, rows, priced, staking)


class _Staking(NamedTuple):
    """How stakes are sized, and the bankroll at the start."""

    kind: str
    size: float
    bankroll: float

    def stake(self, quote: QuotedSide, bankroll: float) -> float:
        """The stake on a quote."""
        if self.kind == "flat":
            return self.size
        share = self.size
        if self.kind == "kelly":
            share *= max((quote.price / quote.fair_price - 1) / (quote.price - 1), 0.0)
        return max(bankroll, 0.0) * min(share, 1.0)


def _staking(kind: str, size: float | None, bankroll: float) -> _Staking:
    name = one_of("stakes", kind, tuple(SIZES), NotAStake)
    given = SIZES[name] if size is None else size
    if not 0 < given < math.inf or (name != "flat" and given > 1):
        limits = "above 0" if name == "flat" else "above 0, at most 1"
        raise NotAStake(f"size {given} is not a size of {name} stakes, which is {limits}")
    if not 0 < bankroll < math.inf:
        raise NotAStake(f"bankroll {bankroll} is not above 0")
    return _Staking(name, given, bankroll)


def _quoted(
    connection: sqlite3.Connection,
    market: Market,
    rows: Sequence[FixtureRow],
    period: Period,
    bookmaker: str | None,
    fair: dict[tuple[int, str, float | None], tuple[float, int]] | None,
) -> list[QuotedSide]:
    """The quotes of a period with a fair price at their line, by kickoff, fixture and side."""
    maker = None if bookmaker is None else find_bookmaker(connection, bookmaker)
    shown = shown_quotes(connection, [row.id for row in rows], [market], periods=(period,), bookmaker=maker)
    quoted = [row for row in rows if (row.id, market.key) in shown]
    ours = _our_prices(connection, market, quoted) if fair is None else fair
    found = []
    for row in quoted:
        quoting = shown[row.id, market.key]
        line, prices = quoting.quote
        for side, price in zip(market.shape.selections, prices, strict=True):
            known = ours.get((row.id, side, line))
            if known:
                words = (row.id, row.kickoff_ts, row.league, row.home, row.away, market.param)
                found.append(QuotedSide(*words, side, line, price, quoting.bookmaker.slug, *known))
    return found


def _our_prices(
    connection: sqlite3.Connection, market: Market, rows: Sequence[FixtureRow]
) -> dict[tuple[int, str, float | None], tuple[float, int]]:
    """Fixture, side and line → our fair price, and the start of the fixture's day, up to which it was fitted."""
    found: dict[tuple[int, str, float | None], tuple[float, int]] = {}
    # With a `now` after every fixture, each one is priced as of its own day.
    for one in price_ladders(connection, rows, now=2**53, markets=[market]):
        until = one.fixture.kickoff_ts - one.fixture.kickoff_ts % DAY
        rungs = (
            [(None, (one.fair.price_1, one.fair.price_2, one.fair.price_3))]
            if one.ladder is None
            else list(zip(one.ladder.lines.tolist(), one.ladder.prices.tolist(), strict=True))
        )
        for line, prices in rungs:
            for side, price in zip(market.shape.selections, prices, strict=False):
                if price is not None:
                    found[one.fixture.id, side, line] = (price, until)
    return found


def _check_order(priced: Sequence[QuotedSide]) -> None:
    """Raise LookAhead if a fair price was fitted on its own fixture or later ones."""
    for row in priced:
        if row.fitted_until > row.kickoff_ts:
            raise LookAhead(
                f"the fair price of {row.home} v {row.away} (fixture {row.fixture_id}) was fitted on fixtures up to "
                f"{day_of(row.fitted_until)}, after its kickoff on {day_of(row.kickoff_ts)}: it may know the result"
            )


class _Placed(NamedTuple):
    """A bet that was placed, with the bankroll after its day."""

    quote: QuotedSide
    slip: Slip
    fixture: FixtureRow
    profit: float
    bankroll: float


def _result(
    connection: sqlite3.Connection,
    strategy: Strategy,
    market: Market,
    rows: Sequence[FixtureRow],
    priced: Sequence[QuotedSide],
    staking: _Staking,
) -> Backtest:
    placed = list(_placed(strategy, market, {row.id: row for row in rows}, priced, staking))
    bets = [(one.slip, one.fixture) for one in placed]
    settled = [
        SettledBet(slip, row, settle_fixture(market, line=slip.line, side=slip.side, fixture=row), close)
        for (slip, row), close in zip(bets, closings(connection, bets), strict=True)
    ]
    frame = placed_bets(
        [(*flat(bet), one.quote.fair_price, one.bankroll) for bet, one in zip(settled, placed, strict=True)],
        BetRow._fields,
    )
    staked, profit, error = _yield_of(settled)
    growth = profit / staked if staked else None
    values, close_error = _closing_of(settled)
    reason = "" if placed else _why_none(rows, priced)
    return Backtest(
        bets=frame,
        staked=staked,
        profit=profit,
        growth=growth,
        low=None if growth is None or error is None else growth - CONFIDENCE * error,
        high=None if growth is None or error is None else growth + CONFIDENCE * error,
        closing_value=math.fsum(values) / len(values) if values else None,
        closing_error=close_error,
        drawdown=_drawdown([staking.bankroll, *(one.bankroll for one in placed)]),
        bankroll=placed[-1].bankroll if placed else staking.bankroll,
        quotes=len(priced),
        reason=reason,
    )


def _placed(
    strategy: Strategy,
    market: Market,
    by_id: dict[int, FixtureRow],
    priced: Sequence[QuotedSide],
    staking: _Staking,
) -> Iterator[_Placed]:
    """The bets, day by day; a result that is not known at the start of a day does not count in its bankroll yet."""
    bankroll, number = staking.bankroll, 0
    later: list[tuple[int, float]] = []
    for start, of_day in groupby(priced, key=lambda row: row.kickoff_ts // DAY * DAY):
        day = list(of_day)
        frame = quoted(day)
        later = [one for one in later if one[0] > start]
        known = bankroll - math.fsum(profit for _, profit in later)
        bets = []
        for place in chosen(frame, strategy(frame.copy())):
            quote, number = day[place], number + 1
            stake = staking.stake(quote, known)
            if stake <= 0:
                continue
            words = (quote.home, quote.away, quote.league)
            slip = Slip(
                number,
                quote.fixture_id,
                None,
                *words,
                market,
                quote.line,
                quote.side,
                quote.price,
                stake,
                quote.bookmaker,
            )
            fixture = by_id[quote.fixture_id]
            end = settle_fixture(market, line=quote.line, side=quote.side, fixture=fixture)
            bets.append((quote, slip, fixture, end.profit(stake, quote.price) if end else 0.0))
            later.append((known_from(fixture.kickoff_ts, time_known=fixture.time_known), bets[-1][3]))
        bankroll += math.fsum(bet[3] for bet in bets)
        for bet in bets:
            yield _Placed(*bet, bankroll)


def _yield_of(bets: Sequence[SettledBet]) -> tuple[float, float, float | None]:
    """Stakes without void bets, profit, and the standard error of the yield; bets on a fixture count as one."""
    staked: defaultdict[int, float] = defaultdict(float)
    won: defaultdict[int, float] = defaultdict(float)
    for bet in bets:
        if bet.end is not None and (bet.end.won or bet.end.lost):
            staked[bet.fixture.id] += bet.slip.stake
            won[bet.fixture.id] += bet.profit or 0.0
    total, profit = math.fsum(staked.values()), math.fsum(won.values())
    if len(staked) < 2:
        return total, profit, None
    squares = math.fsum((won[fixture] - profit / total * staked[fixture]) ** 2 for fixture in staked)
    return total, profit, math.sqrt(squares * len(staked) / (len(staked) - 1)) / total


def _closing_of(bets: Sequence[SettledBet]) -> tuple[list[float], float | None]:
    """The closing line values, and the standard error of their mean."""
    values = [bet.closing_value for bet in bets if bet.closing_value is not None]
    if len(values) < 2:
        return values, None
    mean = math.fsum(values) / len(values)
    spread = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return values, math.sqrt(spread / len(values))


def _drawdown(bankrolls: Sequence[float]) -> float:
    """The largest fall of a bankroll from an earlier high.

    >>> _drawdown([100, 110, 95, 120, 101])
    19
    """
    high, largest = bankrolls[0], 0.0
    for bankroll in bankrolls:
        high = max(high, bankroll)
        largest = max(largest, high - bankroll)
    return largest


def _why_none(rows: Sequence[FixtureRow], priced: Sequence[QuotedSide]) -> str:
    if not rows:
        return "no finished fixture matches the league, season and days"
    if not priced:
        return (
            f"none of the {plural(len(rows), 'fixture')} has both a quote of that period and a fair price at its line"
        )
    return f"the strategy chose none of {plural(len(priced), 'quote')}"
