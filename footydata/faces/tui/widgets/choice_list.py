"""A list of lines of which one is chosen, under headings."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.segment import Segment
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from footydata.faces.drawing.lines import Line, fitted, titled, width_of
from footydata.faces.tui.themes import line_styles
from footydata.faces.tui.widgets.lines_view import WheelList

STYLES = {"plain": "", "muted": "$muted", "heading": "bold $primary", "rule": "$secondary"}
"""The styles of a line as Textual's markup names them, so that they follow the theme."""


class ChoiceLine(Visual):
    """A heading over the whole width, or a text with a remark at the right where there is room for it."""

    def __init__(self, text: str, remark: str, *, is_heading: bool) -> None:
        self._text = text
        self._remark = remark
        self._is_heading = is_heading

    def line(self, width: int) -> Line:
        if self._is_heading:
            return titled(self._text, width, self._remark)
        remark = self._remark if width_of([(self._text + self._remark, "")]) + 6 <= width else ""
        text = fitted(self._text, width - 3 - width_of([(remark, "")]))
        return [("  ", "plain"), (text, "plain"), (f"{remark} ", "muted")]

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        content = Content.assemble(*[(text, STYLES[name]) for text, name in self.line(width)])
        return content.render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1


class Choice(Option):
    """A line that can be chosen; one without a value is a heading, over which the cursor steps."""

    def __init__(self, text: str, remark: str = "", value: Any = None) -> None:
        super().__init__(ChoiceLine(text, remark, is_heading=value is None), disabled=value is None)
        self.value = value


class ChoiceList(OptionList, WheelList):
    """Textual's list of options with a mark at the cursor, and with our keys, which stop at both ends."""

    def __init__(self) -> None:
        super().__init__(compact=True)
        self._choices: Sequence[Choice] = ()

    @property
    def choice(self) -> Choice | None:
        return None if self.highlighted is None else self._choices[self.highlighted]

    def show(
        self, choices: Sequence[Choice], *, cursor_on: Callable[[Choice], bool] | None = None
    ) -> None:
        """Show other lines, with the cursor on the first that it holds for, else on the first that can be chosen."""
        self._choices = choices
        self.set_options(choices)
        places = [place for place, choice in enumerate(choices) if not choice.disabled]
        first = places[0] if places else None
        self.highlighted = next(
            (place for place in places if cursor_on and cursor_on(choices[place])), first
        )

    def render_line(self, y: int) -> Strip:
        """A line; the cursor has a mark, not only a colour."""
        strip = super().render_line(y)
        if self.scroll_offset.y + y != self.highlighted:
            return strip
        style = next(iter(strip)).style
        accent = line_styles(self.app.theme)["accent"]
        return Strip.join(
            [Strip([Segment("▌", style + accent if style else accent)]), strip.crop(1)]
        )

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Bring the cursor into sight, with the heading over it."""
        super().scroll_to_highlight(top)
        above = (self.highlighted or 0) - 1
        if above >= 0 and self._choices[above].disabled and above < self.scroll_offset.y:
            self.scroll_to(y=above, animate=False, immediate=True)

    def action_step(self, by: int) -> None:
        self._move((self.highlighted or 0) + by, by)

    def action_page(self, by: int) -> None:
        place = (self.highlighted or 0) + by
        if 0 < place < len(self._choices):
            self._move(place, by)
        else:
            self.action_edge(by)

    def action_edge(self, towards: int) -> None:
        self._move(0 if towards < 0 else len(self._choices) - 1, -towards)

    def action_heading(self, by: int) -> None:
        """Move the cursor to the first line under the next heading, or under the one before."""
        cursor = self.highlighted or 0
        headings = [place for place, choice in enumerate(self._choices) if choice.disabled]
        after = [place for place in headings if place > cursor]
        before = [place for place in headings if place < cursor]
        if by > 0 and after:
            self._move(after[0] + 1, 1)
        elif by < 0 and before:
            self._move(before[max(-2, -len(before))] + 1, 1)

    def _move(self, place: int, by: int) -> None:
        """Put the cursor on the first line that can be chosen from a place on, in the direction of `by`."""
        step = 1 if by > 0 else -1
        places = range(place, len(self._choices) if step > 0 else -1, step)
        inside = [place for place in places if 0 <= place < len(self._choices)]
        self.highlighted = next(
            (place for place in inside if not self._choices[place].disabled), self.highlighted
        )
