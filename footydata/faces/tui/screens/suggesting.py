"""What screens with a text field and a list of fixtures share: the nearest names of a text that finds nothing."""

from collections.abc import Sequence

from footydata.faces.tui.screens.fixtures_screen import FixturesScreen
from footydata.faces.tui.widgets.filter import Filter


class SuggestingScreen(FixturesScreen):
    """A list that a text narrows; where the text finds nothing, one of the nearest names can take its place."""

    _near_names: Sequence[str] = ()
    _near_place = 0

    @property
    def field(self) -> Filter | None:
        """The text field, None until there is one."""
        raise NotImplementedError

    def show_why_empty(self) -> None:
        """Say why the list is empty, with the nearest names."""
        raise NotImplementedError

    @property
    def near_names(self) -> tuple[Sequence[str], int]:
        """The nearest names, and the place of the one that is chosen."""
        return self._near_names, self._near_place

    def suggest(self, names: Sequence[str]) -> None:
        """Offer names; none while the text finds something."""
        self._near_names, self._near_place = names, 0

    @property
    def _is_suggesting(self) -> bool:
        return self.typing and not self.list.fixtures and bool(self._near_names)

    def action_step(self, by: int) -> None:
        """Choose among the names where the list is empty."""
        if self._is_suggesting:
            self._near_place = (self._near_place + by) % len(self._near_names)
            self.show_why_empty()
        else:
            super().action_step(by)

    def take_suggestion(self) -> bool:
        """Put the chosen name in place of the text; false if none is offered."""
        if not self._is_suggesting or self.field is None:
            return False
        field, name = self.field.input, self._near_names[self._near_place]
        field.value = name
        field.cursor_position = len(name)
        return True
