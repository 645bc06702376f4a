"""How a competition is decided: what a win is worth, how a season is played, and what orders level teams.

register/rules.csv has a row for each era of a competition: `league.rules` in the database holds a key of it,
`season_rules.rules` that of a season with other rules. register/splits.csv has a row for each group of a season that
divides. Rules that could not be checked against an official text say so in their `source`.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from footydata.football.errors import InvalidArgument
from footydata.football.register import rows


class Measure(StrEnum):
    """What teams are compared by; more is better."""

    POINTS = "points"
    GOAL_DIFFERENCE = "goal difference"
    GOALS = "goals"
    GOAL_AVERAGE = "goal average"
    WINS = "wins"
    AWAY_GOALS = "away goals"
    AWAY_WINS = "away wins"
    AWAY_DIFFERENCE = "away goal difference"
    HOME_DIFFERENCE = "home goal difference"
    HOME_GOALS = "home goals"
    FEWER_REDS = "fewer red cards"
    FEWER_YELLOWS = "fewer yellow cards"
    DISCIPLINE = "disciplinary points"
    PLAY_OFF = "play-off"


CARDS = frozenset({Measure.FEWER_REDS, Measure.FEWER_YELLOWS, Measure.DISCIPLINE})
"""The measures of the cards of a season."""


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

    two_only: applies between exactly two teams. decisive: applies only if a position of `decisive_after` is at stake.
    """

    measure: Measure
    scope: Scope = Scope.OWN
    two_only: bool = False
    decisive: bool = False


Steps: TypeAlias = tuple[tuple[TieBreaker, ...], ...]
"""The steps of an order. Those of one step are applied together, before any teams start again from the first."""


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

    tie_breakers: Steps
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


DEFAULT = CompetitionRules(
    tie_breakers=((TieBreaker(Measure.GOAL_DIFFERENCE),), (TieBreaker(Measure.GOALS),)),
    legs=0,
    source="goal difference, goals: the commonest order",
)
"""The rules of a league without rules of its own."""


@cache
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


def tie_breakers(words: str) -> Steps:
    """The steps of an order in words: steps apart by >, what a step applies together by +; none if empty.

    >>> [[str(each.measure) for each in step] for step in tie_breakers("goal difference + goals > wins")]
    [['goal difference', 'goals'], ['wins']]
    """
    steps = words.split(" > ") if words else []
    return tuple(tuple(map(tie_breaker, step.split(" + "))) for step in steps)


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
    if measure in CARDS:
        scope = Scope.CARDS
    elif measure is Measure.PLAY_OFF:
        scope = Scope.DECISIONS
    return TieBreaker(measure, scope, two_only=limit == "two only", decisive=limit == "decisive")


class SeasonFacts(NamedTuple):
    """What a points table is computed from beside the results.

    names: team → name, every team of the table; it orders teams that nothing separates. adjustments: team → points
    given, or taken (negative). groups: team → its group in a group stage. cards: team → its yellow and red cards, None if they are not known for every team. decisions: (team, team below it), where cards, a
    ranking, lots or a play-off separated teams that are level on results; they come ahead of cards that a source counts.
    """

    names: Mapping[int, str]
    rules: CompetitionRules
    adjustments: Mapping[int, int] = {}
    groups: Mapping[int, str] = {}
    cards: Mapping[int, tuple[int, int]] | None = None
    decisions: Set[tuple[int, int]] = frozenset()
