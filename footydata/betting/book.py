"""Settles a book of own bets and sets it against the closing prices."""

import math
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from footydata.betting.matching import FixtureFinder
from footydata.betting.slips import Refused, Slip, read_slips
from footydata.contract.errors import FootydataError
from footydata.contract.terms import Period
from footydata.forecast.moved_lines import fair_prices_at
from footydata.queries.bookmakers import bookmakers
from footydata.queries.details import odds, pages
from footydata.records import Bookmaker
from footydata.rows import FixtureRow
from footydata.rules.margins import implied_probabilities
from footydata.rules.prices import Quote, quotes
from footydata.rules.settlement import Settlement, settle_fixture


class Closing(NamedTuple):
    """The fair closing price of a bet's side at its line.

    line: the recorded closing line; where it is not the bet's, the price is moved to the bet's line by a model.
    """

    bookmaker: str
    line: float | None
    price: float
    is_moved: bool


class SettledBet(NamedTuple):
    """A bet with its fixture, its end (None while it is open) and the fair closing price (None where unknown)."""

    slip: Slip
    fixture: FixtureRow
    end: Settlement | None
    closing: Closing | None

    @property
    def profit(self) -> float | None:
        """What the bet won, negative where it lost, None while it is open."""
        return None if self.end is None else self.end.profit(self.slip.stake, self.slip.price)

    @property
    def closing_value(self) -> float | None:
        """The price over the fair closing price, less one; None where that is unknown."""
        return None if self.closing is None else self.slip.price / self.closing.price - 1


class BetRow(NamedTuple):
    """A settled bet as one flat row.

    outcome: open while it is. closing_price: the fair one at the bet's line, moved there by a model where is_moved.
    """

    row: int
    fixture_id: int
    kickoff_ts: int
    league: str
    home: str
    away: str
    market: str
    line: float | None
    side: str
    price: float
    stake: float
    outcome: str
    profit: float | None
    closing_bookmaker: str | None
    closing_line: float | None
    closing_price: float | None
    is_moved: bool | None
    closing_value: float | None


def flat(bet: SettledBet) -> BetRow:
    """The settled bet as one flat row."""
    slip, fixture, closing = bet.slip, bet.fixture, bet.closing
    return BetRow(
        row=slip.row,
        fixture_id=fixture.id,
        kickoff_ts=fixture.kickoff_ts,
        league=fixture.league,
        home=fixture.home,
        away=fixture.away,
        market=slip.market.param,
        line=slip.line,
        side=slip.side,
        price=slip.price,
        stake=slip.stake,
        outcome=bet.end.outcome.value if bet.end else "open",
        profit=bet.profit,
        closing_bookmaker=closing.bookmaker if closing else None,
        closing_line=closing.line if closing else None,
        closing_price=closing.price if closing else None,
        is_moved=closing.is_moved if closing else None,
        closing_value=bet.closing_value,
    )


@dataclass(frozen=True, slots=True)
class Book:
    """A settled book.

    Attributes:
        bets: in the order of the file.
        refused: rows that could not be read or matched, and why.
    """

    bets: list[SettledBet]
    refused: list[Refused]

    @property
    def open(self) -> int:
        """How many bets are not settled yet."""
        return sum(bet.end is None for bet in self.bets)

    @property
    def staked(self) -> float:
        """The stakes that were at risk: settled bets, void ones left out."""
        return math.fsum(bet.slip.stake for bet in self._decided)

    @property
    def profit(self) -> float:
        """What the settled bets won in all."""
        return math.fsum(bet.profit or 0.0 for bet in self.bets)

    @property
    def yield_(self) -> float | None:
        """Profit over stakes at risk, None without any."""
        return self.profit / self.staked if self.staked else None

    @property
    def yield_error(self) -> float | None:
        """The standard error of the yield; a yield within two of them is no sign of anything. None below two bets."""
        decided = self._decided
        if len(decided) < 2 or self.yield_ is None:
            return None
        squares = math.fsum(((bet.profit or 0.0) - self.yield_ * bet.slip.stake) ** 2 for bet in decided)
        return math.sqrt(squares * len(decided) / (len(decided) - 1)) / self.staked

    @property
    def closing_values(self) -> list[float]:
        """The closing line values of the bets that have one."""
        return [bet.closing_value for bet in self.bets if bet.closing_value is not None]

    @property
    def closing_value(self) -> float | None:
        """The mean closing line value, None where no bet has one."""
        values = self.closing_values
        return math.fsum(values) / len(values) if values else None

    @property
    def _decided(self) -> list[SettledBet]:
        return [bet for bet in self.bets if bet.end is not None and (bet.end.won or bet.end.lost)]


def settle_book(connection: sqlite3.Connection, path: Path) -> Book:
    """The bets of a CSV file matched, settled and set against the closing prices. Raises NoBook."""
    slips, refused = read_slips(path)
    finder = FixtureFinder(connection)
    matched: list[tuple[Slip, FixtureRow]] = []
    for slip in slips:
        try:
            matched.append((slip, finder.find(slip)))
        except FootydataError as error:
            refused.append(Refused(slip.row, str(error)))
    closings = _closing_quotes(connection, sorted({fixture.id for _, fixture in matched}))
    bets = [
        SettledBet(
            slip,
            fixture,
            settle_fixture(slip.market, line=slip.line, side=slip.side, fixture=fixture),
            _closing(slip, closings.get((fixture.id, slip.market.key), [])),
        )
        for slip, fixture in matched
    ]
    return Book(bets, sorted(refused))


def _closing_quotes(
    connection: sqlite3.Connection, fixture_ids: list[int]
) -> dict[tuple[int, str], list[tuple[Bookmaker, Quote]]]:
    """Fixture and market → the closing quotes that have prices, the default bookmaker first."""
    makers = {maker.id: maker for maker in bookmakers(connection)}
    place = {id_: i for i, id_ in enumerate(makers)}
    found: dict[tuple[int, str], list[tuple[Bookmaker, Quote]]] = {}
    for ids in pages(fixture_ids):
        listed = odds(connection, ids, bookmaker_ids=list(makers))
        for row in sorted((row for rows in listed.values() for row in rows), key=lambda row: place[row.bookmaker_id]):
            quote = quotes(row).get(Period.CLOSING)
            if quote and quote.prices:
                found.setdefault((row.fixture_id, row.market), []).append((makers[row.bookmaker_id], quote))
    return found


def _closing(slip: Slip, quoted: list[tuple[Bookmaker, Quote]]) -> Closing | None:
    """The bet's own bookmaker first, then the default one; a quote at the bet's line before one at another."""
    ordered = sorted(quoted, key=lambda pair: (pair[1].line != slip.line, pair[0].slug != slip.bookmaker))
    selection = slip.market.shape.selections.index(slip.side)
    for maker, quote in ordered:
        if slip.line is None:
            price = 1 / float(implied_probabilities(quote.prices)[selection])
            return Closing(maker.slug, None, price, is_moved=False)
        if quote.line is not None:
            price = fair_prices_at(slip.market, quote, slip.line)[selection]
            return Closing(maker.slug, quote.line, price, is_moved=quote.line != slip.line)
    return None
