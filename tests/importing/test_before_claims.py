"""Files of before claims: what their notes tell of each load becomes what the load said."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.importing.files import load
from footydata.importing.unloading import CannotUnload, unload
from footydata.store.database import open_database
from footydata.store.deriving import parted
from tests.importing.test_unloading import dump

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
        delete from _sqlite_migrations where name in ('0015_claims', '0016_notes_gone', '0018_trust');
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
    assert list(parted(migrated)) == []


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
        with pytest.raises(CannotUnload, match="came in before footydata noted what each load brought"):
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

    monkeypatch.setattr("footydata.store.versions.AFTER", {"0015_claims": (killed,)})
    with pytest.raises(KeyboardInterrupt):
        open_database(tmp_path / "football.db")
    with closing(sqlite3.connect(tmp_path / "football.db")) as left:
        assert left.execute("pragma user_version").fetchone() == (14,)
        assert left.execute("select count(*) from fixture_load").fetchone() == (2,)
        assert left.execute("select count(*) from sqlite_master where name = 'claim'").fetchone() == (0,)
