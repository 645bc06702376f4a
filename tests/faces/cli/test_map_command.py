"""footydata map, and what load asks of a table: the map of its columns, printed, answered on a terminal, or given."""

import json
import os
import pty
import subprocess
import sys
import tomllib
from io import StringIO
from pathlib import Path

import pytest

import footydata as fd
from tests.faces.cli.running import Run
from tests.new_databases import new_database
from tests.sources.tables.workbooks import text, write_workbook

OPEN = "date,home,away,hg,ag\n03/08/2024,Muker,Reeth,2,1\n10/08/2024,Reeth,Hawes,0,0\n"
"""Of these days both orders fit, and no column tells the competition."""

ODD = (
    OPEN.replace("date,home,away,hg,ag", "On,Team A,Team B,End,Notes to self")
    .replace("/", ".")
    .replace("2,1", "2-1,")
)
ODD = ODD.replace("0,0", "0-0,rain")
"""No word of this header tells the day or a team."""


class Terminal(StringIO):
    """The answers of a person."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: Run) -> Run:
    """Runs a command beside dales.csv, a table that leaves two things open."""
    monkeypatch.chdir(tmp_path)
    Path("dales.csv").write_text(OPEN)

    return ended


def test_a_map_is_toml_with_a_question_mark_for_what_is_open(run: Run) -> None:
    code, out, err = run("map", "dales.csv")
    written = tomllib.loads(out)
    assert code == 0
    assert (written["league"], written["days"]) == ("?", "?")
    assert written["columns"] == {
        "date": "date",
        "home": "home",
        "away": "away",
        "hg": "home_goals",
        "ag": "away_goals",
    }
    assert err.splitlines() == [
        "open: league (no column tells the competition)",
        "open: days (every day fits both orders)",
    ]


def test_a_load_off_a_terminal_prints_the_map_and_ends_with_one(run: Run) -> None:
    code, out, err = run("load", "football.db", "dales.csv")
    assert (code, tomllib.loads(out)["days"]) == (1, "?")
    assert "leaves open: league" in err
    assert not Path("football.db").exists()


def test_a_map_with_the_answers_loads_the_table(run: Run) -> None:
    _, out, _ = run("map", "dales.csv")
    league, days = 'league = "GB-ENG/Dales League"', 'days = "day first"'
    Path("dales.toml").write_text(out.replace('league = "?"', league).replace('days = "?"', days))
    code, _, _ = run("load", "football.db", "dales.csv", "--map", "dales.toml")
    assert code == 0
    with fd.Database("football.db") as database:
        assert [day.isoformat() for day in database.fixtures()["kickoff"].dt.date] == [
            "2024-08-03",
            "2024-08-10",
        ]


def test_a_map_that_still_asks_is_refused_with_what_it_asks(run: Run) -> None:
    Path("dales.toml").write_text(run("map", "dales.csv")[1])
    code, _, err = run("load", "football.db", "dales.csv", "--map", "dales.toml")
    assert (code != 0, "league" in err) == (True, True)


def test_a_table_that_is_none_of_fixtures_is_named_with_its_columns(run: Run) -> None:
    Path("stock.csv").write_text("item,price\nball,3\nnet,5\n")
    code, _, err = run("map", "stock.csv")
    assert code == 1
    assert (
        "no column was recognised as the day nor the home team nor the away team among item, price"
        in err
    )


def test_the_day_and_the_teams_are_open_where_the_header_does_not_tell_them(run: Run) -> None:
    Path("odd.csv").write_text(ODD)
    code, out, err = run("map", "odd.csv")
    columns = tomllib.loads(out)["columns"]
    assert (code, columns) == (
        0,
        {"On": "?", "Team A": "?", "Team B": "?", "End": "?", "Notes to self": "ignore"},
    )
    assert '"On" = "?"  # "date" or "ignore"; 03.08.2024, 10.08.2024' in out
    assert "open: Team A (no column was recognised as the home team): home, away, ignore" in err


def test_a_day_alone_is_asked_for(run: Run) -> None:
    Path("odd.csv").write_text(OPEN.replace("date", "On"))
    assert run("map", "odd.csv")[2].splitlines() == [
        "open: On (no column was recognised as the day): date, ignore",
        "open: league (no column tells the competition)",
        "open: days (every day fits both orders)",
    ]


def test_a_load_of_a_table_with_an_odd_header_prints_its_map_and_names_the_way_on(run: Run) -> None:
    Path("odd.csv").write_text(ODD)
    code, out, err = run("load", "football.db", "odd.csv", "--league", "GB-ENG/Dales League")
    assert (code, tomllib.loads(out)["columns"]["On"]) == (1, "?")
    assert "On (no column was recognised as the day)" in err
    assert "'footydata map FILE' prints a map to answer it in" in err


def test_on_a_terminal_the_parts_of_an_odd_header_are_asked_and_what_their_answers_open(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The away team stands first, so that it is asked whose goals do once the teams are known."""
    Path("odd.csv").write_text(ODD)
    answers = ["date", "away", "home", "score", "GB-ENG/Dales League", "day first", "away"]
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{answer}\n" for answer in answers)))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run("load", "football.db", "odd.csv")[0] == 0
    with fd.Database("football.db") as database:
        stored = database.fixtures().sort_values("kickoff")
    assert list(zip(stored["home"], stored["home_goals"], stored["away_goals"], strict=True)) == [
        ("Reeth", 1, 2),
        ("Hawes", 0, 0),
    ]


def sheet(*rows: tuple[str, ...]) -> str:
    """The XML of a sheet's rows."""
    cells = [
        "".join(
            text(f"{column}{number}", value) for column, value in zip("ABCD", row, strict=False)
        )
        for number, row in enumerate(rows, start=1)
    ]
    return "".join(f'<row r="{number}">{each}</row>' for number, each in enumerate(cells, start=1))


GAMES = (("2024-08-17", "Muker", "Reeth", "2-1"), ("2024-08-24", "Reeth", "Hawes", "0-0"))


def test_a_sheet_of_a_workbook_is_chosen_by_its_name(run: Run) -> None:
    results = sheet(("date", "home", "away", "score"), *GAMES)
    write_workbook(Path("dales.xlsx"), {"Notes": sheet(("rain",)), "Results": results})
    assert tomllib.loads(run("map", "dales.xlsx", "--sheet", "Results")[1])["sheet"] == "Results"
    assert (
        "has no sheet 'Tables'; there are Notes, Results"
        in run("map", "dales.xlsx", "--sheet", "Tables")[2]
    )


def test_a_title_sheet_does_not_stand_for_the_workbook(run: Run) -> None:
    sheets = {
        "Readme": sheet(("My season",)),
        "Games": sheet(("On", "One", "Other", "End"), *GAMES),
    }
    write_workbook(Path("dales.xlsx"), sheets)
    _, out, _ = run("map", "dales.xlsx")
    assert "How footydata reads the sheet 'Games' of dales.xlsx" in out
    assert tomllib.loads(out)["columns"] == dict.fromkeys(("On", "One", "Other", "End"), "?")
    _, _, err = run("load", "football.db", "dales.xlsx")
    assert (
        "the sheet 'Readme': a table, but no row of it has two cells; the sheet 'Games': a table of fix"
        in err
    )


def test_of_a_workbook_without_fixtures_each_sheet_has_its_reason(run: Run) -> None:
    sheets = {"Readme": sheet(("My season",)), "Stock": sheet(("item", "price"), ("ball", "3"))}
    write_workbook(Path("dales.xlsx"), sheets)
    code, out, err = run("map", "dales.xlsx")
    assert (code, list(tomllib.loads(out)["columns"])) == (1, ["item", "price"])
    assert (
        "the sheet 'Readme': no row of it has two cells; the sheet 'Stock': no column was recognised as"
        in err
    )


@pytest.mark.parametrize("form", ["by column", "split"])
def test_a_frame_that_pandas_wrote_by_columns_says_how_to_write_it(run: Run, form: str) -> None:
    columns = {"date": {"0": "2024-08-17"}, "home": {"0": "Muker"}, "away": {"0": "Reeth"}}
    split = {"columns": list(columns), "index": [0], "data": [["2024-08-17", "Muker", "Reeth"]]}
    Path("frame.json").write_text(json.dumps(columns if form == "by column" else split))
    code, _, err = run("map", "frame.json")
    assert (code, "to_json(path, orient='records')" in err) == (1, True)


def test_columns_of_double_chance_without_a_word_of_odds_are_named_as_unread(run: Run) -> None:
    Path("dales.csv").write_text(
        "date,home,away,score,1X,12,X2\n2024-08-17,Arsenal,Chelsea,2-1,1.25,1.3,1.85\n"
    )
    _, out, _ = run("load", "football.db", "dales.csv", "--league", "GB-ENG/Premier League")
    assert "columns that are not read: 1X, 12, X2" in out


def test_a_table_with_nothing_of_football_but_two_sides_is_asked_for(run: Run) -> None:
    Path("moves.csv").write_text(
        "date,home,away,amount\n2024-08-17,kitchen,garden,3\n2024-08-24,bath,garage,2\n"
    )
    code, _, err = run("load", "football.db", "moves.csv", "--league", "GB-ENG/Dales League")
    assert (code, "nothing else in the table is of football" in err) == (1, True)


@pytest.mark.parametrize(
    "rows",
    [
        "2024-08-17,Muker,Reeth\n2024-08-24,Reeth,Hawes\n",
        "2024-08-17,Arsenal,Muker\n2024-08-17,Everton,Chelsea\n",
    ],
    ids=["a team on both sides", "known teams"],
)
def test_coming_fixtures_without_another_column_are_known_by_their_teams(
    run: Run, rows: str
) -> None:
    Path("coming.csv").write_text(f"date,home,away\n{rows}")
    code, _, _ = run("load", "football.db", "coming.csv", "--league", "GB-ENG/Dales League")
    assert code == 0


def test_two_tables_of_one_name_are_each_answered_for_on_a_terminal(
    run: Run, tmp_path: Path
) -> None:
    """A pseudo-terminal, and a command of its own, as people have it."""
    paths = [Path("north", "dales.csv"), Path("south", "dales.csv")]
    for path, home in zip(paths, ("Muker", "Keld"), strict=True):
        path.parent.mkdir()
        path.write_text(OPEN.replace("Muker", home))
    ours, theirs = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "footydata",
        "load",
        "football.db",
        *map(str, paths),
        "--format",
        "json",
    ]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as process:
        os.close(theirs)
        os.write(ours, b"GB-ENG/Dales League\nmonth\nday first\nGB-ENG/Dales League\nmonth first\n")
        while process.poll() is None:
            _drain(ours)
        assert process.stdout is not None
        report = json.loads(process.stdout.read())
    os.close(ours)
    assert process.returncode == 0
    assert [(file["file"], file["state"], file["new"]) for file in report["files"]] == [
        ("dales.csv", "taken", 2),
        ("dales.csv", "taken", 2),
    ]
    with fd.Database("football.db") as database:
        months = database.fixtures().groupby("home")["kickoff"].min().dt.month
    assert (months["Muker"], months["Keld"]) == (8, 3)


def _drain(terminal: int) -> None:
    """Read what a command writes to its terminal, which would block it else; at its end there is no more."""
    try:
        os.read(terminal, 4096)
    except OSError:
        return


def test_the_league_of_a_load_answers_that_of_the_map(run: Run) -> None:
    Path("m.toml").write_text(
        run("map", "dales.csv")[1].replace('days = "?"', 'days = "day first"')
    )

    code, out, err = run(
        "load", "football.db", "dales.csv", "--map", "m.toml", "--league", "DE/3. Liga"
    )

    assert (code, err) == (0, "")
    assert "2 new" in out


def test_a_map_lists_what_may_stand_for_each_question_mark(run: Run) -> None:
    Path("odd.csv").write_text(ODD)

    lines = run("map", "odd.csv")[1].splitlines()

    assert '"Team A" = "?"  # "home", "away" or "ignore"; Muker, Reeth' in lines
    assert any(
        line.startswith('"End" = "?"  # "ignore", or a word of the guide\'s page own-file')
        for line in lines
    )


def test_figures_that_cannot_be_read_are_named(run: Run) -> None:
    Path("pairs.csv").write_text(
        "date,home,away,score,corners\n2024-08-13,A,B,2-1,6-4\n2024-08-14,B,C,2-1,6/4\n"
    )

    _, out, _ = run("load", "football.db", "pairs.csv", "--league", "DE/3. Liga")

    assert "1 x no corners of both sides that can be read, as 6-4" in out


def test_german_headers_of_sides_and_kickoff_are_known(run: Run) -> None:
    Path("spiele.csv").write_text(
        "Anpfiff;Gastgeber;Besucher;Ergebnis\n2024-08-13 15:30;A;B;2:1\n2024-08-14;B;C;0:0\n"
    )

    columns = tomllib.loads(run("map", "spiele.csv")[1])["columns"]

    assert columns == {
        "Anpfiff": "kickoff",
        "Gastgeber": "home",
        "Besucher": "away",
        "Ergebnis": "score",
    }


@pytest.mark.parametrize(
    "arguments", [("nothing.csv",), ("dales.csv", "--source", "nope"), ("dales.csv", "--strict")]
)
def test_a_load_that_stores_nothing_leaves_no_new_database(
    run: Run, arguments: tuple[str, ...]
) -> None:
    Path("nothing.csv").write_text("a,b\n1,2\n")

    assert run("load", "football.db", *arguments)[0] != 0
    assert list(Path().glob("football.db*")) == []


def test_a_load_that_stores_nothing_leaves_a_database_that_was_there(run: Run) -> None:
    Path("nothing.csv").write_text("a,b\n1,2\n")
    new_database(Path("football.db"))

    assert run("load", "football.db", "nothing.csv")[0] != 0
    assert Path("football.db").exists()
