"""Methods of Database that return a view as a pandas frame: their keywords, help and checks are of its arguments.

Numbers and booleans of frames are pandas' nullable arrays, built on Arrow's buffers; texts stay in Arrow; a categorical
has only the categories that occur. Unknown values are <NA>, or NaT for a moment.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from html import escape
from inspect import cleandoc
from types import MethodType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from footydata.football.declared_types import checked
from footydata.football.records.meaning import CATEGORY, INTEGER, MOMENT, NUMBER, TEXT, YES_NO
from footydata.views.arguments import Clock, arguments_of, expanded
from footydata.views.columns import Column
from footydata.views.view import View


class Frame(NamedTuple):
    """A frame: its columns in order, what one row is, and the arguments with which a method returns it.

    row: by default what the method says first.
    """

    columns: tuple[Column, ...]
    row: str = ""
    arguments: str = ""


def column_list(frame: Frame, *, of: str = "") -> str:
    """The columns of a frame for a docstring: name, dtype, what each holds, its unit, and whether it may be <NA>.

    of: the call that returns the frame, where it is one of several.
    """
    width = max(len(column.name) for column in frame.columns)
    dtype_width = max(len(column.dtype) for column in frame.columns)
    lines = [f"Columns of {of}:" if of else "Columns:"]
    for column in frame.columns:
        unit = "" if column.unit in column.text else column.unit
        notes = ", ".join(note for note in (unit, "or <NA>" if column.is_optional else "") if note)
        lines.append(
            f"    {column.name:{width}}  {column.dtype:{dtype_width}}  {column.text}{f' [{notes}]' if notes else ''}"
        )
    return "\n".join(lines)


Arrays: TypeAlias = Iterator[pa.ChunkedArray]
"""The columns of a frame in order, each made only when the iterator reaches it."""

TYPES: dict[str, pa.DataType] = {
    INTEGER: pa.int64(),
    NUMBER: pa.float64(),
    TEXT: pa.string(),
    YES_NO: pa.bool_(),
    MOMENT: pa.timestamp("us", tz="UTC"),
    CATEGORY: pa.dictionary(pa.int32(), pa.string()),
}
"""Dtype of a frame → its type in Arrow and Parquet."""

STORED: dict[str, pa.DataType] = {
    **TYPES,
    MOMENT: pa.int64(),
    CATEGORY: pa.string(),
}
"""Dtype of a frame → the type of its values in rows."""

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")

_ARRAYS: dict[str, tuple[Any, type[np.generic], object]] = {
    INTEGER: (pd.arrays.IntegerArray, np.int64, 0),
    NUMBER: (pd.arrays.FloatingArray, np.float64, 0.0),
    YES_NO: (pd.arrays.BooleanArray, np.bool_, False),
}
"""Dtype → the class of its array, the type of its values, and a placeholder for unknown ones."""


def arrays_of(columns: Sequence[Column], rows: Sequence[tuple[object, ...]]) -> Arrays:
    """The columns of rows, whose values are in the order of the columns and as in the database."""
    values: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else [()] * len(columns)
    for each, cells in zip(columns, values, strict=True):
        if each.dtype == YES_NO:
            # A row has True and False, or 0 and 1.
            cells = [None if cell is None else bool(cell) for cell in cells]
        stored = pa.chunked_array([pa.array(cells, type=STORED[each.dtype])])
        yield stored if STORED[each.dtype] is TYPES[each.dtype] else shown(stored, each.dtype)


def shown(array: pa.ChunkedArray, dtype: str) -> pa.ChunkedArray:
    """Values of the database as a frame shows them: moments for seconds, booleans for 0 and 1, categories for texts.

    Integers stay as they are: the narrow ones of a large read are widened when a frame or a table is made.
    """
    if dtype == MOMENT:
        return pc.multiply(array, 1_000_000).cast(TYPES[MOMENT])
    if dtype == CATEGORY and not pa.types.is_dictionary(array.type):
        return array.dictionary_encode()
    return array if dtype == INTEGER else array.cast(TYPES[dtype])


def frame_of(columns: Sequence[Column], arrays: Arrays) -> pd.DataFrame:
    """The frame of columns; each array is freed once it is converted, so that memory never holds the frame twice."""
    return pd.DataFrame(
        {each.name: _array(next(arrays), each.dtype) for each in columns}, copy=False
    )


def framed(columns: Sequence[Column], rows: Sequence[tuple[object, ...]]) -> pd.DataFrame:
    """The frame of rows; without rows it has the declared dtypes too. rows: as in arrays_of."""
    return frame_of(columns, arrays_of(columns, rows))


def _array(values: pa.ChunkedArray, dtype: str) -> Any:
    if dtype in _ARRAYS:
        missing = (
            values.is_null().to_numpy()
            if values.null_count
            else np.zeros(len(values), dtype=np.bool_)
        )
        kind, number, filled = _ARRAYS[dtype]
        known = (values.fill_null(filled) if values.null_count else values).to_numpy()
        # In memory that may be written to: a copy if needed.
        return kind(
            known.astype(number, copy=not known.flags.writeable),
            missing.astype(np.bool_, copy=not missing.flags.writeable),
        )
    if dtype == MOMENT:
        return pd.Series(values.cast(pa.timestamp("us")).to_numpy()).dt.tz_localize("UTC").array
    if dtype == CATEGORY:
        return _categories(values)
    return pd.array(values, dtype=dtype)


def _categories(values: pa.ChunkedArray) -> pd.Categorical:
    """The categorical of a dictionary array: only the categories that occur, sorted by name."""
    encoded = values.unify_dictionaries().combine_chunks()
    names = np.array(encoded.dictionary.to_pylist(), dtype=object)
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    present = np.unique(codes[codes >= 0])
    order = present[np.argsort(names[present])]
    renumbered = np.full(len(names) + 1, -1, dtype=np.int32)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    return pd.Categorical.from_codes(renumbered[codes], pd.Index(names[order], dtype=TEXT))


def to_frame(view: View, arrays: Arrays | None = None) -> pd.DataFrame:
    """The frame of a view: its rows for programs. attrs: what the view says of them.

    arrays: the columns, where they were read without the rows.
    """
    frame = frame_of(view.columns, arrays or arrays_of(view.columns, view.rows))
    notes, doubts = view.remarks()
    frame.attrs |= {"notes": notes, "doubts": doubts, "left_out": dict(view.left_out)}
    frame.attrs.update(view.about)
    if view.reason and frame.empty:
        frame.attrs["reason"] = view.reason
    return frame


def _reason_html(frame: pd.DataFrame) -> str:
    return f"<div>{escape(str(frame.attrs['reason']))}</div>{frame.to_html()}"


def as_read(frame: pd.DataFrame) -> pd.DataFrame:
    """What is made of what is a frame already."""
    return frame


def viewed(
    view: Callable[Concatenate[sqlite3.Connection, Clock, P], V],
    make: Callable[[V], T],
    *frames: Frame,
    name: str = "",
    returns: str = "pd.DataFrame",
    about: str = "",
    columnar: Callable[..., T | None] | None = None,
    html: Callable[[Any], str] | None = None,
) -> Callable[Concatenate[Any, P], T]:
    """A method of Database that returns what is made of a view, all its reads of one snapshot.

    name: of the method, by default that of the view. frames: those that it returns, by its arguments. returns: the name of its type. about: what its
    help says after the arguments. columnar: reads what is made without the rows of the view, or returns None where it
    can't. html: how a notebook shows what is returned; frames made from it (head, columns) are shown as usual.
    """

    @wraps(view)
    def read(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        values = called.bind(self, *args, **kwargs).arguments
        values.pop("self")
        with self._file.reading() as connection:
            for name in values.keys() & limited.keys():
                values[name] = limited[name].within(values[name])
            clock = Clock.of(connection, self._clock())
            answer = columnar(connection, clock, **values) if columnar else None
            if answer is None:
                answer = make(view(connection, clock, **values))  # type: ignore[call-arg]  # bound
        if isinstance(answer, pd.DataFrame):
            shows = _reason_html if answer.empty and "reason" in answer.attrs else html
            if shows is not None:
                # It stays a plain DataFrame: pandas' comparison of two frames does not accept a subclass.
                object.__setattr__(answer, "_repr_html_", MethodType(shows, answer))
        return answer

    arguments = arguments_of(view)
    limited = {each.name: each for each in arguments if each.choices or each.kind in (int, float)}
    called = expanded(view, returns=returns)
    read.__name__ = name or view.__name__.removesuffix("_view")
    read.__qualname__ = f"Database.{read.__name__}"
    read.__annotations__ = {"return": returns}
    method = checked(read, called)
    meaning = cleandoc(view.__doc__ or "")
    by_call = {
        f"db.{read.__name__}({frame.arguments})": frame._replace(
            row=frame.row or meaning.split("\n")[0]
        )
        for frame in frames
    }
    method.__dict__["frames"] = by_call
    columns = [
        column_list(frame, of=call if len(frames) > 1 else "") for call, frame in by_call.items()
    ]
    said = ((each.name, each.says.text.strip()) for each in arguments)
    meanings = "\n".join(f"{name}: {text}" for name, text in said if text)
    parts = [meaning, meanings, cleandoc(about), *columns]
    method.__doc__ = "\n\n".join(filter(None, parts))
    return method
