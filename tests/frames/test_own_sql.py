"""SQL of one's own: it only reads, of one snapshot, and columns have the dtypes that their names are known to have."""

import datetime
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import footydata as fd
from tests.conftest import NOW


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def test_columns_have_the_dtypes_of_their_names_or_of_their_values(db: fd.Database) -> None:
    frame = db.query(
        """
        select kickoff_ts, status, esports, home_goals, avg(home_corners) as corners, count(*) as day, 'x' as word,
            x'00' as bytes, null as nothing_known
        from fixture where league_id = :league group by id
        """,
        {"league": np.int64(39)},
    )

    assert {str(name): str(dtype) for name, dtype in frame.dtypes.items()} == {
        "kickoff_ts": "datetime64[us, UTC]",
        "status": "category",
        "esports": "boolean",
        "home_goals": "Int64",
        "corners": "Float64",
        "day": "Int64",
        "word": "str",
        "bytes": "object",
        "nothing_known": "object",
    }
    assert sorted(frame["kickoff_ts"]) == sorted(db.fixtures(league=39)["kickoff"])


def test_values_that_do_not_fit_a_known_name_have_a_dtype_of_their_own(db: fd.Database) -> None:
    frame = db.query("select 'none' as home_goals, 7 as esports, 1.5 as kickoff_ts")

    assert [str(dtype) for dtype in frame.dtypes] == ["str", "Int64", "Float64"]


@pytest.mark.parametrize(
    "day", [datetime.date(2026, 3, 14), pd.Timestamp("2026-03-14", tz="UTC")], ids=str
)
def test_days_and_moments_are_parameters(db: fd.Database, day: datetime.date) -> None:
    (count,) = db.query(
        "select count(*) as n from fixture where kickoff_ts >= ? and not esports", [day]
    )["n"]

    assert count == len(db.fixtures(start="2026-03-14"))


def test_a_query_without_rows_says_so_and_has_its_columns(db: fd.Database) -> None:
    frame = db.query("select home_goals, stage from fixture where id = -1")

    assert frame.attrs == {"reason": "the query has no rows"}
    assert frame.dtypes.astype(str).to_dict() == {"home_goals": "Int64", "stage": "str"}


def test_tables_can_be_described(db: fd.Database) -> None:
    frame = db.query(
        "select name from pragma_table_info('fixture') where name in (select value from json_each(?))",
        ['["home_goals"]'],
    )

    assert frame["name"].tolist() == ["home_goals"]


@pytest.mark.parametrize(
    "statement",
    [
        "delete from fixture",
        "insert into league_name values (39, 'de', 'x') returning *",
        "create temp table mine (a)",
        "attach ':memory:' as other",
        "pragma query_only = off",
        "commit",
    ],
)
def test_what_does_not_only_read_is_refused(db: fd.Database, statement: str) -> None:
    with pytest.raises(fd.InvalidArgument, match="sql may only read: one select"):
        db.query(statement)


def test_a_refusal_leaves_the_connection_as_it_was(db: fd.Database) -> None:
    with pytest.raises(fd.InvalidArgument):
        db.query("commit")

    db.connection.execute("create temp table mine (a)")
    db.connection.execute("drop table mine")
    assert not db.connection.in_transaction


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("select home_goal from fixture", "no such column: home_goal; did you mean home_goals"),
        (
            "select f.home_goal from fixture as f",
            "no such column: f.home_goal; did you mean home_goals",
        ),
        ("select * from fixtures", "no such table: fixtures; did you mean fixture"),
        ("selec 1", 'near "selec": syntax error'),
        ("select 1; select 2", "one statement at a time"),
        ("-- nothing", "sql has no statement that returns rows"),
        ("select :a", "Incorrect number of bindings"),
        (
            "select id, id from league",
            "two columns of the query are called id; give each its own name: select a.id as",
        ),
    ],
)
def test_a_wrong_statement_says_what_is_wrong(
    db: fd.Database, statement: str, message: str
) -> None:
    with pytest.raises(fd.InvalidArgument, match=message):
        db.query(statement)


def test_parameters_that_are_none_are_refused(db: fd.Database) -> None:
    with pytest.raises(fd.InvalidArgument, match="params 'E0' is neither a mapping"):
        db.query("select ?", "E0")
    with pytest.raises(fd.InvalidArgument, match="too large"):
        db.query("select ?", [10**30])


def test_a_query_reads_one_snapshot_while_another_program_writes(
    tmp_path: Path, sample: Path
) -> None:
    path = tmp_path / "football.db"
    path.write_bytes(sample.read_bytes())
    with fd.Database(path) as db, sqlite3.connect(path) as other:
        db.connection.execute("begin")
        (before,) = db.query("select count(*) as n from league_name")["n"]
        other.execute(
            "insert into league_name (league_id, lang, name) values (39, 'xx', 'Kronenliga')"
        )
        other.commit()
        (same,) = db.query("select count(*) as n from league_name")["n"]
        db.connection.rollback()
        (after,) = db.query("select count(*) as n from league_name")["n"]
    other.close()

    assert (same, after) == (before, before + 1)
