"""The real files of the public data folder."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from footydata.ingest.report import LoadReport

Take = Callable[..., LoadReport]
pytestmark = pytest.mark.real_data


def counted(connection: sqlite3.Connection, league: str, country: str, label: str) -> int:
    sql = """
        select count(*) from fixture join season on season.id = season_id join league on league.id = season.league_id
        where league.name = :league and country_code = :country and label = :label
    """
    found: int = connection.execute(
        sql, {"league": league, "country": country, "label": label}
    ).fetchone()[0]
    return found


@pytest.mark.slow
def test_a_mid_season_snapshot_becomes_the_whole_season_without_a_double(
    connection: sqlite3.Connection, real_data: Path, take: Take
) -> None:
    place = real_data / "football_data_co_uk"
    first = take(place / "snapshots" / "2425_at_2025-02-23")
    second = take(place / "2425")
    assert first.count("refused") == second.count("refused") == 0
    assert (
        first.fixtures_new + second.fixtures_new
        == connection.execute("select count(*) from fixture").fetchone()[0]
    )
    assert counted(connection, "Premiership", "GB-SCT", "24/25") == 216
    assert counted(connection, "Premier League", "GB-ENG", "24/25") == 360
    assert take(place / "2425").rows_changed == 0


def test_another_source_completes_a_season_without_a_double(
    connection: sqlite3.Connection, real_data: Path, take: Take
) -> None:
    take(real_data / "football_data_co_uk" / "2425" / "E0.csv")
    report = take(real_data / "openfootball" / "football.json" / "2024-25" / "en.1.json")
    assert report.refusals == []
    assert counted(connection, "Premier League", "GB-ENG", "24/25") == 380
    assert connection.execute("select count(*) from team").fetchone() == (20,)
    unfinished = connection.execute(
        "select count(*) from fixture where status <> 'finished'"
    ).fetchone()
    assert unfinished == (0,)


def test_the_file_of_coming_fixtures_is_scheduled(
    connection: sqlite3.Connection, real_data: Path, take: Take
) -> None:
    report = take(real_data / "football_data_co_uk" / "snapshots" / "fixtures_2026-05-31.csv")
    assert report.rows_kept == report.fixtures_new == 12
    rows = connection.execute(
        "select distinct status, time_known, label from fixture join season on season.id = season_id"
    )
    assert rows.fetchall() == [("scheduled", 1, "25/26")]


def test_windows_bytes_leave_no_blank_behind(
    connection: sqlite3.Connection, real_data: Path, take: Take
) -> None:
    take(real_data / "football_data_co_uk" / "1819" / "EC.csv")
    names = [
        name
        for (name,) in connection.execute("select name from team union select referee from fixture")
        if name
    ]
    assert [name for name in names if name != name.strip() or "\u00a0" in name] == []


@pytest.mark.slow
def test_the_whole_folder_loads_and_loads_again_without_a_change(
    connection: sqlite3.Connection, real_data: Path, take: Take
) -> None:
    folder = real_data / "football_data_co_uk"
    report = take(folder)
    assert len(report.files) == len([path for path in folder.rglob("*") if path.is_file()])
    assert report.rows_read - report.rows_kept == sum(
        refusal.column is None for _, refusal in report.refusals
    )
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    before = connection.total_changes
    again = take(folder, correct=False)
    assert again.count("unchanged") == report.count("taken")
    assert connection.total_changes == before
    forced = take(folder, strict=False, correct=True)
    assert forced.fixtures_new == 0
