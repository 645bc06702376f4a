"""Seasons that divide: groups of a table that a team can't leave, and the points that it brings into its group."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from footydata.rules.regulations import Group, Halving, Split
from footydata.rules.tallies import Result, Results, pair_of
from footydata.rules.tiebreaks import Evidence, SeasonFacts, ordered

REGULAR = "regular"
"""The stage of fixtures before a split, if a source names it; None means the same."""


class TableGroup(NamedTuple):
    """A part of a table.

    primary: team → (points, points before rounding), by which the group is ordered ahead of the tie-breakers.
    """

    name: str | None
    primary: Mapping[int, tuple[float, float]]


class Division(NamedTuple):
    """A season that has divided: its groups from the top down, and the results after the split that no table counts."""

    groups: list[TableGroup]
    uncounted: list[Result]


def division_of(evidence: Evidence) -> Division | None:
    """How a season has divided, None while it is undivided, or has other than the split's number of teams.

    It has divided once a fixture after the regular season is counted. The groups follow from the order of the regular
    season, unless the fixtures after it show others.
    """
    facts, totals = evidence.facts, evidence.totals
    split = facts.rules.split
    if split is None or facts.groups or len(totals) != split.teams:
        return None
    before, after = before_and_after(evidence.results, split, facts.stages)
    if not after:
        return None
    regular = Evidence.of(before, SeasonFacts(facts.names, facts.rules, facts.adjustments))
    brought = regular.totals
    order = ordered(brought, regular)
    ranked = {team: rank for rank, team in enumerate(order, start=1)}
    place = _groups_by_fixtures(groups_by_rank(split, order), ranked, after)
    groups = [
        TableGroup(
            group.name,
            {
                team: points_in_group(totals[team], brought[team], ranked[team], group)
                for team in order
                if place[team] == number
            },
        )
        for number, group in enumerate(split.groups)
    ]
    return Division(groups, _uncounted(after, place, split))


def groups_by_rank(split: Split, order: Sequence[int]) -> dict[int, int]:
    """Team → the number of its group: that of its rank, or the highest group with a place left."""
    place: dict[int, int] = {}
    for number, group in enumerate(split.groups):
        free = [team for team in order if team not in place]
        teams = [order[rank - 1] for rank in group.ranks] if group.ranks else free[: group.teams]
        place.update(dict.fromkeys(teams, number))
    return place


def _groups_by_fixtures(
    place: dict[int, int], ranked: Mapping[int, int], after: Results
) -> dict[int, int]:
    """The groups as the fixtures show them, if a decision that results don't show has changed the order.

    Two teams are exchanged if fewer fixtures are then between teams of different groups; of several such pairs, the
    two nearest by rank.
    """
    fewest = _fixtures_between_groups(place, after)
    pairs = (
        [(one, other) for one, other in combinations(place, 2) if place[one] != place[other]]
        if fewest
        else []
    )
    best = place
    for one, other in sorted(pairs, key=lambda pair: abs(ranked[pair[0]] - ranked[pair[1]])):
        exchanged = place | {one: place[other], other: place[one]}
        between = _fixtures_between_groups(exchanged, after)
        if between < fewest:
            best, fewest = exchanged, between
    return best


def _fixtures_between_groups(place: Mapping[int, int], after: Results) -> int:
    return sum(place[result.home_id] != place[result.away_id] for result in after)


def _uncounted(after: Results, place: Mapping[int, int], split: Split) -> list[Result]:
    """The results after a split that no group counts: between groups, or of a pair that has met often enough."""
    met: Counter[tuple[int, int]] = Counter()
    rows: list[Result] = []
    for result in after:
        pair = pair_of(result.home_id, result.away_id)
        met[pair] += 1
        group = place[result.home_id]
        if group != place[result.away_id] or met[pair] > split.groups[group].meetings:
            rows.append(result)
    return rows


def points_in_group(total: int, brought: int, rank: int, group: Group) -> tuple[float, float]:
    """What orders a group before the tie-breakers: a team's points, then what separates teams with equal points.

    total, brought: points of the whole season and of the part before the split; rank: at the split.

    >>> up, down, unchanged = (Group("Top", 6, 2, halving) for halving in (Halving.UP, Halving.DOWN, None))
    >>> points_in_group(68 + 10, 68, 1, up), points_in_group(55 + 9, 55, 2, up)
    ((44, 44.0), (37, 36.5))
    >>> points_in_group(55 + 9, 55, 2, down), points_in_group(50, 44, 3, unchanged)
    ((36, 36.5), (50, 0.0))
    """
    if group.halving is None:
        start, exact = brought, 0.0
    else:
        start, exact = (
            (-(-brought // 2) if group.halving is Halving.UP else brought // 2),
            total - brought / 2,
        )
    return total - brought + start, -rank if group.by_regular else exact


def before_and_after(
    results: Results, split: Split, stages: Mapping[int, str]
) -> tuple[Results, Results]:
    """The results before and after the split: by stage if any is known, else by how often each pair had met."""
    if stages:
        after = [
            result
            for result in results
            if stages.get(result.fixture_id, REGULAR).casefold() != REGULAR
        ]
        ids = {result.fixture_id for result in after}
        return [result for result in results if result.fixture_id not in ids], after
    met: Counter[tuple[int, int]] = Counter()
    before: list[Result] = []
    later: list[Result] = []
    for result in results:
        pair = pair_of(result.home_id, result.away_id)
        (before if met[pair] < split.meetings else later).append(result)
        met[pair] += 1
    return before, later


def group_stage(totals: Mapping[int, int], groups: Mapping[int, str]) -> list[TableGroup]:
    """The groups of a group stage, by name; teams without a group come last, in one without a name."""
    names = sorted(set(groups.values()))
    parts = [
        TableGroup(name, {team: (totals[team], 0) for team in totals if groups.get(team) == name})
        for name in names
    ]
    others = {team: (totals[team], 0) for team in totals if team not in groups}
    return [*parts, TableGroup(None, others)] if others else parts
