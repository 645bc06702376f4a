"""How a file begins: what a source judges it by."""

from pathlib import Path

SIZE = 8192
"""Bytes: room for the longest header of a CSV file, and for the first entry of a JSON file."""

_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


def head_of(path: Path) -> bytes:
    """The first bytes of a file without a byte order mark, none where it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(SIZE).removeprefix(_MARK)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """The beginning of a UTF-8 file, from its first visible character on."""
    return head_of(path).decode("utf-8", errors="ignore").lstrip("\ufeff \r\n\t")
