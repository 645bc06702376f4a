"""The national teams of the register, their former names and the seasons of their competitions."""

import itertools
from datetime import date

import pytest

from footydata.football.register import rows
from footydata.football.register.leagues import registered_league, registered_leagues, start_year_of
from footydata.football.register.teams import NATIONAL, former_nation, registered_team


@pytest.mark.parametrize(
    ("names", "team"),
    [
        ("USA;United States", "USA"),
        ("Ivory Coast;Côte d'Ivoire", "Côte d'Ivoire"),
        ("Ireland;Republic of Ireland", "Republic of Ireland"),
        ("German DR;East Germany", "East Germany"),
        ("Korea Republic;South Korea", "South Korea"),
        ("Turkey;Türkiye", "Türkiye"),
        (
            "Bosnia & Herzegovina;Bosnia and Herzegovina;Bosnia-Herzegovina",
            "Bosnia and Herzegovina",
        ),
        ("Czech Republic;Czechia", "Czechia"),
        ("Yemen DPR;South Yemen", "South Yemen"),
        ("Cabo Verde;Cape Verde", "Cape Verde"),
        ("Curacao;Curaçao", "Curaçao"),
        ("Kárpátalja;Karpatalja", "Kárpátalja"),
    ],
)
def test_a_nation_is_one_team_under_all_its_names(names: str, team: str) -> None:
    known = {registered_team("WORLD", name, side=NATIONAL) for name in names.split(";")}
    assert [each.name for each in known if each] == [team]


@pytest.mark.parametrize(
    ("name", "day", "team"),
    [
        ("West Germany", date(1974, 7, 7), "Germany"),
        ("Zaire", date(1974, 6, 14), "DR Congo"),
        ("Soviet Union", date(1982, 6, 14), "Russia"),
        ("CIS", date(1992, 6, 12), "Russia"),
        ("Serbia and Montenegro", date(2006, 6, 11), "Serbia"),
        ("Yugoslavia", date(1998, 6, 14), "Serbia"),
        ("Dahomey", date(1965, 1, 1), "Benin"),
        ("Ireland", date(1950, 1, 1), "Northern Ireland"),
        ("Zaire", date(2010, 1, 1), None),
        ("Dahomey", date(1980, 1, 1), None),
        ("Dahomey", date(1959, 11, 7), None),
        ("Yugoslavia", date(1974, 6, 13), None),
        ("Ireland", date(1994, 6, 18), None),
    ],
)
def test_a_former_name_is_a_nation_s_within_its_days_alone(
    name: str, day: date, team: str | None
) -> None:
    known = former_nation(name, day)
    assert (known and known.team.name) == team


def test_no_former_name_is_of_two_nations_on_one_day() -> None:
    spans = sorted(
        (row["former"], row["first_day"], row["last_day"]) for row in rows("former_nations.csv")
    )
    assert all(first < last for _, first, last in spans)
    assert all(one[2] < other[1] for one, other in itertools.pairwise(spans) if one[0] == other[0])


@pytest.mark.parametrize(
    ("league", "day", "year"),
    [
        ("WORLD/World Cup", date(2022, 11, 20), 2022),
        ("WORLD/World Cup Qualifying", date(2022, 6, 14), 2022),
        ("WORLD/World Cup Qualifying", date(2023, 9, 7), 2026),
        ("EUROPE/European Championship", date(2021, 7, 11), 2020),
        ("EUROPE/European Championship", date(2024, 7, 14), 2024),
        ("EUROPE/European Championship Qualifying", date(2019, 3, 21), 2020),
        ("EUROPE/Nations League", date(2021, 10, 10), 2020),
        ("EUROPE/Nations League", date(2022, 6, 1), 2022),
        ("EUROPE/Nations League", date(2025, 6, 8), 2024),
        ("AFRICA/Africa Cup of Nations", date(2022, 2, 6), 2021),
        ("AFRICA/Africa Cup of Nations", date(2026, 1, 18), 2025),
        ("AFRICA/Africa Cup of Nations", date(2015, 1, 17), 2015),
        ("AMERICAS/Copa América", date(2021, 7, 10), 2021),
        ("ASIA/Asian Cup", date(2024, 2, 10), 2023),
        ("EUROPE/British Home Championship", date(1884, 1, 26), 1883),
    ],
)
def test_the_season_of_a_nations_fixture_is_its_edition(league: str, day: date, year: int) -> None:
    country, _, name = league.partition("/")
    assert registered_league(country, name) is not None
    assert start_year_of(country, name, day) == year


def test_the_editions_of_a_competition_follow_each_other() -> None:
    spans = sorted(
        (row["country"], row["league"], row["first_day"], row["last_day"])
        for row in rows("editions.csv")
    )
    assert all(first <= last for *_, first, last in spans)
    assert all(
        one[3] < other[2] for one, other in itertools.pairwise(spans) if one[:2] == other[:2]
    )
    assert all(registered_league(row["country"], row["league"]) for row in rows("editions.csv"))


def test_nations_may_meet_again_at_one_venue_in_a_season() -> None:
    # Italy - Spain of 1934 was replayed on the next day, and friendlies are played on consecutive ones.
    assert min(league.meetings for league in registered_leagues() if league.side == NATIONAL) == 2
