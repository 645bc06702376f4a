"""Moments and their texts."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from footydata.football.moments import (
    day_of,
    has_time,
    iso_utc,
    midnight_of,
    minute_text,
    read_iso,
    seconds_of,
)

MOMENT = 1_773_502_200
"""14 March 2026, 15:30 UTC."""


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-14", datetime(2026, 3, 14, tzinfo=UTC)),
        ("2026-03-14T15:30", datetime(2026, 3, 14, 15, 30, tzinfo=UTC)),
        ("2026-03-14T15:30:00+01:00", datetime(2026, 3, 14, 14, 30, tzinfo=UTC)),
    ],
)
def test_a_text_without_an_offset_is_utc(text: str, moment: datetime) -> None:
    assert read_iso(text) == moment.timestamp()


def test_a_moment_without_an_offset_is_utc_and_one_with_an_offset_its_own() -> None:
    hour = timezone(timedelta(hours=1))
    assert seconds_of(datetime(2026, 3, 14, 15, 30)) == MOMENT  # noqa: DTZ001  # the missing zone is what is tested
    assert seconds_of(datetime(2026, 3, 14, 16, 30, tzinfo=hour)) == MOMENT


def test_a_text_that_is_no_moment_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="noon"):
        read_iso("noon")


@pytest.mark.parametrize(("text", "expected"), [("2026-03-14", False), ("2026-03-14 15:30", True)])
def test_a_text_tells_a_time_or_a_whole_day(text: str, expected: bool) -> None:
    assert has_time(text) is expected


def test_a_moment_is_shown_in_utc() -> None:
    assert iso_utc(MOMENT) == "2026-03-14T15:30:00+00:00"
    assert minute_text(MOMENT) == "2026-03-14 15:30"
    assert day_of(MOMENT) == date(2026, 3, 14)


def test_a_moment_whose_time_is_unknown_is_shown_as_its_day() -> None:
    assert minute_text(midnight_of(date(2026, 3, 14)), time_known=False) == "2026-03-14"
