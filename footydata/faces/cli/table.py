"""Lays rows out as a table for people, and fits it to a narrow terminal.

If a table is wider than the terminal, its headings and sentences are wrapped, then columns are left out and names
shortened; a line below names the columns. Numbers, days and scores are never cut, so that they are true and an id can
be copied. rich has tables too, but takes 75 ms to import, and 160 times as long for 2,000 rows (measured).
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
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


class Fit(Enum):
    """What becomes of a column's texts if there is no room for them."""

    WHOLE = "figures, moments and ids are whole, or their column is left out"
    CUT = "names are cut"
    WRAPPED = "sentences and paths are wrapped"


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its name, its cells as texts, whether they are right-aligned, and its width.

    fit, least: what a lack of room does to it, and the width below which it is of no use; known once it was judged.
    """

    name: str
    cells: tuple[str, ...]
    is_right: bool
    width: int
    fit: Fit = Fit.WHOLE
    least: int = 1

    def parts(self, text: str) -> list[str]:
        """A text in lines of the column's width."""
        if cell_width(text) <= self.width:
            return [text]
        if text is self.name or self.fit is Fit.WRAPPED:
            return _wrapped(text, self.width)
        return [clipped(text, self.width)]

    def padded(self, text: str) -> str:
        """A text of at most the column's width, filled with blanks to it."""
        blank = " " * (self.width - cell_width(text))
        return blank + text if self.is_right else text + blank

    def narrowed(self) -> "_Column":
        """As narrow as it is of use."""
        return replace(self, width=self.least)

    def wrapped(self) -> "_Column":
        """Wrapped if there is no room, down to its longest word; whole as long as there is."""
        texts = (self.name, *self.cells)
        longest = max(cell_width(word.rstrip()) for text in texts for word in _words(text) or [""])
        width = max([self.width, *map(cell_width, self.cells)])
        return replace(self, fit=Fit.WRAPPED, width=width, least=min(longest, NARROWEST))

    def judged(self) -> "_Column":
        """With its fit and least width, and as narrow as its cells and the words of its heading are whole."""
        fit = _fit_of(self.cells)
        widest = max(map(cell_width, self.cells), default=0)
        heading = max((cell_width(word.rstrip()) for word in _words(self.name)), default=0)
        least = _distinct_width(self.cells) if fit is Fit.CUT else _LEAST.get(fit, widest)
        least = max(min(widest, least), heading, 1)
        return replace(self, width=max(widest, heading, 1), fit=fit, least=least)


_LEAST = {Fit.WRAPPED: NARROWEST}


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


def _fit_of(cells: Sequence[str]) -> Fit:
    """How texts of one column are fitted.

    >>> [_fit_of([text]).name for text in ("2-1", "2026-03-14T15:00Z", "Oxmere Park", "it is still to be played")]
    ['WHOLE', 'WHOLE', 'CUT', 'WRAPPED']
    """
    if not any(letter.isalpha() for cell in cells for letter in cell):
        return Fit.WHOLE
    if any(
        cell.count(" ") >= SENTENCE - 1 or ("/" in cell and len(cell) > NARROWEST) for cell in cells
    ):
        return Fit.WRAPPED
    is_one_word = not any(" " in cell for cell in cells)
    return Fit.WHOLE if is_one_word and any(map(_DIGIT.search, cells)) else Fit.CUT


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

    spare, needed, right: see print_rows.
    """
    fields = []
    for i, name in enumerate(columns):
        cells = tuple(_text(row[i]) for row in rows)
        is_right = name in right or all(
            isinstance(row[i], int | float) or row[i] is None for row in rows
        )
        fields.append(_Column(name, cells, is_right, max(map(cell_width, (name, *cells)))))
    fitting = (
        fields
        if limit is None or _width(fields) <= limit
        else _fitted(fields, limit, spare, needed)
    )
    heading = _lines(fitting, [column.name for column in fitting], is_heading=True)
    rule = GAP.join("─" * column.width for column in fitting)
    body = (
        line
        for cells in zip(*(column.cells for column in fitting), strict=True)
        for line in _lines(fitting, cells)
    )
    fitting_names = {column.name for column in fitting}
    left_out = [column.name.strip() for column in fields if column.name not in fitting_names]
    note = (
        _wrapped(_left_out_text(left_out), max(limit, NARROWEST))
        if left_out and limit is not None
        else []
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
    """The columns that a width has room for, and how wide each is."""
    judged = [column.judged() for column in columns]
    widths = {column.name: column.width for column in judged}
    fitted = [
        replace(column, width=column.least) if column.fit is Fit.WRAPPED else column
        for column in judged
    ]
    fitted = [column.wrapped() if column.name in needed else column for column in fitted]
    for name in spare:
        if (
            _width([column.narrowed() if column.name in needed else column for column in fitted])
            > limit
        ):
            fitted = [column for column in fitted if column.name != name]
    ranks = {ID: 0} | {name: rank for rank, name in enumerate(needed)}
    while len(fitted) > 1 and _width([column.narrowed() for column in fitted]) > limit:
        last = max(
            range(1, len(fitted)),
            key=lambda i: (
                fitted[i].fit is not Fit.WRAPPED,
                fitted[i].name not in ranks,
                ranks.get(fitted[i].name, i),
            ),
        )
        del fitted[last]
    while _width(fitted) > limit:
        place = max(
            range(len(fitted)), key=lambda i: (fitted[i].width > fitted[i].least, fitted[i].width)
        )
        if fitted[place].width <= fitted[place].least:
            break
        fitted[place] = replace(fitted[place], width=fitted[place].width - 1)
    for place, column in enumerate(fitted):
        room = max(0, limit - _width(fitted))
        fitted[place] = replace(column, width=min(column.width + room, widths[column.name]))
    return fitted


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
