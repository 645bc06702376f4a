"""Simulates the rest of a season many times over, all runs at once; the competition's rules order each ending.

A tally of rules.tallies is an array of shape (counts, teams, runs) here; its measures read it as they read a list. The
teams of a run are sorted by points and by the tie-breakers that read a team's own fixtures. Only those still level go
through rules.tallies, as in every table. Teams that no rule separates are ordered at random (a table orders
them by name), as a play-off or lots would decide.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, combinations, takewhile
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from footydata.rules.formats import before_and_after, division_of, groups_by_rank, points_in_group
from footydata.rules.regulations import (
    CompetitionRules,
    Measure,
    Scope,
    SeasonFacts,
    Split,
    TieBreaker,
)
from footydata.rules.tallies import (
    AWAY,
    HOME,
    Evidence,
    Result,
    Results,
    levels,
    measured,
    pair_of,
    played,
    tallies,
)

Runs: TypeAlias = NDArray[np.integer[Any]]
"""One number per run."""

Teams: TypeAlias = int | Runs
"""The place of a team among the teams: the same in all runs, or one per run."""


class ScoreSampler(Protocol):
    """Draws random scores of a fixture."""

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        """The goals of both sides, one score per run."""


class FixturesToCome(NamedTuple):
    """The fixtures that a season still has, as far as it is known now who meets whom.

    regular: home and away team ids, of the whole season or of the part before a split; added: how many of these the
    format requires and no list has. after: home and away team ids of the fixtures listed after the split.
    """

    regular: tuple[tuple[int, int], ...]
    added: int
    after: tuple[tuple[int, int], ...]


class Endings(NamedTuple):
    """The simulated endings of a season.

    teams: their ids. order: (teams, runs), indexes into teams, the best first. points: (teams, runs), in the order of
    teams, as the table shows them. simulated: fixtures per run, those after a split included; added: how many of these
    no list has.
    """

    teams: tuple[int, ...]
    order: Runs
    points: NDArray[np.float64]
    simulated: int
    added: int

    def chances(self) -> NDArray[np.float64]:
        """The share of the runs in which each team takes each position, (teams, positions)."""
        counts = np.zeros((len(self.teams), len(self.teams)))
        for position, teams in enumerate(self.order):
            counts[:, position] = np.bincount(teams, minlength=len(self.teams))
        result: NDArray[np.float64] = counts / self.order.shape[1]
        return result


def fixtures_to_come(
    facts: SeasonFacts, counted: Results, listed: Sequence[Result]
) -> FixturesToCome:
    """The fixtures still to be played: those listed, and those that the format requires besides.

    listed: the fixtures not counted yet, in order of kickoff; their figures are not read. Fixtures after a split are
    left out until the part before it is complete.
    """
    split, rules = _split_of(facts), facts.rules
    before: Results = [*counted, *listed]
    after: Results = ()
    if split:
        before, after = before_and_after(before, split)
        meetings = split.meetings
    else:
        meetings = (rules.regular.meetings if rules.regular else 0) or rules.legs
    missing = []
    if not facts.groups and not rules.tournaments:
        met = Counter((row.home_id, row.away_id) for row in before)
        missing = _missing_pairs(facts.names, meetings, met)
    played = {row.fixture_id for row in counted}
    regular, later = (
        [(row.home_id, row.away_id) for row in rows if row.fixture_id not in played]
        for rows in (before, after)
    )
    is_complete = not regular and not missing
    return FixturesToCome((*regular, *missing), len(missing), tuple(later) if is_complete else ())


def _split_of(facts: SeasonFacts) -> Split | None:
    """How the season divides; None if it does not, or has other than the split's number of teams."""
    split = facts.rules.split
    return split if split and split.teams == len(facts.names) and not facts.groups else None


def _missing_pairs(
    teams: Collection[int], meetings: int, met: Mapping[tuple[int, int], int]
) -> list[tuple[int, int]]:
    """The fixtures (home, away) until each pair of teams has met so often, each side as often at home as it can be.

    met: (home, away) → how often they have met there.

    >>> _missing_pairs([1, 2, 3], 2, {(1, 2): 1, (3, 1): 2})
    [(2, 1), (2, 3), (3, 2)]
    """
    counts = Counter(met)
    missing: list[tuple[int, int]] = []
    for number, (one, other) in enumerate(combinations(teams, 2)):
        # Every second pair is turned round, so that no team begins with all its fixtures at home.
        if number % 2:
            one, other = other, one
        while counts[one, other] + counts[other, one] < meetings:
            pair = (one, other) if counts[one, other] <= counts[other, one] else (other, one)
            counts[pair] += 1
            missing.append(pair)
    return missing


def simulate_endings(
    facts: SeasonFacts,
    counted: Results,
    coming: FixturesToCome,
    sample: ScoreSampler,
    *,
    runs: int,
    rng: np.random.Generator,
) -> Endings:
    """The endings of a season: its counted results, and in each run other random scores of the fixtures to come."""
    return _Simulation(facts, counted, sample, runs, rng).endings(coming)


class _Simulation:
    """A season that is played to its end in all runs at once; teams are indexes into `ids`."""

    def __init__(
        self,
        facts: SeasonFacts,
        counted: Results,
        sample: ScoreSampler,
        runs: int,
        rng: np.random.Generator,
    ) -> None:
        self.facts = facts
        self.rules = facts.rules
        self.ids = tuple(facts.names)
        self.place = {team: place for place, team in enumerate(self.ids)}
        self.counted = counted
        self.sample = sample
        self.runs = np.arange(runs)
        self.rng = rng
        self.adjustments: Any = np.array([facts.adjustments.get(team, 0) for team in self.ids])[
            :, None
        ]
        self.simulated: list[tuple[Teams, Teams, Runs, Runs]] = []
        """Home, away and their goals of each simulated fixture."""
        self.known_of_pair: defaultdict[tuple[int, int], list[Result]] = defaultdict(list)
        self.simulated_of_pair: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        """Pair → the indexes in `simulated` of its fixtures, if the pair is the same in all runs."""
        for row in counted:
            self.known_of_pair[pair_of(self.place[row.home_id], self.place[row.away_id])].append(
                row
            )

    def endings(self, coming: FixturesToCome) -> Endings:
        """Play the fixtures to come, those of the groups too if the season divides, and order the teams."""
        split = _split_of(self.facts)
        if split is None:
            return self._endings_of_one_table(coming)
        before, after = before_and_after(self.counted, split)
        tally = self._tally_of(before)
        self._play_fixtures(tally, coming.regular)
        brought = measured(Measure.POINTS, tally, self.rules.win) + self.adjustments
        order = self._order([brought], tally)
        ranks: Any = np.empty_like(order)
        np.put_along_axis(ranks, order, np.arange(1, len(self.ids) + 1)[:, None], axis=0)
        groups = self._group_numbers(split, ranks)
        if after:
            tally += self._tally_of(after)
        unlisted = self._play_groups(split, tally, groups, order, after, coming.after)
        totals = measured(Measure.POINTS, tally, self.rules.win) + self.adjustments
        first, second = np.zeros(totals.shape), np.zeros(totals.shape)
        for number, group in enumerate(split.groups):
            own = points_in_group(totals, brought, ranks, group)
            first, second = (
                np.where(groups == number, own[0], first),
                np.where(groups == number, own[1], second),
            )
        order = self._order([-groups, first, second], tally)
        return Endings(self.ids, order, first, len(self.simulated), coming.added + unlisted)

    def _endings_of_one_table(self, coming: FixturesToCome) -> Endings:
        tally = self._tally_of(self.counted)
        self._play_fixtures(tally, coming.regular)
        totals = measured(Measure.POINTS, tally, self.rules.win) + self.adjustments
        primary = totals / np.maximum(played(tally), 1) if self.rules.per_game else totals
        order = self._order([primary], tally)
        return Endings(
            self.ids, order, totals.astype(np.float64), len(self.simulated), coming.added
        )

    def _tally_of(self, results: Results) -> Any:
        """The tallies of results, (counts, teams, runs), the same in every run."""
        known = tallies(self.ids, results)
        counts = np.array([known[team] for team in self.ids], dtype=np.int16).T
        return np.repeat(counts[:, :, None], len(self.runs), axis=2)

    def _play_fixtures(self, tally: Any, pairs: Sequence[tuple[int, int]]) -> None:
        """Add the random scores of fixtures, given as home and away team ids, to the tally."""
        for home_id, away_id in pairs:
            self._play(tally, self.place[home_id], self.place[away_id])

    def _play(self, tally: Any, home: Teams, away: Teams) -> None:
        """Add a random score of one fixture to the tally."""
        goals, conceded = self.sample(home, away)
        if isinstance(home, int) and isinstance(away, int):
            self.simulated_of_pair[pair_of(home, away)].append(len(self.simulated))
            home_at: Any = (home,)
            away_at: Any = (away,)
        else:
            home_at, away_at = (home, self.runs), (away, self.runs)
        self.simulated.append((home, away, goals, conceded))
        won, lost = goals > conceded, goals < conceded
        level = ~(won | lost)
        for count, value in zip(HOME, (won, level, lost, goals, conceded), strict=True):
            tally[(count, *home_at)] += value
        for count, value in zip(AWAY, (lost, level, won, conceded, goals), strict=True):
            tally[(count, *away_at)] += value

    def _group_numbers(self, split: Split, ranks: Runs) -> Runs:
        """The number of each team's group, (teams, runs): as the season has divided already, else by rank."""
        division = division_of(Evidence.of(self.counted, self.facts))
        if division:
            number_of = {
                team: number
                for number, group in enumerate(division.groups)
                for team in group.primary
            }
            return np.repeat(
                np.array([[number_of[team]] for team in self.ids]), len(self.runs), axis=1
            )
        number_of = groups_by_rank(split, range(len(self.ids)))
        return np.array([number_of[place] for place in range(len(self.ids))])[ranks - 1]

    def _play_groups(
        self,
        split: Split,
        tally: Any,
        groups: Runs,
        order: Runs,
        after: Results,
        listed: Sequence[tuple[int, int]],
    ) -> int:
        """Play the fixtures of the groups: those listed, then those of the format; returns how many of the latter.

        order: of the season before the split; after: the results since; listed: home and away team ids.
        """
        met = Counter((self.place[row.home_id], self.place[row.away_id]) for row in after)
        for home_id, away_id in listed:
            home, away = self.place[home_id], self.place[away_id]
            if groups[home, 0] == groups[away, 0]:
                met[home, away] += 1
                self._play(tally, home, away)
        before = len(self.simulated)
        are_known = bool((groups == groups[:, :1]).all())
        for number, group in enumerate(split.groups):
            in_group = np.take_along_axis(groups, order, 0) == number
            # A group has as many teams in every run, so these are the rows of its teams in the order of each run.
            rows = np.argsort(~in_group, axis=0, kind="stable")[: group.teams]
            teams = np.take_along_axis(order, rows, 0)
            if are_known:
                # The same teams in every run, so that what they have played counts.
                for home, away in _missing_pairs(sorted(teams[:, 0].tolist()), group.meetings, met):
                    self._play(tally, home, away)
            else:
                for one, other in combinations(range(len(teams)), 2):
                    for meeting in range(group.meetings):
                        pair = (teams[one], teams[other])
                        self._play(tally, *(pair if (one + other + meeting) % 2 else pair[::-1]))
        return len(self.simulated) - before

    def _order(self, primary: Sequence[Any], tally: Any) -> Runs:
        """The teams of each run from best to worst, (teams, runs): by the primary values, then the tie-breakers."""
        own = [
            measured(breaker.measure, tally, self.rules.win) for breaker in _sortable(self.rules)
        ]
        keys = [np.asarray(key) for key in (*primary, *own)]
        order: Runs = np.lexsort([-key for key in reversed(keys)], axis=0)
        is_level = np.ones((len(self.ids) - 1, len(self.runs)), dtype=np.bool_)
        for key in keys:
            sorted_ = np.take_along_axis(key, order, 0)
            is_level &= sorted_[1:] == sorted_[:-1]
        for run in np.flatnonzero(is_level.any(axis=0)).tolist():
            teams = order[:, run].tolist()
            for start, end in _level_stretches(is_level[:, run].tolist()):
                order[start:end, run] = self._separated(teams[start:end], run, tally, start)
        return order

    def _separated(self, teams: Sequence[int], run: int, tally: Any, after: int) -> list[int]:
        """The level teams of a run in the order of the rules; after: how many teams stand above them."""
        ids = [self.ids[place] for place in teams]
        lots = dict(zip(ids, self.rng.permutation(len(ids)).tolist(), strict=True))
        names = {team: f"{lot:03d}" for team, lot in lots.items()}
        reads_opponents = any(
            breaker.scope is Scope.OPPONENTS for step in self.rules.tie_breakers for breaker in step
        )
        needed = range(len(self.ids)) if reads_opponents else teams
        evidence = Evidence(
            SeasonFacts(names, self.rules, cards=self.facts.cards),
            self._results_between(needed, run),
            {self.ids[place]: tally[:, place, run].tolist() for place in needed},
        )
        order = levels(dict.fromkeys(ids, 0), evidence, after=after)
        return [self.place[team] for level in order for team in level]

    def _results_between(self, teams: Sequence[int], run: int) -> list[Result]:
        """The results between these teams in a run, known and simulated."""
        results: list[Result] = []
        for one, other in combinations(teams, 2):
            pair = pair_of(one, other)
            results += self.known_of_pair.get(pair, ())
            results += [
                self._result(number, run) for number in self.simulated_of_pair.get(pair, ())
            ]
        # Fixtures whose pair is the same in all runs were simulated before those whose pair is not.
        among, first = set(teams), sum(map(len, self.simulated_of_pair.values()))
        for number in range(first, len(self.simulated)):
            home, away = self._teams(number, run)
            if home in among and away in among:
                results.append(self._result(number, run))
        return results

    def _teams(self, number: int, run: int) -> tuple[int, int]:
        """Home and away team of a simulated fixture in a run."""
        home, away, _, _ = self.simulated[number]
        return home if isinstance(home, int) else int(home[run]), away if isinstance(
            away, int
        ) else int(away[run])

    def _result(self, number: int, run: int) -> Result:
        """A simulated fixture in a run."""
        home, away = self._teams(number, run)
        _, _, goals, conceded = self.simulated[number]
        return Result(self.ids[home], self.ids[away], int(goals[run]), int(conceded[run]), 0)


def _sortable(rules: CompetitionRules) -> list[TieBreaker]:
    """The leading tie-breakers that read a team's own fixtures alone: teams can be sorted by them."""
    return list(
        takewhile(
            lambda breaker: (
                breaker.scope is Scope.OWN and not breaker.two_only and not breaker.decisive
            ),
            chain.from_iterable(rules.tie_breakers),
        )
    )


def _level_stretches(is_level: Sequence[bool]) -> list[tuple[int, int]]:
    """The start and end of each run of level teams; is_level: whether a team is level with the next one.

    >>> _level_stretches([True, False, False, True, True])
    [(0, 2), (3, 6)]
    """
    pairs: list[tuple[int, int]] = []
    for place, level in enumerate(is_level):
        if level and pairs and pairs[-1][1] == place + 1:
            pairs[-1] = (pairs[-1][0], place + 2)
        elif level:
            pairs.append((place, place + 2))
    return pairs
