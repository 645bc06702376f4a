"""Competition rules as data: eras, keys, sources."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from footydata.football.errors import InvalidArgument
from footydata.rules.regulations import (
    DEFAULT,
    Measure,
    Scope,
    TieBreaker,
    competitions,
    rules_of,
)


def in_words(breaker: TieBreaker) -> str:
    """What a tie-breaker reads and measures, and when it is taken."""
    scope = (
        "" if breaker.scope in (Scope.OWN, Scope.CARDS, Scope.DECISIONS) else f"{breaker.scope} "
    )
    limits = " (decisive)" * breaker.decisive + " (two only)" * breaker.two_only
    return f"{scope}{breaker.measure}{limits}"


ORDERS = list(
    csv.DictReader(Path(__file__).with_name("orders.csv").read_text(encoding="utf-8").splitlines())
)
"""What decides after points, typed by hand from the regulations, on both sides
of each change."""


@pytest.mark.parametrize("row", ORDERS, ids=[f"{row['key']} {row['year']}" for row in ORDERS])
def test_level_teams_are_separated_in_the_order_of_the_regulations(row: dict[str, str]) -> None:
    rules = rules_of(row["key"], int(row["year"]))
    assert (str(rules.win), "yes" if rules.per_game else "") == (row["win"], row["per_game"])
    assert (
        " > ".join(" + ".join(map(in_words, step)) for step in rules.tie_breakers) == row["order"]
    )


def test_every_competition_with_an_order_of_its_own_stands_in_the_table() -> None:
    own = {
        key
        for key, eras in competitions().items()
        if any(era.tie_breakers != DEFAULT.tie_breakers for era in eras)
    }
    assert own <= {row["key"] for row in ORDERS}


@pytest.mark.parametrize(
    ("key", "year", "meetings", "groups"),
    [
        ("scotland", 1999, None, []),
        ("scotland", 2000, 3, [(6, 1, False), (6, 1, False)]),
        ("belgium", 2008, None, []),
        ("belgium", 2009, 2, [(6, 2, True), (10, 0, False)]),
        ("belgium", 2020, 2, [(4, 2, True), (4, 2, True), (10, 0, False)]),
        ("belgium", 2023, 2, [(6, 2, True), (6, 2, True), (4, 2, False)]),
    ],
)
def test_a_season_splits_as_it_did_in_its_era(
    key: str, year: int, meetings: int | None, groups: list[tuple[int, int, bool]]
) -> None:
    split = rules_of(key, year).split
    found = (
        (
            split.meetings,
            [(part.teams, part.meetings, part.halving is not None) for part in split.groups],
        )
        if split
        else (None, [])
    )
    assert found == (meetings, groups)


@pytest.mark.parametrize(
    ("key", "year", "legs"),
    [
        (None, 2024, 0),
        ("premier-league", 2024, 2),
        ("la-liga", 2024, 2),
        ("serie-a", 1990, 2),
        ("serie-a", 2000, 2),
        ("scotland", 2024, 4),
        ("mls", 2024, 0),
        ("uefa-league-phase", 2024, 1),
        ("world-cup", 2022, 1),
    ],
)
def test_two_teams_meet_as_often_as_their_league_has_it(
    key: str | None, year: int, legs: int
) -> None:
    assert rules_of(key, year).legs == legs


def test_a_league_without_rules_goes_by_goal_difference_then_goals() -> None:
    assert rules_of(None, 2025) is DEFAULT
    assert [breaker.measure for step in DEFAULT.tie_breakers for breaker in step] == [
        Measure.GOAL_DIFFERENCE,
        Measure.GOALS,
    ]


def test_an_unknown_key_is_named_with_the_known_ones() -> None:
    with pytest.raises(InvalidArgument, match="'premier'; there are: premier-league, efl"):
        rules_of("premier", 2025)


def test_a_season_before_the_first_era_has_its_rules() -> None:
    assert rules_of("mls", 1996) == rules_of("mls", 2000)


def test_every_era_names_its_source() -> None:
    eras = [(key, era) for key, eras in competitions().items() for era in eras]
    assert [(key, era.since) for key, era in eras if not era.source] == []


def test_eras_stand_oldest_first() -> None:
    starts = {key: [era.since for era in eras] for key, eras in competitions().items()}
    assert starts == {key: sorted(set(years)) for key, years in starts.items()}


def test_every_packaged_league_has_known_rules() -> None:
    text = files("footydata.football.register").joinpath("leagues.csv").read_text(encoding="utf-8")
    keys = {row["rules"] for row in csv.DictReader(text.splitlines()) if row["rules"]}
    assert keys <= set(competitions())


def test_the_competitions_of_the_design_are_there() -> None:
    wanted = {
        "premier-league",
        "efl",
        "la-liga",
        "serie-a",
        "bundesliga",
        "ligue-1",
        "eredivisie",
        "primeira-liga",
    }
    wanted |= {"belgium", "scotland", "mls", "brasileirao", "uefa-league-phase"}
    assert wanted <= set(competitions())
