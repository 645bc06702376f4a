"""Competition rules as data: eras, keys, sources."""

import csv
from importlib.resources import files

import pytest

from footydata.rules.competitions import COMPETITIONS, DEFAULT, CompetitionRules, UnknownCompetition, rules_of
from footydata.rules.tallies import Measure

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
