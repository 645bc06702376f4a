"""What kind of stage a name means: a group, a league phase, a knock-out round, a match for third place, a play-off.

A name is read as football's vocabulary alone, in English, German and Spanish; 'First round' is a numbered round, which
may be of groups, a matchday or a knock-out round: only its fixtures show which.
"""

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple


class Kind(Enum):
    """The kinds of stages. A PLAY_OFF is one whose depth its name does not have: of a cup, or of a league's end."""

    GROUP = "group"
    LEAGUE_PHASE = "league phase"
    FINAL_GROUP = "final group"
    GROUP_PLAY_OFF = "play-off of a group"
    ROUND = "numbered round"
    PLAY_OFF = "play-off"
    KNOCK_OUT = "knock-out round"
    THIRD_PLACE = "match for third place"
    OTHER = "other"


TABLED = (Kind.GROUP, Kind.LEAGUE_PHASE, Kind.FINAL_GROUP)
"""The stages of a cup that have a table."""

_KNOCK_OUT = (Kind.GROUP_PLAY_OFF, Kind.PLAY_OFF, Kind.KNOCK_OUT, Kind.THIRD_PLACE)
_IN_ORDER = (
    *TABLED,
    Kind.GROUP_PLAY_OFF,
    Kind.OTHER,
    Kind.ROUND,
    Kind.PLAY_OFF,
    Kind.KNOCK_OUT,
    Kind.THIRD_PLACE,
)


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


_ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "primera": 1,
    "segunda": 2,
    "tercera": 3,
    "cuarta": 4,
    "erste": 1,
    "zweite": 2,
    "dritte": 3,
    "vierte": 4,
    "preliminary": 0,
    "qualifying": 0,
}
_NUMBER = rf"(?:(?P<number>\d{{1,2}})(?:\.|st|nd|rd|th)?|(?P<word>{'|'.join(_ORDINALS)}))"
_NAME_OF_GROUP = r"(?P<group>[A-Za-z]|\d{1,2})"

_PATTERNS = tuple(
    (kind, teams, re.compile(pattern, re.IGNORECASE | re.ASCII))
    for kind, teams, pattern in (
        (
            Kind.GROUP_PLAY_OFF,
            None,
            rf"(?:group|gruppe|grupo) {_NAME_OF_GROUP},? (?:play-?offs?|entscheidungsspiel|desempate)",
        ),
        (Kind.GROUP, None, rf"(?:group|gruppe|grupo|pool) {_NAME_OF_GROUP}"),
        (
            Kind.GROUP,
            None,
            r"(?:(?:first|second|1st|2nd) )?group (?:stage|phase)|gruppenphase|fase de grupos",
        ),
        (Kind.LEAGUE_PHASE, None, r"league (?:phase|stage)|ligaphase|fase (?:de )?liga"),
        (
            Kind.FINAL_GROUP,
            None,
            r"final (?:round|group|pool)|finalrunde|(?:ronda|fase|grupo|cuadrangular) final",
        ),
        (
            Kind.THIRD_PLACE,
            None,
            r"(?:match for )?(?:third|3rd)[- ]place(?:[- ](?:match|play-?off|game|final))?",
        ),
        (
            Kind.THIRD_PLACE,
            None,
            r"spiel um (?:platz 3|den (?:3\.|dritten) platz)|tercer (?:puesto|lugar)",
        ),
        (
            Kind.PLAY_OFF,
            None,
            r"(?:knock-?out (?:round|phase|stage) )?play-?offs?(?: round)?|repechaje",
        ),
        (Kind.ROUND, None, rf"(?:round|runde|ronda) {_NUMBER}"),
        (Kind.ROUND, None, rf"{_NUMBER} (?:qualifying )?(?:round|runde|ronda|hauptrunde)"),
        (Kind.KNOCK_OUT, None, r"(?:round of|last|r) ?(?P<teams>4|8|16|32|64|128)"),
        (Kind.KNOCK_OUT, 2, r"finale?"),
        (Kind.KNOCK_OUT, 4, r"semi[- ]?final(?:e?s)?|halbfinale|1/2[- ]?finals?"),
        (
            Kind.KNOCK_OUT,
            8,
            r"quarter[- ]?finals?|viertelfinale|cuartos(?: de final)?|1/4[- ]?finals?",
        ),
        (
            Kind.KNOCK_OUT,
            16,
            r"eighth[- ]?finals?|achtelfinale|octavos(?: de final)?|1/8[- ]?finals?",
        ),
        (Kind.KNOCK_OUT, 32, r"sechzehntelfinale|dieciseisavos(?: de final)?|1/16[- ]?finals?"),
        (Kind.KNOCK_OUT, 64, r"treintaidosavos(?: de final)?|1/32[- ]?finals?"),
    )
)
"""What a whole name must match, the first that does."""

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
    for kind, teams, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match:
            named = match.groupdict()
            number, word = named.get("number"), named.get("word")
            return Stage(
                kind,
                teams or (int(named["teams"]) if "teams" in named else None),
                int(number) if number else _ORDINALS[word.casefold()] if word else None,
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
