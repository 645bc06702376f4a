"""What the screens of one browser share: the file, its reader, the clock, the zone, the choice of football."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date
from pathlib import Path

from footydata.queries.names import LeagueLabel, Names
from footydata.tui.reader import Reader
from footydata.tui.zone import Zone


@dataclass(slots=True)
class Browsing:
    """The state of one browser.

    Attributes:
        path: the database file.
        reader: reads it, on a thread of its own.
        now: the clock, in unix seconds.
        local: the zone of the machine.
        zone: the zone in which times are shown, local or UTC.
        esports: whether e-football is shown, instead of football; never both.
        leagues: every league, filled by the first read.
        names: what filters compare with, None until a filter is asked for.
    """

    path: Path
    reader: Reader
    now: Callable[[], int]
    local: Zone
    zone: Zone
    esports: bool = False
    leagues: dict[int, LeagueLabel] = field(default_factory=dict)
    names: Names | None = None

    @property
    def today(self) -> date:
        """The day that it is in the zone shown."""
        return self.zone.today(self.now())

    def switch_zone(self) -> bool:
        """From local time to UTC and back; false where local time is UTC."""
        self.zone = self.local if self.zone.info is UTC else Zone(UTC)
        return self.local.info is not UTC

    def league_title(self, league_id: int) -> str:
        """A league with its country, as England · Premier League."""
        league = self.leagues.get(league_id)
        return f"{league.country} · {league.name}" if league else f"League {league_id}"
