"""The season of a row: by the competition's calendar, whatever file the row stands in."""

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

import footydata as fd
from footydata.sources.plausible import FAR, TO_COME, FactCheck
from tests.conftest import NOW
from tests.new_databases import new_database

MAIN = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
COUNTRY = "Country,League,Season,Date,Time,Home,Away,HG,AG,Res"
TEAMS = ("Arsenal", "Chelsea", "Everton", "Fulham", "Leeds", "Wolves")


@pytest.fixture
def database(tmp_path: Path):
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as opened:
        yield opened


def season_rows(year: int, division: str = "E0") -> list[str]:
    """A double round of six teams from August on, a match every ten days."""
    pairs = [(home, away) for home in TEAMS for away in TEAMS if home != away]
    days = [date(year, 8, 15) + timedelta(days=9 * place) for place in range(len(pairs))]
    return [
        f"{division},{day:%d/%m/%Y},{home},{away},1,0"
        for day, (home, away) in zip(days, pairs, strict=True)
    ]


def load(
    database: fd.Database, folder: Path, header: str, rows: list[str], name: str = "E0.csv"
) -> fd.LoadReport:
    path = folder / name
    path.write_text("\n".join((header, *rows)) + "\n")
    return database.load(path)


def test_one_file_of_three_seasons_gives_three(database: fd.Database, tmp_path: Path) -> None:
    load(database, tmp_path, MAIN, [*season_rows(2021), *season_rows(2022), *season_rows(2023)])
    assert Counter(database.fixtures()["season"]) == {"21/22": 30, "22/23": 30, "23/24": 30}


@pytest.mark.parametrize(
    ("slip", "doubts"),
    [("15/08/2014", [FAR]), ("15/08/2025", [FAR]), ("15/08/2094", [TO_COME, FAR])],
)
@pytest.mark.parametrize("place", [0, 14])
def test_a_mistyped_year_is_a_doubt_and_moves_no_other_row(
    database: fd.Database, tmp_path: Path, slip: str, doubts: list[FactCheck], place: int
) -> None:
    rows = season_rows(2024)
    cells = rows[place].split(",")
    rows[place] = ",".join((cells[0], slip, *cells[2:]))
    report = load(database, tmp_path, MAIN, rows)
    assert Counter(database.fixtures()["season"])["24/25"] == 29
    assert [(remark.reason, remark.line) for _, remark in report.remarks if remark.line] == [
        (doubt.reason, place + 2) for doubt in doubts
    ]


def test_the_first_match_of_a_new_season_is_no_slip(database: fd.Database, tmp_path: Path) -> None:
    load(database, tmp_path, MAIN, [*season_rows(2023), "E0,16/08/2024,Arsenal,Chelsea,1,0"])
    assert Counter(database.fixtures()["season"]) == {"23/24": 30, "24/25": 1}


@pytest.mark.parametrize(
    ("division", "day", "season"),
    [
        ("E0", "26/07/2020", "19/20"),
        ("I1", "02/08/2020", "19/20"),
        ("SP2", "07/08/2020", "19/20"),
        ("SC0", "01/08/2020", "20/21"),
        ("B1", "08/08/2020", "20/21"),
        ("F1", "21/08/2020", "20/21"),
        ("E0", "30/06/2021", "20/21"),
        ("E0", "01/07/2021", "21/22"),
    ],
)
def test_the_year_2020_has_its_own_calendar(
    database: fd.Database, tmp_path: Path, division: str, day: str, season: str
) -> None:
    load(database, tmp_path, MAIN, [f"{division},{day},Arsenal,Chelsea,1,0"])
    assert database.fixtures()["season"].tolist() == [season]


def test_seasons_that_start_in_one_year_stand_beside_each_other(
    database: fd.Database, tmp_path: Path
) -> None:
    """Argentina: 2016 was half a year long, and 2016/2017 began in the same year."""
    rows = [
        "Argentina,Liga Profesional,2016,05/02/2016,21:00,Boca Juniors,River Plate,1,0,H",
        "Argentina,Liga Profesional,2016,06/02/2016,21:00,Lanus,Huracan,2,2,D",
        "Argentina,Liga Profesional,2016/2017,11/09/2016,21:00,Boca Juniors,River Plate,2,4,A",
        "Argentina,Liga Profesional,2016/2017,12/09/2016,21:00,Lanus,Huracan,0,1,A",
    ]
    report = load(database, tmp_path, COUNTRY, rows, "ARG.csv")
    assert (report.rows_read, report.fixtures_new) == (4, 4)
    stored = database.fixtures()
    assert sorted(zip(stored["season"], stored["home"], stored["home_goals"], strict=True)) == [
        ("16/17", "Boca Juniors", 2),
        ("16/17", "Lanús", 0),
        ("2016", "Boca Juniors", 1),
        ("2016", "Lanús", 2),
    ]
