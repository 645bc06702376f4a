"""The recorded quotes that stand beside our own prices. Contract 22.6."""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from footydata.football.markets import Market
from footydata.football.records import BookmakerRecord
from footydata.football.terms import Period
from footydata.odds.prices import PeriodQuote, is_complete, quotes
from footydata.store.read.fixtures.details import odds, pages
from footydata.store.read.odds.shown_bookmakers import ShownBookmakers


class ShownQuote(NamedTuple):
    """A recorded quote, with its bookmaker and period."""

    bookmaker: BookmakerRecord
    period: Period
    quote: PeriodQuote


def shown_quotes(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    markets: Sequence[Market],
    *,
    periods: Sequence[Period],
    bookmaker: BookmakerRecord | None = None,
    may_be_incomplete: bool = False,
) -> dict[tuple[int, str], ShownQuote]:
    """Fixture and market key → the quote that is shown, of those that have one.

    bookmaker: whose quotes; if it is None, those of the default one, and if that has none, of the one with the
    most fixtures recorded in the market. periods: a bookmaker's quote is that of the first of them that it quotes.
    may_be_incomplete: whether a quote on which nobody could bet counts, such as a line without prices.
    """
    makers = ShownBookmakers()
    by_id = makers.by_id(connection)
    first = [bookmaker.id] if bookmaker else [id_ for id_, maker in by_id.items() if maker.is_default]
    others = [] if bookmaker else [id_ for id_ in by_id if id_ not in first]
    by_key = {market.key: market for market in markets}
    quotes_by_key: dict[tuple[int, str], dict[int, ShownQuote]] = defaultdict(dict)

    def read(ids: Sequence[int], bookmaker_ids: Sequence[int]) -> None:
        for row in chain.from_iterable(odds(connection, ids, bookmaker_ids=bookmaker_ids).values()):
            if row.market not in by_key:
                continue
            recorded = quotes(row)
            for period in periods:
                quote = recorded.get(period)
                if quote and (may_be_incomplete or is_complete(by_key[row.market], quote)):
                    shown_quote = ShownQuote(by_id[row.bookmaker_id], period, quote)
                    quotes_by_key[row.fixture_id, row.market].setdefault(row.bookmaker_id, shown_quote)

    for page in pages(fixture_ids):
        read(page, first)
        unquoted = [id_ for id_ in page if any((id_, key) not in quotes_by_key for key in by_key)]
        if others and unquoted:
            read(unquoted, others)
    return {
        (fixture_id, key): quoting[makers.choose(connection, key, quoting).id]
        for (fixture_id, key), quoting in quotes_by_key.items()
    }
