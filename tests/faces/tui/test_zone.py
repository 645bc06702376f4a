"""Days and times of a zone."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from footydata.faces.tui.screens.dialogs import read_day
from footydata.faces.zone import ClockZone, days_around, local_zone, long_date, relative_day

BERLIN = ClockZone(ZoneInfo("Europe/Berlin"))


def ts(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_day_begins_at_midnight_in_its_zone() -> None:
    assert BERLIN.day(date(2026, 3, 14)) == (
        ts("2026-03-13T23:00"),
        ts("2026-03-14T23:00"),
        ts("2026-03-14T00:00"),
    )


def test_day_of_the_clock_change_has_23_hours() -> None:
    day = BERLIN.day(date(2026, 3, 29))
    assert day.end_ts - day.start_ts == 23 * 3600


def test_zone_of_the_machine_is_the_default() -> None:
    moment = datetime.fromtimestamp(ts("2026-03-14T12:00"), UTC).astimezone()
    assert ClockZone().moment(ts("2026-03-14T12:00")) == moment
    assert ClockZone().day(moment.date()).end_ts > ClockZone().day(moment.date()).start_ts


def test_machine_on_utc_is_shown_as_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClockZone, "moment", lambda self, at: datetime.fromtimestamp(at, UTC))
    assert local_zone(0).info is UTC


@pytest.mark.parametrize(
    ("zone", "label"),
    [
        (UTC, "UTC"),
        ("Europe/Berlin", "local time, CET"),
        ("America/Sao_Paulo", "local time, UTC-0300"),
    ],
    ids=str,
)
def test_label_names_the_zone(zone: object, label: str) -> None:
    info = ZoneInfo(zone) if isinstance(zone, str) else UTC
    assert ClockZone(info).label(ts("2026-01-14T12:00")) == label


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        (date(2026, 3, 14), "today"),
        (date(2026, 3, 15), "tomorrow"),
        (date(2026, 3, 13), "yesterday"),
        (date(2026, 3, 16), "in 2 days"),
        (date(2026, 1, 20), "53 days ago"),
        (date(2026, 1, 1), "2 months ago"),
        (date(2024, 4, 1), "23 months ago"),
        (date(2018, 3, 15), "7 years ago"),
        (date(2030, 3, 14), "in 4 years"),
    ],
    ids=str,
)
def test_distance_from_today_is_in_words(on: date, expected: str) -> None:
    assert relative_day(on, date(2026, 3, 14)) == expected


def test_dates_have_their_weekday() -> None:
    assert long_date(date(2026, 3, 14)) == "Sat 14 Mar 2026"


def test_week_has_the_day_in_the_middle() -> None:
    week = days_around(date(2026, 3, 1))
    assert (week[0], week[3], week[-1]) == (date(2026, 2, 26), date(2026, 3, 1), date(2026, 3, 4))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-10", date(2026, 3, 10)),
        ("2026-3-1", date(2026, 3, 1)),
        ("2019-08", date(2019, 8, 1)),
        ("10 Mar 2019", date(2019, 3, 10)),
        ("10 march", date(2025, 3, 10)),
        ("10.3.", date(2025, 3, 10)),
        ("10/3/2019", date(2019, 3, 10)),
        ("+7", date(2025, 5, 12)),
        ("-1", date(2025, 5, 4)),
        ("today", date(2026, 3, 14)),
        ("Yesterday", date(2026, 3, 13)),
        ("31.2.", None),
        ("10 xyz", None),
        ("0000-01-01", None),
        ("+999999999", None),
        ("+999999", None),
        ("-999999", None),
        ("9999-12-31", None),
        ("0001-01-01", None),
        ("soon", None),
        ("", None),
    ],
)
def test_date_is_parsed_as_people_type_it(text: str, day: date | None) -> None:
    assert read_day(text, today=date(2026, 3, 14), from_day=date(2025, 5, 5)) == day
