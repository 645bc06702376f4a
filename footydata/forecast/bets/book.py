"""Settles a user's own bets and compares them with the closing prices."""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from footydata.football.errors import FootydataError
from footydata.football.rows import FixtureRow
from footydata.forecast.bets.closing import Closing, closings
from footydata.forecast.bets.matching import match
from footydata.forecast.bets.own_rows import Refused, refused_text
from footydata.forecast.bets.slips import NO_MAP, OwnBets, Slip, SlipMap, read_slips
from footydata.odds.settlement import Settlement, settle_fixture
from footydata.odds.wilson import DEVIATIONS
from footydata.store.bookmakers import find_bookmaker

WIDEST = 60.0
"""The largest logarithm of an odds ratio: beyond it nothing changes any more."""

STEPS = 60
"""How often the span of odds ratios is halved: then it is below 1e-15."""


class SettledBet(NamedTuple):
    """A bet with its fixture and settlement (end, None while it is open).

    compared: the fair closing price, or why it is not known.
    """

    slip: Slip
    fixture: FixtureRow
    end: Settlement | None
    compared: Closing | str

    @property
    def closing(self) -> Closing | None:
        """The fair closing price, None if it is not known."""
        return self.compared if isinstance(self.compared, Closing) else None

    @property
    def closing_reason(self) -> str | None:
        """Why the closing price is not known, None if it is."""
        return self.compared if isinstance(self.compared, str) else None

    @property
    def profit(self) -> float | None:
        """What the bet won, negative for a loss; None while it is open."""
        return None if self.end is None else self.end.profit(self.slip.stake, self.slip.price)

    @property
    def closing_value(self) -> float | None:
        """Closing line value: price / fair closing price - 1; None if that is unknown."""
        return None if self.closing is None else self.slip.price / self.closing.price - 1


def values_of(bet: SettledBet) -> dict[str, object]:
    """The fields of a settled bet's slip and fixture by name, how it ended, and its closing price.

    outcome: 'open' until it is settled. closing_line: the recorded one; closing_price: the fair closing price at the
    bet's line, moved there by a model if is_moved.
    """
    fixture, closing = bet.fixture, bet.closing
    return {
        **fixture._asdict(),
        **bet.slip._asdict(),
        **{name: getattr(fixture, name) for name in ("league", "home", "away")},
        "fixture_id": fixture.id,
        "market": bet.slip.market.param,
        "outcome": bet.end.outcome.value if bet.end else "open",
        "profit": bet.profit,
        "closing_bookmaker": closing.bookmaker if closing else None,
        "closing_line": closing.line if closing else None,
        "closing_price": closing.price if closing else None,
        "is_moved": closing.is_moved if closing else None,
        "closing_value": bet.closing_value,
        "closing_reason": bet.closing_reason,
    }


@dataclass(frozen=True, slots=True)
class Book:
    """A settled book.

    Attributes:
        bets: in the order of the file.
        refused: rows that could not be read or matched, and why.
        remarks: columns that are not read, stakes that are missing, names of bookmakers that no bookmaker has.
    """

    bets: list[SettledBet]
    refused: list[Refused]
    remarks: list[str]

    @property
    def reason(self) -> str:
        """Why the book has no bets."""
        if not self.refused:
            return "the file has a heading and no bets"
        return f"no row could be read as a bet; {refused_text(self.refused)}"

    @property
    def open(self) -> int:
        """How many bets are not settled yet."""
        return sum(bet.end is None for bet in self.bets)

    @property
    def staked(self) -> float:
        """The turnover: the stakes of the settled bets, void ones too."""
        return math.fsum(bet.slip.stake for bet in self.bets if bet.end is not None)

    @property
    def profit(self) -> float:
        """What the settled bets won in all."""
        return math.fsum(bet.profit or 0.0 for bet in self.bets)

    @property
    def yield_(self) -> float | None:
        """Profit over turnover, None if nothing is staked."""
        return self.profit / self.staked if self.staked else None

    @property
    def yield_interval(self) -> tuple[float, float] | None:
        """The 95 % score interval of the yield, all bets on a fixture counted as one; None if none is decided."""
        stakes: defaultdict[int, float] = defaultdict(float)
        payouts: defaultdict[int, float] = defaultdict(float)
        for bet in self.bets:
            if bet.end is not None and (bet.end.won or bet.end.lost):
                stakes[bet.fixture.id] += bet.slip.stake
                payouts[bet.fixture.id] += bet.slip.stake * bet.slip.price
        decided = math.fsum(stakes.values())
        if not decided:
            return None
        prices = [payouts[each] / stakes[each] for each in stakes]
        low, high = yield_interval(list(stakes.values()), prices, self.profit / decided)
        return low * decided / self.staked, high * decided / self.staked

    @property
    def closing_values(self) -> list[float]:
        """The closing line values of the bets that have one."""
        return [bet.closing_value for bet in self.bets if bet.closing_value is not None]

    @property
    def closing_value(self) -> float | None:
        """The mean closing line value, None if no bet has one."""
        values = self.closing_values
        return math.fsum(values) / len(values) if values else None

    @property
    def closing_error(self) -> float | None:
        """The standard error of closing_value, None with fewer than two bets that have one."""
        values = self.closing_values
        if len(values) < 2:
            return None
        return float(np.std(values, ddof=1)) / math.sqrt(len(values))


def yield_interval(
    stakes: Sequence[float], prices: Sequence[float], growth: float
) -> tuple[float, float]:
    """The 95 % score interval of a yield; stakes and decimal prices of its bets, which are taken as independent.

    Neither few bets nor bets that all end alike can make it narrow. The spread of the profits themselves would: of six
    bets at 1.95 that all won it is nothing. Here the spread is that of the prices, as in Wilson's interval of a share.
    Every bet's chance is that of its price, moved by one odds ratio for all of them; the interval has the yields from
    which the observed one is at most 1.96 standard errors away. Of bets at one price and stake it is Wilson's interval
    of the share that won. Half won and half lost bets spread less than it allows.

    Source of the example: Wilson's interval of 81 of 263 by Newcombe, Statistics in Medicine 17 (1998), table I.

    >>> low, high = yield_interval([10.0] * 263, [2.0] * 263, (81 * 20 - 2630) / 2630)
    >>> round((low + 1) / 2, 4), round((high + 1) / 2, 4)
    (0.2553, 0.3662)
    """
    staked, odds = np.asarray(stakes, dtype=np.float64), np.asarray(prices, dtype=np.float64) - 1
    payouts = staked * (odds + 1) / staked.sum()

    def yield_and_error(log_ratio: float) -> tuple[float, float]:
        """The expected yield and its standard error, with the chances of the prices moved by an odds ratio."""
        chances = 1 / (1 + odds * np.exp(-log_ratio))
        error = np.sqrt((payouts**2 * chances * (1 - chances)).sum())
        return float((payouts * chances).sum() - 1), float(error)

    ends = []
    for side in (1, -1):
        low, high = -WIDEST, WIDEST
        for _ in range(STEPS):
            middle = (low + high) / 2
            expected, error = yield_and_error(middle)
            if growth - expected > side * DEVIATIONS * error:
                low = middle
            else:
                high = middle
        ends.append(yield_and_error((low + high) / 2)[0])
    return ends[0], ends[1]


def yield_text(growth: float, interval: tuple[float, float] | None) -> str:
    """A yield with its interval.

    >>> yield_text(0.95, (0.189, 0.95))
    'yield on turnover +95.0%, 95 % score interval +18.9% to +95.0%'
    """
    ends = f", 95 % score interval {interval[0]:+.1%} to {interval[1]:+.1%}" if interval else ""
    return f"yield on turnover {growth:+.1%}{ends}"


def settle_book(connection: sqlite3.Connection, path: Path, slip_map: SlipMap = NO_MAP) -> Book:
    """The bets of a CSV file: matched, settled and compared with the closing prices. Raises InvalidArgument."""
    return settle_bets(connection, read_slips(path, slip_map))


def settle_bets(connection: sqlite3.Connection, own: OwnBets) -> Book:
    """The bets of a list, matched, settled and compared with the closing prices."""
    slips, remarks = _with_slugs(connection, own.slips)
    fixtures_by_row = match(connection, slips)
    bets = [
        (slip, fixture)
        for slip in slips
        if isinstance(fixture := fixtures_by_row[slip.row], FixtureRow)
    ]
    unmatched = [
        Refused(row, str(error))
        for row, error in fixtures_by_row.items()
        if isinstance(error, FootydataError)
    ]
    bets_settled = [
        SettledBet(
            slip,
            fixture,
            settle_fixture(slip.market, line=slip.line, side=slip.side, fixture=fixture),
            closing,
        )
        for (slip, fixture), closing in zip(bets, closings(connection, bets), strict=True)
    ]
    return Book(bets_settled, sorted([*own.refused, *unmatched]), [*own.remarks, *remarks])


def _with_slugs(
    connection: sqlite3.Connection, slips: Sequence[Slip]
) -> tuple[list[Slip], list[str]]:
    """The bets with the slugs of their bookmakers, and a remark for each name that no bookmaker has."""
    slugs: dict[str, str] = {}
    remarks = []
    for text in dict.fromkeys(slip.bookmaker for slip in slips if slip.bookmaker):
        try:
            slugs[text] = find_bookmaker(connection, text).slug
        except FootydataError as error:
            remarks.append(f"{error}; its bets are compared with the close of others")
    return [slip._replace(bookmaker=slugs.get(slip.bookmaker or "")) for slip in slips], remarks
