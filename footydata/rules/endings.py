"""Many endings of one season at once: the fixtures to come are drawn, and the rules order each ending.

A tally of rules.tallies is an array here, (counts, teams, runs), which its measures read as they read a list. Where
points and the tie-breakers of a team's own fixtures part all teams of a run, their order is a sort; whom these leave
level go through rules.tiebreaks, as in every table. Whom nothing parts stands by lot, where a table has them by name:
what regulations go on with, a play-off or lots, favours nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, takewhile
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from footydata.rules.regulations import CompetitionRules, Scope, TieBreaker
from footydata.rules.splits import by_rank, divided, parted, starting_from
from footydata.rules.standings import SeasonFacts
from footydata.rules.tallies import (
    AWAY_AGAINST,
    AWAY_DRAWN,
    AWAY_FOR,
    AWAY_LOST,
    AWAY_WON,
    HOME_AGAINST,
    HOME_DRAWN,
    HOME_FOR,
    HOME_LOST,
    HOME_WON,
    Result,
    ResultRow,
    Results,
    played,
    points,
    tallies,
)
from footydata.rules.tiebreaks import Evidence, measured, ordered

Runs: TypeAlias = NDArray[np.integer[Any]]
"""A number of each run."""

Teams: TypeAlias = int | Runs
"""The place of a team among the teams: the same in all runs, or one of each run."""


class Draw(Protocol):
    """Draws the scores of fixtures."""

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        """The goals of both sides, once a run."""


class ToCome(NamedTuple):
    """The fixtures that a season still has, as far as its pairs are known now.

    regular: home and away team of each, of the whole season or of the part before it divides; added: how many of
    these its format asks for and its list does not have. after: those listed after it has divided.
    """

    regular: tuple[tuple[int, int], ...]
    added: int
    after: tuple[tuple[int, int], ...]


class Endings(NamedTuple):
    """The endings of a season; teams: their ids. order: (teams, runs), places among the teams, the best first.

    points: (teams, runs), by team, as the table shows them. drawn: how many fixtures a run drew, those after the season
    divides too; added: how many of these no list has.
    """

    teams: tuple[int, ...]
    order: Runs
    points: NDArray[np.float64]
    drawn: int
    added: int

    def chances(self) -> NDArray[np.float64]:
        """The share of the runs in which each team takes each position, (teams, positions)."""
        found = np.zeros((len(self.teams), len(self.teams)))
        for position, at in enumerate(self.order):
            found[:, position] = np.bincount(at, minlength=len(self.teams))
        result: NDArray[np.float64] = found / self.order.shape[1]
        return result


def to_come(facts: SeasonFacts, counted: Results, listed: Sequence[ResultRow]) -> ToCome:
    """What is still to be played: what is listed, and what the format asks for besides.

    listed: the fixtures not counted, in order of kickoff; their figures are not read. Those of a second part of the
    season are known once its first part is over, and left out before.
    """
    rules = facts.rules
    split = rules.split if rules.split and rules.split.teams == len(facts.names) and not facts.groups else None
    if split is None:
        pairs = [(row.home_id, row.away_id) for row in listed]
        missing = _missing(facts, [*counted, *listed], _meetings(rules))
        return ToCome((*pairs, *missing), len(missing), ())
    before, after = parted([*counted, *listed], split, facts.stages)
    known = {row.fixture_id for row in counted}
    regular = [(row.home_id, row.away_id) for row in before if row.fixture_id not in known]
    missing = _missing(facts, before, split.meetings)
    is_over = not regular and not missing
    later = tuple((row.home_id, row.away_id) for row in after if row.fixture_id not in known) if is_over else ()
    return ToCome((*regular, *missing), len(missing), later)


def _meetings(rules: CompetitionRules) -> int:
    """How often a pair meets in a season that does not divide; 0 where that is not known."""
    return (rules.regular.meetings if rules.regular else 0) or rules.legs


def _missing(facts: SeasonFacts, rows: Sequence[ResultRow], meetings: int) -> list[tuple[int, int]]:
    """The fixtures that a format asks for and no list has: of each pair as often at home as away, where it can be."""
    if facts.groups or facts.rules.tournaments or not meetings:
        return []
    met = Counter((row.home_id, row.away_id) for row in rows)
    found: list[tuple[int, int]] = []
    for number, (one, other) in enumerate(combinations(facts.names, 2)):
        if number % 2:
            one, other = other, one
        while met[one, other] + met[other, one] < meetings:
            pair = (one, other) if met[one, other] <= met[other, one] else (other, one)
            met[pair] += 1
            found.append(pair)
    return found


def endings(
    facts: SeasonFacts, counted: Results, coming: ToCome, draw: Draw, *, runs: int, rng: np.random.Generator
) -> Endings:
    """The endings of a season from its counted results and so many drawings of what is to come."""
    season = _Season(facts, counted, runs, rng)
    return season.ended(coming, draw)


class _Season:
    """A season that is played to its end, in all runs at once."""

    def __init__(self, facts: SeasonFacts, counted: Results, runs: int, rng: np.random.Generator) -> None:
        self.facts = facts
        self.rules = facts.rules
        self.ids = tuple(facts.names)
        self.place = {team: place for place, team in enumerate(self.ids)}
        self.counted = counted
        self.runs = np.arange(runs)
        self.rng = rng
        self.given: Any = np.array([facts.adjustments.get(team, 0) for team in self.ids])[:, None]
        self.drawn: list[tuple[Teams, Teams, Runs, Runs]] = []
        self.by_pair: defaultdict[tuple[int, int], list[ResultRow]] = defaultdict(list)
        self.drawn_pairs: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for row in counted:
            self.by_pair[_pair(self.place[row.home_id], self.place[row.away_id])].append(row)

    def ended(self, coming: ToCome, draw: Draw) -> Endings:
        """Play what is to come, divide where the season does, and order."""
        split = self.rules.split if self.rules.split and self.rules.split.teams == len(self.ids) else None
        if split is None or self.facts.groups:
            tally = self._tally(self.counted)
            self._play(tally, coming.regular, draw)
            return self._whole(tally, coming.added)
        before, after = parted(self.counted, split, self.facts.stages)
        tally = self._tally(before)
        self._play(tally, coming.regular, draw)
        brought = points(tally, self.rules.win) + self.given
        order = self._ordered([brought], tally)
        rank = np.empty_like(order)
        np.put_along_axis(rank, order, np.arange(1, len(self.ids) + 1)[:, None], axis=0)
        groups = self._groups(order, rank)
        before_groups = len(self.drawn)
        tally += self._tally(after) if after else 0
        listed = self._play_groups(tally, groups, order, after, coming.after, draw)
        added = coming.added + len(self.drawn) - before_groups - listed
        totals = points(tally, self.rules.win) + self.given
        ranks: Any = rank
        first, second = np.zeros(totals.shape), np.zeros(totals.shape)
        for number, group in enumerate(split.groups):
            own = starting_from(totals, brought, ranks, group)
            first, second = np.where(groups == number, own[0], first), np.where(groups == number, own[1], second)
        return Endings(self.ids, self._ordered([-groups, first, second], tally), first, len(self.drawn), added)

    def _whole(self, tally: Any, added: int) -> Endings:
        totals = points(tally, self.rules.win) + self.given
        shown = totals / np.maximum(played(tally), 1) if self.rules.per_game else totals
        return Endings(self.ids, self._ordered([shown], tally), totals.astype(np.float64), len(self.drawn), added)

    def _tally(self, results: Results) -> Any:
        known = tallies(self.ids, results)
        counts = np.array([known[team] for team in self.ids], dtype=np.int16).T
        return np.repeat(counts[:, :, None], len(self.runs), axis=2)

    def _play(self, tally: Any, pairs: Sequence[tuple[int, int]], draw: Draw) -> None:
        for home_id, away_id in pairs:
            self._play_one(tally, self.place[home_id], self.place[away_id], draw)

    def _play_one(self, tally: Any, home: Teams, away: Teams, draw: Draw) -> None:
        goals, conceded = draw(home, away)
        if isinstance(home, int) and isinstance(away, int):
            self.drawn_pairs[_pair(home, away)].append(len(self.drawn))
            ours: Any = (home,)
            theirs: Any = (away,)
        else:
            ours, theirs = (home, self.runs), (away, self.runs)
        self.drawn.append((home, away, goals, conceded))
        won, lost = goals > conceded, goals < conceded
        level = ~(won | lost)
        for count, value in (
            *((HOME_WON, won), (HOME_DRAWN, level), (HOME_LOST, lost), (HOME_FOR, goals), (HOME_AGAINST, conceded)),
        ):
            tally[(count, *ours)] += value
        for count, value in (
            *((AWAY_WON, lost), (AWAY_DRAWN, level), (AWAY_LOST, won), (AWAY_FOR, conceded), (AWAY_AGAINST, goals)),
        ):
            tally[(count, *theirs)] += value

    def _groups(self, order: Runs, rank: Runs) -> Runs:
        """The number of each team's group, (teams, runs): as the season has divided, else by rank."""
        split = self.rules.split
        if split is None:
            return np.zeros_like(order)
        known = tallies(self.ids, self.counted)
        evidence = Evidence(known, self.counted, self.rules, self.facts.names)
        totals = {
            team: points(tally, self.rules.win) + self.facts.adjustments.get(team, 0) for team, tally in known.items()
        }
        division = divided(evidence, totals, self.facts.adjustments, self.facts.stages)
        if division:
            at = {team: number for number, group in enumerate(division.groups) for team in group.primary}
            return np.repeat(np.array([[at[team]] for team in self.ids]), len(self.runs), axis=1)
        of_rank = by_rank(split, range(len(self.ids)))
        return np.array([of_rank[place] for place in range(len(self.ids))])[rank - 1]

    def _play_groups(
        self,
        tally: Any,
        groups: Runs,
        order: Runs,
        after: Results,
        listed: Sequence[tuple[int, int]],
        draw: Draw,
    ) -> int:
        """Play what the groups have before them: what is listed, then what is wanting; gives how many are listed."""
        before = len(self.drawn)
        met = Counter((self.place[row.home_id], self.place[row.away_id]) for row in after)
        for home_id, away_id in listed:
            if groups[self.place[home_id], 0] == groups[self.place[away_id], 0]:
                met[self.place[home_id], self.place[away_id]] += 1
                self._play_one(tally, self.place[home_id], self.place[away_id], draw)
        played_listed = len(self.drawn) - before
        is_alike = bool((groups == groups[:, :1]).all())
        split = self.rules.split
        for number, group in enumerate(split.groups if split else ()):
            inside = np.take_along_axis(groups, order, 0) == number
            # Each run has as many teams in a group, so the places among the order are as many.
            rows = np.argsort(~inside, axis=0, kind="stable")[: group.teams]
            teams = np.take_along_axis(order, rows, 0)
            if is_alike:
                # The same teams in every run: by place, so that what has been played of them is known.
                fixed = sorted({int(team) for team in teams[:, 0]})
                self._play_wanting(tally, [*fixed], group.meetings, met, draw)
            else:
                for one, other in combinations(range(len(teams)), 2):
                    for meeting in range(group.meetings):
                        pair = (teams[one], teams[other])
                        home, away = pair if (one + other + meeting) % 2 else pair[::-1]
                        self._play_one(tally, home, away, draw)
        return played_listed

    def _play_wanting(
        self, tally: Any, teams: Sequence[int], meetings: int, met: Counter[tuple[int, int]], draw: Draw
    ) -> None:
        for number, (one, other) in enumerate(combinations(teams, 2)):
            if number % 2:
                one, other = other, one
            while met[one, other] + met[other, one] < meetings:
                pair = (one, other) if met[one, other] <= met[other, one] else (other, one)
                met[pair] += 1
                self._play_one(tally, *pair, draw)

    def _ordered(self, primary: Sequence[Any], tally: Any) -> Runs:
        """The teams of each run from best to worst, (teams, runs)."""
        own = [measured(breaker.measure, tally, self.rules.win) for breaker in _sorted_by(self.rules)]
        keys = [np.asarray(key) for key in (*primary, *own)]
        order: Runs = np.lexsort([-key for key in reversed(keys)], axis=0)
        level = np.ones((len(self.ids) - 1, len(self.runs)), dtype=np.bool_)
        for key in keys:
            sorted_ = np.take_along_axis(key, order, 0)
            level &= sorted_[1:] == sorted_[:-1]
        for run in np.flatnonzero(level.any(axis=0)).tolist():
            column = order[:, run].tolist()
            for start, end in _stretches(level[:, run].tolist()):
                order[start:end, run] = self._separated(column[start:end], run, tally, start)
        return order

    def _separated(self, teams: Sequence[int], run: int, tally: Any, after: int) -> list[int]:
        """The teams that are level in a run, as the rules part them."""
        ids = [self.ids[place] for place in teams]
        lots = dict(zip(ids, self.rng.permutation(len(ids)).tolist(), strict=True))
        names = {team: f"{lot:03d}" for team, lot in lots.items()}
        is_wide = any(breaker.scope is Scope.OPPONENTS for breaker in self.rules.tie_breakers)
        wanted = range(len(self.ids)) if is_wide else teams
        evidence = Evidence(
            {self.ids[place]: tally[:, place, run].tolist() for place in wanted},
            self._results(wanted, run),
            self.rules,
            names,
            self.facts.cards,
        )
        return [self.place[team] for team in ordered(dict.fromkeys(ids, 0), evidence, after=after)]

    def _results(self, teams: Sequence[int], run: int) -> list[ResultRow]:
        """The results between these teams in a run, known and drawn."""
        found: list[ResultRow] = []
        for one, other in combinations(teams, 2):
            pair = _pair(one, other)
            found += self.by_pair.get(pair, ())
            for number in self.drawn_pairs.get(pair, ()):
                home, away, goals, conceded = self.drawn[number]
                found.append(Result(self.ids[int(home)], self.ids[int(away)], int(goals[run]), int(conceded[run]), 0))
        return found + self._of_groups(teams, run)

    def _of_groups(self, teams: Sequence[int], run: int) -> list[ResultRow]:
        """The results between these teams in fixtures whose sides differ from run to run."""
        found: list[ResultRow] = []
        wanted = set(teams)
        for home, away, goals, conceded in self.drawn[self._varying :]:
            if isinstance(home, int) or isinstance(away, int):
                continue
            ours, theirs = int(home[run]), int(away[run])
            if ours in wanted and theirs in wanted:
                found.append(Result(self.ids[ours], self.ids[theirs], int(goals[run]), int(conceded[run]), 0))
        return found

    @property
    def _varying(self) -> int:
        """From which of the drawn fixtures on their sides may differ from run to run."""
        return sum(len(numbers) for numbers in self.drawn_pairs.values())


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _sorted_by(rules: CompetitionRules) -> list[TieBreaker]:
    """The tie-breakers that come first and read a team's own fixtures alone: sorting by them is what the rules do."""
    return list(
        takewhile(
            lambda breaker: breaker.scope is Scope.OWN and not breaker.two_only and not breaker.decisive,
            rules.tie_breakers,
        )
    )


def _stretches(level: Sequence[bool]) -> list[tuple[int, int]]:
    """The stretches of neighbours that are level, as start and end; level: whether each is so with the one before it.

    >>> _stretches([True, False, False, True, True])
    [(0, 2), (3, 6)]
    """
    found: list[tuple[int, int]] = []
    for place, is_level in enumerate(level):
        if is_level and found and found[-1][1] == place + 1:
            found[-1] = (found[-1][0], place + 2)
        elif is_level:
            found.append((place, place + 2))
    return found
