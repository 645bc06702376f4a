"""Lays rows out as a table for people, and fits it to a narrow terminal.

If a table is wider than the terminal, spare columns are left out first, then names are shortened; numbers, days and
scores stay whole, so that an id can be copied. rich has tables too, but takes 75 ms to import, and 160 times as long
for 2,000 rows (measured).
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from footydata.wording import safe

SHORTEST = 8
"""Names are not shortened below so many characters."""

GAP = "  "


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its name, its cells as texts, and whether they are right-aligned."""

    name: str
    cells: tuple[str, ...]
    is_right: bool
    width: int

    @property
    def is_prose(self) -> bool:
        """Whether it holds names or sentences."""
        return any(c.isalpha() for cell in self.cells for c in cell)

    def lines(self) -> list[str]:
        """The name, the rule below it and the cells, all of one width."""
        padded = []
        for cell in (self.name, *self.cells):
            width = cell_width(cell)
            if width > self.width:
                cell = clipped(cell, self.width)
                width = cell_width(cell)
            blank = " " * (self.width - width)
            padded.append(blank + cell if self.is_right else cell + blank)
        return [padded[0], "─" * self.width, *padded[1:]]


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    limit: int | None = None,
    spare: Sequence[str] = (),
) -> str:
    """The text of a table, with numbers right-aligned. limit: the most characters of a line; spare: see print_rows."""
    found = []
    for i, name in enumerate(columns):
        cells = tuple(_text(row[i]) for row in rows)
        is_right = all(isinstance(row[i], int | float) or row[i] is None for row in rows)
        found.append(_Column(name, cells, is_right, max(map(cell_width, (name, *cells)))))
    if limit is not None:
        found = _fitted(found, limit, spare)
    lines = [GAP.join(parts).rstrip() for parts in zip(*(column.lines() for column in found), strict=True)]
    return "".join(f"{line if limit is None else clipped(line, limit)}\n" for line in lines)


def _fitted(columns: list[_Column], limit: int, spare: Sequence[str]) -> list[_Column]:
    for name in spare:
        if _width(columns) > limit:
            columns = [column for column in columns if column.name != name]
    while _width(columns) > limit:
        place = max(range(len(columns)), key=lambda i: columns[i].width if columns[i].is_prose else 0)
        if columns[place].width <= SHORTEST:
            break
        columns = [*columns]
        columns[place] = replace(columns[place], width=columns[place].width - 1)
    return columns


def _width(columns: Sequence[_Column]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    return safe(str(value))


def cell_width(text: str) -> int:
    """The columns that a text takes in a terminal; East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def clipped(text: str, limit: int) -> str:
    """A text in at most so many columns of the terminal; a cut one ends with an ellipsis."""
    if cell_width(text) <= limit:
        return text
    while cell_width(text) > limit - 1:
        text = text[:-1]
    return text + "…"
