"""All fixtures of a season under their days; the list opens at a moment."""

from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult

from footydata.faces.drawing.fixtures import date_heading
from footydata.faces.reading.days import SeasonContent, read_season
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import BACK, HELP, bar_of
from footydata.faces.tui.screens.fixtures_screen import FIXTURE_KEYS, FixturesScreen
from footydata.faces.tui.targets import SeasonTarget
from footydata.faces.tui.widgets.bars import TextBar
from footydata.faces.tui.widgets.fixture_list import Heading, grouped
from footydata.football.wording import plural
from footydata.store.read.fixtures.days import Entry, ListedFixture

BAR = bar_of(FIXTURE_KEYS, BACK, HELP)


class SeasonScreen(FixturesScreen):
    """The fixtures of a season."""

    NAME = "A season"
    KEYS = FIXTURE_KEYS
    BAR = BAR

    def __init__(self, browsing: Browsing, target: SeasonTarget) -> None:
        super().__init__(browsing, target)
        self._title = f"{browsing.league_title(target.league_id)} · {target.label}"
        self._entries: list[Entry] = []

    def compose_content(self) -> ComposeResult:
        yield from self.compose_list(dated=False)

    def view_title(self) -> str:
        return self._title

    def load(self) -> None:
        browsing = self.browsing
        near = self.list.entry.kickoff_ts if self.list.entry else self.target.near
        job = partial(
            read_season,
            season_id=self.target.season_id,
            near=near,
            lang=browsing.lang,
            makers=browsing.makers,
        )
        self.read("list", job, self._show)

    def zone_changed(self) -> None:
        """Another zone has other days."""
        self._list_entries(self.list.rows)
        super().zone_changed()

    def _show(self, content: SeasonContent) -> None:
        is_reload = bool(self._entries)
        self._entries = content.entries
        self.query_one("#title", TextBar).show(self._title, plural(len(content.entries), "fixture"))
        self.show_age()
        if not content.entries:
            self.show_instead("There are no fixtures of this season any more.")
        if is_reload:
            self.list.show_again(grouped(self._entries, self._day_of, self._heading), content.rows)
        else:
            self._list_entries(content.rows)

    def _list_entries(self, rows: dict[int, ListedFixture]) -> None:
        near = self.list.entry.kickoff_ts if self.list.entry else self.target.near
        items = grouped(self._entries, self._day_of, self._heading)
        last = self._entries[-1].fixture_id if self._entries else None
        self.list.show(
            items, rows, cursor_on=lambda one: one.kickoff_ts >= near or one.fixture_id == last
        )

    def _day_of(self, entry: Entry) -> object:
        return self.browsing.zone.date_of(entry.kickoff_ts, time_known=entry.time_known)

    def _heading(self, group: Sequence[Entry]) -> Heading:
        first = group[0]
        on = self.browsing.zone.date_of(first.kickoff_ts, time_known=first.time_known)
        return Heading(date_heading(on, self.browsing.today))
