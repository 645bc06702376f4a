"""Lays rows out as a table for people, and fits it to a narrow terminal.

If a table is wider than the terminal, its headings and sentences are wrapped, then columns are left out and names
shortened; a line below names the columns. Numbers, days and scores are never cut, so that they are true and an id can
be copied. rich has tables too, but takes 75 ms to import, and 160 times as long for 2,000 rows (measured).
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

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


@dataclass(slots=True)
class _Column:
    """A column: its name, its cells as texts, whether they are right-aligned, and its width.

    wraps: what there is no room for goes on below; it is cut otherwise. least, most: the width below which the column
    is of no use, and the one that it can use; known once it was judged.
    """

    name: str
    cells: Sequence[str]
    is_right: bool
    width: int
    wraps: bool = False
    least: int = 1
    most: int = 1

    def parts(self, text: str) -> list[str]:
        """A text in lines of the column's width."""
        if cell_width(text) <= self.width:
            return [text]
        if text is self.name or self.wraps:
            return _wrapped(text, self.width)
        return [clipped(text, self.width)]

    def padded(self, text: str) -> str:
        """A text of at most the column's width, filled with blanks to it."""
        blank = " " * (self.width - cell_width(text))
        return blank + text if self.is_right else text + blank

    def judge(self, *, is_needed: bool) -> None:
        """Find its bounds: names may be cut, sentences and what is needed wrapped; all else is whole."""
        cells, heading = self.cells, _longest_word([self.name])
        widest = max(map(cell_width, cells), default=0)
        has_letters = any(letter.isalpha() for cell in cells for letter in cell)
        is_sentence = has_letters and any(
            cell.count(" ") >= SENTENCE - 1 or ("/" in cell and len(cell) > NARROWEST)
            for cell in cells
        )
        is_code = not any(" " in cell for cell in cells) and any(map(_DIGIT.search, cells))
        self.wraps = is_needed or is_sentence
        self.most = max(widest, heading, 1)
        if is_needed:
            self.least = min(_longest_word([self.name, *cells]), NARROWEST)
        elif is_sentence:
            self.least = max(min(widest, NARROWEST), heading)
        elif has_letters and not is_code:
            self.least = max(min(widest, _distinct_width(cells)), heading, 1)
        else:
            self.least = self.most
        self.width = self.least if is_sentence and not is_needed else self.most


def _longest_word(texts: Iterable[str]) -> int:
    return max(cell_width(word.rstrip()) for text in texts for word in _words(text) or [""])


def _distinct_width(cells: Sequence[str]) -> int:
    """The least width at which different names stay different when they are cut, at most LONGEST.

    >>> _distinct_width(["Manchester City", "Manchester United", "Chelsea"]), _distinct_width(["Arsenal", "Chelsea"])
    (13, 8)
    """
    names = {*cells}
    widths = range(SHORTEST, LONGEST)
    return next(
        (width for width in widths if len({clipped(name, width) for name in names}) == len(names)),
        LONGEST,
    )


_DIGIT = re.compile(r"[0-9]")


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    limit: int | None = None,
    spare: Sequence[str] = (),
    needed: Sequence[str] = (),
    right: Sequence[str] = (),
) -> str:
    """The text of a table, with numbers right-aligned. limit: the most characters of a line.

    spare: the columns that are left out, one after the other, where there is no room. needed: those that are wrapped
    and not cut, and left out last, the last of them first. right: those at the right whose cells are texts.
    """
    fields = []
    for i, name in enumerate(columns):
        cells = [_text(row[i]) for row in rows]
        is_right = name in right or all(isinstance(row[i], int | float | None) for row in rows)
        fields.append(_Column(name, cells, is_right, max(map(cell_width, (name, *cells)))))
    shown, note = fields, []
    if limit is not None and _width(fields) > limit:
        shown = _fitted(fields, limit, spare, needed)
        left_out = [
            column.name.strip() for column in fields if not any(column is each for each in shown)
        ]
        note = _wrapped(_left_out_text(left_out), max(limit, NARROWEST)) if left_out else []
    heading = _lines(shown, [column.name for column in shown], is_heading=True)
    rule = GAP.join("─" * column.width for column in shown)
    body = (
        line
        for cells in zip(*(column.cells for column in shown), strict=True)
        for line in _lines(shown, cells)
    )
    return "".join(f"{line}\n" for line in (*heading, rule, *body, *note))


def _lines(
    columns: Sequence[_Column], texts: Sequence[str], *, is_heading: bool = False
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


def _fitted(
    columns: Sequence[_Column], limit: int, spare: Sequence[str], needed: Sequence[str]
) -> list[_Column]:
    """The columns that a width has room for, each as wide as it is then."""
    for column in columns:
        column.judge(is_needed=column.name in needed)
    shown = [*columns]

    def is_too_wide(narrowed: Callable[[_Column], bool]) -> bool:
        widths = (each.least if narrowed(each) else each.width for each in shown)
        return sum(widths) + len(GAP) * (len(shown) - 1) > limit

    for name in spare:
        if is_too_wide(lambda column: column.name in needed):
            shown = [column for column in shown if column.name != name]
    ranks = {ID: 0} | {name: rank for rank, name in enumerate(needed)}
    places = {column.name: place for place, column in enumerate(columns)}
    last_first = sorted(
        shown[1:],
        key=lambda each: (
            not each.wraps,
            each.name not in ranks,
            ranks.get(each.name, places[each.name]),
        ),
        reverse=True,
    )
    for column in last_first:
        if is_too_wide(lambda _: True):
            shown.remove(column)
    while _width(shown) > limit:
        widest = max(shown, key=lambda each: (each.width > each.least, each.width))
        if widest.width <= widest.least:
            break
        widest.width -= 1
    for column in shown:
        room = max(0, limit - _width(shown))
        column.width = min(column.width + room, column.most)
    return shown


def _left_out_text(names: Sequence[str]) -> str:
    """The columns that a narrow table lacks, for the line below it."""
    more = len(names) - NAMED
    listing = ", ".join(names[:NAMED]) + (f" and {plural(more, 'more column')}" if more > 0 else "")
    return f"(not shown in this width: {listing})"


def _width(columns: Sequence[_Column]) -> int:
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
        if line and cell_width(line + word.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += word
        while cell_width(line.rstrip()) > width:
            end = next(
                place
                for place in range(len(line), 0, -1)
                if place == 1 or cell_width(line[:place]) <= width
            )
            lines.append(line[:end])
            line = line[end:]
    return [*lines, line.rstrip()]


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
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def clipped(text: str, limit: int) -> str:
    """A text in at most so many columns of the terminal; a cut one ends with an ellipsis."""
    if cell_width(text) <= limit:
        return text
    while cell_width(text) > limit - 1:
        text = text[:-1]
    return text + "…"
