"""Days and times in the zone that screens and pages show: UTC, or the zone of the machine."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from footydata.football.moments import day_of, midnight_of
from footydata.store.read.days import Day

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

DAYS_BESIDE = 3
"""Days shown before and after the day itself, if there is room."""


class MachineZone(tzinfo):
    """The zone of the machine, as the platform knows it at each moment."""

    def fromutc(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return moment.replace(tzinfo=None).astimezone().utcoffset() if moment else None

    def dst(self, moment: datetime | None) -> timedelta | None:
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return moment.replace(tzinfo=None).astimezone().tzname() if moment else None


MACHINE = MachineZone()


@dataclass(frozen=True, slots=True)
class ClockZone:
    """A zone in which days begin and times are shown; by default the machine's own."""

    info: tzinfo = MACHINE

    def moment(self, ts: int) -> datetime:
        """A moment in the zone."""
        return datetime.fromtimestamp(ts, UTC).astimezone(self.info)

    def today(self, now: int) -> date:
        """Today in the zone; now: unix seconds."""
        return self.moment(now).date()

    def day(self, on: date) -> Day:
        """The bounds of a day; it may have 23 or 25 hours."""
        return Day(self._start(on), self._start(on + timedelta(days=1)), midnight_of(on))

    def date_of(self, kickoff_ts: int, *, time_known: int) -> date:
        """The day on which a fixture is listed; without a known time its date in UTC, whatever the zone."""
        return self.moment(kickoff_ts).date() if time_known else day_of(kickoff_ts)

    def time_of(self, kickoff_ts: int, *, time_known: int) -> str:
        """The time of a kickoff, as 15:00; dashes if it is not known."""
        return f"{self.moment(kickoff_ts):%H:%M}" if time_known else "--:--"

    def label(self, ts: int) -> str:
        """The zone's name at a moment: UTC, or local time with its name or distance to UTC."""
        if self.info is UTC:
            return "UTC"
        moment = self.moment(ts)
        name = moment.tzname() or ""
        label = name if name[:1].isalpha() else f"UTC{moment:%z}"
        return f"local time, {label}"

    def _start(self, on: date) -> int:
        return int(datetime.combine(on, time(), self.info).timestamp())


def local_zone(now: int) -> ClockZone:
    """The machine's zone, as UTC if it is that."""
    own = ClockZone()
    return ClockZone(UTC) if own.moment(now).tzname() == "UTC" else own


def short_date(on: date) -> str:
    """A date as Sat 14 Mar."""
    return f"{WEEKDAYS[on.weekday()]} {on.day} {MONTHS[on.month - 1]}"


def long_date(on: date) -> str:
    """A date as Sat 14 Mar 2026."""
    return f"{short_date(on)} {on.year}"


def relative_day(on: date, today: date) -> str:
    """A date's distance from today in words: today, yesterday, in 3 days, 2 years ago."""
    days = (on - today).days
    near = {0: "today", 1: "tomorrow", -1: "yesterday"}
    if days in near:
        return near[days]
    length, unit = next((length, unit) for length, unit in _SPANS if abs(days) >= 2 * length)
    span = f"{int(abs(days) // length)} {unit}"
    return f"in {span}" if days > 0 else f"{span} ago"


_SPANS = ((365.25, "years"), (30.44, "months"), (1, "days"))
"""Days of a unit and its name, the longest first; a unit is used from two of it on."""


def days_around(day: date, beside: int = DAYS_BESIDE) -> list[date]:
    """A day with as many days before it as after it."""
    return [day + timedelta(days=offset) for offset in range(-beside, beside + 1)]
