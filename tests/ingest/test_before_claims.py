"""Files of before claims: what their notes tell of each load becomes what the load said."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.faces.cli.main import main
from footydata.football.errors import InvalidArgument
from footydata.football.records import columns_of
from footydata.ingest.files import load
from footydata.ingest.identity.teams import merge
from footydata.ingest.identity.undoing import undo
from footydata.ingest.unloading import unload
from footydata.store.claims.deriving import differing_fixtures
from footydata.store.file.opening import open_database
from tests.ingest.test_unloading import dump

NOW = 1_773_500_000
OLD = """Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A
E0,17/08/2024,Arsenal,Chelsea,2,1,1.9,3.5,4.2
E0,24/08/2024,Chelsea,Everton,0,0,1.9,3.5,4.2
"""
NEW = """Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HC,AC,PSH,PSD,PSA
E0,17/08/2024,Arsenal,Chelsea,2,1,5,6,1.95,3.6,4.3
E0,31/08/2024,Everton,Fulham,3,1,1,9,1.95,3.6,4.3
"""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(tmp_path / "football.db")) as opened:
        yield opened


def as_of_version_14(connection: sqlite3.Connection, notes: dict[int, list[tuple[int, str | None]]]) -> None:
    """Put a file back to the version before claims. notes: the place of a fixture by kickoff → its loads and cells."""
    connection.executescript(
        """
        create table fixture_load (fixture_id integer, load_id integer, cells_id integer,
                                   primary key (fixture_id, load_id)) strict, without rowid;
        create table cell_list (id integer primary key, cells text not null unique) strict;
        create table fixture_change (fixture_id integer, load_id integer, name text, before any, after any,
                                     primary key (fixture_id, load_id, name)) strict, without rowid;
        create table names (source_id integer, kind text, scope text, key text, entity_id integer,
                            primary key (source_id, kind, scope, key)) strict, without rowid;
        insert into names select source_id, kind, scope, key, entity_id from external_id;
        drop table external_id; alter table names rename to external_id;
        drop table claim; drop table claim_again; drop table code;
        alter table load drop column corrects; alter table load drop column run;
        alter table team_edit drop column reason;
        alter table source drop column own_trust;
        delete from _sqlite_migrations
        where name in ('0015_claims', '0016_notes_gone', '0018_trust', '0019_repeated_parts');
        pragma user_version = 14;
        """
    )
    ids = [row[0] for row in connection.execute("select id from fixture order by kickoff_ts")]
    for place, loads in notes.items():
        for load_id, cells in loads:
            if cells is not None:
                connection.execute("insert or ignore into cell_list (cells) values (?)", (cells,))
            connection.execute(
                "insert into fixture_load values (?, ?, (select id from cell_list where cells = ?))",
                (ids[place], load_id, cells),
            )
    connection.commit()


GIVEN_BY_OLD = (
    "away_goals home_goals in_table kickoff_ts odds.bet365.1x2.opening part.football-data.1 part.football-data.2 "
    "part.football-data.256 part.football-data.512 status time_known"
)
GIVEN_BY_NEW = (
    "away_corners away_goals home_corners home_goals in_table kickoff_ts odds.pinnacle.1x2.opening "
    "part.football-data.1 part.football-data.2 part.football-data.256 part.football-data.512 part.football-data.8 "
    "status time_known"
)


@pytest.fixture
def migrated(connection: sqlite3.Connection, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A file of version 14 of two loads that share their first fixture, as this version opens it."""
    for name, text in (("old", OLD), ("new", NEW)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "E0.csv").write_text(text)
        load(connection, [tmp_path / name / "E0.csv"], now=NOW)
    as_of_version_14(connection, {0: [(1, GIVEN_BY_OLD), (2, GIVEN_BY_NEW)], 1: [(1, None)], 2: [(2, None)]})
    connection.close()
    with closing(open_database(tmp_path / "football.db")) as opened:
        yield opened


def alone(tmp_path: Path, name: str) -> object:
    with closing(open_database(tmp_path / f"{name}.db")) as other:
        load(other, [tmp_path / name / "E0.csv"], now=NOW)
        return dump(other)


def test_each_load_said_what_its_notes_tell(migrated: sqlite3.Connection) -> None:
    claims = migrated.execute("select id >> 24, count(*), sum(body is null) from claim group by 1").fetchall()
    assert claims == [(1, 2, 1), (2, 2, 1)]
    assert list(differing_fixtures(migrated)) == []


@pytest.mark.parametrize(("gone", "left"), [(1, "new"), (2, "old")])
def test_a_load_of_before_is_taken_back(migrated: sqlite3.Connection, tmp_path: Path, gone: int, left: str) -> None:
    unload(migrated, gone)
    assert dump(migrated) == alone(tmp_path, left)


def test_a_copy_of_the_file_is_beside_it(migrated: sqlite3.Connection, tmp_path: Path) -> None:
    (copy,) = tmp_path.glob("*.backup")
    with closing(sqlite3.connect(copy)) as before:
        assert before.execute("pragma user_version").fetchone() == (14,)
        assert before.execute("select count(*) from fixture_load").fetchone() == (4,)


def test_what_came_before_loads_were_noted_is_its_sources(connection: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "E0.csv"
    path.write_text(OLD)
    load(connection, [path], now=NOW)
    before = dump(connection)
    connection.execute("update load set fixtures_new = null, path = null")
    as_of_version_14(connection, {0: [(0, None)]})
    connection.close()
    with closing(open_database(tmp_path / "football.db")) as migrated:
        assert dump(migrated) == before
        with pytest.raises(InvalidArgument, match="came in before footydata noted what each load brought"):
            unload(migrated, 1)
        path.write_text(NEW)
        load(migrated, [path], now=NOW)
        (newest,) = migrated.execute("select max(id) from load").fetchone()
        unload(migrated, newest)
        assert dump(migrated) == before


def test_a_migration_that_is_killed_leaves_the_file_as_it_was(
    connection: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "E0.csv"
    path.write_text(OLD)
    load(connection, [path], now=NOW)
    as_of_version_14(connection, {0: [(1, None)], 1: [(1, None)]})
    connection.close()

    def killed(_: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("footydata.store.file.versions.AFTER", {"0015_claims": killed})
    with pytest.raises(KeyboardInterrupt):
        open_database(tmp_path / "football.db")
    with closing(sqlite3.connect(tmp_path / "football.db")) as left:
        assert left.execute("pragma user_version").fetchone() == (14,)
        assert left.execute("select count(*) from fixture_load").fetchone() == (2,)
        assert left.execute("select count(*) from sqlite_master where name = 'claim'").fetchone() == (0,)


FOOTBALL_DATA = """Div,Date,HomeTeam,AwayTeam,FTHG,FTAG
E0,17/08/2024,Hillford,Arsenal,1,0
E0,24/08/2024,Chelsea,Hillford,2,2
"""
OPENFOOTBALL = {
    "name": "English Premier League 2024/25",
    "matches": [
        {
            "date": "2024-08-17",
            "team1": "Hillford Rangers FC",
            "team2": "Arsenal FC",
            "score": {"ft": [1, 0], "ht": [1, 0]},
        },
        {"date": "2024-09-14", "team1": "Hillford Rangers FC", "team2": "Chelsea FC", "score": {"ft": [3, 0]}},
    ],
}
STANDS_OF_CSV = "away_goals home_goals in_table kickoff_ts part.football-data.1 part.football-data.2 status time_known"
STANDS_OF_JSON = (
    "half_away_goals half_home_goals in_table kickoff_ts part.openfootball.1 part.openfootball.4 status time_known"
)


def edited_before_claims(connection: sqlite3.Connection, tmp_path: Path, *, load_of_gone: int) -> object:
    """Load two files of other names for a club and unite them as version 14 did; gives the tables before the edit."""
    csv, openfootball = tmp_path / "E0.csv", tmp_path / "2024-25" / "en.1.json"
    openfootball.parent.mkdir()
    csv.write_text(FOOTBALL_DATA)
    openfootball.write_text(json.dumps(OPENFOOTBALL))
    for path in (csv, openfootball):
        load(connection, [path], now=NOW)
    before = dump(connection)
    teams = dict(connection.execute("select name, id from team").fetchall())
    names = columns_of("fixture")
    cursor = connection.execute(
        f"select {', '.join(names)} from fixture where home_id = ?", (teams["Hillford Rangers FC"],)
    )
    rows = {row[0]: dict(zip(names, row, strict=True)) for row in cursor}
    merge(connection, teams["Hillford Rangers FC"], teams["Hillford"], now=NOW)
    as_of_version_14(connection, {0: [(1, STANDS_OF_CSV), (2, STANDS_OF_JSON)], 1: [(1, None)], 2: [(2, None)]})
    (gone_id,) = (
        id_ for id_ in rows if not connection.execute("select 1 from fixture where id = ?", (id_,)).fetchone()
    )
    kept_id = connection.execute("select id from fixture order by kickoff_ts").fetchone()[0]
    parts = {"fixture_id": gone_id, "source_id": 2, "parts": 7, "fetched_ts": NOW}
    connection.execute("delete from team_edit_row where changed in ('claim', 'fixture_source')")
    connection.execute(
        "update team_edit_row set before = ? where changed = 'fixture' and after is null", (json.dumps(rows[gone_id]),)
    )
    notes = [
        ("fixture", [kept_id], {"half_home_goals": None}, {"half_home_goals": 1}),
        ("fixture_source", [gone_id, 2], parts, None),
        (
            "fixture_load",
            [gone_id, load_of_gone],
            {"fixture_id": gone_id, "load_id": load_of_gone, "cells_id": None},
            None,
        ),
        ("fixture_load", [kept_id, 1], {"cells_id": None}, {"cells_id": 1}),
        ("fixture_load", [kept_id, 2], None, {"fixture_id": kept_id, "load_id": 2, "cells_id": 2}),
    ]
    for seq, (table, key, *texts) in enumerate(notes, start=100):
        written = [None if text is None else json.dumps(text) for text in texts]
        connection.execute(
            "insert into team_edit_row values (1, ?, ?, ?, ?, ?)", (seq, table, json.dumps(key), *written)
        )
    connection.commit()
    return before


def test_a_merge_of_before_is_undone_without_a_loss(connection: sqlite3.Connection, tmp_path: Path) -> None:
    before = edited_before_claims(connection, tmp_path, load_of_gone=2)
    connection.close()
    with closing(open_database(tmp_path / "football.db")) as migrated:
        assert list(differing_fixtures(migrated)) == []
        assert undo(migrated, now=NOW).incomplete == 0
        assert dump(migrated) == before
        assert list(differing_fixtures(migrated)) == []


def test_undoing_a_merge_of_before_says_what_is_lost(
    connection: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown_load = 9
    edited_before_claims(connection, tmp_path, load_of_gone=unknown_load)
    connection.close()
    with pytest.raises(SystemExit):
        main(["teams", "undo", str(tmp_path / "football.db")])
    assert "1 fixture of this merge cannot be restored wholly" in capsys.readouterr().out
    with closing(open_database(tmp_path / "football.db")) as migrated:
        assert migrated.execute(_OF_RANGERS).fetchone() == (2,)
        assert list(differing_fixtures(migrated)) == []


def test_a_journal_of_before_keeps_the_teams_of_fixtures(connection: sqlite3.Connection, tmp_path: Path) -> None:
    edited_before_claims(connection, tmp_path, load_of_gone=2)
    connection.close()
    with closing(open_database(tmp_path / "football.db")) as migrated:
        rows = migrated.execute(_JOURNAL_OF_FIXTURES).fetchall()
        columns = [
            (table, list(json.loads(before)), after and list(json.loads(after))) for table, before, after in rows
        ]
    of_deleted = ["id", "league_id", "season_id", "home_id", "away_id", "kickoff_ts", "status"]
    assert columns == [
        ("claim", ["fixture_id"], ["fixture_id"]),
        ("fixture", ["home_id"], ["home_id"]),
        ("fixture", of_deleted, None),
    ]


_OF_RANGERS = "select count(*) from fixture join team on team.id = home_id where name = 'Hillford Rangers FC'"
_JOURNAL_OF_FIXTURES = """
    select changed, before, after from team_edit_row where changed in ('claim', 'fixture', 'fixture_load')
    order by changed, after is null
"""
