"""The frames of odds, and of a ladder of our own prices."""

import sqlite3
from collections.abc import Sequence
from itertools import pairwise

import pandas as pd

from footydata.football.markets import Market
from footydata.football.records import BookmakerRecord, OddsRecord, OddsTickRecord
from footydata.football.records.meaning import NUMBER
from footydata.football.terms import Part
from footydata.frames.columns import MOVEMENT_COLUMNS, ODDS_COLUMNS, TICK_COLUMNS
from footydata.frames.framing import frame_of, framed, paged, with_not_fetched
from footydata.frames.reading import odds_columns
from footydata.odds import prices
from footydata.odds.settlement import market_of
from footydata.store import bookmakers as bookmakers_of
from footydata.store.bookmakers import BookmakerRanking
from footydata.store.read.fixtures import details
from footydata.store.read.quality.reasons import why_no_history


def odds(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    *,
    market: str | None,
    bookmaker: str | None,
) -> pd.DataFrame:
    """One row per fixture, bookmaker and market: lines and decimal prices at opening, closing and in play.

    price_1, price_2, price_3 are of the market's selections in order; of one market, they are named by its selections.
    attrs["not_fetched"]: the fixtures whose odds were never fetched. Raises InvalidArgument, NotFound.
    """
    chosen_market, maker = _market_and_bookmaker(connection, market, bookmaker)
    arrays = odds_columns(
        connection,
        fixture_ids,
        market=chosen_market.key if chosen_market else None,
        bookmaker_id=maker.id if maker else None,
        slugs={each.id: each.slug for each in bookmakers_of.bookmakers(connection)},
    )
    frame = frame_of(ODDS_COLUMNS, arrays)
    renamed = _named_by_selections(frame, chosen_market) if chosen_market else frame
    subject = f"odds{_phrase(chosen_market, maker)} are"
    return with_not_fetched(
        renamed, connection, fixture_ids, Part.ODDS | Part.ODDS_SUMMARY, what=subject
    )


def odds_movement(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    *,
    market: str | None,
    bookmaker: str | None,
    method: str,
) -> pd.DataFrame:
    """One row per step between two recorded quotes: opening to closing, closing to in play.

    line: by how much the line moved; chance_1 to chance_3: if it did not, by how much the margin-free chances of the
    market's selections moved. Raises InvalidArgument, NotFound.
    """
    chosen_market, maker = _market_and_bookmaker(connection, market, bookmaker)
    rows, slugs = _odds_rows(connection, fixture_ids, chosen_market, maker)
    steps = [
        (row, slug, *step)
        for row, slug in zip(rows, slugs, strict=True)
        for step in pairwise(prices.quotes(row).items())
    ]
    moved = prices.movements(
        [(before, after) for _, _, (_, before), (_, after) in steps], method=method
    )
    moves = [
        (
            *row[:2],
            slug,
            row.market,
            start,
            end,
            before.line,
            after.line,
            line,
            *(chances or ()),
            None,
            None,
            None,
        )[:12]
        for (row, slug, (start, before), (end, after)), (line, chances) in zip(
            steps, moved, strict=True
        )
    ]
    frame = framed(MOVEMENT_COLUMNS, moves)
    subject = f"odds{_phrase(chosen_market, maker)} at two moments are"
    return with_not_fetched(
        frame, connection, fixture_ids, Part.ODDS | Part.ODDS_SUMMARY, what=subject
    )


def odds_history(
    connection: sqlite3.Connection, fixture_id: int, *, bookmaker: str | None, market: str
) -> pd.DataFrame:
    """One row per recorded tick, oldest first; prices <NA>: the market was suspended.

    bookmaker: None for the default one; if that did not record the market, the one with the most fixtures in it.
    Raises InvalidArgument, NotFound.
    """
    chosen_market = market_of(market)
    _, chosen_bookmaker = _market_and_bookmaker(connection, None, bookmaker)
    makers = bookmakers_of.ticking(connection, fixture_id, market=chosen_market.key)
    maker = chosen_bookmaker or (
        BookmakerRanking().choose(connection, chosen_market.key, makers) if makers else None
    )
    ticks = (
        details.odds_ticks(connection, fixture_id, bookmaker_id=maker.id, market=chosen_market.key)
        if maker
        else []
    )
    with_slug = [(*tick, maker.slug if maker else "") for tick in ticks]
    frame = framed(TICK_COLUMNS, with_slug, (*OddsTickRecord._fields, "bookmaker"))
    renamed = _named_by_selections(frame, chosen_market)
    if not ticks:
        renamed.attrs["reason"] = why_no_history(
            connection, fixture_id, f"history{_phrase(chosen_market, chosen_bookmaker)}"
        )
    return renamed


def ladder(rungs: prices.Ladder, market: Market) -> pd.DataFrame:
    """One row per quarter line, lowest first: the fair prices of both sides, named by the market's selections."""
    prices_by_side = zip(market.shape.selections, rungs.prices.T, strict=True)
    return pd.DataFrame(
        {"line": pd.Series(rungs.lines, dtype=NUMBER)}
        | {selection: pd.Series(fair, dtype=NUMBER) for selection, fair in prices_by_side}
    )


def _market_and_bookmaker(
    connection: sqlite3.Connection, market: str | None, bookmaker: str | None
) -> tuple[Market | None, BookmakerRecord | None]:
    """The market and the bookmaker with these names, None for None. Raises InvalidArgument, NotFound."""
    return (
        market_of(market) if market is not None else None,
        bookmakers_of.find_bookmaker(connection, bookmaker) if bookmaker is not None else None,
    )


def _phrase(market: Market | None, bookmaker: BookmakerRecord | None) -> str:
    return (f" of {market.param}" if market else "") + (
        f" at {bookmaker.slug}" if bookmaker else ""
    )


def _odds_rows(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    market: Market | None,
    bookmaker: BookmakerRecord | None,
) -> tuple[list[OddsRecord], list[str]]:
    """The odds of fixtures, and the bookmaker's slug of each row. market, bookmaker: None for all."""
    slugs = {maker.id: maker.slug for maker in bookmakers_of.bookmakers(connection)}
    bookmaker_ids = [bookmaker.id] if bookmaker else list(slugs)
    pages = paged(
        fixture_ids, lambda ids: details.odds(connection, ids, bookmaker_ids=bookmaker_ids).values()
    )
    rows = [row for page in pages for row in page if market is None or row.market == market.key]
    return rows, [slugs[row.bookmaker_id] for row in rows]


def _named_by_selections(frame: pd.DataFrame, market: Market) -> pd.DataFrame:
    names = {f"price_{place}": name for place, name in enumerate(market.shape.selections, start=1)}
    renamed = {
        column: column.replace(price, name)
        for column in frame.columns
        for price, name in names.items()
        if price in column
    }
    unused = [column for column in frame.columns if "price_" in column and column not in renamed]
    lines = (
        []
        if market.shape.has_line
        else [column for column in frame.columns if column.endswith("line")]
    )
    return frame.drop(columns=[*unused, *lines]).rename(columns=renamed)
