"""The dates that people type, and the moments that they mean."""

from datetime import UTC, date, datetime
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from footydata.faces.cli import clock
from footydata.faces.cli.clock import read_date, read_moment
from footydata.faces.cli.main import group


@pytest.fixture(autouse=True)
def saturday(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    """The clock stands at 14 March 2026, 15:30 UTC."""
    monkeypatch.setattr(clock.time, "time", lambda: now + 0.7)


def test_now_is_in_whole_seconds(now: int) -> None:
    assert clock.now() == now


def test_the_environment_may_name_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTYDATA_NOW", "2024-05-18T15:30")

    assert clock.now() == int(datetime(2024, 5, 18, 15, 30, tzinfo=UTC).timestamp())
    assert read_date("yesterday") == date(2024, 5, 17)


def test_a_now_that_is_no_moment_is_wrong_usage(
    monkeypatch: pytest.MonkeyPatch, sample: Path
) -> None:
    monkeypatch.setenv("FOOTYDATA_NOW", "soon")
    outcome = CliRunner().invoke(group, ["fixtures", str(sample)])

    assert outcome.exit_code == 2
    assert (
        "Invalid value for the variable FOOTYDATA_NOW: 'soon' is not a moment; write 2026-03-14T15:30"
        in outcome.stderr
    )


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-14", date(2026, 3, 14)),
        ("today", date(2026, 3, 14)),
        ("yesterday", date(2026, 3, 13)),
        ("tomorrow", date(2026, 3, 15)),
    ],
)
def test_a_day_may_be_a_word(text: str, day: date) -> None:
    assert read_date(text) == day


@pytest.mark.parametrize("text", ["2026-02-30", "14/03/2026", "soon", "", "2026-03"])
def test_what_is_no_day_says_how_one_is_written(text: str) -> None:
    with pytest.raises(click.BadParameter, match="write 2026-03-14, today, yesterday or tomorrow"):
        read_date(text)


def test_today_is_the_day_in_utc_wherever_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    late = int(datetime(2026, 3, 14, 23, 59, tzinfo=UTC).timestamp())
    monkeypatch.setattr(clock.time, "time", lambda: float(late))
    assert read_date("today") == date(2026, 3, 14)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-14", datetime(2026, 3, 14, tzinfo=UTC)),
        ("2026-03-14T15:30", datetime(2026, 3, 14, 15, 30, tzinfo=UTC)),
        ("2026-03-14 15:30", datetime(2026, 3, 14, 15, 30, tzinfo=UTC)),
        ("2026-03-14T15:30:00+01:00", datetime(2026, 3, 14, 14, 30, tzinfo=UTC)),
        ("2026-03-14T15:30:00Z", datetime(2026, 3, 14, 15, 30, tzinfo=UTC)),
        ("yesterday", datetime(2026, 3, 13, tzinfo=UTC)),
    ],
)
def test_a_moment_without_an_offset_is_utc(text: str, moment: datetime) -> None:
    assert read_moment(text) == moment.timestamp()


def test_a_text_that_is_no_moment_is_wrong_usage() -> None:
    with pytest.raises(click.BadParameter):
        read_moment("noon")


def test_a_day_begins_in_the_zone_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTYDATA_ZONE", "America/New_York")
    assert read_moment("2026-03-14") == datetime(2026, 3, 14, 4, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("command", ["standings", "project", "ratings"])
@pytest.mark.parametrize("text", ["soon", "2026-02-30T15:30", "1492-01-01"])
def test_what_is_no_moment_is_refused_by_the_name_of_the_option(
    command: str, text: str, sample: Path
) -> None:
    outcome = CliRunner().invoke(
        group, [command, str(sample), "--league", "Crown League", "--at", text]
    )
    assert outcome.exit_code == 2
    assert f"Invalid value for '--at': '{text}' is " in outcome.stderr
