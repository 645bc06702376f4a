"""What a screen may ask the application to open: screens know these, and not each other."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, TypeAlias

from footydata.tui.keys import Key
from footydata.tui.view_rows import ViewRows


class OpenFixture(NamedTuple):
    """One fixture. tab: the name of the tab that it opens at."""

    fixture_id: int
    tab: str = ""


class OpenTable(NamedTuple):
    """A league's table; season_id None: its newest. near: the moment that its lists of fixtures open at."""

    league_id: int
    season_id: int | None
    near: int
    team_ids: tuple[int, ...] = ()


class OpenSeason(NamedTuple):
    """All fixtures of a season, at those around a moment."""

    league_id: int
    season_id: int
    label: str | None
    near: int


class OpenTeam(NamedTuple):
    """A team: its form, its figures, its fixtures at those around a moment."""

    team_id: int
    name: str
    near: int


class OpenFind(NamedTuple):
    """A search in all days, around a moment."""

    from_ts: int
    text: str


class OpenLeagues(NamedTuple):
    """All leagues by country."""


class OpenHelp(NamedTuple):
    """The keys of a screen."""

    title: str
    keys: Sequence[Key]


class OpenDate(NamedTuple):
    """A question for a date; answers with the date."""

    today: date
    shown: date


class OpenPalette(NamedTuple):
    """Names of teams, leagues, seasons and commands, to go to one; answers with what was chosen."""

    keys: Sequence[Key]


class OpenFollow(NamedTuple):
    """A question whom to follow: the league and the teams of a fixture. Each a kind, an id and a name."""

    choices: Sequence[tuple[str, int, str]]


class OpenExport(NamedTuple):
    """A question in which format to write rows to a file."""

    rows: ViewRows


Opening: TypeAlias = (
    OpenFixture
    | OpenTable
    | OpenSeason
    | OpenTeam
    | OpenFind
    | OpenLeagues
    | OpenHelp
    | OpenDate
    | OpenPalette
    | OpenFollow
    | OpenExport
)
