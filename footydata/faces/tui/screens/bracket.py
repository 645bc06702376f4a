"""The knock-out rounds of a season: who meets whom, who goes through, and what is doubtful."""

from collections.abc import Callable
from functools import partial

from footydata.faces.reading.leagues import DrawnTie, TableContent, read_bracket
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.keys import Key, bindings
from footydata.faces.tui.screens.view_screen import ViewScreen
from footydata.faces.tui.signs import BRACKET_SIGNS
from footydata.faces.tui.targets import (
    BracketTarget,
    FixtureTarget,
    SeasonTarget,
    TableTarget,
    TeamTarget,
)

KEYS = (
    Key("round-before", "left,shift+tab", "group(-1)", "the round before", "round"),
    Key("round-after", "right,tab", "group(1)", "the next round", "round"),
    Key(
        "choose",
        "enter",
        "choose",
        "the fixture, of several legs the last that has begun",
        "fixture",
    ),
    Key("leg-1", "1", "leg(1)", "the first leg", "leg"),
    Key("leg-2", "2", "leg(2)", "the second leg", "leg"),
    Key("season-before", "left_square_bracket", "season(1)", "the season before", "season"),
    Key("season-after", "right_square_bracket", "season(-1)", "the season after", "season"),
    Key("table", "s", "table", "the tables of its groups", "table"),
    Key("season", "S", "fixtures", "all fixtures of the season", "fixtures"),
    Key("home-team", "h", "team('one')", "the first team of the tie", "teams"),
    Key("away-team", "a", "team('other')", "the second team of the tie", "teams"),
)


class BracketScreen(ViewScreen):
    """The bracket of a season."""

    NAME = "A bracket"
    KEYS = KEYS
    SIGNS = BRACKET_SIGNS
    BINDINGS = bindings(KEYS)

    def __init__(self, browsing: Browsing, target: BracketTarget) -> None:
        super().__init__(browsing, target)
        self._season_id = target.season_id

    @property
    def tie(self) -> DrawnTie | None:
        tie: DrawnTie | None = self.row
        return tie

    def load(self) -> None:
        job = partial(
            read_bracket,
            league_id=self.target.league_id,
            season_id=self._season_id,
            now=self.browsing.now(),
            zone=self.browsing.zone,
            lang=self.browsing.settings.lang,
        )
        self.read("bracket", job, self._show)

    def _show(self, content: TableContent) -> None:
        self.seasons = content.seasons
        view = content.view
        title = self.browsing.league_title(self.target.league_id)
        if view is None:
            self.show_title(title)
            self.show_refusal(f"{content.refusal}.\n\n[ ]   another season")
            return
        before = self.tie if self._season_id == view.about["season_id"] else None
        self._season_id = view.about["season_id"]
        self.show_title(f"{title} · {view.about['season']}", view.about["remark"])
        ties: list[DrawnTie] = [tie for block in view.blocks for tie in block.rows]
        self.show_view(view, before.is_same if before else self._opening(ties))

    def _opening(self, ties: list[DrawnTie]) -> Callable[[DrawnTie], bool]:
        """The tie of the fixture from which it was opened, else the first that is open, else the final."""
        fixture_id = self.target.fixture_id
        of_fixture = [tie for tie in ties if fixture_id in tie.fixture_ids]
        open_ties = [tie for tie in ties if tie.row.through is None]
        opened = next(iter([*of_fixture, *open_ties]), ties[-1])
        return lambda tie: tie is opened

    def chosen_id(self) -> tuple[str, int] | None:
        fixture_id = self.tie.begun_id if self.tie else None
        return None if fixture_id is None else ("fixture", fixture_id)

    # Keys

    async def open_row(self) -> None:
        await self._open_leg(self.row.begun_id)

    async def action_leg(self, number: int) -> None:
        """A leg of the tie by its number."""
        ids = self.tie.fixture_ids if self.tie else []
        if ids and number > len(ids):
            self.notify("This tie has one fixture.")
        else:
            await self._open_leg(ids[number - 1] if ids else None)

    async def _open_leg(self, fixture_id: int | None) -> None:
        if fixture_id is None:
            self.notify("The sides of this tie are not known yet.")
        else:
            await self.open(FixtureTarget(fixture_id))

    def action_season(self, by: int) -> None:
        """An older (1) or newer (-1) season."""
        season = self.season_beside(self._season_id, by)
        if season:
            self._season_id = season.id
            self.load()

    async def action_table(self) -> None:
        await self.open(TableTarget(self.target.league_id, self._season_id, self._moment))

    async def action_fixtures(self) -> None:
        await self.open(SeasonTarget(self.target.league_id, self._season_id, self._moment))

    async def action_team(self, side: str) -> None:
        """One of the two teams."""
        team_id = getattr(self.tie.pairing, side).team if self.tie else None
        if team_id is None or self.view is None:
            self.notify("This side is not known yet.")
        else:
            await self.open(TeamTarget(team_id, self.view.about["names"][team_id], self._moment))

    @property
    def _moment(self) -> int:
        """The moment at which lists of fixtures open."""
        return self.tie.pairing.kickoff_ts if self.tie else int(self.target.near)
