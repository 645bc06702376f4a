"""What is written out is what the database holds, in files that other programs read as they are."""

import csv
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from footydata.cli.main import main
from footydata.exporting import FORMATS, UNKNOWN_SEASON, FolderInUse, Written, export
from footydata.queries.leagues import LeagueRow
from footydata.records import Event, Odds, Statistics
from footydata.rows import FixtureRow
from footydata.store.database import open_database, open_read_only

PARTED = ("event", "fixture", "odds", "statistics")
WHOLE = ("bookmaker", "league", "team")
RECORDS: dict[str, tuple[str, ...]] = {
    "fixture": FixtureRow._fields,
    "statistics": Statistics._fields,
    "event": Event._fields,
    "odds": Odds._fields,
}


@pytest.fixture(scope="module")
def connection(sample: Path) -> Iterator[sqlite3.Connection]:
    opened = open_read_only(sample)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def folders(connection: sqlite3.Connection, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sample in every format."""
    made = {format: tmp_path_factory.mktemp("export") / format for format in FORMATS if format != "v1"}
    for format, folder in made.items():
        export(connection, folder, format=format)
    return made


def dataset(folder: Path, table: str) -> pa.Table:
    """A table of the Parquet folder, its season from the names of the folders."""
    partitioning = ds.partitioning(pa.schema([("season", pa.string())]), flavor="hive") if table in PARTED else None
    return ds.dataset(folder / table, format="parquet", partitioning=partitioning).to_table()


def count(connection: sqlite3.Connection, table: str) -> int:
    found: int = connection.execute(f"select count(*) from {table}").fetchone()[0]
    return found


@pytest.mark.parametrize("table", [*PARTED, *WHOLE])
def test_parquet_has_every_row_of_the_database(
    folders: dict[str, Path], connection: sqlite3.Connection, table: str
) -> None:
    assert dataset(folders["parquet"], table).num_rows == count(connection, table)


def test_a_season_of_parquet_is_one_folder(folders: dict[str, Path]) -> None:
    labels = sorted(path.name for path in (folders["parquet"] / "fixture").iterdir())
    assert labels == ["season=2025", "season=2026", "season=24-25", "season=25-26"]


def test_the_season_narrows_a_dataset(folders: dict[str, Path], connection: sqlite3.Connection) -> None:
    partitioning = ds.partitioning(pa.schema([("season", pa.string())]), flavor="hive")
    fixtures = ds.dataset(folders["parquet"] / "fixture", format="parquet", partitioning=partitioning)
    told = connection.execute(
        "select count(*) from fixture join season on season.id = fixture.season_id where season.label = '25/26'"
    ).fetchone()[0]
    assert fixtures.count_rows(filter=ds.field("season") == "25-26") == told


def test_the_figures_of_parquet_are_those_of_the_database(
    folders: dict[str, Path], connection: sqlite3.Connection
) -> None:
    names = ["id", "kickoff_ts", "home_goals", "away_goals", "home_corners", "away_corners", "home_yellow", "home_red"]
    written = sorted(zip(*(dataset(folders["parquet"], "fixture")[name].to_pylist() for name in names), strict=True))
    stored = connection.execute(f"select {', '.join(names)} from fixture order by id").fetchall()
    assert written == stored


def test_the_prices_of_parquet_are_those_of_the_database(
    folders: dict[str, Path], connection: sqlite3.Connection
) -> None:
    names = [
        "fixture_id",
        "bookmaker_id",
        "market",
        "opening_line",
        "opening_price_1",
        "closing_line",
        "closing_price_2",
    ]
    written = {
        row[:3]: row for row in zip(*(dataset(folders["parquet"], "odds")[n].to_pylist() for n in names), strict=True)
    }
    stored = {row[:3]: row for row in connection.execute(f"select {', '.join(names)} from odds")}
    assert written == stored


def test_an_unknown_figure_is_null_and_a_figure_a_whole_number(folders: dict[str, Path]) -> None:
    fixtures = dataset(folders["parquet"], "fixture")
    assert fixtures.schema.field("home_corners").type == pa.int64()
    assert fixtures["home_corners"].null_count > 0


def test_pandas_reads_the_folder_as_it_is(folders: dict[str, Path], connection: sqlite3.Connection) -> None:
    frame = pd.read_parquet(folders["parquet"] / "fixture")
    assert len(frame) == count(connection, "fixture")
    assert set(frame["season"].astype(str)) == {"2025", "2026", "24-25", "25-26"}


@pytest.mark.parametrize("table", PARTED)
def test_csv_and_json_lines_hold_what_parquet_holds(folders: dict[str, Path], table: str) -> None:
    text = [
        row
        for path in sorted((folders["csv"] / table).rglob("*.csv"))
        for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    ]
    objects = [
        json.loads(line)
        for path in sorted((folders["json"] / table).rglob("*.json"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(text) == len(objects) == dataset(folders["parquet"], table).num_rows
    assert {tuple(row) for row in text} == {tuple(row) for row in objects} == {RECORDS[table]}
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in objects] == text


def test_names_are_written_in_their_own_letters(folders: dict[str, Path]) -> None:
    lines = (folders["json"] / "league" / "league.json").read_text(encoding="utf-8").splitlines()
    assert {tuple(json.loads(line)) for line in lines} == {LeagueRow._fields}
    assert "\\u" not in "".join(lines)


def test_what_was_written_is_told_by_table(connection: sqlite3.Connection, tmp_path: Path) -> None:
    told: list[str] = []
    written = export(connection, tmp_path / "out", format="csv", progress=told.append)
    assert Written("league", count(connection, "league"), 1) in written
    assert Written("fixture", count(connection, "fixture"), 4) in written
    assert "odds 25-26" in told
    assert sum(one.files for one in written) == len(list((tmp_path / "out").rglob("*.csv")))


def test_a_fixture_of_no_season_has_a_folder_of_its_own(sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    writer = open_database(copy)
    fixture_id = writer.execute("select min(id) from fixture").fetchone()[0]
    writer.execute("update fixture set season_id = null where id = ?", (fixture_id,))
    writer.commit()
    export(writer, tmp_path / "out", format="csv")
    writer.close()
    rows = (tmp_path / "out" / "fixture" / f"season={UNKNOWN_SEASON}" / "fixture.csv").read_text(encoding="utf-8")
    assert [row["id"] for row in csv.DictReader(rows.splitlines())] == [str(fixture_id)]


def test_an_empty_database_gives_the_columns_alone(tmp_path: Path) -> None:
    empty = open_database(tmp_path / "empty.db")
    written = export(empty, tmp_path / "out", format="parquet")
    empty.close()
    assert {one.table: one.rows for one in written} == dict.fromkeys((*PARTED, *WHOLE, "fixture_figure"), 0)
    assert dataset(tmp_path / "out", "league").column_names == list(LeagueRow._fields)


def test_a_folder_with_files_is_not_written_to(connection: sqlite3.Connection, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderInUse, match="is not empty; name a new folder"):
        export(connection, tmp_path, format="csv")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_empty_folder_is_written_to(connection: sqlite3.Connection, tmp_path: Path) -> None:
    assert export(connection, tmp_path, format="csv")


@pytest.mark.parametrize("format", [*FORMATS, "v1"])
def test_what_is_broken_off_leaves_nothing_that_looks_whole(
    format: str, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def interrupted(_: object, what: str) -> None:
        said.append(what)
        if len(said) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("footydata.cli.progress.ProgressLine.show", interrupted)
    for _ in range(2):
        with pytest.raises(SystemExit, match="130"):
            main(["export", str(sample), str(tmp_path / "out"), "--format", format])
        assert list((tmp_path / "out").iterdir()) == []
        said.clear()
    monkeypatch.undo()
    with pytest.raises(SystemExit, match="0"):
        main(["export", str(sample), str(tmp_path / "out"), "--format", format])
    assert not list((tmp_path / "out").glob(".*"))
