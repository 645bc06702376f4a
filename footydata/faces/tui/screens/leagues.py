"""All leagues by country."""

import sqlite3
from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult

from footydata.faces.reading.leagues import LeagueLine, read_leagues
from footydata.faces.tui.keys import BACK, HELP, Key, bar_of, bindings
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.view_rows import ViewRows
from footydata.faces.tui.widgets.bars import TextBar
from footydata.faces.tui.widgets.choice_list import Choice, ChoiceList
from footydata.football.wording import plural, safe
from footydata.store.read.seasons.leagues import newest_season

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

BAR = bar_of(
    KEYS,
    "choose",
    "season",
    "bracket",
    "follow",
    BACK,
    HELP,
    Key("palette", "ctrl+p", "palette", "", "go to"),
)


class LeaguesScreen(BrowserScreen):
    """The leagues of the file."""

    NAME = "Leagues"
    KEYS = KEYS
    BAR = BAR
    BINDINGS = bindings(KEYS)

    _lines: list[LeagueLine] = []  # noqa: RUF012  # replaced whole, never written to

    def compose_content(self) -> ComposeResult:
        yield ChoiceList()

    @property
    def view(self) -> ChoiceList:
        return self.query_one(ChoiceList)

    def load(self) -> None:
        self.read("leagues", partial(read_leagues, lang=self.browsing.lang), self._show)

    def _show(self, lines: list[LeagueLine]) -> None:
        self._lines = lines
        self.query_one(TextBar).show("Leagues", plural(len(lines), "league"))
        self.show_age()
        followed = self.browsing.followed
        choices: list[Choice] = []
        followed_lines = [line for line in lines if followed.has("league", line.league.id)]
        if followed_lines:
            choices += [
                Choice("Followed"),
                *[self._choice(line, with_country=True) for line in followed_lines],
            ]
        country = None
        for line in lines:
            heading = "E-football" if line.league.esports else line.league.country
            if heading != country:
                country = heading
                choices.append(Choice(safe(country)))
            choices.append(self._choice(line))
        before = self.view.choice
        self.view.show(choices, cursor_on=lambda one: before is None or one.value == before.value)
        if not lines:
            self.show_instead(f"There are no leagues in {self.browsing.path.name} yet.")

    def _choice(self, line: LeagueLine, *, with_country: bool = False) -> Choice:
        star = "★ " if self.browsing.followed.has("league", line.league.id) else ""
        name = f"{line.league.country} · {line.league.name}" if with_country else line.league.name
        span = (
            line.first
            if line.seasons < 2
            else f"{line.first} to {line.last}, {plural(line.seasons, 'season')}"
        )
        table = (
            "" if line.league.has_standings else "groups · " if line.has_groups else "no table · "
        )
        return Choice(f"{star}{safe(name)}", f"{table}{span}", line)

    def _line(self) -> LeagueLine | None:
        choice = self.view.choice
        return choice.value if choice else None

    def view_rows(self) -> ViewRows:
        rows = [
            (
                line.league.id,
                line.league.country,
                line.league.name,
                line.seasons,
                line.first,
                line.last,
            )
            for line in self._lines
        ]
        return ViewRows("leagues", ("id", "country", "league", "seasons", "first", "last"), rows)

    def chosen_id(self) -> tuple[str, int] | None:
        line = self._line()
        return ("league", line.league.id) if line else None

    def row_cells(self) -> Sequence[str]:
        line = self._line()
        if line is None:
            return []
        return [
            safe(line.league.country),
            safe(line.league.name),
            plural(line.seasons, "season"),
            line.first,
            line.last,
        ]

    async def action_choose(self) -> None:
        """The league's table or groups, or its fixtures."""
        line = self._line()
        if line is None:
            return
        if line.league.has_standings or line.has_groups:
            await self.open_table(line.league.id, None, near=self._near(line))
        else:
            await self.action_season()

    async def on_option_list_option_selected(self) -> None:
        await self.action_choose()

    async def action_season(self) -> None:
        line = self._line()
        if line is not None:
            self.read(
                "season",
                partial(_newest, league_id=line.league.id),
                partial(self._open_newest, line),
            )

    async def action_bracket(self) -> None:
        line = self._line()
        if line is not None:
            await self.open_bracket(line.league.id, None, near=self._near(line))

    def _open_newest(self, line: LeagueLine, season: tuple[int, str] | None) -> None:
        if season is None:
            self.notify(f"{line.league.name} has no season with fixtures.", markup=False, timeout=3)
        else:
            opened = partial(
                self.open_season, line.league.id, season[0], label=season[1], near=self._near(line)
            )
            self.app.call_later(opened)

    def _near(self, line: LeagueLine) -> int:
        now = self.browsing.now()
        return now if line.last_ts is None else min(now, line.last_ts)

    def action_follow(self) -> None:
        line = self._line()
        if line is not None:
            self.browsing.followed.switch("league", line.league.id)
            self.save()
            self._show(self._lines)

    def action_group(self, by: int) -> None:
        """The next country, or the one before."""
        self.view.action_heading(by)


def _newest(connection: sqlite3.Connection, league_id: int) -> tuple[int, str] | None:
    season = newest_season(connection, league_id)
    return (season.id, season.label) if season else None
