"""What kind of stage a name means: a group, a league phase, a knock-out round, a match for third place, a play-off.

A name is read as football's vocabulary alone, in English, German and Spanish, as stages.csv and ordinals.csv of the
register have it; 'First round' is a numbered round, which may be of groups, a matchday or a knock-out round: only its
fixtures show which.
"""

import re
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from footydata.football.register import rows


class Kind(Enum):
    """The kinds of stages, in the order in which they are played. A PLAY_OFF is one whose depth its name does not have: of a cup, or of a league's end."""

    GROUP = "group"
    LEAGUE_PHASE = "league phase"
    FINAL_GROUP = "final group"
    GROUP_PLAY_OFF = "play-off of a group"
    OTHER = "other"
    ROUND = "numbered round"
    PLAY_OFF = "play-off"
    KNOCK_OUT = "knock-out round"
    THIRD_PLACE = "match for third place"


TABLED = (Kind.GROUP, Kind.LEAGUE_PHASE, Kind.FINAL_GROUP)
"""The stages of a cup that have a table."""

_KNOCK_OUT = (Kind.GROUP_PLAY_OFF, Kind.PLAY_OFF, Kind.KNOCK_OUT, Kind.THIRD_PLACE)
_IN_ORDER = list(Kind)


class Stage(NamedTuple):
    """What a stage's name means.

    teams: how many play in a knock-out round (16 in 'Round of 16'), None if its name does not have it. number: of a
    numbered round, 0 of a preliminary one. group: the letter or number of a group, None of all groups together.
    path: what precedes the round in its name ('UEFA Second Round Play-offs, Path A'), in lower case.
    """

    kind: Kind
    teams: int | None = None
    number: int | None = None
    group: str | None = None
    path: str | None = None

    @property
    def is_knock_out(self) -> bool:
        """Whether sides go out in it; that of a numbered round is unknown from its name, and False here."""
        return self.kind in _KNOCK_OUT

    @property
    def order(self) -> tuple[int, int]:
        """The place of a round among those of its path, the earliest first.

        >>> names = "Final", "Semi-finals", "1. Round", "Playoffs", "Match for third place", "Last 16", "Group A"
        >>> [name for name in sorted(names, key=lambda name: stage_of(name).order)]
        ['Group A', '1. Round', 'Playoffs', 'Last 16', 'Semi-finals', 'Match for third place', 'Final']
        """
        if self.kind is Kind.THIRD_PLACE:
            return _IN_ORDER.index(Kind.KNOCK_OUT), -3
        return _IN_ORDER.index(self.kind), -(self.teams or 0) or self.number or 0


@cache
def _ordinals() -> dict[str, int]:
    return {row["word"]: int(row["number"]) for row in rows("ordinals.csv")}


@cache
def _patterns() -> list[tuple[Kind, int | None, re.Pattern[str]]]:
    """What a whole name must match, the first that does; {number} and {group} stand for these in stages.csv."""
    number = rf"(?:(?P<number>\d{{1,2}})(?:\.|st|nd|rd|th)?|(?P<word>{'|'.join(_ordinals())}))"
    parts = {"{number}": number, "{group}": r"(?P<group>[A-Za-z]|\d{1,2})"}
    patterns = []
    for row in rows("stages.csv"):
        pattern = row["pattern"]
        for mark, part in parts.items():
            pattern = pattern.replace(mark, part)
        compiled = re.compile(pattern, re.IGNORECASE | re.ASCII)
        patterns.append((Kind[row["kind"].upper()], int(row["teams"] or 0) or None, compiled))
    return patterns


_PART = re.compile(
    r"[\s,(-]*\b(?:replays?|(?:1st|2nd|first|second)[- ]leg|(?:hin|rück|wiederholungs)spiele?|ida|vuelta)\)?$",
    re.IGNORECASE,
)
"""What a name has after that of its round: which leg it is, or a replay."""

_PARTED = re.compile(r"\s*,\s*|\s+[-\u2013]\s+")
_ANY_END = re.compile(r"play-?offs?|final", re.IGNORECASE)


@lru_cache(1024)
def stage_of(name: str) -> Stage:
    """What a stage's name means.

    >>> stage_of("Semi-final")
    Stage(kind=<Kind.KNOCK_OUT: 'knock-out round'>, teams=4, number=None, group=None, path=None)
    >>> stage_of("Gruppe G").group, stage_of("1/8-finals").teams, stage_of("1. Round").number
    ('G', 16, 1)
    >>> stage_of("Final Round").kind.value, stage_of("Group 2 Play-off").kind.value
    ('final group', 'play-off of a group')
    >>> stage_of("Inter-confederation Play-offs, Pathway 1, Final").path
    'inter-confederation play-offs, pathway 1'
    >>> stage_of("Relegation play-offs").kind.value, stage_of("Championship").kind.value
    ('play-off', 'other')
    """
    text = _PART.sub("", " ".join(name.split()))
    parts = _PARTED.split(text)
    for at in range(len(parts)):
        path = ", ".join(parts[:at]).casefold() or None
        stage = _read(", ".join(parts[at:]))
        if stage:
            return stage._replace(path=path)
    return Stage(
        Kind.PLAY_OFF if _ANY_END.search(text) else Kind.OTHER, path=text.casefold() or None
    )


def _read(text: str) -> Stage | None:
    for kind, teams, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match:
            named = match.groupdict()
            number, word = named.get("number"), named.get("word")
            return Stage(
                kind,
                teams or (int(named["teams"]) if "teams" in named else None),
                int(number) if number else _ordinals()[word.casefold()] if word else None,
                named["group"].upper() if "group" in named else None,
            )
    return None


def is_tabled(name: str | None) -> bool:
    """Whether the fixtures of a stage may count in a table: no knock-out round, play-off or final does.

    >>> [is_tabled(name) for name in (None, "Group A", "Final Round", "1. Round", "Championship")]
    [True, True, True, True, True]
    >>> [is_tabled(name) for name in ("Final", "Round of 16", "Playoffs", "ECL Playoff, Final", "Third place match")]
    [False, False, False, False, False]
    """
    return name is None or not stage_of(name).is_knock_out
