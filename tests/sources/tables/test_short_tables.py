"""A table of a few rows: one slip is a row that is refused, not a column that is not read."""

from pathlib import Path

import pytest

import footydata as fd
from tests.agreeing import load_agreed
from tests.conftest import NOW

ROWS = (
    "date,home,away,hg,ag",
    "2026-02-21,Askrigg,Hawes,2,1",
    "2026-02-21,Muker,Reeth,0,0",
    "2026-02-28,Hawes,Muker,3,1",
    "2026-02-28,Reeth,Askrigg,1,2",
)


@pytest.mark.parametrize(
    ("right", "slip", "reason"),
    [
        pytest.param("Askrigg,1,2", "Askrigg,1,w", "no count of goals", id="goals"),
        pytest.param("2026-02-28,Reeth", "2026-02-31,Reeth", "no day that can be read", id="day"),
    ],
)
def test_one_slip_in_four_rows_costs_its_row(
    tmp_path: Path, right: str, slip: str, reason: str
) -> None:
    path = tmp_path / "dales.csv"
    path.write_text("\n".join(ROWS).replace(right, slip))
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        report = load_agreed(database, path, league="GB-ENG/Dales League")
    refused = [
        (refusal.line, refusal.reason) for _, refusal in report.refusals if refusal.column is None
    ]
    assert (report.fixtures_new, refused) == (3, [(5, reason)])
