"""Whether two clubs of one season are one under two names: what their fixtures say of it, and nothing of their names.

Two fixtures are twins where they can be one: the same venue, kickoffs no further apart than sources print a day, and
on either side the same club or two that may be one. A pair of clubs is judged by the twins that it shares, and by the
days on which both play and the fixtures are no twins. Opponents need not be known: pairs support one another.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice, product, starmap
from typing import NamedTuple, TypeAlias

from footydata.contract.terms import DAY

STRONG = 5
"""How many fixtures must agree before two clubs are one.

Two different clubs play at the same venue on a day every second time, and one score in nine is the same: five such
fixtures in a row, against opponents of which the same is true, are one chance in two million.
"""

LISTED = 2
"""From how many fixtures on a pair is named as doubtful: one alone agrees too often by chance."""

MOST_A_DAY = 10
"""A club with more fixtures on one day, one a source that names its opponents otherwise, plays in no real season."""

MOST_TWINS = 100_000
"""How many twins are looked through: more are of no league, and would take seconds."""

SAME_DAY = DAY * 3 // 2
"""Kickoffs this close are of one fixture: sources print days of different zones, or no time at all."""

Pair: TypeAlias = tuple[int, int]
"""The ids of two clubs, the lower first."""


class Finished(NamedTuple):
    """A finished fixture; sources: those that have it."""

    id: int
    home: int
    away: int
    kickoff_ts: int
    score: tuple[int, int]
    sources: frozenset[int]


class Claim(NamedTuple):
    """What speaks for two clubs being one, and what against it.

    agreeing: fixtures that agree in day, venue, opponent and score; differing: in all but the score;
    apart: days on which the two play different fixtures. is_strong: whether they are one.
    """

    pair: Pair
    agreeing: int
    differing: int
    apart: int
    is_strong: bool = False


class _Twins(NamedTuple):
    """Two fixtures that can be one; pairs: of the clubs that would be one with them."""

    one: Finished
    other: Finished
    pairs: tuple[Pair, ...]

    @property
    def agree(self) -> bool:
        return self.one.score == self.other.score

    def beside(self, pair: Pair) -> Iterator[Pair]:
        """The pairs that must be one too."""
        return (each for each in self.pairs if each != pair)


def ordered(one: int, other: int) -> Pair:
    """Two ids as a pair."""
    return (one, other) if one < other else (other, one)


class SeasonOfClubs:
    """The fixtures of one season, and what they say of its clubs, in whatever order they come.

    may_be_one: whether nothing else (the register, a service's ids, a match of the two) tells two clubs apart.
    """

    def __init__(self, fixtures: Iterable[Finished], may_be_one: Callable[[int, int], bool]) -> None:
        self._may_be_one = may_be_one
        self._fixtures = sorted(fixtures, key=lambda row: (row.kickoff_ts, row.id))
        self._twins: defaultdict[Pair, list[_Twins]] = defaultdict(list)
        self._of_fixture: defaultdict[int, list[_Twins]] = defaultdict(list)
        self._days: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for row in self._fixtures:
            for club in (row.home, row.away):
                self._days[club][row.kickoff_ts // DAY].append(row.id)
        is_real = all(len(rows) <= MOST_A_DAY for days in self._days.values() for rows in days.values())
        found = list(islice(_twins(self._fixtures, may_be_one), MOST_TWINS + 1)) if is_real else []
        for twins in found if len(found) <= MOST_TWINS else ():
            for pair in twins.pairs:
                self._twins[pair].append(twins)
            for row in twins[:2]:
                self._of_fixture[row.id].append(twins)
        self._alive = self._likely()
        self._strong = self._one(self._alive)

    def claims(self) -> list[Claim]:
        """The pairs for which more speaks than against them, by their ids."""
        return [self.claim(pair) for pair in sorted(self._alive)]

    def claim(self, pair: Pair) -> Claim:
        """What speaks for a pair and against it."""
        return self._claim(pair, self._alive)._replace(is_strong=pair in self._strong)

    def _likely(self) -> set[Pair]:
        """The pairs for which more speaks than against them, each in the light of the others."""
        alive = set(self._twins)
        while True:
            judged = (self._claim(pair, alive) for pair in alive)
            left = {each.pair for each in judged if each.agreeing > each.differing + each.apart}
            if left == alive:
                return alive
            alive = left

    def _one(self, alive: Collection[Pair]) -> set[Pair]:
        """The pairs that are one: enough agrees, nothing speaks against it, and no rival claims either."""
        strong = set(alive)
        while True:
            judged = (self._claim(pair, alive, among=strong) for pair in strong)
            left = {each.pair for each in judged if each.agreeing >= STRONG and not each.differing + each.apart}
            left -= {pair for club in groups(left) if self._has_rivals(club, alive) for pair in combinations(club, 2)}
            if left == strong:
                return strong
            strong = left

    def _claim(self, pair: Pair, alive: Collection[Pair], *, among: Collection[Pair] | None = None) -> Claim:
        """What speaks for a pair and against it, where these pairs may be one.

        among: agreeing fixtures count where the clubs beside the pair are one of these, and where a fixture has no
        two twins that one source tells apart.
        """
        found = [twins for twins in self._twins.get(pair, ()) if all(other in alive for other in twins.beside(pair))]
        agreeing = [twins for twins in found if twins.agree]
        if among is not None:
            agreeing = [
                twins
                for twins in agreeing
                if all(other in among for other in twins.beside(pair)) and not self._is_ambiguous(twins, alive)
            ]
        differing = [twins for twins in found if not twins.agree]
        return Claim(pair, _count(agreeing, pair), _count(differing, pair), self._apart(pair, found))

    def _apart(self, pair: Pair, found: Sequence[_Twins]) -> int:
        """On how many days both play and their fixtures are no twins."""
        one, other = (self._days[club] for club in pair)
        same = {ordered(twins.one.id, twins.other.id) for twins in found}
        return sum(
            same.isdisjoint(starmap(ordered, product(one[day], other[day]))) for day in one.keys() & other.keys()
        )

    def _is_ambiguous(self, twins: _Twins, alive: Collection[Pair]) -> bool:
        """Whether one of the two could as well be another fixture that a source of its twin has."""
        if len(twins.pairs) == 1:
            return False
        for row, twin in ((twins.one, twins.other), (twins.other, twins.one)):
            for rival in self._of_fixture[row.id]:
                third = rival.other if rival.one is row else rival.one
                is_alive = rival.agree and all(pair in alive for pair in rival.pairs)
                if third is not twin and is_alive and not third.sources.isdisjoint(twin.sources):
                    return True
        return False

    def _has_rivals(self, club: Sequence[int], alive: Collection[Pair]) -> bool:
        """Whether two of the names that would be one club are two."""
        for pair in combinations(club, 2):
            judged = self._claim(pair, alive)
            if not self._may_be_one(*pair) or judged.differing + judged.apart:
                return True
        return False


def groups(pairs: Iterable[Pair]) -> list[list[int]]:
    """The clubs that these pairs make one, each as the sorted ids of its names."""
    clubs: dict[int, set[int]] = {}
    for pair in pairs:
        joined = set[int]().union(*(clubs.get(each, {each}) for each in pair))
        clubs.update(dict.fromkeys(joined, joined))
    return sorted(sorted(club) for club in {id(club): club for club in clubs.values()}.values())


def _count(found: Sequence[_Twins], pair: Pair) -> int:
    """Of how many fixtures of either club these are, the lower count."""
    rows = [row for twins in found for row in twins[:2]]
    return min(len({row.id for row in rows if club in (row.home, row.away)}) for club in pair)


def _twins(fixtures: Sequence[Finished], may_be_one: Callable[[int, int], bool]) -> Iterator[_Twins]:
    """Every two fixtures that can be one; fixtures by kickoff."""
    known: dict[Pair, bool] = {}

    def may_be(pair: Pair) -> bool:
        if pair not in known:
            known[pair] = may_be_one(*pair)
        return known[pair]

    for place, one in enumerate(fixtures):
        for other in fixtures[place + 1 :]:
            if other.kickoff_ts - one.kickoff_ts > SAME_DAY:
                break
            sides = ((one.home, other.home), (one.away, other.away))
            pairs = tuple(ordered(*side) for side in sides if side[0] != side[1])
            # A source lists two fixtures of unknown clubs on one day as two, never one fixture twice.
            if len(pairs) == 2 and not one.sources.isdisjoint(other.sources):
                continue
            if pairs and all(map(may_be, pairs)):
                yield _Twins(one, other, pairs)
