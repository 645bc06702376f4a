"""A league table in a notebook: its title, its zones and why it may be wrong, as a page."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from tests.conftest import NOW


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(scope="module")
def championship(
    real_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[fd.Database]:
    """The Championship of 2018-19, in which Birmingham City lost nine points."""
    with fd.Database(tmp_path_factory.mktemp("real") / "football.db") as database:
        database.load(real_data / "football_data_co_uk" / "1819" / "E1.csv")
        yield database


def page(frame: pd.DataFrame) -> str:
    return str(frame._repr_html_())  # type: ignore[operator]  # pandas declares no result


def test_a_table_has_its_title_zones_and_decisions(championship: fd.Database) -> None:
    shown = page(championship.standings("E1", "18/19"))
    assert "<b>Championship 18/19</b>" in shown
    assert (
        "<div>Promotion: 1 to 2</div><div>Promotion play-off: 3 to 6</div><div>Relegation: 22 to 24</div>"
        in shown
    )
    assert shown.count("border-bottom") == 3
    assert "Birmingham City: 9 points taken (2019-03-22: " in shown


def test_the_line_of_a_zone_is_below_its_last_team(championship: fd.Database) -> None:
    table = championship.standings("E1", "18/19")
    ends = [row for row in page(table).split("<tr")[2:] if "border-bottom" in row]
    assert [team for row in ends for team in table["team"] if f">{team}<" in row] == [
        table["team"][at - 1] for at in (2, 6, 21)
    ]


def test_a_table_of_one_venue_or_the_last_fixtures_has_no_zones(championship: fd.Database) -> None:
    tables = [
        championship.standings("E1", "18/19", venue="home"),
        championship.standings("E1", "18/19", last=5),
    ]
    assert [(table.attrs["zones"], "border-bottom" in page(table)) for table in tables] == [
        ({}, False)
    ] * 2
    assert [table.attrs["title"] for table in tables] == [
        "Championship 18/19, home",
        "Championship 18/19, last 5",
    ]


def test_a_corner_table_is_without_the_fixture_that_was_awarded(championship: fd.Database) -> None:
    # The source has the walkover to Brentford without statistics.
    table = championship.standings("E1", "18/19", type="corner")
    assert (table.attrs["known"], table.attrs["played"]) == (551, 551)
    assert championship.standings("E1", "18/19")["played"].sum() == 2 * 552


def test_doubts_stand_below_it_and_all_is_escaped(db: fd.Database) -> None:
    table = db.standings(39)
    table.loc[0, "team"] = "<script>"
    table.attrs |= {"doubts": ["1 < 2"], "notes": ["A & B"]}
    assert "<script>" not in page(table)
    assert ">&lt;script&gt;</td>" in page(table)
    assert "<div>Doubtful: 1 &lt; 2</div>" in page(table)
    assert "<div>A &amp; B</div>" in page(table)


def test_a_column_without_values_is_not_shown(db: fd.Database) -> None:
    shown = page(db.standings(39, "24/25"))
    assert "<th>points</th>" in shown
    assert "<th>deduction</th>" not in shown
    assert "<th>group</th>" not in shown


def test_an_added_column_is_shown(db: fd.Database) -> None:
    table = db.standings(39)
    table["stadium"] = "Anfield"
    assert "<th>stadium</th>" in page(table)


def test_the_table_is_a_plain_frame(db: fd.Database) -> None:
    table = db.standings(39, type="corner", at="2026-01-01")
    pd.testing.assert_frame_equal(pd.DataFrame(table), table)
    pd.testing.assert_frame_equal(pickle.loads(pickle.dumps(table)), table)
    assert "<b>" not in page(table.head(3))
    assert "<b>Crown League 25/26, corners, as of 2026-01-01" in page(table)
