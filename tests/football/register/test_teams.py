"""The teams of the register."""

from collections import Counter

import pytest

from footydata.football.countries import ALL_CODES
from footydata.football.register import HASHED_IDS_FROM, normalised, rows
from footydata.football.register.leagues import registered_league
from footydata.football.register.teams import (
    FIRST,
    NATIONAL,
    NATIONAL_WOMEN,
    RESERVES,
    WOMEN,
    limited_spellings,
    limited_to,
    namesakes,
    nation_rows,
    registered_countries,
    registered_team,
    row_of,
    team_rows,
)
from footydata.football.terms import LANGUAGES, OWN_IDS_FROM

EVERY_ROW = [
    *(row for country in registered_countries() for row in team_rows(country)),
    *nation_rows(),
]


def test_packaged_ids_are_of_our_range_and_each_of_one_thing() -> None:
    listed = [[row.team.id for row in EVERY_ROW]]
    listed += [[int(row["id"]) for row in rows(name)] for name in ("leagues.csv", "bookmakers.csv")]
    assert [id_ for ids in listed for id_, count in Counter(ids).items() if count > 1] == []
    assert all(OWN_IDS_FROM <= id_ < HASHED_IDS_FROM for ids in listed for id_ in ids)


@pytest.mark.parametrize(
    ("id_", "country", "name"),
    [
        (1000010051, "DE", "Bayern Munich"),
        (1000010001, "BE", "Aalst"),
        (1000010054, "DE", "Borussia Mönchengladbach"),
        (1000010984, "UY", "Uruguay"),
    ],
)
def test_a_released_id_stays_that_of_its_team(id_: int, country: str, name: str) -> None:
    team = registered_team(country, name)
    assert team is not None
    assert (team.id, team.name) == (id_, name)


def test_a_team_is_of_a_country_and_a_side_that_exist() -> None:
    assert {row.team.country for row in EVERY_ROW} <= set(ALL_CODES)
    assert {row.team.side for row in EVERY_ROW} == {
        FIRST,
        RESERVES,
        WOMEN,
        NATIONAL,
        NATIONAL_WOMEN,
    }
    assert {language for row in EVERY_ROW for language in row.names} <= set(LANGUAGES)
    again = Counter((row.team.country, row.team.name) for row in EVERY_ROW)
    assert [key for key, count in again.items() if count > 1] == []


def test_no_spelling_is_of_two_teams_of_a_country_and_side() -> None:
    users = Counter(
        (row.team.country, row.team.side.replace(RESERVES, FIRST), spelling)
        for row in EVERY_ROW
        for spelling in {normalised(text) for text in (row.team.name, *row.spellings)}
    )
    assert [key for key, count in users.items() if count > 1] == []


def test_every_spelling_leads_to_its_team() -> None:
    wrong = [
        (row.team, spelling)
        for row in EVERY_ROW
        for spelling in (row.team.name, *row.spellings)
        if registered_team(row.team.country, spelling, side=row.team.side.replace(RESERVES, FIRST))
        != row.team
    ]
    assert wrong == []


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
def test_football_data_spellings_have_names_for_people(
    country: str, spelling: str, name: str
) -> None:
    team = registered_team(country, spelling)
    assert team is not None
    assert team.name == name


@pytest.mark.parametrize(
    ("country", "spellings"),
    [
        ("IT", "Milan;AC Milan;A.C. Milan;AC Mailand"),
        ("IT", "Inter;Inter Milan;Internazionale;FC Internazionale Milano"),
        ("IT", "Parma;Parma Calcio 1913;Parma FC;Parma Calcio"),
        ("IT", "Como;Como 1907;Calcio Como"),
        ("IT", "Brescia;Brescia Calcio"),
        ("IT", "Frosinone;Frosinone Calcio"),
        ("GB-SCT", "Hearts;Heart of Midlothian;Heart of Midlothian FC"),
        ("ES", "Huesca;SD Huesca"),
        ("ES", "Ath Bilbao;Athletic Club;Athletic Bilbao;Athletic Club Bilbao"),
        ("DE", "Union Berlin;1. FC Union Berlin;1.FC Union Berlin"),
        ("DE", "Bochum;VfL Bochum;VfL Bochum 1848"),
        ("DE", "Darmstadt;SV Darmstadt 98;Darmstadt 98"),
        ("DE", "Heidenheim;1. FC Heidenheim;1. FC Heidenheim 1846"),
        ("DE", "Bayern Munich;Bayern München;FC Bayern München;Bayern Muenchen"),
        ("DE", "FC Koln;1. FC Köln;Köln;1. FC Koeln"),
        ("DE", "Freiburg;SC Freiburg"),
        ("BE", "Mouscron;Royal Excel Mouscron;Royal Mouscron-Péruwelz;Mouscron-Peruwelz"),
        ("BE", "Eupen;KAS Eupen"),
        ("RU", "Akhmat Grozny;Terek Grozny"),
        ("FR", "Paris SG;Paris Saint-Germain;PSG"),
        ("AR", "Estudiantes L.P.;Estudiantes de La Plata;Estudiantes"),
        ("US", "Montreal Impact;CF Montréal"),
        ("IT", "Cesena;AC Cesena;AC Cesena (1940-2018)"),
        ("KZ", "FC Ordabasy;FK Ordabasy;Ordabasy"),
    ],
)
def test_the_spellings_of_all_sources_are_of_one_club(country: str, spellings: str) -> None:
    teams = {registered_team(country, spelling) for spelling in spellings.split(";")}
    assert len(teams) == 1
    assert None not in teams


@pytest.mark.parametrize(
    ("country", "spellings"),
    [
        ("DE", "Bayern Munich;Bayern München II"),
        ("DE", "FC Koln;Fortuna Koln;1. FC Köln II"),
        ("ES", "Barcelona;Barcelona B;Espanol"),
        ("ES", "Extremadura;Extremadura UD"),
        ("ES", "Logrones;UD Logrones"),
        ("GB-ENG", "Wimbledon;AFC Wimbledon;Milton Keynes Dons"),
        ("GB-ENG", "Hereford United;Hereford FC"),
        ("GB-ENG", "Arsenal;Arsenal WFC"),
        ("RO", "Univ. Craiova;FC U Craiova 1948"),
        ("BG", "CSKA Sofia;CSKA 1948"),
        ("PT", "Aves;AVS"),
        ("PT", "Belenenses;Belenenses SAD"),
        ("AR", "San Martin S.J.;San Martin T."),
        ("MX", "San Luis;Atl. San Luis"),
        ("RU", "Arsenal Tula;Alania Vladikavkaz"),
    ],
)
def test_clubs_of_like_names_are_two(country: str, spellings: str) -> None:
    names = spellings.split(";")
    assert len({registered_team(country, name) for name in names} - {None}) == len(names)


@pytest.mark.parametrize(
    ("country", "spelling"),
    [("AR", "San Martín"), ("DE", "Berlin"), ("GB-ENG", "United"), ("GB-ENG", "Arsenal U21")],
)
def test_nothing_is_guessed(country: str, spelling: str) -> None:
    assert registered_team(country, spelling) is None


def test_a_women_s_side_is_never_the_club() -> None:
    men, women = (
        registered_team("GB-ENG", "Manchester United", side=side) for side in (FIRST, WOMEN)
    )
    assert men is not None
    assert women is not None
    assert (men.name, women.name) == ("Manchester United", "Manchester United Women")
    assert registered_team("GB-ENG", "Aldershot", side=WOMEN) is None


def test_a_national_team_is_never_a_club() -> None:
    assert [
        team and (team.country, team.name)
        for team in (
            registered_team("WORLD", "Korea Republic", side=NATIONAL),
            registered_team("EUROPE", "Andorra", side=NATIONAL),
            registered_team("WORLD", "England Women's", side=NATIONAL_WOMEN),
            registered_team("WORLD", "England", side=NATIONAL_WOMEN),
            registered_team("WORLD", "Barcelona", side=NATIONAL),
            registered_team("GB-ENG", "England"),
        )
    ] == [
        ("KR", "South Korea"),
        ("AD", "Andorra"),
        ("GB-ENG", "England Women"),
        ("GB-ENG", "England Women"),
        None,
        ("GB-ENG", "England"),
    ]


@pytest.mark.parametrize(
    ("country", "spelling", "home"),
    [
        ("GB-WLS", "Cardiff City", "GB-ENG"),
        ("MC", "AS Monaco", "FR"),
        ("LI", "FC Vaduz", "CH"),
        ("GB-NIR", "Derry City", "IE"),
        ("CA", "Toronto FC", "US"),
        ("NZ", "Wellington Phoenix", "AU"),
    ],
)
def test_a_club_is_found_in_the_league_system_of_a_neighbour(
    country: str, spelling: str, home: str
) -> None:
    team = registered_team(country, spelling)
    assert team is not None
    assert team.country == home


@pytest.mark.parametrize(
    ("region", "spelling", "country"),
    [
        ("EUROPE", "Arsenal FC", "GB-ENG"),
        ("EUROPE", "Bayern München", "DE"),
        ("EUROPE", "Barcelona", "ES"),
        ("AMERICAS", "Barcelona SC", "EC"),
        ("AMERICAS", "Boca Juniors", "AR"),
        ("WORLD", "Al Ahly", "EG"),
    ],
)
def test_a_club_of_a_region_is_found_by_its_name(region: str, spelling: str, country: str) -> None:
    team = registered_team(region, spelling)
    assert team is not None
    assert team.country == country


def test_a_name_of_two_countries_decides_nothing_in_a_region() -> None:
    assert registered_team("EUROPE", "Rangers") == registered_team("GB-SCT", "Rangers")
    assert registered_team("AMERICAS", "River Plate") is None


def test_a_team_has_its_names_in_other_languages_and_its_former_ones() -> None:
    bayern, arsenal = registered_team("DE", "Bayern Munich"), registered_team("GB-ENG", "Arsenal")
    assert bayern is not None
    assert arsenal is not None
    assert row_of(bayern).names["de"] == "Bayern München"
    assert row_of(arsenal).names == {}
    assert "Woolwich Arsenal FC" in row_of(arsenal).spellings


@pytest.mark.parametrize(
    ("country", "spelling", "league", "year", "team"),
    [
        ("JP", "Yokohama", "J2 League", 2024, "Yokohama FC"),
        ("JP", "Yokohama", "J1 League", 2024, None),
        ("GB-ENG", "Hereford", "National League North", 2018, "Hereford FC"),
        ("GB-ENG", "Hereford", "National League", 2013, None),
        ("GB-ENG", "Macclesfield", "National League North", 2024, "Macclesfield FC"),
        ("GB-ENG", "Macclesfield", "League Two", 2018, None),
        ("GB-ENG", "Wimbledon", "League Two", 2012, "AFC Wimbledon"),
        ("GB-ENG", "Wimbledon", "Premier League", 1998, None),
        ("FR", "Paris", "Ligue 2", 2019, "Paris FC"),
        ("FR", "Paris", "Ligue 1", 2019, None),
        ("TR", "Erzurumspor", "Süper Lig", 2020, "BB Erzurumspor"),
        ("TR", "Erzurumspor", "Süper Lig", 1999, None),
        ("CN", "Qingdao Hainiu", "China League One", 2014, "Qingdao FC"),
        ("CN", "Qingdao Hainiu", "Super League", 2023, None),
    ],
)
def test_a_name_of_two_clubs_is_that_of_its_league_and_year(
    country: str, spelling: str, league: str, year: int, team: str | None
) -> None:
    found = limited_to(country, spelling, league, year)
    assert (found and found.team.name) == team


def test_a_limited_spelling_is_another_clubs_too_and_of_a_league_that_there_is() -> None:
    for country in registered_countries():
        for row in team_rows(country):
            for text in row.limited:
                spelling, _, where = text.partition("@")
                one = limited_spellings(country, spelling)
                assert one, text
                assert len(namesakes(country, spelling)) > 1 or registered_team(
                    country, spelling
                ), text
                assert one[0].league is None or registered_league(country, where), text
                assert row.team.id not in {
                    team.id for team in (registered_team(country, spelling),) if team
                }, text


def test_limited_spellings_are_no_spellings_of_everywhere() -> None:
    club = registered_team("JP", "Yokohama FC")
    assert club is not None
    assert "@" not in "".join(row_of(club).spellings)
    assert registered_team("JP", "Yokohama") != club
