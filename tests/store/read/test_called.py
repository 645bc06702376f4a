"""A league or a team by what a person calls it: id, name, a source's spelling, an alias, a part."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.football.errors import LeagueNotFound, SeasonNotFound, TeamNotFound
from footydata.store.file.opening import open_database
from footydata.store.read.seasons.leagues import find_league, find_season
from footydata.store.read.seasons.teams import (
    TeamFinder,
    all_spellings,
    find_team,
    teams_by_bare_name,
)
from footydata.store.typed_names import AmbiguousName
from tests.new_databases import new_database

MADRID, BILBAO, UNITED, UNION, NEW, THOR, KOLN, MUNICH = 1, 2, 3, 4, 5, 6, 7, 8


@pytest.fixture
def football(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Teams and leagues with accents, spellings of a source, and an alias."""
    connection = open_database(new_database(tmp_path / "football.db"))
    connection.executescript(
        """
        insert into country (code, name, type) values
          ('ES', 'Spain', 'country'), ('IT', 'Italy', 'country'), ('BR', 'Brazil', 'country'),
          ('TR', 'Türkiye', 'country');
        insert into source (id, name, trust) values (1, 'football-data', 60);
        insert into team (id, name, country_code) values
          (1, 'Atlético Madrid', 'ES'), (2, 'Athletic Bilbao', 'ES'), (3, 'Manchester United', null),
          (4, 'Manchester City', null), (5, 'Ath Madrid', null),
          (6, 'Þór Sauðárkrókur', null), (7, '1. FC Köln', null), (8, 'Munich Nine', null);
        insert into external_id (source_id, kind, scope, key, entity_id) values
          (1, 'team', 'ES', 'Ath Madrid', 1), (1, 'team', 'ES', 'Ath Bilbao', 2);
        insert into team_alias (source, scope, spelling, team_id) values
          ('', 'GB-ENG', 'man utd', 3), ('', '', 'FC Neun München', 8);
        insert into league (id, name, country_code) values
          (10, 'Serie A', 'IT'), (11, 'Série A', 'BR'), (12, 'Süper Lig', 'TR');
        """
    )
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("1", MADRID),
        ("Atlético Madrid", MADRID),
        ("atlético madrid", MADRID),
        ("Atletico Madrid", MADRID),
        ("atletico", MADRID),
        ("Ath Bilbao", BILBAO),
        ("Man Utd", UNITED),
        ("united", UNITED),
        ("thor saudarkrokur", THOR),
        ("1. FC Koeln", KOLN),
        ("koeln", KOLN),
        ("koln", KOLN),
        ("fc neun muenchen", MUNICH),
    ],
    ids=[
        *(
            "id",
            "name",
            "case",
            "accent",
            "part",
            "source",
            "alias",
            "part of a name",
            "letters without accents",
        ),
        *("umlaut spelt out", "part spelt out", "part without umlaut", "alias spelt out"),
    ],
)
def test_a_team_is_found_by_what_it_is_called(
    football: sqlite3.Connection, text: str, id: int
) -> None:
    assert find_team(football, text).id == id


def test_a_name_goes_before_the_spelling_of_another_team(football: sqlite3.Connection) -> None:
    assert find_team(football, "Ath Madrid").id == NEW


def test_a_part_of_several_names_lists_them(football: sqlite3.Connection) -> None:
    with pytest.raises(
        AmbiguousName, match=r"fits several teams: Manchester United \(3\), Manchester City \(4\)"
    ):
        find_team(football, "manchester")


@pytest.fixture
def brazilian(football: sqlite3.Connection) -> sqlite3.Connection:
    """The same with teams in Brazil's Série A, of which two have in their names what another team is called."""
    football.executescript(
        """
        insert into team (id, name, country_code) values (20, 'Atlético Mineiro', 'BR'), (21, 'Santos', 'BR'),
          (22, 'United Santos', 'BR');
        insert into season (id, league_id, label, start_year) values (1, 11, '2024', 2024);
        insert into season_team (season_id, team_id) values (1, 20), (1, 21), (1, 22);
        """
    )
    return football


@pytest.mark.parametrize(
    ("text", "id"),
    [("atletico", 20), ("Atlético", 20), ("santos", 21), ("man utd", UNITED), ("athletic", BILBAO)],
    ids=["part here, part there", "accent", "whole name here", "alias elsewhere", "part elsewhere"],
)
def test_a_team_is_looked_up_in_the_league_first(
    brazilian: sqlite3.Connection, text: str, id: int
) -> None:
    assert find_team(brazilian, text, league_ids=[11]).id == id


def test_a_part_of_several_names_of_the_league_lists_those_alone(
    brazilian: sqlite3.Connection,
) -> None:
    brazilian.execute("insert into season_team (season_id, team_id) values (1, 1)")
    with pytest.raises(
        AmbiguousName, match=r"several teams: Atlético Madrid \(1\), Atlético Mineiro \(20\)$"
    ):
        find_team(brazilian, "Atlético M", league_ids=[11])


def test_a_team_that_nobody_calls_so_is_not_found(football: sqlite3.Connection) -> None:
    with pytest.raises(
        TeamNotFound, match="no team is called 'Nobody'; 'footydata teams DB' lists them"
    ):
        find_team(football, "Nobody")


def test_a_team_that_is_spelt_wrongly_is_reported_with_the_nearest(
    football: sqlite3.Connection,
) -> None:
    with pytest.raises(
        TeamNotFound,
        match=r"no team is called 'Manchestre City'; did you mean Manchester City \(4\)",
    ):
        find_team(football, "Manchestre City")


def test_a_part_of_a_spelling_alone_names_the_team_and_does_not_take_it(
    football: sqlite3.Connection,
) -> None:
    with pytest.raises(
        TeamNotFound, match=r"no team is called 'muenchen'; did you mean Munich Nine \(8\)\?"
    ):
        find_team(football, "muenchen")


def test_the_teams_of_bets_are_found_with_their_umlauts_spelt_out(
    football: sqlite3.Connection,
) -> None:
    teams = teams_by_bare_name(football)
    assert (teams["1 fc koln"], teams["1 fc koeln"], teams["neun muenchen"]) == (
        {KOLN},
        {KOLN},
        {MUNICH},
    )


def test_a_league_that_is_spelt_wrongly_is_reported_with_the_nearest(
    football: sqlite3.Connection,
) -> None:
    with pytest.raises(
        LeagueNotFound, match=r"is called 'Seria A'; did you mean Serie A \(Italy, 10\), Série A"
    ):
        find_league(football, "Seria A")


def test_a_league_that_is_nowhere_near_is_reported_with_those_there_are(
    football: sqlite3.Connection,
) -> None:
    with pytest.raises(
        LeagueNotFound, match=r"no league is called 'Rugby'; there are: .*Serie A \(Italy, 10\)"
    ):
        find_league(football, "Rugby")


def test_a_season_that_is_not_there_is_reported_with_its_league(
    football: sqlite3.Connection,
) -> None:
    with pytest.raises(SeasonNotFound, match="Serie A has no season '31/32'; there are: none"):
        find_season(football, 10, "31/32")


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("Serie A", 10),
        ("Série A", 11),
        ("super lig", 12),
        ("sueper lig", 12),
        ("Tuerkiye Sueper", 12),
        ("turkiye", 12),
        ("brazil", 11),
    ],
)
def test_a_league_is_found_with_and_without_accents(
    football: sqlite3.Connection, text: str, id: int
) -> None:
    assert find_league(football, text).id == id


@pytest.fixture
def worldwide(football: sqlite3.Connection) -> sqlite3.Connection:
    """The same with leagues of more countries, of which two have names in another language."""
    football.executescript(
        """
        insert into country (code, name, type) values
          ('DE', 'Germany', 'country'), ('GB-ENG', 'England', 'country'), ('WORLD', 'World', 'region'),
          ('AMERICAS', 'Americas', 'region'), ('US', 'United States', 'country');
        insert into league (id, name, country_code) values
          (20, 'Bundesliga', 'DE'), (21, '2. Bundesliga', 'DE'), (22, 'Premier League', 'GB-ENG'),
          (23, 'La Liga', 'ES'), (24, 'International Tournament of Peoples, Cultures and Tribes', 'WORLD'),
          (25, 'Superclásico de las Américas', 'AMERICAS'), (26, 'World Cup', 'WORLD'), (27, 'MLS Next Pro', 'US');
        insert into league_name (league_id, lang, name) values (26, 'id', 'Piala Dunía');
        insert into country_name (country_code, lang, name) values ('ES', 'it', 'Spagna');
        """
    )
    return football


@pytest.mark.parametrize(
    ("text", "id"),
    [
        *[("PL", 22), ("pl", 22), ("BL1", 20), ("WC", 26), ("PD", 23)],
        *[("piala dunia", 26), ("Weltmeisterschaft", 26)],
        *[
            ("German Bundesliga", 20),
            ("Deutsche 2. Bundesliga", 21),
            ("Bundesliga Germany", 20),
            ("Spagna Liga", 23),
        ],
        *[
            ("Brazilian Serie A", 11),
            ("Deutschland zweite Bundesliga", 21),
            ("cup", 26),
            ("Italian", 10),
        ],
    ],
)
def test_a_league_is_found_by_an_abbreviation_or_in_another_language(
    worldwide: sqlite3.Connection, text: str, id: int
) -> None:
    assert find_league(worldwide, text).id == id


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CL", r"'CL' is the Champions League \(EUROPE\), which is not in the database"),
        ("MLS", r"'MLS' is the Major League Soccer \(US\), which is not in the database"),
        ("French Ligue 1", r"'French Ligue 1' is the Ligue 1 \(FR\), which is not in the database"),
        ("Ligue 2", r"no league is called 'Ligue 2'; Ligue 2 \(FR\) is not in the database"),
        ("Österreich", "'Österreich' is Austria, of which no league is in the database"),
        ("eop", "no league is called 'eop'; there are: "),
        ("Primera", r"no league is called 'Primera'; did you mean La Liga \(Spain, 23\)\?$"),
        (
            "German Premier League",
            r"did you mean Bundesliga \(Germany, 20\), 2. Bundesliga \(Germany, 21\)\?$",
        ),
        (
            "Bundesligga",
            r"did you mean Bundesliga \(Germany, 20\), 2. Bundesliga \(Germany, 21\)\?$",
        ),
        ("Turnament", "did you mean International Tournament of Peoples"),
    ],
    ids=[
        *(
            "abbreviation",
            "whole word of another",
            "with its country",
            "own name",
            "country",
            "within a word",
        ),
        *("part of another name", "of a country", "misspelt", "misspelt word"),
    ],
)
def test_a_league_that_is_not_there_is_reported_with_what_may_be_meant(
    worldwide: sqlite3.Connection, text: str, message: str
) -> None:
    with pytest.raises(LeagueNotFound, match=message):
        find_league(worldwide, text)


@pytest.mark.parametrize("text", ["Deutschland", "German", "ger", "Germany", "bundes"])
def test_a_country_in_any_word_for_it_lists_its_leagues(
    worldwide: sqlite3.Connection, text: str
) -> None:
    with pytest.raises(
        AmbiguousName, match=r"leagues: Bundesliga \(Germany, 20\), 2. Bundesliga \(Germany, 21\)$"
    ):
        find_league(worldwide, text)


@pytest.mark.parametrize(
    ("text", "id"), [("bil", None), ("Bilb", BILBAO), ("hen", None), ("city", 4), ("MAN UTD", 3)]
)
def test_a_part_counts_from_the_start_of_a_word_and_a_short_one_whole(
    football: sqlite3.Connection, text: str, id: int | None
) -> None:
    assert [row.id for row in TeamFinder(football).find(text)[1]] == ([] if id is None else [id])


def test_a_league_that_is_none_lists_what_there_is(football: sqlite3.Connection) -> None:
    with pytest.raises(LeagueNotFound, match=r"there are: Serie A \(Italy, 10\)"):
        find_league(football, "Bundesliga")


def test_the_spellings_of_a_team_have_the_aliases_and_those_of_the_register(
    football: sqlite3.Connection,
) -> None:
    found = all_spellings(football)
    assert {"Manchester United", "man utd"} <= set(found[UNITED])
    assert {"Ath Madrid", "Atlético Madrid", "Club Atlético de Madrid"} <= set(found[MADRID])


def test_a_league_is_found_by_another_name_of_the_register(football: sqlite3.Connection) -> None:
    football.execute(
        "insert into country (code, name, type) values ('US', 'United States', 'country')"
    )
    leagues = [(13, "Major League Soccer"), (14, "MLS Next Pro")]
    football.executemany("insert into league (id, name, country_code) values (?, ?, 'US')", leagues)
    assert find_league(football, "MLS").id == 13
