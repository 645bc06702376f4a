"""A table as rows of text, whatever its file was, and the text of the values of sheets, records and data frames."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from math import isfinite
from typing import Any, NamedTuple

from footydata.sources.parsed import Refusal, Remark

MISSING = frozenset({"NoneType", "NAType", "NaTType"})
"""The types of a value that is missing; the latter two are of pandas, a moment that is none among them."""

_MOST_EXACT = 2.0**53
"""Above it a float is no exact count any more."""


class Row(NamedTuple):
    """A row as its cells; number: as a person counts, the line of a text file, the row of a sheet, a record's place."""

    number: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of a file.

    Attributes:
        name: of the sheet of a workbook; None where the file is one table.
        header: the names of the columns; None where they stand among the rows, as in CSV and sheets.
        read: begins to read the rows; see `rows`.
        notes: what a person should know of how the table is read.
    """

    name: str | None
    header: list[str] | None
    read: Callable[[], Iterator[Row | Refusal]]
    notes: tuple[Remark, ...] = ()

    def rows(self) -> Iterator[Row | Refusal]:
        """The rows that have text, in their order, read as they are asked for; a Refusal in place of an unreadable one.

        Each call reads the file again. Raises UnreadableFile if its rest can't be read, and OSError.
        """
        return self.read()


def text_of(value: Any) -> str:
    """The text of a value; empty if it is missing.

    A moment without a zone that is at midnight is a day, as the day cells of workbooks and frames are.

    >>> text_of(None), text_of(float("nan")), text_of(True), text_of(2.0), text_of(1.95)
    ('', '', 'true', '2', '1.95')
    >>> text_of(datetime(2024, 8, 17)), text_of(datetime(2024, 8, 17, 15)), text_of(time(15))
    ('2024-08-17', '2024-08-17 15:00:00', '15:00:00')
    """
    return _text_reader(type(value))(value)  # type: ignore[arg-type]  # types are hashable


@cache
def _text_reader(kind: type) -> Callable[[Any], str]:
    """What writes the values of a type."""
    if kind.__name__ in MISSING:
        return lambda value: ""
    return next((text for kinds, text in _TEXTS if issubclass(kind, kinds)), _text_of_other)


def _text_of_other(value: Any) -> str:
    if hasattr(value, "as_py"):  # a scalar of Arrow
        return text_of(value.as_py())
    return _text_of_numpy(value) if hasattr(value, "dtype") else str(value)


def _text_of_numpy(value: Any) -> str:
    """The text of a scalar or array of NumPy; float32 by its own digits, 1.95 and not 1.9500000476837158."""
    if getattr(value, "ndim", 0):
        return text_of(value.tolist())
    if value.dtype.kind == "f":
        return _text_of_float(float(str(value)))
    if value.dtype.kind == "M":
        return text_of(value.astype("datetime64[us]").item())
    if value.dtype.kind == "m":
        return text_of(value.astype("timedelta64[us]").item())
    return text_of(value.item())


def _text_of_bool(value: bool) -> str:
    return "true" if value else "false"


def _text_of_int(value: int) -> str:
    try:
        return str(int(value))
    except ValueError:  # more than 4,300 digits
        return "a number of thousands of digits"


def _text_of_float(value: float) -> str:
    if value != value:
        return ""
    if isfinite(value) and value.is_integer() and abs(value) <= _MOST_EXACT:
        return str(int(value))
    return repr(float(value))


def _text_of_decimal(value: Decimal) -> str:
    return "" if value.is_nan() else f"{value.normalize():f}"


def _text_of_moment(value: datetime) -> str:
    if value.tzinfo is not None:
        return value.isoformat()
    if value.time() == time():
        return value.date().isoformat()
    return value.isoformat(sep=" ")


def _text_of_duration(value: timedelta) -> str:
    """Hours, minutes and seconds, as a workbook writes a time without a day; its hours may be above 23."""
    minutes, seconds = divmod(abs(int(value.total_seconds())), 60)
    sign = "-" if value < timedelta() else ""
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"


def _text_of_nested(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=text_of)


_TEXTS: tuple[tuple[type | tuple[type, ...], Callable[[Any], str]], ...] = (
    (str, str),
    (bool, _text_of_bool),
    (int, _text_of_int),
    (float, _text_of_float),
    (Decimal, _text_of_decimal),
    (datetime, _text_of_moment),
    (date, date.isoformat),
    (time, time.isoformat),
    (timedelta, _text_of_duration),
    (bytes, lambda value: value.decode(errors="replace")),
    ((Mapping, list, tuple), _text_of_nested),
)
"""Kinds of values, the narrower before the wider: a bool is an int, a moment a date."""
