"""The frames that a user gives: fixtures to load, bets, fair prices, and a strategy's choice of its quotes."""

import sqlite3
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from warnings import warn

import numpy as np
import pandas as pd
import pyarrow as pa

from footydata.football.declared_types import HandicapName
from footydata.football.errors import InvalidArgument
from footydata.football.markets import Market
from footydata.football.wording import plural
from footydata.frames.viewed import to_frame
from footydata.sources.parsed import Refusal
from footydata.sources.tables.table import Row, TextTable, text_of
from footydata.views.arguments import Clock, Says
from footydata.views.bets import BET_COLUMNS, book_view
from footydata.views.columns import columns

SLACK = 0.01
"""How far from their whole the chances by the fair prices of a line may sum, as prices are rounded."""


ROWS_AT_ONCE = 10_000
"""Rows whose values are made at once: those of a whole frame would take many times its memory."""


def table_of(frame: object) -> TextTable:
    """The table of a frame; its rows are numbered from 1. Raises InvalidArgument if it is none, or a name repeats.

    A frame of pandas, whose named index levels are columns, or anything with the Arrow capsule interface (`__arrow_c_stream__`).
    """
    try:
        table = (
            frame
            if isinstance(frame, pd.DataFrame)
            else pa.table(frame).to_pandas(types_mapper=pd.ArrowDtype)
        )
    except (pa.ArrowException, TypeError, ValueError) as error:
        why = f"a {type(frame).__name__} is no frame of pandas, Polars (collected), Arrow or DuckDB: {error}"
        raise InvalidArgument(why, parameter="frame", value=None) from None
    if table.columns.nlevels > 1:
        why = "the frame's columns have several levels, which are not read"
        raise InvalidArgument(why, parameter="frame", value=table.columns.nlevels)
    named = [level for level, name in enumerate(table.index.names) if name is not None]
    table = table.reset_index(level=named) if named else table
    for name in table.columns[table.columns.duplicated()]:
        raise InvalidArgument(
            f"the frame has two columns {name!r}", parameter="frame", value=str(name)
        )
    return TextTable(None, [*map(str, table.columns)], partial(_rows, table))


_SHORT_FLOATS = ("float32", "Float32", "float[pyarrow]")


def _rows(table: pd.DataFrame) -> Iterator[Row | Refusal]:
    for start in range(0, len(table), ROWS_AT_ONCE):
        part = table.iloc[start : start + ROWS_AT_ONCE]
        # A float of 32 bits is its own shortest text: 1.95, which one of 64 bits would have as 1.9500000476837158.
        columns = [
            (
                cells.astype("float32").astype(str) if str(cells.dtype) in _SHORT_FLOATS else cells
            ).tolist()
            for place in range(part.shape[1])
            for cells in [part.iloc[:, place]]
        ]
        for number, values in enumerate(zip(*columns, strict=True), start=start + 1):
            yield Row(number, [text_of(value) for value in values])


class QuotedSide(NamedTuple):
    """A quoted price of one side of a market, with the fair price at the same line, None if that is not known.

    fitted_until: the fair price was computed from what was known before this moment, unix seconds.
    """

    fixture_id: int
    kickoff_ts: int
    league: str
    home: str
    away: str
    market: str
    side: str
    line: float | None
    price: float
    bookmaker: str
    fair_price: float | None
    fitted_until: int | None


PLACED_COLUMNS = (*BET_COLUMNS, *columns("backtest bets", ("fair_price", "bankroll")))
QUOTE_COLUMNS = columns("backtest quotes", QuotedSide._fields)


def chosen(frame: pd.DataFrame, answer: Any) -> list[int]:
    """The places in the frame, from 0, of the rows that a strategy chose.

    answer: rows of the frame, or true or false for each row; a Series with the index of the frame may be in any order.
    Raises InvalidArgument.
    """
    if isinstance(answer, pd.DataFrame):
        is_chosen = frame.index.isin(answer.index)
        if is_chosen.sum() != len(answer):
            raise InvalidArgument(
                "the strategy gave rows that are not in its frame, or one of them twice",
                parameter="strategy",
                value=answer,
            )
        return np.flatnonzero(is_chosen).tolist()
    if isinstance(answer, pd.Series) and {*answer.index} == {*frame.index}:
        # As pandas does when a frame is filtered by a Series.
        answer = answer.reindex(frame.index)
    flags = pd.Series(answer).fillna(False).tolist() if np.ndim(answer) == 1 else []
    if len(flags) != len(frame) or not all(flag in (True, False) for flag in flags):
        raise InvalidArgument(
            f"the strategy gave {type(answer).__name__}; it gives rows of its frame, or true or false for each of them",
            parameter="strategy",
            value=answer,
        )
    return [place for place, flag in enumerate(flags) if flag]


def bets_frame(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    bets: str | Path | pd.DataFrame,
    *,
    map: Annotated[str | Path, Says("A TOML file that names columns and says whose handicaps are.")]
    | None = None,
    handicap: Annotated[
        HandicapName,
        Says("Whose the line of an away bet is, where its column is not `line`, the home side's."),
    ]
    | None = None,
) -> pd.DataFrame:
    """One row per bet of a CSV file or of a frame with the same columns: how it ended, and the fair closing price.

    Rows that could not be read as bets are left out, with a RefusedRowsWarning; attrs["refused"] has all, with their
    reasons. attrs["remarks"]: columns that are not read, missing stakes, each of which counts 1, and bookmakers that
    the database does not know. closing_value: the price over the fair closing price, less one. row: the line of the
    file, or the row of the frame, from 1. Raises InvalidArgument if it is not a list of bets.
    """
    # Database has the method, and most notebooks settle no bets.
    from footydata.forecast.bets.book import settle_bets, settle_book
    from footydata.forecast.bets.own_rows import RefusedRowsWarning, refused_text
    from footydata.forecast.bets.slips import slip_map_of, slips_of

    slip_map = slip_map_of(None if map is None else Path(map), handicap)
    if isinstance(bets, str | Path):
        book = settle_book(connection, Path(bets), slip_map)
    else:
        book = settle_bets(connection, slips_of(table_of(bets), "the frame", slip_map))
    if book.refused:
        text = (
            f"{plural(len(book.refused), 'row')} left out, as no bet: {refused_text(book.refused)}"
        )
        # Of the caller of the method that is made of this.
        warn(text, RefusedRowsWarning, 4)
    return to_frame(book_view(book))


def fair_prices(
    frame: pd.DataFrame, market: Market
) -> dict[tuple[int, str, float | None], tuple[float, int]]:
    """Fixture, side and line → the fair price, and the moment until which it was fitted, in unix seconds.

    Columns: fixture_id, side, fair_price, fitted_until (a moment), and line in markets that have one. If all sides of a
    market are priced, their chances must sum to 1. Raises InvalidArgument.
    """
    if not isinstance(frame, pd.DataFrame):
        raise InvalidArgument(
            f"fair prices are a DataFrame, not of type {type(frame).__name__}",
            parameter="fair",
            value=frame,
        )
    missing = {"fixture_id", "side", "fair_price", "fitted_until"} - {*frame.columns}
    if missing:
        raise InvalidArgument(
            f"fair prices have no column {', '.join(sorted(missing))}",
            parameter="fair",
            value=list(frame.columns),
        )
    quotes = frame if "line" in frame.columns else frame.assign(line=None)
    # As objects first: the columns may be of any dtype, and those of pyarrow can't do all of the arithmetic below.
    ids, lines, prices = (
        pd.to_numeric(quotes[name].astype(object), errors="coerce")
        for name in ("fixture_id", "line", "fair_price")
    )
    moments = pd.to_datetime(quotes["fitted_until"], utc=True, errors="coerce")
    for name, is_right, problem in (
        ("fixture_id", ids.notna() & (ids % 1 == 0), "{!r} is not the id of a fixture"),
        ("line", lines.notna() | quotes["line"].isna(), "line {!r} is not a number"),
        ("fair_price", (prices > 1) & (prices < np.inf), "{!r} is not a decimal price"),
        ("fitted_until", moments.notna(), "fitted_until {!r} is not a moment"),
    ):
        for row in np.flatnonzero(~is_right.fillna(False).to_numpy(dtype=bool)):
            value = quotes[name].tolist()[row]
            raise InvalidArgument(
                f"row {row}: {problem.format(value)}", parameter="fair", value=value
            )
    prices_by_side = {
        (int(fixture_id), str(side), None if pd.isna(line) else float(line)): (
            float(price),
            int(moment.timestamp()),
        )
        for fixture_id, side, line, price, moment in zip(
            ids, quotes["side"], lines, prices, moments, strict=True
        )
    }
    _check_sums(prices_by_side, market)
    return prices_by_side


def _check_sums(
    fair: Mapping[tuple[int, str, float | None], tuple[float, int]], market: Market
) -> None:
    """Raise InvalidArgument if the chances of all sides at a line do not sum as those of the market do."""
    sides = market.shape.selections
    expected_sum = market.shape.winners
    for fixture_id, line in dict.fromkeys((fixture_id, line) for fixture_id, _, line in fair):
        prices = [
            fair[fixture_id, side, line][0] for side in sides if (fixture_id, side, line) in fair
        ]
        total = sum(1 / price for price in prices)
        if len(prices) == len(sides) and abs(total - expected_sum) > SLACK:
            at = "" if line is None else f" at {line:g}"
            raise InvalidArgument(
                f"fixture {fixture_id}: the chances of {', '.join(sides)}{at} by their fair prices "
                f"({', '.join(f'{price:g}' for price in prices)}) sum to {total:.3f}, not to {expected_sum}; "
                "fd.implied_probabilities takes a margin out",
                parameter="fair",
                value=prices,
            )
