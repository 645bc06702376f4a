"""footydata load, bookmakers and info."""

import csv
import json
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import footydata as fd
from footydata.faces.cli.main import group
from footydata.frames import progress
from footydata.store.file.opening import open_database
from tests.faces.cli.running import exit_code

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,PSH,PSD,PSA"
GOOD = "E0,17/08/2024,Arsenal,Chelsea,2,1,1.9,3.5,4.2,1.95,3.6,4.3"
STRAY = "E0,18/08/2024,Leeds,Burnley,1,0,c,3.5,4.2,,,"
BAD = "E0,31/02/2024,Hull,Fulham,1,0,,,,,,"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "football.db"


@pytest.fixture
def season(tmp_path: Path) -> Path:
    path = tmp_path / "E0.csv"
    path.write_text("\n".join((HEADER, GOOD, STRAY, BAD)) + "\n")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(
        group, [str(argument) for argument in arguments], standalone_mode=False
    )


def test_a_load_tells_what_it_took_and_what_it_refused(database: Path, season: Path) -> None:
    result = run("load", database, season)
    assert result.exit_code == 0
    assert "1 file: 1 taken" in result.output
    assert (
        "3 rows read = 2 new + 0 changed + 0 the same again + 0 conflicting + 1 refused"
        in result.output
    )
    assert "set aside E0.csv:3:B365H: no price (c)" in result.output
    assert "refused E0.csv:4: no day that can be read (31/02/2024)" in result.output


def test_a_long_contradiction_is_shown_whole(database: Path, season: Path) -> None:
    season.write_text(
        "\n".join((HEADER, GOOD.replace("1.9,3.5,4.2,1.95,3.6,4.3", "1.91,3.51,4.21,,,"))) + "\n"
    )
    run("load", database, season)
    season.write_text("\n".join((HEADER, GOOD.replace("1.9,3.5,4.2", "1.82,3.62,4.42"))) + "\n")
    result = run("load", database, season)
    assert ": stored 1.91 3.51 4.21, in the file 1.82 3.62 4.42)\n" in result.output
    assert "0 new + 1 changed + 0 the same again + 0 conflicting + 0 refused" in result.output


def test_a_load_that_keeps_something_exits_with_0(database: Path, season: Path) -> None:
    assert exit_code("load", database, season) == 0
    assert exit_code("load", database, season) == 0


def test_a_strict_load_exits_with_1_and_says_that_nothing_is_kept(
    database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("load", database, season, "--strict") == 1
    assert "nothing stored: --strict" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x89PNG\0", "no source knows this kind of file: a binary file"),
        (b"", "an empty file"),
        (b"# notes", "no source knows this kind of file"),
        (
            HEADER[:20].encode(),
            "no source knows this kind of file: a table, but its header has no rows",
        ),
    ],
    ids=["binary", "empty", "notes", "cut in the header"],
)
def test_a_file_of_no_source_is_one_line_and_exits_with_1(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, reason: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert exit_code("load", database, path) == 1
    assert capsys.readouterr().err == f"Error: file: {reason}\n"


def test_files_of_no_source_alone_are_each_named(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("# notes")
    (tmp_path / "b.png").write_bytes(b"\x89PNG\0")
    assert exit_code("load", database, tmp_path / "a.md", tmp_path / "b.png") == 1
    assert capsys.readouterr().err.splitlines() == [
        "Error: none of 2 files could be loaded",
        "  a.md: no source knows this kind of file",
        "  b.png: no source knows this kind of file: a binary file",
    ]


def test_an_empty_folder_and_a_missing_path_are_one_line_each(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert exit_code("load", database, empty) == 1
    assert capsys.readouterr().err == f"Error: {empty} is a folder without files\n"
    assert exit_code("load", database, tmp_path / "E9.csv") == 1
    assert capsys.readouterr().err == f"Error: {tmp_path / 'E9.csv'} does not exist\n"


def test_a_database_of_another_program_is_one_line(
    tmp_path: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.db"
    other.write_text("not a database at all, but long enough to be looked at as one" * 20)
    assert exit_code("load", other, season) == 1
    assert capsys.readouterr().err == f"Error: {other} is not a SQLite file; name another file\n"


def test_no_path_is_wrong_usage(database: Path) -> None:
    assert exit_code("load", database) == 2


def test_an_unknown_source_is_named_with_the_known_ones(
    database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("load", database, season, "--source", "betfair") == 1
    assert "no source is called 'betfair'; the sources are football-data" in capsys.readouterr().err


def test_the_report_file_holds_all_that_was_refused_or_contradicts(
    database: Path, season: Path, tmp_path: Path
) -> None:
    report = tmp_path / "refused.csv"
    run("load", database, season)
    season.write_text(season.read_text().replace("Chelsea,2,1", "Chelsea,2,2"))
    run("load", database, season, "--report", report)
    with report.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["kind"], row["line"], row["column"], row["reason"]) for row in rows] == [
        ("set aside", "3", "B365H", "no price"),
        ("refused", "4", "", "no day that can be read"),
        ("contradicts", "2", "", "goals"),
    ]
    assert rows[2]["text"].endswith("stored 2-1, in the file 2-2")


def test_a_report_that_cannot_be_written_is_one_line(
    database: Path, season: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        exit_code("load", database, season, "--report", tmp_path / "no folder" / "refused.csv") == 1
    )
    assert "can't be written" in capsys.readouterr().err


def test_many_refusals_are_shown_in_part(database: Path, season: Path) -> None:
    season.write_text("\n".join((HEADER, GOOD, *(BAD for _ in range(30)))))
    output = run("load", database, season).output
    assert output.count("refused E0.csv") == 1
    assert "; 29 more such: E0.csv:4, E0.csv:5, " in output


def test_progress_is_one_line_on_a_terminal(
    database: Path,
    season: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress, "AFTER", -1)
    assert exit_code("load", database, season) == 0
    assert capsys.readouterr().err == "\r\033[K0 % E0.csv\r\033[K100 %\r\033[K"
    assert exit_code("load", database, season, "--quiet") == 0
    assert capsys.readouterr().err == ""


def test_correct_lets_a_file_correct_a_finished_fixture(database: Path, season: Path) -> None:
    run("load", database, season)
    season.write_text(season.read_text().replace("Chelsea,2,1", "Chelsea,2,2"))
    assert "replaced E0.csv:2: goals" in run("load", database, season, "--correct").output


def test_bookmakers_are_listed_and_one_is_chosen(database: Path, season: Path) -> None:
    run("load", database, season)
    listed = json.loads(run("bookmakers", database, "--format", "json").output)
    assert [
        (row["slug"], row["is_default"], row["chosen_by"], row["fixtures"]) for row in listed
    ] == [
        ("bet365", 1, "count", 2),
        ("pinnacle", 0, None, 1),
    ]
    chosen = json.loads(
        run("bookmakers", database, "--default", "pinnacle", "--format", "json").output
    )
    assert [(row["slug"], row["chosen_by"]) for row in chosen] == [
        ("pinnacle", "person"),
        ("bet365", None),
    ]
    counted = json.loads(
        run("bookmakers", database, "--default", "auto", "--format", "json").output
    )
    assert [(row["slug"], row["chosen_by"]) for row in counted] == [
        ("bet365", "count"),
        ("pinnacle", None),
    ]


def test_a_load_says_that_the_default_bookmaker_changed(database: Path, season: Path) -> None:
    season.write_text("\n".join((HEADER, GOOD.replace("1.9,3.5,4.2", ",,"))) + "\n")
    assert "default bookmaker" not in run("load", database, season).output
    second = season.with_name("more.csv")
    second.write_text("\n".join((HEADER, GOOD, STRAY.replace("c,", "2,"))) + "\n")
    assert (
        "the default bookmaker is bet365, before pinnacle; " in run("load", database, second).output
    )


def test_a_slug_that_no_bookmaker_has_is_named_with_those_that_there_are(
    database: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("load", database, season)
    assert exit_code("bookmakers", database, "--default", "betfred") == 1
    assert "no bookmaker is called 'betfred'; " in capsys.readouterr().err


def test_info_tells_counts_span_sources_and_freshness(database: Path, season: Path) -> None:
    run("load", database, season)
    rows = {
        (row["section"], row["what"]): row["value"]
        for row in json.loads(run("info", database, "--format", "json").output)
    }
    assert rows["rows", "fixture"] == 2
    assert rows["fixtures", "finished"] == 2
    assert rows["fixtures", "first kickoff UTC"] == "2024-08-17 00:00"
    assert rows["football-data", "with goals"] == 2
    assert ("football-data", "with corners") not in rows
    assert rows["loads", "rows refused"] == 1


def test_info_of_an_empty_database_counts_nothing(database: Path) -> None:
    open_database(database).close()
    rows = {
        (row["section"], row["what"]): row["value"]
        for row in json.loads(run("info", database, "--format", "json").output)
    }
    assert rows["rows", "fixture"] == 0
    assert rows["fixtures", "first kickoff UTC"] is None


@pytest.mark.parametrize("command", ["info", "bookmakers"])
def test_a_database_that_is_not_there_is_not_made(
    database: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(command, database) == 1
    assert "does not exist" in capsys.readouterr().err
    assert not database.exists()


def test_choosing_a_default_makes_no_database(database: Path) -> None:
    assert exit_code("bookmakers", database, "--default", "bet365") == 1
    assert not database.exists()


@pytest.fixture
def coming(tmp_path: Path) -> Path:
    """A whole season of twelve teams, and one fixture of the day after the tests' moment."""
    teams = [f"Town {letter}" for letter in "ABCDEFGHIJKL"]
    pairs = [(home, away) for home in teams for away in teams if home != away]
    day = datetime(2024, 8, 10, tzinfo=UTC)
    rows = [
        f"E0,{day + timedelta(days=place):%d/%m/%Y},{home},{away},{place % 4},{place % 3},,,,,,"
        for place, (home, away) in enumerate(pairs)
    ]
    path = tmp_path / "E0.csv"
    path.write_text(
        "\n".join((HEADER, *rows, "E0,15/03/2026,Town A,Town B,,,1.9,3.5,4.2,,,")) + "\n"
    )
    return path


def fair_lines(database: Path) -> list[tuple[object, ...]]:
    with closing(open_database(database)) as connection:
        return connection.execute(
            "select market, computed_ts from fair_line order by market"
        ).fetchall()


def test_a_load_prices_the_fixtures_to_come(
    database: Path, coming: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.faces.cli.load.now", lambda: now)
    outcome = run("load", database, coming)
    assert "4 fair lines of coming fixtures computed" in outcome.output
    assert fair_lines(database) == [
        ("1x2", now),
        ("asian_handicap", now),
        ("btts", now),
        ("goal_line", now),
    ]
    monkeypatch.setattr("footydata.faces.cli.load.now", lambda: now + 60)
    assert "fair lines" not in run("load", database, coming).output
    assert {computed for _, computed in fair_lines(database)} == {now}


def test_a_load_without_fixtures_to_come_prices_nothing(
    database: Path, season: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.faces.cli.load.now", lambda: now)
    assert "fair lines" not in run("load", database, season).output
    assert fair_lines(database) == []


def test_the_notebooks_door_prices_the_fixtures_to_come(
    database: Path, coming: Path, now: int
) -> None:
    with fd.Database(database, clock=lambda: now) as opened:
        opened.load(coming)
    assert len(fair_lines(database)) == 4


def test_info_tells_whence_each_part_of_a_fixture_came(
    database: Path, season: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footydata.faces.cli.load.now", lambda: now)
    run("load", database, season)
    with closing(open_database(database)) as connection:
        (fixture_id,) = connection.execute(
            "select id from fixture order by kickoff_ts limit 1"
        ).fetchone()
    rows = json.loads(
        run("info", database, "--fixture", str(fixture_id), "--format", "json").stdout
    )
    parts = {row["part"]: (row["holds"], row["source"], row["fetched_utc"]) for row in rows}
    assert parts["goals"] == ("2 1", "football-data", "2026-03-14 15:30")
    assert parts["odds"] == ("2 rows", "football-data", "2026-03-14 15:30")
    assert parts["corners"] == parts["events"] == (None, None, None)
    assert exit_code("info", database, "--fixture", "5") == 1
