"""What is written out is what the frames hold, in files that other programs read as they are."""

import csv
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest

import footydata as fd
from footydata.cli.main import main
from footydata.exporting import FORMATS, TABLES, UNFINISHED, FolderInUse, Written, export
from footydata.frames.columns import FIXTURE_COLUMNS
from footydata.sources.registry import EXPORTED
from footydata.store.database import open_database, open_read_only
from tests.conftest import NOW

COUNTED = {"fixtures": "fixture", "events": "event", "odds": "odds", "ticks": "odds_tick", "leagues": "league"}
"""Exported table → the table of the database that has as many rows."""


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(scope="module")
def folders(db: fd.Database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sample in every format."""
    made = {format: tmp_path_factory.mktemp("export") / format for format in FORMATS}
    for format, folder in made.items():
        db.export(folder, format=format)  # type: ignore[arg-type]  # each is one of them
    return made


def by_duckdb(folder: Path, table: str, what: str = "count(*)") -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = duckdb.sql(
        f"select {what} from read_parquet('{folder}/{table}/**/*.parquet', hive_partitioning = true)"
    ).fetchall()
    return found


def count(database: fd.Database, table: str) -> int:
    found: int = database.connection.execute(f"select count(*) from {table}").fetchone()[0]
    return found


@pytest.mark.parametrize("table", COUNTED)
def test_duckdb_reads_every_row(folders: dict[str, Path], db: fd.Database, table: str) -> None:
    assert by_duckdb(folders["parquet"], table) == [(count(db, COUNTED[table]),)]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_there_also_without_rows(folders: dict[str, Path], table: str) -> None:
    for format, folder in folders.items():
        assert list((folder / table).rglob(f"*.{format}")), format


def test_a_table_without_rows_has_its_columns(folders: dict[str, Path], db: fd.Database) -> None:
    assert count(db, "fair_line") == 0
    read = pd.read_parquet(folders["parquet"] / "fair_lines")
    assert [len(read), *read.columns[:3]] == [0, "fixture_id", "market", "line"]


def test_a_part_is_a_start_year_and_a_country(folders: dict[str, Path]) -> None:
    parts = {str(path.parent.relative_to(folders["parquet"])) for path in folders["parquet"].rglob("fixtures.parquet")}
    assert "fixtures/start_year=2025/country_code=ES" in parts
    assert sorted(by_duckdb(folders["parquet"], "fixtures", "distinct start_year")) == [(2024,), (2025,), (2026,)]


def test_what_is_read_back_is_the_frame(folders: dict[str, Path], db: fd.Database) -> None:
    frame = pd.concat([db.fixtures(), db.fixtures(esports=True)]).sort_values(["fixture_id"], ignore_index=True)
    read = pd.read_parquet(folders["parquet"] / "fixtures").sort_values(["fixture_id"], ignore_index=True)
    assert list(read.columns) == [*frame.columns, "start_year", "country_code"]
    for each in FIXTURE_COLUMNS:
        assert read[each.name].isna().tolist() == frame[each.name].isna().tolist()
        assert read[each.name].dropna().tolist() == frame[each.name].dropna().tolist()


def test_a_table_is_that_of_the_frame(folders: dict[str, Path], db: fd.Database) -> None:
    for table, kind in (("standings", "total"), ("corner_standings", "corner"), ("card_standings", "card")):
        ours = db.standings("Crown League", "24/25", type=kind)  # type: ignore[arg-type]  # each is one of them
        read = pd.read_parquet(folders["parquet"] / table)
        read = read[(read["league"] == "Crown League") & (read["season"] == "24/25")].sort_values("position")
        for name in ours.columns:
            assert read[name].dropna().tolist() == ours[name].dropna().tolist()


def test_a_file_has_statistics_in_its_footer(folders: dict[str, Path]) -> None:
    file = next(folders["parquet"].rglob("fixtures.parquet"))
    footer = pq.ParquetFile(file).metadata.row_group(0)
    kickoff = next(footer.column(i) for i in range(footer.num_columns) if footer.column(i).path_in_schema == "kickoff")
    assert kickoff.statistics.min < kickoff.statistics.max


@pytest.mark.parametrize("table", ["fixtures", "odds", "teams"])
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
    assert len(text) == len(objects) == by_duckdb(folders["parquet"], table)[0][0]
    assert {tuple(row) for row in text} == {tuple(row) for row in objects}


def test_a_league_and_a_season_narrow_it(db: fd.Database, tmp_path: Path) -> None:
    db.export(tmp_path / "out", league="Crown League", season=["24/25", "25/26"])
    fixtures = pd.read_parquet(tmp_path / "out" / "fixtures")
    assert set(fixtures["league"]) == {"Crown League"}
    assert sorted(fixtures["fixture_id"]) == sorted(
        db.fixtures(league="Crown League", season=[2024, 2025])["fixture_id"]
    )
    assert pd.read_parquet(tmp_path / "out" / "leagues")["name"].tolist() == ["Crown League"]
    assert sorted(pd.read_parquet(tmp_path / "out" / "teams")["team_id"]) == sorted(
        db.teams(league="Crown League")["team_id"]
    )


def test_a_fixture_of_no_season_stands_under_the_year_of_its_kickoff(sample: Path, tmp_path: Path) -> None:
    shutil.copy(sample, tmp_path / "copy.db")
    with fd.Database(tmp_path / "copy.db", clock=lambda: NOW) as database:
        row = database.fixtures().iloc[0]
        database.connection.execute("update fixture set season_id = null where id = ?", (int(row["fixture_id"]),))
        database.connection.commit()
        stored = database.connection.execute("select id from fixture order by id").fetchall()
        written = {one.table: one.rows for one in database.export(tmp_path / "out")}
    read = pd.read_parquet(tmp_path / "out" / "fixtures")
    found = read[read["fixture_id"] == row["fixture_id"]].iloc[0]
    assert int(found["start_year"]) == row["kickoff"].year
    # Beside those of the year's seasons, which stay.
    assert sorted(read["fixture_id"]) == [fixture_id for (fixture_id,) in stored]
    assert written["fixtures"] == len(stored)


def test_an_empty_database_gives_the_columns_alone(tmp_path: Path) -> None:
    with fd.Database(tmp_path / "empty.db") as empty:
        assert {one.rows for one in empty.export(tmp_path / "out")} == {0}
    assert pd.read_parquet(tmp_path / "out" / "leagues").columns[0] == "league_id"


def test_a_folder_with_files_is_not_written_to(db: fd.Database, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderInUse, match="is not empty; name a new folder"):
        db.export(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_what_was_broken_off_goes_on_and_nothing_looks_whole_before(sample: Path, tmp_path: Path) -> None:
    connection = open_read_only(sample)
    told: list[str] = []

    def breaks_off(what: str) -> None:
        told.append(what)
        if len(told) == 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(connection, tmp_path / "out", format="parquet", now=NOW, progress=breaks_off)
    assert [path.name for path in (tmp_path / "out").iterdir()] == [UNFINISHED]
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.parquet")}
    written = export(connection, tmp_path / "out", format="parquet", now=NOW)
    moved = {tmp_path / "out" / path.relative_to(tmp_path / "out" / UNFINISHED): at for path, at in before.items()}
    assert before
    assert {path: path.stat().st_mtime_ns for path in moved} == moved
    assert written == export(connection, tmp_path / "again", format="parquet", now=NOW)
    assert not (tmp_path / "out" / UNFINISHED).exists()
    connection.close()


def test_what_was_broken_off_begins_anew_once_the_database_has_changed(sample: Path, tmp_path: Path) -> None:
    shutil.copy(sample, tmp_path / "copy.db")
    connection = open_database(tmp_path / "copy.db")

    def breaks_off(what: str) -> None:
        if what == "members":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(connection, tmp_path / "out", format="csv", now=NOW, progress=breaks_off)
    connection.execute("update league set name = 'Renamed League'")
    connection.commit()
    export(connection, tmp_path / "out", format="csv", now=NOW)
    connection.close()
    assert "Renamed League" in (tmp_path / "out" / "leagues" / "leagues.csv").read_text(encoding="utf-8")


def test_the_command_prints_what_was_written(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["export", str(sample), str(tmp_path / "out"), "--season", "24/25", "--quiet"])
    with pytest.raises(SystemExit, match="2"):
        main(["export", str(sample), str(tmp_path / "v1"), "--season", "24/25", "--format", "v1"])
    assert "--league and --season narrow the other formats" in capsys.readouterr().err
    assert {path.name for path in (tmp_path / "out" / "fixtures").iterdir()} == {"start_year=2024"}


def test_the_tables_of_an_export_are_refused_by_name_when_they_are_loaded() -> None:
    assert set(TABLES) <= EXPORTED


def test_what_was_written_is_counted_by_table(db: fd.Database, tmp_path: Path) -> None:
    written = db.export(tmp_path / "out", format="csv")
    assert Written("leagues", count(db, "league"), 1) in written
    assert sum(one.files for one in written) == len(list((tmp_path / "out").rglob("*.csv")))


def test_a_snapshot_is_of_one_moment(sample: Path, tmp_path: Path) -> None:
    shutil.copy(sample, tmp_path / "copy.db")
    reader, writer = open_read_only(tmp_path / "copy.db"), sqlite3.connect(tmp_path / "copy.db")

    def writes(_: str) -> None:
        writer.execute("delete from event")
        writer.commit()

    written = {one.table: one.rows for one in export(reader, tmp_path / "out", format="csv", now=NOW, progress=writes)}
    reader.close()
    writer.close()
    assert written["events"] > 0
