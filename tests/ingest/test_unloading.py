"""Taking a load back: what it alone brought goes, what another load gave too stays."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footydata.football.errors import NotFound
from footydata.football.records import TABLES, columns_of
from footydata.football.terms import Part
from footydata.ingest.files import load
from footydata.ingest.unloading import unload
from footydata.sources.parsed import ParsedTick
from footydata.store.file.opening import open_database
from tests.ingest.leagues_of_sources import KNOWN, UNKNOWN, csv_of, json_of, season_of, written
from tests.ingest.parsed_rows import BET365, Put, fixture

NOW = 1_773_500_000
BOOKKEEPING = {
    *("load", "refused_row", "claim", "claim_again"),
    *("taken_page", "pull", "pulled_page", "team_edit", "register_state", "default_lead"),
    *("former_fixture", "waiting_detail"),
}
MOMENTS = {"fetched_ts", "computed_ts"}
KIND_OF = {
    f"{kind}_id": kind for kind in ("source", "league", "season", "team", "fixture", "bookmaker")
}
KIND_OF |= {"home_id": "team", "away_id": "team"}
CALLED = {
    "source": "select id, name from source",
    "bookmaker": "select id, slug from bookmaker",
    "league": "select id, country_code || name from league",
    "team": "select id, coalesce(country_code, '') || name from team",
    "country": "select id, coalesce(country_code, '') || name from team",
    "season": "select season.id, country_code || name || label from season join league on league.id = league_id",
    "fixture": """select fixture.id, home.name || away.name || date(kickoff_ts, 'unixepoch') from fixture
                  join team as home on home.id = home_id join team as away on away.id = away_id""",
}
"""Kind of an id → the name of each row; an id of the kind `country` notes a team's country."""

Dump = dict[str, list[tuple[Any, ...]]]

SHORT = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
LONG = f"{SHORT},Referee,HC,AC,HF,AF,B365H,B365D,B365A,B365CH,B365CD,B365CA,PSH,PSD,PSA"
ODDS = "1.9,3.5,4.2,1.8,3.6,4.5,1.95,3.6,4.3"

OLD = f"""{SHORT},B365H,B365D,B365A,B365CH,B365CD,B365CA
E0,17/08/2024,Arsenal,Chelsea,2,1,1.9,3.5,4.2,1.8,3.6,4.5
E0,24/08/2024,Chelsea,Everton,0,0,1.9,3.5,4.2,,,
"""
NEWER = f"""{LONG}
E0,17/08/2024,Arsenal,Chelsea,2,1,Mn Atkinson,5,6,11,12,{ODDS}
E0,24/08/2024,Chelsea,Everton,0,0,A Taylor,7,2,,,{ODDS}
E0,31/08/2024,Everton,Fulham,3,1,A Taylor,1,9,14,8,{ODDS}
"""
OTHER_SEASON = f"""{LONG}
E0,16/08/2025,Leeds,Arsenal,0,2,M Oliver,5,6,11,12,{ODDS}
"""
OPENFOOTBALL = {
    "name": "English Premier League 2024/25",
    "matches": [
        {"round": "Matchday 1", "date": "2024-08-17", "team1": "Arsenal FC", "team2": "Chelsea FC"},
        {"round": "Matchday 9", "date": "2024-10-26", "team1": "Fulham FC", "team2": "Arsenal FC"},
    ],
}


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(tmp_path / "football.db")) as opened:
        yield opened


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "old/E0.csv": OLD,
        "new/E0.csv": NEWER,
        "next/E0.csv": OTHER_SEASON,
        "2024-25/en.1.json": json.dumps(OPENFOOTBALL),
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    return {name.partition("/")[0]: tmp_path / name for name in texts}


def dump(connection: sqlite3.Connection) -> Dump:
    """Every table but the records of loads, without moments."""
    found: Dump = {}
    for table in sorted(TABLES.keys() - BOOKKEEPING):
        names = _dumped(table)
        found[table] = sorted(
            connection.execute(f"select {', '.join(names)} from {table}").fetchall(), key=repr
        )
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    return found


def by_name(connection: sqlite3.Connection) -> Dump:
    """The same, each id replaced by a name: which id a row has is decided by the source that came first."""
    names = {kind: dict(connection.execute(sql).fetchall()) for kind, sql in CALLED.items()}
    found: Dump = {}
    for table, rows in dump(connection).items():
        columns = _dumped(table)
        kinds = [KIND_OF.get(name, table if name == "id" else "") for name in columns]
        if table == "external_id":
            kinds[columns.index("entity_id")] = "kind"
        found[table] = sorted(
            (
                tuple(
                    names.get({"kind": row[1]}.get(kind, kind), {}).get(value, value)
                    for kind, value in zip(kinds, row, strict=True)
                )
                for row in rows
            ),
            key=repr,
        )
    return found


def _dumped(table: str) -> list[str]:
    return [
        name
        for name in columns_of(table)
        if name not in MOMENTS and (table, name) != ("external_id", "id")
    ]


def without_own_ids(found: Dump) -> Dump:
    """The tables without ids of teams and fixtures, which the load that came first decides."""
    ids = {"id", "team_id", "home_id", "away_id", "fixture_id", "entity_id", "source_id"}
    return {
        table: sorted(
            (
                tuple(
                    value
                    for name, value in zip(_dumped(table), row, strict=True)
                    if name not in ids
                )
                for row in rows
            ),
            key=repr,
        )
        for table, rows in found.items()
    }


def load_id(connection: sqlite3.Connection) -> int:
    """The id of the newest load."""
    (found,) = connection.execute("select max(id) from load").fetchone()
    return int(found)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("old", "new"),
        ("new", "old"),
        ("old", "next"),
        ("new", "2024-25"),
        ("2024-25", "new"),
        ("2024-25", "old"),
    ],
)
def test_what_a_load_alone_brought_goes(
    connection: sqlite3.Connection, files: dict[str, Path], first: str, second: str
) -> None:
    load(connection, [files[first]], now=NOW)
    before = dump(connection)
    load(connection, [files[second]], now=NOW + 60)
    whole = dump(connection)
    would = unload(connection, load_id(connection), dry_run=True)
    assert dump(connection) == whole
    taken = unload(connection, load_id(connection))
    assert (taken.counts, taken.changed, taken.shared) == (
        would.counts,
        would.changed,
        would.shared,
    )
    assert dump(connection) == before
    load(connection, [files[second]], now=NOW + 120)
    assert dump(connection) == whole


def test_what_another_load_gave_too_stays(
    connection: sqlite3.Connection, files: dict[str, Path]
) -> None:
    load(connection, [files["new"]], now=NOW)
    alone = dump(connection)
    unload(connection, load_id(connection))
    assert all(rows == [] for table, rows in dump(connection).items())
    load(connection, [files["old"]], now=NOW)
    first = load_id(connection)
    load(connection, [files["new"]], now=NOW)
    unload(connection, first)
    assert dump(connection) == alone
    unload(connection, load_id(connection))
    assert all(rows == [] for table, rows in dump(connection).items())


def test_a_club_that_the_register_knows_for_a_season_goes_with_it(
    connection: sqlite3.Connection, tmp_path: Path
) -> None:
    # Bury were expelled from League One 2019/20 before their first fixture, and are a member by the packaged facts.
    load(
        connection,
        [written(tmp_path / "E2.csv", f"{SHORT}\nE2,03/08/2019,Coventry,Southend,1,0\n")],
        now=NOW,
    )
    assert connection.execute("select count(*) from team where name = 'Bury'").fetchone() == (1,)
    unload(connection, load_id(connection))
    assert all(rows == [] for table, rows in dump(connection).items())


def test_a_load_that_is_not_there_can_not_be_taken_back(
    connection: sqlite3.Connection, files: dict[str, Path]
) -> None:
    load(connection, [files["new"]], now=NOW)
    with pytest.raises(NotFound, match="no load has the id 9"):
        unload(connection, 9)


@pytest.mark.parametrize(("gone", "left"), [(1, [200, 300]), (2, [100, 200])])
def test_of_two_dumps_of_one_odds_history_the_ticks_of_the_other_stay(
    connection: sqlite3.Connection, put: Put, gone: int, left: list[int]
) -> None:
    for load_number, moments in enumerate(([100, 200], [200, 300]), start=1):
        ticks = tuple(
            ParsedTick(BET365, "1x2", each, price_1=2.0 + each / 1000) for each in moments
        )
        put(
            fixture(ticks=ticks, id=7, parts=Part.BASE | Part.ODDS_HISTORY),
            source="v1",
            now=load_number,
        )
    assert [row[0] for row in connection.execute("select recorded_ts from odds_tick")] == [
        100,
        200,
        300,
    ]
    unload(connection, gone)
    assert [row[0] for row in connection.execute("select recorded_ts from odds_tick")] == left


def test_what_a_load_replaced_comes_back_and_is_listed(
    connection: sqlite3.Connection, files: dict[str, Path]
) -> None:
    score = {**OPENFOOTBALL["matches"][0], "score": {"ft": [2, 0]}}
    files["2024-25"].write_text(json.dumps({**OPENFOOTBALL, "matches": [score]}))
    load(connection, [files["2024-25"]], now=NOW)
    before = dump(connection)
    load(connection, [files["old"]], now=NOW)
    taken = unload(connection, load_id(connection))
    assert [(row.what, row.stored, row.incoming) for row in taken.restored] == [
        ("goals", "2-1", "2-0")
    ]
    assert dump(connection) == before


@pytest.mark.parametrize("is_first", [False, True], ids=["the later load", "the first load"])
def test_a_union_of_clubs_goes_with_the_load_that_was_its_evidence(
    connection: sqlite3.Connection, tmp_path: Path, is_first: bool
) -> None:
    season = season_of((*KNOWN, *UNKNOWN))
    paths = [
        written(tmp_path / "1" / "E0.csv", csv_of(season)),
        written(tmp_path / "2" / "en.1.json", json_of(season)),
    ]
    load(connection, [paths[is_first]], now=NOW)
    before = dump(connection)
    if is_first:
        unload(connection, load_id(connection))
        load(connection, paths[:1], now=NOW)
    first = load_id(connection)
    load(connection, paths[1:], now=NOW)
    assert connection.execute("select count(*) from team_edit").fetchone()[0] > 0
    unload(connection, first if is_first else load_id(connection))
    assert (
        without_own_ids(dump(connection)) == without_own_ids(before)
        if is_first
        else dump(connection) == before
    )
    assert connection.execute("select count(*) from team_edit").fetchone() == (0,)
