"""How a competition is decided: what a win is worth, how a season is played, and the order of level teams.

register/rules.csv has a row for each era of a competition: `league.rules` in the database holds a key of it,
`season_rules.rules` that of a season with other rules. register/splits.csv has a row for each group of a season that
divides. Rules that could not be checked against an official text say so in their `source`.

Whenever a step of the rules has separated some, those still level start again from the first, so that the head-to-head
is computed anew among them; criteria of all fixtures that are applied together don't lead back. The order never depends
on the order of the results: teams that nothing separates are ordered by name, then id; `levels` tells which these are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, Self

from footydata.football.errors import InvalidArgument
from footydata.football.register import rows
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


class Scope(StrEnum):
    """Which fixtures a tie-breaker reads."""

    OWN = "own"
    HEAD_TO_HEAD = "head to head"
    OPPONENTS = "opponents"
    CARDS = "cards"
    DECISIONS = "decisions"
    """What a play-off, cards, a ranking or lots decided; read after all other criteria if no step names it."""


class TieBreaker(NamedTuple):
    """A criterion that orders level teams.

    two_only: applies between exactly two teams. decisive: applies only if a position of `decisive_after` is at
    stake. with_previous: separates those whom the one before it leaves level at once, before any of them start again
    from the first.
    """

    measure: Measure
    scope: Scope = Scope.OWN
    two_only: bool = False
    decisive: bool = False
    with_previous: bool = False


class Halving(StrEnum):
    """How half a point is rounded if the points brought into a group are halved."""

    UP = "up"
    DOWN = "down"


class Group(NamedTuple):
    """A part of the table after a split.

    teams: how many. meetings: of each pair of its teams after the split. halving: how the points brought along are
    halved, None if they are not; level teams are then ordered by their points before rounding. by_regular: level
    teams are ordered as in the regular season. ranks: the positions in the regular season that make the group; if
    empty, the next ones in order.
    """

    name: str
    teams: int
    meetings: int
    halving: Halving | None = None
    by_regular: bool = False
    ranks: tuple[int, ...] = ()


class Split(NamedTuple):
    """How a season divides. meetings: of each pair before it does; groups: from the top down.

    A team finishes within its group, whatever its points.
    """

    meetings: int
    groups: tuple[Group, ...]

    @property
    def teams(self) -> int:
        """How many teams the season has."""
        return sum(group.teams for group in self.groups)


class Regular(NamedTuple):
    """The part of a season that its table counts, if a source may list play-offs among the fixtures.

    teams: in the table, 0 if that varies; meetings: of each pair, 0 if not the same for all pairs;
    fixtures: of each team, 0 if the meetings determine it.
    """

    teams: int = 0
    meetings: int = 0
    fixtures: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionRules:
    """The rules of a competition in an era.

    Attributes:
        tie_breakers: the order after points; each time a step of them has separated some, those still level start
            again from the first.
        source: where the rule comes from, and whether it was checked.
        since: start year of the first season.
        win: points for a win; a draw is worth one.
        legs: fixtures between two teams in a season, 0 if unknown or not the same for all pairs; the head-to-head
            counts once all of them are played.
        per_game: whether points per game decide (a season that was cut short).
        split: how the season divides, None if it does not.
        regular: what of the listed fixtures the table counts, None if it counts all.
        tournaments: the names of the two that a season consists of, each with a table of its own; else empty.
        doubt: why the table can't be computed from results alone, a sentence; else empty.
        decisive_after: the positions after which a title, a place in Europe or relegation is decided.
        last_resort: what decides after the tie-breakers and can't be seen in results, as lots; empty if unknown.
    """

    tie_breakers: tuple[TieBreaker, ...]
    source: str
    since: int = 0
    win: int = 3
    legs: int = 2
    per_game: bool = False
    split: Split | None = None
    regular: Regular | None = None
    tournaments: tuple[str, ...] = ()
    doubt: str = ""
    decisive_after: tuple[int, ...] = ()
    last_resort: str = ""

    @property
    def steps(self) -> list[list[TieBreaker]]:
        """The tie-breakers in order, those in one list that are applied together."""
        steps: list[list[TieBreaker]] = []
        for breaker in self.tie_breakers:
            if breaker.with_previous and steps:
                steps[-1].append(breaker)
            else:
                steps.append([breaker])
        return steps


DEFAULT = CompetitionRules(
    tie_breakers=(TieBreaker(Measure.GOAL_DIFFERENCE), TieBreaker(Measure.GOALS)),
    legs=0,
    source="goal difference, goals: the commonest order",
)
"""The rules of a league without rules of its own."""


def rules_of(key: str | None, start_year: int) -> CompetitionRules:
    """The rules of a competition in the season that starts in a year; DEFAULT if the key is None.

    Raises InvalidArgument.

    >>> rules_of("premier-league", 1980).win, rules_of("premier-league", 2025).win
    (2, 3)
    """
    if key is None:
        return DEFAULT
    eras = competitions().get(key)
    if eras is None:
        raise InvalidArgument(
            f"no competition rules are called {key!r}; there are: {', '.join(competitions())}",
            parameter="rules",
            value=key,
            choices=tuple(competitions()),
        )
    current = eras[0]
    for era in eras:
        if era.since <= start_year:
            current = era
    return current


@cache
def competitions() -> dict[str, tuple[CompetitionRules, ...]]:
    """Key of rules.csv → the rules of each era, oldest first."""
    splits = _splits()
    eras: dict[str, tuple[CompetitionRules, ...]] = {}
    for row in rows("rules.csv"):
        regular = Regular(*(int(row[name] or 0) for name in Regular._fields))
        era = CompetitionRules(
            tie_breakers=tie_breakers(row["order"]),
            source=row["source"],
            since=int(row["since"] or 0),
            win=int(row["win"]),
            legs=int(row["legs"]),
            per_game=row["per_game"] == "1",
            split=splits[row["split"]] if row["split"] else None,
            regular=regular if any(regular) else None,
            tournaments=tuple(filter(None, row["tournaments"].split(";"))),
            doubt=row["doubt"],
            decisive_after=tuple(map(int, row["decisive_after"].split())),
            last_resort=row["last_resort"],
        )
        eras[row["rules"]] = (*eras.get(row["rules"], ()), era)
    return eras


def _splits() -> dict[str, Split]:
    """Name in splits.csv → the split."""
    splits: dict[str, Split] = {}
    for row in rows("splits.csv"):
        group = Group(
            row["group"],
            int(row["teams"]),
            int(row["group_meetings"]),
            Halving(row["halving"]) if row["halving"] else None,
            row["by_regular"] == "1",
            tuple(map(int, row["ranks"].split())),
        )
        known = splits.get(row["split"], Split(int(row["meetings"]), ()))
        splits[row["split"]] = known._replace(groups=(*known.groups, group))
    return splits


def tie_breakers(words: str) -> tuple[TieBreaker, ...]:
    """The tie-breakers of an order in words: steps apart by >, what a step applies together by +; none if empty.

    >>> [(str(each.measure), each.with_previous) for each in tie_breakers("goal difference + goals > wins")]
    [('goal difference', False), ('goals', True), ('wins', False)]
    """
    return tuple(
        tie_breaker(criterion)._replace(with_previous=number > 0)
        for step in words.split(" > ")
        for number, criterion in enumerate(filter(None, step.split(" + ")))
    )


def tie_breaker(words: str) -> TieBreaker:
    """A tie-breaker in words: what is measured, before it whose if not the teams' own, and after it when it applies.

    >>> str(tie_breaker("goals").scope), str(tie_breaker("head to head goals (two only)").scope)
    ('own', 'head to head')
    """
    name, _, limit = words.removesuffix(")").partition(" (")
    scope = next(
        (each for each in (Scope.HEAD_TO_HEAD, Scope.OPPONENTS) if name.startswith(each)), Scope.OWN
    )
    measure = Measure(name.removeprefix(scope).strip())
    if measure in CARD_MEASURES:
        scope = Scope.CARDS
    elif measure is Measure.PLAY_OFF:
        scope = Scope.DECISIONS
    return TieBreaker(measure, scope, two_only=limit == "two only", decisive=limit == "decisive")


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
