"""The packaged competitions, teams and bookmakers."""

import csv
from collections import Counter
from importlib.resources import files

import pytest

from footydata.contract.countries import ALL_CODES
from footydata.contract.terms import OWN_IDS_FROM
from footydata.rules.competitions import COMPETITIONS
from footydata.store.naming import HASHED_IDS_FROM
from footydata.store.register.leagues import registered_league
from footydata.store.register.teams import registered_team

PACKAGED = files("footydata.store.register")
SPELLINGS = sorted(each.name for each in PACKAGED.joinpath("spellings").iterdir() if each.name.endswith(".csv"))


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(PACKAGED.joinpath(name).read_text(encoding="utf-8").splitlines()))


@pytest.mark.sentence("dec-4.16", "dec-4.17")
@pytest.mark.parametrize("name", ["leagues.csv", "teams.csv", "bookmakers.csv"])
def test_packaged_ids_are_of_our_range_and_each_of_one_thing(name: str) -> None:
    ids = [int(row["id"]) for row in rows(name)]
    assert len(set(ids)) == len(ids)
    assert all(OWN_IDS_FROM <= each < HASHED_IDS_FROM for each in ids)


def test_a_league_is_one_of_a_country_and_names_rules_that_exist() -> None:
    leagues = rows("leagues.csv")
    assert {row["country"] for row in leagues} <= set(ALL_CODES)
    assert {row["rules"] for row in leagues} - {""} <= set(COMPETITIONS)
    assert {row["calendar"] for row in leagues} == {"across", "within"}
    assert len({(row["country"], row["name"]) for row in leagues}) == len(leagues)


def test_a_team_is_one_of_its_country() -> None:
    teams = rows("teams.csv")
    assert {row["country"] for row in teams} <= set(ALL_CODES)
    assert [pair for pair, count in Counter((row["country"], row["name"]) for row in teams).items() if count > 1] == []


@pytest.mark.parametrize("name", SPELLINGS)
def test_each_spelling_leads_to_the_team_that_it_names(name: str) -> None:
    found = {
        (row["country"], row["spelling"]): registered_team(row["country"], row["spelling"])
        for row in rows(f"spellings/{name}")
    }
    wanted = {(row["country"], row["spelling"]): row["name"] for row in rows(f"spellings/{name}")}
    assert {key: team and team.name for key, team in found.items()} == wanted


@pytest.mark.parametrize(
    ("country", "spelling", "name"),
    [
        ("GB-ENG", "Nott'm Forest", "Nottingham Forest"),
        ("GB-ENG", "Sheffield Weds", "Sheffield Wednesday"),
        ("GB-ENG", "Liverpool", "Liverpool"),
        ("DE", "M'gladbach", "Borussia Mönchengladbach"),
        ("DE", "Ein Frankfurt", "Eintracht Frankfurt"),
        ("DE", "Frankfurt FSV", "FSV Frankfurt"),
        ("TR", "Buyuksehyr", "İstanbul Başakşehir"),
        ("PT", "Aves", "Desportivo das Aves"),
        ("PT", "AVS", "AVS"),
    ],
)
def test_football_data_spellings_have_names_for_people(country: str, spelling: str, name: str) -> None:
    team = registered_team(country, spelling)
    assert team is not None
    assert team.name == name


def test_nothing_is_guessed_between_two_teams() -> None:
    assert registered_team("GB-ENG", "Wimbledon FC") is None


def test_a_league_is_known_by_its_other_names() -> None:
    assert registered_league("ES", "Spain Primera División") == registered_league("ES", "La Liga")
    assert registered_league("ES", "Premier League") is None


def test_a_season_has_the_label_of_its_calendar() -> None:
    across, within = registered_league("GB-ENG", "Premier League"), registered_league("NO", "Eliteserien")
    assert across is not None
    assert within is not None
    assert (across.calendar, within.calendar) == ("across", "within")
