"""What a pull mirrors of a remote service, its progress and its result."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Annotated, Any, NamedTuple, Self

from msgspec import Meta, Struct, ValidationError, convert

from footydata.football.moments import span_named
from footydata.football.terms import DAY, Include
from footydata.store.write.loads import without_user

EVER = 100_000_000_000
"""Later than any kickoff, in unix seconds; less than nought, earlier."""


class Rights(Struct, frozen=True):
    """What the key may ask, by the limits in /v1/status; everything if the service does not say.

    history_start: the first moment, in unix seconds. rate_window_seconds: the width of a window, None if unknown.
    """

    odds_on_lists: bool = True
    all_bookmakers: bool = True
    odds_history: bool = True
    history_start: Annotated[int, Meta(ge=0, le=EVER)] = 0
    rate_window_seconds: Annotated[int, Meta(ge=1, le=DAY)] | None = None


class KeyStatus(Struct, frozen=True):
    """The data of /v1/status that a pull reads; plan: '' if the service does not say."""

    plan: str = ""
    limits: Rights = Rights()

    @classmethod
    def from_data(cls, data: object) -> Self:
        """The status in the data of a page; data out of shape say nothing."""
        try:
            return convert(data, cls)
        except ValidationError:
            return cls()


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
    def span(self) -> tuple[int, int]:
        """00:00 UTC of the first day and of the day after the last one, EVER away where there is none."""
        start, end = span_named(self.start, self.end)
        return -EVER if start is None else start, EVER if end is None else end

    @property
    def wants_odds(self) -> bool:
        """Whether odds are wanted."""
        return Include.ODDS in self.include

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The options that a pull stored; unknown ones are ignored. Raises ValueError."""
        return convert(options, cls)

    def as_text(self, root: str) -> str:
        """The options and the service as JSON, by which an interrupted pull is found again."""
        return json.dumps(
            {"service": without_user(root), **asdict(self)}, default=str, sort_keys=True
        )


class Step(NamedTuple):
    """The progress of a pull: requests done and expected in all, seconds left, and the kind of request."""

    done: int
    total: int
    seconds_left: float
    what: str


@dataclass(slots=True)
class Report:
    """The result of a pull.

    Attributes:
        plan: the name of the key's plan, '' if the service does not give it.
        leagues: the ids of those that are mirrored, of survivors where they had moved.
        planned: requests by kind, as planned before the first list was asked for.
        spent: requests by kind.
        notes: what was left out, refused or corrected, one sentence each.
        seconds_planned: how long the plan takes at the key's rate.
        seconds: how long it took.
        fixtures_new: fixtures that were not stored before.
        fixtures_changed: stored fixtures of which anything changed.
        refused: how many answers were 429.
        failures: how often a request was sent again after a failure other than 429.
        is_resumed: whether an earlier pull was resumed.
    """

    plan: str = ""
    leagues: tuple[int, ...] = ()
    planned: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    seconds_planned: float = 0.0
    seconds: float = 0.0
    fixtures_new: int = 0
    fixtures_changed: int = 0
    refused: int = 0
    failures: int = 0
    is_resumed: bool = False

    def note(self, sentence: str) -> None:
        """Add a sentence to the notes, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)
