"""Parquet as a table."""

import gzip
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.opening import is_table, tables_in
from footydata.sources.tables.table import Row, TextTable


def table(folder: Path, content: pa.Table) -> TextTable:
    path = folder / "mine.txt"
    parquet.write_table(content, path)
    assert is_table(path)
    (only,) = tables_in(path)
    return only


def test_values_of_every_type_are_text(tmp_path: Path) -> None:
    kickoff = datetime(2024, 8, 17, 15, tzinfo=UTC)
    columns = {
        "date": pa.array([date(2024, 8, 17), None]),
        "kickoff": pa.array([kickoff, None], pa.timestamp("ns", "Europe/Berlin")),
        "local": pa.array(
            [datetime.fromisoformat("2024-08-17 17:00"), datetime.fromisoformat("2024-08-17")],
            pa.timestamp("ms"),
        ),
        "time": pa.array([time(15, 30), None]),
        "home": pa.array(["Köln", "Ajax"]).dictionary_encode(),
        "hg": pa.array([2, None], pa.int8()),
        "price": pa.array([1.95, None], pa.float32()),
        "exact": pa.array([Decimal("1.50"), None]),
        "neutral": pa.array([False, None]),
        "score": pa.array([{"ft": {"home": 2}, "ht": 0}, None]),
        "scorers": pa.array([["Müller"], None]),
        "old": pa.array(["Fürth".encode(), None]),
    }
    one = table(tmp_path, pa.table(columns))
    assert one.header == [*list(columns)[:9], "score.ft.home", "score.ht", "scorers", "old"]
    first = [
        "2024-08-17",
        "2024-08-17T17:00:00+02:00",
        "2024-08-17 17:00:00",
        "15:30:00",
        "Köln",
        "2",
        "1.95",
        "1.5",
    ]
    assert list(one.rows()) == [
        Row(1, [*first, "false", "2", "0", '["Müller"]', "Fürth"]),
        Row(2, ["", "", "2024-08-17", "", "Ajax", *[""] * 8]),
    ]


def test_rows_are_numbered_through_all_parts_of_a_file(tmp_path: Path) -> None:
    rows = list(table(tmp_path, pa.table({"id": range(20_000)})).rows())
    assert rows[-1] == Row(20_000, ["19999"])


def test_a_file_without_rows_has_its_columns(tmp_path: Path) -> None:
    one = table(tmp_path, pa.table({"home": pa.array([], pa.string())}))
    assert (one.header, list(one.rows())) == (["home"], [])


def test_a_packed_file_is_read(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"home": ["Ajax"]}), tmp_path / "mine")
    path = tmp_path / "mine.gz"
    path.write_bytes(gzip.compress((tmp_path / "mine").read_bytes()))
    (one,) = tables_in(path)
    assert list(one.rows()) == list(one.rows()) == [Row(1, ["Ajax"])]


def test_a_file_of_too_many_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="a row of more than 1,000 cells"):
        table(tmp_path, pa.table({str(place): [1] for place in range(1_001)}))


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    path.write_bytes(b"PAR1" + b"junk" * 20)
    with pytest.raises(UnreadableFile, match="a Parquet file that can't be read"):
        tables_in(path)
