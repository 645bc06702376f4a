"""The tables of a season as they went are those of standings, day by day or round by round."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import InvalidArgument
from tests.conftest import NOW

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
ROWS = (
    "E0,17/08/02,Arsenal,Chelsea,0,1",
    "E0,18/08/02,Leeds,Everton,,",
    "E0,24/08/02,Arsenal,Leeds,2,0",
    "E0,25/08/02,Chelsea,Everton,0,0",
    "E0,31/08/02,Everton,Arsenal,0,3",
    "E0,01/09/02,Leeds,Chelsea,0,0",
    "E0,07/09/02,Everton,Leeds,2,2",
    "E0,08/09/02,Chelsea,Arsenal,0,0",
    "E0,14/09/02,Leeds,Arsenal,0,1",
    "E0,15/09/02,Everton,Chelsea,4,0",
)


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def rows(frame: pd.DataFrame) -> list[list[object]]:
    return frame.astype(object).where(frame.notna(), None).to_numpy().tolist()


@pytest.mark.parametrize("kind", ["total", "corner"])
def test_the_table_of_a_day_is_that_of_standings(db: fd.Database, kind: str) -> None:
    frame = db.positions("Crown League", "25/26", type=kind)  # type: ignore[arg-type]  # a name of the table
    days = frame["day"].drop_duplicates()
    assert len(days) > 10
    for day in days.iloc[:: len(days) // 3]:
        table = db.standings("Crown League", "25/26", type=kind, at=f"{day:%Y-%m-%d}")  # type: ignore[arg-type]  # as above
        assert rows(frame[frame["day"] == day].drop(columns=["day", "round"])) == rows(table)
    assert (frame.attrs["league"], frame.attrs["season"], frame.attrs["left_out"]) == (
        "Crown League",
        "25/26",
        [],
    )


def test_the_table_of_a_round_is_that_of_standings(db: fd.Database) -> None:
    frame = db.positions("Crown League", "24/25", by="round")
    assert frame["round"].drop_duplicates().tolist() == list(
        range(1, int(frame["round"].max()) + 1)
    )
    for number in (1, 7):
        table = db.standings("Crown League", "24/25", round=number)
        assert rows(frame[frame["round"] == number].drop(columns=["day", "round"])) == rows(table)


def test_places_follow_the_days_on_which_fixtures_count(tmp_path: Path) -> None:
    (tmp_path / "E0.csv").write_text("\n".join((HEADER, *ROWS)) + "\n")
    with fd.Database(tmp_path / "football.db", clock=lambda: 1_034_000_000) as football:
        football.load(tmp_path / "E0.csv")
        frame = football.positions("E0")
        # One fixture has no result: from the day after it on seven days have a table of fewer than nine in ten.
        assert [day.removeprefix("2002-") for day in frame.attrs["left_out"]] == [
            *("08-24", "08-25", "08-31", "09-01", "09-07", "09-08", "09-14"),
        ]
        assert frame["day"].dt.date.astype(str).drop_duplicates().tolist() == [
            "2002-08-17",
            "2002-09-15",
        ]
        places = frame.pivot(index="day", columns="team", values="position")
        assert places.columns.tolist() == ["Arsenal", "Chelsea", "Everton", "Leeds United"]
        # Points: 0, 3, 0, 0, then 10, 6, 5, 2.
        assert places.to_numpy().tolist() == [[4, 1, 2, 3], [1, 2, 3, 4]]
        # Where rounds are not known, they are counted.
        by_round = football.positions("E0", by="round")
        assert by_round.attrs["left_out"] == []
        assert by_round["round"].is_monotonic_increasing


def test_a_season_without_finished_fixtures_says_so(tmp_path: Path) -> None:
    (tmp_path / "E0.csv").write_text(f"{HEADER}\nE0,21/04/27,Chelsea,Leeds,,\n")
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as football:
        football.load(tmp_path / "E0.csv")
        frame = football.positions("E0")
    assert (
        frame.attrs["reason"]
        == "no fixture of Premier League 26/27 is finished that a table counts"
    )
    assert frame.dtypes.astype(str)["day"] == "datetime64[us, UTC]"


def test_a_wrong_step_is_an_error(db: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="by"):
        db.positions("Crown League", by="week")  # type: ignore[arg-type]  # as a user without a type checker
