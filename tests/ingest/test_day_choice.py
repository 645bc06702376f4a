"""A file whose days fit two orders, loaded beside stored fixtures."""

from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW
from tests.new_databases import new_database

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"


@pytest.fixture
def database(tmp_path: Path):
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as opened:
        yield opened


def load(database: fd.Database, folder: Path, *rows: str, name: str = "E0.csv") -> fd.LoadReport:
    path = folder / name
    path.write_text("\n".join((HEADER, *rows)) + "\n")
    return database.load(path)


def days(database: fd.Database) -> list[str]:
    return [f"{kickoff:%Y-%m-%d}" for kickoff in database.fixtures()["kickoff"]]


def test_stored_fixtures_show_that_a_file_is_month_first(
    database: fd.Database, tmp_path: Path
) -> None:
    load(
        database,
        tmp_path,
        "E0,17/08/2024,Leeds,Fulham,1,0",
        "E0,05/10/2024,Arsenal,Chelsea,,",
        name="fixtures.csv",
    )
    report = load(
        database, tmp_path, "E0,10/05/2024,Arsenal,Chelsea,2,1", "E0,10/06/2024,Everton,Wolves,0,0"
    )
    assert days(database) == ["2024-08-17", "2024-10-05", "2024-10-06"]
    ((file, remark),) = report.remarks
    assert (file, remark.column, report.refusals) == ("E0.csv", "Date", [])
    assert remark.reason == (
        "days are read month first: both orders fit every row, and it finds 1 stored fixture, the other 0"
    )


def test_stored_fixtures_outweigh_the_order_of_the_rows(
    database: fd.Database, tmp_path: Path
) -> None:
    rows = "E0,09/01/2025,Arsenal,Chelsea,2,1", "E0,09/12/2024,Everton,Wolves,0,0"
    load(database, tmp_path, "E0,17/08/2024,Leeds,Fulham,1,0", *rows, name="all.csv")
    load(database, tmp_path, *rows)
    assert days(database) == ["2024-08-17", "2024-12-09", "2025-01-09"]


def test_without_stored_fixtures_the_report_says_what_was_taken_for_granted(
    database: fd.Database, tmp_path: Path
) -> None:
    report = load(database, tmp_path, "E0,05/10/2024,Arsenal,Chelsea,2,1")
    assert days(database) == ["2024-10-05"]
    assert [remark.reason for _, remark in report.remarks] == [
        "days are read day first: both orders fit every row; the source writes the day first"
    ]
    assert (report.rows_read, report.rows_kept, report.refusals) == (1, 1, [])


def test_what_a_database_cannot_hold_costs_itself_alone_in_either_order(
    database: fd.Database, tmp_path: Path
) -> None:
    report = load(
        database,
        tmp_path,
        "E0,05/10/2024,Arsenal,Chel\0sea,2,1",
        "E0,05/10/2024,Everton,Wolves,2,1",
    )
    assert (report.rows_read, report.rows_kept, report.rows_refused) == (2, 1, 1)


def test_a_strict_load_keeps_a_file_whose_order_had_to_be_found(
    database: fd.Database, tmp_path: Path
) -> None:
    path = tmp_path / "E0.csv"
    path.write_text(f"{HEADER}\nE0,08/17/2024,Arsenal,Chelsea,2,1\n")
    report = database.load(path, strict=True)
    assert (report.is_kept, len(report.remarks), days(database)) == (True, 1, ["2024-08-17"])
