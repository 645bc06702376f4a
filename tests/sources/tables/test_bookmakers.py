"""The bookmaker of prices whose column names none."""

from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW
from tests.sources.tables.conftest import Loader

PRICES = (
    "Date,Home,Away,H price,D price,A price",
    "2026-03-01,Ames,Fargo,1.87,3.70,3.90",
    "2026-03-08,Fargo,Ames,2.10,3.40,3.30",
)
COLUMNS = {
    "Date": "date",
    "Home": "home",
    "Away": "away",
    **{
        f"{letter} price": f"1x2 {selection}"
        for letter, selection in zip("HDA", ("home", "draw", "away"), strict=True)
    },
}


@pytest.mark.parametrize(
    ("written", "slug", "name"),
    [
        pytest.param("Silver Dollar", "silver-dollar", "Silver Dollar", id="not in the register"),
        pytest.param("Bet365", "bet365", "bet365", id="by its name"),
        pytest.param("b365", "bet365", "bet365", id="by its code"),
    ],
)
def test_the_bookmaker_of_a_map_has_the_prices_whose_column_names_none(
    tmp_path: Path, written: str, slug: str, name: str
) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("\n".join(PRICES))
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        database.load(
            path, map={"league": "US/Prairie League", "bookmaker": written, "columns": COLUMNS}
        )
        bookmakers = database.bookmakers()
    assert bookmakers[["slug", "name"]].to_numpy().tolist() == [[slug, name]]


def test_handicap_lines_of_football_data_are_read_beside_a_header_that_is_not_its(
    load: Loader, db: fd.Database
) -> None:
    load(
        "Div,Date,Home Side,AwayTeam,FTHG,FTAG,AHh,B365AHH,B365AHA,AHCh,B365CAHH,B365CAHA",
        "E0,17/08/2024,Arsenal,Wolves,2,0,-1.5,1.93,1.97,-1.75,2.02,1.88",
        "E0,18/08/2024,Everton,Brighton,0,3,0.25,1.87,2.03,0.5,1.81,2.09",
    )

    odds = db.odds(market="asian")

    assert sorted(odds["opening_line"]) == [-1.5, 0.25]
    assert sorted(odds["closing_line"]) == [-1.75, 0.5]
