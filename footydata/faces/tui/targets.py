"""What a screen may open: targets, and the screen of each."""

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from footydata.football.rows import FixtureRow
from footydata.store.read.days import ListedFixture

if TYPE_CHECKING:
    from footydata.faces.tui.screens.browser_screen import BrowserScreen


class FixtureTarget(NamedTuple):
    """A fixture, at a tab by its name."""

    id: int
    tab: str = ""


class TableTarget(NamedTuple):
    """The table of a season, None: the newest. near: the moment at which its lists of fixtures open."""

    league_id: int
    season_id: int | None
    near: int
    team_ids: tuple[int, ...] = ()

    @classmethod
    def of(cls, fixture: ListedFixture | FixtureRow) -> "TableTarget":
        """The table of a fixture's season, at its teams."""
        teams = (fixture.home_id, fixture.away_id)
        return cls(fixture.league_id, fixture.season_id, fixture.kickoff_ts, teams)


class BracketTarget(NamedTuple):
    """The knock-out rounds of a season, None: the newest; at the tie of a fixture."""

    league_id: int
    season_id: int | None
    near: int
    fixture_id: int | None = None


class SeasonTarget(NamedTuple):
    """The fixtures of a season, None: the newest, at a moment."""

    league_id: int
    season_id: int | None
    near: int


class TeamTarget(NamedTuple):
    """A team; its list of fixtures opens at a moment."""

    id: int
    name: str
    near: int


class FindTarget(NamedTuple):
    """The search over all days around a moment."""

    from_ts: int
    text: str = ""


class LeaguesTarget(NamedTuple):
    """All leagues."""


Target: TypeAlias = (
    FixtureTarget
    | TableTarget
    | BracketTarget
    | SeasonTarget
    | TeamTarget
    | FindTarget
    | LeaguesTarget
)

ROUTES: dict[type, str] = {
    FindTarget: "lists:FindScreen",
    FixtureTarget: "fixture:FixtureScreen",
    TableTarget: "table:TableScreen",
    BracketTarget: "bracket:BracketScreen",
    TeamTarget: "lists:TeamScreen",
    SeasonTarget: "lists:SeasonScreen",
    LeaguesTarget: "view_screen:LeaguesScreen",
}
"""Kind of target → module and class of its screen; imported when opened, as all of them would double the start."""


def screen_class(kind: type) -> "type[BrowserScreen]":
    """The screen of a kind of target."""
    module, name = ROUTES[kind].split(":")
    screen: type[BrowserScreen] = getattr(
        import_module(f"footydata.faces.tui.screens.{module}"), name
    )
    return screen
