"""The methods of Database for odds, our own prices, and bets."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from footydata.database.opened import OpenedDatabase, gives
from footydata.football.choices import (
    MarketName,
    MethodName,
    Narrowing,
    OneOrMany,
    narrowing,
)
from footydata.football.markets import MARKETS
from footydata.football.terms import Status
from footydata.frames import prices as frames
from footydata.frames.backtest import cells_of
from footydata.odds.settlement import market_of
from footydata.store.file.snapshots import of_one_snapshot
from footydata.store.read.fixtures.asked import narrowed, several
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixtures
from footydata.store.read.odds.bookmakers import find_bookmaker

if TYPE_CHECKING:
    import pandas as pd


class PriceFrames(OpenedDatabase):
    """The part of Database that is about odds, fair lines and bets."""

    @narrowing
    @gives("odds")
    def odds(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        market: MarketName | None = None,
        bookmaker: str | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per fixture, bookmaker and market; with one market the columns are named by its selections."""
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.odds(self._connection, ids, market=market, bookmaker=bookmaker), asked)

    @narrowing
    @gives("odds_movement")
    def odds_movement(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        market: MarketName | None = None,
        bookmaker: str | None = None,
        method: MethodName = "power",
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per step of a market between recorded quotes, opening to closing to in play, of the chosen fixtures.

        line: by how much it moved. chance_1 to chance_3: if it did not, by how much the chances of the market's
        selections moved. method: how the margin is taken out of the prices.
        """
        ids, asked = self._ids(fixture_id, narrowed_to)
        frame = frames.odds_movement(self._connection, ids, market=market, bookmaker=bookmaker, method=method)
        return self._explained(frame, asked)

    @gives("odds_history")
    def odds_history(self, fixture_id: int, market: MarketName, *, bookmaker: str | None = None) -> "pd.DataFrame":
        """One row per recorded tick of a market at a bookmaker, oldest first.

        Without a bookmaker, the default one; if that one did not record the market, the one with the most fixtures
        recorded in it.
        """
        return frames.odds_history(self._connection, self._fixture(fixture_id).id, bookmaker=bookmaker, market=market)

    @narrowing
    @gives("fair_lines")
    def fair_lines(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        markets: OneOrMany[MarketName] | None = None,
        bookmaker: str | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per fixture and market: our fair line and prices beside the recorded quote of a bookmaker.

        Past days too, each priced from what was known before it; without a day, the fixtures of the next two weeks.
        markets: all eleven by default. there_price_*: our prices at the recorded line.
        attrs["refused"]: league and figure → why there is no line, if too little is known.
        Fair by a model of past counts, with the market's result prices where `model` says so; there is no evidence
        that betting on it makes a profit.
        """
        from footydata.forecast.pricing import AHEAD, PricedLine, flat, price

        now = self._now()
        ids = several(fixture_id)
        asked = FixtureFilter() if ids is not None else narrowed(self._connection, **narrowed_to)
        if ids is None and asked.start_ts is None and asked.end_ts is None:
            asked = replace(asked, start_ts=now, end_ts=now + AHEAD)
            if asked.statuses is None and asked.status is None:
                asked = replace(asked, status=Status.SCHEDULED)
        wanted = fixtures(self._connection, asked) if ids is None else [self._fixture(each) for each in ids]
        named = several(markets)
        priced = price(
            self._connection,
            wanted,
            now=now,
            markets=MARKETS if named is None else [market_of(name) for name in named],
            bookmaker=None if bookmaker is None else find_bookmaker(self._connection, bookmaker),
        )
        frame = frames.fair_lines([flat(row) for row in priced.comparisons], PricedLine._fields)
        frame.attrs["refused"] = dict(priced.refused)
        if wanted and frame.empty:
            frame.attrs["reason"] = "no market is asked for" if named == [] else priced.reason
        return self._explained(frame, asked)

    @of_one_snapshot
    def ladder(self, fixture_id: int, market: MarketName) -> "pd.DataFrame":
        """One row per quarter line of a market of a fixture, lowest first: our fair prices of both sides, up to 15.

        Priced as fair_lines are. Raises FixtureNotFound, InvalidArgument, and TooFewFixtures if it can't be priced.
        """
        from footydata.forecast.pricing import fair_ladder

        row, wanted = self._fixture(fixture_id), market_of(market)
        return frames.ladder(fair_ladder(self._connection, row, wanted, now=self._now()), wanted)

    @gives("bets")
    def bets(self, bets: "str | Path | pd.DataFrame") -> "pd.DataFrame":
        """One row per bet of a CSV file or of a frame with the same columns: how it ended, and the fair closing price.

        attrs["refused"]: the rows that could not be read as bets, with their reasons; attrs["remarks"]: bookmakers
        that the database does not know. closing_value: the price over the fair closing price, less one.
        row: the line of the file, or the row of the frame, from 1. Raises InvalidArgument if it is not a list of bets.
        """
        from footydata.forecast.bets import BetRow, flat, settle_book, settle_slips, slips_of

        if isinstance(bets, str | Path):
            book = settle_book(self._connection, Path(bets))
        else:
            cells = cells_of(bets)
            book = settle_slips(self._connection, *slips_of(cells, [str(name) for name in bets.columns]))
        frame = frames.bets([flat(bet) for bet in book.bets], BetRow._fields)
        frame.attrs["refused"] = [tuple(row) for row in book.refused]
        frame.attrs["remarks"] = book.remarks
        if frame.empty:
            frame.attrs["reason"] = book.reason
        return frame
