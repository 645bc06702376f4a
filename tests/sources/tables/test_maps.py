"""Maps of tables: what they may say, what they must, and that they are remembered for a header."""

from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from tests.agreeing import load_agreed
from tests.sources.tables.conftest import PREMIER_LEAGUE, Loader
from tests.sources.tables.test_bad_tables import COLUMN_NAMES, FIRST, SECOND, sheet, workbook

COLUMNS = {"Day": "date", "One": "home", "Other": "away", "A": "home_goals", "B": "away_goals"}
TABLE = ("Day,One,Other,A,B", "17/08/2024,Arsenal,Chelsea,2,1", "18/08/2024,Everton,Fulham,0,0")
HOME_PRICE = "1x2 home"


def read_days(db: fd.Database) -> list[str]:
    return [str(day) for day in db.fixtures()["kickoff"].dt.date]


def open_settings(report: fd.LoadReport) -> list[str]:
    return [question.name for _, proposal in report.open_tables for question in proposal.questions]


def test_a_map_reads_columns_whose_header_says_nothing(load: Loader, db: fd.Database) -> None:
    assert load(*TABLE).open_tables
    report = load(*TABLE, map=COLUMNS)
    assert (report.rows_kept, list(db.fixtures()["home_goals"])) == (2, [2, 0])


def test_a_map_that_takes_the_season_of_its_column_is_believed(
    load: Loader, db: fd.Database
) -> None:
    """Brazil's season of 2020 ended in February 2021, later than any season before."""
    lines = "Season,Day,One,Other,A,B", "2020,25/02/2021,São Paulo,Flamengo,2,1"
    columns = {"columns": {**COLUMNS, "Season": "season"}, "seasons": "column"}
    load(*lines, map=columns, league="BR/Série A")
    assert list(db.fixtures()["season"]) == ["2020"]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({**COLUMNS, "B": "home_goals"}, "columns 'A' and 'B' are both mapped to home_goals"),
        (
            {**COLUMNS, "A": "home_gaols"},
            "column 'A': no meaning is called 'home_gaols'; did you mean home_goals",
        ),
        ({**COLUMNS, "A": 5}, "column 'A': no meaning is called '5'; there are"),
        ({"One": "home", "Other": "away"}, "no column is mapped to date or kickoff"),
        ({"Day": "date", "Other": "away"}, "no column is mapped to home or teams"),
        ({}, "no column is mapped to date or kickoff"),
        ({**COLUMNS, "A": "1x3 home"}, "column 'A': no meaning is called '1x3 home'"),
        (
            {**COLUMNS, "A": "1x2 hom"},
            "column 'A': no selection is called 'hom'; did you mean home?",
        ),
        ({**COLUMNS, "A": "closed 1x2 home"}, "no meaning is called 'closed 1x2 home'"),
        (
            {**COLUMNS, "A": "goal_line over 2.3"},
            "column 'A': '2.3' is no line in quarters, as 2.5",
        ),
        (
            {"columns": COLUMNS, "legue": PREMIER_LEAGUE},
            "a map has no setting 'legue'; did you mean league?",
        ),
        (
            {"columns": COLUMNS, "days": "day frist"},
            "days of a map is 'day frist': did you mean day first?",
        ),
        ({"columns": COLUMNS, "odds": "hong kong"}, "there are decimal, american, fractional"),
        (
            {"columns": COLUMNS, "zone": "Europe/Lodnon"},
            "zone of a map is 'Europe/Lodnon'",
        ),
        ({"columns": COLUMNS, "season": "next"}, "season of a map is 'next'"),
        ({"columns": COLUMNS, "season": 24}, "season of a map is 24: no text"),
        (
            {"columns": COLUMNS, "league": "Premier League"},
            "'Premier League' is not a COUNTRY/NAME",
        ),
        ({"columns": COLUMNS, "league": "XX/Premier League"}, "'XX' is not a country"),
        (
            {"columns": {**COLUMNS, "A": "?"}, "days": "?"},
            "the map leaves open: days, A; give an answer for each ?",
        ),
    ],
)
def test_a_map_that_cannot_be_used_is_refused_with_what_would_be_right(
    load: Loader, db: fd.Database, written: dict[str, Any], message: str
) -> None:
    with pytest.raises(fd.InvalidArgument) as refused:
        load(*TABLE, map=written)
    assert message in str(refused.value)
    assert db.fixtures().empty


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'days = "day first', "mine.toml is no TOML"),
        (b"\xff\xfe", "mine.toml is no TOML"),
        (
            b'[columns]\n"Day" = "dat"',
            "mine.toml: column 'Day': no meaning is called 'dat'; did you mean date?",
        ),
    ],
    ids=["cut short", "no text", "an unknown meaning"],
)
def test_a_map_in_a_file_is_refused_with_the_name_of_the_file(
    load: Loader, tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(fd.InvalidArgument, match=message.replace("?", r"\?")):
        load(*TABLE, map=path)


def test_a_table_without_a_column_of_the_map_is_refused_with_its_name(
    load: Loader, db: fd.Database
) -> None:
    report = load(*TABLE, map={**COLUMNS, "C": "referee"})
    ((_, refusal),) = report.refusals
    assert "the map's column 'C' is not in it" in refusal.reason


def test_a_column_that_is_not_of_the_map_is_named_and_not_read(
    load: Loader, db: fd.Database
) -> None:
    report = load(*TABLE, map={"Day": "date", "One": "home", "Other": "away"})
    assert "columns that are not read: A, B" in [remark.reason for _, remark in report.remarks]
    assert db.fixtures()["home_goals"].isna().all()


def test_a_country_of_a_map_may_be_named(load: Loader, db: fd.Database) -> None:
    load(*TABLE, league=None, map={"league": "England/Premier League", "columns": COLUMNS})
    assert set(zip(db.fixtures()["country"], db.fixtures()["league"], strict=True)) == {
        ("England", "Premier League")
    }


@pytest.mark.parametrize(
    ("row", "columns", "asked"),
    [
        ("05/08/2024,Arsenal,Chelsea,2,1", COLUMNS, "days"),
        ("17/08/2024,Arsenal,Chelsea,+150,1", {**COLUMNS, "A": HOME_PRICE, "B": "round"}, "odds"),
        (
            "17/08/2024,Arsenal,Chelsea,1.95,-1",
            {
                **COLUMNS,
                "A": "asian_handicap home",
                "B": "asian_handicap line",
            },
            "handicap",
        ),
    ],
)
def test_what_a_map_does_not_tell_and_the_table_does_not_show_is_asked(
    load: Loader, db: fd.Database, row: str, columns: dict[str, Any], asked: str
) -> None:
    report = load(TABLE[0], row, map=columns)
    assert open_settings(report) == [asked]
    assert db.fixtures().empty


def test_the_competition_that_neither_map_nor_load_nor_column_tells_is_asked(
    load: Loader, db: fd.Database
) -> None:
    assert open_settings(load(*TABLE, league=None, map=COLUMNS)) == ["league"]


def test_days_that_contradict_the_map_are_refused_by_row(load: Loader, db: fd.Database) -> None:
    report = load(
        *TABLE, "05/08/2024,Burnley,Brentford,1,0", map={"days": "month first", "columns": COLUMNS}
    )
    assert [(refusal.line, refusal.reason, refusal.text) for _, refusal in report.refusals] == [
        (2, "a day that is not month first, as the map says", "17/08/2024"),
        (3, "a day that is not month first, as the map says", "18/08/2024"),
    ]
    assert read_days(db) == ["2024-05-08"]


def test_the_bookmaker_of_a_map_is_that_of_prices_without_one(
    load: Loader, db: fd.Database
) -> None:
    load(
        "Day,One,Other,A,B",
        "17/08/2024,Arsenal,Chelsea,1.95,2.05",
        map={
            "bookmaker": "Pinnacle",
            "columns": {**COLUMNS, "A": HOME_PRICE, "B": f"{HOME_PRICE} of Bet 365"},
        },
    )
    assert sorted(zip(db.odds()["bookmaker"], db.odds()["opening_price_1"], strict=True)) == [
        ("bet365", 2.05),
        ("pinnacle", 1.95),
    ]


# Remembered maps


def test_a_map_is_remembered_for_tables_with_the_same_header(load: Loader, db: fd.Database) -> None:
    load(*TABLE, map=COLUMNS)
    report = load(TABLE[0], "19/08/2024,Burnley,Brentford,1,0", name="other.csv")
    assert (report.rows_kept, len(db.fixtures())) == (1, 3)


def test_neither_competition_nor_season_of_a_map_is_remembered(
    load: Loader, db: fd.Database
) -> None:
    load(*TABLE, league=None, map={"league": PREMIER_LEAGUE, "season": "24/25", "columns": COLUMNS})
    assert open_settings(
        load(TABLE[0], "19/08/2025,Hull City,Sheffield United,1,0", name="b.csv", league=None)
    ) == ["league"]
    load(
        TABLE[0],
        "19/08/2025,Hull City,Sheffield United,1,0",
        name="b.csv",
        league="GB-ENG/Championship",
    )
    assert set(zip(db.fixtures()["league"], db.fixtures()["season"], strict=True)) == {
        ("Premier League", "24/25"),
        ("Championship", "25/26"),
    }


def test_the_days_of_one_table_do_not_decide_those_of_another_with_its_header(load: Loader) -> None:
    load(*TABLE, map=COLUMNS)
    assert open_settings(load(TABLE[0], "05/08/2024,Burnley,Brentford,1,0", name="b.csv")) == [
        "days"
    ]


def test_the_last_map_of_a_header_is_the_one_that_is_remembered(
    load: Loader, db: fd.Database
) -> None:
    load(*TABLE, map=COLUMNS)
    load(*TABLE, map={**COLUMNS, "A": "away_goals", "B": "home_goals"}, correct=True)
    load(TABLE[0], "19/08/2024,Burnley,Brentford,1,0", name="other.csv")
    assert list(db.fixtures(team="Burnley")["away_goals"]) == [1]


def test_a_map_of_another_header_is_not_used(load: Loader) -> None:
    load(*TABLE, map=COLUMNS)
    assert (
        load("Day,One,Other,A,B,C", "19/08/2024,Burnley,Brentford,1,0,5", name="b.csv").rows_kept
        == 0
    )


@pytest.mark.parametrize(
    ("rows", "options"),
    [
        ((TABLE[0], "x,Burnley,Brentford,1,0"), {}),
        ((*TABLE, "x,Burnley,Brentford,1,0"), {"strict": True}),
    ],
    ids=["nothing taken", "strict"],
)
def test_a_map_by_which_nothing_was_stored_is_not_remembered(
    load: Loader, rows: tuple[str, ...], options: dict[str, Any]
) -> None:
    load(*rows, map=COLUMNS, **options)
    assert load(TABLE[0], "19/08/2024,Burnley,Brentford,1,0", name="b.csv").rows_kept == 0


# Which files a map is for

FOOTBALL_DATA = (
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A",
    "E0,17/08/2024,Arsenal,Chelsea,2,1,1.9,3.5,4.2",
)


def sources(report: fd.LoadReport) -> list[str | None]:
    return [file.source for file in report.files]


def test_a_map_is_of_files_that_no_source_knows(load: Loader, db: fd.Database) -> None:
    columns = {
        "Date": "date",
        "HomeTeam": "home",
        "AwayTeam": "away",
        "FTAG": "home_goals",
        "FTHG": "away_goals",
    }
    assert sources(load(*FOOTBALL_DATA, map=columns)) == ["football-data"]
    report = load(*FOOTBALL_DATA, source="table", map=columns)
    assert (sources(report), report.rows_kept) == (["table"], 1)


def test_the_source_table_reads_any_file_as_a_table(load: Loader, db: fd.Database) -> None:
    report = load(*FOOTBALL_DATA, source="table")
    assert (sources(report), report.rows_kept) == (["table"], 1)
    assert list(db.odds()["bookmaker"]) == ["bet365"]


def test_a_map_of_a_sheet_is_for_that_sheet_alone(db: fd.Database, tmp_path: Path) -> None:
    sheets = {
        "August": sheet(COLUMN_NAMES, (FIRST, "Arsenal", "Chelsea", 2, 1)),
        "Later": sheet(COLUMN_NAMES, (SECOND, "Fulham", "Brentford", 2, 1)),
    }
    columns = {"Date": "date", "Home": "home", "Away": "away"}
    path = workbook(tmp_path, sheets)
    load_agreed(db, path, league=PREMIER_LEAGUE, map={"sheet": "Later", "columns": columns})
    assert list(db.fixtures()["home"]) == ["Fulham"]
    missing = load_agreed(db, path, league=PREMIER_LEAGUE, map={"sheet": "May", "columns": columns})
    assert "the map is for the sheet 'May'" in missing.refusals[0][1].reason


def test_a_yes_to_several_sheets_names_them(db: fd.Database, tmp_path: Path) -> None:
    row = (FIRST, "Arsenal", "Chelsea", 2, 1)
    sheets = {name: sheet(COLUMN_NAMES, row) for name in ("Premier League", "Championship")}
    reading = db.read_table(workbook(tmp_path, sheets), league=PREMIER_LEAGUE)
    assert any("'Championship'" in words for words in reading.looks)


def test_a_map_is_for_all_sheets_with_its_columns(db: fd.Database, tmp_path: Path) -> None:
    sheets = {
        "August": sheet(COLUMN_NAMES, (FIRST, "Arsenal", "Chelsea", 2, 1)),
        "Notes": sheet(("Date", "Note"), (FIRST, "rain")),
        "Later": sheet(("Home", "Away", "Date"), ("Fulham", "Brentford", SECOND)),
    }
    path = workbook(tmp_path, sheets)
    load_agreed(
        db, path, league=PREMIER_LEAGUE, map={"Date": "date", "Home": "home", "Away": "away"}
    )
    assert list(db.fixtures()["home"]) == ["Arsenal", "Fulham"]
