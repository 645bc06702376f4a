"""The days and times in files, as people and programs write them, and the order in which days are written.

Days are day first, as the sources write them, or month first. A spreadsheet may write all days of a file again in its
own order, or exchange the day and the month of those alone that it takes for days of its order: 05/08/2024 becomes
2024-05-08, while 17/08/2024 stays. So all days of a file decide together.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from footydata.football.moments import midnight_of, year_of
from footydata.football.register import normalised
from footydata.football.wording import plural

FIRST_YEAR, LAST_YEAR = 1863, 2100
"""The years in which a fixture can be; football's first rules date from 1863."""

EARLIEST_TS, LATEST_TS = midnight_of(date(FIRST_YEAR, 1, 1)), midnight_of(date(LAST_YEAR + 1, 1, 1))
"""The start of the first and the end of the last of these years, in unix seconds; a moment in milliseconds is not between."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_MONTHS = (
    "jan january januar janeiro enero janvier gennaio gen ocak oca januari stycznia sty ene janv janar",
    "feb february februar fevereiro febrero fevrier febbraio subat sub februari lutego lut fev fevr",
    "mar march marz marco marzo mars mart maart marca mrt mrz maa",
    "apr april abril avril aprile nisan nis kwietnia kwi abr avr",
    "may mai maio mayo maggio mag mayis mei maja maj",
    "jun june juni junho junio juin giugno giu haziran haz czerwca cze",
    "jul july juli julho julio juillet luglio lug temmuz tem lipca lip juil",
    "aug august agosto aout ago agustos agu augustus sierpnia sie augusti",
    "sep september setembro septiembre septembre settembre set eylul eyl wrzesnia wrz sept",
    "oct october oktober outubro octubre octobre ottobre ott ekim eki pazdziernika paz okt out",
    "nov november novembro noviembre novembre kasim kas listopada lis",
    "dec december dezember dezembro diciembre decembre dicembre dic aralik ara grudnia gru dez des desember",
)
_MONTH_OF = {
    name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()
}

_HOURS_AHEAD = {
    **dict.fromkeys(("Z", "UTC", "GMT", "WET"), 0),
    "BST": 1,
    "WEST": 1,
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "MSK": 3,
}
"""The letters of UTC and of Europe's zones behind a time → the hours from UTC."""

_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?P<mark>[:.hH])(?P<minute>\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(?P<half>[AaPp]\.?[Mm]\.?)?"
    r"(?: Uhr| h)?\s*(?:(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?"
    rf"|(?P<zone>{'|'.join(_HOURS_AHEAD)}))?",
    re.ASCII,
)
_HOUR = re.compile(r"(?P<hour>\d{1,2})\s*(?P<half>[AaPp]\.?[Mm]\.?)", re.ASCII)
_BEFORE_CLOCK = re.compile(r"(?<=\d)T(?=\d)|[ ,;|]+(?:at |@ )?")
_WEEKDAY = re.compile(r"^[^\W\d]+\.?,?\s+(?=\d)|^[^\W\d]+\.?,\s+|\s?\([^\d()]+\)$")
_DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+(?:de |di )?(?P<month>[^\W\d]+)\.?,?[\s-]+"
    r"(?:de )?(?P<year>\d{4}|\d{2})"
)
_MONTH_FIRST = re.compile(
    r"(?P<month>[^\W\d]+)\.?[\s-]+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(?P<year>\d{4})"
)
_ORDERED = re.compile(
    r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<!-)\d{2})(?: 0?0:00(?::00)?)?", re.ASCII
)
_ISO = re.compile(r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T]00:00(?::00)?)?", re.ASCII)
_PLAIN = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_DOTTED = re.compile(r"(\d{4})[.年](\d{1,2})[.月](\d{1,2})[.日]?", re.ASCII)
_SECONDS = re.compile(r"-?\d{9,13}", re.ASCII)
SERIAL = re.compile(r"(2[6-9]\d{3}|[3-5]\d{4})(?:\.\d+)?", re.ASCII)
_FIRST_SERIAL = date(1899, 12, 30)
"""The day that spreadsheets count as 0; what is read counts from 1971."""

_SHORT = re.compile(r"(\d{1,2})[./-](\d{1,2})\.?", re.ASCII)
_SHORT_NAMED = re.compile(r"(\d{1,2})\.?[\s-]+([^\W\d]+)\.?|([^\W\d]+)\.?[\s-]+(\d{1,2})", re.ASCII)


_WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lunes martes miercoles jueves viernes sabado domingo",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunedi martedi mercoledi giovedi venerdi sabato domenica",
    "segunda terca quarta quinta sexta sabado domingo",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
)
"""The weekdays from Monday on, a language a row; they are written whole or by their first letters."""


class WrittenDay(NamedTuple):
    """A day as it is written, and with the numbers of day and month exchanged; None where there is no such day.

    is_ordered: whether the order of day and month depends on who wrote it, as in 05/08/2024 and not in 2024-08-05.
    """

    plain: date | None
    exchanged: date | None
    is_ordered: bool

    @property
    def is_open(self) -> bool:
        """Whether it is another day in the other order."""
        return self.is_ordered and None not in self[:2] and self.plain != self.exchanged


@lru_cache(maxsize=4096)
def written_day(text: str) -> WrittenDay | None:
    """The day in a text, in both orders; None if neither order gives a day of a year with football.

    >>> written_day("05/08/24")
    WrittenDay(plain=datetime.date(2024, 8, 5), exchanged=datetime.date(2024, 5, 8), is_ordered=True)
    >>> written_day("2024-08-17")
    WrittenDay(plain=datetime.date(2024, 8, 17), exchanged=None, is_ordered=False)
    >>> written_day("Sat 17 août 2024").plain, written_day("next week")
    (datetime.date(2024, 8, 17), None)
    """
    if not _MONTH_FIRST.fullmatch(text):
        weekday, _, rest = text.partition(" ")
        has_weekday = weekday.isalpha() and _MONTH_FIRST.fullmatch(rest)
        text = rest if has_weekday else _WEEKDAY.sub("", text)
    if match := _DAY_FIRST.fullmatch(text) or _MONTH_FIRST.fullmatch(text):
        year, day = year_of(match["year"]), int(match["day"])
        month = _MONTH_OF.get(normalised(match["month"]), 0)
    elif match := _ISO.fullmatch(text) or _PLAIN.fullmatch(text) or _DOTTED.fullmatch(text):
        year, month, day = map(int, match.groups())
    elif match := _ORDERED.fullmatch(text):
        year, month, day = year_of(match[4]), int(match[3]), int(match[1])
    else:
        return None
    is_ordered = match.re is _ORDERED
    written = WrittenDay(day_of(year, month, day), day_of(year, day, month), is_ordered)
    return written if any(written[:2]) else None


def day_of(year: int, month: int, day: int) -> date | None:
    """The date; None if there is no such day, or its year is not within FIRST_YEAR to LAST_YEAR."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


class WrittenClock(NamedTuple):
    """A time of day; offset: its zone, where it is written, as Z, +02:00, UTC+2 or CEST."""

    hour: int
    minute: int
    offset: tzinfo | None = None


_MIDNIGHT = WrittenClock(0, 0)
"""Beside a day it is what programs write of a day without a time."""


class WrittenMoment(NamedTuple):
    """A day with what is written beside it.

    clock: None if there is no time; a moment in unix seconds has that of UTC.
    """

    day: WrittenDay
    clock: WrittenClock | None = None


@lru_cache(maxsize=16_384)
def written_moment(text: str) -> WrittenMoment | None:
    """The day in a text, and the time if it has one; None if there is no day in it.

    >>> written_moment("Sat 17 Aug 2024, 3:00 PM").clock, written_moment("17 août 2024").day.plain
    (WrittenClock(hour=15, minute=0, offset=None), datetime.date(2024, 8, 17))
    >>> written_moment("05/08/2024 20:45").day.is_open, written_moment("next week")
    (True, None)
    >>> written_moment("17 Aug 49").day.plain.year, written_moment("17 Aug 50").day.plain.year
    (2049, 1950)
    >>> written_moment("2024-08-17T14:00:00Z") == written_moment("1723903200")
    True
    """
    text = " ".join(text.split())
    if _SECONDS.fullmatch(text):
        # From so many on they are milliseconds.
        seconds = int(text) // (1000 if abs(int(text)) >= 10**11 else 1)
        if not EARLIEST_TS <= seconds <= LATEST_TS:
            return None
        at = datetime.fromtimestamp(seconds, UTC)
        of_utc = WrittenClock(at.hour, at.minute, UTC)
        return WrittenMoment(WrittenDay(at.date(), None, is_ordered=False), of_utc)
    if match := SERIAL.fullmatch(text):
        counted = _FIRST_SERIAL + timedelta(days=int(match[1]))
        return WrittenMoment(WrittenDay(counted, None, is_ordered=False))
    for match in _BEFORE_CLOCK.finditer(text):
        clock = written_clock(text[match.end() :])
        if clock is not None and (day := written_day(text[: match.start()])) is not None:
            return WrittenMoment(day, None if clock == _MIDNIGHT else clock)
    day = written_day(text)
    return None if day is None else WrittenMoment(day)


@lru_cache(maxsize=4096)
def written_clock(text: str) -> WrittenClock | None:
    """The time of day in a text, with its zone if it has one; None if it is no time.

    >>> written_clock("20:45"), written_clock("7.30 pm"), written_clock("21h05"), written_clock("25:00")
    (WrittenClock(hour=20, minute=45, offset=None), WrittenClock(hour=19, minute=30, offset=None),\
 WrittenClock(hour=21, minute=5, offset=None), None)
    """
    text = text.strip()
    match = _CLOCK.fullmatch(text) or _HOUR.fullmatch(text)
    if match is None:
        return None
    parts = match.groupdict()
    hour, minute = int(parts["hour"]), int(parts.get("minute") or 0)
    if half := parts["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    offset: tzinfo | None = None
    if zone := parts.get("zone"):
        offset = timezone(timedelta(hours=_HOURS_AHEAD[zone]))
    elif sign := parts.get("sign"):
        ahead = timedelta(hours=int(parts["hours"]), minutes=int(parts["minutes"] or 0))
        with suppress(ValueError):
            offset = timezone(ahead if sign == "+" else -ahead)
    return WrittenClock(hour, minute, offset) if hour < 24 and minute < 60 else None


def kickoff_at(day: date, clock: WrittenClock | None, zone: tzinfo | None) -> tuple[int, bool]:
    """The kickoff in unix seconds, and whether its time is known: that of a zone which is not known is not.

    zone: of a clock that has none.

    >>> from zoneinfo import ZoneInfo
    >>> kickoff_at(date(2019, 8, 9), WrittenClock(20, 0), ZoneInfo("Europe/London"))  # 19:00 UTC, in summer
    (1565377200, True)
    """
    if clock is None or (zone := clock.offset or zone) is None:
        return midnight_of(day), False
    at = datetime(day.year, day.month, day.day, clock.hour, clock.minute, tzinfo=zone)
    return int(at.timestamp()), True


def weekdays_in(texts: Iterable[str]) -> Mapping[str, int] | None:
    """Text → its weekday, Monday 0, in the first language in which all of them are one; None if there is none.

    >>> weekdays_in(["Sat", "Sunday"]), weekdays_in(["Sa.", "Mi."]), weekdays_in(["Sat", "Rain"])
    ({'Sat': 5, 'Sunday': 6}, {'Sa.': 5, 'Mi.': 2}, None)
    >>> weekdays_in(["domestic_league"])
    """
    words = {text: normalised(text).partition(" ")[0] for text in texts}
    for language in _WEEKDAYS:
        days = {
            name[:size]: day
            for day, name in enumerate(language.split())
            for size in range(2, len(name) + 1)
        }
        if words and all(word in days for word in words.values()):
            return {text: days[word] for text, word in words.items()}
    return None


@lru_cache(maxsize=4096)
def short_day(text: str) -> tuple[int, int] | None:
    """The two numbers of a day without a year as they stand, month first where the month is a word; None if it is none.

    >>> short_day("17/08"), short_day("17 Aug"), short_day("Sat 17 Aug"), short_day("17/08/2024")
    ((17, 8), (17, 8), (17, 8), None)
    """
    text = _WEEKDAY.sub("", " ".join(text.split()))
    if match := _SHORT.fullmatch(text):
        return int(match[1]), int(match[2])
    match = _SHORT_NAMED.fullmatch(text)
    if match is None:
        return None
    number = _MONTH_OF.get(normalised(match[2] or match[3]))
    return None if number is None else (int(match[1] or match[4]), number)


def day_in_season(text: str, years: Sequence[int], first_month: int) -> WrittenDay | None:
    """The day of a text without a year, in a season of these years that begins in a month.

    >>> day_in_season("17/08", (2024, 2025), 7).plain, day_in_season("03/02", (2024, 2025), 7).plain
    (datetime.date(2024, 8, 17), datetime.date(2025, 2, 3))
    """
    short = short_day(text)
    if short is None:
        return None
    plain, exchanged = (
        day_of(years[0] if month >= first_month else years[-1], month, day)
        for day, month in (short, short[::-1])
    )
    is_ordered = _SHORT.fullmatch(text.strip()) is not None
    return (
        WrittenDay(plain, exchanged if is_ordered else None, is_ordered)
        if plain or exchanged
        else None
    )


ORDERLY = 0.04
"""The share of changes of day, from a row to the next, that go back in a file in order of date.

In the files of football-data.co.uk it is at most 0.04, in most of them 0.
"""

DISORDERLY = 0.07
"""The share from which on days may have been exchanged: a season in order of date then has 0.1."""

FEWEST_ROWS = 50
"""Of a file in which exchanged days are looked for, unless all of them fit both orders."""

AMBIGUOUS = "a day that may be day first or month first, in a file that has days of both"


class DayOrder(Enum):
    """How days are read; the value says it.

    EXCHANGED: with day and month exchanged wherever there is such a day. ONE_WAY: only those that fit one order.
    """

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"
    EXCHANGED = "day first, with day and month exchanged where both can be"
    MONTH_FIRST_EXCHANGED = "month first, with day and month exchanged where both can be"
    ONE_WAY = "day first or month first, as they fit"

    def read(self, written: WrittenDay) -> date | None:
        """The day, None if there is no such day in this order."""
        plain, exchanged = written.plain, written.exchanged
        if not written.is_ordered:
            return (exchanged or plain) if self in _EXCHANGED.values() else plain
        if self is DayOrder.ONE_WAY and written.is_open:
            return None
        is_month_first = self in (DayOrder.MONTH_FIRST, DayOrder.EXCHANGED)
        first, other = (exchanged, plain) if is_month_first else (plain, exchanged)
        return first if self in _EXCHANGED else first or other


_EXCHANGED = {
    DayOrder.DAY_FIRST: DayOrder.EXCHANGED,
    DayOrder.MONTH_FIRST: DayOrder.MONTH_FIRST_EXCHANGED,
}
"""Order → what a spreadsheet made of it, which also exchanged days like 2024-08-05."""

Written: TypeAlias = Sequence[tuple[Hashable, WrittenDay]]
"""The days of rows in the order of a file, each with its competition."""


class FoundOrder(NamedTuple):
    """The order of a file's days.

    why: for the report, None if the days are day first beyond doubt. is_open: whether every day fits
    both orders.
    """

    order: DayOrder
    why: str | None = None
    is_open: bool = False


def order_of(rows: Written) -> FoundOrder:
    """The order of the days of a table: the one that fits all of them.

    Where all fit both, it is day first, unless the rows are in order of date only month first.
    """
    ordered = [written for _, written in rows if written.is_ordered]
    day_first = sum(written.exchanged is None for written in ordered)
    month_first = sum(written.plain is None for written in ordered)
    if day_first and month_first:
        both = f"{plural(day_first, 'row')} can be day first alone, {plural(month_first, 'row')} month first alone"
        return FoundOrder(DayOrder.ONE_WAY, both)
    order = DayOrder.MONTH_FIRST if month_first else DayOrder.DAY_FIRST
    is_open = not (day_first or month_first) and any(written.is_open for written in ordered)
    if is_open:
        other, disorderly, fewest = DayOrder.MONTH_FIRST, ORDERLY, 0
        why = "both orders fit every row, and the rows are in order of date only so"
    else:
        other, disorderly, fewest = _EXCHANGED[order], DISORDERLY, FEWEST_ROWS
        why = "the rows are in order of date only so, as if a spreadsheet had exchanged them"
    if (
        len(rows) >= fewest
        and _breaks(rows, order) > disorderly
        and _breaks(rows, other) <= ORDERLY
    ):
        return FoundOrder(other, why, is_open)
    if is_open:
        return FoundOrder(
            order, "both orders fit every row; the source writes the day first", is_open
        )
    only = f"it alone fits every row; {plural(month_first, 'row')} can be nothing else"
    return FoundOrder(order, only if month_first else None)


def _breaks(rows: Written, order: DayOrder) -> float:
    """The share of changes of day that go back within a competition, whether it begins with its first or last day."""
    competitions: dict[Hashable, list[date]] = {}
    for key, written in rows:
        day = order.read(written)
        if day is not None:
            competitions.setdefault(key, []).append(day)
    back = changes = 0
    for days in competitions.values():
        later = sum(before < after for before, after in pairwise(days))
        earlier = sum(after < before for before, after in pairwise(days))
        back += min(later, earlier)
        changes += later + earlier
    return back / changes if changes else 0.0
