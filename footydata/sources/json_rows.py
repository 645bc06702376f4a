"""Reads JSON files: the file as a whole, then each entry checked against its declared shape.

Every source of JSON files reads them here. Undeclared keys are ignored; an entry that does not fit is refused alone.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import Meta, ValidationError, convert

from footydata.sources.cells import HIGHEST_COUNT, LONGEST_NAME
from footydata.sources.parsed import Refusal
from footydata.sources.refusing import BadRow, UnreadableFile

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
    try:
        return json.loads(read_text(path))
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


def read_entry(
    entry: object, place: int, shape: type[T], read: Callable[[T, int], R]
) -> R | Refusal:
    """What `read` makes of an entry of a list, or its Refusal. place: in the list, from 1; the Refusal's line."""
    try:
        return read(shaped(entry, shape), place)
    except BadRow as error:
        return error.refusal(place, entry)
