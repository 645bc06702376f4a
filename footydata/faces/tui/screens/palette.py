"""The palette: go to a team, a league, a season or a command by a part of its name."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from footydata.faces.tui.keys import EVERYWHERE, key_symbols
from footydata.faces.tui.reader import ReadAnswer
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.widgets.choice_list import Choice, ChoiceList
from footydata.football.records import SeasonRecord
from footydata.football.rows import TeamRow
from footydata.football.wording import safe
from footydata.store.read.fixtures.search import (
    Names,
    has_words,
    nearness,
    read_names,
    suggestions,
    typed_words,
)
from footydata.store.read.seasons.leagues import every_season
from footydata.store.read.seasons.teams import teams as read_teams
from footydata.store.typed_names import folded

MOST = 60
"""Names listed at once."""


class PaletteScreen(ModalScreen[Callable[[], Awaitable[object]]]):
    """Names and commands; answers with the call that opens what was chosen, or runs the command.

    screen: the one below, which opens and runs.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
        Binding("pagedown", "step(8)", show=False, priority=True),
        Binding("pageup", "step(-8)", show=False, priority=True),
    ]

    def __init__(self, screen: BrowserScreen) -> None:
        super().__init__()
        self._below = screen
        self._browsing = screen.browsing
        self._keys = [key for key in (*screen.KEYS, *EVERYWHERE) if key.does]
        self._teams: list[TeamRow] = []
        self._seasons: list[SeasonRecord] = []
        self._are_named = asyncio.Event()
        self._text = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="palette") as box:
            box.border_title = "Go to"
            box.border_subtitle = "Enter goes · Esc closes"
            yield Input(
                placeholder="a team, a league, a season (premier 24/25) or a command", compact=True
            )
            yield ChoiceList()

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))
        self.query_one(ChoiceList).can_focus = False
        lang = self._browsing.lang
        self._browsing.reader.request(
            f"{id(self)} names",
            lambda connection: _read(connection, lang, self._browsing.names),
            self._answered,
        )
        self._show()

    def on_unmount(self) -> None:
        self._browsing.reader.cancel(f"{id(self)} ")

    def _answered(self, answer: ReadAnswer) -> None:
        self.call_later(self._take, answer)

    def _take(self, answer: ReadAnswer) -> None:
        if answer.error is None and self.is_current:
            self._browsing.names, self._teams, self._seasons = answer.value
            self._show()
        self._are_named.set()

    def on_input_changed(self) -> None:
        self._show()

    def _show(self) -> None:
        text = self._text = self.query_one(Input).value.strip()
        words = typed_words(text)
        choices = [*self._names(words), *self._commands(words)] if words else self._commands(words)
        names = self._browsing.names
        if not choices and names is not None:
            near = suggestions(names, text)
            nothing = f"Nothing is called “{text}”." + (" Did you mean:" if near else "")
            choices = [Choice(nothing), *[Choice(name, "Enter writes it", name) for name in near]]
        self.query_one(ChoiceList).show(choices[:MOST])

    def _commands(self, words: Sequence[tuple[str, ...]]) -> list[Choice]:
        keys = [key for key in self._keys if has_words(folded(f"{key.does} {key.name}"), words)]
        keymap = self._browsing.keymap
        run = self._below.run_key
        lines = [
            Choice(key.does, " ".join(key_symbols(key, keymap)), partial(run, key)) for key in keys
        ]
        return [Choice("Commands"), *lines] if lines else []

    def _names(self, words: Sequence[tuple[str, ...]]) -> list[Choice]:
        """Leagues and teams with all words in a name, then seasons.

        Those with whole words come first, then those with beginnings, then those with other parts; of names as near,
        leagues before teams, and teams whose name begins with the text before others.
        """
        names = self._browsing.names
        if names is None:
            return []
        near = self._browsing.now()
        known = self._browsing.leagues
        leagues = [
            id_ for id_, name in names.leagues.items() if id_ in known and has_words(name, words)
        ]
        teams = [team for team in self._teams if has_words(names.teams.get(team.id, ""), words)]
        ranked: list[tuple[tuple[int, ...], Callable[[], Choice]]] = [
            ((nearness(names.leagues[id_], words), 0, place), partial(self._league, id_, near))
            for place, id_ in enumerate(leagues)
        ]
        for team in teams:
            begins = folded(team.name).startswith(words[0])
            rank = nearness(names.teams[team.id], words), 1, not begins, len(team.name)
            ranked.append((rank, partial(self._team, team, near)))
        ranked.sort(key=itemgetter(0))
        choices = [choice() for _, choice in ranked[:MOST]]
        for season in self._seasons:
            name = f"{names.leagues.get(season.league_id, '')}\n{season.label}"
            if any(any(letter.isdigit() for letter in forms[0]) for forms in words) and has_words(
                name, words
            ):
                title = f"{self._browsing.league_title(season.league_id)} · {season.label}"
                opened = partial(
                    self._below.open_season,
                    season.league_id,
                    season.id,
                    label=season.label,
                    near=near,
                )
                choices.append(Choice(title, "season", opened))
        return [Choice("Names"), *choices[:MOST]] if choices else []

    def _league(self, league_id: int, near: int) -> Choice:
        opened = partial(self._below.open_table, league_id, None, near=near)
        return Choice(self._browsing.league_title(league_id), "league", opened)

    def _team(self, team: TeamRow, near: int) -> Choice:
        return Choice(
            safe(team.name), "team", partial(self._below.open_team, team.id, team.name, near=near)
        )

    def action_step(self, by: int) -> None:
        self.query_one(ChoiceList).action_page(by)

    async def action_choose(self) -> None:
        """Go to the choice, once the names are read and the text field has all letters."""
        await self._are_named.wait()
        done = asyncio.Event()
        self.query_one(Input).call_later(done.set)
        await done.wait()
        if self.query_one(Input).value.strip() != self._text:
            self._show()
        choice = self.query_one(ChoiceList).choice
        if choice is None or choice.value is None:
            return
        if isinstance(choice.value, str):
            self.query_one(Input).value = choice.value
        else:
            self.dismiss(choice.value)

    async def on_option_list_option_selected(self) -> None:
        await self.action_choose()


def _read(
    connection: sqlite3.Connection, lang: str, names: Names | None
) -> tuple[Names, list[TeamRow], list[SeasonRecord]]:
    """All names, the teams as they are shown, the seasons newest first."""
    return (
        names or read_names(connection),
        read_teams(connection, lang=lang),
        every_season(connection),
    )
