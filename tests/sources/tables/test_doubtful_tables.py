"""What a table leaves in doubt: it is decided by evidence, asked, or left out, never guessed."""

from datetime import UTC, datetime

import pytest

import footydata as fd
from tests.sources.tables.conftest import Loader

TEAMS = (
    "Arsenal",
    "Chelsea",
    "Everton",
    "Fulham",
    "Brentford",
    "Burnley",
    "Liverpool",
    "Southampton",
)


def questions(report: fd.LoadReport) -> list[tuple[str, tuple[str, ...]]]:
    """What a load asks: the setting or column, and its choices."""
    return [
        (each.name, each.choices)
        for _, proposal in report.open_tables
        for each in proposal.questions
    ]


def remarks(report: fd.LoadReport) -> list[str]:
    return [remark.reason for _, remark in report.remarks]


DAYS = ("days", ("day first", "month first"))


def test_the_order_of_day_and_month_is_asked_where_every_day_fits_both(
    load: Loader, db: fd.Database
) -> None:
    report = load(
        "Date,Home,Away,HG,AG", "05/08/2024,Arsenal,Chelsea,2,1", "06/09/2024,Everton,Fulham,0,0"
    )
    assert questions(report) == [DAYS]
    assert db.fixtures().empty


@pytest.mark.parametrize(
    ("other", "first_day"),
    [("17/08/2024", "2024-08-05"), ("08/17/2024", "2024-05-08"), ("2024-08-17", None)],
    ids=["day first", "month first", "a year first"],
)
def test_one_day_that_fits_one_order_decides_for_all(
    load: Loader, db: fd.Database, other: str, first_day: str | None
) -> None:
    report = load("Date,Home,Away", "05/08/2024,Arsenal,Chelsea", f"{other},Everton,Fulham")
    assert (questions(report) == [DAYS]) == (first_day is None)
    assert first_day is None or first_day in set(db.fixtures()["kickoff"].dt.strftime("%Y-%m-%d"))


def test_days_that_are_the_same_in_both_orders_are_not_asked(load: Loader) -> None:
    report = load("Date,Home,Away", "08/08/2024,Arsenal,Chelsea", "09/09/2024,Everton,Fulham")
    assert (questions(report), report.rows_kept) == ([], 2)


def test_the_order_of_a_map_is_taken(load: Loader, db: fd.Database) -> None:
    columns = {"Date": "date", "Home": "home", "Away": "away"}
    load(
        "Date,Home,Away",
        "05/08/2024,Arsenal,Chelsea",
        map={"days": "month first", "columns": columns},
    )
    assert list(db.fixtures()["kickoff"].dt.date.astype(str)) == ["2024-05-08"]


@pytest.mark.parametrize("header", ["AH line", "AH line away"])
def test_whose_handicap_a_line_is_is_asked_and_the_answer_taken(
    load: Loader, db: fd.Database, header: str
) -> None:
    columns = f"Date,Home,Away,1,X,2,{header},AH home,AH away"
    row = "2024-08-10,Arsenal,Chelsea,1.52,4.1,6.05,1.5,1.93,1.97"
    assert questions(load(columns, row)) == [("handicap", ("home", "away"))]
    meanings = {
        "Date": "date",
        "Home": "home",
        "Away": "away",
        header: "asian line",
        "AH home": "asian home",
        "AH away": "asian away",
    }
    load(columns, row, map={"handicap": "away", "columns": meanings})
    assert list(db.odds(market="asian_handicap")["opening_line"]) == [-1.5]


def test_a_handicap_in_the_headers_of_prices_is_asked(load: Loader) -> None:
    columns = "Date,Home,Away,AH Home -0.5,AH Away +0.5"
    report = load(columns, "2024-08-10,Arsenal,Chelsea,1.92,1.98")
    assert questions(report) == [
        ("AH Home -0.5", ("ignore",)),
        ("AH Away +0.5", ("ignore",)),
    ]


@pytest.mark.parametrize(
    ("form", "cells", "prices"),
    [
        ("american", "+150,240,-200", [2.5, 3.4, 1.5]),
        ("american", "100,-100,+1050", [2.0, 2.0, 11.5]),
        ("american", "−110,+333,-115", [1.9091, 4.33, 1.8696]),  # with the sign of typesetters
        ("fractional", "5/2,evens,1/2", [3.5, 2.0, 1.5]),
        ("fractional", "100/30,11 / 4,EVS", [4.3333, 3.75, 2.0]),
        ("decimal", '2.5,"3,4",1.5', [2.5, 3.4, 1.5]),
    ],
)
def test_odds_in_a_form_that_a_map_names_are_exact_decimal_prices(
    load: Loader, db: fd.Database, form: str, cells: str, prices: list[float]
) -> None:
    load("Date,Home,Away,1,X,2", f"2024-08-10,Arsenal,Chelsea,{cells}", map=priced(form))
    odds = db.odds(market="1x2").iloc[0]
    assert [odds["opening_home"], odds["opening_draw"], odds["opening_away"]] == prices


@pytest.mark.parametrize("cells", ["+300,+340,+400", "1/8,11/4,1/2"])
def test_odds_that_are_not_decimal_and_make_no_book_are_asked(load: Loader, cells: str) -> None:
    report = load("Date,Home,Away,1,X,2", f"2024-08-10,Arsenal,Chelsea,{cells}")
    assert questions(report) == [("odds", ("decimal", "american", "fractional"))]


@pytest.mark.parametrize("cells", ["+150,+240,-120", "6/4,12/5,5/6"])
def test_odds_that_are_not_decimal_and_make_a_book_are_to_be_looked_at(
    load: Loader, db: fd.Database, cells: str
) -> None:
    load("Date,Home,Away,1,X,2", f"2024-08-10,Arsenal,Chelsea,{cells}")
    assert db.odds()["opening_price_1"].tolist() == [2.5]


@pytest.mark.parametrize(
    ("form", "cells"),
    [("american", "50,2.5,+0"), ("fractional", "5/0,2.5,-200"), ("decimal", "5/2,1.0,-200")],
)
def test_a_price_that_is_none_in_its_form_is_named_by_column(
    load: Loader, db: fd.Database, form: str, cells: str
) -> None:
    report = load("Date,Home,Away,1,X,2", f"2024-08-10,Arsenal,Chelsea,{cells}", map=priced(form))
    assert [(refusal.line, refusal.column, refusal.reason) for _, refusal in report.refusals] == [
        (2, column, "no price") for column in "1X2"
    ]
    assert (report.rows_kept, len(db.odds())) == (1, 0)


def priced(form: str) -> dict[str, object]:
    selections = {"1": "home", "X": "draw", "2": "away"}
    prices = {name: f"1x2 {selection}" for name, selection in selections.items()}
    return {"odds": form, "columns": {"Date": "date", "Home": "home", "Away": "away", **prices}}


TIMES = (
    "Date,Time,Home,Away",
    "2024-08-17,15:00,Arsenal,Chelsea",
    "2024-12-17,3.30 pm,Everton,Fulham",
)
TIMED = {"Date": "date", "Time": "time", "Home": "home", "Away": "away"}


def test_times_are_read_in_the_zone_of_a_map_in_summer_and_in_winter(
    load: Loader, db: fd.Database
) -> None:
    load(*TIMES, map={"zone": "Europe/London", "columns": TIMED})
    assert [moment.to_pydatetime() for moment in db.fixtures()["kickoff"]] == [
        datetime(2024, 8, 17, 14, tzinfo=UTC),
        datetime(2024, 12, 17, 15, 30, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    "options",
    [{}, {"map": {"columns": TIMED}}],
    ids=["without a map", "with a map that has no zone"],
)
def test_local_times_without_a_zone_are_not_taken(
    load: Loader, db: fd.Database, options: dict[str, dict[str, object]]
) -> None:
    report = load(*TIMES, **options)
    assert not db.fixtures()["time_known"].any()
    assert "times of an unknown zone are not taken; a map's zone tells it" in remarks(report)


def test_a_time_with_its_offset_needs_no_zone(load: Loader, db: fd.Database) -> None:
    load(
        "Date,Time,Home,Away",
        "2024-08-17,15:00+03:00,Arsenal,Chelsea",
        "2024-08-18,15:00Z,Everton,Fulham",
    )
    assert list(db.fixtures()["kickoff"].dt.hour) == [12, 15]


def test_a_header_that_says_utc_is_a_zone(load: Loader, db: fd.Database) -> None:
    load("Date,Time (UTC),Home,Away", "2024-08-17,15:00,Arsenal,Chelsea")
    assert list(db.fixtures()["kickoff"].dt.hour) == [15]


CUP = ("Date,Home,Away,HG,AG,HTHG,HTAG", "2024-02-25,Chelsea,Liverpool,0,1,0,0")
CUP_COLUMNS = {
    "Date": "date",
    "Home": "home",
    "Away": "away",
    "HG": "home_goals",
    "AG": "away_goals",
}


@pytest.mark.parametrize(
    "options",
    [
        {"league": "GB-ENG/League Cup"},
        {"map": {"league": "England/EFL Cup", "columns": CUP_COLUMNS}},
    ],
    ids=["of the load", "of the map"],
)
def test_the_goals_of_a_cup_are_its_final_score(
    load: Loader, db: fd.Database, options: dict[str, object]
) -> None:
    report = load(*CUP, **options)
    assert goals(db) == [(None, None, 0, 1)]
    assert "goals that may include extra time are taken for final scores" in remarks(report)


def test_the_goals_of_a_cup_in_a_column_are_its_final_score(load: Loader, db: fd.Database) -> None:
    load(
        "Competition,Country,Date,Home,Away,Score",
        "League Cup,England,2024-02-25,Chelsea,Liverpool,0-1",
        league=None,
    )
    assert goals(db) == [(None, None, 0, 1)]


def test_the_goals_of_a_cup_are_those_of_ninety_minutes_if_a_map_says_so(
    load: Loader, db: fd.Database
) -> None:
    written = {"scores": "ninety minutes", "columns": CUP_COLUMNS}
    report = load(*CUP, league="GB-ENG/League Cup", map=written)
    assert goals(db) == [(0, 1, None, None)]
    assert not any("final scores" in remark for remark in remarks(report))


def test_the_goals_of_a_league_are_those_of_ninety_minutes(load: Loader, db: fd.Database) -> None:
    load(*CUP)
    assert goals(db) == [(0, 1, None, None)]


@pytest.mark.parametrize(
    ("row", "stored"),
    [
        ("GB-ENG/League Cup,2024-02-25,Chelsea,Liverpool,0-1 a.e.t.,", (None, None, None, None)),
        ("GB-ENG/Premier League,2024-02-25,Chelsea,Liverpool,0-1,AET", (None, None, 0, 1)),
    ],
    ids=["in the score", "in the status"],
)
def test_extra_time_that_a_row_tells_is_none_of_ninety_minutes(
    load: Loader, db: fd.Database, row: str, stored: tuple[int | None, ...]
) -> None:
    load("Competition,Date,Home,Away,Score,Status", row, league=None)
    assert goals(db) == [stored]


def goals(db: fd.Database) -> list[tuple[int | None, ...]]:
    """The goals of ninety minutes and at the end of each fixture."""
    columns = ["home_goals", "away_goals", "final_home_goals", "final_away_goals"]
    values = db.fixtures()[columns].astype(object)
    return list(values.where(values.notna(), None).itertuples(index=False, name=None))
