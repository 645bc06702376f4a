"""The help: every key of the screen below."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from footydata.tui.screens.browser_screen import EVERYWHERE, Keys

COLUMN = 26
"""The width of the keys beside what they do."""


class HelpScreen(ModalScreen[None]):
    """The keys of a screen and those that work everywhere; any of its keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter,space", "app.pop_screen", show=False)
    ]

    def __init__(self, name: str, keys: Keys) -> None:
        super().__init__()
        self._title = name
        self._keys = keys

    def compose(self) -> ComposeResult:
        """The box with the keys."""
        lines = [*self._section(self._title, self._keys), Content(), *self._section("Everywhere", EVERYWHERE)]
        box = Static(Content("\n").join(lines), id="help")
        box.border_title = "Keys"
        box.border_subtitle = "Esc closes"
        yield box

    def _section(self, title: str, keys: Keys) -> list[Content]:
        lines = [Content.styled(title, "bold $accent")]
        return lines + [Content.assemble((f"  {key:<{COLUMN}}", "bold"), does) for key, does in keys]
