"""Where the header of a table stands, and the names of its columns: under a title, or in two rows of merged cells."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from footydata.sources.parsed import Refusal
from footydata.sources.tables.table import Row, TextTable

SEARCHED = 30
"""The first rows of a table in which its header may stand."""


class Header(NamedTuple):
    """The names of columns; a name that repeats has its number, `G #2`, an empty one is empty.

    last_row: of the header, in the numbers of rows; 0 if it stands in none.
    """

    names: list[str]
    last_row: int


def headers_in(table: TextTable) -> Iterator[Header]:
    """What may be the header: that of the format, or each of the first rows, alone and under the row above it."""
    if table.header is not None:
        yield Header(unique(table.header), 0)
        return
    above: list[str] | None = None
    for row in islice(_rows(table), SEARCHED):
        if sum(map(bool, map(str.strip, row.cells))) < 2:
            continue
        yield Header(unique(row.cells), row.number)
        if above is not None:
            yield Header(unique(_together(above, row.cells)), row.number)
        above = row.cells


def _rows(table: TextTable) -> Iterator[Row]:
    return (row for row in table.rows() if not isinstance(row, Refusal))


def _together(above: Sequence[str], below: Sequence[str]) -> list[str]:
    """The names of two rows, of which the upper one may group columns of the lower one."""
    width = max(len(above), len(below))
    upper, lower = (
        [*map(str.strip, cells), *[""] * (width - len(cells))] for cells in (above, below)
    )
    return [
        name if group == name else f"{group} {name}".strip()
        for group, name in zip(upper, lower, strict=True)
    ]


def unique(names: Sequence[str]) -> list[str]:
    """The names without blanks around them, each only once.

    >>> unique(["Home", " G", "Away", "G", ""])
    ['Home', 'G', 'Away', 'G #2', '']
    """
    met: dict[str, int] = {}
    found: list[str] = []
    for name in (" ".join(name.split()) for name in names):
        met[name] = met.get(name, 0) + 1
        found.append(f"{name} #{met[name]}" if name and met[name] > 1 else name)
    return found
