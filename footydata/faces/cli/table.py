"""Lays rows out as a table for people, and fits it to a narrow terminal.

If a table is wider than the terminal, its headings and sentences are wrapped, then columns are left out and names
shortened; a line below names the columns. Numbers, days and scores are never cut, so that they are true and an id can
be copied. rich has tables too, but takes 75 ms to import, and 160 times as long for 2,000 rows (measured).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass, field
from itertools import zip_longest

from rich.cells import cell_len, chop_cells

from footydata.faces.drawing.lines import fitted
from footydata.football.wording import plural, safe

SHORTEST = 8
"""Names are not shortened below so many characters."""

LONGEST = 20
"""Names are shortened to so many characters even if they then look the same."""

ID = "id"
"""The column that is left out last, as commands take its values."""

NARROWEST = 24
"""Sentences are not wrapped to fewer characters."""

SENTENCE = 5
"""A text of so many words is a sentence, and wrapped; a shorter one is a name, and shortened."""

NAMED = 6
"""The most columns that the line below a table names."""

GAP = "  "

_DIGIT = re.compile(r"[0-9]")


@dataclass(slots=True, eq=False)
class PrintedColumn:
    """A column of a table.

    values: None where nothing is known. spare: where there is no room, the column with the highest is left out first; 0:
    it is not. is_needed: it is wrapped and not cut, and left out last. is_right: right-aligned; by default if all are
    numbers.
    """

    name: str
    values: InitVar[Sequence[object]]
    spare: int = 0
    is_needed: bool = False
    is_right: bool = False
    cells: list[str] = field(init=False)
    width: int = field(init=False)
    wraps: bool = field(init=False, default=False)
    """What there is no room for goes on below; it is cut otherwise."""
    least: int = field(init=False, default=1)
    most: int = field(init=False, default=1)
    """The width below which the column is of no use, and the one that it can use; known once it was judged."""

    def __post_init__(self, values: Sequence[object]) -> None:
        self.cells = [_text(value) for value in values]
        self.is_right |= all(isinstance(value, int | float | None) for value in values)
        self.width = max(map(cell_len, (self.name, *self.cells)))

    def parts(self, text: str) -> list[str]:
        """A text in lines, of the column's width where it may be wrapped."""
        is_wrapped = text is self.name or self.wraps
        return _wrapped(text, self.width) if is_wrapped else [text]

    def padded(self, text: str) -> str:
        """A text in the column's width."""
        return fitted(text, self.width, "right" if self.is_right else "left")

    def judge(self) -> None:
        """Find its bounds: names may be cut, sentences and what is needed wrapped; all else is whole."""
        cells, heading = self.cells, _longest_word([self.name])
        widest = max(map(cell_len, cells), default=0)
        has_letters = any(letter.isalpha() for cell in cells for letter in cell)
        is_sentence = has_letters and any(
            cell.count(" ") >= SENTENCE - 1 or ("/" in cell and len(cell) > NARROWEST)
            for cell in cells
        )
        is_code = not any(" " in cell for cell in cells) and any(map(_DIGIT.search, cells))
        self.wraps = self.is_needed or is_sentence
        self.most = max(widest, heading, 1)
        if self.is_needed:
            self.least = min(_longest_word([self.name, *cells]), NARROWEST)
        elif is_sentence:
            self.least = max(min(widest, NARROWEST), heading)
        elif has_letters and not is_code:
            self.least = max(min(widest, _distinct_width(cells)), heading, 1)
        else:
            self.least = self.most


def _longest_word(texts: Iterable[str]) -> int:
    return max(cell_len(word.rstrip()) for text in texts for word in _words(text) or [""])


def _distinct_width(cells: Sequence[str]) -> int:
    """The least width at which different names stay different when they are cut, at most LONGEST.

    >>> _distinct_width(["Manchester City", "Manchester United", "Chelsea"]), _distinct_width(["Arsenal", "Chelsea"])
    (13, 8)
    """
    names = {*cells}
    widths = range(SHORTEST, LONGEST)
    return next(
        (width for width in widths if len({fitted(name, width) for name in names}) == len(names)),
        LONGEST,
    )


def table(columns: Sequence[PrintedColumn], *, limit: int | None = None) -> str:
    """The text of a table, with numbers right-aligned. limit: the most characters of a line."""
    shown, note = columns, []
    if limit is not None and _width(columns) > limit:
        shown = _fitted(columns, limit)
        left_out = [each.name.strip() for each in columns if each not in shown]
        names = ", ".join(left_out[:NAMED])
        if len(left_out) > NAMED:
            names += f" and {plural(len(left_out) - NAMED, 'more column')}"
        if left_out:
            note = _wrapped(f"(not shown in this width: {names})", max(limit, NARROWEST))
    heading = _lines(shown, [column.name for column in shown], is_heading=True)
    rule = GAP.join("─" * column.width for column in shown)
    body = (
        line
        for cells in zip(*(column.cells for column in shown), strict=True)
        for line in _lines(shown, cells)
    )
    return "".join(f"{line}\n" for line in (*heading, rule, *body, *note))


def _lines(
    columns: Sequence[PrintedColumn], texts: Sequence[str], *, is_heading: bool = False
) -> Iterable[str]:
    """A row of texts, on as many lines as its longest wrapped one takes; headings end at the rule below them."""
    parts = [column.parts(text) for column, text in zip(columns, texts, strict=True)]
    if is_heading:
        most = max(map(len, parts), default=0)
        parts = [[""] * (most - len(part)) + part for part in parts]
    for line in zip_longest(*parts, fillvalue=""):
        yield GAP.join(
            column.padded(part) for column, part in zip(columns, line, strict=True)
        ).rstrip()


def _fitted(columns: Sequence[PrintedColumn], limit: int) -> list[PrintedColumn]:
    """The columns that a width has room for, each as wide as it is then."""
    for column in columns:
        column.judge()
    shown = [*columns]
    by_worth = sorted(
        enumerate(columns),
        key=lambda each: (
            -each[1].spare,
            each[1].wraps,
            each[1].is_needed or each[1].name == ID,
            -each[0],
        ),
    )
    for place, column in by_worth:
        # What can be spared goes before a name is shortened; the first column goes only if it can be spared.
        widths = [each.least if each.wraps or not column.spare else each.most for each in shown]
        is_too_wide = sum(widths) + len(GAP) * (len(shown) - 1) > limit
        if is_too_wide and (column.spare or place):
            shown.remove(column)
    for column in shown:
        column.width = column.least
    for _ in range(limit - _width(shown)):
        # Names grow before sentences, and the narrowest first.
        growing = [each for each in reversed(shown) if each.width < each.most]
        if growing:
            min(growing, key=lambda each: (each.wraps, each.width)).width += 1
    return shown


def _width(columns: Sequence[PrintedColumn]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


_BREAK = re.compile(r"(?<=_)|(?<= )")
"""Where a text can be broken: after a blank or an underscore, which stays at the end of its line."""


def _words(text: str) -> list[str]:
    """The parts between which a text can be broken.

    >>> _words("Against a game"), _words("rows_read")
    (['Against ', 'a ', 'game'], ['rows_', 'read'])
    """
    return [word for word in _BREAK.split(text) if word]


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines of a width; only a word that is longer is broken elsewhere.

    >>> _wrapped("of the 38 fixtures that should be over", 16)
    ['of the 38', 'fixtures that', 'should be over']
    """
    lines, line = [], ""
    for word in _words(text):
        if line and cell_len(line + word.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += word
        while cell_len(line.rstrip()) > width:
            lines.append(chop_cells(line, width)[0])
            line = line.removeprefix(lines[-1])
    return [*lines, line.rstrip()]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    return safe(str(value))
