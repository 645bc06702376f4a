"""Competition rules as data: eras, keys, sources."""

import csv
from importlib.resources import files

import pytest

from footydata.rules.competitions import (
    COMPETITIONS,
    DEFAULT,
    CompetitionRules,
    Scope,
    TieBreaker,
    UnknownCompetition,
    rules_of,
)
from footydata.rules.tallies import Measure


def in_words(breaker: TieBreaker) -> str:
    """What a tie-breaker reads and measures, and when it is taken."""
    scope = "" if breaker.scope in (Scope.OWN, Scope.CARDS) else f"{breaker.scope} "
    limits = " (decisive)" * breaker.decisive + " (two only)" * breaker.two_only
    return f"{scope}{breaker.measure}{limits}"


EVERY_ERA = [pytest.param(era, id=f"{key} {era.since}") for key, eras in COMPETITIONS.items() for era in eras]


@pytest.mark.parametrize(
    ("key", "year", "win"),
    [
        ("efl", 1980, 2),
        ("efl", 1981, 3),
        ("premier-league", 2025, 3),
        ("serie-a", 1993, 2),
        ("serie-a", 1994, 3),
        ("la-liga", 1994, 2),
        ("la-liga", 1995, 3),
        ("bundesliga", 1994, 2),
        ("bundesliga", 1995, 3),
        ("ligue-1", 1994, 3),
        ("scotland", 1993, 2),
    ],
)
def test_a_win_is_worth_two_points_to_the_season_in_which_it_changed(key: str, year: int, win: int) -> None:
    assert rules_of(key, year).win == win


IN_WORDS = {
    "premier-league": "goal difference, goals, head to head points (decisive), head to head away goals (decisive)",
    "efl": "goal difference, goals, head to head points, wins",
    "la-liga": "head to head points, head to head goal difference, goal difference, goals",
    "serie-a": "head to head points, head to head goal difference, goal difference, goals",
    "bundesliga": "goal difference, goals, head to head points, head to head goal difference, "
    "head to head away goals, away goals",
    "ligue-1": "goal difference, head to head points, head to head goal difference, head to head goals, "
    "head to head away goals, goals, away goals",
    "eredivisie": "goal difference, goals, head to head points, head to head goal difference, head to head away goals",
    "primeira-liga": "head to head points, head to head goal difference, head to head away goals, goal difference, "
    "wins, goals",
    "belgium": "wins, goal difference, goals, away goals, away wins",
    "scotland": "goal difference, goals",
    "mls": "wins, goal difference, goals, disciplinary points, away goal difference, away goals, "
    "home goal difference, home goals",
    "brasileirao": "wins, goal difference, goals, head to head points (two only), "
    "head to head goal difference (two only), fewer red cards, fewer yellow cards",
    "uefa-league-phase": "goal difference, goals, away goals, wins, away wins, opponents points, "
    "opponents goal difference, opponents goals, disciplinary points",
}
"""The order after points of each competition in 2024, typed from the design's table (ANALYTICS 1)."""


@pytest.mark.parametrize("key", IN_WORDS)
def test_level_teams_are_separated_in_the_order_of_the_regulations(key: str) -> None:
    assert ", ".join(in_words(breaker) for breaker in rules_of(key, 2024).tie_breakers) == IN_WORDS[key]


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
        (split.meetings, [(part.teams, part.meetings, part.halving is not None) for part in split.groups])
        if split
        else (None, [])
    )
    assert found == (meetings, groups)


@pytest.mark.parametrize(
    ("key", "legs"), [("premier-league", 2), ("la-liga", 2), ("scotland", 4), ("mls", 0), ("uefa-league-phase", 1)]
)
def test_two_teams_meet_as_often_as_their_league_has_it(key: str, legs: int) -> None:
    assert rules_of(key, 2024).legs == legs


def test_a_league_without_rules_goes_by_goal_difference_then_goals() -> None:
    assert rules_of(None, 2025) is DEFAULT
    assert [breaker.measure for breaker in DEFAULT.tie_breakers] == [Measure.GOAL_DIFFERENCE, Measure.GOALS]


def test_an_unknown_key_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownCompetition, match="'premier'; there are: premier-league, efl"):
        rules_of("premier", 2025)


def test_a_season_before_the_first_era_has_its_rules() -> None:
    assert rules_of("mls", 1996) == rules_of("mls", 2000)


@pytest.mark.parametrize("era", EVERY_ERA)
def test_every_era_names_its_source(era: CompetitionRules) -> None:
    assert era.source


@pytest.mark.parametrize("key", COMPETITIONS)
def test_eras_stand_oldest_first(key: str) -> None:
    starts = [era.since for era in COMPETITIONS[key]]
    assert starts == sorted(set(starts))


def test_every_packaged_league_has_known_rules() -> None:
    text = files("footydata.store.register").joinpath("leagues.csv").read_text(encoding="utf-8")
    keys = {row["rules"] for row in csv.DictReader(text.splitlines()) if row["rules"]}
    assert keys <= set(COMPETITIONS)


def test_the_competitions_of_the_design_are_there() -> None:
    wanted = {"premier-league", "efl", "la-liga", "serie-a", "bundesliga", "ligue-1", "eredivisie", "primeira-liga"}
    wanted |= {"belgium", "scotland", "mls", "brasileirao", "uefa-league-phase"}
    assert wanted <= set(COMPETITIONS)
