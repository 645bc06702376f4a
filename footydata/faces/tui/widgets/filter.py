"""The text field of a filter or search."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static


class FilterInput(Input):
    """An input that calls `typed` at each letter."""

    def __init__(self, text: str, *, placeholder: str, typed: Callable[[], None]) -> None:
        self._typed = typed
        super().__init__(text, placeholder=placeholder, compact=True, select_on_focus=False)

    def watch_value(self) -> None:
        """Call `typed` before the letter is painted: a message would come a frame later."""
        if self.is_mounted:
            self._typed()


class Filter(Horizontal):
    """The input with its mark and a count; `typed` is called at each letter."""

    def __init__(self, placeholder: str, typed: Callable[[], None], *, text: str = "") -> None:
        super().__init__()
        self._input = FilterInput(text, placeholder=placeholder, typed=typed)

    def compose(self) -> ComposeResult:
        yield Static("/", id="filter-mark", markup=False)
        yield self._input
        yield Static("", id="filter-count", markup=False)

    @property
    def input(self) -> FilterInput:
        return self._input

    @property
    def text(self) -> str:
        return self.input.value.strip()

    def show_count(self, count: str) -> None:
        self.query_one("#filter-count", Static).update(count, layout=False)
