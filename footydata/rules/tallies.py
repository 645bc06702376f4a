"""Tallies: what a team has won, drawn, lost, scored and conceded in a set of fixtures; and the order of level teams.

A tally is ten counts, home and away separately, in the order of the constants below.

Whenever a step of the rules has separated some, those still level start again from the first, so that the head-to-head
is computed anew among them; criteria of all fixtures that are applied together don't lead back. The order never depends
on the order of the results: teams that nothing separates are ordered by name, then id; `levels` tells which these are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from typing import Any, NamedTuple, Self, TypeAlias

from footydata.rules.regulations import Measure, Scope, SeasonFacts, TieBreaker

HOME_WON, HOME_DRAWN, HOME_LOST, HOME_FOR, HOME_AGAINST = range(5)
AWAY_WON, AWAY_DRAWN, AWAY_LOST, AWAY_FOR, AWAY_AGAINST = range(5, 10)
COUNTS = 10
HOME, AWAY = range(5), range(5, 10)
"""The counts of each venue, in one order."""

Tally: TypeAlias = list[int]


class Counting(IntEnum):
    """Whether a fixture of a season counts in its table; due: it should be over by now."""

    COUNTED = 0
    """Finished with its figures, and due."""
    EARLY = 1
    """Counted, though it was awarded or finished before it was due."""
    LATER = 2
    """Finished with its figures, but later than the moment of the table."""
    MISSING = 3
    """Due, but not finished."""
    OPEN = 4
    """To come, or postponed."""
    CANCELLED = 5
    ABANDONED = 6
    OUTSIDE = 7
    """Not part of the table: a play-off."""
    UNRECORDED = 8
    """Due and finished, but without its figures."""
    LIVE = 9
    """Played now, its figures known so far; a table as it stands counts it."""
    AWARDED = 10
    """Decided at the table, in a table of other figures than its goals."""


class Result(NamedTuple):
    """A fixture as a table reads it: its figures (goals, corners or cards), its round and its stage.

    home, away: may be None if the fixture does not count. second_home, second_away: a second kind of figure, that of
    first halves beside corners, red cards beside yellow ones. round, stage, second_home, second_away: None if unknown.
    known_ts: the moment from which it is known once it is finished; both in unix seconds UTC.
    """

    home_id: int
    away_id: int
    home: int
    away: int
    fixture_id: int
    round: int | None = None
    stage: str | None = None
    counting: int = Counting.COUNTED
    second_home: int | None = None
    second_away: int | None = None
    kickoff_ts: int = 0
    known_ts: int = 0

    @property
    def reversed(self) -> Self:
        """The same with the sides exchanged."""
        return self._replace(
            home_id=self.away_id,
            away_id=self.home_id,
            home=self.away,
            away=self.home,
            second_home=self.second_away,
            second_away=self.second_home,
        )


Results: TypeAlias = Sequence[Result]
"""Results in order of kickoff; only form and a split that no stage marks depend on the order."""


def pair_of(one: int, other: int) -> tuple[int, int]:
    """Two ids in one order, the lower first, whoever is at home."""
    return (one, other) if one < other else (other, one)


def tallies(teams: Iterable[int], results: Results) -> dict[int, Tally]:
    """The tally of each team in the results; a team without a result has zeros.

    >>> tallies([1, 2], [Result(1, 2, 3, 1, 7)])
    {1: [1, 0, 0, 3, 1, 0, 0, 0, 0, 0], 2: [0, 0, 0, 0, 0, 0, 0, 1, 1, 3]}
    """
    tally_of_team: dict[int, Tally] = {team: [0] * COUNTS for team in teams}
    for result in results:
        home, away = result.home, result.away
        ours, theirs = tally_of_team[result.home_id], tally_of_team[result.away_id]
        ours[HOME_FOR] += home
        ours[HOME_AGAINST] += away
        theirs[AWAY_FOR] += away
        theirs[AWAY_AGAINST] += home
        if home > away:
            ours[HOME_WON] += 1
            theirs[AWAY_LOST] += 1
        elif home < away:
            ours[HOME_LOST] += 1
            theirs[AWAY_WON] += 1
        else:
            ours[HOME_DRAWN] += 1
            theirs[AWAY_DRAWN] += 1
    return tally_of_team


def played(tally: Tally) -> int:
    """How many fixtures a tally holds."""
    return sum(tally[count] for count in (*_WON, *_DRAWN, HOME_LOST, AWAY_LOST))


_WON, _DRAWN = (HOME_WON, AWAY_WON), (HOME_DRAWN, AWAY_DRAWN)
_SCORED, _CONCEDED = (HOME_FOR, AWAY_FOR), (HOME_AGAINST, AWAY_AGAINST)

MEASURES: dict[Measure, tuple[tuple[int, ...], tuple[int, ...]]] = {
    Measure.GOAL_DIFFERENCE: (_SCORED, _CONCEDED),
    Measure.GOALS: (_SCORED, ()),
    Measure.GOAL_AVERAGE: (_SCORED, _CONCEDED),
    Measure.WINS: (_WON, ()),
    Measure.AWAY_GOALS: ((AWAY_FOR,), ()),
    Measure.AWAY_WINS: ((AWAY_WON,), ()),
    Measure.AWAY_DIFFERENCE: ((AWAY_FOR,), (AWAY_AGAINST,)),
    Measure.HOME_DIFFERENCE: ((HOME_FOR,), (HOME_AGAINST,)),
    Measure.HOME_GOALS: ((HOME_FOR,), ()),
}
"""Measure → the counts of a tally that it adds, and those that it takes away; the goal average divides by these."""


CARD_MEASURES: dict[Measure, Callable[[int, int], int]] = {
    Measure.FEWER_REDS: lambda yellow, red: -red,
    Measure.FEWER_YELLOWS: lambda yellow, red: -yellow,
    Measure.DISCIPLINE: lambda yellow, red: -yellow - 3 * red,
}
"""Measure of `regulations.CARDS` → its value from the yellow and red cards of a team; the more cards, the lower."""


def measured(measure: Measure, tally: Tally, win: int) -> int | float:
    """The measure of a tally; win: points for a win, where a draw is worth one.

    The goal average of a team that conceded none is above any quotient.

    >>> measured(Measure.POINTS, [2, 1, 0, 0, 0, 1, 0, 3, 0, 0], 3)
    10
    >>> measured(Measure.GOAL_AVERAGE, [1, 0, 0, 3, 1, 0, 0, 0, 0, 0], 3)
    3.0
    """
    if measure is Measure.POINTS:
        return win * (tally[HOME_WON] + tally[AWAY_WON]) + tally[HOME_DRAWN] + tally[AWAY_DRAWN]
    added, taken = (sum(tally[count] for count in counts) for counts in MEASURES[measure])
    if measure is Measure.GOAL_AVERAGE:
        # A season has fewer than 10,000 goals, so a divisor of 0.00001 gives more than every true quotient.
        return added / (taken + (taken == 0) * 1e-5)
    return added - taken


@dataclass(slots=True)
class Evidence:
    """What tie-breakers read: the counted fixtures, and the tally of each team in them.

    Attributes: totals: team → its points, those given and taken by decision counted.
    """

    facts: SeasonFacts
    results: Results
    tallies: Mapping[int, Tally]
    totals: Mapping[int, int] = field(default_factory=dict)
    _by_home: dict[int, list[Result]] | None = field(default=None, init=False)

    @classmethod
    def of(cls, results: Results, facts: SeasonFacts) -> Self:
        """The evidence of all these results."""
        by_team = tallies(facts.names, results)
        totals = {
            team: int(measured(Measure.POINTS, tally, facts.rules.win))
            + facts.adjustments.get(team, 0)
            for team, tally in by_team.items()
        }
        return cls(facts, results, by_team, totals)

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


def by_name(teams: Iterable[int], names: Mapping[int, str]) -> list[int]:
    """The teams by name without regard to case, then by id."""
    return sorted(teams, key=lambda team: (names[team].casefold(), team))


def levels(
    primary: Mapping[int, Any], evidence: Evidence, *, after: int = 0, start: int = 0
) -> list[list[int]]:
    """The teams of `primary` from best to worst: by its values, the highest first, then by the tie-breakers.

    Those that nothing separates stand in one list, by name. after: how many teams are above them in the whole table.
    start: the step of the rules with which level teams go on.
    """
    order: list[list[int]] = []
    teams = sorted(primary, key=primary.__getitem__, reverse=True)
    for _, equal in groupby(teams, key=primary.__getitem__):
        level = list(equal)
        for values, following in _criteria(level, evidence, after, start) if level[1:] else ():
            if len(set(values.values())) > 1:
                order += levels(values, evidence, after=after, start=following)
                break
        else:
            order.append(by_name(level, evidence.facts.names) if level[1:] else level)
        after += len(level)
    return order


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
    for number, step in enumerate(evidence.facts.rules.tie_breakers[start:], start=start):
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


def _values(
    breaker: TieBreaker, level: Sequence[int], evidence: Evidence, after: int
) -> Mapping[int, float | int] | None:
    """Team → its value by a tie-breaker, None if that does not apply to these level teams."""
    rules, cards, league = evidence.facts.rules, evidence.facts.cards, evidence.tallies
    if breaker.two_only and len(level) != 2:
        return None
    if breaker.decisive and not any(
        after < place < after + len(level) for place in rules.decisive_after
    ):
        return None
    match breaker.scope:
        case Scope.DECISIONS:
            return None
        case Scope.CARDS:
            measure = CARD_MEASURES[breaker.measure]
            return None if cards is None else {team: measure(*cards[team]) for team in level}
        case Scope.OPPONENTS:
            return {
                team: sum(
                    measured(breaker.measure, league[other], rules.win)
                    for other in evidence.opponents(team)
                )
                for team in level
            }
        case Scope.HEAD_TO_HEAD:
            meetings = evidence.meetings(level)
            if len(meetings) < len(level) * (len(level) - 1) // 2 * rules.legs:
                # One of them is still to be played.
                return None
            league = tallies(level, meetings)
    return {team: measured(breaker.measure, league[team], rules.win) for team in level}
