"""The table of a league: points, corners or cards; all fixtures, home or away; whole match or first half; by round."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import partial

from textual.app import ComposeResult

from footydata.faces.drawing.lines import Line
from footydata.faces.drawing.table import (
    GAP,
    HALVES,
    NAMES,
    VENUES,
    Sorting,
    group_width,
    groups_across,
    groups_head,
    head_at,
    live_notes,
    sorted_heads,
    table_cells,
    table_head,
    table_tabs,
)
from footydata.faces.reading.leagues import TableContent, TableOptions, read_table
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import BACK, HELP, Key, bar_of, bindings
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.signs import TABLE_SIGNS
from footydata.faces.tui.view_rows import ViewRows, rows_of
from footydata.faces.tui.widgets.bars import DrawnBar, HeadBar, TabBar, TextBar
from footydata.faces.tui.widgets.table_list import TableList
from footydata.faces.zone import long_date
from footydata.football.table_rows import TableHalf
from footydata.football.terms import TableType
from footydata.views.tables import SHOWN
from footydata.views.view import Shown

TYPES = tuple(NAMES)

KEYS = (
    Key("tab-1", "1", f"type('{TableType.TOTAL}')", "points", "kind"),
    Key("tab-2", "2", f"type('{TableType.CORNER}')", "corners", "kind"),
    Key("tab-3", "3", f"type('{TableType.CARD}')", "cards", "kind"),
    Key("next-tab", "tab", "next_type(1)", "the next kind of table"),
    Key("tab-before", "shift+tab", "next_type(-1)", "the previous kind"),
    Key("season-before", "left", "season(1)", "the season before", "season"),
    Key("season-after", "right", "season(-1)", "the season after", "season"),
    Key("choose", "enter", "choose", "the team", "team"),
    Key("venue", "v", "venue", "all fixtures, home, away", "venue"),
    Key("half", "h", "half", "whole match, first half", "half"),
    Key("round-before", "left_square_bracket", "round(-1)", "as after the previous round", "round"),
    Key(
        "round-after",
        "right_square_bracket",
        "round(1)",
        "as after the next round; after the last, as it is now",
        "round",
    ),
    Key("date", "d", "date", "as it was at the end of a day", "date"),
    Key("sort-before", "less_than_sign", "sort(-1)", "sorted by the column before", "sort"),
    Key("sort-after", "greater_than_sign", "sort(1)", "sorted by the next column", "sort"),
    Key("turn", "R", "turn", "sorted the other way round", "sort"),
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

BAR = bar_of(
    KEYS,
    "tab-1",
    "tab-2",
    "tab-3",
    "season-before",
    "season-after",
    "choose",
    BACK,
    HELP,
    "venue",
    "half",
    "sort-before",
    "sort-after",
    "turn",
    "round-before",
    "round-after",
    "date",
    "live",
    "season",
    "bracket",
    "follow",
)


class TableScreen(BrowserScreen):
    """A league's table."""

    NAME = "A table"
    KEYS = KEYS
    SIGNS = TABLE_SIGNS
    BAR = BAR
    BINDINGS = bindings(KEYS)

    def __init__(
        self,
        browsing: Browsing,
        league_id: int,
        season_id: int | None,
        *,
        near: int,
        team_ids: tuple[int, ...] = (),
    ) -> None:
        super().__init__(browsing)
        self._near = near
        self._team_ids = team_ids
        self._options = TableOptions(league_id, season_id)
        self._content: TableContent | None = None
        self._newest: int | None = None
        self._sorting = Sorting()

    def compose_content(self) -> ComposeResult:
        yield TabBar(self._tabs, id="tabs")
        yield HeadBar(self._head, id="head", classes="of-content")
        yield TableList()

    def _head(self, width: int) -> Line:
        head = groups_head if self._content and self._content.is_of_groups else table_head
        return head(self._shown, self.query_one(TableList).line_width or width - 2, self._sorting)

    @property
    def _shown(self) -> Sequence[Shown]:
        """The columns of the table; before it is read, those of its type."""
        view = self._content.view if self._content else None
        return view.shown if view else SHOWN[self._options.type]

    def load(self) -> None:
        self._options = self._options._replace(lang=self.browsing.lang)
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
        self._options = options
        self.load()

    def _show(self, content: TableContent) -> None:
        self._content = content
        if content.view:
            about = content.view.about
            self._options = self._options._replace(season_id=about["season_id"])
            if self._options.up_to_round is None and self._options.at is None:
                self._newest = about["round"]
        self._show_rows(content)
        self.query_one(TextBar).show(*self._title(content))
        self.show_age()
        if content.view is None:
            self.show_instead(f"{content.refusal}.\n\n1 2 3   another kind\n← →   another season")
        for bar in self.query(DrawnBar):
            bar.refresh()

    def _show_rows(self, content: TableContent) -> None:
        """Show the rows in the order that the user chose; what a position decides is marked in the table's own."""
        self.query_one(TableList).show(
            self._sorting.view(content.view) if content.view else None,
            followed=self.browsing.followed.teams,
            cursor_on=self._team_ids,
            projection=content.projection,
            remarks=live_notes(content.live) if self._options.as_it_stands else [],
        )

    def _title(self, content: TableContent) -> tuple[str, ...]:
        label = self._season_label()
        star = "★ " if self.browsing.followed.has("league", self._options.league_id) else ""
        title = " · ".join(
            [
                star + self.browsing.league_title(self._options.league_id),
                *([label] if label else []),
            ]
        )
        about = content.view.about if content.view else {}
        last_round = about.get("round")
        after = f"after round {last_round}" if last_round is not None else ""
        is_partial = about and SHOWN[self._options.type] is not SHOWN[TableType.TOTAL]
        is_partial = is_partial or self._options.half == TableHalf.FIRST
        known = f"known in {about['known']} of {about['played']}" if about and is_partial else ""
        return title, ", ".join(filter(None, (after, known))), known, after

    def _season_label(self) -> str | None:
        seasons = self._content.seasons if self._content else []
        return next(
            (season.label for season in seasons if season.id == self._options.season_id), None
        )

    def _tabs(self, width: int) -> Line:
        options = self._options
        at = f"as of {long_date(options.at)}" if options.at is not None else ""
        at = f"as after round {options.up_to_round}" if options.up_to_round is not None else at
        live = self._content.live if self._content else 0
        if live and not at:
            at = (
                f"as it stands, {live} live"
                if options.as_it_stands
                else f"{self._symbol_of('live')} adds {live} live"
            )
        return table_tabs(options.type, width, venue=options.venue, half=options.half, at=at)

    def view_rows(self) -> ViewRows | None:
        if self._content is None or self._content.view is None:
            return None
        options, label = self._options, self._season_label()
        title = f"{self.browsing.league_title(options.league_id)} {label} {NAMES[options.type]}"
        return rows_of(title, self._sorting.view(self._content.view))

    def chosen_id(self) -> tuple[str, int] | None:
        row = self.query_one(TableList).row
        return ("team", row.team_id) if row else None

    def row_cells(self) -> Sequence[str]:
        row = self.query_one(TableList).row
        return table_cells(row, self._shown) if row else []

    # Keys

    def action_type(self, type: str) -> None:
        half = TableHalf.FULL if type == TableType.CARD else self._options.half
        self._sorting = Sorting()
        self.show_table(self._options._replace(type=TableType(type), half=half))

    def on_tab_bar_chosen(self, event: TabBar.Chosen) -> None:
        # Right of the tabs stand venue, half and moment, which are no tab.
        if event.place < len(TYPES):
            self.action_type(TYPES[event.place])

    def action_next_type(self, by: int) -> None:
        self.action_type(TYPES[(TYPES.index(self._options.type) + by) % len(TYPES)])

    def action_venue(self) -> None:
        self.show_table(self._options._replace(venue=_after(list(VENUES), self._options.venue)))

    def action_half(self) -> None:
        if self._options.type == TableType.CARD:
            self.notify("Cards are not recorded by half.", timeout=3)
        else:
            self.show_table(self._options._replace(half=_after(list(HALVES), self._options.half)))

    def action_season(self, by: int) -> None:
        """An older (1) or newer (-1) season."""
        ids = [season.id for season in self._content.seasons] if self._content else []
        place = ids.index(self._options.season_id) + by if self._options.season_id in ids else 0
        if self._content and 0 <= place < len(ids):
            # Lists opened from another season's table start with that season.
            self._near = int(
                datetime(self._content.seasons[place].start_year, 1, 1, tzinfo=UTC).timestamp()
            )
            self.show_table(self._options._replace(season_id=ids[place], at=None, up_to_round=None))
        else:
            self.notify(
                "There is no older season here." if by > 0 else "This is the newest season here.",
                timeout=3,
            )

    def action_round(self, by: int) -> None:
        """The table after another round; after the last one, as it is now."""
        view = self._content.view if self._content else None
        last_round = self._options.up_to_round or (view.about["round"] if view else None)
        if last_round is None:
            self.notify("The rounds of this season are not known; d asks for a date.", timeout=3)
        elif by > 0 and self._options.up_to_round is None:
            self.notify("This is the newest round.", timeout=3)
        elif self._newest is not None and last_round + by >= self._newest:
            self.show_table(self._options._replace(up_to_round=None, at=None))
        else:
            round = max(1, last_round + by)
            self.show_table(self._options._replace(up_to_round=round, at=None, as_it_stands=False))

    # Sorting

    def action_sort(self, by: int) -> None:
        """Sort by the next column, or the one before; after the last comes the order of the table."""
        heads = sorted_heads(self._shown, self._column_width)
        place = heads.index(self._sorting.head) if self._sorting.head in heads else 0
        self._sort(Sorting(heads[(place + by) % len(heads)]))

    def action_turn(self) -> None:
        self._sort(self._sorting.by(self._sorting.head))

    def on_head_bar_clicked(self, event: HeadBar.Clicked) -> None:
        """Sort by the column that was clicked; by the one that the rows are sorted by in the other direction."""
        width = self._column_width
        x = event.x % (width + GAP) if self._content and self._content.is_of_groups else event.x
        head = head_at(self._shown, width, x)
        if head is not None:
            self._sort(self._sorting.by(head))

    @property
    def _column_width(self) -> int:
        """The width of a table, or of a group beside others."""
        width = self.query_one(TableList).line_width
        return (
            group_width(width, groups_across(width))
            if self._content and self._content.is_of_groups
            else width
        )

    def _sort(self, sorting: Sorting) -> None:
        self._sorting = sorting
        if self._content is not None:
            self._show_rows(self._content)
        self.query_one("#head", DrawnBar).refresh()

    async def action_date(self) -> None:
        await self.ask_date(self._options.at or self.browsing.today, self._as_of)

    def _as_of(self, day: date | None) -> None:
        if day is not None:
            self.show_table(self._options._replace(at=day, up_to_round=None, as_it_stands=False))

    def action_live(self) -> None:
        """The table of now, with the scores of live fixtures or without them."""
        if self._content is None:
            self.once_read(self.action_live)
            return
        now = self._options._replace(up_to_round=None, at=None)
        if self._options.as_it_stands:
            self.show_table(now._replace(as_it_stands=False))
        elif not self._content.live and now == self._options:
            self.notify("No fixture of this table is live.", timeout=3)
        else:
            self.show_table(now._replace(as_it_stands=True))

    async def action_fixtures(self) -> None:
        await self.open_season(
            self._options.league_id,
            self._options.season_id,
            label=self._season_label(),
            near=self._near,
        )

    async def action_bracket(self) -> None:
        await self.open_bracket(self._options.league_id, self._options.season_id, near=self._near)

    async def action_choose(self) -> None:
        row = self.query_one(TableList).row
        if row:
            await self.open_team(row.team_id, row.team_name, near=self._near)

    async def on_table_list_chosen(self, event: TableList.Chosen) -> None:
        await self.open_team(event.row.team_id, event.row.team_name, near=self._near)

    def action_follow(self) -> None:
        """Follow the team under the cursor, or no more."""
        row = self.query_one(TableList).row
        if row:
            self.follow("team", row.team_id, row.team_name)

    def action_follow_league(self) -> None:
        league_id = self._options.league_id
        self.follow("league", league_id, self.browsing.league_title(league_id))


def _after(choices: list[str], current: str) -> str:
    return choices[(choices.index(current) + 1) % len(choices)]
