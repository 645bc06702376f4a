"""A list of lines of which one is chosen, under headings."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textual import events
from textual.message import Message

from footydata.faces.tui.drawing.lines import Line, fitted, titled, width_of
from footydata.faces.tui.widgets.lines_view import LinesView


class Choice(NamedTuple):
    """A line that can be chosen, or a heading if there is nothing to choose (value None)."""

    text: str
    remark: str = ""
    value: Any = None


class ChoiceList(LinesView):
    """Lines with a cursor on those that can be chosen."""

    class Chosen(Message):
        """A line was clicked twice."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._choices: Sequence[Choice] = ()
        self._cursor = 0

    @property
    def choice(self) -> Choice | None:
        """The line under the cursor."""
        return self._choices[self._cursor] if self._cursor < len(self._choices) else None

    def show(self, choices: Sequence[Choice], *, cursor_on: Callable[[Choice], bool] | None = None) -> None:
        """Show other lines, with the cursor on the first that it holds for, else on the first that can be chosen."""
        self._choices = choices
        wanted = cursor_on or (lambda choice: True)
        places = [place for place, one in enumerate(choices) if one.value is not None]
        self._cursor = next((place for place in places if wanted(choices[place])), places[0] if places else 0)
        self.lines_changed()
        self._keep_in_sight()

    def line_count(self) -> int:
        """How many lines there are."""
        return len(self._choices)

    def line_key(self, index: int) -> object:
        """The line's place."""
        return index

    def cursor_line(self) -> int | None:
        """The line under the cursor."""
        return self._cursor if self._choices and self._choices[self._cursor].value is not None else None

    def line_at(self, index: int, width: int) -> Line:
        """A heading or a line with its remark."""
        choice = self._choices[index]
        if choice.value is None:
            return titled(choice.text, width, choice.remark)
        remark = choice.remark if width_of([(choice.text + choice.remark, "")]) + 6 <= width else ""
        text = fitted(choice.text, width - 3 - width_of([(remark, "")]))
        return [("▌ " if index == self._cursor else "  ", "accent"), (text, "plain"), (f"{remark} ", "muted")]

    def action_step(self, by: int) -> None:
        """Move the cursor by a line."""
        self._move(self._cursor + by, by)

    def action_page(self, by: int) -> None:
        """Move the cursor by many lines."""
        self._move(max(0, min(len(self._choices) - 1, self._cursor + by)), by)

    def action_edge(self, towards: int) -> None:
        """Move the cursor to the first or the last line."""
        self._move(0 if towards < 0 else len(self._choices) - 1, -towards)

    def action_heading(self, by: int) -> None:
        """Move the cursor to the first line under the next heading, or under the one before."""
        heads = [place for place, one in enumerate(self._choices) if one.value is None]
        beyond = [place for place in heads if place > self._cursor] if by > 0 else heads
        before = [place for place in heads if place < self._cursor]
        if by > 0 and beyond:
            self._move(beyond[0] + 1, 1)
        elif by < 0 and before:
            self._move(before[max(-2, -len(before))] + 1, 1)

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, one on the cursor chooses."""
        index = event.y + self.scroll_offset.y
        if index < len(self._choices) and self._choices[index].value is not None:
            if index == self._cursor:
                self.post_message(self.Chosen(self._choices[index]))
            self._move(index, 1)

    def on_resize(self, event: events.Resize) -> None:
        """A lower list keeps the cursor."""
        self._keep_in_sight()
        self.refresh()

    def _move(self, place: int, by: int) -> None:
        step = 1 if by > 0 else -1
        while 0 <= place < len(self._choices) and self._choices[place].value is None:
            place += step
        if 0 <= place < len(self._choices):
            self.refresh_line(self._cursor)
            self._cursor = place
            self.refresh_line(place)
            self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        top, height = self.scroll_offset.y, max(1, self.size.height)
        over = self._cursor - (1 if self._cursor and self._choices[self._cursor - 1].value is None else 0)
        if over < top:
            self.scroll_to(y=over, animate=False)
        elif self._cursor >= top + height:
            self.scroll_to(y=self._cursor - height + 1, animate=False)
