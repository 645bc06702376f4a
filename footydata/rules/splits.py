"""Seasons that divide: groups of a table that a team can't leave, and the points that it brings into its group."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from footydata.rules.competitions import CompetitionRules, Split
from footydata.rules.tallies import ResultRow, Results, Tally, played, points, tallies
from footydata.rules.tiebreaks import Evidence, ordered

REGULAR = "regular"
"""The stage of fixtures before a split, where a source names it; None means the same."""


class TableGroup(NamedTuple):
    """A part of a table.

    primary: team → (points, points before rounding), by which the group is ordered ahead of the tie-breakers.
    """

    name: str | None
    primary: Mapping[int, tuple[float, float]]


class Division(NamedTuple):
    """A season that has divided: its groups from the top down, and results between groups, which no table counts."""

    groups: list[TableGroup]
    crossing: list[ResultRow]


def divided(
    evidence: Evidence, totals: Mapping[int, int], adjustments: Mapping[int, int], stages: Mapping[int, str]
) -> Division | None:
    """How a season has divided, None while it is one whole.

    totals: team → points of the whole season, adjustments counted. stages: fixture id → stage, where known.
    The regular season's order makes the groups, once a fixture after it is counted.
    """
    split = evidence.rules.split
    if split is None or len(totals) != sum(group.teams for group in split.groups):
        return None
    before, after = _parted(evidence.results, split, stages)
    if not after:
        return None
    regular = tallies(totals, before)
    brought = {team: points(tally, evidence.rules.win) + adjustments.get(team, 0) for team, tally in regular.items()}
    rules = replace(evidence.rules, split=None)
    order = ordered(brought, Evidence(regular, before, rules, evidence.names))
    groups: list[TableGroup] = []
    place: dict[int, int] = {}
    for group in split.groups:
        teams, order = order[: group.teams], order[group.teams :]
        place.update(dict.fromkeys(teams, len(groups)))
        groups.append(
            TableGroup(group.name, {team: _start(totals[team], brought[team], group.halved) for team in teams})
        )
    return Division(groups, [result for result in after if place[result[0]] != place[result[1]]])


def _start(total: int, brought: int, halved: bool) -> tuple[float, float]:
    """Points with and without the rounding up of a halved start.

    >>> _start(68 + 10, 68, True), _start(55 + 9, 55, True), _start(50, 44, False)
    ((44, 44.0), (37, 36.5), (50, 50))
    """
    if not halved:
        return total, total
    return total - brought + -(-brought // 2), total - brought / 2


def _parted(results: Results, split: Split, stages: Mapping[int, str]) -> tuple[Results, Results]:
    """The results before and after the split: by their stages where any is known, else by how often a pair met."""
    if stages:
        after = [result for result in results if stages.get(result[4], REGULAR).casefold() != REGULAR]
        apart = {result[4] for result in after}
        return [result for result in results if result[4] not in apart], after
    met: Counter[tuple[int, int]] = Counter()
    before: list[ResultRow] = []
    later: list[ResultRow] = []
    for result in results:
        pair = (min(result[0], result[1]), max(result[0], result[1]))
        (before if met[pair] < split.meetings else later).append(result)
        met[pair] += 1
    return before, later


def grouped(totals: Mapping[int, int], groups: Mapping[int, str]) -> list[TableGroup]:
    """The groups of a group stage, by name; a team without a group stands in the last one."""
    names = sorted(set(groups.values()))
    found = [
        TableGroup(name, {team: (totals[team], 0) for team in totals if groups.get(team) == name}) for name in names
    ]
    rest = {team: (totals[team], 0) for team in totals if team not in groups}
    return [*found, TableGroup(None, rest)] if rest else found


def whole(totals: Mapping[int, int], rules: CompetitionRules, gathered: Mapping[int, Tally]) -> list[TableGroup]:
    """The one group of a season that is one whole: by points, or by points per game where the rules say so."""
    if not rules.per_game:
        return [TableGroup(None, {team: (total, 0) for team, total in totals.items()})]
    fixtures = {team: played(tally) for team, tally in gathered.items()}
    lowest = float("-inf")
    return [
        TableGroup(
            None, {team: (total / fixtures[team] if fixtures[team] else lowest, 0) for team, total in totals.items()}
        )
    ]


def ordered_groups(groups: Sequence[TableGroup], evidence: Evidence) -> list[tuple[str | None, list[int]]]:
    """Each group's name and its teams from best to worst."""
    order: list[tuple[str | None, list[int]]] = []
    above = 0
    for group in groups:
        order.append((group.name, ordered(group.primary, evidence, after=above)))
        above += len(group.primary)
    return order
