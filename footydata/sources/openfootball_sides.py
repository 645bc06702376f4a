"""Tells a side that is not known yet from a team: W73, L101, 1A, 3A/B/C/D/F, 'UEFA Path D winner'.

Such are the sides of coming matches in openfootball's files, of JSON and Football.TXT, until the teams are known.
"""

import re

_PLACED = r"(?:winners?|losers?|runners?[- ]?up|1st|2nd|3rd|4th|first|second|third|sieger|verlierer|erster|zweiter)"
_STAGE = (
    r"(?:group|pool|path(?:way)?|match|game|play-?offs?|round of \d+|(?:quarter|semi)-?finals?|[qs]f"
    r"|gruppe|spiel|viertelfinale|halbfinale)"
)

_OPEN = re.compile(
    rf"""(?:
      [WL]\s?\d{{1,3}}
    | [1-4]\s?[A-Z](?:/[A-Z])*
    | (?:best\s+)?{_PLACED}(?:\s+place[d]?)?(?:\s+of)?\s+(?:{_STAGE}\s*)?(?:[A-Z](?:/[A-Z])*|\d{{1,3}})
    | (?:\S+\s+){{0,3}}{_STAGE}\s*\w{{1,3}},?\s+{_PLACED}
    | tb[acd] | n\.\s?n\. | \?+
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def is_open_side(name: str) -> bool:
    """Whether a name stands for a side that is not known yet.

    >>> names = "W73", "L101", "1A", "3A/B/C/D/F", "UEFA Path D winner", "IC Path 1 winner", "Winner Match 49"
    >>> all(map(is_open_side, (*names, "Winner Group A", "Runner-up Group B", "Winner 49", "3rd Group A/B/C", "TBD")))
    True
    >>> any(map(is_open_side, ("W Connection", "1. FC Köln", "Winner's Bar FC", "LA Galaxy", "Group 4 Securicor")))
    False
    """
    return _OPEN.fullmatch(" ".join(name.split())) is not None
