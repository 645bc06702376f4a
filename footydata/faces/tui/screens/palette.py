"""The palette: go to a team, a league, a season or a command by a part of its name."""

import asyncio
import sqlite3
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from footydata.faces.drawing.lines import Item, fitted, titled, width_of
from footydata.faces.tui.browsing import Browsing, ReadAnswer
from footydata.faces.tui.cursor_view import DrawnList
from footydata.faces.tui.keys import EVERYWHERE, Key, key_symbols
from footydata.faces.tui.screens.dialogs import ListDialog
from footydata.faces.tui.targets import SeasonTarget, TableTarget, Target, TeamTarget
from footydata.football.records import SeasonRecord
from footydata.football.rows import TeamRow
from footydata.football.wording import safe
from footydata.store.read.days import (
    Names,
    has_words,
    nearness,
    read_names,
    suggestions,
    typed_words,
)
from footydata.store.read.seasons.leagues import seasons
from footydata.store.read.seasons.teams import teams as read_teams
from footydata.store.typed_names import folded

MOST = 60
"""Names listed at once."""


class Choice(NamedTuple):
    """A line of the palette: what it is called, what it is, and what it does; a text is written into the field."""

    text: str
    remark: str
    does: Target | Key | str


class PaletteScreen(ListDialog):
    """Names and commands; answers with the target or the key that was chosen. keys: of the screen below."""

    def __init__(self, browsing: Browsing, keys: Sequence[Key]) -> None:
        super().__init__()
        self._browsing = browsing
        self._keys = [key for key in (*keys, *EVERYWHERE) if key.does]
        self._teams: list[TeamRow] = []
        self._seasons: list[SeasonRecord] = []
        self._are_named = asyncio.Event()
        self._text = ""
        self._choices: dict[str, Sequence[Choice]] = {}

    def compose(self) -> ComposeResult:
        with Vertical(id="palette") as box:
            box.border_title = "Go to"
            box.border_subtitle = "Enter goes · Esc closes"
            yield Input(
                placeholder="a team, a league, a season (premier 24/25) or a command", compact=True
            )
            yield DrawnList(self._lines)

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))
        self.query_one(DrawnList).can_focus = False
        lang = self._browsing.settings.lang
        self._browsing.reader.request(
            f"{id(self)} names",
            lambda connection: _read(connection, lang, self._browsing.names),
            lambda answer: self.call_later(self._take, answer),
        )
        self._show()

    def on_unmount(self) -> None:
        self._browsing.reader.cancel(f"{id(self)} ")

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
        names = self._browsing.names
        known = self._names(words, names) if words and names is not None else []
        self._choices = {"Names": known, "Commands": self._commands(words)}
        if not any(self._choices.values()) and names is not None:
            near = suggestions(names, text)
            nothing = f"Nothing is called “{text}”." + (" Did you mean:" if near else "")
            self._choices = {nothing: [Choice(name, "Enter writes it", name) for name in near]}
        self.query_one(DrawnList).redraw(lambda _: True)

    def _lines(self, width: int) -> list[Item]:
        items: list[Item] = []
        for heading, choices in self._choices.items():
            if choices or len(self._choices) == 1:
                items.append(Item(titled(heading, width)))
            for choice in choices[:MOST]:
                text = fitted(safe(choice.text), width - 3 - width_of([(choice.remark, "")]))
                line = [(" ", "accent"), (f" {text}", "plain"), (f"{choice.remark} ", "muted")]
                items.append(Item(line, choice))
        return items

    def _commands(self, words: Sequence[tuple[str, ...]]) -> list[Choice]:
        keys = [key for key in self._keys if has_words(folded(f"{key.does} {key.name}"), words)]
        keymap = self._browsing.keymap
        return [Choice(key.does, " ".join(key_symbols(key, keymap)), key) for key in keys]

    def _names(self, words: Sequence[tuple[str, ...]], names: Names) -> list[Choice]:
        """Leagues and teams with all words in a name, then seasons.

        Those with whole words come first, then those with beginnings, then those with other parts; of names as near,
        leagues before teams, and teams whose name begins with the text before others.
        """
        near = self._browsing.now()
        title = self._browsing.league_title
        ranked: list[tuple[tuple[int, ...], Choice]] = []
        for place, (id_, name) in enumerate(names.leagues.items()):
            if id_ in self._browsing.leagues and has_words(name, words):
                choice = Choice(title(id_), "league", TableTarget(id_, None, near))
                ranked.append(((nearness(name, words), 0, place), choice))
        for team in self._teams:
            name = names.teams.get(team.id, "")
            if has_words(name, words):
                begins = folded(team.name).startswith(words[0])
                rank = nearness(name, words), 1, not begins, len(team.name)
                choice = Choice(team.name, "team", TeamTarget(team.id, team.name, near))
                ranked.append((rank, choice))
        ranked.sort(key=itemgetter(0))
        choices = [choice for _, choice in ranked[:MOST]]
        if any(any(letter.isdigit() for letter in forms[0]) for forms in words):
            choices += [
                Choice(
                    f"{title(season.league_id)} · {season.label}",
                    "season",
                    SeasonTarget(season.league_id, season.id, near),
                )
                for season in self._seasons
                if has_words(f"{names.leagues.get(season.league_id, '')}\n{season.label}", words)
            ]
        return choices[:MOST]

    async def action_choose(self) -> None:
        """Go to the choice, once the names are read and the text field has all letters."""
        await self._are_named.wait()
        done = asyncio.Event()
        self.query_one(Input).call_later(done.set)
        await done.wait()
        if self.query_one(Input).value.strip() != self._text:
            self._show()
        choice = self.query_one(DrawnList).value
        if choice is None:
            return
        if isinstance(choice.does, str):
            self.query_one(Input).value = choice.does
        else:
            self.dismiss(choice.does)


def _read(
    connection: sqlite3.Connection, lang: str, names: Names | None
) -> tuple[Names, list[TeamRow], list[SeasonRecord]]:
    """All names, the teams as they are shown, the seasons newest first."""
    return (
        names or read_names(connection),
        read_teams(connection, lang=lang),
        seasons(connection),
    )
