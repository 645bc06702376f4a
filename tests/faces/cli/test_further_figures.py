"""Further figures where a person asks for them: find, frames, check, export; and never at /v1."""

import csv
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.faces.cli.check import check
from footydata.faces.cli.export import export
from footydata.football.errors import InvalidArgument
from footydata.football.register import further_figures
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.faces.cli.running import command, run
from tests.service.recording import record

find = command("fixtures")

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HF,AF,HS,AS,HST,AST,HY,AY,HR,AR,Attendance"
ROWS = (
    "E0,17/08/02,Arsenal,Chelsea,2,1,15,12,10,9,3,4,1,1,0,0,38000",
    "E0,18/08/02,Everton,Fulham,0,0,9,8,7,6,3,9,0,1,0,0,",
    "E0,19/08/02,Leeds,Sunderland,1,0,,,,,,,0,0,0,0,",
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figures")
    (folder / "E0.csv").write_text("\n".join((HEADER, *ROWS)) + "\n")
    with fd.Database(folder / "football.db", clock=lambda: NOW) as football:
        football.load(folder / "E0.csv")
    return folder / "football.db"


@pytest.fixture
def football(database: Path) -> Iterator[fd.Database]:
    with fd.Database(database, clock=lambda: NOW) as opened:
        yield opened


def test_fixtures_are_found_by_any_figure_and_show_it(database: Path) -> None:
    outcome = run(
        find,
        database,
        "--where",
        "fouls > 25 and cards < 4 and home_shots_on_target = 3",
        "--format",
        "json",
    )
    (row,) = json.loads(outcome.stdout)
    assert (row["home"], row["fouls"], row["home_shots_on_target"]) == ("Arsenal", 27, 3)
    assert "1 of 2 fixtures whose figures are known" in outcome.stderr

    outcome = run(find, database, "--where", "attendance >= 1", "--format", "csv")
    assert [row["attendance"] for row in csv.DictReader(outcome.stdout.splitlines())] == ["38000"]


def test_an_empty_answer_names_the_figure_that_nothing_recorded(database: Path) -> None:
    outcome = run(find, database, "--where", "xg > 1 and goals > 0")
    assert str(outcome.exception) == (
        "no fixture with xg > 1 and goals > 0: none of the 3 matching finished fixtures has xg recorded"
    )
    assert str(run(find, database, "--where", "fouls > 99").exception) == (
        "no fixture with fouls > 99, of 2 whose figures are known"
    )


def test_a_name_that_is_no_figure_is_an_error_with_the_nearest(
    football: fd.Database, database: Path
) -> None:
    assert "did you mean fouls" in run(find, database, "--where", "foulz > 2").stderr
    with pytest.raises(InvalidArgument, match=r"figure 'foulz' is not one of .*did you mean fouls"):
        football.figures(figure="foulz")


def test_the_help_lists_every_figure_with_its_unit() -> None:
    printed = " ".join(run(find, "--help").stdout.split())
    for figure in further_figures():
        assert figure.name in printed
    assert "attendance (people)" in printed


def test_the_frame_is_long_with_unit_and_source(football: fd.Database) -> None:
    frame = football.figures(figure=["Attendance", "fouls"], league="Premier League")
    first = frame[frame.fixture_id == frame.fixture_id.iloc[0]]
    assert first[["figure", "half", "home", "away", "source"]].astype(object).replace(
        {pd.NA: None}
    ).to_numpy().tolist() == [
        ["fouls", "full", 15.0, 12.0, "football-data"],
        ["attendance", "full", 38000.0, None, "football-data"],
    ]
    assert frame.attrs["units"] == {"fouls": "count", "attendance": "people"}
    assert len(frame.attrs["not_fetched"]) == 1
    assert set(football.figures().figure) == {"fouls", "shots", "attendance"}
    assert dict(football.figures().dtypes.astype(str))["home"] == "Float64"

    empty = football.figures(figure="xg")
    assert (
        empty.attrs["reason"]
        == "no xg are recorded for 3 fixtures; of 1 of them no source that was loaded has any"
    )


def test_more_shots_on_target_than_shots_is_a_remark(database: Path) -> None:
    outcome = run(check, database, "--format", "json")
    found = [row for row in json.loads(outcome.stdout) if row["kind"] == "more_than_the_whole"]
    assert [(row["severity"], row["source"]) for row in found] == [("remark", "football-data")]
    assert found[0]["finding"].endswith("away shots on target are 9, above 6 shots")


def test_every_export_but_that_of_v1_has_them(
    football: fd.Database, database: Path, tmp_path: Path
) -> None:
    expected = football.figures()
    for format in ("csv", "json", "parquet"):
        assert run(export, database, tmp_path / format, "--format", format).exit_code == 0
        path = next((tmp_path / format / "figures").rglob(f"*.{format}"))
        read = {
            "csv": pd.read_csv,
            "parquet": pd.read_parquet,
            "json": lambda file: pd.read_json(file, lines=True),
        }
        frame = read[format](path)
        assert (
            frame[["figure", "half", "source"]]
            .astype(str)
            .equals(expected[["figure", "half", "source"]].astype(str))
        )
        assert frame["home"].tolist() == expected["home"].tolist()

    assert run(export, database, tmp_path / "with", "--format", "v1").exit_code == 0
    bare = Path(shutil.copyfile(database, tmp_path / "bare.db"))
    with closing(sqlite3.connect(bare)) as connection:
        connection.execute("delete from fixture_figure")
        connection.commit()
    assert run(export, bare, tmp_path / "without", "--format", "v1").exit_code == 0
    dumps = [next((tmp_path / name).rglob("*.jsonl")).read_bytes() for name in ("with", "without")]
    assert dumps[0] == dumps[1]


def test_no_answer_of_v1_knows_them(sample: Path, tmp_path: Path) -> None:
    planted = Path(shutil.copyfile(sample, tmp_path / "planted.db"))
    with closing(sqlite3.connect(planted)) as connection:
        for figure in further_figures():
            connection.execute(
                "insert into fixture_figure select id, ?, 0, 11, 12, 1 from fixture where status = 'finished'",
                (figure.name,),
            )
        connection.execute("update fixture_source set parts = parts | 8192")
        connection.commit()
    assert json.dumps(record(planted)) == json.dumps(record(sample))


ANOTHER = """
import sys
from footydata.football import register as place

of_file = place.rows
row = dict(name="throw_ins", title="Throw-ins", unit="count", sided="1", highest="99", at_least="",
           football_data="HTI ATI", statsbomb="")
place.rows = lambda name: (*of_file(name), row) if name == "figures.csv" else of_file(name)

from footydata.faces.cli import main
for command in sys.stdin.read().splitlines():
    try:
        main(command.split(" "))
    except SystemExit as ended:
        assert not ended.code
"""


def test_another_figure_is_one_row_of_the_declaration(tmp_path: Path) -> None:
    (tmp_path / "E0.csv").write_text(
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,HTI,ATI\nE0,17/08/02,Arsenal,Leeds,2,1,21,30\n"
    )

    open_database(tmp_path / "football.db").close()
    commands = """\
load football.db E0.csv --quiet
fixtures football.db --where throw_ins>50 --format json --quiet
averages football.db --figure throw_ins --by league --format json
fixtures --help"""
    printed = subprocess.run(
        [sys.executable, "-c", ANOTHER],
        cwd=tmp_path,
        input=commands,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found, averaged, text = (
        printed[printed.index("[") :].partition("]")[0],
        printed.split("]")[1],
        printed.split("]", 2)[2],
    )
    assert json.loads(found + "]")[0]["throw_ins"] == 51
    (row,) = json.loads(averaged + "]")
    assert (row["home"], row["away"]) == (21, 30)
    assert "throw_ins" in text
