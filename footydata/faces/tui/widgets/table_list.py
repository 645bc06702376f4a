"""A league table with a cursor on its teams."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from textual import events
from textual.message import Message

from footydata.faces.tui.drawing.lines import Line, Span, titled
from footydata.faces.tui.drawing.table import table_line, table_notes
from footydata.faces.tui.widgets.lines_view import LinesView
from footydata.football.table_rows import StandingRow, Table
from footydata.football.terms import TableType

Item: TypeAlias = StandingRow | str | list[Span]
"""A team's row, the name of a group over its rows, or a note below them."""


class TableList(LinesView):
    """The rows of a table."""

    class Chosen(Message):
        """A team was chosen."""

        def __init__(self, row: StandingRow) -> None:
            super().__init__()
            self.row = row

    def __init__(self) -> None:
        super().__init__()
        self._type = TableType.TOTAL
        self._rows: Sequence[StandingRow] = ()
        self._items: list[Item] = []
        self._cursor = 0
        self._zones: Collection[int] = ()
        self._followed: Collection[int] = ()
        self._chances: Mapping[int, str] = {}

    @property
    def row(self) -> StandingRow | None:
        return self._rows[self._cursor] if self._rows else None

    def show(
        self,
        table: Table | None,
        *,
        zones: Collection[int] = (),
        followed: Collection[int] = (),
        cursor_on: Collection[int] = (),
        chances: Mapping[int, str] = MappingProxyType({}),
        remarks: Sequence[list[Span]] = (),
    ) -> None:
        """Show a table; the cursor stays on its team if that is in it, and begins on the best of `cursor_on`.

        zones: the positions after which a line is drawn; chances: by team, what stands at the end of its row.
        """
        team_id = self._rows[self._cursor].team_id if self._rows else None
        self._zones, self._followed, self._chances = zones, followed, chances
        is_first = not self._rows
        self._type = table.type if table else self._type
        self._rows = table.rows if table else ()
        team_ids = set(cursor_on) if is_first else {team_id}
        self._cursor = next((place for place, row in enumerate(self._rows) if row.team_id in team_ids), 0)
        self._items = []
        group = None
        for row in self._rows:
            if getattr(row, "group", None) != group:
                group = getattr(row, "group", None)
                self._items.append(group or "")
            self._items.append(row)
        self._items += [*table_notes(table), *remarks] if table else []
        self.lines_changed()
        self._move(self._cursor)

    def line_count(self) -> int:
        return len(self._items)

    def cursor_line(self) -> int | None:
        """The line of the team under the cursor."""
        return self._items.index(self._rows[self._cursor]) if self._rows else None

    def line_at(self, index: int, width: int) -> Line:
        item = self._items[index]
        if isinstance(item, str):
            return titled(item, width)
        if isinstance(item, list):
            return item
        star = "★" if item.team_id in self._followed else " "
        mark = ("▌" if item == self._rows[self._cursor] else star, "accent")
        is_last = item.position in self._zones and item.position < len(self._rows)
        chance = self._chances.get(item.team_id, "")
        return table_line(item, self._type, width, mark=mark, is_zone_end=is_last, chance=chance)

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
        item = self._items[index] if index < len(self._items) else None
        if item in self._rows:
            place = self._rows.index(item)
            if place == self._cursor:
                self.action_choose()
            self._move(place)

    def on_resize(self, event: events.Resize) -> None:
        self._move(self._cursor)

    def _move(self, place: int) -> None:
        self._cursor = max(0, min(len(self._rows) - 1, place))
        line = self.cursor_line() or 0
        top, height = self.scroll_offset.y, max(1, self.size.height)
        if line < top or self._cursor == 0:
            self.scroll_to(y=min(line, 0 if self._cursor == 0 else line), animate=False)
        elif line >= top + height or self._cursor == len(self._rows) - 1:
            last = len(self._items) - 1 if self._cursor == len(self._rows) - 1 else line
            self.scroll_to(y=max(min(line, last - height + 1), line - height + 1, 0), animate=False)
        self.refresh()
