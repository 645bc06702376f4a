"""Requests to open a screen: screens make these, and do not import each other."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, TypeAlias

from footydata.faces.tui.keys import Key
from footydata.faces.tui.view_rows import ViewRows


class OpenFixture(NamedTuple):
    """One fixture. tab: the name of the tab that it opens at."""

    fixture_id: int
    tab: str = ""


class OpenTable(NamedTuple):
    """A league's table; season_id None: the newest. near: the moment at which its lists of fixtures open."""

    league_id: int
    season_id: int | None
    near: int
    team_ids: tuple[int, ...] = ()


class OpenSeason(NamedTuple):
    """All fixtures of a season; the list opens at the moment near."""

    league_id: int
    season_id: int
    label: str | None
    near: int


class OpenTeam(NamedTuple):
    """A team: its form, its figures, its fixtures; the list opens at the moment near."""

    team_id: int
    name: str
    near: int


class OpenFind(NamedTuple):
    """A search over all days, around a moment."""

    from_ts: int
    text: str


class OpenLeagues(NamedTuple):
    """All leagues by country."""


class OpenHelp(NamedTuple):
    """The keys of a screen."""

    title: str
    keys: Sequence[Key]


class OpenDate(NamedTuple):
    """A dialog for a date, which it answers."""

    today: date
    day: date


class OpenPalette(NamedTuple):
    """A dialog to choose a team, a league, a season or a command by name, which it answers."""

    keys: Sequence[Key]


class OpenFollow(NamedTuple):
    """A dialog to follow teams or a league; choices: kind, id and name of each."""

    choices: Sequence[tuple[str, int, str]]


class OpenExport(NamedTuple):
    """A dialog for the format in which rows are written to a file."""

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
