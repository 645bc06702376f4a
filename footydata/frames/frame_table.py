"""A data frame as a table of text, as those of files are: pandas, Polars, Arrow, DuckDB relations."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa

from footydata.football.errors import InvalidArgument
from footydata.sources.parsed import Refusal
from footydata.sources.tables.table import Row, TextTable, text_of

ROWS_AT_ONCE = 10_000
"""Rows whose values are made at once: those of a whole frame would take many times its memory."""


def table_of(frame: object) -> TextTable:
    """The table of a frame; its rows are numbered from 1. Raises InvalidArgument if it is none, or a name repeats.

    A frame of pandas, whose named index levels are columns, or anything with the Arrow capsule interface (`__arrow_c_stream__`).
    """
    if isinstance(frame, pd.DataFrame):
        if frame.columns.nlevels > 1:
            why = "the frame's columns have several levels, which are not read"
            raise InvalidArgument(why, parameter="frame", value=frame.columns.nlevels)
        named = [level for level, name in enumerate(frame.index.names) if name is not None]
        if named:
            frame = frame.reset_index(level=named)
        return _table([str(name) for name in frame.columns], lambda: _pandas_rows(frame))
    if hasattr(frame, "__arrow_c_stream__"):
        try:
            arrow = pa.table(frame)
        except (pa.ArrowException, TypeError, ValueError) as error:
            raise InvalidArgument(
                f"the frame can't be read by Arrow: {error}", parameter="frame", value=None
            ) from None
        return _table(arrow.column_names, lambda: _arrow_rows(arrow))
    kind = type(frame).__name__
    raise InvalidArgument(
        f"a {kind} is no frame of pandas, Polars (collected), Arrow or DuckDB",
        parameter="frame",
        value=kind,
    )


def _table(names: Sequence[str], rows: Any) -> TextTable:
    if repeated := next((name for place, name in enumerate(names) if name in names[:place]), None):
        raise InvalidArgument(
            f"the frame has two columns {repeated!r}", parameter="frame", value=repeated
        )
    return TextTable(None, list(names), rows)


def _pandas_rows(frame: pd.DataFrame) -> Iterator[Row | Refusal]:
    for start in range(0, len(frame), ROWS_AT_ONCE):
        part = frame.iloc[start : start + ROWS_AT_ONCE]
        yield from _rows([part.iloc[:, place].tolist() for place in range(part.shape[1])], start)


def _arrow_rows(arrow: Any) -> Iterator[Row | Refusal]:
    for start in range(0, arrow.num_rows, ROWS_AT_ONCE):
        part = arrow.slice(start, ROWS_AT_ONCE)
        yield from _rows([column.to_pylist() for column in part.columns], start)


def _rows(columns: Sequence[Sequence[object]], start: int) -> Iterator[Row]:
    for number, values in enumerate(zip(*columns, strict=True), start=start + 1):
        yield Row(number, [text_of(value) for value in values])
