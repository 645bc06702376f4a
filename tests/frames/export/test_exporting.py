"""What is written out is what the frames hold, in files that other programs read as they are."""

import csv
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset
import pytest

import footydata as fd
from footydata.faces.cli.main import main
from footydata.frames.export import (
    FORMATS,
    TABLES,
    UNFINISHED,
    FolderInUse,
    LeftOutWarning,
    Written,
    export,
)
from footydata.store.file.opening import open_read_only
from tests.conftest import NOW
from tests.frames.export.reading_back import assert_reads_back, expected
from tests.new_databases import new_database

COUNTED = {
    "fixtures": "fixture",
    "events": "event",
    "odds": "odds",
    "ticks": "odds_tick",
    "leagues": "league",
}
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


@pytest.fixture(scope="module")
def frames(db: fd.Database) -> dict[str, pd.DataFrame]:
    return expected(db)


@pytest.mark.parametrize("table", TABLES)
def test_every_table_reads_back_as_its_frame(
    folders: dict[str, Path], frames: dict[str, pd.DataFrame], table: str
) -> None:
    assert_reads_back(table, folders["parquet"], frames[table])


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_exported_even_without_rows(folders: dict[str, Path], table: str) -> None:
    for format, folder in folders.items():
        assert list((folder / table).rglob(f"*.{format}")), format


def test_a_table_without_rows_has_its_columns(folders: dict[str, Path], db: fd.Database) -> None:
    assert count(db, "fair_line") == 0
    read = pd.read_parquet(folders["parquet"] / "fair_lines")
    assert [len(read), *read.columns[:3]] == [0, "fixture_id", "market", "line"]


def test_a_part_is_a_start_year_and_a_country(folders: dict[str, Path]) -> None:
    parts = {
        str(path.parent.relative_to(folders["parquet"]))
        for path in folders["parquet"].rglob("fixtures.parquet")
    }
    assert "fixtures/start_year=2025/country_code=ES" in parts
    assert sorted(by_duckdb(folders["parquet"], "fixtures", "distinct start_year")) == [
        (2024,),
        (2025,),
        (2026,),
    ]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("kickoff", pd.Timestamp(NOW, unit="s", tz="UTC")),
        ("league_id", 39),
        ("season", "2025"),
        ("season_id", 141_118),
    ],
)
def test_the_statistics_of_a_footer_spare_a_query_the_other_files(
    folders: dict[str, Path], column: str, value: object
) -> None:
    asked = pc.field(column) == pa.scalar(value)
    files = list(
        pa.dataset.dataset(folders["parquet"] / "fixtures", partitioning="hive").get_fragments()
    )
    read = [file.subset(asked) for file in files]
    assert 0 < sum(len(file.row_groups) for file in read) < len(files)


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


def test_an_export_is_limited_to_a_league_and_a_season(db: fd.Database, tmp_path: Path) -> None:
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


def test_a_fixture_of_no_season_stands_under_the_year_of_its_kickoff(
    small_database: Path, tmp_path: Path
) -> None:
    shutil.copy(small_database, tmp_path / "copy.db")
    with fd.Database(tmp_path / "copy.db", clock=lambda: NOW) as database:
        row = database.fixtures().iloc[0]
        database.connection.execute(
            "update fixture set season_id = null where id = ?", (int(row["fixture_id"]),)
        )
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
    with fd.Database(new_database(tmp_path / "empty.db")) as empty:
        assert {one.rows for one in empty.export(tmp_path / "out")} == {0}
    assert pd.read_parquet(tmp_path / "out" / "leagues").columns[0] == "league_id"


def test_a_folder_with_files_is_not_written_to(db: fd.Database, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(
        FolderInUse,
        match=r"notes\.txt is not of an export; move or delete it, or name a new folder",
    ):
        db.export(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    "mine",
    ["notes.txt", "leagues/notes.txt", "fixtures.csv"],
    ids=["beside tables", "in a table", "like a table"],
)
def test_force_replaces_no_file_of_others(small_database: Path, tmp_path: Path, mine: str) -> None:
    db = fd.Database(small_database, clock=lambda: NOW)
    db.export(tmp_path / "out")
    (tmp_path / "out" / mine).write_text("mine", encoding="utf-8")
    before = {path for path in tmp_path.rglob("*")}
    with pytest.raises(FolderInUse, match=f"is not empty: {mine} is not of an export"):
        db.export(tmp_path / "out", force=True)
    db.close()
    assert {path for path in tmp_path.rglob("*")} == before


def test_an_earlier_export_stays_until_the_new_one_is_complete(
    small_database: Path, tmp_path: Path
) -> None:
    earlier: list[Path] = []

    def counts_tables(_: str) -> None:
        earlier[:] = [path for path in (tmp_path / "out").glob("*/**/*.parquet")]

    with closing(open_read_only(small_database)) as connection:
        export(connection, tmp_path / "out", format="parquet", now=NOW)
        written = export(
            connection, tmp_path / "out", format="csv", now=NOW, force=True, progress=counts_tables
        )
    assert len(earlier) == sum(one.files for one in written)
    assert {path.suffix for path in (tmp_path / "out").rglob("*") if path.is_file()} == {".csv"}


def test_an_export_that_is_broken_off_while_it_replaces_another_leaves_nothing_half(
    small_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[Path] = []
    rename = Path.rename

    def killed(path: Path, target: Path) -> Path:
        if len(moved) == 5:
            raise KeyboardInterrupt
        moved.append(path)
        return rename(path, target)

    with closing(open_read_only(small_database)) as connection:
        export(connection, tmp_path / "out", format="json", now=NOW)
        monkeypatch.setattr(Path, "rename", killed)
        with pytest.raises(KeyboardInterrupt):
            export(connection, tmp_path / "out", format="csv", now=NOW, force=True)
    assert [*(tmp_path / "out").iterdir()] == []


def test_an_export_looks_incomplete_until_it_is_whole_and_leaves_nothing_if_it_is_not(
    small_database: Path, tmp_path: Path
) -> None:
    shown: list[list[str]] = []

    def breaks_off(what: str) -> None:
        shown.append([path.name for path in (tmp_path / "out").iterdir()])
        if what.endswith(" members"):
            raise KeyboardInterrupt

    with closing(open_read_only(small_database)) as connection:
        with pytest.raises(KeyboardInterrupt):
            export(connection, tmp_path / "out", format="csv", now=NOW, progress=breaks_off)
        assert shown[0] == shown[-1] == [UNFINISHED]
        assert [*(tmp_path / "out").iterdir()] == []
        (tmp_path / "out" / UNFINISHED).mkdir()
        (tmp_path / "out" / UNFINISHED / "leagues").mkdir()
        written = export(connection, tmp_path / "out", format="csv", now=NOW)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {each.table for each in written}


def test_the_command_prints_what_was_written(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["export", str(sample), str(tmp_path / "out"), "--season", "24/25", "--quiet"])
    with pytest.raises(SystemExit, match="2"):
        main(["export", str(sample), str(tmp_path / "v1"), "--season", "24/25", "--format", "v1"])
    assert "--league and --season are for the other formats" in capsys.readouterr().err
    assert {path.name for path in (tmp_path / "out" / "fixtures").iterdir()} == {"start_year=2024"}


def test_what_was_written_is_counted_by_table(db: fd.Database, tmp_path: Path) -> None:
    written = db.export(tmp_path / "out", format="csv")
    assert Written("leagues", count(db, "league"), 1) in written
    assert sum(one.files for one in written) == len(list((tmp_path / "out").rglob("*.csv")))


def test_a_snapshot_is_of_one_moment(small_database: Path, tmp_path: Path) -> None:
    shutil.copy(small_database, tmp_path / "copy.db")
    reader, writer = open_read_only(tmp_path / "copy.db"), sqlite3.connect(tmp_path / "copy.db")

    def writes(_: str) -> None:
        writer.execute("delete from event")
        writer.commit()

    written = {
        one.table: one.rows
        for one in export(reader, tmp_path / "out", format="csv", now=NOW, progress=writes)
    }
    reader.close()
    writer.close()
    assert written["events"] > 0


def test_a_second_export_to_a_folder_is_refused_at_once(
    small_database: Path, tmp_path: Path
) -> None:
    refused: list[str] = []

    def another(_: str) -> None:
        if not refused:
            with (
                closing(open_read_only(small_database)) as second,
                pytest.raises(FolderInUse) as error,
            ):
                export(second, tmp_path / "out", format="csv", now=NOW)
            refused.append(str(error.value))

    with closing(open_read_only(small_database)) as first:
        written = export(first, tmp_path / "out", format="parquet", now=NOW, progress=another)
    assert refused == [
        f"another export writes to {tmp_path / 'out'}; wait for its end, or name a new folder"
    ]
    assert sum(one.files for one in written) == len(
        [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    )


def test_a_league_without_the_season_is_left_out_by_name(
    db: fd.Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leagues = ["Crown League", "Sakura League"]
    with pytest.warns(
        LeftOutWarning, match="^Sakura League has no season '24/25'; it is left out$"
    ):
        db.export(tmp_path / "out", league=leagues, season=["24/25", 2025])
    assert sorted(pd.read_parquet(tmp_path / "out" / "seasons")["label"]) == [
        "2025",
        "24/25",
        "25/26",
    ]
    words = [
        "--league",
        leagues[0],
        "--league",
        leagues[1],
        "--season",
        "24/25",
        "--season",
        "2025",
    ]
    with pytest.raises(SystemExit, match="0"):
        main(["export", str(db.path), str(tmp_path / "again"), *words])
    assert capsys.readouterr().err == "left out: Sakura League has no season '24/25'\n"


def test_a_league_of_fixtures_without_season_has_its_name_teams_and_referees(
    sample: Path, tmp_path: Path
) -> None:
    shutil.copy(sample, tmp_path / "copy.db")
    with fd.Database(tmp_path / "copy.db", clock=lambda: NOW) as database:
        league = int(database.fixtures(league="Lantern Cup")["league_id"].iloc[0])
        database.connection.execute(
            "update fixture set season_id = null where league_id = ?", (league,)
        )
        of_league = "(select id from season where league_id = ?)"
        database.connection.execute(
            f"delete from season_team where season_id in {of_league}", (league,)
        )
        database.connection.execute(f"delete from season where id in {of_league}", (league,))
        database.connection.commit()
        database.export(tmp_path / "out", league=league)
    fixtures, leagues, teams, referees = (
        pd.read_parquet(tmp_path / "out" / table)
        for table in ("fixtures", "leagues", "teams", "referees")
    )
    assert leagues["name"].tolist() == ["Lantern Cup"]
    assert set(teams["team_id"]) == {*fixtures["home_id"], *fixtures["away_id"]}
    assert referees["fixtures"].sum() == fixtures["referee"].notna().sum() > 0
