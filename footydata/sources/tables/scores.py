"""A score in one cell, as 2-1, 2:1 (1:0), 2 x 1, 2–1 a.e.t., and the word of a state, beside it or in its place."""

import re
from functools import lru_cache
from typing import NamedTuple

from footydata.football.register.naming import normalised
from footydata.football.scores import Score
from footydata.football.terms import StateDetail, Status

_TO = r"\s*(?:[-–—−‐‑:xX]|to)\s*"
_SCORE = re.compile(
    rf"(\d{{1,3}}){_TO}(\d{{1,3}})(?:\s*[(\[]\s*(?:HT:?\s*)?(\d{{1,3}}){_TO}(\d{{1,3}})\s*[)\]])?(.*)",
    re.ASCII | re.DOTALL,
)
_AFTER_EXTRA_TIME = frozenset(
    ("aet", "a e t", "after extra time", "nv", "n v", "dts", "pro", "uz", "et")
)
_AT_THE_END = frozenset(("ft", "full time", "final"))
_TEXT = re.compile(r"[^\w]+")


class WrittenScore(NamedTuple):
    """A score of a cell; half: in brackets. has_extra_time: whether the cell says that extra time is in it."""

    score: Score
    half: Score | None = None
    has_extra_time: bool = False


@lru_cache(maxsize=4096)
def written_score(text: str) -> WrittenScore | None:
    """The score in a text; None if it is none, or says something that is not understood.

    A score in brackets is that of half time, so it can't be above the other: after `1-1 (4-2)` nothing is taken.

    >>> written_score("2–1"), written_score("2:1 (1:0)").half, written_score("1-1 (4-2)"), written_score("w/o")
    (WrittenScore(score=(2, 1), half=None, has_extra_time=False), (1, 0), None, None)
    >>> written_score("3-2 a.e.t.").has_extra_time, written_score("1-1 (5-4 pens)")
    (True, None)
    >>> written_score("2 x 1").score, written_score("5-4 AP")
    ((2, 1), None)
    """
    text = " ".join(text.split())
    match = _SCORE.fullmatch(text.strip("()[] ") if text.startswith(("(", "[")) else text)
    if match is None:
        return None
    score = int(match[1]), int(match[2])
    half = None if match[3] is None else (int(match[3]), int(match[4]))
    if half is not None and (half[0] > score[0] or half[1] > score[1]):
        return None
    words = " ".join(_TEXT.sub(" ", match[5].casefold()).split())
    words = "" if words in _AT_THE_END else words
    if words and words not in _AFTER_EXTRA_TIME:
        return None
    return WrittenScore(score, half, bool(words))


def has_odd_brackets(text: str) -> bool:
    """Whether the score in brackets is above the other, so that it can't be half time.

    >>> has_odd_brackets("1-1 (4-2)"), has_odd_brackets("2-1 (1-0)")
    (True, False)
    """
    match = _SCORE.fullmatch(" ".join(text.split()))
    if not match or not match[3]:
        return False
    return int(match[3]) > int(match[1]) or int(match[4]) > int(match[2])


class State(NamedTuple):
    """The state of a fixture; has_extra_time: whether extra time was played, so that the goals may include it."""

    status: Status
    detail: str | None = None
    has_extra_time: bool = False
    on_penalties: bool = False


_WORDS: tuple[tuple[State, str], ...] = (
    (
        State(Status.FINISHED),
        "finished;ft;full time;fulltime;complete;completed;played;ended;final;over;match finished",
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
        "scheduled;ns;not started;upcoming;fixture;timed;tbd;incomplete;to be played",
    ),
    (State(Status.LIVE), "live;in play;inplay;1h;2h;first half;second half;half time;ht;et;break"),
    (
        State(Status.SCHEDULED, StateDetail.POSTPONED),
        "postponed;pst;ppd;p p;verlegt;verschoben;aplazado;adiado;reporte;rinviata",
    ),
    (State(Status.SCHEDULED, StateDetail.CANCELLED), "cancelled;canceled;canc"),
    (State(Status.SCHEDULED, StateDetail.ABANDONED), "abandoned;abd;suspended;interrupted"),
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
