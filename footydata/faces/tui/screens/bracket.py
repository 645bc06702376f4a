"""The knock-out rounds of a season: who meets whom, who goes through, and what is doubtful."""

from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult

from footydata.faces.drawing.bracket import (
    DETAIL_HEIGHT,
    DrawnTie,
    doubt_notes,
    drawn_rounds,
    tie_detail,
)
from footydata.faces.drawing.lines import Line
from footydata.faces.reading.bracket import BracketContent, read_bracket
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import BACK, HELP, Key, bar_of, bindings
from footydata.faces.tui.screens.browser_screen import BrowserScreen
from footydata.faces.tui.signs import BRACKET_SIGNS
from footydata.faces.tui.view_rows import ViewRows
from footydata.faces.tui.widgets.bars import DrawnBar, DrawnBlock, TextBar
from footydata.faces.tui.widgets.bracket_view import BracketView
from footydata.football.terms import Status
from footydata.football.wording import plural
from footydata.rules.brackets import Entrant
from footydata.store.read.seasons.brackets import BracketRow

KEYS = (
    Key("round-before", "left", "round(-1)", "the round before", "round"),
    Key("round-after", "right", "round(1)", "the next round", "round"),
    Key(
        "choose",
        "enter",
        "choose",
        "the fixture, of several legs the last that has begun",
        "fixture",
    ),
    *[
        Key(f"leg-{leg}", str(leg), f"leg({leg})", f"the {word} leg", "leg")
        for leg, word in ((1, "first"), (2, "second"))
    ],
    Key("season-before", "left_square_bracket", "season(1)", "the season before", "season"),
    Key("season-after", "right_square_bracket", "season(-1)", "the season after", "season"),
    Key("table", "s", "table", "the tables of its groups", "table"),
    Key("season", "S", "fixtures", "all fixtures of the season", "fixtures"),
    Key("home-team", "h", "team('one')", "the first team of the tie", "teams"),
    Key("away-team", "a", "team('other')", "the second team of the tie", "teams"),
)

BAR = bar_of(
    KEYS,
    "round-before",
    "round-after",
    "choose",
    BACK,
    HELP,
    "table",
    "season",
    "leg-1",
    "leg-2",
    "season-before",
    "season-after",
    "home-team",
    "away-team",
)


class BracketScreen(BrowserScreen):
    """The bracket of a season."""

    NAME = "A bracket"
    KEYS = KEYS
    SIGNS = BRACKET_SIGNS
    BAR = BAR
    BINDINGS = bindings(KEYS)

    def __init__(
        self,
        browsing: Browsing,
        league_id: int,
        season_id: int | None,
        *,
        near: int,
        fixture_id: int | None = None,
    ) -> None:
        super().__init__(browsing)
        self._league_id = league_id
        self._season_id = season_id
        self._near = near
        self._fixture_id = fixture_id
        self._content: BracketContent | None = None

    def compose_content(self) -> ComposeResult:
        yield DrawnBar(self._head, id="head", classes="of-content")
        yield BracketView()
        yield DrawnBlock(self._detail, height=DETAIL_HEIGHT, id="tie-block", classes="of-content")

    @property
    def view(self) -> BracketView:
        return self.query_one(BracketView)

    def load(self) -> None:
        job = partial(
            read_bracket,
            league_id=self._league_id,
            season_id=self._season_id,
            now=self.browsing.now(),
            lang=self.browsing.lang,
        )
        self.read("bracket", job, self._show)

    def _show(self, content: BracketContent) -> None:
        self._content = content
        bracket = content.bracket
        title = self.browsing.league_title(self._league_id)
        if bracket is None:
            self.query_one(TextBar).show(title)
            self.show_age()
            self.show_instead(f"{content.refusal}.\n\n[ ]   another season")
            return
        before = self.view.tie if self._season_id == bracket.head.season_id else None
        self._season_id = bracket.head.season_id
        rows = bracket.rows()
        doubtful = sum(row.doubt is not None for row in rows)
        remark = ", ".join(
            filter(None, (plural(len(rows), "tie"), f"{doubtful} doubtful" if doubtful else ""))
        )
        self.query_one(TextBar).show(f"{title} · {bracket.head.season}", remark)
        self.show_age()
        cursor_on = partial(_is_same, before) if before else self._is_of_fixture
        rounds, notes = drawn_rounds(bracket), doubt_notes(bracket)
        self.view.show(rounds, notes=notes, zone=self.browsing.zone, cursor_on=cursor_on)
        self._redraw()

    def _is_of_fixture(self, tie: DrawnTie) -> bool:
        return self._fixture_id is not None and self._fixture_id in _fixture_ids(tie)

    def _redraw(self) -> None:
        self.query_one(DrawnBar).refresh()
        self.query_one(DrawnBlock).refresh()

    def on_bracket_view_moved(self) -> None:
        self._redraw()

    def _head(self, width: int) -> Line:
        return self.view.head(width)

    def _detail(self, width: int) -> Sequence[Line]:
        tie = self.view.tie
        bracket = self._content.bracket if self._content else None
        return tie_detail(bracket, tie, width, self.browsing.zone) if bracket and tie else ()

    def view_rows(self) -> ViewRows | None:
        bracket = self._content.bracket if self._content else None
        return (
            ViewRows(f"{bracket.title} bracket", BracketRow._fields, bracket.rows())
            if bracket
            else None
        )

    def chosen_id(self) -> tuple[str, int] | None:
        fixture_id = self._begun()
        return None if fixture_id is None else ("fixture", fixture_id)

    def _begun(self) -> int | None:
        """The last fixture of the tie that has begun, the first if none has; None while a side is open."""
        tie = self.view.tie.pairing.tie if self.view.tie else None
        if tie is None:
            return None
        begun = [fixture.id for fixture in tie.fixtures if fixture.status != Status.SCHEDULED]
        return begun[-1] if begun else tie.fixtures[0].id

    # Keys

    def action_round(self, by: int) -> None:
        self.view.action_round(by)

    async def action_choose(self) -> None:
        await self._open(self._begun())

    async def on_bracket_view_chosen(self) -> None:
        await self.action_choose()

    async def action_leg(self, number: int) -> None:
        """A leg of the tie by its number."""
        ids = _fixture_ids(self.view.tie) if self.view.tie else []
        if ids and number > len(ids):
            self.notify("This tie has one fixture.", timeout=3)
        else:
            await self._open(ids[number - 1] if ids else None)

    async def _open(self, fixture_id: int | None) -> None:
        if fixture_id is None:
            self.notify("The sides of this tie are not known yet.", timeout=3)
        else:
            await self.open_fixture(fixture_id)

    def action_season(self, by: int) -> None:
        """An older (1) or newer (-1) season."""
        ids = [season.id for season in self._content.seasons] if self._content else []
        place = ids.index(self._season_id) + by if self._season_id in ids else 0
        if 0 <= place < len(ids):
            self._season_id = ids[place]
            self.load()
        else:
            self.notify(
                "There is no older season here." if by > 0 else "This is the newest season here.",
                timeout=3,
            )

    async def action_table(self) -> None:
        await self.open_table(self._league_id, self._season_id, near=self._moment())

    async def action_fixtures(self) -> None:
        seasons = self._content.seasons if self._content else []
        label = next((season.label for season in seasons if season.id == self._season_id), None)
        await self.open_season(self._league_id, self._season_id, label=label, near=self._moment())

    async def action_team(self, side: str) -> None:
        """One of the two teams."""
        tie = self.view.tie
        entrant: Entrant | None = getattr(tie.pairing, side) if tie else None
        bracket = self._content.bracket if self._content else None
        if bracket is None or entrant is None or entrant.team is None:
            self.notify("This side is not known yet.", timeout=3)
        else:
            await self.open_team(entrant.team, bracket.names[entrant.team], near=self._moment())

    def _moment(self) -> int:
        """The moment at which lists of fixtures open."""
        return self.view.tie.pairing.kickoff_ts if self.view.tie else self._near


def _fixture_ids(tie: DrawnTie) -> list[int]:
    return [fixture.id for fixture in tie.pairing.tie.fixtures] if tie.pairing.tie else []


def _is_same(before: DrawnTie, tie: DrawnTie) -> bool:
    """Whether a tie is that of before a reload: by its fixtures or its number, else by round and place."""
    ids = _fixture_ids(before)
    if ids and ids[0] in _fixture_ids(tie):
        return True
    number = before.pairing.number
    if number is not None:
        return tie.pairing.number == number
    return (before.row.round, before.row.tie) == (tie.row.round, tie.row.tie)
