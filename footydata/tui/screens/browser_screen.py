"""What every screen of the browser can do: read without waiting, go back, help, reload, zone, colours."""

import sqlite3
from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from footydata.contract.errors import FootydataError
from footydata.tui.browsing import Browsing
from footydata.tui.reader import Answer, Job

Keys = tuple[tuple[str, str], ...]
"""Keys and what they do, for the bar at the bottom and the help."""

EVERYWHERE: Keys = (
    ("↑ ↓ PgUp PgDn Home End", "move"),
    ("u", "local time or UTC"),
    ("r", "read the file again"),
    ("d", "dark or light colours"),
    ("? or F1", "these keys"),
    ("Esc q", "back; on the day, q leaves the browser"),
    ("Ctrl+Q", "leave the browser"),
)


OPENS_A_LINE = frozenset({"filter", "find", "go_to", "type"})
"""Actions after which one types."""


class BrowserScreen(Screen[None]):
    """A screen of the browser; its rows come from queries that run on the reader's thread."""

    KEYS: ClassVar[Keys] = ()
    """The keys of this screen alone, as the help tells them."""

    NAME: ClassVar[str] = ""
    """What the help calls the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("r", "reload", show=False),
        Binding("u", "zone", show=False),
        Binding("d", "colours", show=False),
    ]

    def __init__(self, browsing: Browsing) -> None:
        super().__init__()
        self.browsing = browsing

    def read(self, channel: str, job: Job, then: Callable[[Any], None]) -> None:
        """Read on the reader's thread, then show; a newer read of the channel takes this one's place."""
        own = f"{id(self)} {channel}"
        self.browsing.reader.ask(own, job, lambda answer: self.call_later(self._take, answer, then))

    def load(self) -> None:
        """Read what the screen shows, and show it."""

    def zone_changed(self) -> None:
        """Show the same in another zone."""

    def failed(self, error: Exception) -> None:
        """Tell that a read failed."""
        self.notify(str(error), title="The database could not be read", severity="error", markup=False)

    def show_table(self, league_id: int, season_id: int | None, *, near: int) -> None:
        """Open the table of a season; None: the newest. near: the moment that its lists of fixtures open at."""
        from footydata.tui.screens.table import TableScreen

        league = self.browsing.leagues.get(league_id)
        if league and not league.has_standings:
            self.notify(f"{league.name} has no table.", markup=False, timeout=3)
        else:
            self.app.push_screen(TableScreen(self.browsing, league_id, season_id, near=near))

    def show_season(self, league_id: int, season_id: int | None, *, label: str | None, near: int) -> None:
        """Open all fixtures of a season, at those around a moment."""
        from footydata.tui.screens.listing import ListingScreen, season_listing

        if season_id is None:
            self.notify("The season of this fixture is not known.", timeout=3)
        else:
            title = f"{self.browsing.league_title(league_id)} · {label}"
            self.app.push_screen(ListingScreen(self.browsing, season_listing(title, season_id), near=near))

    def show_team(self, team_id: int, name: str, *, near: int) -> None:
        """Open all fixtures of a team, at those around a moment."""
        from footydata.tui.screens.listing import ListingScreen, team_listing

        self.app.push_screen(ListingScreen(self.browsing, team_listing(team_id, name), near=near))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does what it is bound to: those that open a line to type in are letters once one types.

        They come before all other bindings (priority), so that letters typed ahead find the line open.
        """
        types = self.focused is not None and self.focused.check_consume_key("f", "f")
        return action not in OPENS_A_LINE or not types

    def on_mount(self) -> None:
        """Load once the screen stands."""
        self.load()

    def action_back(self) -> None:
        """Back to the screen before."""
        self.app.pop_screen()

    def action_help(self) -> None:
        """Show the keys."""
        from footydata.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.NAME, self.KEYS))

    def action_reload(self) -> None:
        """Read the file again, even where another stands in its place."""
        self.browsing.reader.reopen()
        self.browsing.names = None
        self.load()

    def action_zone(self) -> None:
        """Switch between local time and UTC."""
        if self.browsing.switch_zone():
            self.zone_changed()
        else:
            self.notify("Local time is UTC on this machine.", timeout=3)

    def action_colours(self) -> None:
        """Switch between dark and light."""
        self.app.theme = "footydata-light" if self.app.current_theme.dark else "footydata-dark"

    def _take(self, answer: Answer, then: Callable[[Any], None]) -> None:
        if not self.browsing.reader.is_newest(answer):
            return
        if answer.error is None:
            then(answer.value)
        elif isinstance(answer.error, FootydataError | sqlite3.Error):
            self.failed(answer.error)
        else:
            raise answer.error
