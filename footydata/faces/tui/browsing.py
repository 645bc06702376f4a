"""The state that the screens of one browser share: the file, its reader, the clock, what the user chose."""

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date
from pathlib import Path

from textual.events import Key as KeyPress

from footydata.faces.reading.days import Preferences
from footydata.faces.tui.keys import Keymap
from footydata.faces.tui.reader import Reader
from footydata.faces.tui.settings import Followed, Settings
from footydata.faces.zone import ClockZone
from footydata.football.rows import LeagueRow
from footydata.store.bookmakers import BookmakerRanking, bookmakers
from footydata.store.read.fixtures.search import Names
from footydata.store.read.seasons.leagues import stored_languages


@dataclass(slots=True)
class Browsing:
    """The state of one browser.

    Attributes:
        path: the database file.
        reader: reads it, on threads of its own.
        now: the clock, in unix seconds.
        local: the zone of the machine.
        settings: what is saved between runs.
        keymap: the keys that the user changed.
        zone: the zone in which times are shown, local or UTC.
        makers: whose lines are shown, and how many fixtures each has.
        leagues: every league, filled by the first read.
        names: the names that filters search, None until the first filter.
        paused: whether changes of the file are not shown until the user asks.
        written_ts: when the file was written last, None if that is not known.
        played_ts: the moment that a replay in the file has got to, None if the file is not a replay's.
        pressed: the key that is being handled.
        choices: how often the user changed zone, language, bookmaker or whom to follow.
        folder: where views are exported to.
    """

    path: Path
    reader: Reader
    now: Callable[[], int]
    local: ClockZone
    zone: ClockZone
    settings: Settings = field(default_factory=Settings)
    keymap: Keymap = field(default_factory=dict)
    makers: BookmakerRanking = field(init=False)
    leagues: dict[int, LeagueRow] = field(default_factory=dict)
    names: Names | None = None
    paused: bool = False
    written_ts: float | None = None
    played_ts: int | None = None
    pressed: KeyPress | None = None
    choices: int = 0
    folder: Path = field(default_factory=Path)
    _followed: Followed | None = None

    def __post_init__(self) -> None:
        self.forget()

    @property
    def today(self) -> date:
        return self.zone.today(self.now())

    @property
    def moment(self) -> int:
        """The moment by which fixtures are late: now, or that of the day that is played again."""
        return self.now() if self.played_ts is None else self.played_ts

    @property
    def followed(self) -> Followed:
        if self._followed is None:
            # Each heading asks for it, and resolving the path is a system call.
            self._followed = self.settings.of(self.path)
        return self._followed

    @property
    def preferences(self) -> Preferences:
        return Preferences(self.settings.lang, self.makers)

    @property
    def age(self) -> str:
        """How old the data are, in words; empty if that is not known."""
        if self.written_ts is None:
            return ""
        return age_text(self.now() - self.written_ts)

    def save(self, *, theme: str | None) -> None:
        """Save what the user chose for the next run. Raises OSError."""
        self.settings.theme, self.settings.utc = theme, self.zone.info is UTC
        self.makers = BookmakerRanking(self.settings.bookmaker)
        self.choices += 1
        self.settings.save()

    def forget(self) -> None:
        """Forget what is cached of the file: names, and how many fixtures each bookmaker has."""
        self.names = None
        self.makers = BookmakerRanking(self.settings.bookmaker)

    def league_title(self, league_id: int) -> str:
        """A league with its country, as England · Premier League."""
        league = self.leagues.get(league_id)
        return f"{league.country} · {league.name}" if league else f"League {league_id}"


def age_text(seconds: float) -> str:
    """How long ago the file was written, in steps that need no repainting each second.

    >>> [age_text(age) for age in (2, 47, 200, 7300, 260000, -5)]
    ['data just written', 'data 40 s old', 'data 3 min old', 'data 2 h old', 'data 3 days old', '']
    """
    if seconds < -1:
        return ""
    if seconds < 10:
        return "data just written"
    for length, unit, step in ((60, "s", 10), (3600, "min", 60), (2 * 86_400, "h", 3600)):
        if seconds < length:
            steps = int(seconds // step)
            return f"data {steps * 10 if unit == 's' else steps} {unit} old"
    return f"data {int(seconds // 86_400)} days old"


def languages(connection: sqlite3.Connection) -> dict[str, str]:
    """The stored languages of names, and what the user is told of each."""
    return {
        lang: f"Names in {lang}; English where there is none."
        for lang in stored_languages(connection)
    }


def makers_by_slug(connection: sqlite3.Connection) -> dict[str, str]:
    """The bookmakers by slug, and what the user is told of each; first the database's choice, without a slug."""
    told = {maker.slug: f"Lines of {maker.name}." for maker in bookmakers(connection)}
    return {"": "Lines of the default bookmaker.", **told}


def after(choices: Iterable[str], current: str) -> str:
    """The choice after another one, after the last the first."""
    ordered = list(choices)
    place = ordered.index(current) if current in ordered else -1
    return ordered[(place + 1) % len(ordered)]
