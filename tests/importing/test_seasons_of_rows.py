"""The season of a row: by the competition's calendar, whatever file the row stands in."""

from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW

COUNTRY = "Country,League,Season,Date,Time,Home,Away,HG,AG,Res"


@pytest.fixture
def database(tmp_path: Path):
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as opened:
        yield opened


def load(database: fd.Database, folder: Path, header: str, rows: list[str], name: str = "E0.csv") -> fd.LoadReport:
    path = folder / name
    path.write_text("\n".join((header, *rows)) + "\n")
    return database.load(path)


def test_seasons_that_start_in_one_year_stand_beside_each_other(database: fd.Database, tmp_path: Path) -> None:
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
        ("16/17", "Lanus", 0),
        ("2016", "Boca Juniors", 1),
        ("2016", "Lanus", 2),
    ]
