"""The stages of a season that have a table of their own, its groups, and the fixtures that do not fit them.

Those are of a team in two groups of one stage, or of no group. Fixtures are in order of kickoff everywhere.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Set
from typing import NamedTuple

from footydata.football.wording import some_of
from footydata.rules.stages import TABLED, Kind, stage_of
from footydata.rules.tallies import Results

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
