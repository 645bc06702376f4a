"""footydata export --format v1, and footydata load of what it wrote."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from footydata.football.records import columns_of
from tests.faces.cli.running import exit_code


def test_a_dump_is_written_and_loaded(
    small_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Path(shutil.copyfile(small_database, tmp_path / "sample.db"))
    assert exit_code("export", database, tmp_path / "out", "--format", "v1") == 0
    assert "page" in capsys.readouterr().out
    dump = tmp_path / "out" / "v1.jsonl"
    with dump.open() as lines:
        first = json.loads(next(lines))
    assert (first["path"], first["query"]) == ("/v1/bookmakers", {"page": 1, "per_page": 100})
    assert first["body"]["success"] == 1
    assert exit_code("load", tmp_path / "again.db", dump, "--strict") == 0
    assert "= 14 new + " in capsys.readouterr().out


HEADER = (
    "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,HC,AC,HY,AY,HR,AR,HST,AST,"
    "B365H,B365D,B365A,B365CH,B365CD,B365CA"
)
FIGURES = "1,0,5,6,1,2,0,0,4,3,1.9,3.5,4.2,1.8,3.6,4.5"
ROWS = [
    f"E0,17/08/2024,15:00,Arsenal,Chelsea,2,1,{FIGURES}",
    f"E0,24/08/2024,15:00,Chelsea,Everton,1,0,{FIGURES}",
    f"E0,31/08/2024,15:00,Everton,Arsenal,1,1,{FIGURES}",
]
SCOTLAND = f"SC0,17/08/2024,15:00,Celtic,Rangers,3,1,{FIGURES}"
OF_THE_CONTRACT = (
    *(
        "league",
        "season",
        "team",
        "season_team",
        "bookmaker",
        "fixture",
        "statistics",
        "event",
        "odds",
        "odds_tick",
    ),
    *("team_fixture", "retired_league", "points_adjustment", "league_name", "team_name"),
)


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The tables that /v1 shows."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: sorted(
                connection.execute(f"select {', '.join(columns_of(table))} from {table}"), key=repr
            )
            for table in OF_THE_CONTRACT
        }


@pytest.mark.slow
def test_two_dumps_unite_in_either_order(tmp_path: Path) -> None:
    one, other, both = ROWS[:2], [*ROWS[1:], SCOTLAND], [*ROWS, SCOTLAND]
    for name, rows in (("one", one), ("other", other), ("both", both)):
        (tmp_path / f"{name}.csv").write_text("\n".join([HEADER, *rows]) + "\n")
        assert exit_code("load", tmp_path / f"{name}.db", tmp_path / f"{name}.csv", "--quiet") == 0
        assert (
            exit_code(
                "export", tmp_path / f"{name}.db", tmp_path / name, "--format", "v1", "--quiet"
            )
            == 0
        )
    assert (
        exit_code("load", tmp_path / "first.db", tmp_path / "one", tmp_path / "other", "--strict")
        == 0
    )
    assert exit_code("load", tmp_path / "second.db", tmp_path / "other", "--strict") == 0
    assert exit_code("load", tmp_path / "second.db", tmp_path / "one", "--strict") == 0
    # Beside what one has of one's own.
    assert exit_code("load", tmp_path / "third.db", tmp_path / "one.csv") == 0
    assert exit_code("load", tmp_path / "third.db", tmp_path / "other", "--strict") == 0
    union = rows_of(tmp_path / "both.db")
    assert len(union["fixture"]) == 4
    for name in ("first", "second", "third"):
        united = rows_of(tmp_path / f"{name}.db")
        assert {table: rows for table, rows in united.items() if rows != union[table]} == {}, name


@pytest.mark.parametrize("format", ["csv", "json"])
def test_the_fixtures_of_an_export_can_be_loaded_back_and_its_other_tables_are_refused(
    small_database: Path, tmp_path: Path, format: str
) -> None:
    assert exit_code("export", small_database, tmp_path / "out", "--format", format, "--quiet") == 0
    assert exit_code("load", tmp_path / "again.db", tmp_path / "out") == 0
    assert rows_of(tmp_path / "again.db")["fixture"]
    assert not rows_of(tmp_path / "again.db")["odds"]


def test_a_dump_is_not_written_into_a_folder_in_use(sample: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    assert exit_code("export", sample, tmp_path, "--format", "v1") == 1
