"""Many seasons at once, by the same rules as one."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footydata.rules.competitions import COMPETITIONS, rules_of
from footydata.rules.regulations import DEFAULT, CompetitionRules
from footydata.rules.season_tables import Seasons, alike, season_tables
from footydata.rules.standings import points_table
from footydata.rules.tallies import Result
from tests.rules.results import facts, played, seasons
from tests.rules.test_tiebreaks import (
    AHEAD_BY_MEETINGS,
    ENGLISH_LEVEL,
    THREE_LEVEL,
    THREE_LEVEL_BUT_FOR_MEETINGS,
)

ALIKE = [era for eras in COMPETITIONS.values() for era in eras if alike(era)]
PER_GAME = replace(DEFAULT, per_game=True)


def together(
    several: list[tuple[int, list[Result]]], rules: list[CompetitionRules], adjusted: list[dict[int, int]]
) -> list[list[tuple[int, ...]]]:
    """Position, team, played, points, goals for and against of each season's rows, made at once."""
    first = np.cumsum([0, *(teams for teams, _ in several)])
    pairs = [(result, start) for (_, results), start in zip(several, first, strict=False) for result in results]
    columns = [np.array([result[i] for result, _ in pairs], dtype=np.int64) for i in range(4)]
    starts = np.array([start for _, start in pairs], dtype=np.int64)
    told = [
        points.get(team, 0)
        for (teams, _), points in zip(several, adjusted, strict=True)
        for team in range(1, teams + 1)
    ]
    made = season_tables(
        Seasons(
            season=np.repeat(np.arange(len(several)), [teams for teams, _ in several]),
            name_rank=np.arange(first[-1]),
            adjusted=np.array(told, dtype=np.int64),
            home=columns[0] + starts - 1,
            away=columns[1] + starts - 1,
            home_goals=columns[2],
            away_goals=columns[3],
            rules=rules,
        )
    )
    rows: list[list[tuple[int, ...]]] = [[] for _ in several]
    for row, position in zip(made.order, made.position, strict=True):
        season = int(np.searchsorted(first, row, side="right")) - 1
        counts = made.tallies[:, row]
        rows[season].append(
            (
                int(position),
                int(row - first[season]) + 1,
                int(counts[[0, 1, 2, 5, 6, 7]].sum()),
                int(made.points[row]),
                int(counts[3] + counts[8]),
                int(counts[4] + counts[9]),
            )
        )
    return rows


def apart(season: tuple[int, list[Result]], rules: CompetitionRules, adjusted: dict[int, int]) -> list[tuple[int, ...]]:
    teams, results = season
    return [
        (row.position, row.team_id, row.played, row.points, row.goals_for, row.goals_against)
        for row in points_table(results, facts(teams, rules, adjustments=adjusted))
    ]


@settings(max_examples=300)
@given(
    told=st.lists(
        st.tuples(
            seasons(),
            st.sampled_from([*ALIKE, PER_GAME]),
            st.dictionaries(st.integers(1, 2), st.integers(-6, 3), max_size=2),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_seasons_at_once_are_the_same_as_one_by_one(
    told: list[tuple[tuple[int, list[Result]], CompetitionRules, dict[int, int]]],
) -> None:
    several, rules, adjusted = ([each[i] for each in told] for i in range(3))
    assert together(several, rules, adjusted) == [apart(*each) for each in told]  # type: ignore[arg-type]  # columns of told


TWO_PAIRS_LEVEL = (*ENGLISH_LEVEL, "4-5 0:1", "5-4 0:0", "4-6 1:0", "6-5 1:0")
"""As A and B, so D and E are level but for their meetings."""


@pytest.mark.parametrize(
    ("scores", "teams", "key", "adjusted"),
    [
        pytest.param(AHEAD_BY_MEETINGS, 3, "la-liga", {}, id="two, by their meetings"),
        pytest.param(THREE_LEVEL, 3, "la-liga", {1: 5, 2: 5}, id="three, then the two still level"),
        pytest.param(THREE_LEVEL_BUT_FOR_MEETINGS, 4, "la-liga", {}, id="three, by their meetings"),
        pytest.param(TWO_PAIRS_LEVEL, 6, "premier-league", {1: 20, 2: 20, 4: 10, 5: 10}, id="two for the title"),
    ],
)
def test_level_teams_are_separated_at_once_as_one_by_one(
    scores: tuple[str, ...], teams: int, key: str, adjusted: dict[int, int]
) -> None:
    season, rules = (teams, played(*scores)), rules_of(key, 2023)
    one_of_each = [DEFAULT, rules, DEFAULT]
    found = together([season] * 3, one_of_each, [adjusted] * 3)
    assert found == [apart(season, each, adjusted) for each in one_of_each]
    assert found[1] != found[0]


def test_sums_too_great_to_pack_are_counted_one_by_one() -> None:
    results = [Result(1, 2, 90, 80, number) for number in range(600)]
    assert together([(2, results)], [DEFAULT], [{}]) == [
        [(1, 1, 600, 1800, 54_000, 48_000), (2, 2, 600, 0, 48_000, 54_000)]
    ]


def test_no_seasons_are_no_tables() -> None:
    assert together([], [], []) == []


def test_splits_and_opponents_are_left_to_one_table() -> None:
    assert not alike(COMPETITIONS["scotland"][-1])
    assert not alike(COMPETITIONS["uefa-league-phase"][-1])
    assert alike(COMPETITIONS["serie-a"][-1])
