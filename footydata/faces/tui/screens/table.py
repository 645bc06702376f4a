"""The table of a league: points, corners or cards; all fixtures, home or away; whole match or first half; by round."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from textual.app import ComposeResult

from footydata.faces.drawing.lines import Line, dotted, fitted, tab_at, tab_line, width_of
from footydata.faces.drawing.views import (
    HALVES,
    NAMES,
    UNSORTED,
    VENUES,
    Sorting,
    ending_view,
    view_layout,
)
from footydata.faces.reading.leagues import TableContent, TableOptions, read_table
from footydata.faces.tui.bars import Bar
from footydata.faces.tui.browsing import Browsing, after
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.view_screen import ViewScreen
from footydata.faces.tui.signs import TABLE_SIGNS
from footydata.faces.tui.targets import BracketTarget, SeasonTarget, TableTarget, TeamTarget
from footydata.faces.zone import long_date
from footydata.football.rows import StandingRow, TableHalf, Venue
from footydata.football.terms import TableType
from footydata.football.wording import plural
from footydata.views import SEASON_VIEWS
from footydata.views.view import View

TYPES = tuple(NAMES)

KEYS = (
    *(
        Key(f"tab-{number}", str(number), f"type('{type}')", name.lower())
        for number, (type, name) in enumerate(NAMES.items(), 1)
    ),
    Key("next-tab", "tab", "next_type(1)", "the next kind of table"),
    Key("tab-before", "shift+tab", "next_type(-1)", "the previous kind"),
    Key("season-before", "left", "season(1)", "the season before", "season"),
    Key("season-after", "right", "season(-1)", "the season after", "season"),
    Key("choose", "enter", "choose", "the team", "team"),
    Key("venue", "v", "venue", "all fixtures, home, away", "venue"),
    Key("half", "h", "half", "whole match, first half", "half"),
    Key("sort-before", "less_than_sign", "sort(-1)", "sorted by the column before", "sort"),
    Key("sort-after", "greater_than_sign", "sort(1)", "sorted by the next column", "sort"),
    Key("turn", "R", "turn", "sorted the other way round", "sort"),
    Key("round-before", "left_square_bracket", "round(-1)", "as after the previous round", "round"),
    Key(
        "round-after",
        "right_square_bracket",
        "round(1)",
        "as after the next round; after the last, as it is now",
        "round",
    ),
    Key("date", "d", "date", "as it was at the end of a day", "date"),
    Key(
        "live",
        "L",
        "live",
        "as it stands: with the scores of live fixtures, or without them",
        "as it stands",
    ),
    Key("season", "S", "fixtures", "all fixtures of the season", "fixtures"),
    Key("bracket", "K", "bracket", "the knock-out rounds of the season", "bracket"),
    Key("follow", "f", "follow", "follow the team, or no more", "follow"),
    Key("follow-league", "*", "follow_league", "follow the league, or no more"),
)


def _subject(row: Any) -> Any:
    """What the cursor stays on: the team of a table, else the row."""
    return row.team_id if isinstance(row, StandingRow) else row


class TableScreen(ViewScreen):
    """A league's table, or a view of its season."""

    NAME = "A table"
    KEYS = KEYS
    SIGNS = TABLE_SIGNS
    BINDINGS = bindings(KEYS)

    def __init__(self, browsing: Browsing, target: TableTarget) -> None:
        super().__init__(browsing, target)
        self._near = target.near
        self._options = TableOptions(target.league_id, target.season_id)
        self._content = TableContent(None, "", [])
        self._newest: int | None = None

    def compose_content(self) -> ComposeResult:
        yield Bar(self._tabs, self._click_tab, id="tabs")
        yield from super().compose_content()

    def load(self) -> None:
        self._options = self._options._replace(lang=self.browsing.settings.lang)
        self.read(
            "table",
            partial(
                read_table,
                options=self._options,
                now=self.browsing.now(),
                zone=self.browsing.zone.info,
            ),
            self._show,
        )

    def show_table(self, options: TableOptions) -> None:
        """Show another table: the tabs at once, the rows when they are read."""
        if options.type in SEASON_VIEWS:
            options, asked = TableOptions(*options[:3], lang=options.lang), options
            if asked != options and asked.type == self._options.type:
                self.notify("This list is of all fixtures of the season.")
        self._options = options
        self.load()

    def _show(self, content: TableContent) -> None:
        self._content, self.seasons = content, content.seasons
        if content.view:
            about = content.view.about
            season_id = about.get("season_id", self._options.season_id)
            self._options = self._options._replace(season_id=season_id)
            if self._options.round is None and self._options.at is None:
                self._newest = about.get("round")
        self.show_title(*self._title(content))
        if content.view is None:
            self.show_refusal(
                f"{content.refusal}.\n\n1 to {len(TYPES)}   another kind\n← →   another season"
            )
        else:
            self._show_rows()

    def _show_rows(self) -> None:
        """Show the rows in the order that the user chose; what a position decides is marked in the table's own."""
        view, live = self._content.view, self._content.live
        if view is None:
            return
        if self._options.as_it_stands and live:
            are = f"{plural(live, 'fixture')} {'is' if live == 1 else 'are'} live"
            note = f"As it stands: {are} and count as if they were over now."
            view = view._replace(notes=[note, *view.notes])
        before = {_subject(self.row)} if self.row else set(self.target.team_ids)
        self.show_view(self.sorting.view(view), lambda row: _subject(row) in before)

    def drawn_view(self, width: int) -> View | None:
        projection = self._content.projection
        return ending_view(self.view, projection, width) if self.view and projection else self.view

    def is_starred(self, row: Any) -> bool:
        return self.browsing.followed.has("team", getattr(row, "team_id", None))

    def _title(self, content: TableContent) -> tuple[str, ...]:
        label = self._season_label()
        star = self.browsing.followed.star("league", self._options.league_id)
        title = dotted(star + self.browsing.league_title(self._options.league_id), label)
        about = content.view.about if content.view else {}
        last_round = about.get("round")
        after = f"after round {last_round}" if last_round is not None else ""
        is_partial = self._options.type != TableType.TOTAL
        is_partial = is_partial or self._options.half == TableHalf.FIRST
        known = f"known in {about['known']} of {about['played']}" if about and is_partial else ""
        return title, ", ".join(filter(None, (after, known))), known, after

    def _season_label(self) -> str | None:
        id_ = self._options.season_id
        return next((season.label for season in self.seasons if season.id == id_), None)

    def _tabs(self, width: int) -> Sequence[Line]:
        options = self._options
        at = f"as of {long_date(options.at)}" if options.at is not None else ""
        at = f"as after round {options.round}" if options.round is not None else at
        live = self._content.live
        if live and not at:
            at = (
                f"as it stands, {live} live"
                if options.as_it_stands
                else f"{self._symbol_of('live')} adds {live} live"
            )
        line = tab_line(list(NAMES.values()), TYPES.index(options.type))
        rest = dotted(VENUES[options.venue], HALVES[options.half], at)
        if at and width_of(line) + len(rest) + 2 > width:
            # What is unusual goes first.
            venue = VENUES[options.venue] if options.venue != Venue.ALL else ""
            half = HALVES[options.half] if options.half != TableHalf.FULL else ""
            rest = dotted(at, venue, half)
        return [[*line, (fitted(f"  {rest}", max(0, width - width_of(line))), "muted")]]

    def exported(self) -> View | None:
        options = self._options
        names = self.browsing.league_title(options.league_id), self._season_label()
        title = f"{names[0]} {names[1]} {NAMES[options.type]}"
        return self.view._replace(title=title) if self.view else None

    def chosen_id(self) -> tuple[str, int] | None:
        return ("team", self._team_id) if self._team_id else None

    @property
    def _team_id(self) -> int | None:
        """Of the team under the cursor."""
        return getattr(self.row, "team_id", None)

    # Keys

    def action_type(self, type: str) -> None:
        half = TableHalf.FULL if type == TableType.CARD else self._options.half
        self.sorting = UNSORTED
        self.show_table(self._options._replace(type=type, half=half))

    def _click_tab(self, x: int) -> None:
        """Show the kind that was clicked."""
        place = tab_at(self._tabs(self.size.width)[0], x)
        # Right of the tabs stand venue, half and moment, which are no tab.
        if place is not None and place < len(TYPES):
            self.action_type(TYPES[place])

    def click_head(self, x: int) -> None:
        """Sort by the column that was clicked, if it is sorted by it in the other direction."""
        head = view_layout(self.view, self.list.line_width).head_at(x) if self.view else None
        if head is not None:
            self._sort(self.sorting.by(head))

    def action_next_type(self, by: int) -> None:
        self.action_type(TYPES[(TYPES.index(self._options.type) + by) % len(TYPES)])

    def action_venue(self) -> None:
        self.show_table(self._options._replace(venue=after(VENUES, self._options.venue)))

    def action_half(self) -> None:
        if self._options.type == TableType.CARD:
            self.notify("Cards are not recorded by half.")
        else:
            self.show_table(self._options._replace(half=after(HALVES, self._options.half)))

    def action_season(self, by: int) -> None:
        """An older (1) or newer (-1) season."""
        season = self.season_beside(self._options.season_id, by)
        if season:
            # Lists opened from another season's table start with that season.
            self._near = int(datetime(season.start_year, 1, 1, tzinfo=UTC).timestamp())
            self.show_table(self._options._replace(season_id=season.id, at=None, round=None))

    def action_round(self, by: int) -> None:
        """The table after another round; after the last one, as it is now."""
        view = self._content.view
        last_round = self._options.round or (view.about.get("round") if view else None)
        if last_round is None:
            self.notify("No rounds are known here; d asks for a date.")
        elif by > 0 and self._options.round is None:
            self.notify("This is the newest round.")
        elif self._newest is not None and last_round + by >= self._newest:
            self.show_table(self._options._replace(round=None, at=None))
        else:
            round = max(1, last_round + by)
            self.show_table(self._options._replace(round=round, at=None, as_it_stands=False))

    # Sorting

    def action_sort(self, by: int) -> None:
        """Sort by the next column, or the one before; after the last comes the order of the table."""
        if self.view:
            columns = view_layout(self.view, self.list.line_width).columns
            heads = [column.head for column in columns]
            place = heads.index(self.sorting.head) if self.sorting.head in heads else 0
            self._sort(Sorting(heads[(place + by) % len(heads)]))

    def action_turn(self) -> None:
        self._sort(self.sorting.by(self.sorting.head))

    def _sort(self, sorting: Sorting) -> None:
        self.sorting = sorting
        self._show_rows()

    async def action_date(self) -> None:
        await self.ask_date(self._options.at or self.browsing.today, self._as_of)

    def _as_of(self, day: date | None) -> None:
        if day is not None:
            self.show_table(self._options._replace(at=day, round=None, as_it_stands=False))

    def action_live(self) -> None:
        """The table of now, with the scores of live fixtures or without them."""
        if not self._is_read:
            self.once_read(self.action_live)
            return
        now = self._options._replace(round=None, at=None)
        if self._options.as_it_stands:
            self.show_table(now._replace(as_it_stands=False))
        elif not self._content.live and now == self._options:
            self.notify("No fixture of this table is live.")
        else:
            self.show_table(now._replace(as_it_stands=True))

    async def action_fixtures(self) -> None:
        await self.open(SeasonTarget(self._options.league_id, self._options.season_id, self._near))

    async def action_bracket(self) -> None:
        await self.open(BracketTarget(self._options.league_id, self._options.season_id, self._near))

    async def open_row(self) -> None:
        if self._team_id:
            await self.open(TeamTarget(self._team_id, self.row.team_name, self._near))

    def action_follow(self) -> None:
        """Follow the team under the cursor, or no more."""
        if self._team_id:
            self.follow("team", self._team_id, self.row.team_name)

    def action_follow_league(self) -> None:
        league_id = self._options.league_id
        self.follow("league", league_id, self.browsing.league_title(league_id))
