"""Reads the scorers of Football.TXT: `(Isco 19' Aspas 90+1'; Boutaib 14', 81' (pen.))`, home and away by a semicolon.

Older files leave out the mark of the minute and put commas: `(Flohe 65, D.Müller 82, 115; Popivoda 19, Ondrus 77og)`.
A list without a semicolon is of the only side that scored. An own goal stands under the side that it counts for.
"""

import re
from collections.abc import Iterator

from footydata.football.terms import GoalDetail, Side
from footydata.sources.cells import read_name
from footydata.sources.match_scores import Goal, MatchScores, check_minute
from footydata.sources.refusing import BadRow

_GOAL = re.compile(
    r"""\s*,?\s*
    (?:(?P<name>[^\W\d_][^\d,;()]*?)\s+)?
    (?P<minute>\d{1,3})(?:\+(?P<offset>\d{1,2}))?'?
    (?:\s*\((?P<detail>pen|p|o\.?g)\.?\)|\s?(?P<bare>pen|p|o\.?g)\.?(?![^\s,;]))?
    \s*""",
    re.VERBOSE,
)
_DETAILS = {
    "p": GoalDetail.PENALTY,
    "pen": GoalDetail.PENALTY,
    "og": GoalDetail.OWN_GOAL,
    "o.g": GoalDetail.OWN_GOAL,
}

_UNREADABLE = "goals that can't be read"


def read_goals(text: str, scores: MatchScores) -> tuple[Goal, ...]:
    """The goals of a match with these scores, from the text between the brackets. Raises BadRow."""
    lists = text.split(";")
    if len(lists) == 1:
        lists = _of_one_side(text, scores)
    if len(lists) != len(Side):
        raise BadRow(_UNREADABLE, text)
    return tuple(
        goal
        for side, listed in zip(Side, lists, strict=True)
        for goal in _of_side(listed.strip(), side)
    )


def _of_one_side(text: str, scores: MatchScores) -> list[str]:
    home, away = scores.extra_time or scores.full_time or scores.final or (0, 0)
    if bool(home) == bool(away):
        raise BadRow("goals that don't say whose they are", text)
    return [text, ""] if home else ["", text]


def _of_side(text: str, side: Side) -> Iterator[Goal]:
    place, name = 0, None
    while place < len(text) and text != "-":
        goal = _GOAL.match(text, place)
        if goal is None or (goal["name"] is None and name is None):
            raise BadRow(_UNREADABLE, text)
        name = read_name(goal["name"], "a scorer") if goal["name"] else name
        detail = _DETAILS.get(goal["detail"] or goal["bare"] or "")
        minute, offset = int(goal["minute"]), int(goal["offset"] or 0)
        check_minute(minute, offset)
        yield Goal(side, minute, offset, name, detail)
        place = goal.end()
