"""A league table with a cursor on its teams."""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import TypeAlias

from textual import events
from textual.message import Message

from footydata.faces.drawing.lines import BLANK, Line, Span, titled
from footydata.faces.drawing.table import (
    GAP,
    chance_texts,
    group_width,
    groups_across,
    has_room,
    projection_notes,
    side_by_side,
    table_line,
    view_notes,
    wrapped,
)
from footydata.faces.tui.widgets.lines_view import LinesView, WheelList
from footydata.football.table_rows import StandingRow
from footydata.store.forecasts import Projection
from footydata.views.view import Block, Shown, View

Item: TypeAlias = StandingRow | str | list[Span]
"""A team's row, the name of a group over its rows, or a note below them."""

Cells: TypeAlias = list[Item | None]
"""What stands beside one another in a line; None where a group has fewer lines than the one beside it."""


class TableList(LinesView, WheelList):
    """The rows of a table."""

    class Chosen(Message):
        """A team was chosen."""

        def __init__(self, row: StandingRow) -> None:
            super().__init__()
            self.row = row

    def __init__(self) -> None:
        super().__init__()
        self._shown: Sequence[Shown] = ()
        self._rows: Sequence[StandingRow] = ()
        self._groups: Sequence[Block] = ()
        self._notes: Sequence[list[Span]] = ()
        self._lines: list[Cells] = []
        self._cursor = 0
        self._zone_ends: Sequence[StandingRow] = ()
        self._followed: Collection[int] = ()
        self._projection: Projection | None = None
        self._chances: dict[int, str] = {}

    @property
    def row(self) -> StandingRow | None:
        return self._rows[self._cursor] if self._rows else None

    def show(
        self,
        view: View | None,
        *,
        followed: Collection[int] = (),
        cursor_on: Collection[int] = (),
        projection: Projection | None = None,
        remarks: Sequence[list[Span]] = (),
    ) -> None:
        """Show a table; the cursor stays on its team if that is in it, and begins on the best of `cursor_on`.

        Groups: two or three stand beside one another if wide. projection: how the season may end, at the end of the rows.
        """
        team_id = self._rows[self._cursor].team_id if self._rows else None
        self._followed, self._projection = followed, projection
        self._chances = chance_texts(projection) if projection else {}
        is_first = not self._rows
        blocks = view.blocks if view else ()
        self._shown = view.shown if view else self._shown
        self._groups = blocks if any(block.title for block in blocks) else ()
        self._rows = [row for block in blocks for row in block.rows]
        self._zone_ends = [
            row for block in blocks for row in block.rows[:-1] if row.position in block.ends
        ]
        team_ids = set(cursor_on) if is_first else {team_id}
        places = [place for place, row in enumerate(self._rows) if row.team_id in team_ids] or [0]
        self._cursor = self._cursor if self._cursor in places else places[0]
        self._notes = [*remarks, *view_notes(view)] if view else ()
        self._lay_out()
        self._move(self._cursor)

    def _lay_out(self) -> None:
        """Put the rows into lines: one under the other, groups beside one another if there is room."""
        self._lines = self._of_groups() if self._groups else self._of_table()
        notes = [*self._notes, *(self._of_projection() if self._rows else [])]
        self._lines += [[line] for note in notes for line in wrapped(note, self.line_width)]
        self.lines_changed()

    def _of_projection(self) -> list[list[Span]]:
        if self._projection is None:
            return []
        is_shown = any(
            has_room(chance, self._shown, self.line_width) for chance in self._chances.values()
        )
        return projection_notes(self._projection, is_shown=is_shown)

    def _of_table(self) -> list[Cells]:
        lines: list[Cells] = []
        group = None
        for row in self._rows:
            if getattr(row, "group", None) != group:
                group = getattr(row, "group", None)
                lines.append([group or ""])
            lines.append([row])
        return lines

    def _of_groups(self) -> list[Cells]:
        across = groups_across(self.line_width)
        lines: list[Cells] = []
        for first in range(0, len(self._groups), across):
            blocks: list[list[Item]] = [
                [each.title, *each.rows] for each in self._groups[first : first + across]
            ]
            lines += [[*cells, *[None] * (across - len(cells))] for cells in zip_longest(*blocks)]
            lines.append([None])
        return lines

    def line_count(self) -> int:
        return len(self._lines)

    def cursor_line(self) -> int | None:
        """The line of the team under the cursor, None where others stand beside it: its row is then strong."""
        line = self._line_of_cursor()
        return line if line is not None and len(self._lines[line]) == 1 else None

    def _line_of_cursor(self) -> int | None:
        row = self.row
        if row is None:
            return None
        return next(
            place for place, cells in enumerate(self._lines) if any(cell is row for cell in cells)
        )

    def line_at(self, index: int, width: int) -> Line:
        cells = self._lines[index]
        if len(cells) == 1:
            return self._drawn(cells[0], width)
        share = group_width(width, len(cells))
        return side_by_side([self._drawn(cell, share, is_beside=True) for cell in cells], width)

    def _drawn(self, item: Item | None, width: int, *, is_beside: bool = False) -> Line:
        if item is None:
            return BLANK
        if isinstance(item, str):
            return titled(item, width)
        if isinstance(item, list):
            return item
        star = "★" if item.team_id in self._followed else " "
        is_chosen = item is self.row
        mark = ("▌" if is_chosen else star, "accent")
        is_last = any(item is row for row in self._zone_ends)
        chance = self._chances.get(item.team_id, "")
        line = table_line(item, self._shown, width, mark=mark, is_zone_end=is_last, chance=chance)
        return (
            [(text, "strong" if style == "plain" else style) for text, style in line]
            if is_chosen and is_beside
            else line
        )

    def action_step(self, by: int) -> None:
        self._move(self._cursor + by)

    def action_page(self, by: int) -> None:
        self._move(self._cursor + by)

    def action_edge(self, towards: int) -> None:
        self._move(0 if towards < 0 else len(self._rows) - 1)

    def action_choose(self) -> None:
        if self._rows:
            self.post_message(self.Chosen(self._rows[self._cursor]))

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, one on the cursor opens its team."""
        index = event.y + self.scroll_offset.y
        cells = self._lines[index] if index < len(self._lines) else []
        item = (
            cells[min(event.x // (group_width(self.line_width, len(cells)) + GAP), len(cells) - 1)]
            if cells
            else None
        )
        place = next((place for place, row in enumerate(self._rows) if row is item), None)
        if place is not None:
            if place == self._cursor:
                self.action_choose()
            self._move(place)

    def on_resize(self, event: events.Resize) -> None:
        self._lay_out()
        self._move(self._cursor)

    def _move(self, place: int) -> None:
        self._cursor = max(0, min(len(self._rows) - 1, place))
        line = self._line_of_cursor() or 0
        top, height = self.scroll_offset.y, max(1, self.size.height)
        if line < top or self._cursor == 0:
            self.scroll_to(y=min(line, 0 if self._cursor == 0 else line), animate=False)
        elif line >= top + height or self._cursor == len(self._rows) - 1:
            last = len(self._lines) - 1 if self._cursor == len(self._rows) - 1 else line
            self.scroll_to(y=max(min(line, last - height + 1), line - height + 1, 0), animate=False)
        self.refresh()
