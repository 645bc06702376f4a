"""The order of groups of tournaments by the rules of their year, on groups as they were played and on made ones.

Scores and orders were typed from memory. The scores have been compared with martj42/international_results
(results.csv), fixture by fixture, and are equal; the orders have not been compared with an official table.
"""

import pytest

from footydata.rules.regulations import rules_of
from footydata.rules.standings import level_teams, points_table
from tests.rules.results import facts, played

GROUPS = [
    # Northern Ireland above Czechoslovakia by their play-off, though its goal average is the lower one.
    ("world-cup", 1958, "NC", "WNCA", "1-4 3:1 2-3 1:0 4-2 3:1 1-3 2:2 1-2 2:2 3-4 6:1", ((2, 3),)),
    # England above Argentina by goal average, 4-3 against 2-3; two points for a win.
    ("world-cup", 1962, "", "HEAB", "3-4 1:0 1-2 2:1 2-3 3:1 1-4 6:1 1-3 0:0 2-4 0:0", ()),
    # The Soviet Union (6-1) and Mexico (5-0): goal difference, then the lots of 12 June.
    ("world-cup", 1970, "", "SMBE", "2-1 0:0 3-4 3:0 1-3 4:1 2-4 4:0 1-4 2:0 2-3 1:0", ((1, 2),)),
    # Ireland (R) and the Netherlands by lots.
    ("world-cup", 1990, "", "ERNP", "1-2 1:1 3-4 1:1 1-3 0:0 2-4 0:0 1-4 1:0 2-3 1:1", ((2, 3),)),
    # All four with four points and no difference: Mexico by goals, Ireland above Italy by their meeting.
    ("world-cup", 1994, "", "MRIN", "3-2 0:1 4-1 1:0 3-4 1:0 1-2 2:1 3-1 1:1 2-4 0:0", ()),
    # Sweden (S) above Denmark and Italy by goals among the three, in which all drew: 3, 3 and 2 goals at 2-2, 1-1, 0-0.
    ("euro", 2004, "", "SDIB", "2-3 0:0 1-4 5:0 4-2 0:2 3-1 1:1 3-4 2:1 2-1 2:2", ()),
]


def table(
    key: str, year: int, names: str, scores: str, decisions: tuple[tuple[int, int], ...]
) -> tuple[str, int]:
    """The order of a group, and how many sets of its teams nothing separates; names: an initial a team."""
    texts = scores.split()
    results = played(*(" ".join(pair) for pair in zip(texts[::2], texts[1::2], strict=True)))
    known = facts(4, rules_of(key, year), decisions=frozenset(decisions))
    known = known._replace(names=dict(enumerate(names, start=1)))
    order = "".join(row.team_name for row in points_table(results, known))
    return order, len(level_teams(results, known))


@pytest.mark.parametrize(
    ("key", "year", "order", "scores", "decisions"),
    [(key, year, order, scores, decisions) for key, year, _, order, scores, decisions in GROUPS],
    ids=[f"{key} {year}" for key, year, *_ in GROUPS],
)
def test_a_group_as_it_was_played_has_its_official_order(
    key: str, year: int, order: str, scores: str, decisions: tuple[tuple[int, int], ...]
) -> None:
    assert table(key, year, order, scores, decisions) == (order, 0)


@pytest.mark.parametrize("year", [1970, 1990])
def test_without_the_row_of_the_register_lots_are_open(year: int) -> None:
    (order, scores) = next((row[3], row[4]) for row in GROUPS if row[1] == year)
    assert table("world-cup", year, order, scores, ())[1] == 1


def order_of(key: str, year: int, *scores: str) -> str:
    return "".join(
        row.team_name for row in points_table(played(*scores), facts(4, rules_of(key, year)))
    )


BEATEN_BY_ONE = ("1-2 0:1", "1-3 4:0", "1-4 1:0", "2-3 1:0", "2-4 0:1", "3-4 2:0")
"""A and B have six points, A the better goal difference by far; B beat A."""


@pytest.mark.parametrize(
    ("key", "year", "expected"),
    [
        ("world-cup", 2022, "AB"),
        ("world-cup", 2026, "BA"),
        ("euro", 1992, "AB"),
        ("euro", 1996, "BA"),
    ],
)
def test_the_meetings_come_first_from_their_year_on(key: str, year: int, expected: str) -> None:
    assert order_of(key, year, *BEATEN_BY_ONE)[:2] == expected


CIRCLE = ("1-2 2:0", "2-3 1:0", "3-1 1:0", "1-4 1:0", "2-4 3:0", "3-4 9:0")
"""A, B and C beat one another; among them A has +1, B -1, C 0. All fixtures: C +9, A and B +2, B with more
goals."""


def test_three_that_are_level_stand_by_their_own_table_alone() -> None:
    assert order_of("world-cup", 2026, *CIRCLE) == "ACBD"
    assert order_of("world-cup", 2022, *CIRCLE) == "CBAD"


LEVEL_CIRCLE = ("1-2 1:0", "2-3 1:0", "3-1 1:0", "1-4 1:0", "2-4 2:0", "3-4 2:1")
"""The same, all by one: only the fixtures with D separate them, B +2; A and C +1, C with more goals, whom it beat."""


def test_after_the_meetings_all_fixtures_of_the_group_decide_without_going_back() -> None:
    assert order_of("world-cup", 2026, *LEVEL_CIRCLE) == "BCAD"


def test_those_whom_all_fixtures_leave_level_are_open_though_they_met() -> None:
    # C beat A, but in the table of the three they were level, and nothing leads back to it.
    results = played(*LEVEL_CIRCLE[:5], "3-4 1:0")
    known = facts(4, rules_of("euro", 2016))
    assert points_table(results, known)[0].team_name == "B"
    assert level_teams(results, known) == (frozenset({1, 3}),)


def test_a_win_is_worth_two_points_until_the_year_of_the_change() -> None:
    years = [
        ("world-cup", 1990),
        ("world-cup", 1994),
        ("euro", 1992),
        ("euro", 1996),
        ("uefa", 1994),
        ("uefa", 1995),
    ]
    assert [rules_of(*each).win for each in years] == [2, 3] * 3
