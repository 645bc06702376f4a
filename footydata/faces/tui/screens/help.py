"""The help: the keys of the screen below it, as the screens declare them."""

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from footydata.faces.tui.drawing.lines import BLANK, Line
from footydata.faces.tui.keys import EVERYWHERE, Key, Keymap, shown
from footydata.faces.tui.widgets.lines_view import LinesPage

COLUMN = 20
"""The width of the keys beside what they do."""


class HelpScreen(ModalScreen[None]):
    """The keys of a screen and those that work everywhere, to scroll in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", show=False, priority=True),
        Binding("ctrl+q", "app.quit", show=False, priority=True),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "scroll(10)", show=False, priority=True),
        Binding("pageup,ctrl+u", "scroll(-10)", show=False, priority=True),
        Binding("home,g", "edge(-1)", show=False, priority=True),
        Binding("end,G", "edge(1)", show=False, priority=True),
    ]

    def __init__(self, title: str, keys: Sequence[Key], keymap: Keymap) -> None:
        super().__init__()
        self._title = title
        self._keys = keys
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        """The box with the keys."""
        with Vertical(id="help") as box:
            box.border_title = "Keys"
            box.border_subtitle = "↑↓ scroll · Esc closes · keys.toml renames"
            yield LinesPage(self._lines)

    def on_mount(self) -> None:
        """Draw the keys."""
        self.query_one(LinesPage).redraw()

    def _lines(self, width: int) -> list[Line]:
        own = {key.name for key in self._keys}
        everywhere = [key for key in EVERYWHERE if key.name not in own]
        sections = (self._title, self._keys), ("Everywhere", everywhere)
        own_lines, other_lines = (self._section(title, keys, width) for title, keys in sections)
        return [*own_lines, BLANK, *other_lines]

    def _section(self, title: str, keys: Sequence[Key], width: int) -> list[Line]:
        lines: list[Line] = [[(title, "heading")]]
        for key in keys:
            pressed = " ".join(shown(key, self._keymap))
            for text in wrap(key.does, max(10, width - COLUMN - 2)):
                lines.append([(f"  {pressed:<{COLUMN}}", "strong"), (text, "plain")])
                pressed = ""
        return lines

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(LinesPage).action_step(by)

    def action_edge(self, towards: int) -> None:
        """Scroll to an end."""
        self.query_one(LinesPage).action_edge(towards)
