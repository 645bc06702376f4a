"""The protocol of a source: it recognises its files, and yields the records in them.

A source reads one file at a time, writes nothing and knows no database. It yields a Refusal for what can't be read,
so that the rest is stored. Before its first record it may raise UnreadableFile if nothing can be read, SkippedFile if
the file has nothing to store, and OSError; any other exception is a bug of the source.

Functions that sources share: the beginning of a file, by which it is recognised; how far it reaches; and the entries of
a JSON file, each checked against its declared shape. Undeclared keys are ignored; an entry that does not fit is refused
alone.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

from msgspec import Meta, ValidationError, convert

from footydata.sources.cells import HIGHEST_COUNT, LONGEST_NAME
from footydata.sources.parsed import Parsed, Refusal
from footydata.sources.refusing import BadRow, UnreadableFile

HIGHEST_TRUST = 999
"""The highest trust of a source; above it are the places that a person chooses."""

SIZE = 8192
"""In bytes: enough for the longest header of a CSV file, and for the first entry of a JSON file."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


Reach: TypeAlias = tuple[date, date]
"""The days of the last result (date.min without one) and of the last fixture of a file."""


class Source(Protocol):
    """A source of football data.

    Attributes:
        name: what `--source` and the database call it.
        trust: if two sources give different values, the one of higher trust wins; at most HIGHEST_TRUST.
    """

    name: str

    @property
    def trust(self) -> int: ...

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of this source's, by its first bytes; False if it can't be read."""
        ...

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches, without reading all of it; None if unknown.

        Called if a load has several files of the source. A source in a package of its own may leave this method out:
        its files are then read in the order of their paths. Raises what `records` raises.
        """
        ...

    def records(self, path: Path) -> Iterator[Parsed]:
        """Everything in the file, in its order; a Refusal for each row or value that can't be taken."""
        ...


def head_of(path: Path, size: int = SIZE) -> bytes:
    """The first bytes of a file without a byte order mark; empty if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(size).removeprefix(BYTE_ORDER_MARK)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """The beginning of a UTF-8 file, without leading blanks."""
    return head_of(path).decode("utf-8", errors="ignore").lstrip("\ufeff \r\n\t")


def reach_of(days: Iterable[tuple[date, bool]]) -> Reach | None:
    """How far fixtures reach, of which each is a day and whether it has a result; None if there are none.

    >>> reach_of([(date(2024, 8, 17), True), (date(2025, 5, 25), False)])
    (datetime.date(2024, 8, 17), datetime.date(2025, 5, 25))
    """
    listed = list(days)
    if not listed:
        return None
    results = [day for day, has_result in listed if has_result]
    return max(results, default=date.min), max(day for day, _ in listed)


Count = Annotated[int, Meta(ge=0, le=HIGHEST_COUNT)]
"""Goals, minutes, rounds."""

Text = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""A name, a day or a time."""

T = TypeVar("T")
R = TypeVar("R")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, with or without BOM. Raises OSError.

    A byte that can't be decoded becomes a lone surrogate, so that cells.read_name refuses the name that it is in.
    """
    return path.read_bytes().decode("utf-8-sig", errors="surrogateescape")


def read_json(path: Path) -> Any:
    """The content of a JSON file. Raises UnreadableFile and OSError."""
    return json_of(read_text(path))


def json_of(text: str) -> Any:
    """The content of a text of JSON. Raises UnreadableFile."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise UnreadableFile(f"not JSON, or cut short: {error}") from None
    except RecursionError:
        raise UnreadableFile("JSON that is nested too deeply") from None


def shaped(value: object, shape: type[T], *, strict: bool = True) -> T:
    """A value as its declared shape; strict: whether a text is no number. Raises BadRow if it does not fit."""
    try:
        return convert(value, shape, strict=strict)
    except ValidationError as error:
        raise BadRow(f"out of shape: {error}") from None
    except UnicodeEncodeError:
        raise BadRow("characters that are not text") from None


def read_each(
    rows: object,
    shape: type[T],
    read: Callable[[T, int], Iterable[R]],
    *,
    column: str | None = None,
) -> Iterator[R | Refusal]:
    """The records that `read` makes of each entry of a list and its place, from 1, or the Refusal of the entry.

    column: where the list stands. Raises BadRow if it is no list.
    """
    for place, row in enumerate(shaped(rows, list[Any]), start=1):
        try:
            records = list(read(shaped(row, shape), place))
        except BadRow as error:
            yield error.refusal(place, row)._replace(column=column)
        else:
            yield from records
