"""Asks whom to follow: a team or the league of a fixture."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.openings import OpenFollow
from footydata.faces.tui.widgets.choice_list import Choice, ChoiceList
from footydata.football.wording import safe


class FollowScreen(ModalScreen[bool]):
    """A dialog to follow or unfollow the teams and the league of a fixture; answers whether anything changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "done", show=False, priority=True),
        Binding("enter,space,f", "switch", show=False, priority=True),
        Binding("down,j", "step(1)", show=False, priority=True),
        Binding("up,k", "step(-1)", show=False, priority=True),
        *[Binding(str(place + 1), f"switch({place})", show=False, priority=True) for place in range(3)],
    ]

    def __init__(self, browsing: Browsing, opening: OpenFollow) -> None:
        super().__init__()
        self._browsing = browsing
        self._choices = opening.choices
        self._changed = False

    def compose(self) -> ComposeResult:
        """The box with the choices."""
        with Vertical(id="follow", classes="box") as box:
            box.border_title = "Follow"
            box.border_subtitle = "1 2 3 or Enter · Esc closes"
            yield ChoiceList()

    def on_mount(self) -> None:
        """Show whom the user follows."""
        self._show(0)

    def _show(self, place: int) -> None:
        followed = self._browsing.followed
        choices = [
            Choice(f"{'★' if followed.has(kind, id_) else ' '} {number} {safe(name)}", kind, (kind, id_))
            for number, (kind, id_, name) in enumerate(self._choices, 1)
        ]
        self.query_one(ChoiceList).show(choices, cursor_on=lambda one: one == choices[place])

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self.query_one(ChoiceList).action_step(by)

    def action_switch(self, place: int | None = None) -> None:
        """Follow one, or unfollow it."""
        listed = self.query_one(ChoiceList)
        chosen = self._choices[place][:2] if place is not None else listed.choice.value if listed.choice else None
        if chosen:
            self._browsing.followed.switch(*chosen)
            self._changed = True
            self._show(next(number for number, one in enumerate(self._choices) if one[:2] == chosen))

    def on_option_list_option_selected(self) -> None:
        """One was clicked."""
        self.action_switch()

    def action_done(self) -> None:
        """Close."""
        self.dismiss(self._changed)
