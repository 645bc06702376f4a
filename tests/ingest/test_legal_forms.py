"""A name with and without FC and the like is one name, also where a merge or an alias gave it to a club."""

import sqlite3
from pathlib import Path

import pytest

import footydata as fd
from footydata.ingest.decisions import alias, merge, undo
from footydata.sources.parsed import LeagueKey, TeamKey
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import (
    KNOWN,
    UNKNOWN,
    WITH_FORM,
    csv_of,
    dump_of,
    json_of,
    season_of,
    written,
)
from tests.ingest.parsed_rows import ENGLAND, Put, fixture, moment

WOMEN = LeagueKey("GB-ENG", "Women's Super League")
STATION, EVERTON = TeamKey("Hillford Station"), TeamKey("Everton")
BEFORE, OTHER_DAY, LATER = (f"2024-{month:02}-07T14:00" for month in (8, 9, 10))


def ids(connection: sqlite3.Connection) -> dict[str, int]:
    return dict(connection.execute("select name, id from team order by name").fetchall())


def away_of(connection: sqlite3.Connection, kickoff: str) -> int:
    sql = "select away_id from fixture where kickoff_ts = ?"
    return int(connection.execute(sql, (moment(kickoff),)).fetchone()[0])


def test_a_name_that_a_union_left_is_found_without_its_legal_form_by_a_later_load(
    tmp_path: Path,
) -> None:
    season = season_of((*KNOWN, *UNKNOWN))
    first = (
        written(tmp_path / "1" / "en.1.json", json_of(season[:15], WITH_FORM)),
        written(tmp_path / "1" / "dump.jsonl", dump_of(season[:15])),
    )
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        assert "FC Millbrook Town" in [united.gone for united in database.load(*first).united]
        database.load(written(tmp_path / "2" / "E0.csv", csv_of(season[:3])))
        clubs = set(database.teams()["name"])
    # One round of the CSV decides nothing of the clubs that it calls otherwise.
    assert clubs == {*KNOWN, "HWFC", "Vale", "Millers", "Hillford Wanderers", "Ashmere Vale"}


@pytest.mark.parametrize("came", ["Lok", "FC Lok", "Lok AFC"])
def test_an_alias_holds_with_any_legal_form(
    connection: sqlite3.Connection, put: Put, came: str
) -> None:
    put(fixture(BEFORE, away=STATION))
    alias(connection, ids(connection)[STATION.name], "Lok FC", now=9)
    put(fixture(LATER, home=EVERTON, away=TeamKey(came)), source="openfootball")
    assert away_of(connection, LATER) == ids(connection)[STATION.name]


def test_a_bare_name_that_two_aliases_share_decides_nothing(
    connection: sqlite3.Connection, put: Put
) -> None:
    other = TeamKey("Ashmere Yard")
    put(fixture(BEFORE, away=STATION), fixture(OTHER_DAY, away=other))
    of_name = ids(connection)
    alias(connection, of_name[STATION.name], "Lok FC", now=9)
    alias(connection, of_name[other.name], "Lok AFC", now=9)
    put(fixture(LATER, home=EVERTON, away=TeamKey("Lok")), source="openfootball")
    assert away_of(connection, LATER) not in of_name.values()


@pytest.mark.parametrize(
    ("name", "league"),
    [
        ("Lok B", ENGLAND),
        ("Lok II", ENGLAND),
        ("Lok", WOMEN),
        ("Lok Vale", ENGLAND),
        ("Moor", ENGLAND),
    ],
    ids=["reserves", "second team", "women", "more words", "fewer words"],
)
def test_another_side_or_name_is_another_team(
    connection: sqlite3.Connection, put: Put, name: str, league: LeagueKey
) -> None:
    put(fixture(BEFORE, away=STATION))
    of_name = ids(connection)
    for spelling in ("Lok FC", "Lok Moor FC"):
        alias(connection, of_name[STATION.name], spelling, now=9)
    put(fixture(LATER, league=league, home=EVERTON, away=TeamKey(name)), source="openfootball")
    assert away_of(connection, LATER) not in of_name.values()


def test_undoing_a_merge_gives_back_what_came_without_the_legal_form(
    connection: sqlite3.Connection, put: Put
) -> None:
    put(fixture(BEFORE, away=STATION), fixture(OTHER_DAY, away=TeamKey("Lok FC")))
    before = ids(connection)
    merge(connection, before["Lok FC"], before[STATION.name], now=9)
    put(fixture(LATER, home=EVERTON, away=TeamKey("Lok")), source="openfootball")
    assert away_of(connection, LATER) == before[STATION.name]
    undo(connection, now=10)
    assert before.items() <= ids(connection).items()
    assert away_of(connection, LATER) == before["Lok FC"]
    spelled = connection.execute("select entity_id from external_id where key = 'Lok'").fetchall()
    assert spelled == [(before["Lok FC"],)]
