"""The competitions of the register."""

from footydata.contract.countries import ALL_CODES
from footydata.register.leagues import registered_league, side_of
from footydata.register.rows import rows
from footydata.register.teams import FIRST, NATIONAL, SIDES, WOMEN
from footydata.rules.competitions import COMPETITIONS

LEAGUES = list(rows("leagues.csv"))


def test_a_league_is_one_of_a_country_and_names_rules_that_exist() -> None:
    assert {row["country"] for row in LEAGUES} <= set(ALL_CODES)
    assert {row["rules"] for row in LEAGUES} - {""} <= set(COMPETITIONS)
    assert {row["calendar"] for row in LEAGUES} == {"across", "within"}
    assert {row["side"] for row in LEAGUES} <= set(SIDES)
    assert len({(row["country"], row["name"]) for row in LEAGUES}) == len(LEAGUES)


def test_a_league_is_known_by_its_other_names() -> None:
    assert registered_league("ES", "Spain Primera División") == registered_league("ES", "La Liga")
    assert registered_league("ES", "Premier League") is None


def test_a_league_tells_whose_teams_play_in_it() -> None:
    assert [side_of(*league) for league in (("US", "NWSL"), ("WORLD", "World Cup"), ("US", "MLS"), ("US", "?"))] == [
        WOMEN,
        NATIONAL,
        FIRST,
        FIRST,
    ]
