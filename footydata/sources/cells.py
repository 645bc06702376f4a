"""Reads the values of files strictly: counts, numbers, names, seasons, scores and states.

Python reads more than people write: `int("1_0")` is 10, `float("٣")` is 3. Here a digit is one of 0 to 9, and a value
that no fixture can have (a count of 5,000 digits, a name with broken characters) is rejected.
A name whose UTF-8 was read as Windows-1252 and saved again, "KÃ¶ln" for Köln, is rejected too.

A score may be 2-1, 2:1 (1:0), 2 x 1 or 2–1 a.e.t., with the word of a state in its place.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from footydata.football.moments import year_of
from footydata.football.register import normalised
from footydata.football.scores import Score
from footydata.football.terms import StateDetail, Status
from footydata.sources.parsed import BadRow, SeasonKey

HIGHEST_PRICE = 2000.0
"""The highest decimal price that any source has."""

LEAST_AMERICAN = 100
"""The least American odds, above or below nought."""

HIGHEST_COUNT = 199
"""More goals, corners or cards than any side ever had; 149 goals were scored in a fixture of 2002."""

LONGEST_NAME = 200
"""In characters; a longer name means that the quotation marks or commas of its row are broken."""

_NUMBER = re.compile(r"[+-]?(?:\d{1,40}(?:\.\d{0,40}|,\d{1,3})?|\.\d{1,40})", re.ASCII)
_BROKEN = re.compile(r"[\0\ufffd\ud800-\udfff]|\w[ÃÂ]?\?\w")
"""Characters that replace others which could not be decoded; no name has them."""

_CONTINUATION = (
    "[\x80-\xbf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d"
    "\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]"
)
"""What Windows-1252, or Latin-1, makes of the bytes after the first one of a character."""

_TWICE = re.compile(
    f"[ÃÄÅÆÇ]{_CONTINUATION}|Â[\xa0-\xbf]|â{_CONTINUATION}{{2}}|(?:[ÎÏÐÑ]{_CONTINUATION}){{2,}}"
)
"""Latin letters, blanks and signs, punctuation, and two letters or more of Greek or Cyrillic."""


def season_key(label: str | int, id: int | None = None) -> SeasonKey:
    """The season of a label. Raises BadRow.

    >>> season_key("55/56").start_year, season_key("2026").start_year, season_key("2025/2026").label
    (1955, 2026, '25/26')
    """
    match = re.fullmatch(r"(?:(\d\d))?(\d\d)(?:[/-](?:\d\d)?(\d\d))?", str(label), re.ASCII)
    if not match or not (match[1] or match[3]):
        raise BadRow(f"{label!r} is not a season")
    century, year, end = match.groups()
    start = year_of((century or "") + year)
    if end and int(end) != (start + 1) % 100:
        raise BadRow(f"{label!r} is not a season")
    return SeasonKey(f"{year}/{end}" if end else f"{century}{year}", start, id)


def read_number(text: str) -> float | None:
    """A number whose decimals may follow a comma, and that may have a per cent sign; None if it is no decimal number.

    >>> read_number(" 1.95"), read_number("1,95"), read_number("-.5"), read_number(" 54 %")
    (1.95, 1.95, -0.5, 54.0)
    >>> read_number("1_0"), read_number("nan"), read_number("1.234,5")
    (None, None, None)
    """
    text = text.strip().removesuffix("%").rstrip()
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def read_count(text: str, highest: int = HIGHEST_COUNT) -> int | None:
    """The count in a text, 2.0 too; None if it is not a whole number, negative, or above the highest.

    >>> read_count("2"), read_count(" 2.0"), read_count("-1"), read_count("2.5"), read_count("9" * 5000)
    (2, 2, None, None, None)
    """
    number = read_number(text)
    if number is None or not number.is_integer() or not 0 <= number <= highest:
        return None
    return int(number)


def read_name(text: str, what: str = "a team") -> str:
    """A name with its blanks normalised; what: whose name it is, for messages.

    Raises BadRow if it is empty, too long for a name, or contains characters that were not decoded, or decoded wrongly.

    >>> read_name("  Aston   Villa ")
    'Aston Villa'
    """
    name = " ".join(text.split())
    if not name:
        raise BadRow(f"{what} is missing")
    if len(name) > LONGEST_NAME:
        raise BadRow(f"the name of {what} is longer than {LONGEST_NAME} characters", text)
    if not name.isascii() and _TWICE.search(name):
        raise BadRow(f"the name of {what} is UTF-8 that was read as another encoding", text)
    if _BROKEN.search(name):
        raise BadRow(f"the name of {what} has characters that can't be read", text)
    return name


def name_if_any(text: str | None, what: str) -> str | None:
    """A name as of `read_name`, None if there is no text. Raises BadRow."""
    return read_name(text, what) if text and not text.isspace() else None


_PLACED = r"(?:winners?|losers?|runners?[- ]?up|1st|2nd|3rd|4th|first|second|third|sieger|verlierer|erster|zweiter)"
_STAGE = (
    r"(?:group|pool|path(?:way)?|match|game|play-?offs?|round of \d+|(?:quarter|semi)-?finals?|[qs]f"
    r"|gruppe|spiel|viertelfinale|halbfinale)"
)

_OPEN_SIDE = re.compile(
    rf"""(?:
      [WL]\s?\d{{1,3}}
    | [1-4]\s?[A-Z](?:/[A-Z])*
    | (?:best\s+)?{_PLACED}(?:\s+place[d]?)?(?:\s+of)?\s+(?:{_STAGE}\s*)?(?:[A-Z](?:/[A-Z])*|\d{{1,3}})
    | (?:\S+\s+){{0,3}}{_STAGE}\s*\w{{1,3}},?\s+{_PLACED}
    | tb[acd] | n\.\s?n\. | \?+ | bye | totals? | averages? | all\s+teams
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""A side that is not known yet, as coming matches have it: W73, L101, 1A, 3A/B/C/D/F, 'UEFA Path D winner'; or none, as in a row of sums."""


def is_open_side(name: str) -> bool:
    """Whether a name stands for a side that is not known yet.

    >>> names = "W73", "L101", "1A", "3A/B/C/D/F", "UEFA Path D winner", "IC Path 1 winner", "Winner Match 49"
    >>> all(map(is_open_side, (*names, "Winner Group A", "Runner-up Group B", "Winner 49", "3rd Group A/B/C", "TBD", "Bye")))
    True
    >>> any(map(is_open_side, ("W Connection", "1. FC Köln", "Winner's Bar FC", "LA Galaxy", "Group 4 Securicor")))
    False
    """
    return _OPEN_SIDE.fullmatch(" ".join(name.split())) is not None


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
        "finished;true;ft;full time;fulltime;complete;completed;played;ended;final;over;beendet;spiel beendet;finalizado;terminado;encerrado;finito;termine;afgelopen;zakonczony",
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
    (
        State(Status.LIVE),
        "live;in play;inplay;1h;2h;first half;second half;half time;ht;et;break;bt;paused",
    ),
    (
        State(Status.SCHEDULED, StateDetail.POSTPONED),
        "postponed;pst;pstp;ppd;p p;verlegt;verschoben;aplazado;adiado;reporte;rinviata",
    ),
    (
        State(Status.SCHEDULED, StateDetail.CANCELLED),
        "cancelled;canceled;canc;annulled;void;abgesagt;annule",
    ),
    (
        State(Status.SCHEDULED, StateDetail.ABANDONED),
        "abandoned;abd;a a;suspended;susp;interrupted;abgebrochen;suspendido;arrete",
    ),
    (State(Status.FINISHED, StateDetail.AWARDED), "awarded;awd;wo;w o;walkover"),
)
_STATES = {word: state for state, words in _WORDS for word in words.split(";")}


def state_of(text: str) -> State | None:
    """The state that a word means, None if it is not known.

    >>> state_of("FT").status.value, state_of("Postponed").detail.value, state_of("who knows")
    ('finished', 'postponed', None)
    """
    return _STATES.get(normalised(text).removeprefix("match ").removeprefix("game "))
