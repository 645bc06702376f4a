"""Days and clocks are the reader's, in what is asked and in what is shown."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.cli.main import group
from footydata.football.moments import iso_utc
from footydata.store.file.opening import open_read_only
from footydata.views.arguments import Clock
from footydata.views.one_fixture import before_view
from tests.store.read.league import DAY, FIRST_DAY, LATER, SmallLeague

EVENING = FIRST_DAY + 9 * 3600 + 60
"""00:01 UTC, 20:01 of the day before in New York."""


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A league with a meeting and a fixture in the American evening, and one to come."""
    league = SmallLeague(tmp_path / "football.db", teams=2)
    league.fixture("1-2 1:0", kickoff_ts=FIRST_DAY - 7 * DAY)
    league.fixture("2-1 0:3", kickoff_ts=EVENING)
    league.fixture("1-2", kickoff_ts=LATER + DAY)
    league.connection.close()
    return tmp_path / "football.db"


@pytest.mark.parametrize(
    ("at", "zone", "end"),
    [
        ("2026-01-01", "UTC", "2026-01-02T00:00:00+00:00"),
        ("2026-01-01", "America/New_York", "2026-01-02T05:00:00+00:00"),
        ("2026-01-01", "Europe/Rome", "2026-01-02T00:00:00+00:00"),
        ("2026-01-01T12:00", "America/New_York", "2026-01-01T12:00:00+00:00"),
    ],
)
def test_a_day_ends_where_the_reader_is_and_not_before_results_are_known(
    at: str, zone: str, end: str
) -> None:
    assert iso_utc(Clock(0, ZoneInfo(zone)).end_of(at) or 0) == end


@pytest.mark.parametrize(("zone", "played"), [("UTC", 1), ("America/New_York", 2)])
def test_a_table_as_of_a_day_is_of_the_day_of_the_reader(
    evening: Path, zone: str, played: int
) -> None:
    asked = ["standings", str(evening), "--league", "Test League", "--at", "2025-08-02"]
    printed = CliRunner().invoke(group, [*asked, "--format", "csv"], env={"FOOTYDATA_ZONE": zone})
    assert f",A,{played}," in printed.output


@pytest.mark.parametrize(
    ("zone", "day"), [(UTC, "2025-08-03"), (ZoneInfo("America/New_York"), "2025-08-02")]
)
def test_meetings_before_a_fixture_are_of_the_days_of_the_reader(
    evening: Path, zone: ZoneInfo, day: str
) -> None:
    with closing(open_read_only(evening)) as connection:
        meetings = before_view(connection, Clock(LATER, zone), 3).parts["meetings"]
    texts = [
        column.text(row)
        for block in meetings.blocks
        for row in block.rows
        for column in meetings.shown
    ]
    assert day in texts


def test_a_file_that_is_played_again_has_its_own_present(evening: Path) -> None:
    with closing(fd.Database(evening, clock=lambda: LATER)) as db:
        db.connection.execute("create table replay (run text, moment_ts integer)")
        db.connection.execute("insert into replay values ('day', ?)", (EVENING - DAY,))
        moment = Clock.of(db.connection, LATER).now
    assert datetime.fromtimestamp(moment, UTC).isoformat() == "2025-08-02T00:01:00+00:00"
