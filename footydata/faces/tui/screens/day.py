"""A day of fixtures by league: the first screen."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from textual.app import ComposeResult

from footydata.faces.drawing.fixtures import is_live
from footydata.faces.drawing.lines import Line
from footydata.faces.reading.days import (
    NO_TERMS,
    DayContent,
    DayOptions,
    read_day,
    read_nearest_day,
    read_next_day,
)
from footydata.faces.tui.bars import Bar, week_days, week_line
from footydata.faces.tui.browsing import Browsing, after
from footydata.faces.tui.fixture_list import Heading, Listed, grouped
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.browser_screen import SLOW
from footydata.faces.tui.screens.fixtures_screen import FIXTURE_KEYS, SearchScreen
from footydata.faces.tui.targets import FindTarget
from footydata.faces.zone import long_date, relative_day
from footydata.football.moments import EARLIEST, LATEST
from footydata.football.terms import Order
from footydata.football.wording import plural
from footydata.store.read.days import (
    ListedFixture,
    Names,
    read_names,
    search_terms,
    suggestions,
)

KEYS = (
    Key("day-before", "left,left_square_bracket", "move_days(-1)", "the day before", "day"),
    Key("day-after", "right,right_square_bracket", "move_days(1)", "the day after", "day"),
    Key(
        "filled-day-before",
        "p",
        "next_day('desc')",
        "the previous day with fixtures; with a filter, those it finds",
    ),
    Key("filled-day-after", "n", "next_day('asc')", "the next day with fixtures"),
    Key("filter", "slash", "filter", "filter by team, league or country while you type", "filter"),
    *FIXTURE_KEYS,
    Key("today", "t", "today", "today", "today"),
    Key("date", "d", "date", "go to a date", "date"),
    Key(
        "live",
        "L",
        "live",
        "live fixtures first, then live ones only, then all in their leagues",
        "live",
    ),
)

TYPING = (
    Key("choose", "enter", "choose", "", "keep"),
    Key("next-group", "tab", "group(1)", "", "find in all days"),
    Key("back", "escape", "back", "", "drop"),
    Key("up", "up", "step(-1)", "", "move"),
    Key("down", "down", "step(1)", "", "move"),
)


LIVE = ("in leagues", "first", "only")
"""Where a day shows its live fixtures, in the order of the key."""

MARKED_FOR = 6.0
"""Seconds for which a goal or a red card is marked."""


class DayScreen(SearchScreen):
    """The fixtures of a day under their leagues; left and right change the day.

    Date and rows always belong together: both are of the day that was read last. While another day takes longer than a
    moment to read, its date is shown over an empty list.
    """

    NAME = "A day"
    KEYS = KEYS
    BAR = ("help", "close", "palette")
    DATED = False
    TYPING = TYPING
    BINDINGS = bindings(KEYS)

    def __init__(self, browsing: Browsing, target: date | None) -> None:
        super().__init__(browsing, target)
        self.day = target or browsing.today
        self._nearest = target is None
        self._content = DayContent(self.day, [], {}, {})
        self._terms = NO_TERMS
        self._live = "in leagues"
        self._reads = 0

    def compose_content(self) -> ComposeResult:
        yield Bar(self._week, self._click_week, id="week", classes="of-content")
        yield from super().compose_content()

    def view_title(self) -> str:
        return f"fixtures {self.day.isoformat()}"

    # Reading

    def load(self) -> None:
        """Read the day; the first time, the nearest day that has fixtures."""
        self._ask(partial(read_nearest_day if self._nearest else read_day, day=self.day))

    def show_day(self, day: date) -> None:
        self.day = day
        self._ask(partial(read_day, day=day))

    def file_changed(self) -> None:
        """Show the same day again, unless another day is being read."""
        if self._content.day == self.day:
            self.load()

    def _ask(
        self, job: Callable[..., DayContent | None], then: Callable[[Any], None] | None = None
    ) -> None:
        browsing = self.browsing
        options = DayOptions(
            browsing.zone,
            preferences=browsing.preferences,
            leagues=frozenset(browsing.followed.leagues),
            teams=frozenset(browsing.followed.teams),
        )
        self._reads += 1
        self.read("day", partial(job, options=options), then or self._show)
        self.set_timer(SLOW, partial(self._show_waiting, self._reads))

    def _show_waiting(self, read_number: int) -> None:
        """Show the date over an empty list, if its fixtures are still being read."""
        if read_number == self._reads and self._content.day != self.day:
            self._content = self._content._replace(day=self.day, fixtures=[])
            self.list.show([])
            self._show_title("")
            self.show_instead("Reading…")

    def _show(self, content: DayContent) -> None:
        before, self._content, self.day = self._content, content, content.day
        self._nearest = False
        self._reads += 1
        self.browsing.leagues = content.leagues
        if before.day == content.day and self.list.fixtures:
            marks = content.news_since(before)
            self.list.show(self._items(), marks=marks)
            if marks:
                self.set_timer(MARKED_FOR, self.list.unmark)
        else:
            self.list.show(self._items(), cursor_on=lambda _: True)
        self._show_title(self._counts_text())
        self._show_count()

    def _items(self) -> list[Listed]:
        fixtures = self._content.fixtures
        filtered = [one for one in fixtures if self._terms.has(one)]
        if self._live == "in leagues":
            return self._by_league(filtered)
        live = [one for one in filtered if self._is_live(one)]
        if self._live == "only":
            return self._by_league(live)
        rest = [one for one in filtered if not self._is_live(one)]
        first: list[Listed] = [Heading("Live", str(len(live))), *live] if live else []
        return first + self._by_league(rest)

    def _by_league(self, fixtures: Sequence[ListedFixture]) -> list[Listed]:
        return grouped(fixtures, lambda one: one.league_id, self._heading)

    def _is_live(self, fixture: ListedFixture) -> bool:
        return is_live(fixture, now=self.browsing.moment)

    def _heading(self, group: Sequence[ListedFixture]) -> Heading:
        league_id = group[0].league_id
        star = self.browsing.followed.star("league", league_id)
        return Heading(
            star + self.browsing.league_title(league_id), str(len(group)), is_league=True
        )

    def _show_title(self, counts: str) -> None:
        zone = self.browsing.zone.label(self.browsing.zone.day(self.day).start_ts)
        title = f"{long_date(self.day)} · {relative_day(self.day, self.browsing.today)}"
        only = " · live only" if self._live == "only" else ""
        self.show_title(title + counts + only, f"{self.browsing.path.name} · {zone}", zone)
        self.query("#week, #head").refresh()

    def _counts_text(self) -> str:
        """How many fixtures, leagues and live fixtures the day has, to follow its title."""
        fixtures = self._content.fixtures
        if not fixtures:
            return ""
        leagues = len({fixture.league_id for fixture in fixtures})
        live = sum(map(self._is_live, fixtures))
        text = f" · {plural(len(fixtures), 'fixture')} in {plural(leagues, 'league')}"
        return f"{text}, {live} live" if live else text

    def _show_count(self) -> None:
        """Show the count of the filter, or why the list is empty."""
        content = self._content
        if self.is_failed:
            return
        count = len(self.list.fixtures)
        if self.field.is_mounted:
            self.field.show_count(
                f"{count} of {len(content.fixtures)}" if self._terms.words else ""
            )
        if count:
            self.show_content()
        elif content.fixtures and self._live == "only" and not self._terms.words:
            self.show_instead("Nothing is live on this day.\n\nL   all fixtures of the day")
        elif content.fixtures:
            self.show_why_empty()
        else:
            self.show_instead(empty_day(content, self.browsing.path.name))

    def show_why_empty(self) -> None:
        self.show_instead(
            f"No fixture of this day has “{self.field.text}” in its teams, league or country."
            f"{self.near_text}\n\n"
            "Tab   find it in all days\n"
            "Esc   drop the filter"
        )

    # Days

    def _week(self, width: int) -> list[Line]:
        content = self._content
        return [week_line(content.day, self.browsing.today, content.counts, width)]

    def _click_week(self, x: int) -> None:
        """Show the day that was clicked."""
        width = self.size.width
        days = week_days(self._content.day, width)
        self.show_day(days[min(x // max(1, width // len(days)), len(days) - 1)])

    def action_move_days(self, by: int) -> None:
        day = self.day + timedelta(days=by)
        if EARLIEST <= day <= LATEST:
            self.show_day(day)

    def action_next_day(self, order: str) -> None:
        """Go to the nearest day with fixtures, with a filter to those it finds."""
        job = partial(read_next_day, day=self.day, order=Order(order), terms=self._terms)
        self._ask(job, partial(self._show_next, Order(order)))

    def _show_next(self, order: Order, content: DayContent | None) -> None:
        if content:
            self._show(content)
            return
        which = "after" if order == Order.ASC else "before"
        what = f" with “{self.field.text}”" if self._terms.words else ""
        self.notify(f"There are no fixtures{what} {which} {long_date(self.day)}.", markup=False)

    def action_today(self) -> None:
        self.show_day(self.browsing.today)

    async def action_date(self) -> None:
        await self.ask_date(self.day, lambda day: self.show_day(day) if day else None)

    def action_live(self) -> None:
        """Live fixtures first, then alone, then in their leagues; where nothing is live, as it was."""
        if self._live == "in leagues" and not any(map(self._is_live, self._content.fixtures)):
            self.notify("Nothing is live on this day.")
            return
        self._live = after(LIVE, self._live)
        self.list.show(self._items(), cursor_on=lambda _: True)
        self._show_title(self._counts_text())
        self._show_count()

    # Filter

    async def action_filter(self) -> None:
        if not self.field.is_mounted:
            # When it is first needed: it would take a tenth of the start.
            await self.mount(self.field)
        self.to_field()
        if self.browsing.names is None:
            self.read("names", read_names, self._add_names, long=True)

    async def action_back(self) -> None:
        """Drop the filter; Escape never leaves the browser."""
        await self.typing_done()
        self.field.input.value = ""
        self.to_list()

    async def action_close(self) -> None:
        """Leave the browser."""
        self.app.exit()

    def to_list(self) -> None:
        """Keep the filter, but an empty one."""
        self.set_class(bool(self.field.text), "-filtering")
        super().to_list()

    async def action_group(self, by: int) -> None:
        """Go to the next league; while the user types, search all days instead."""
        if self.typing:
            await self.typing_done()
            await self.action_find()
        else:
            await super().action_group(by)

    async def action_find(self) -> None:
        await self.open(FindTarget(self.browsing.zone.day(self.day).start_ts, self.field.text))

    def _add_names(self, names: Names) -> None:
        self.browsing.names = names
        self.typed()

    def typed(self) -> None:
        names = self.browsing.names
        if names is None:
            return
        text = self.field.text
        self._terms = search_terms(names, text)
        before = self.list.fixture
        self.list.show(self._items(), cursor_on=lambda one: one is before)
        self.suggest([])
        self._show_count()
        if self._terms.is_unknown:
            self.read("near", lambda _: suggestions(names, text), self._suggest, long=True)

    def _suggest(self, near: list[str]) -> None:
        self.suggest(near)
        self._show_count()

    async def heading_clicked(self, heading: Listed) -> None:
        """Open the table of the league."""
        if isinstance(heading, Heading) and heading.is_league:
            await self.action_table()


def empty_day(content: DayContent, file: str) -> str:
    """What to do on a day without fixtures."""
    if not content.before and not content.after:
        return (
            "There are no fixtures in this file yet.\n\n"
            f"Load some in another terminal:\nfootydata load {file} FILE...\n\n"
            "r   read the file again"
        )
    lines = [f"No fixtures on {long_date(content.day)}.", ""]
    if content.before:
        lines.append(f"p   {long_date(content.before)} is the nearest day before")
    if content.after:
        lines.append(f"n   {long_date(content.after)} is the nearest day after")
    return "\n".join(lines)
