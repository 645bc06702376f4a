"""Who is who."""

import sqlite3

import pytest

from footydata.football.register.leagues import registered_league
from footydata.football.register.teams import registered_team
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.resolve import ImportContext, Resolver, RowRefused
from footydata.sources.parsed import BookmakerKey, LeagueKey, SeasonKey, TeamKey
from tests.ingest.importing import import_parsed
from tests.ingest.parsed_rows import ENGLAND, fixture, played, result_prices


def resolver_of(connection: sqlite3.Connection, source: str, trust: int) -> Resolver:
    context = ImportContext(connection, now=0)
    return Resolver(context, context.source(source, trust))


@pytest.fixture
def resolver(connection: sqlite3.Connection) -> Resolver:
    return resolver_of(connection, "football-data", 60)


def other_source(connection: sqlite3.Connection) -> Resolver:
    return resolver_of(connection, "openfootball", 40)


def test_a_known_league_has_its_packaged_id_name_and_rules(
    connection: sqlite3.Connection, resolver: Resolver
) -> None:
    known = registered_league("ES", "La Liga")
    assert known is not None
    assert resolver.league(LeagueKey("ES", "Primera División")).id == known.id
    row = connection.execute(
        "select name, country_code, rules, has_standings from league"
    ).fetchone()
    assert row == ("La Liga", "ES", "la-liga", 1)


def test_an_unknown_league_has_the_id_of_its_country_and_name(resolver: Resolver) -> None:
    first = resolver.league(LeagueKey("IS", "Úrvalsdeild")).id
    assert first >= OWN_IDS_FROM
    assert resolver.league(LeagueKey("IS", "urvalsdeild")).id == first
    assert resolver.league(LeagueKey("FO", "Úrvalsdeild")).id != first


def test_a_known_team_has_its_packaged_id_and_our_name(
    connection: sqlite3.Connection, resolver: Resolver
) -> None:
    known = registered_team("GB-ENG", "Nott'm Forest")
    assert known is not None
    assert resolver.team(TeamKey("Nott'm Forest"), "GB-ENG").id == known.id
    assert connection.execute("select name, country_code from team").fetchone() == (
        "Nottingham Forest",
        "GB-ENG",
    )


def test_two_sources_mean_the_same_team(connection: sqlite3.Connection, resolver: Resolver) -> None:
    first = resolver.team(TeamKey("Liverpool"), "GB-ENG").id
    assert other_source(connection).team(TeamKey("Liverpool FC"), "GB-ENG").id == first


def test_an_unknown_team_is_the_same_in_two_sources_by_its_normalised_name(
    connection: sqlite3.Connection, resolver: Resolver
) -> None:
    first = resolver.team(TeamKey("Þórsmörk"), "IS").id
    assert other_source(connection).team(TeamKey("FC Thórsmörk"), "IS").id == first


def test_teams_of_two_countries_are_two(resolver: Resolver) -> None:
    assert (
        resolver.team(TeamKey("Rangers"), "GB-SCT").id != resolver.team(TeamKey("Rangers"), "CL").id
    )


def test_a_team_that_a_remote_has_by_that_name_is_that_team(
    connection: sqlite3.Connection, resolver: Resolver
) -> None:
    remote = resolver_of(connection, "v1", 90)
    remote.team(TeamKey("Nottingham Forest", id=65), "GB-ENG")
    assert resolver.team(TeamKey("Nott'm Forest"), "GB-ENG").id == 65
    assert resolver.team(TeamKey("Nott'm Forest"), "EUROPE").id == 65


def test_a_team_is_found_again_by_its_sources_own_id(resolver: Resolver) -> None:
    first = resolver.team(TeamKey("Chicago Red Stars", key="761"), "US").id
    assert resolver.team(TeamKey("Chicago Stars", key="761"), "US").id == first


def test_a_country_code_that_the_contract_does_not_know_is_an_error(resolver: Resolver) -> None:
    with pytest.raises(RowRefused, match="'XX'"):
        resolver.league(LeagueKey("XX", "Any League"))


def test_seasons_have_one_id_a_league_and_label(resolver: Resolver) -> None:
    england, spain = resolver.league(ENGLAND).id, resolver.league(LeagueKey("ES", "La Liga")).id
    label = SeasonKey("24/25", 2024)
    assert (
        resolver.season(england, label)
        == resolver.season(england, label)
        != resolver.season(spain, label)
    )


def test_a_bookmaker_is_the_same_in_every_source(
    connection: sqlite3.Connection, resolver: Resolver
) -> None:
    first = resolver.bookmaker(BookmakerKey("bet365", "bet365"))
    assert other_source(connection).bookmaker(BookmakerKey("bet365", "Bet 365")) == first


def test_the_trust_of_a_source_follows_its_declaration(connection: sqlite3.Connection) -> None:
    first = ImportContext(connection, now=0).source("football-data", 60)
    assert ImportContext(connection, now=0).source("football-data", 70).id == first.id
    assert connection.execute("select name, trust from source").fetchall() == [
        ("football-data", 70)
    ]


def test_rows_of_ours_take_the_ids_of_a_remote_that_comes_later(
    connection: sqlite3.Connection,
) -> None:
    own = played(odds=(result_prices(2.0, 3.5, 4.0),))
    import_parsed(connection, own, source="football-data", trust=60)
    theirs = played(
        (3, 1),
        league=ENGLAND._replace(id=39),
        season=SeasonKey("24/25", 2024, 141207),
        home=TeamKey("Arsenal", id=42),
        away=TeamKey("Chelsea", id=49),
        id=900,
        odds=(result_prices(2.0, 3.5, 4.0, bookmaker=BookmakerKey("bet365", "Bet365", 8)),),
    )
    result = import_parsed(connection, theirs, source="v1", trust=90, now=2)
    assert result.fixtures_new == 0
    row = connection.execute(
        "select id, league_id, season_id, home_id, away_id, home_goals from fixture"
    ).fetchall()
    assert row == [(900, 39, 141207, 42, 49, 3)]
    assert connection.execute(
        "select distinct team_id from team_fixture order by 1"
    ).fetchall() == [(42,), (49,)]
    assert connection.execute("select fixture_id, bookmaker_id from odds").fetchall() == [(900, 8)]
    assert connection.execute("select id from team order by id").fetchall() == [(42,), (49,)]
    assert connection.execute("pragma foreign_key_check").fetchall() == []


def test_a_file_after_a_remote_lands_in_the_remotes_rows(connection: sqlite3.Connection) -> None:
    theirs = fixture(
        league=ENGLAND._replace(id=39),
        season=SeasonKey("24/25", 2024, 141207),
        home=TeamKey("Arsenal", id=42),
        away=TeamKey("Chelsea", id=49),
        id=900,
    )
    import_parsed(connection, theirs, source="v1", trust=90)
    import_parsed(connection, played(), source="football-data", trust=60, now=2)
    assert connection.execute("select id, home_goals from fixture").fetchall() == [(900, 2)]
