"""The progress and the result of a pull."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


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
