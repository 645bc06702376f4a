"""The frame of SQL of one's own: dtypes by the names of its columns, where the database or a frame has them."""

import reprlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Annotated, Any

import pandas as pd

from footydata.football.errors import InvalidArgument
from footydata.football.moments import seconds_named
from footydata.football.records.meaning import CATEGORY, INTEGER, MOMENT, NUMBER, TEXT, YES_NO
from footydata.frames.viewed import framed
from footydata.store.read.own_sql import query_rows
from footydata.views.arguments import Clock, Says
from footydata.views.columns import column, meaning_of

_SECONDS = "_ts"
"""How the names of columns of unix seconds end."""

_HOLDS: Mapping[str, frozenset[type]] = {
    INTEGER: frozenset({int}),
    NUMBER: frozenset({int, float}),
    TEXT: frozenset({str}),
    CATEGORY: frozenset({str}),
    YES_NO: frozenset({int}),
    MOMENT: frozenset({int}),
}
"""Dtype → the types of the values that SQLite has for it."""


def _plain(value: object) -> object:
    """A number of NumPy as Python's own; a day or a moment as the unix seconds that the database has."""
    if isinstance(value, date):
        return seconds_named(value)
    return getattr(value, "item", lambda: value)()


def query_frame(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    sql: str,
    params: Annotated[
        Mapping[str, object] | Sequence[object],
        Says("Of the names in the statement (:id), or of its question marks."),
    ] = (),
) -> pd.DataFrame:
    """The rows of one SQL statement that only reads, of one snapshot: query("select ... where id = ?", [39]).

    A column that is called like one of the database or of a frame has its dtype if its values fit: kickoff_ts is a
    moment, status a category. Any other has that of its values. `footydata guide columns` lists the tables. For
    statements that write, there is `connection`. Raises InvalidArgument.
    """
    if isinstance(params, str) or not isinstance(params, Mapping | Sequence):
        raise InvalidArgument(
            f'params {reprlib.repr(params)} is neither a mapping ({{"id": 39}}) nor a list ([39])',
            parameter="params",
            value=params,
        )
    given = (
        {name: _plain(each) for name, each in params.items()}
        if isinstance(params, Mapping)
        else [*map(_plain, params)]
    )
    result = query_rows(connection, sql, given)
    values = list(zip(*result.rows, strict=True)) if result.rows else [()] * len(result.names)
    columns = {}
    for name, cells in zip(result.names, values, strict=True):
        dtype = _dtype(name, cells)
        if dtype:
            columns[name] = framed([column(name, dtype)], [(cell,) for cell in cells])[name]
        else:
            columns[name] = pd.Series(cells, dtype=object)
    frame = pd.DataFrame(columns, copy=False)
    if not result.rows:
        frame.attrs["reason"] = "the query has no rows"
    return frame


def _dtype(name: str, values: tuple[Any, ...]) -> str | None:
    """The dtype of a column: by its name if its values fit, else by its values; None for mixed or unknown ones.

    Unix seconds are named so, as a moment's own name may also be a number's.
    """
    types = {type(value) for value in values if value is not None}
    is_seconds = name.endswith(_SECONDS)
    with suppress(KeyError):
        known = meaning_of(name.removesuffix(_SECONDS)).dtype
        is_flag = known != YES_NO or {*values} <= {0, 1, None}
        if types <= _HOLDS[known] and is_flag and is_seconds == (known == MOMENT):
            return known
    by_values = (each for each in (INTEGER, NUMBER, TEXT) if types and types <= _HOLDS[each])
    return next(by_values, None)
