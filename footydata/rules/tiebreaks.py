"""Separates teams that are level, by the tie-breakers of their competition.

Whenever a step of the rules has separated some, those still level start again from the first, so that the head-to-head
is computed anew among them; criteria of all fixtures that are applied together don't lead back. The order never depends
on the order of the results: teams that nothing separates are ordered by name, then id; `levels` tells which these are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple, Self

from footydata.rules.regulations import CompetitionRules, Scope, TieBreaker
from footydata.rules.tallies import (
    CARD_MEASURES,
    MEASURES,
    Measure,
    Result,
    Results,
    Tally,
    points,
    tallies,
)


class SeasonFacts(NamedTuple):
    """What a points table is computed from beside the results.

    names: team → name, every team of the table; it orders teams that nothing separates. adjustments: team → points
    given, or taken (negative). stages: fixture id → stage; groups: team → its group in a group stage. cards: team → its
    yellow and red cards, None if they are not known for every team. decisions: (team, team below it), where cards, a
    ranking, lots or a play-off separated teams that are level on results; they come ahead of cards that a source counts.
    """

    names: Mapping[int, str]
    rules: CompetitionRules
    adjustments: Mapping[int, int] = {}
    stages: Mapping[int, str] = {}
    groups: Mapping[int, str] = {}
    cards: Mapping[int, tuple[int, int]] | None = None
    decisions: Set[tuple[int, int]] = frozenset()


@dataclass(slots=True)
class Evidence:
    """What tie-breakers read: the counted fixtures, and the tally of each team in them."""

    facts: SeasonFacts
    results: Results
    tallies: Mapping[int, Tally]
    _by_home: dict[int, list[Result]] | None = field(default=None, init=False)

    @classmethod
    def of(cls, results: Results, facts: SeasonFacts) -> Self:
        """The evidence of all these results."""
        return cls(facts, results, tallies(facts.names, results))

    @property
    def totals(self) -> dict[int, int]:
        """Team → its points, those given and taken by decision counted."""
        return {
            team: points(tally, self.facts.rules.win) + self.facts.adjustments.get(team, 0)
            for team, tally in self.tallies.items()
        }

    def meetings(self, teams: Sequence[int]) -> list[Result]:
        """The results of fixtures between teams of the group."""
        if self._by_home is None:
            self._by_home = {}
            for result in self.results:
                self._by_home.setdefault(result.home_id, []).append(result)
        return [
            result
            for team in teams
            for result in self._by_home.get(team, ())
            if result.away_id in teams
        ]

    def opponents(self, team: int) -> Iterator[int]:
        """The opponents of a team's results, one for each result."""
        for result in self.results:
            if result.home_id == team:
                yield result.away_id
            elif result.away_id == team:
                yield result.home_id


def ordered(primary: Mapping[int, Any], evidence: Evidence, *, after: int = 0) -> list[int]:
    """The teams of `primary` from best to worst: by its values, the highest first, then by the tie-breakers.

    after: how many teams are above them in the whole table.
    """
    return [
        team
        for level in levels(primary, evidence, after=after)
        for team in by_name(level, evidence.facts.names)
    ]


def levels(
    primary: Mapping[int, Any], evidence: Evidence, *, after: int = 0, start: int = 0
) -> list[list[int]]:
    """The same order as `ordered`, the teams in one list that nothing separates.

    start: the step of the rules with which level teams go on.
    """
    order: list[list[int]] = []
    teams = sorted(primary, key=primary.__getitem__, reverse=True)
    for _, equal in groupby(teams, key=primary.__getitem__):
        level = list(equal)
        order += [level] if len(level) == 1 else _separated(level, evidence, after, start)
        after += len(level)
    return order


def _separated(level: list[int], evidence: Evidence, after: int, start: int) -> list[list[int]]:
    for values, following in _criteria(level, evidence, after, start):
        if len(set(values.values())) > 1:
            return levels(values, evidence, after=after, start=following)
    return [level]


def _criteria(
    level: Sequence[int], evidence: Evidence, after: int, start: int
) -> Iterator[tuple[Mapping[int, Any], int]]:
    """Team → what it is compared by, for each step of the rules in order, decisions ahead of cards.

    Each with the step with which those go on whom it leaves level: the first, but after criteria of all fixtures that
    are applied together the next, as regulations do not go back to the meetings then.
    """
    decided = {
        team: sum((team, other) in evidence.facts.decisions for other in level) for team in level
    }
    for number, step in enumerate(evidence.facts.rules.steps[start:], start=start):
        if step[0].scope in (Scope.CARDS, Scope.DECISIONS):
            yield decided, 0
        known = [
            values
            for breaker in step
            if (values := _values(breaker, level, evidence, after)) is not None
        ]
        goes_on = len(step) > 1 and step[0].scope is Scope.OWN
        yield (
            {team: tuple(values[team] for values in known) for team in level},
            number + 1 if goes_on else 0,
        )
    yield decided, 0


def by_name(teams: Iterable[int], names: Mapping[int, str]) -> list[int]:
    """The teams by name without regard to case, then by id."""
    return sorted(teams, key=lambda team: (names[team].casefold(), team))


def _values(
    breaker: TieBreaker, level: Sequence[int], evidence: Evidence, after: int
) -> Mapping[int, float | int] | None:
    """Team → its value by a tie-breaker, None if that does not apply to these level teams."""
    if breaker.two_only and len(level) != 2:
        return None
    if breaker.decisive and not any(
        after < place < after + len(level) for place in evidence.facts.rules.decisive_after
    ):
        return None
    match breaker.scope:
        case Scope.OWN:
            return {
                team: measured(breaker.measure, evidence.tallies[team], evidence.facts.rules.win)
                for team in level
            }
        case Scope.HEAD_TO_HEAD:
            return _head_to_head(breaker.measure, level, evidence)
        case Scope.OPPONENTS:
            return {team: _of_opponents(breaker.measure, team, evidence) for team in level}
        case Scope.CARDS:
            if evidence.facts.cards is None:
                return None
            return {
                team: CARD_MEASURES[breaker.measure](*evidence.facts.cards[team]) for team in level
            }
        case Scope.DECISIONS:
            return None


def measured(measure: Measure, tally: Tally, win: int) -> int | float:
    """The measure of a tally; win: points for a win."""
    value: int | float = (
        points(tally, win) if measure == Measure.POINTS else MEASURES[measure](tally)
    )
    return value


def _head_to_head(
    measure: Measure, level: Sequence[int], evidence: Evidence
) -> Mapping[int, int | float] | None:
    """The measure in the fixtures between these teams, None while one of those is still to be played."""
    meetings = evidence.meetings(level)
    if len(meetings) < len(level) * (len(level) - 1) // 2 * evidence.facts.rules.legs:
        return None
    league = tallies(level, meetings)
    return {team: measured(measure, league[team], evidence.facts.rules.win) for team in level}


def _of_opponents(measure: Measure, team: int, evidence: Evidence) -> int | float:
    return sum(
        measured(measure, evidence.tallies[other], evidence.facts.rules.win)
        for other in evidence.opponents(team)
    )
