"""How far a pull is, and what came of it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


class Step(NamedTuple):
    """A moment of a pull: requests done and expected in all, the seconds that are left, what is asked for now."""

    done: int
    total: int
    seconds_left: float
    what: str


@dataclass(slots=True)
class Report:
    """What came of a pull.

    Attributes:
        plan: the name of the key's plan, '' where the service does not tell it.
        planned: requests by kind, as planned before the first list was asked for.
        spent: requests by kind.
        notes: what was not as asked, a sentence each.
        seconds_planned: how long the plan takes at the key's rate.
        seconds: how long it took.
        fixtures_new: fixtures that were not there before.
        fixtures_changed: stored fixtures of which anything changed.
        refused: how many answers were 429.
        stumbles: how often a request was sent again after a failure.
        is_resumed: whether an earlier pull was carried on.
    """

    plan: str = ""
    planned: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    seconds_planned: float = 0.0
    seconds: float = 0.0
    fixtures_new: int = 0
    fixtures_changed: int = 0
    refused: int = 0
    stumbles: int = 0
    is_resumed: bool = False

    def note(self, sentence: str) -> None:
        """Say something once."""
        if sentence not in self.notes:
            self.notes.append(sentence)
