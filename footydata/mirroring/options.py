"""What a pull mirrors of a remote service."""

import json
from dataclasses import asdict, dataclass
from datetime import date

from footydata.contract.terms import Include
from footydata.moments import span_named

EVER = 100_000_000_000
"""Later than any kickoff, in unix seconds."""


@dataclass(frozen=True, slots=True)
class PullOptions:
    """What to mirror; nothing said means every competition of real football, whole.

    Attributes:
        leagues: ids of competitions; none means all.
        start: the first day of kickoffs.
        end: the last day of kickoffs, inclusive.
        include: odds, events, stats.
        odds_history: markets by their parameter names.
        bookmakers: whose odds history is taken, by slug; none means the default one's.
        langs: languages of names.
        esports: e-football too.
        detail: single fixtures, for the round and half-time figures.
    """

    leagues: tuple[int, ...] = ()
    start: date | None = None
    end: date | None = None
    include: tuple[str, ...] = ()
    odds_history: tuple[str, ...] = ()
    bookmakers: tuple[str, ...] = ()
    langs: tuple[str, ...] = ()
    esports: bool = False
    detail: bool = False

    @property
    def start_ts(self) -> int | None:
        """00:00 UTC of the first day."""
        return span_named(self.start, self.end)[0]

    @property
    def end_ts(self) -> int | None:
        """00:00 UTC of the day after the last one."""
        return span_named(self.start, self.end)[1]

    @property
    def wants_odds(self) -> bool:
        """Whether odds are wanted."""
        return Include.ODDS in self.include

    def as_text(self, root: str) -> str:
        """The options and the service as JSON: two pulls that ask for the same are one."""
        return json.dumps({"service": root, **asdict(self)}, default=str, sort_keys=True)
