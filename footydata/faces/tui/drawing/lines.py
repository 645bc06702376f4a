"""Lines of styled text: spans side by side, each text with the name of its style.

Widths are terminal cells; East Asian wide characters take two.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from rich.cells import cell_len, set_cell_size

Span: TypeAlias = tuple[str, str]
"""A text and the name of its style: one of STYLES."""

Line: TypeAlias = Sequence[Span]

Align: TypeAlias = Literal["left", "right", "centre"]

STYLES = (
    *("plain", "muted", "strong", "heading", "rule", "accent", "picked", "cursor"),
    *("live", "warning", "good", "bad", "away"),
)
"""The names of styles; tui.themes says how each looks. None of them is the only sign of anything."""

BLANK: Line = ()


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


def price_text(price: float) -> str:
    """A decimal price in five characters: those of 100 and more have fewer decimals.

    >>> price_text(1.857), price_text(126), price_text(1001)
    ('1.86', '126.0', '1001')
    """
    return f"{price:.2f}" if price < 99.995 else f"{price:.1f}" if price < 999.95 else f"{price:.0f}"


def width_of(line: Line) -> int:
    """The cells that a line takes."""
    return sum(cell_len(text) for text, _ in line)


def text_of(line: Line) -> str:
    """A line without its styles."""
    return "".join(text for text, _ in line)


def filled(line: Line, width: int) -> list[Span]:
    """A line padded with blanks to a width; one that is wider stays as it is."""
    return [*line, (" " * max(0, width - width_of(line)), "plain")]


def beside(left: Sequence[Line], right: Sequence[Line], *, left_width: int, gap: int) -> list[Line]:
    rows = max(len(left), len(right))
    lefts = [*left, *[BLANK] * (rows - len(left))]
    rights = [*right, *[BLANK] * (rows - len(right))]
    return [[*filled(one, left_width + gap), *other] for one, other in zip(lefts, rights, strict=True)]


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


def joined(lines: Iterable[Line]) -> str:
    """Lines as plain text, one under the other."""
    return "\n".join(text_of(line).rstrip() for line in lines)


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
