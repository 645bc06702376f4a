"""A score in one cell: 2-1, 2:1 (1:0), 2 x 1, 2–1 a.e.t."""

import re
from functools import lru_cache
from typing import NamedTuple

from footydata.football.scores import Score

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
