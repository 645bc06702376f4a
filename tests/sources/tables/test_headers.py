"""Thirteen files with headers of a dozen kinds, which were written before what reads them.

Their teams are real and their results invented. Each stands for a habit: a Brazilian sheet in Windows-1252 with decimal
commas, a Turkish list with half time before full time, an American schedule with the visitor first and moneylines, a
German sheet with `2:1 (1:0)` in one cell, a workbook with merged headers and a total, a wide file of several
bookmakers, a feed of JSON, a Spanish text in UTF-16, a French one with both teams in a cell, an export whose days fit
both orders, a log with a row per team, a file with prices under H, D and A, and one of goalscorers, which is no table
of fixtures. truth.json has what each is and all of its rows, as the program that wrote the files knew them.
"""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import footydata as fd
from tests.agreeing import load_agreed
from tests.new_databases import new_database
from tests.sources.tables.header_files import (
    FOLDER,
    TRUTH,
    mapped,
    stored_fixtures,
    true_fixtures,
    written_expected_goals,
)

READ = {
    "01_brasil_rodadas.csv": ("BR/Série A", "Brazil", "Série A", "2024"),
    "02_superlig_iddaa.csv": ("TR/Süper Lig", "Türkiye", "Süper Lig", "23/24"),
    "04_bundesliga_spieltage.csv": ("DE/Bundesliga", "Germany", "Bundesliga", "23/24"),
    "05_premiership_log.xlsx": ("GB-SCT/Premiership", "Scotland", "Premiership", "23/24"),
    "06_epl_prices_wide.csv": ("GB-ENG/Premier League", "England", "Premier League", "23/24"),
    "07_eliteserien_api.json": (None, "Norway", "Eliteserien", "2023"),
    "08_liga_jornadas.txt": ("ES/La Liga", "Spain", "La Liga", "23/24"),
    "09_ligue1_match.csv": ("FR/Ligue 1", "France", "Ligue 1", "24/25"),
    "12_loi_h_d_a.csv": ("IE/Premier Division", "Ireland", "Premier Division", "2023"),
}
"""File that is read without a map → the competition that the load is given, and its country, name and season."""


@pytest.fixture
def db(tmp_path: Path) -> fd.Database:
    return fd.Database(new_database(tmp_path / "football.db"))


@pytest.mark.parametrize("file", READ)
def test_a_file_is_read_to_the_last_cell_and_a_handicap_alone_is_asked(
    db: fd.Database, file: str
) -> None:
    league, country, name, season = READ[file]
    answered = {"map": mapped(FOLDER / file, handicap="home")} if file.startswith("06") else {}
    report = load_agreed(db, FOLDER / file, league=league, **answered)
    assert (report.rows_kept, report.open_tables) == (TRUTH[file]["fixtures"], [])
    assert stored_fixtures(db) == true_fixtures(file)
    stored = db.fixtures()
    assert set(zip(stored["country"], stored["league"], stored["season"], strict=True)) == {
        (country, name, season)
    }
    assert set(stored["status"]) == {"finished"}


def test_only_the_total_of_the_workbook_is_refused(db: fd.Database) -> None:
    report = load_agreed(db, FOLDER / "05_premiership_log.xlsx", league="GB-SCT/Premiership")
    assert [(refusal.line, refusal.column, refusal.reason) for _, refusal in report.refusals] == [
        (23, None, "a team is missing (sheet 'Results')")
    ]


def test_the_clubs_of_one_name_stay_apart(db: fd.Database) -> None:
    load_agreed(db, FOLDER / "01_brasil_rodadas.csv", league="BR/Série A")
    assert {"Atlético Mineiro", "Atlético Goianiense", "Athletico Paranaense"} <= set(
        db.teams()["name"]
    )


def test_times_without_a_zone_are_not_taken_and_the_report_says_so(db: fd.Database) -> None:
    report = load_agreed(db, FOLDER / "09_ligue1_match.csv", league="FR/Ligue 1")
    assert not db.fixtures()["time_known"].any()
    assert "times of an unknown zone are not taken; a map's zone tells it" in [
        remark.reason for _, remark in report.remarks
    ]


ZONES = {
    "01_brasil_rodadas.csv": "America/Sao_Paulo",
    "02_superlig_iddaa.csv": "Europe/Istanbul",
    "04_bundesliga_spieltage.csv": "Europe/Berlin",
    "05_premiership_log.xlsx": "Europe/London",
    "06_epl_prices_wide.csv": "Europe/London",
    "08_liga_jornadas.txt": "Europe/Madrid",
    "09_ligue1_match.csv": "Europe/Paris",
}


@pytest.mark.parametrize("file", ZONES)
def test_the_zone_of_a_map_gives_the_kickoffs(db: fd.Database, file: str) -> None:
    settings = {"league": READ[file][0] or "", "zone": ZONES[file], "handicap": "home"}
    load_agreed(db, FOLDER / file, map=mapped(FOLDER / file, **settings))
    stored = db.fixtures()
    assert stored["time_known"].all()
    assert sorted(stored["kickoff"]) == sorted(
        datetime.fromisoformat(f"{row['date']} {row['time']}").replace(tzinfo=ZoneInfo(ZONES[file]))
        for row in TRUTH[file]["all_rows"]
    )


def test_kickoffs_with_their_offset_need_no_zone(db: fd.Database) -> None:
    load_agreed(db, FOLDER / "07_eliteserien_api.json")
    stored = db.fixtures()
    assert stored["time_known"].all()
    assert sorted(stored["kickoff"]) == sorted(
        datetime.fromisoformat(row["kickoff_utc"])
        for row in TRUTH["07_eliteserien_api.json"]["all_rows"]
    )


def test_american_odds_that_make_a_book_are_shown(db: fd.Database) -> None:
    path = FOLDER / "03_mls_schedule.csv"
    reading = db.read_table(path, league="US/MLS")
    assert (reading.outcome, reading.map.odds) == ("look", "american")
    db.load(path, league="US/MLS", map=reading.map)
    assert stored_fixtures(db) == true_fixtures(path.name)


def test_days_that_fit_both_orders_are_asked_and_nothing_else(db: fd.Database) -> None:
    report = load_agreed(db, FOLDER / "10_analyst_snake_case.csv")
    ((_, proposal),) = report.open_tables
    assert [(question.name, question.choices) for question in proposal.questions] == [
        ("days", ("day first", "month first"))
    ]
    assert report.rows_kept == 0


@pytest.mark.parametrize("order", ["day first", "month first"])
def test_answered_the_days_are_those_of_the_order(db: fd.Database, order: str) -> None:
    path = FOLDER / "10_analyst_snake_case.csv"
    load_agreed(db, path, map=mapped(path, days=order))
    stored = stored_fixtures(db)
    expected_goals = {each["home"]: (each.pop("home_xg"), each.pop("away_xg")) for each in stored}
    assert stored == true_fixtures(path.name, day=f"date_if_{order.replace(' ', '_')}")
    assert expected_goals == written_expected_goals(path.name)
    assert {*db.fixtures()["season"]} == {"24/25"}


@pytest.mark.parametrize("file", ["11_team_log.csv", "13_top_scorers.csv"])
def test_what_is_no_table_of_fixtures_is_refused(db: fd.Database, file: str) -> None:
    report = load_agreed(db, FOLDER / file, league="IT/Serie A")
    assert (report.open_tables, len(db.fixtures())) == ([], 0)


@pytest.mark.parametrize(
    "header",
    [
        "When,Hosts,Guests,Res,Crn (H-A)",
        "Day,Home Side,Away Side,Score (H-A),Corners H-A",
        "Date,Home Squad,Away Squad,Score (Home-Away),Corners Home/Away",
    ],
)
def test_plain_words_of_english_are_known(tmp_path: Path, db: fd.Database, header: str) -> None:
    path = tmp_path / "dales.csv"
    path.write_text(f"{header}\n2026-02-21,Askrigg,Hawes,2-1,4-3\n2026-02-28,Hawes,Muker,3-1,0-7\n")
    assert load_agreed(db, path, league="GB-ENG/Dales League").rows_kept == 2
    stored = db.fixtures().sort_values("kickoff")
    assert [
        list(stored[name])
        for name in ("home", "home_goals", "away_goals", "home_corners", "away_corners")
    ] == [
        ["Askrigg", "Hawes"],
        [2, 3],
        [1, 1],
        [4, 0],
        [3, 7],
    ]
