"""Lines of styled text: spans side by side, each text with the name of its style.

Widths are terminal cells; East Asian wide characters take two.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Literal, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size

Span: TypeAlias = tuple[str, str]
"""A text and the name of its style, one of those in themes.line_styles."""

Line: TypeAlias = Sequence[Span]

Align: TypeAlias = Literal["left", "right", "centre"]

BLANK: Line = ()

GAP = 2
"""Blanks between two columns."""


UNKNOWN = "·"
"""A figure or a price that is not known."""


class Item(NamedTuple):
    """A line of a list. value: what it stands for, None if it can't be chosen."""

    line: Line
    value: Any = None


def unchosen(lines: Iterable[Line]) -> list[Item]:
    """Lines to read."""
    return [Item(line) for line in lines]


def fitted(text: str, width: int, align: Align = "left") -> str:
    """A text padded to a width, or cut to it with an ellipsis.

    >>> fitted("Wolverhampton", 8), fitted("2-1", 5, "centre"), fitted("7", 3, "right")
    ('Wolverh…', ' 2-1 ', '  7')
    """
    cells = len(text) if text.isascii() else cell_len(text)
    if cells > width:
        return set_cell_size(text, width - 1) + "…" if width > 0 else ""
    blank = width - cells
    before = {"left": 0, "right": blank, "centre": blank // 2}[align]
    return " " * before + text + " " * (blank - before)


def price_text(price: float | None) -> str:
    """A decimal price in five characters: those of 100 and more have fewer decimals.

    >>> price_text(1.857), price_text(126), price_text(1001), price_text(None)
    ('1.86', '126.0', '1001', '·')
    """
    if price is None:
        return UNKNOWN
    return (
        f"{price:.2f}" if price < 99.995 else f"{price:.1f}" if price < 999.95 else f"{price:.0f}"
    )


def dotted(*texts: str | None) -> str:
    """Texts in one line with dots between them; those that are empty are left out."""
    return " · ".join(filter(None, texts))


def width_of(line: Line) -> int:
    """The cells that a line takes."""
    return sum(cell_len(text) for text, _ in line)


def text_of(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line)


def beside(left: Sequence[Line], right: Sequence[Line], *, width: int) -> list[Line]:
    """Two blocks side by side; width: of the left one, whose lines that are too wide stay as they are."""
    lines: list[Line] = []
    for one, other in zip_longest(left, right, fillvalue=BLANK):
        blank = " " * max(0, width + GAP - width_of(one))
        lines.append([*one, (blank, "plain"), *other])
    return lines


def wrapped(text: str, width: int, style: str = "muted") -> list[Line]:
    """The lines of a text in one style, which begin at the second cell; those after the first below its words.

    >>> wrapped("* Ashmere: -3 points taken", 22)
    [[(' * Ashmere: -3 points', 'muted')], [('   taken', 'muted')]]
    """
    lines = wrap(f" {text}", max(20, width), subsequent_indent="   " if text[:1] in "*? " else " ")
    return [[(line, style)] for line in lines]


def spaced(blocks: Iterable[Sequence[Line]]) -> list[Line]:
    """Blocks one under the other, a blank line after each; empty ones are left out."""
    lines: list[Line] = []
    for block in blocks:
        lines += [*block, BLANK] if block else []
    return lines


def titled(title: str, width: int, remark: str = "") -> Line:
    """A heading over the whole width: the title, a rule, a remark at its end."""
    end = f" {remark}" if remark else ""
    text = fitted(title, min(cell_len(title), max(1, width - cell_len(end) - 5)))
    rule = "─" * max(0, width - cell_len(text) - cell_len(end) - 3)
    return [(f" {text} ", "heading"), (rule, "rule"), (f"{end} ", "muted")]


def tab_line(titles: Sequence[str], current: int) -> Line:
    """The tabs with the keys that choose them, the chosen one in brackets."""
    line: list[Span] = [(" ", "plain")]
    for place, title in enumerate(titles):
        text = f"{place + 1} {title}"
        line.append((f"[{text}]", "picked") if place == current else (f" {text} ", "plain"))
    return line


def tab_at(line: Line, x: int) -> int | None:
    """The index of the tab under a column of the screen, None if there is none."""
    end = 1
    for place, span in enumerate(line[1:]):
        end += width_of([span])
        if 1 <= x < end:
            return place
    return None
