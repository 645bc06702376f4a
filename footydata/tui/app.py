"""The browser itself: a database file, a clock, a zone; the day is its first screen."""

from collections.abc import Callable
from datetime import UTC
from pathlib import Path

from textual.app import App

from footydata.tui.browsing import Browsing
from footydata.tui.palette import DARK, THEMES
from footydata.tui.reader import Reader
from footydata.tui.screens.day import DayScreen
from footydata.tui.zone import Zone, local_zone


class BrowseApp(App[None]):
    """The terminal browser of one database."""

    CSS_PATH = "footydata.tcss"
    TITLE = "footydata"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, path: Path, *, now: Callable[[], int], local: Zone | None = None, utc: bool = False) -> None:
        """Open the file; raises DatabaseMissing, NotAFootballDatabase or NewerSchema where it can't be read."""
        super().__init__()
        zone = local or local_zone(now())
        self.browsing = Browsing(path, Reader(path), now, local=zone, zone=Zone(UTC) if utc else zone)
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = DARK.name

    def on_mount(self) -> None:
        """Show the day."""
        self.push_screen(DayScreen(self.browsing))

    def on_unmount(self) -> None:
        """End the reader."""
        self.browsing.reader.close()
