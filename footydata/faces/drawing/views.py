"""A view as lines of a terminal: the rows of each block, in the columns that a width has room for."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from footydata.faces.drawing.lines import BLANK, Align, Line, Span, fitted, titled, width_of
from footydata.faces.drawing.table import LETTERS
from footydata.football.wording import safe
from footydata.views.view import Shown, View, Views, known

GAP = 2
SHORTEST = 10
"""Texts are not cut below so many columns."""

LONGEST = 44
"""The most columns of a text: a value may be a whole timeline."""


def views_lines(views: Views, width: int) -> list[Line]:
    """What is doubtful of a thing, then its parts, each under its heading; an empty one says why."""
    doubts = (wrap(f"? doubtful: {safe(doubt)}", max(20, width - 2)) for doubt in views.doubts)
    lines: list[Line] = [[(f" {text}", "plain")] for each in doubts for text in each]
    for name, view in views.parts.items():
        if view.blocks or view.reason:
            lines += [titled(name.replace("_", " ").capitalize(), width), *view_lines(view, width)]
            lines.append(BLANK)
    return lines[:-1]


def view_lines(view: View, width: int) -> list[Line]:
    """The rows of a view under the heads of its columns, and why there are none, or not all."""
    lines = [
        line
        for block in view.blocks
        for line in _block(known(block.shown or view.shown, block.rows), block.rows, width)
    ]
    text = wrap(safe(view.reason or view.footer), max(20, width - 2))
    return [*lines, *([(f" {line}", "muted")] for line in text)]


def _block(shown: Sequence[Shown], rows: Sequence[Any], width: int) -> list[Line]:
    cells = [[_text(each, row) for row in rows] for each in shown]
    widths = [
        min(LONGEST, max(width_of([(text, "")]) for text in (each.head, *texts)))
        for each, texts in zip(shown, cells, strict=True)
    ]
    places = list(range(len(shown)))
    while (lack := sum(widths[place] + GAP for place in places) - GAP + 1 - width) > 0:
        spare = max(places, key=lambda place: shown[place].from_width)
        wide = max(places, key=lambda place: widths[place] * _is_cut(shown[place]))
        if shown[spare].from_width:
            places.remove(spare)
        elif _is_cut(shown[wide]) and widths[wide] > SHORTEST:
            widths[wide] = max(SHORTEST, widths[wide] - lack)
        else:
            places.pop()
    lines: list[Line] = []
    for number in range(-1, len(rows)):
        line: list[Span] = [(" ", "plain")]
        for place in places:
            each = shown[place]
            text = each.head if number < 0 else cells[place][number]
            line += _cell(each, text, widths[place], is_head=number < 0)
        lines.append(line)
    return lines


def _cell(column: Shown, text: str, width: int, *, is_head: bool) -> list[Span]:
    gap = " " * GAP
    if column.kind == "form" and not is_head:
        letters = [(letter, LETTERS.get(letter, "plain")) for letter in text]
        return [*letters, (" " * (width - len(text)) + gap, "plain")]
    side: Align = "left" if column.kind else "right"
    return [(fitted(text, width, side) + gap, "muted" if is_head else "plain")]


def _is_cut(column: Shown) -> bool:
    return column.kind in ("text", "sentence")


def _text(column: Shown, row: Any) -> str:
    value = column.cell(row)
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else safe(str(value))
