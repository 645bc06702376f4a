"""The points tables of many seasons at once, on arrays, by the same rules as one table.

A property test holds both to the same order. What stands apart (splits, groups, tie-breakers that need more than
the results) is left to rules.standings, season by season; `alike` tells which rules are done here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from footydata.rules.regulations import CompetitionRules, Scope, TieBreaker
from footydata.rules.tallies import COUNTS, MEASURES, Measure, points
from footydata.rules.tallies import played as played_in

Integers: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

_OUTCOMES = 9
_GOALS = 13
"""Bits of a packed sum for a count of outcomes and of goals: three of the one and two of the other make 53."""


@dataclass(frozen=True, slots=True)
class Seasons:
    """Results of many seasons. A row is a team in a season; rows are sorted by season.

    Attributes:
        season: row → number of its season, from 0 and ascending.
        name_rank: row → place of the team by name, then id: the last resort between level teams.
        adjusted: row → points given, or taken (negative).
        home, away: fixture → row of the home and of the away team.
        home_goals, away_goals: fixture → goals.
        rules: season number → its rules.
    """

    season: Integers
    name_rank: Integers
    adjusted: Integers
    home: Integers
    away: Integers
    home_goals: Integers
    away_goals: Integers
    rules: Sequence[CompetitionRules]


@dataclass(frozen=True, slots=True)
class SeasonTables:
    """The tables of many seasons: rows from best to worst, season by season.

    Attributes:
        order: the rows in the order of the tables.
        position: place by place, 1 to n in each season.
        tallies: ten counts (rules.tallies) by row, in the rows' own order.
        points: by row, adjustments counted.
    """

    order: Integers
    position: Integers
    tallies: Integers
    points: Integers


def alike(rules: CompetitionRules) -> bool:
    """Whether tables by these rules are made here: every fixture counts, and results alone decide ties."""
    return (
        rules.split is None
        and rules.regular is None
        and all(breaker.scope in (Scope.OWN, Scope.HEAD_TO_HEAD) for breaker in rules.tie_breakers)
    )


def season_tables(seasons: Seasons) -> SeasonTables:
    """The points table of every season."""
    rows = len(seasons.season)
    tallies = _tallies(seasons, rows)
    # By identity: comparing rules takes longer than making a table, and twins cost no more than a second pass.
    numbers: dict[int, int] = {}
    kind_of = np.array([numbers.setdefault(id(rules), len(numbers)) for rules in seasons.rules], dtype=np.int64)
    kinds = list({id(rules): rules for rules in seasons.rules}.values())
    win = np.array([rules.win for rules in kinds], dtype=np.int64)[kind_of][seasons.season]
    total: Integers = win * (tallies[0] + tallies[5]) + tallies[1] + tallies[6] + seasons.adjusted
    per_game = np.array([rules.per_game for rules in kinds])[kind_of][seasons.season]
    levels = _Levels(seasons, tallies, _primary(total, played_in(tallies), per_game))
    kind_of_row = kind_of[seasons.season]
    for number, rules in enumerate(kinds):
        levels.separate(np.flatnonzero(levels.is_shared() & (kind_of_row == number)), rules)
    order = np.lexsort((seasons.name_rank, levels.start))
    position = np.arange(rows) - levels.first[order] + 1
    return SeasonTables(order, position, tallies, total)


def _primary(total: Integers, played: Integers, per_game: Flags) -> Numbers:
    """What comes ahead of the tie-breakers: points, or points per game where the rules say so."""
    if not per_game.any():
        return total.astype(np.float64)
    average = np.divide(total, played, out=np.full(len(total), -np.inf), where=played > 0)
    return np.where(per_game, average, total)


def _tallies(seasons: Seasons, rows: int) -> Integers:
    """Ten counts by row. Sums of five counts are taken at once, packed into one float while they fit its 53 bits."""
    home, away = seasons.home_goals, seasons.away_goals
    fixtures = max((int(np.bincount(side, minlength=1).max()) for side in (seasons.home, seasons.away)), default=0)
    highest = int(max(home.max(initial=0), away.max(initial=0)))
    found = np.empty((COUNTS, rows), dtype=np.int64)
    if fixtures >= 1 << _OUTCOMES or fixtures * highest >= 1 << _GOALS:
        for place, (side, values) in enumerate(_counted(seasons)):
            found[place] = np.bincount(side, values, rows)
        return found
    packed = _packed(highest)[home * (highest + 1) + away]
    for place, side in ((0, seasons.home), (5, seasons.away)):
        sums = np.bincount(side, packed, rows).astype(np.int64)
        won, drawn, lost, scored, conceded = range(5) if place == 0 else (2, 1, 0, 4, 3)
        for count, bits in ((won, _OUTCOMES), (drawn, _OUTCOMES), (lost, _OUTCOMES), (scored, _GOALS)):
            found[place + count] = sums & ((1 << bits) - 1)
            sums >>= bits
        found[place + conceded] = sums
    return found


def _counted(seasons: Seasons) -> list[tuple[Integers, Any]]:
    """The rows and values of each of the ten counts."""
    home, away = seasons.home_goals, seasons.away_goals
    outcomes = [home > away, home == away, home < away]
    ours = [(seasons.home, values) for values in (*outcomes, home, away)]
    return ours + [(seasons.away, values) for values in (*reversed(outcomes), away, home)]


def _packed(highest: int) -> Numbers:
    """By score (home * (highest + 1) + away): won, drawn, lost, scored and conceded of the home side, bit by bit."""
    home, away = np.divmod(np.arange((highest + 1) ** 2), highest + 1)
    value = np.zeros(len(home), dtype=np.int64)
    shift = 0
    for count, bits in (
        (home > away, _OUTCOMES),
        (home == away, _OUTCOMES),
        (home < away, _OUTCOMES),
        (home, _GOALS),
        (away, _GOALS),
    ):
        value += count.astype(np.int64) << shift
        shift += bits
    return value.astype(np.float64)


class _Levels:
    """Teams that are level share a start: the place, counted over all seasons, of the best of them.

    Attributes: start, first: row → its level's start, and its season's.
    """

    def __init__(self, seasons: Seasons, tallies: Integers, primary: Numbers) -> None:
        self._seasons = seasons
        self._tallies = tallies
        rows = len(primary)
        order = np.lexsort((-primary, seasons.season))
        season = seasons.season[order]
        new_season = np.ones(rows, dtype=bool)
        new_season[1:] = season[1:] != season[:-1]
        new_level = new_season.copy()
        new_level[1:] |= primary[order][1:] != primary[order][:-1]
        places = np.arange(rows)
        self.start = np.empty(rows, dtype=np.int64)
        self.first = np.empty(rows, dtype=np.int64)
        self.start[order] = np.maximum.accumulate(np.where(new_level, places, 0))
        self.first[order] = np.maximum.accumulate(np.where(new_season, places, 0))
        met = np.flatnonzero(self.start[seasons.home] == self.start[seasons.away])
        self._home, self._away = seasons.home[met], seasons.away[met]
        self._home_goals, self._away_goals = seasons.home_goals[met], seasons.away_goals[met]

    def is_shared(self) -> Flags:
        """Row → whether it shares its level with another."""
        return self._sizes()[self.start] > 1

    def _sizes(self) -> Integers:
        return np.bincount(self.start, minlength=len(self.start))

    def separate(self, rows: Integers, rules: CompetitionRules) -> None:
        """Separate level rows by the tie-breakers; whoever is separated starts again with those still level."""
        while len(rows):
            waiting, again = rows, []
            league: list[Integers] = []
            for breaker in rules.tie_breakers:
                values = self._values(breaker, waiting, rules, league)
                separated = self._refine(waiting, values)
                again.append(waiting[separated])
                waiting = waiting[~separated]
                if not len(waiting):
                    break
            rows = np.concatenate(again) if again else rows[:0]
            rows = rows[self._sizes()[self.start[rows]] > 1]

    def _values(self, breaker: TieBreaker, rows: Integers, rules: CompetitionRules, league: list[Integers]) -> Numbers:
        """What the tie-breaker tells of rows; all the same where it does not apply to their level."""
        measured = _measured(breaker.measure, rules.win)
        if breaker.scope == Scope.OWN and not breaker.two_only and not breaker.decisive:
            return measured(self._tallies[:, rows])
        start, sizes = self.start[rows], self._sizes()
        size = sizes[start]
        applies = np.ones(len(rows), dtype=bool)
        if breaker.two_only:
            applies &= size == 2
        if breaker.decisive:
            above = start - self.first[rows]
            applies &= np.any([(above < place) & (place < above + size) for place in rules.decisive_after], axis=0)
        tallies = self._tallies
        if breaker.scope == Scope.HEAD_TO_HEAD:
            level = self.start[self._home]
            meetings = np.bincount(level[level == self.start[self._away]], minlength=len(sizes))
            applies &= meetings[start] >= size * (size - 1) // 2 * rules.legs
            if not league:
                league.append(self._mini_leagues())
            tallies = league[0]
        return np.where(applies, measured(tallies[:, rows]), 0.0)

    def _mini_leagues(self) -> Integers:
        """Ten counts by row of the fixtures between teams that are level."""
        met = self.start[self._home] == self.start[self._away]
        part = Seasons(
            self._seasons.season,
            self._seasons.name_rank,
            self._seasons.adjusted,
            self._home[met],
            self._away[met],
            self._home_goals[met],
            self._away_goals[met],
            (),
        )
        return _tallies(part, len(self.start))

    def _refine(self, rows: Integers, values: Numbers) -> Flags:
        """Move the starts of rows apart by their values; whether each row's level was separated."""
        order = np.lexsort((-values, self.start[rows]))
        start, value = self.start[rows][order], values[order]
        new_level = np.ones(len(rows), dtype=bool)
        new_level[1:] = start[1:] != start[:-1]
        new_part = new_level.copy()
        new_part[1:] |= value[1:] != value[:-1]
        places = np.arange(len(rows))
        level_at = np.maximum.accumulate(np.where(new_level, places, 0))
        part_at = np.maximum.accumulate(np.where(new_part, places, 0))
        self.start[rows[order]] = start + part_at - level_at
        level_number = np.cumsum(new_level) - 1
        parts = np.bincount(level_number, new_part)
        separated = np.empty(len(rows), dtype=bool)
        separated[order] = parts[level_number] > 1
        return separated


def _measured(measure: Measure, win: int) -> Callable[[Integers], Numbers]:
    if measure == Measure.POINTS:
        return lambda tallies: np.asarray(points(tallies, win), dtype=np.float64)
    return lambda tallies: np.asarray(MEASURES[measure](tallies), dtype=np.float64)
