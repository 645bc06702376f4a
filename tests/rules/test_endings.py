"""Many endings of a season at once: each is ordered as the table of its results is."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from footydata.rules.endings import (
    Endings,
    FixturesToCome,
    Runs,
    Teams,
    fixtures_to_come,
    simulate_endings,
)
from footydata.rules.regulations import DEFAULT, CompetitionRules, SeasonFacts, rules_of
from footydata.rules.standings import points_table
from footydata.rules.tallies import Result

RUNS = 40
TWICE = replace(DEFAULT, legs=2)


class NoLot(np.random.Generator):
    """A lot that leaves all as they are."""

    def permutation(self, x: Any, axis: int = 0) -> Any:
        return np.arange(x)


class Noted:
    """Draws low scores, so that many teams are level, and notes them."""

    def __init__(self, runs: int = RUNS) -> None:
        self.rng = np.random.default_rng(7)
        self.runs = runs
        self.scores: list[tuple[Teams, Teams, Runs, Runs]] = []

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        drawn = self.rng.integers(0, 2, (2, self.runs))
        self.scores.append((home, away, drawn[0], drawn[1]))
        return drawn[0], drawn[1]

    def of_run(self, run: int) -> list[Result]:
        """The results of a run, in the order of drawing."""
        return [
            Result(
                *(int(np.broadcast_to(team, self.runs)[run]) for team in (home, away)),
                int(x[run]),
                int(y[run]),
                n,
            )
            for n, (home, away, x, y) in enumerate(self.scores, start=1000)
        ]


def facts_of(rules: CompetitionRules, teams: int, **fields: Any) -> SeasonFacts:
    return SeasonFacts({team: f"{team:02d}" for team in range(teams)}, rules, **fields)


def ended(
    facts: SeasonFacts, counted: list[Result], coming: FixturesToCome | None = None
) -> tuple[Endings, Noted]:
    draw = Noted()
    wanted = coming or fixtures_to_come(facts, counted, [])
    return simulate_endings(
        facts, counted, wanted, draw, runs=RUNS, rng=NoLot(np.random.PCG64(1))
    ), draw


RULES = {
    "goal difference": TWICE,
    "goal average": rules_of("premier-league", 1970),
    "head-to-head where a place hangs on it": rules_of("premier-league", 2022),
    "head-to-head first": rules_of("la-liga", 2020),
    "head-to-head first, with away goals": rules_of("primeira-liga", 2022),
    "head-to-head in the middle": rules_of("ligue-1", 2020),
    "between two alone": rules_of("brasileirao", 2020),
    "opponents": replace(rules_of("uefa-league-phase", 2024), legs=2),
    "points per game": replace(TWICE, per_game=True),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_ending_is_ordered_as_its_table_is(rules: CompetitionRules) -> None:
    facts = facts_of(rules, 8, adjustments={0: -3, 5: 2})
    counted = [Result(0, 1, 1, 0, 1), Result(2, 3, 0, 0, 2), Result(1, 0, 2, 0, 3)]
    found, draw = ended(facts, counted)
    for run in range(RUNS):
        table = points_table([*counted, *draw.of_run(run)], facts)
        assert found.order[:, run].tolist() == [row.team_id for row in table]
        assert found.points[found.order[0, run], run] == pytest.approx(
            table[0].points + 0.0 if not rules.per_game else table[0].points
        )


SPLITS = {
    "whole points": rules_of("scotland", 2020),
    "halved points": rules_of("belgium", 2023),
    "rounded down": rules_of("austria", 2020),
    "by the regular season": rules_of("poland", 2018),
    "groups by rank": rules_of("denmark", 2017),
}


@pytest.mark.parametrize("rules", SPLITS.values(), ids=SPLITS)
def test_a_season_that_divides_is_ordered_by_its_groups(rules: CompetitionRules) -> None:
    assert rules.split is not None
    facts = facts_of(rules, rules.split.teams)
    found, draw = ended(facts, [])
    for run in range(4):
        table = points_table(draw.of_run(run), facts)
        assert found.order[:, run].tolist() == [row.team_id for row in table]
        assert [row.played for row in table] == [
            rules.split.meetings * (rules.split.teams - 1) + group.meetings * (group.teams - 1)
            for group in rules.split.groups
            for _ in range(group.teams)
        ]


def test_a_season_that_has_divided_keeps_its_groups() -> None:
    rules = rules_of("scotland", 2020)
    facts = facts_of(rules, 12)
    regular, draw = fixtures_to_come(facts, [], []), Noted(1)
    for pair in regular.regular:
        draw(*pair)
    before = draw.of_run(0)
    top = [row.team_id for row in points_table(before, facts)][:6]
    counted = [*before, Result(top[0], top[1], 1, 0, 5000)]
    coming = fixtures_to_come(facts, counted, [Result(top[2], top[3], 0, 0, 5001)])
    assert (coming.regular, coming.added, coming.after) == ((), 0, ((top[2], top[3]),))
    found, _ = ended(facts, counted, coming)
    assert {int(team) for team in found.order[:6].ravel()} == set(top)
    assert (found.simulated, found.added) == (2 * 15 - 1, 2 * 15 - 2)


def test_what_no_list_has_is_asked_for_by_the_format() -> None:
    facts = facts_of(TWICE, 3)
    counted, listed = [Result(0, 1, 1, 0, 1)], [Result(1, 2, 0, 0, 2)]
    coming = fixtures_to_come(facts, counted, listed)
    assert coming.regular[0] == (1, 2)
    assert sorted(coming.regular) == [(0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert coming.added == 4


def test_nothing_is_asked_for_where_the_format_is_not_known() -> None:
    coming = fixtures_to_come(facts_of(DEFAULT, 3), [], [Result(1, 2, 0, 0, 2)])
    assert coming == FixturesToCome(((1, 2),), 0, ())


def test_the_fixtures_after_a_split_are_not_known_before_it() -> None:
    rules = rules_of("scotland", 2020)
    facts = facts_of(rules, 12)
    pairs = [*fixtures_to_come(facts, [], []).regular, (0, 1), (2, 3)]
    listed = [Result(*pair, 0, 0, number) for number, pair in enumerate(pairs)]
    coming = fixtures_to_come(facts, listed[:10], listed[10:])
    assert (len(coming.regular), coming.added, coming.after) == (198 - 10, 0, ())
    found, _ = ended(facts, listed[:10], coming)
    assert (found.simulated, found.added) == (198 - 10 + 2 * 15, 2 * 15)


def test_teams_that_nothing_parts_are_parted_by_lot() -> None:
    def goalless(home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        return np.zeros(400, dtype=np.int64), np.zeros(400, dtype=np.int64)

    facts = facts_of(TWICE, 4)
    found = simulate_endings(
        facts, [], fixtures_to_come(facts, [], []), goalless, runs=400, rng=np.random.default_rng(1)
    )
    assert found.chances().sum(axis=0) == pytest.approx([1, 1, 1, 1])
    assert found.chances() == pytest.approx(np.full((4, 4), 0.25), abs=0.08)
