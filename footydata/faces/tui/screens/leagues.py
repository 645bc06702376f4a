"""All leagues by country."""

import sqlite3
from functools import partial

from textual.app import ComposeResult

from footydata.faces.reading.leagues import LeagueLine, leagues_view
from footydata.faces.tui.keys import BACK, HELP, PALETTE, Key, bar_of, bindings
from footydata.faces.tui.screens.view_screen import ViewScreen
from footydata.faces.tui.targets import BracketTarget, SeasonTarget, TableTarget
from footydata.faces.tui.widgets.bars import TextBar
from footydata.faces.tui.widgets.cursor_view import DrawnList
from footydata.football.records import SeasonRecord
from footydata.football.wording import plural
from footydata.store.read.seasons.leagues import newest_season
from footydata.views.view import View

KEYS = (
    Key(
        "choose",
        "enter",
        "choose",
        "the league's table or groups, or its fixtures where it has none",
        "open",
    ),
    Key("season", "S", "season", "the fixtures of its newest season", "fixtures"),
    Key("bracket", "K", "bracket", "the knock-out rounds of its newest season", "bracket"),
    Key("follow", "f", "follow", "follow the league, or no more", "follow"),
    Key("next-group", "tab", "group(1)", "the next country"),
    Key("group-before", "shift+tab", "group(-1)", "the country before"),
)


class LeaguesScreen(ViewScreen):
    """The leagues of the file."""

    NAME = "Leagues"
    KEYS = KEYS
    BAR = bar_of(KEYS, BACK, HELP, PALETTE)
    BINDINGS = bindings(KEYS)

    def compose_content(self) -> ComposeResult:
        yield DrawnList(self._items)

    def load(self) -> None:
        followed = frozenset(self.browsing.followed.leagues)
        job = partial(leagues_view, lang=self.browsing.lang, followed=followed)
        self.read("leagues", job, self._show)

    def _show(self, view: View) -> None:
        self.query_one(TextBar).show("Leagues", plural(len(view.rows), "league"))
        self.show_age()
        before = self.row.league.id if self.row else None
        self.show_view(view, lambda line: line.league.id == before if before else True)
        if not view.rows:
            self.show_instead(f"There are no leagues in {self.browsing.path.name} yet.")

    def is_starred(self, row: LeagueLine) -> bool:
        return self.browsing.followed.has("league", row.league.id)

    def chosen_id(self) -> tuple[str, int] | None:
        return ("league", self.row.league.id) if self.row else None

    async def open_row(self) -> None:
        """The league's table or groups, or its fixtures."""
        line: LeagueLine = self.row
        if line.has == "no table":
            self.action_season()
        else:
            await self.open(TableTarget(line.league.id, None, self._near(line)))

    def action_season(self) -> None:
        if line := self.row:

            def newest(connection: sqlite3.Connection) -> SeasonRecord | None:
                return newest_season(connection, line.league.id)

            self.read("season", newest, partial(self._open_newest, line))

    def _open_newest(self, line: LeagueLine, season: SeasonRecord | None) -> None:
        if season is None:
            self.notify(f"{line.league.name} has no season with fixtures.", markup=False, timeout=3)
        else:
            target = SeasonTarget(line.league.id, season.id, season.label, self._near(line))
            self.app.call_later(self.open, target)

    async def action_bracket(self) -> None:
        if line := self.row:
            await self.open(BracketTarget(line.league.id, None, self._near(line)))

    def _near(self, line: LeagueLine) -> int:
        now = self.browsing.now()
        return now if line.last_ts is None else min(now, line.last_ts)

    def action_follow(self) -> None:
        if line := self.row:
            self.follow("league", line.league.id, line.league.name)
