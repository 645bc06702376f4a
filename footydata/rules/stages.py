"""The stages of a season: what their names mean, which have a table of their own, and what does not fit its groups.

A name is read as football's vocabulary alone, in English, German and Spanish, as stages.csv and ordinals.csv of the
register have it; 'First round' is a numbered round, which may be of groups, a matchday or a knock-out round: only its
fixtures show which. A fixture does not fit if it is of a team in two groups of one stage, or of no group. Fixtures are
in order of kickoff everywhere.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Set
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from footydata.football.register import rows
from footydata.football.wording import some_of
from footydata.rules.tallies import Results


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


_MOST = 3
"""How many fixtures without a group a doubt names."""


class Span(NamedTuple):
    """The first and the last kickoff of a stage, in unix seconds UTC."""

    first: int
    last: int


Opponents = Mapping[int, Set[int]]
"""Team id → ids of those that it meets in a stage."""


def spans_of(fixtures: Results) -> dict[str, Span]:
    """Stage → its span, of the stages of these fixtures; the one that begins first is the first."""
    spans: dict[str, Span] = {}
    for row in fixtures:
        if row.stage is not None:
            first, _ = spans.get(row.stage, (row.kickoff_ts, 0))
            spans[row.stage] = Span(first, row.kickoff_ts)
    return spans


def table_stages(fixtures: Results) -> list[str]:
    """The stages of fixtures that have a table: those before others with the same teams first, then by name.

    A stage has one if its name says so, as that of a group does; else if each of its teams meets several others, and it
    is not a knock-out round by its name. fixtures: those of a season that a table may count.
    """
    opponents, spans = _opponents(fixtures), spans_of(fixtures)
    before: dict[str, int] = {}
    for stage, met in opponents.items():
        named = stage_of(stage)
        if named.kind in TABLED or (not named.is_knock_out and _meet_several(met)):
            # A team in two groups at once makes neither the later one.
            earlier = [
                order
                for name, order in before.items()
                if spans[name].last < spans[stage].first and opponents[name].keys() & met.keys()
            ]
            before[stage] = max(earlier, default=0) + 1
    return sorted(before, key=lambda stage: (before[stage], _in_order(stage)))


def knock_out_stages(fixtures: Results) -> list[str]:
    """The stages of fixtures that are knock-out rounds, by kickoff; no table is made of them.

    By their names, or numbered rounds; in none of them does each team meet several others.
    """
    return [
        stage
        for stage, met in _opponents(fixtures).items()
        if not _meet_several(met)
        and (stage_of(stage).is_knock_out or stage_of(stage).kind is Kind.ROUND)
    ]


def _opponents(fixtures: Results) -> dict[str, Opponents]:
    """Stage → who meets whom in it, by kickoff."""
    opponents: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for row in fixtures:
        if row.stage is not None:
            opponents[row.stage][row.home_id].add(row.away_id)
            opponents[row.stage][row.away_id].add(row.home_id)
    return dict(opponents)


def _meet_several(met: Opponents) -> bool:
    """Whether each team meets several others."""
    return min(map(len, met.values())) > 1


def _in_order(stage: str) -> list[tuple[int, str]]:
    """What orders names with numbers in them.

    >>> sorted(["Group 10", "Group 2", "Group 1"], key=_in_order)
    ['Group 1', 'Group 2', 'Group 10']
    """
    return [
        (int(number or 0), text) for text, number in re.findall(r"(\D+)(\d*)|$", stage.casefold())
    ]


def is_of_all_groups(stage: str) -> bool:
    """Whether a stage's name is that of groups without saying which.

    >>> [is_of_all_groups(stage) for stage in ("Group stage", "Group A", "League phase")]
    [True, False, False]
    """
    read = stage_of(stage)
    return read.kind is Kind.GROUP and read.group is None


class Groups:
    """The groups of a season, the fixtures that name none of them, and the teams of two of them in the same days.

    fixtures: of the season. groups: its stages that have a table. names: team id → name, of all teams.
    """

    def __init__(
        self, fixtures: Results, groups: Collection[str], names: Mapping[int, str]
    ) -> None:
        self._fixtures, self._names, self._spans = fixtures, names, spans_of(fixtures)
        self._counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
        """Team → how many fixtures it has in each group."""
        for row in fixtures:
            if row.stage in groups and not is_of_all_groups(row.stage or ""):
                self._counts[row.home_id].update([row.stage or ""])
                self._counts[row.away_id].update([row.stage or ""])
        named = [self._spans[group].first for group in groups if stage_of(group).group is not None]
        begin = min(named, default=math.inf)
        knock_outs = [
            span.first
            for stage, span in self._spans.items()
            if stage_of(stage).is_knock_out and span.first > begin
        ]
        end = min(knock_outs, default=math.inf)
        # A fixture without any stage is of a group from the first group's begin on, before the knock-out rounds.
        self._ungrouped = [
            row
            for row in (fixtures if named else ())
            if (begin <= row.kickoff_ts < end if row.stage is None else is_of_all_groups(row.stage))
        ]

    def doubts(self, group: str) -> tuple[str, ...]:
        """Why the table of a group may be wrong, a sentence each; empty if all fixtures fit."""
        teams = {team for team, counts in self._counts.items() if group in counts}
        of_sides, of_nobody = [], []
        for row in self._ungrouped:
            text = f"{self._names[row.home_id]} v {self._names[row.away_id]}"
            sides = {row.home_id, row.away_id}
            if row.stage == group or sides & teams:
                of_sides.append(text)
            elif not sides & self._counts.keys():
                of_nobody.append(text)
        return (
            *filter(None, (self._elsewhere(team, group, 0) for team in sorted(teams))),
            *(
                f"no group is named for {some_of(texts, _MOST)}"
                for texts in (of_sides, of_nobody)
                if texts
            ),
        )

    def unplaced(self) -> dict[int, str]:
        """Id of a fixture that fits no group → why: none is named for it, or a side plays in another one.

        Of a team of two groups, its fixtures in the group in which it has fewer are meant, or all of them.
        """
        doubts = {
            row.fixture_id: "no group is named for it, though its season has groups"
            for row in self._ungrouped
        }
        for row in self._fixtures:
            stage = row.stage or ""
            for team in {row.home_id, row.away_id} & self._counts.keys():
                count = self._counts[team][stage]
                reason = self._elsewhere(team, stage, count) if count else ""
                if reason:
                    doubts[row.fixture_id] = reason
        return doubts

    def _elsewhere(self, team: int, group: str, fewest: int) -> str:
        """That a team of a group has so many fixtures in others in the same days; empty if it has not."""
        own = self._spans[group]
        others = [
            other
            for other, count in sorted(self._counts[team].items())
            if other != group
            and count >= fewest
            and self._spans[other].first <= own.last
            and own.first <= self._spans[other].last
        ]
        return (
            f"{self._names[team]} plays in {' and '.join(others)} too, in the same days"
            if others
            else ""
        )
