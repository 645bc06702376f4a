"""What a pull mirrors of a remote service."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any, Self

from footydata.football.moments import span_named
from footydata.football.terms import Include
from footydata.store.write.loads import without_user

EVER = 100_000_000_000
"""Later than any kickoff, in unix seconds."""


@dataclass(frozen=True, slots=True)
class PullOptions:
    """What to mirror; by default every competition of real football, whole.

    Attributes:
        leagues: ids of competitions; none means all.
        start: the first day of kickoffs.
        end: the last day of kickoffs, inclusive.
        include: odds, events, stats.
        odds_history: markets by their parameter names.
        bookmakers: slugs, for odds histories; none means the default bookmaker.
        langs: languages of names beside English.
        esports: whether to mirror e-football too.
        detail: whether to ask for single fixtures, for the round and half-time figures.
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

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The options that a pull stored; unknown ones are ignored. Raises ValueError for a wrong date."""
        values = {each.name: options[each.name] for each in fields(cls) if each.name in options}
        days = {
            name: date.fromisoformat(values.pop(name))
            for name in ("start", "end")
            if values.get(name)
        }
        lists = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return cls(**{**lists, **days})  # type: ignore[arg-type]  # as as_text wrote them

    def as_text(self, root: str) -> str:
        """The options and the service as JSON, by which an interrupted pull is found again."""
        return json.dumps(
            {"service": without_user(root), **asdict(self)}, default=str, sort_keys=True
        )
