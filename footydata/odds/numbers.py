"""The types of arrays, and numbers as users have them as arrays of floats."""

import reprlib
from collections.abc import Sequence
from numbers import Real
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from footydata.football.errors import InvalidArgument

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


def floats_of(values: ArrayLike | Sequence[float | None], noun: str, *, parameter: str) -> Floats:
    """The values as floats, NaN if one is unknown: None, NaN or the NA of pandas.

    Raises InvalidArgument if one is not a number. what: what a number is called there.

    >>> floats_of([1.5, None], "price", parameter="prices").tolist()
    [1.5, nan]
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        objects = np.asarray(values, dtype=object)
    wrong = [value for value in objects.flat if not (isinstance(value, Real) or _is_unknown(value))]
    if wrong:
        raise InvalidArgument(
            f"{reprlib.repr(wrong[0])} is not a {noun}", parameter=parameter, value=wrong[0]
        )
    return np.array(
        [np.nan if _is_unknown(value) else value for value in objects.flat], np.float64
    ).reshape(objects.shape)


def _is_unknown(value: object) -> bool:
    # By its name: nothing here imports pandas.
    return value is None or type(value).__name__ == "NAType"
