"""How a file begins: what a source judges it by."""

from collections.abc import Iterator, Sequence
from pathlib import Path

SIZE = 8192
"""Bytes: room for the longest header of a CSV file, and for the first entry of a JSON file."""

_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


def head_of(path: Path, size: int = SIZE) -> bytes:
    """The first bytes of a file without a byte order mark, none where it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(size).removeprefix(_MARK)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """The beginning of a UTF-8 file, from its first visible character on."""
    return head_of(path).decode("utf-8", errors="ignore").lstrip("\ufeff \r\n\t")


def first_name(path: Path, names: Sequence[str]) -> str | None:
    """The first of these names of JSON that stands near the top of a file, else further down; None where none does.

    A first entry may be long, or broken: it hides none of those behind it.
    """
    marks = {name: f'"{name}"'.encode() for name in names}
    return next((name for part in _parts(path) for name, mark in marks.items() if mark in part), None)


def _parts(path: Path) -> Iterator[bytes]:
    """A file's head, then all of it in parts, each with the end of the one before; none where it can't be read."""
    try:
        with path.open("rb") as file:
            part = file.read(SIZE)
            while part:
                yield part
                further = file.read(_PART)
                part = further and part[-_LONGEST_NAME:] + further
    except OSError:
        return


_PART = 1_048_576
_LONGEST_NAME = 64
