"""The fixtures of a season under their days, a team with its form and all its fixtures, and what a search finds."""

import sqlite3
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from textual.app import ComposeResult

from footydata.faces.drawing.lines import BLANK, Line
from footydata.faces.drawing.views import view_lines
from footydata.faces.reading.days import NO_TERMS, Preferences, SearchPart, read_part, read_season
from footydata.faces.reading.leagues import TeamContent, read_team
from footydata.faces.tui.bars import Bar
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.fixture_list import Heading, grouped, opens_at
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.browser_screen import SLOW
from footydata.faces.tui.screens.fixtures_screen import FIXTURE_KEYS, FixturesScreen, SearchScreen
from footydata.faces.tui.targets import FindTarget, TeamTarget
from footydata.faces.zone import long_date, short_date
from footydata.football.terms import Order
from footydata.football.wording import plural, safe
from footydata.store.read.days import (
    ListedFixture,
    Names,
    SearchTerms,
    read_names,
    search_terms,
    suggestions,
)


class SeasonScreen(FixturesScreen):
    """The fixtures of a season."""

    NAME = "A season"
    KEYS = FIXTURE_KEYS
    DATED = False

    def load(self) -> None:
        job = partial(
            read_season,
            league_id=self.target.league_id,
            season_id=self.target.season_id,
            preferences=self.browsing.preferences,
        )
        self.read("list", job, self._show)

    def _show(self, fixtures: list[ListedFixture]) -> None:
        title = self.browsing.league_title(self.target.league_id)
        if fixtures:
            title = f"{title} · {fixtures[0].season}"
        else:
            self.show_instead("There are no fixtures of this season.")
        self.show_title(title, plural(len(fixtures), "fixture"))
        items = grouped(fixtures, self._day_of, self._heading)
        opening = None if self._is_read else opens_at(fixtures, self.target.near)
        self.list.show(items, cursor_on=opening)

    def _day_of(self, fixture: ListedFixture) -> date:
        return self.browsing.zone.date_of(fixture.kickoff_ts, time_known=fixture.time_known)

    def _heading(self, group: Sequence[ListedFixture]) -> Heading:
        on = self._day_of(group[0])
        return Heading(short_date(on) if on.year == self.browsing.today.year else long_date(on))


TEAM_KEYS = [
    key._replace(does="follow the team, or no more") if key.name == "follow" else key
    for key in FIXTURE_KEYS
]


class TeamScreen(FixturesScreen):
    """A team."""

    NAME = "A team"
    KEYS = TEAM_KEYS
    BINDINGS = bindings(TEAM_KEYS)

    def __init__(self, browsing: Browsing, target: TeamTarget) -> None:
        super().__init__(browsing, target)
        self._team = target.name
        self._content: TeamContent | None = None

    def compose_content(self) -> ComposeResult:
        yield Bar(self._head, id="team-block", classes="of-content block")
        yield from super().compose_content()

    def load(self) -> None:
        browsing = self.browsing
        job = partial(
            read_team,
            team_id=self.target.id,
            until_ts=max(self.target.near, browsing.now()),
            preferences=browsing.preferences,
        )
        self.read("team", job, self._show)

    def _show(self, content: TeamContent) -> None:
        self._content = content
        self._team = content.name or self._team
        star = self.browsing.followed.star("team", self.target.id)
        count = plural(len(content.fixtures), "fixture")
        self.show_title(f"{star}{safe(self._team)}", f"{count} · team {self.target.id}", count)
        self.query_one("#team-block").refresh(layout=True)
        opening = None if self._is_read else opens_at(content.fixtures, self.target.near)
        self.list.show(content.fixtures, cursor_on=opening)
        if not content.fixtures:
            self.show_instead("There are no fixtures of this team any more.")

    def _head(self, width: int) -> Sequence[Line]:
        return [*view_lines(self._content.form, width), BLANK] if self._content else ()

    async def action_follow(self) -> None:
        self.follow("team", self.target.id, self._team)


PARTS = Key(
    "next-group", "tab", "group(1)", "parts of words too, or whole words alone", "parts of words"
)

KEYS = (
    Key("filter", "slash", "find", "back to the text", "text"),
    *[key for key in FIXTURE_KEYS if key.name not in ("next-group", "group-before")],
    PARTS,
)

TYPING = (
    Key("choose", "enter", "choose", "", "to the list"),
    PARTS,
    Key("back", "escape", "back", "", "back"),
    Key("down", "down", "step(1)", "", "move"),
)


class SearchResult(NamedTuple):
    """What a text finds: fixtures before a moment and from it on; near: similar names, if nothing is found."""

    names: Names
    terms: SearchTerms
    before: SearchPart
    after: SearchPart
    near: list[str]


NOTHING = SearchPart([], more=False)


def find(
    connection: sqlite3.Connection,
    text: str,
    *,
    names: Names | None,
    from_ts: int,
    preferences: Preferences,
    whole_words: bool = True,
) -> SearchResult:
    """The fixtures that a text finds around a moment; without a text nothing. whole_words: as in search_terms."""
    names = names or read_names(connection)
    if not text:
        return SearchResult(names, NO_TERMS, NOTHING, NOTHING, [])
    terms = search_terms(names, text, whole_words=whole_words)
    part = partial(read_part, connection, terms, preferences=preferences)
    before, after = part(Order.DESC, from_ts=from_ts - 1), part(Order.ASC, from_ts=from_ts)
    near = suggestions(names, text) if terms.is_unknown else []
    return SearchResult(names, terms, before, after, near)


class FindScreen(SearchScreen):
    """A search over the whole file."""

    NAME = "Find in all days"
    KEYS = KEYS
    BAR = ("back",)
    TYPING = TYPING
    PLACEHOLDER = "team, league or country, in all days"
    BINDINGS = bindings(KEYS)

    def __init__(self, browsing: Browsing, target: FindTarget) -> None:
        super().__init__(browsing, target, text=target.text)
        self._terms = NO_TERMS
        self._result_text = ""
        self._more = {Order.ASC: False, Order.DESC: False}
        self._with_parts = False

    def compose_content(self) -> ComposeResult:
        yield from super().compose_content()
        yield self.field

    def on_mount(self) -> None:
        self.show_title("Find in all days", self.browsing.path.name)
        self.to_field()
        super().on_mount()

    def view_title(self) -> str:
        return f"fixtures {self.field.text}"

    def typed(self) -> None:
        self.load()

    def load(self) -> None:
        text = self.field.text
        browsing = self.browsing
        job = partial(
            find,
            text=text,
            names=browsing.names,
            from_ts=self.target.from_ts,
            preferences=browsing.preferences,
            whole_words=not self._with_parts,
        )
        self.read("found", job, partial(self._show, text), long=True)
        self.set_timer(4 * SLOW, partial(self._show_searching, text))

    def file_changed(self) -> None:
        """Do not search again: the list would jump under the cursor."""

    def _show_searching(self, text: str) -> None:
        if self._result_text != text and text == self.field.text:
            self.field.show_count("searching…")

    def _show(self, text: str, result: SearchResult) -> None:
        is_again, self._result_text, self._terms = text == self._result_text, text, result.terms
        self.browsing.names = result.names
        self.suggest(result.near)
        before, after = result.before, result.after
        self._more = {Order.DESC: before.more, Order.ASC: after.more}
        fixtures = [*before.fixtures, *after.fixtures]
        opening = None if is_again else opens_at(fixtures, self.target.from_ts)
        self.list.show(fixtures, cursor_on=opening)
        self._show_count()

    def _show_count(self) -> None:
        count = len(self.list.fixtures)
        more = "+" if any(self._more.values()) else ""
        parts = (
            f" · whole words, {self._symbol_of('next-group')}: parts of words too"
            if self._terms.has_parts
            else ""
        )
        self.show_title(f"Find in all days{parts}", self.browsing.path.name)
        self.field.show_count(f"{count:,}{more}" if self._result_text else "")
        if count:
            self.show_content()
        else:
            self.show_why_empty()

    def show_why_empty(self) -> None:
        text = self._result_text
        why = f"No fixture has “{text}” in its teams, league or country.{self.near_text}"
        self.show_instead(why if text else "Type a part of a name.")

    async def action_group(self, by: int) -> None:
        """Find parts of words too, or whole words alone where there are any."""
        self._with_parts = not self._with_parts
        self.load()

    async def action_find(self) -> None:
        self.to_field()

    def on_cursor_view_cursor_moved(self) -> None:
        """Read the next part of the search where the cursor is on the first or the last fixture."""
        fixture, fixtures = self.list.fixture, self.list.fixtures
        if fixture is None:
            return
        for order, edge in ((Order.DESC, fixtures[0]), (Order.ASC, fixtures[-1])):
            if fixture is edge and self._more[order]:
                self._more[order] = False
                job = partial(
                    read_part,
                    terms=self._terms,
                    order=order,
                    from_ts=fixture.kickoff_ts,
                    after_id=fixture.id,
                    preferences=self.browsing.preferences,
                )
                self.read(f"part {order}", job, partial(self._add, self._terms, order), long=True)

    def _add(self, terms: SearchTerms, order: Order, part: SearchPart) -> None:
        if terms is self._terms:
            self._more[order] = part.more
            parts = part.fixtures, self.list.fixtures
            before, after = parts if order == Order.DESC else parts[::-1]
            self.list.show([*before, *after])
            self._show_count()
