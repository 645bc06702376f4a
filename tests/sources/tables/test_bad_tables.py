"""Bad input in tables of anyone: named by sheet, row and column; the good rows are kept, unless a load is strict."""

import gzip
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

import footydata as fd
from footydata.sources.tables.workbook import NO_VALUE
from tests.agreeing import load_agreed
from tests.sources.tables.conftest import PREMIER_LEAGUE, Loader
from tests.sources.tables.workbooks import write_workbook

HEADER = "Date,Home,Away,HG,AG"
GOOD = ("2024-08-17,Arsenal,Chelsea,2,1", "2024-08-18,Everton,Fulham,0,0")


def refusals(report: fd.LoadReport) -> list[tuple[int | None, str | None, str, str | None]]:
    """Row, column, reason and text of what was refused."""
    return [(each.line, each.column, each.reason, each.text) for _, each in report.refusals]


def results(db: fd.Database) -> list[tuple[str, str, object, object]]:
    """The sides and the goals of each fixture."""
    columns = ["home", "away", "home_goals", "away_goals"]
    values = db.fixtures()[columns].astype(object)
    return list(values.where(values.notna(), None).itertuples(index=False, name=None))


@pytest.mark.parametrize(
    ("score", "goals"),
    [
        ("2–1", (2, 1)),
        ("2 - 1", (2, 1)),
        ("2:1 (1:0)", (2, 1)),
        ("2 x 1", (2, 1)),
        ("(2-1)", (2, 1)),
        ("2−1", (2, 1)),
    ],
)
def test_a_score_is_read_as_people_write_it(
    load: Loader, db: fd.Database, score: str, goals: tuple[int, int]
) -> None:
    load("Date,Home,Away,Score", f"2024-08-17,Arsenal,Chelsea,{score}")
    assert results(db) == [("Arsenal", "Chelsea", *goals)]


@pytest.mark.parametrize("score", ["w/o", "2-1 (5-4 lots)", "2-", "1000-0", "#N/A"])
def test_a_score_that_is_none_costs_its_row_alone(
    load: Loader, db: fd.Database, score: str
) -> None:
    report = load(
        "Date,Home,Away,Score",
        f"2024-08-17,Arsenal,Chelsea,{score}",
        "2024-08-18,Everton,Fulham,3-0",
    )
    assert refusals(report) == [(2, None, "no score that can be read", score)]
    assert results(db) == [("Everton", "Fulham", 3, 0)]


def test_a_fixture_without_a_score_is_to_come(load: Loader, db: fd.Database) -> None:
    load("Date,Home,Away,Score", "2024-08-17,Arsenal,Chelsea,2-1", "2027-08-18,Everton,Fulham,-")
    assert list(db.fixtures()["status"]) == ["finished", "scheduled"]


def test_a_column_with_goals_by_its_header_alone_is_asked_not_left_out(
    load: Loader, db: fd.Database
) -> None:
    report = load(
        "Date,Home,Away,Score", "2024-08-17,Arsenal,Chelsea,won", "2024-08-18,Everton,Fulham,lost"
    )
    assert [question.name for _, open_ in report.open_tables for question in open_.questions] == [
        "Score"
    ]
    assert "Score" in report.refusals[0][1].reason
    assert db.fixtures().empty


def test_a_count_that_is_none_costs_its_cell_or_its_row(load: Loader, db: fd.Database) -> None:
    report = load(
        f"{HEADER},Home Corners",
        f"{GOOD[0]},x",
        f"{GOOD[1]},5",
        "2024-08-19,Brentford,Leeds United,w,1,3",
        "2024-08-20,Burnley,Leeds United,1.5,1,3",
        "2024-08-24,Arsenal,Everton,1,1,3",
    )
    assert refusals(report) == [
        (2, "Home Corners", "no count", "x"),
        (4, None, "no count of goals", "w"),
        (5, None, "no count of goals", "1.5"),
    ]
    assert len(results(db)) == 3


@pytest.mark.parametrize(
    "crowd", ["45.123", "45,123", "45 123", "45'123", "45\u00a0123", "45\u202f123", "45123"]
)
def test_the_thousands_of_an_attendance_may_be_set_apart(
    load: Loader, db: fd.Database, crowd: str
) -> None:
    load(f"{HEADER},Attendance", f'{GOOD[0]},"{crowd}"')
    assert list(db.figures(figure="attendance")["home"]) == [45_123]


@pytest.mark.parametrize("crowd", ["32.4", "45.12", "1.2345", "-5", "full"])
def test_an_attendance_that_is_no_whole_number_is_set_aside(
    load: Loader, db: fd.Database, crowd: str
) -> None:
    report = load(f"{HEADER},Attendance", f"{GOOD[0]},{crowd}", f"{GOOD[1]},40.100")
    assert refusals(report) == [(2, "Attendance", "no such number", crowd)]
    assert list(db.figures(figure="attendance")["home"]) == [40_100]


def test_totals_at_the_end_are_refused_and_nothing_else(load: Loader, db: fd.Database) -> None:
    report = load(HEADER, *GOOD, "Total,,,2,1", ",,,1.0,0.5", "2 matches")
    assert [(line, reason) for line, _, reason, _ in refusals(report)] == [
        (4, "a team is missing"),
        (5, "a team is missing"),
        (6, "a row of 1 cell under a header of 5 columns"),
    ]
    assert len(results(db)) == 2


def test_a_header_that_repeats_and_rows_without_text_are_no_rows(
    load: Loader, db: fd.Database
) -> None:
    report = load(HEADER, GOOD[0], ",,,,", "", HEADER, GOOD[1])
    assert (report.rows_read, refusals(report)) == (2, [])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("2024-08-20,Arsenal,Arsenal,1,0", "a team against itself"),
        ("31/31/2024,Arsenal,Chelsea,1,0", "no day that can be read"),
        ("2024-08-20,,Chelsea,1,0", "a team is missing"),
    ],
    ids=["one team", "no day", "no team"],
)
def test_a_row_that_can_be_no_fixture_is_refused(
    load: Loader, db: fd.Database, row: str, reason: str
) -> None:
    rows = [
        f"2024-{month:02}-{day:02},Everton,Fulham,0,0"
        for month in (9, 10, 11)
        for day in (1, 8, 15, 22)
    ]
    report = load(HEADER, *rows, row)
    ((line, _, why, _),) = refusals(report)
    assert line == 14
    assert why.startswith(reason)
    assert report.rows_kept == 12


def test_half_time_above_full_time_and_a_letter_against_the_goals_are_set_aside(
    load: Loader, db: fd.Database
) -> None:
    rows = [
        f"2024-{month:02}-{day:02},Everton,Fulham,1,0,1,0,H"
        for month in range(1, 13)
        for day in range(1, 26, 4)
    ]
    report = load(f"{HEADER},HTHG,HTAG,Result", *rows, "2024-08-20,Arsenal,Chelsea,1,0,2,0,A")
    assert [(line, column, text) for line, column, _, text in refusals(report)] == [
        (86, "result", "A 1-0"),
        (86, "half_home_goals", "2-0, 1-0"),
    ]
    stored = db.fixtures(team="Arsenal")
    assert (list(stored["home_goals"]), stored["half_home_goals"].isna().all()) == ([1], True)


SEASONS = (
    HEADER,
    "2024-05-19,Arsenal,Everton,2,1",
    "2024-08-17,Arsenal,Chelsea,2,1",
    "2025-05-18,Everton,Fulham,0,0",
    "2025-08-16,Chelsea,Fulham,1,1",
)
COLUMNS = {"Date": "date", "Home": "home", "Away": "away", "HG": "home_goals", "AG": "away_goals"}


@pytest.mark.parametrize(
    ("league", "season", "day"),
    [
        ("GB-ENG/Premier League", "19/20", "2020-07-26"),
        ("EUROPE/Champions League", "24/25", "2024-06-25"),
        ("NO/Eliteserien", "2023", "2023-12-03"),
        ("MX/Liga Luna", "24/25", "2025-07-25"),  # of its calendar we know nothing
    ],
    ids=["late", "early", "within a year", "unknown"],
)
def test_a_season_of_a_map_may_reach_as_far_as_seasons_do(
    load: Loader, db: fd.Database, league: str, season: str, day: str
) -> None:
    report = load(
        HEADER, f"{day},Mare,Tycho,1,0", league=league, map={"season": season, "columns": COLUMNS}
    )
    assert (refusals(report), list(db.fixtures()["season"])) == ([], [season])


def test_seasons_that_nothing_names_are_told_by_the_calendar(load: Loader, db: fd.Database) -> None:
    load(*SEASONS)
    assert list(db.fixtures()["season"]) == ["23/24", "24/25", "24/25", "25/26"]


LEAGUES = (
    "League,Date,Home,Away,HG,AG",
    "GB-ENG/Premier League,2024-08-17,Arsenal,Chelsea,2,1",
    "E1,2024-08-17,Burnley,Leeds United,2,2",
    "La Liga,2024-08-17,Barcelona,Valencia,1,0",
    "Liga Luna,2024-08-17,Mare,Tycho,1,1",
    ",2024-08-17,Mare,Tycho,1,1",
)


def test_a_file_in_a_gz_is_read_as_without_it(db: fd.Database, tmp_path: Path) -> None:
    path = tmp_path / "results.csv.gz"
    path.write_bytes(
        gzip.compress("\n".join([HEADER, *GOOD, "2024-08-19,Brentford,,1,0"]).encode())
    )
    report = load_agreed(db, path, league=PREMIER_LEAGUE)
    assert [line for line, *_ in refusals(report)] == [4]
    assert len(results(db)) == 2


@pytest.mark.parametrize("rows", [3, 6_000], ids=["within the first bytes", "far behind them"])
def test_a_gz_that_is_cut_short_is_named_and_nothing_of_it_is_kept(
    db: fd.Database, tmp_path: Path, rows: int
) -> None:
    path = tmp_path / "results.csv.gz"
    lines = [
        f"{date.fromordinal(700_000 + row % 9_999)},Arsenal,Chelsea,{row % 7},{row % 5}"
        for row in range(rows)
    ]
    path.write_bytes(gzip.compress("\n".join([HEADER, *lines]).encode())[:-20])
    report = load_agreed(db, path, league=PREMIER_LEAGUE)
    assert [
        reason.endswith("a .gz file that is cut short or damaged")
        for *_, reason, _ in refusals(report)
    ] == [True]
    assert results(db) == []


@pytest.mark.parametrize(
    "rows",
    [
        [f"{GOOD[0]}", "2024-08-19,Brentford,,1,0"],
        [f"{GOOD[0]},x", f"{GOOD[1]},3"],
    ],
    ids=["a row", "a cell"],
)
def test_a_strict_load_keeps_nothing(load: Loader, db: fd.Database, rows: list[str]) -> None:
    report = load(f"{HEADER},Home Corners", *rows, strict=True)
    assert (report.is_kept, results(db), len(db.loads())) == (False, [], 0)
    assert report.refusals


# Workbooks


def sheet(*rows: tuple[object, ...]) -> str:
    """The XML of the cells of rows, from A1: `#N/A` is an error, `=A1` a formula without a value."""
    return "".join(
        f'<row r="{number}">{"".join(_cell(f"{chr(65 + place)}{number}", value) for place, value in enumerate(row))}'
        "</row>"
        for number, row in enumerate(rows, start=1)
    )


def _cell(name: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return f'<c r="{name}" s="1"><v>{(value - date(1899, 12, 30)).days}</v></c>'
    if isinstance(value, str) and value.startswith("#"):
        return f'<c r="{name}" t="e"><v>{value}</v></c>'
    if isinstance(value, str) and value.startswith("="):
        return f'<c r="{name}"><f>{value[1:]}</f></c>'
    if isinstance(value, str):
        return f'<c r="{name}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{name}"><v>{value}</v></c>'


def workbook(
    folder: Path, sheets: Mapping[str, str], *, properties: str = "", merged: str = ""
) -> Path:
    return write_workbook(folder / "results.xlsx", sheets, properties=properties, merged=merged)


COLUMN_NAMES = ("Date", "Home", "Away", "HG", "AG", "Referee", "Home Corners")
FIRST, SECOND = date(2024, 8, 17), date(2024, 8, 18)


def test_errors_and_formulas_without_values_are_named_and_no_text(
    db: fd.Database, tmp_path: Path
) -> None:
    cells = sheet(
        COLUMN_NAMES,
        (FIRST, "Arsenal", "Chelsea", 2, 1, "#N/A", 5),
        (SECOND, "Everton", "#REF!", 2, 1, "A. Taylor", 5),
        ("#VALUE!", "Everton", "Fulham", 2, 1, "A. Taylor", 5),
        (SECOND, "Brentford", "Fulham", "=SUM(A1:B2)", 1, "A. Taylor", 5),
        (SECOND, "Burnley", "Fulham", 0, 0, "=F1", "#DIV/0!"),
        (SECOND, "Liverpool", "Everton", 1, 1, "A. Taylor", 5),
    )
    report = load_agreed(db, workbook(tmp_path, {"Results": cells}), league=PREMIER_LEAGUE)
    error = "an error, a formula without a value, or a nested value"
    assert refusals(report) == [
        (2, "Referee", "no name that can be read", "#N/A"),
        (3, None, f"the name of a team is {error}", "#REF!"),
        (4, None, "no day that can be read", "#VALUE!"),
        (5, None, "no count of goals", NO_VALUE),
        (6, "Referee", "no name that can be read", NO_VALUE),
        (6, "Home Corners", "no count", "#DIV/0!"),
    ]
    stored = db.fixtures()
    assert set(stored["referee"].dropna()) == {"A. Taylor"}
    assert len(stored) == 3


def test_days_that_count_from_1904_are_those_that_the_workbook_shows(
    db: fd.Database, tmp_path: Path
) -> None:
    offset = date(1904, 1, 1) - date(1899, 12, 30)
    cells = sheet(COLUMN_NAMES, (FIRST - offset, "Arsenal", "Chelsea", 2, 1, "A. Taylor", 5))
    path = workbook(tmp_path, {"Results": cells}, properties='<workbookPr date1904="1"/>')
    load_agreed(db, path, league=PREMIER_LEAGUE)
    assert list(db.fixtures()["kickoff"].dt.date) == [FIRST]


SHEETS = {
    "Notes": sheet(("Results of the season",), ("by me", "and others")),
    "August": sheet(
        COLUMN_NAMES, (FIRST, "Arsenal", "Chelsea", 2, 1), (FIRST, "Everton", None, 2, 1)
    ),
    "Later": sheet(
        ("Premier League",),
        COLUMN_NAMES,
        (SECOND, "Fulham", "Brentford", 2, 1, "A. Taylor", 99999),
        ("x", "Burnley", "Arsenal", 2, 1),
        (SECOND, "Liverpool", "Burnley", 2, 1, "A. Taylor", 5),
    ),
}


def test_of_many_sheets_those_with_fixtures_are_read_and_refusals_name_theirs(
    db: fd.Database, tmp_path: Path
) -> None:
    report = load_agreed(db, workbook(tmp_path, SHEETS), league=PREMIER_LEAGUE)
    assert refusals(report) == [
        (3, None, "a team is missing (sheet 'August')", "2024-08-17,Everton,,2,1,,"),
        (3, "Home Corners", "no count (sheet 'Later')", "99999"),
        (4, None, "no day that can be read (sheet 'Later')", "x"),
    ]
    assert results(db) == [
        ("Arsenal", "Chelsea", 2, 1),
        ("Fulham", "Brentford", 2, 1),
        ("Liverpool", "Burnley", 2, 1),
    ]


def test_a_strict_load_keeps_no_sheet(db: fd.Database, tmp_path: Path) -> None:
    report = load_agreed(db, workbook(tmp_path, SHEETS), league=PREMIER_LEAGUE, strict=True)
    assert (report.is_kept, results(db)) == (False, [])


def test_what_a_sheet_behind_others_leaves_open_is_asked(db: fd.Database, tmp_path: Path) -> None:
    report = load_agreed(db, workbook(tmp_path, SHEETS))
    assert [question.name for _, open_ in report.open_tables for question in open_.questions] == [
        "league"
    ]


def test_merged_cells_of_a_header_and_of_days_are_of_all_their_columns_and_rows(
    db: fd.Database, tmp_path: Path
) -> None:
    cells = sheet(
        ("Date", "Home", "Away", "Score", None),
        (None, None, None, "H", "A"),
        (FIRST, "Arsenal", "Chelsea", 2, 1),
        (SECOND, "Everton", "Fulham", 0, 3),
    )
    load_agreed(db, workbook(tmp_path, {"Results": cells}, merged="D1:E1"), league=PREMIER_LEAGUE)
    assert results(db) == [("Arsenal", "Chelsea", 2, 1), ("Everton", "Fulham", 0, 3)]


def test_a_day_that_is_merged_over_rows_is_the_day_of_each(db: fd.Database, tmp_path: Path) -> None:
    cells = sheet(
        COLUMN_NAMES[:5], (FIRST, "Arsenal", "Chelsea", 2, 1), (None, "Everton", "Fulham", 0, 3)
    )
    load_agreed(db, workbook(tmp_path, {"Results": cells}, merged="A2:A3"), league=PREMIER_LEAGUE)
    assert list(db.fixtures()["kickoff"].dt.date) == [FIRST, FIRST]
