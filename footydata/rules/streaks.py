"""Runs of results: how long a team has won, not lost, scored ... in a row, and how long it once did."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

RUNS: dict[str, Callable[[int, int], bool]] = {
    "won": lambda own, other: own > other,
    "unbeaten": lambda own, other: own >= other,
    "drawn": lambda own, other: own == other,
    "lost": lambda own, other: own < other,
    "winless": lambda own, other: own <= other,
    "scored": lambda own, other: own > 0,
    "scoreless": lambda own, other: own == 0,
    "clean sheets": lambda own, other: other == 0,
    "conceded": lambda own, other: other > 0,
    "both scored": lambda own, other: own > 0 and other > 0,
}
"""What is done in a row → whether a result, own goals before the other side's, goes on with it."""


class TeamResult(NamedTuple):
    """The score of a fixture from a team's side. kickoff_ts: unix seconds."""

    fixture_id: int
    kickoff_ts: int
    own: int
    other: int


class Streak(NamedTuple):
    """How often in a row.

    run: a key of RUNS. current: up to the last result, 0 if that ended it. longest: of several equally long ones the
    latest, from first_ts to last_ts (kickoffs, None where there is none).
    """

    run: str
    current: int
    longest: int
    first_ts: int | None
    last_ts: int | None


def streaks(results: Sequence[TeamResult]) -> list[Streak]:
    """The streaks of a team, one for each of RUNS, by its results, the oldest first.

    >>> rows = [TeamResult(1, 10, 2, 0), TeamResult(2, 20, 1, 0), TeamResult(3, 30, 0, 0)]
    >>> [(row.run, row.current, row.longest) for row in streaks(rows)][:3]
    [('won', 0, 2), ('unbeaten', 3, 3), ('drawn', 1, 1)]
    """
    return [_streak(run, goes_on, results) for run, goes_on in RUNS.items()]


def _streak(run: str, goes_on: Callable[[int, int], bool], results: Sequence[TeamResult]) -> Streak:
    current: list[TeamResult] = []
    longest: list[TeamResult] = []
    for result in results:
        current = [*current, result] if goes_on(result.own, result.other) else []
        if current and len(current) >= len(longest):
            longest = current
    first_ts, last_ts = (longest[0].kickoff_ts, longest[-1].kickoff_ts) if longest else (None, None)
    return Streak(run, len(current), len(longest), first_ts, last_ts)
