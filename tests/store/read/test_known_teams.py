"""Teams as their sources spell them, and those that may be another one."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from footydata.ingest.decisions import alias
from footydata.ingest.seasons import update_seasons
from footydata.sources.parsed import LeagueKey, Parsed, TeamKey
from footydata.store.file.opening import open_database
from footydata.store.read.evidence import Unmatched, known_teams, unmatched_teams
from tests.ingest.importing import import_parsed
from tests.ingest.parsed_rows import fixture
from tests.new_databases import new_database

TRUST = {"openfootball": 40, "football-data": 60, "v1": 90}
CUP = LeagueKey("GB-ENG", "County Cup")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = open_database(new_database(tmp_path / "football.db"))
    yield opened
    opened.close()


def put(connection: sqlite3.Connection, *records: Parsed, source: str = "football-data") -> None:
    result = import_parsed(connection, *records, source=source, trust=TRUST[source])
    update_seasons(connection, result.seasons)
    connection.commit()


def doubt(connection: sqlite3.Connection, name: str) -> Unmatched:
    return next(row for row in unmatched_teams(connection) if row.name == name)


def test_a_team_stands_with_its_leagues_and_spellings(connection: sqlite3.Connection) -> None:
    put(connection, fixture(home=TeamKey("Man United"), away=TeamKey("Chelsea")))
    put(
        connection,
        fixture(home=TeamKey("Manchester United FC"), away=TeamKey("Chelsea FC")),
        source="openfootball",
    )
    row = known_teams(connection)[1]
    assert row[1:] == (
        "Manchester United",
        "GB-ENG",
        "Premier League 24/25",
        1,
        "football-data: Man United; openfootball: Manchester United FC",
    )
    assert unmatched_teams(connection) == []


def test_teams_are_narrowed_to_a_league(connection: sqlite3.Connection) -> None:
    put(
        connection, fixture(), fixture(league=CUP, home=TeamKey("Ashmere"), away=TeamKey("Chelsea"))
    )
    league_id = connection.execute("select id from league where name = 'County Cup'").fetchone()[0]
    assert [row.name for row in known_teams(connection, league_id=league_id)] == [
        "Ashmere",
        "Chelsea",
    ]
    assert [row.name for row in unmatched_teams(connection, league_id=league_id)] == ["Ashmere"]


def test_the_user_s_own_spelling_is_reported(connection: sqlite3.Connection) -> None:
    put(connection, fixture())
    alias(connection, known_teams(connection)[0].id, "The Gunners", now=2)
    assert known_teams(connection)[0].spellings == "you: the gunners"


@pytest.mark.parametrize(
    ("spelling", "candidate", "likeness"),
    [
        ("United Manchester", "Manchester United", 0.9),
        ("Wednesday Sheffield", "Sheffield Wednesday", 0.9),
    ],
)
def test_an_unknown_name_stands_with_the_nearest_known_one(
    connection: sqlite3.Connection, spelling: str, candidate: str, likeness: float
) -> None:
    put(connection, fixture(home=TeamKey("Manchester United"), away=TeamKey("Sheffield Wednesday")))
    put(
        connection,
        fixture(league=CUP, home=TeamKey(spelling), away=TeamKey("Chelsea")),
        source="openfootball",
    )
    row = doubt(connection, spelling)
    assert (row.candidate, row.likeness) == (candidate, likeness)


@pytest.mark.parametrize(
    ("spelling", "known"),
    [
        ("Chesham United", "West Ham United"),
        ("Sheffield Wednesday Ladies", "Sheffield United"),
        ("United", "Manchester United"),
        ("Evesham", "Lewisham"),
    ],
)
def test_a_name_that_shares_no_word_of_its_own_is_no_candidate(
    connection: sqlite3.Connection, spelling: str, known: str
) -> None:
    put(connection, fixture(home=TeamKey(known), away=TeamKey("Arsenal")))
    put(
        connection,
        fixture(league=CUP, home=TeamKey(spelling), away=TeamKey("Chelsea")),
        source="openfootball",
    )
    assert doubt(connection, spelling).candidate is None


def test_an_unknown_name_that_nothing_is_near_to_stands_alone(
    connection: sqlite3.Connection,
) -> None:
    put(connection, fixture(home=TeamKey("Qx Zvy")))
    row = doubt(connection, "Qx Zvy")
    assert (row.candidate_id, row.why) == (None, "no packaged name")


def test_teams_that_met_are_no_candidates(connection: sqlite3.Connection) -> None:
    put(connection, fixture(home=TeamKey("Chelsea Reserve"), away=TeamKey("Chelsea")))
    assert doubt(connection, "Chelsea Reserve").candidate is None


def test_teams_of_two_countries_are_no_candidates(connection: sqlite3.Connection) -> None:
    put(
        connection,
        fixture(league=LeagueKey("IS", "Cup"), home=TeamKey("Chelsea Town"), away=TeamKey("Fram")),
    )
    put(connection, fixture())
    assert doubt(connection, "Chelsea Town").candidate is None


def test_two_unknown_names_are_shown_once_the_rarer_first(connection: sqlite3.Connection) -> None:
    put(
        connection, fixture(home=TeamKey("Ashmere United")), fixture(away=TeamKey("Ashmere United"))
    )
    put(connection, fixture(home=TeamKey("Ashmere Utd"), league=CUP), source="openfootball")
    assert doubt(connection, "Ashmere Utd").candidate == "Ashmere United"
    assert doubt(connection, "Ashmere United").candidate is None


def test_a_packaged_name_very_near_to_a_remote_s_is_reported(
    connection: sqlite3.Connection,
) -> None:
    remote = LeagueKey("GB-ENG", "Premier League", 39)
    teams = {
        "home": TeamKey("United Manchester", "GB-ENG", id=33),
        "away": TeamKey("Chelsea", "GB-ENG", id=49),
    }
    put(connection, fixture(home=TeamKey("Man United"), away=TeamKey("Chelsea")))
    put(connection, fixture("2024-12-01T14:00", league=remote, id=880, **teams), source="v1")
    (row,) = unmatched_teams(connection)
    assert (row.name, row.candidate_id, row.why) == (
        "Manchester United",
        33,
        "near to a name of a remote service",
    )
