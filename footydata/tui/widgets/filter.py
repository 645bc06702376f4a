"""The line in which one types what to look for."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static


class FilterInput(Input):
    """An input that tells each letter at once, and hands the keys of the list on to the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("tab", "everywhere", show=False),
        Binding("down", "to_list(1)", show=False),
        Binding("up", "to_list(-1)", show=False),
    ]

    class Left(Message):
        """Escape was pressed: no filter any more."""

    class Everywhere(Message):
        """Tab was pressed: look in all days."""

    class ToList(Message):
        """An arrow was pressed: the cursor of the list moves."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, text: str, *, placeholder: str, typed: Callable[[], None]) -> None:
        self._typed = typed
        super().__init__(text, placeholder=placeholder, compact=True, select_on_focus=False)

    def watch_value(self) -> None:
        """Tell the letter before it is painted: a message would come a frame later."""
        if self.is_mounted:
            self._typed()

    def action_leave(self) -> None:
        """Drop the filter."""
        self.post_message(self.Left())

    def action_everywhere(self) -> None:
        """Look in all days."""
        self.post_message(self.Everywhere())

    def action_to_list(self, by: int) -> None:
        """Move the cursor of the list while typing."""
        self.post_message(self.ToList(by))


class Filter(Horizontal):
    """The input with its mark and what it found; `typed` is called at each letter."""

    def __init__(self, placeholder: str, typed: Callable[[], None], *, text: str = "") -> None:
        super().__init__()
        self._input = FilterInput(text, placeholder=placeholder, typed=typed)

    def compose(self) -> ComposeResult:
        """The mark, the input, the count."""
        yield Static("/", id="filter-mark", markup=False)
        yield self._input
        yield Static("", id="filter-count", markup=False)

    @property
    def input(self) -> FilterInput:
        """The input itself."""
        return self._input

    @property
    def text(self) -> str:
        """What is typed."""
        return self.input.value.strip()

    def tell(self, count: str) -> None:
        """Tell what was found."""
        self.query_one("#filter-count", Static).update(count, layout=False)
