"""A line of tabs with their keys."""

from collections.abc import Sequence

from footydata.faces.tui.drawing.lines import Line, Span, width_of


def tab_line(titles: Sequence[str], chosen: int) -> Line:
    """The tabs with the keys that choose them, the chosen one in brackets."""
    line: list[Span] = [(" ", "plain")]
    for place, title in enumerate(titles):
        text = f"{place + 1} {title}"
        line.append((f"[{text}]", "picked") if place == chosen else (f" {text} ", "plain"))
    return line


def tab_at(line: Line, x: int) -> int | None:
    """The index of the tab under a column of the screen, None if there is none."""
    end = 1
    for place, span in enumerate(line[1:]):
        end += width_of([span])
        if 1 <= x < end:
            return place
    return None
