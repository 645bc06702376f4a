"""The competitions of the register."""

import pytest

from footydata.football.countries import ALL_CODES
from footydata.football.register import normalised, rows, zone_of
from footydata.football.register.leagues import (
    LAST_YEAR,
    registered_league,
    registered_league_called,
    registered_leagues,
    side_of,
)
from footydata.football.register.teams import FIRST, LOOKED_FOR, NATIONAL, WOMEN
from footydata.rules.regulations import competitions

LEAGUES = list(rows("leagues.csv"))


def test_a_league_is_one_of_a_country_and_names_rules_that_exist() -> None:
    assert {row["country"] for row in LEAGUES} <= set(ALL_CODES)
    assert {row["rules"] for row in LEAGUES} - {""} <= set(competitions())
    assert {row["calendar"] for row in LEAGUES} == {"across", "within"}
    assert {row["side"] for row in LEAGUES} <= set(LOOKED_FOR)
    assert len({(row["country"], row["name"]) for row in LEAGUES}) == len(LEAGUES)


def test_a_league_is_known_by_its_other_names() -> None:
    assert registered_league("ES", "Spain Primera División") == registered_league("ES", "La Liga")
    assert registered_league("ES", "Premier League") is None


def test_a_league_tells_whose_teams_play_in_it() -> None:
    assert [
        side_of(*league)
        for league in (("US", "NWSL"), ("WORLD", "World Cup"), ("US", "MLS"), ("US", "?"))
    ] == [
        WOMEN,
        NATIONAL,
        FIRST,
        FIRST,
    ]


@pytest.mark.parametrize(
    ("name", "country", "own"),
    [
        ("Liga MX", "MX", "Liga MX"),
        ("Österr. Bundesliga", "AT", "Bundesliga"),
        ("Argentina Primera Division", "AR", "Primera División"),
        ("ARG", "AR", "Primera División"),
        ("J2", "JP", "J2 League"),
        ("DFB Pokal", "DE", "DFB-Pokal"),
        ("FA Cup", "GB-ENG", "FA Cup"),
        ("A-League", "AU", "A-League"),
        ("Ukraine Premier League", "UA", "Premier League"),
        ("Serie C", "IT", "Serie C"),
        ("Brazil Serie C", "BR", "Série C"),
        ("Club World Cup", "WORLD", "Club World Cup"),
        ("English Premier League", "GB-ENG", "Premier League"),
        ("England | Premier League", "GB-ENG", "Premier League"),
        ("Deutsche 2. Bundesliga", "DE", "2. Bundesliga"),
        ("Primera División de España", "ES", "La Liga"),
        ("Belgium First Division A", "BE", "Pro League"),
        ("Turkish Süper Lig", "TR", "Süper Lig"),
        ("UEFA Champions League", "EUROPE", "Champions League"),
        ("Copa Libertadores", "AMERICAS", "Copa Libertadores"),
        ("Brasileiro Série A", "BR", "Série A"),
        ("Egypt Premiership", "EG", "Premier League"),
        ("SWEDEN_ALLSVENSKAN", "SE", "Allsvenskan"),
        ("BOSNIA_AND_HERZEGOVINA_PREMIER_LEAGUE_OF_BOSNIA", "BA", "Premier League"),
    ],
)
def test_a_competition_is_found_by_its_name_with_and_without_its_country(
    name: str, country: str, own: str
) -> None:
    league = registered_league_called(name)
    assert league is not None
    assert (league.country, league.name) == (country, own)


@pytest.mark.parametrize(
    "name", ["Premier League", "Bundesliga", "Primera Division", "Cup", "Atlantis Cup", ""]
)
def test_a_name_that_several_countries_or_none_have_is_of_no_competition(name: str) -> None:
    assert registered_league_called(name) is None


@pytest.mark.parametrize(
    ("country", "name", "year", "own"),
    [
        ("GB-ENG", "Division One", 1985, "First Division"),
        ("GB-ENG", "Division One", 1995, "Championship"),
        ("GB-ENG", "Division Two", 1995, "League One"),
        ("GB-ENG", "Third Division", 1991, "League One"),
        ("GB-ENG", "Third Division", 1992, "League Two"),
        ("AT", "1. Liga", 2017, "2. Liga"),
        ("TR", "1. Lig", 1999, "Süper Lig"),
        ("TR", "1. Lig", 2010, "1. Lig"),
        ("PL", "I Liga", 2005, "Ekstraklasa"),
        ("EUROPE", "European Cup", 1985, "Champions League"),
    ],
)
def test_a_name_is_of_the_competition_that_had_it_that_year(
    country: str, name: str, year: int, own: str
) -> None:
    league = registered_league(country, name, year)
    assert league is not None
    assert league.name == own


def test_a_former_name_is_of_no_competition_of_today() -> None:
    assert registered_league("GB-ENG", "Division One", 2024) is None
    assert registered_league("GB-ENG", "Division One") is None


def test_a_cup_has_no_table() -> None:
    cups = [
        row["name"]
        for row in LEAGUES
        if row["has_standings"] == "1" and "cup" in row["name"].casefold()
    ]
    assert cups == []


def test_no_name_is_of_two_competitions_of_a_country_in_one_year() -> None:
    spans: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    for row in LEAGUES:
        for name in filter(None, row["other_names"].split(";")):
            spelt, _, years = name.partition("@")
            first, _, last = years.partition("-")
            key = (row["country"], normalised(spelt))
            spans.setdefault(key, []).append((int(first or 0), int(last or LAST_YEAR), row["name"]))
    shared = [
        (key, one[2], other[2])
        for key, listed in spans.items()
        for one in listed
        for other in listed
        if one[2] < other[2] and one[0] <= other[1] and other[0] <= one[1]
    ]
    assert shared == []


def test_every_competition_is_found_by_its_own_name() -> None:
    listed = registered_leagues()
    assert len(listed) == len(LEAGUES)
    assert [
        league for league in listed if registered_league(league.country, league.name) != league
    ] == []


def test_a_country_of_one_zone_tells_it() -> None:
    assert [zone_of(country) for country in ("DE", "EUROPE", "US", "WORLD")] == [
        "Europe/Berlin",
        "Europe/Zurich",
        None,
        None,
    ]
