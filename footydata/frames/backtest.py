"""The frames of a backtest: the quotes that a strategy gets, its choice of them, and the bets."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from footydata.contract.errors import FootydataError
from footydata.declared_types import WrongType
from footydata.frames.columns import PLACED_COLUMNS, QUOTE_COLUMNS
from footydata.frames.framing import framed


class WrongStrategy(FootydataError):
    """A strategy returned neither rows of its frame, nor true or false for each of them."""


class WrongFairPrices(FootydataError):
    """A frame of fair prices lacks a column, or has a value that is not a decimal price or no moment."""


class QuotedSide(NamedTuple):
    """A quoted price of one side of a market, with the fair price at the same line.

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
    fair_price: float
    fitted_until: int


def quoted(rows: Sequence[QuotedSide]) -> pd.DataFrame:
    """One row per fixture, market and side: the quoted price beside the fair one."""
    return framed(QUOTE_COLUMNS, rows, QuotedSide._fields)


def chosen(frame: pd.DataFrame, answer: Any) -> list[int]:
    """The places in the frame, from 0, of the rows that a strategy chose.

    answer: rows of the frame, or true or false for each row; a Series with the index of the frame may be in any order.
    Raises WrongStrategy.
    """
    if isinstance(answer, pd.DataFrame):
        if not answer.index.isin(frame.index).all() or answer.index.has_duplicates:
            raise WrongStrategy("the strategy gave rows that are not in its frame, or one of them twice")
        return sorted(frame.index.get_indexer(answer.index).tolist())
    if isinstance(answer, pd.Series) and len(answer) == len(frame) and frame.index.isin(answer.index).all():
        # As pandas does when a frame is filtered by a Series.
        answer = answer.reindex(frame.index)
    wanted = np.asarray(pd.Series(answer).fillna(False)) if np.ndim(answer) == 1 else np.zeros(0)
    if len(wanted) != len(frame) or not (wanted.dtype == np.bool_ or np.isin(wanted, [True, False]).all()):
        raise WrongStrategy(
            f"the strategy gave {type(answer).__name__}; it gives rows of its frame, or true or false for each of them"
        )
    return np.flatnonzero(wanted.astype(np.bool_)).tolist()


def cells_of(frame: pd.DataFrame) -> dict[int, dict[str, str]]:
    """Row, from 1 → column → the cell as text, empty if unknown.

    Raises WrongType if it is not a frame.
    """
    if not isinstance(frame, pd.DataFrame):
        raise WrongType(f"a {type(frame).__name__} is not a list of bets; name a CSV file or give a DataFrame")
    return {
        number: {str(name): _text(value) for name, value in zip(frame.columns, row, strict=True)}
        for number, row in enumerate(frame.itertuples(index=False, name=None), start=1)
    }


def _text(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def placed_bets(rows: Sequence[tuple[object, ...]], fields: Sequence[str]) -> pd.DataFrame:
    """One row per bet, with the columns of Database.bets, the fair price, and the bankroll after the day of the bet."""
    return framed(PLACED_COLUMNS, rows, (*fields, "fair_price", "bankroll"))


def fair_prices(frame: pd.DataFrame) -> dict[tuple[int, str, float | None], tuple[float, int]]:
    """Fixture, side and line → the fair price, and the moment until which it was fitted, in unix seconds.

    Columns: fixture_id, side, fair_price, fitted_until (a moment), and line in markets that have one.
    Raises WrongFairPrices.
    """
    missing = [name for name in ("fixture_id", "side", "fair_price", "fitted_until") if name not in frame.columns]
    if missing:
        raise WrongFairPrices(f"fair prices have no column {', '.join(missing)}")
    moments = pd.to_datetime(frame["fitted_until"], utc=True)
    if moments.isna().any():
        raise WrongFairPrices("fitted_until is empty in some rows: name the moment until which each price was fitted")
    lines = frame["line"] if "line" in frame.columns else pd.Series([None] * len(frame), index=frame.index)
    found = {}
    for fixture_id, side, line, price, moment in zip(
        frame["fixture_id"], frame["side"], lines, frame["fair_price"], moments, strict=True
    ):
        if pd.isna(price) or not 1 < float(price) < np.inf:
            raise WrongFairPrices(f"fixture {fixture_id}: {price} is not a decimal price")
        at = None if line is None or pd.isna(line) else float(line)
        found[int(fixture_id), str(side), at] = (float(price), int(moment.timestamp()))
    return found
