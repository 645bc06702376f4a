"""Another order of trust: what sources said is merged anew, and setting the order back gives back what was there."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.errors import InvalidArgument, NotFound
from footydata.ingest.decisions import TrustChange, set_trust
from footydata.ingest.files import load
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.file.opening import open_database
from footydata.store.read.provenance import TrustedSource, contents, source_order
from tests.ingest.leagues_of_sources import KNOWN, UNKNOWN, csv_of, json_of, season_of
from tests.ingest.test_unloading import NOW, Dump, dump


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A season of two sources, whose scores of half the fixtures differ, and a third source with another one."""
    season = season_of((*KNOWN, UNKNOWN[0]))
    other = [
        result._replace(score=(result.score[0] + place % 2, result.score[1]))
        for place, result in enumerate(season)
    ]
    (tmp_path / "E0.csv").write_text(csv_of(season))
    (tmp_path / "2024-25").mkdir()
    (tmp_path / "2024-25" / "en.1.json").write_text(json_of(other, {}))
    return tmp_path


@pytest.fixture
def connection(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(folder / "football.db")) as opened:
        load(opened, [folder / "E0.csv", folder / "2024-25"], now=NOW)
        yield opened


def scores(connection: sqlite3.Connection) -> list[tuple[int, int]]:
    return connection.execute(
        "select home_goals, away_goals from fixture order by kickoff_ts, id"
    ).fetchall()


def order(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return [(row.source, row.chosen_by) for row in source_order(connection)]


def test_the_named_source_is_believed_first(connection: sqlite3.Connection) -> None:
    before = scores(connection)
    done = set_trust(connection, ["openfootball"])
    assert done == TrustChange(12, 6, 0)
    assert [a[0] - b[0] for a, b in zip(scores(connection), before, strict=True)].count(1) == 6
    assert order(connection) == [("openfootball", "person"), ("football-data", "source")]
    assert list(differing_fixtures(connection)) == []


@pytest.mark.parametrize("back", [["football-data", "openfootball"], ["football-data"], []])
def test_setting_the_order_back_gives_back_every_table(
    connection: sqlite3.Connection, back: list[str]
) -> None:
    before = dump(connection)
    set_trust(connection, ["openfootball"])
    assert dump(connection) != before
    set_trust(connection, back)
    assert dump(connection) == before


def test_another_order_is_as_if_the_sources_had_always_had_it(
    connection: sqlite3.Connection, folder: Path
) -> None:
    set_trust(connection, ["openfootball"])
    with closing(open_database(folder / "other.db")) as other:
        load(other, [folder / "2024-25"], now=NOW)
        other.execute("update source set trust = 1000, own_trust = 40")
        other.commit()
        load(other, [folder / "E0.csv"], now=NOW)
        assert scores(other) == scores(connection)


@pytest.mark.parametrize("correct", [False, True])
def test_a_later_load_keeps_the_order(
    connection: sqlite3.Connection, folder: Path, correct: bool
) -> None:
    set_trust(connection, ["openfootball"])
    chosen = scores(connection)
    with (folder / "E0.csv").open("a") as file:
        file.write("E0,01/05/2025,Arsenal,Arsenal U21,1,0\n")
    load(connection, [folder / "E0.csv", folder / "2024-25"], now=NOW + 60, correct=correct)
    assert scores(connection)[:12] == chosen
    assert order(connection)[0] == ("openfootball", "person")
    assert list(differing_fixtures(connection)) == []


def test_sources_that_are_not_named_follow_in_the_order_of_their_own_trust(
    connection: sqlite3.Connection,
) -> None:
    connection.executemany(
        "insert into source (name, trust) values (?, ?)", [("a", 60), ("b", 20), ("c", 80)]
    )
    connection.commit()
    set_trust(connection, ["b", "OpenFootball"])
    assert [name for name, _ in order(connection)] == [
        "b",
        "openfootball",
        "c",
        "a",
        "football-data",
    ]
    set_trust(connection, ["a"])
    assert [name for name, _ in order(connection)] == [
        "a",
        "c",
        "football-data",
        "openfootball",
        "b",
    ]
    set_trust(connection, [])
    assert order(connection) == [
        (name, "source") for name in ("c", "a", "football-data", "openfootball", "b")
    ]


def test_a_new_source_comes_behind_the_named_ones(
    connection: sqlite3.Connection, folder: Path
) -> None:
    set_trust(connection, ["openfootball"])
    connection.execute("insert into source (name, trust) values ('added', 999)")
    connection.commit()
    assert [name for name, _ in order(connection)] == ["openfootball", "added", "football-data"]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ["openfotball"],
            "no source of the database is called 'openfotball'; did you mean openfootball",
        ),
        (["v1"], "no source of the database is called 'v1'; there are football-data, openfootball"),
        (["openfootball", "Openfootball"], "openfootball is named twice"),
    ],
)
def test_an_order_of_other_sources_is_refused(
    connection: sqlite3.Connection, names: list[str], said: str
) -> None:
    before = whole(connection)
    with pytest.raises((InvalidArgument, NotFound), match=said):
        set_trust(connection, names)
    assert whole(connection) == before


def test_an_interrupted_change_leaves_the_file_as_it_was(connection: sqlite3.Connection) -> None:
    before = whole(connection)

    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        set_trust(connection, ["openfootball"], progress=interrupt)
    assert whole(connection) == before


def whole(connection: sqlite3.Connection) -> tuple[Dump, list[TrustedSource]]:
    return dump(connection), source_order(connection)


def test_the_order_that_stands_changes_nothing(connection: sqlite3.Connection) -> None:
    assert set_trust(connection, ["football-data"]) == TrustChange(0, 0, 0)
    assert order(connection) == [("football-data", "source"), ("openfootball", "source")]


def test_the_contents_say_who_chose_the_trust(connection: sqlite3.Connection) -> None:
    set_trust(connection, ["openfootball"])
    rows = [
        (row.section, row.value) for row in contents(connection) if row.what == "trust chosen by"
    ]
    assert rows == [("openfootball", "person, in place of 40")]


def test_a_club_that_no_register_knows_is_spelled_as_the_first_source_does(tmp_path: Path) -> None:
    season = season_of(UNKNOWN)
    (tmp_path / "E0.csv").write_text(csv_of(season))
    (tmp_path / "en.1.json").write_text(json_of(season, {"Millbrook Town": "FC Millbrook Town"}))
    with closing(open_database(tmp_path / "football.db")) as connection:
        load(connection, [tmp_path / "E0.csv", tmp_path / "en.1.json"], now=NOW)
        before = dump(connection)
        assert set_trust(connection, ["openfootball"]).names == 1
        assert ("FC Millbrook Town",) in connection.execute("select name from team").fetchall()
        set_trust(connection, [])
        assert dump(connection) == before
