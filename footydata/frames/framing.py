"""Pandas frames of Arrow columns or of rows, with declared columns.

Numbers and booleans are pandas' nullable arrays, built on Arrow's buffers; texts stay in Arrow; a categorical has only
the categories that occur. Unknown values are <NA>, or NaT for a moment.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from footydata.football.records.meaning import CATEGORY, INTEGER, MOMENT, NUMBER, YES_NO
from footydata.frames.arrow import Arrays, arrays_of
from footydata.views.columns import Column

_ARRAYS: dict[str, tuple[Any, type[np.generic], object]] = {
    INTEGER: (pd.arrays.IntegerArray, np.int64, 0),
    NUMBER: (pd.arrays.FloatingArray, np.float64, 0.0),
    YES_NO: (pd.arrays.BooleanArray, np.bool_, False),
}
"""Dtype → the class of its array, the type of its values, and a placeholder for unknown ones."""


def frame_of(columns: Sequence[Column], arrays: Arrays) -> pd.DataFrame:
    """The frame of columns; each array is freed once it is converted, so that memory never holds the frame twice."""
    return pd.DataFrame(
        {each.name: _array(next(arrays), each.dtype) for each in columns}, copy=False
    )


def framed(
    columns: Sequence[Column],
    rows: Sequence[tuple[object, ...]],
    fields: Sequence[str] | None = None,
) -> pd.DataFrame:
    """The frame of rows; without rows it has the declared dtypes too. rows, fields: as in arrays_of."""
    return frame_of(columns, arrays_of(columns, rows, fields))


def _array(values: pa.ChunkedArray, dtype: str) -> Any:
    if dtype in _ARRAYS:
        missing = (
            values.is_null().to_numpy()
            if values.null_count
            else np.zeros(len(values), dtype=np.bool_)
        )
        kind, number, filled = _ARRAYS[dtype]
        known = values.fill_null(filled) if values.null_count else values
        return kind(_owned(known.to_numpy(), number), _owned(missing, np.bool_))
    if dtype == MOMENT:
        return pd.Series(values.cast(pa.timestamp("us")).to_numpy()).dt.tz_localize("UTC").array
    if dtype == CATEGORY:
        return _categories(values)
    return pd.array(values, dtype=dtype)


def _owned(values: "np.ndarray[Any, Any]", number: type[np.generic]) -> "np.ndarray[Any, Any]":
    """The values with the type, in memory that may be written to: a copy if needed."""
    return values.astype(number, copy=not values.flags.writeable)


def _categories(values: pa.ChunkedArray) -> pd.Categorical:
    """The categorical of a dictionary array: only the categories that occur, sorted by name."""
    encoded = values.unify_dictionaries().combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0) if encoded.num_chunks else pa.array([], type=values.type)
    names = encoded.dictionary
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    present = np.unique(codes[codes >= 0])
    order = present[np.argsort(np.array(names.take(pa.array(present)).to_pylist(), dtype=object))]
    renumbered = np.full(len(names) + 1, -1, dtype=np.int32)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    categories = pd.Index(names.take(pa.array(order)).to_pylist(), dtype="str")
    return pd.Categorical.from_codes(renumbered[codes], categories=categories)
