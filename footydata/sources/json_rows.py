"""The entries of a JSON file: the file read whole, then each entry held against its declared shape.

Every JSON file source reads its files here. What is declared is all that is looked at; an entry that does not fit
costs itself alone.
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
"""A text that becomes a name, a day or a time."""

T = TypeVar("T")
R = TypeVar("R")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file with or without BOM; a byte that is none becomes a lone surrogate. Raises OSError.

    So what could not be read is found again where it matters: no name has a surrogate.
    """
    return path.read_bytes().decode("utf-8-sig", errors="surrogateescape")


def read_json(path: Path) -> Any:
    """What a JSON file holds. Raises UnreadableFile and OSError."""
    try:
        return json.loads(read_text(path))
    except ValueError as error:
        raise UnreadableFile(f"not JSON, or cut short: {error}") from None
    except RecursionError:
        raise UnreadableFile("JSON that is nested too deeply") from None


def shaped(value: object, shape: type[T]) -> T:
    """A value in a declared shape. Raises BadRow where it has another."""
    try:
        return convert(value, shape)
    except ValidationError as error:
        raise BadRow(f"out of shape: {_plain(str(error))}") from None
    except UnicodeEncodeError:
        raise BadRow("characters that are no text") from None


def read_entry(entry: object, place: int, shape: type[T], read: Callable[[T, int], R]) -> R | Refusal:
    """The entry of a list as its declared shape, or the Refusal of it; place: from 1, given as its line."""
    try:
        return read(shaped(entry, shape), place)
    except BadRow as error:
        return error.refusal(place, entry)


def _plain(message: str) -> str:
    """A message of msgspec in plain words.

    >>> _plain("Expected `str`, got `int` - at `$.team1.name`")
    'expected str, got int at team1.name'
    >>> _plain("Object missing required field `date` - at `$.team1`")
    'date is missing at team1'
    """
    said, _, place = message.replace("`", "").partition(" - at $")
    if said.startswith(_MISSING):
        said = f"{said.removeprefix(_MISSING)} is missing"
    place = place.removeprefix(".")
    return said[:1].lower() + said[1:] + (f" at {place}" if place else "")


_MISSING = "Object missing required field "
