"""The day, the time, the zone, the score and the state in a cell, as people and programs write them.

A day is put into a form that `cells.written_day` reads, so that the order of day and month is found by all days of a
table as for every other source. A score may be 2-1, 2:1 (1:0), 2 x 1 or 2–1 a.e.t., with the word of a state in its place.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple

from footydata.football.moments import midnight_of, year_of
from footydata.football.register import normalised
from footydata.football.scores import Score
from footydata.football.terms import StateDetail, Status
from footydata.sources.cells import WrittenDay, day_of, is_moment, moment_at, written_day

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
_PLAIN = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_DOTTED = re.compile(r"(\d{4})[.年](\d{1,2})[.月](\d{1,2})[.日]?", re.ASCII)
_SECONDS = re.compile(r"-?\d{9,13}", re.ASCII)
SERIAL = re.compile(r"(2[6-9]\d{3}|[3-5]\d{4})(?:\.\d+)?", re.ASCII)
_FIRST_SERIAL = date(1899, 12, 30)
"""The day that spreadsheets count as 0; what is read counts from 1971."""

_SHORT = re.compile(r"(\d{1,2})[./-](\d{1,2})\.?", re.ASCII)
_SHORT_NAMED = re.compile(r"(\d{1,2})\.?[\s-]+([^\W\d]+)\.?|([^\W\d]+)\.?[\s-]+(\d{1,2})", re.ASCII)
_MILLISECONDS = 10**11
"""From so many on they are no seconds."""


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


class WrittenClock(NamedTuple):
    """A time of day; offset: its zone, where it is written, as Z, +02:00, UTC+2 or CEST."""

    hour: int
    minute: int
    offset: tzinfo | None = None


_MIDNIGHT = WrittenClock(0, 0)
"""Beside a day it is what programs write of a day without a time."""


class WrittenMoment(NamedTuple):
    """A day with what is written beside it.

    clock: None if there is no time. seconds: of a moment in unix seconds, which has no day of its own; else None.
    """

    day: WrittenDay
    clock: WrittenClock | None = None
    seconds: int | None = None


@lru_cache(maxsize=16_384)
def written_moment(text: str) -> WrittenMoment | None:
    """The day in a text, and the time if it has one; None if there is no day in it.

    >>> written_moment("Sat 17 Aug 2024, 3:00 PM").clock, written_moment("17 août 2024").day.plain
    (WrittenClock(hour=15, minute=0, offset=None), datetime.date(2024, 8, 17))
    >>> written_moment("05/08/2024 20:45").day.is_open, written_moment("next week")
    (True, None)
    >>> written_moment("17 Aug 49").day.plain.year, written_moment("17 Aug 50").day.plain.year
    (2049, 1950)
    >>> written_moment("2024-08-17T14:00:00Z").clock.offset
    datetime.timezone.utc
    """
    text = " ".join(text.split())
    if _SECONDS.fullmatch(text):
        seconds = int(text) // (1000 if abs(int(text)) >= _MILLISECONDS else 1)
        none = WrittenDay(None, None, is_ordered=False)
        return WrittenMoment(none, None, seconds) if is_moment(seconds) else None
    if match := SERIAL.fullmatch(text):
        counted = _FIRST_SERIAL + timedelta(days=int(match[1]))
        return WrittenMoment(WrittenDay(counted, None, is_ordered=False))
    for match in _BEFORE_CLOCK.finditer(text):
        clock = written_clock(text[match.end() :])
        if clock is not None and (day := _day(text[: match.start()])) is not None:
            return WrittenMoment(day, None if clock == _MIDNIGHT else clock)
    day = _day(text)
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
    """The kickoff, and whether its time is known: that of a zone which is not known is not.

    zone: of a clock that has none.
    """
    if clock is None or (zone := clock.offset or zone) is None:
        return midnight_of(day), False
    return moment_at(day, (clock.hour, clock.minute), zone), True


def _day(text: str) -> WrittenDay | None:
    weekday, _, rest = text.partition(" ")
    if weekday.isalpha() and _MONTH_FIRST.fullmatch(rest):
        text = rest
    text = _WEEKDAY.sub("", text) if not _MONTH_FIRST.fullmatch(text) else text
    if match := _DAY_FIRST.fullmatch(text) or _MONTH_FIRST.fullmatch(text):
        month = _MONTH_OF.get(normalised(match["month"]))
        if month is None:
            return None
        text = f"{year_of(match['year'])}-{month:02}-{int(match['day']):02}"
    if match := _PLAIN.fullmatch(text) or _DOTTED.fullmatch(text):
        text = f"{match[1]}-{match[2]}-{match[3]}"
    return written_day(text)


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


_TO = r"\s*(?:[-–—−‐‑:xX]|to)\s*"
_KICKS = r"((?:p|pens?|penalties|i\.? ?E|n\.? ?E|TAB)\.?)?"
_AROUND = re.compile(rf"\((\d{{1,2}})\) ?(\d{{1,2}}{_TO}\d{{1,2}}) ?\((\d{{1,2}})\)", re.ASCII)
"""A score between those of its shoot-out, as in (4) 1-1 (2)."""

_SCORE = re.compile(
    rf"(\d{{1,3}}){_TO}(\d{{1,3}})(?:\s*[(\[]\s*(?:HT:?\s*)?(\d{{1,3}}){_TO}(\d{{1,3}})\s*{_KICKS}[)\]])?(.*)",
    re.ASCII | re.DOTALL,
)
_AFTER_EXTRA_TIME = frozenset(
    ("aet", "a e t", "after extra time", "nv", "n v", "dts", "pro", "uz", "et")
)
_AT_THE_END = frozenset(("ft", "full time", "final"))
_TEXT = re.compile(r"[^\w]+")


class WrittenScore(NamedTuple):
    """A score of a cell; half, kicks: of half time or a shoot-out, in brackets. has_extra_time: whether the cell says that extra time is in it."""

    score: Score
    half: Score | None = None
    has_extra_time: bool = False
    kicks: Score | None = None


@lru_cache(maxsize=4096)
def written_score(text: str) -> WrittenScore | None:
    """The score in a text; None if it is none, or says something that is not understood.

    A score in brackets is that of half time, so it can't be above the other: after `1-1 (4-2)` nothing is taken, nor
    beside an asterisk, whose note may say anything.

    >>> written_score("2–1"), written_score("2:1 (1:0)").half, written_score("1-1 (4-2)"), written_score("w/o")
    (WrittenScore(score=(2, 1), half=None, has_extra_time=False, kicks=None), (1, 0), None, None)
    >>> written_score("3-2 a.e.t.").has_extra_time, written_score("1-1 (5-4 pens)").kicks, written_score("(4) 1–1 (2)").kicks
    (True, (5, 4), (4, 2))
    >>> written_score("2 x 1").score, written_score("5-4 AP"), written_score("0-3*")
    ((2, 1), None, None)
    """
    text = " ".join(text.split())
    if around := _AROUND.fullmatch(text):
        text = f"{around[2]} ({around[1]}-{around[3]} p)"
    match = _SCORE.fullmatch(text.strip("()[] ") if text.startswith(("(", "[")) else text)
    if match is None:
        return None
    score = int(match[1]), int(match[2])
    half = None if match[3] is None else (int(match[3]), int(match[4]))
    kicks = half if match[5] else None
    if half is not None and kicks is None and (half[0] > score[0] or half[1] > score[1]):
        return None
    words = " ".join(_TEXT.sub(" ", match[6].casefold()).split())
    words = "" if words in _AT_THE_END else words
    if (words and words not in _AFTER_EXTRA_TIME) or "*" in match[6]:
        return None
    return WrittenScore(score, None if kicks else half, bool(words), kicks)


class State(NamedTuple):
    """The state of a fixture; has_extra_time: whether extra time was played, so that the goals may include it."""

    status: Status
    detail: str | None = None
    has_extra_time: bool = False
    on_penalties: bool = False


_WORDS: tuple[tuple[State, str], ...] = (
    (
        State(Status.FINISHED),
        "finished;true;ft;full time;fulltime;complete;completed;played;ended;final;over;match finished",
    ),
    (
        State(Status.FINISHED, has_extra_time=True),
        "aet;after et;after extra time;extra time",
    ),
    (
        State(Status.FINISHED, has_extra_time=True, on_penalties=True),
        "pen;pens;ap;after pen;after pens;after penalties;penalties;penalty shootout;elfmeterschiessen;n e",
    ),
    (
        State(Status.SCHEDULED),
        "scheduled;false;ns;not started;upcoming;fixture;timed;tbd;incomplete;to be played",
    ),
    (State(Status.LIVE), "live;in play;inplay;1h;2h;first half;second half;half time;ht;et;break"),
    (
        State(Status.SCHEDULED, StateDetail.POSTPONED),
        "postponed;pst;ppd;p p;verlegt;verschoben;aplazado;adiado;reporte;rinviata",
    ),
    (
        State(Status.SCHEDULED, StateDetail.CANCELLED),
        "cancelled;canceled;canc;annulled;void;abgesagt;annule",
    ),
    (
        State(Status.SCHEDULED, StateDetail.ABANDONED),
        "abandoned;abd;a a;suspended;interrupted;abgebrochen;suspendido;arrete",
    ),
    (State(Status.FINISHED, StateDetail.AWARDED), "awarded;awd;wo;w o;walkover"),
)
_STATES = {word: state for state, words in _WORDS for word in words.split(";")}


def state_of(text: str) -> State | None:
    """The state that a word means, None if it is not known.

    >>> state_of("FT").status.value, state_of("Postponed").detail.value, state_of("who knows")
    ('finished', 'postponed', None)
    """
    words = normalised(text)
    return _STATES.get(words) or _STATES.get(words.removeprefix("match ").removeprefix("game "))
