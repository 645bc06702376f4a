"""Reads the beginning of files, by which sources recognise them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

SIZE = 8192
"""In bytes: enough for the longest header of a CSV file, and for the first entry of a JSON file."""

_PART_SIZE = 1_048_576
_LONGEST_NAME = 64

_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


def head_of(path: Path, size: int = SIZE) -> bytes:
    """The first bytes of a file without a byte order mark; empty if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(size).removeprefix(_MARK)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """The beginning of a UTF-8 file, without leading blanks."""
    return head_of(path).decode("utf-8", errors="ignore").lstrip("\ufeff \r\n\t")


def first_name(path: Path, names: Sequence[str]) -> str | None:
    """The JSON key, of these names, that occurs first in a file; None if none does.

    The whole file is searched, as its first entry may be long or broken.
    """
    marks = {name: f'"{name}"'.encode() for name in names}
    return next((name for part in _parts(path) for name, mark in marks.items() if mark in part), None)


def _parts(path: Path) -> Iterator[bytes]:
    """A file's content in parts, each beginning with the end of the one before; nothing if it can't be read."""
    try:
        with path.open("rb") as file:
            part = file.read(SIZE)
            while part:
                yield part
                further = file.read(_PART_SIZE)
                part = further and part[-_LONGEST_NAME:] + further
    except OSError:
        return
