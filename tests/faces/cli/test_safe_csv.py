"""CSV is data, formulas of a spreadsheet among it; --safe-csv writes them as texts, to stdout and to files."""

import csv
import io
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from tests.faces.cli.running import exit_code

NAME = "=HYPERLINK(1)"
CROWN_LEAGUE = ("--format", "csv", "--league", "Crown League", "--season", "25/26")


@pytest.fixture
def evil(sample: Path, tmp_path: Path) -> Path:
    """The sample, with a formula as the name of a team that plays on the day of the tests."""
    path = Path(shutil.copy(sample, tmp_path / "evil.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "update team set name = ? where id = (select home_id from fixture where id = 880433)",
            [NAME],
        )
    return path


def homes(text: str) -> set[str]:
    return {row["home"] for row in csv.DictReader(io.StringIO(text))}


@pytest.mark.parametrize(
    ("options", "name"), [((), NAME), (("--safe-csv",), f"'{NAME}")], ids=["data", "safe"]
)
def test_printed_rows_keep_formulas_unless_asked(
    evil: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], name: str
) -> None:
    assert exit_code("fixtures", evil, "--date", "2026-03-14", "--format", "csv", *options) == 0
    assert {home for home in homes(capsys.readouterr().out) if NAME in home} == {name}


def test_json_has_the_data_as_it_is(evil: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("fixtures", evil, "--date", "2026-03-14", "--format", "json") == 0
    assert f'"{NAME}"' in capsys.readouterr().out


@pytest.mark.parametrize("options", [(), ("--format", "json")], ids=["table", "json"])
def test_safe_csv_of_another_format_is_wrong_usage(
    evil: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert exit_code("fixtures", evil, "--safe-csv", *options) == 2
    assert "--safe-csv is for --format csv\n" in capsys.readouterr().err


def test_safe_csv_of_a_load_is_for_its_report_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("load", tmp_path / "new.db", tmp_path, "--safe-csv") == 2
    assert "--safe-csv is for --format csv or --report FILE\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "name"), [((), NAME), (("--safe-csv",), f"'{NAME}")], ids=["data", "safe"]
)
def test_an_export_keeps_formulas_unless_asked(
    evil: Path, tmp_path: Path, options: tuple[str, ...], name: str
) -> None:
    assert exit_code("export", evil, tmp_path / "out", *CROWN_LEAGUE, "--quiet", *options) == 0
    with (tmp_path / "out" / "teams" / "teams.csv").open(encoding="utf-8", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file) if NAME in row["name"]} == {name}
    files = [
        path.read_text(encoding="utf-8") for path in (tmp_path / "out" / "odds").rglob("*.csv")
    ]
    assert any(",-0.25," in text for text in files)
    assert not any("'-" in text for text in files)


def test_an_export_of_another_format_is_no_csv(
    evil: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("export", evil, tmp_path / "out", "--safe-csv") == 2
    assert "--safe-csv is for --format csv" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_export_of_python_has_the_same_choice(evil: Path, tmp_path: Path) -> None:
    with fd.Database(evil) as db:
        db.export(tmp_path / "out", format="csv", league="Crown League", safe_csv=True)
    assert f"'{NAME}" in (tmp_path / "out" / "teams" / "teams.csv").read_text(encoding="utf-8")


def test_the_report_of_a_load_is_written_without_formulas_too(tmp_path: Path) -> None:
    file, report = tmp_path / "E0.csv", tmp_path / "report.csv"
    file.write_text(
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,24/08/2024,Arsenal,Wolves,=cmd(),1,H\n"
    )
    for options, text in (((), "=cmd()"), (("--safe-csv",), "'=cmd()")):
        exit_code("load", tmp_path / "new.db", file, "--report", report, "--quiet", *options)
        with report.open(encoding="utf-8", newline="") as written:
            assert text in {row["text"] for row in csv.DictReader(written)}
