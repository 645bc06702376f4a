"""The stages of a season that have a table of their own, its groups, and the fixtures that do not fit them.

Those are of a team in two groups of one stage, or of no group. Fixtures are in order of kickoff everywhere.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import NamedTuple

from footydata.rules.stages import TABLED, Kind, stage_of
from footydata.rules.tallies import Result, Results

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


def group_doubts(
    group: str, fixtures: Results, groups: Collection[str], names: Mapping[int, str]
) -> tuple[str, ...]:
    """Why the table of a group may be wrong, a sentence each; empty if all fixtures fit.

    fixtures: of the season. groups: its stages that have a table. names: team id → name, of all teams.
    """
    teams: defaultdict[str, set[int]] = defaultdict(set)
    for fixture in fixtures:
        if fixture.stage is not None and fixture.stage in groups:
            teams[fixture.stage] |= {fixture.home_id, fixture.away_id}
    spans = spans_of(fixtures)
    doubts = []
    for other in groups:
        both = sorted(names[team] for team in teams[group] & teams[other])
        if (
            both
            and other != group
            and not is_of_all_groups(other)
            and _overlap(spans[group], spans[other])
        ):
            doubts.append(
                f"{' and '.join(both)} {'plays' if len(both) == 1 else 'play'} in {other} too, in the same days"
            )
    of_sides, of_nobody = [], []
    lacks_group = _lack_of_group(groups, spans)
    for fixture in filter(lacks_group, fixtures):
        sides = {fixture.home_id, fixture.away_id}
        text = f"{names[fixture.home_id]} v {names[fixture.away_id]}"
        if fixture.stage == group or sides & teams[group]:
            of_sides.append(text)
        elif not any(sides & teams[each] for each in groups if each != fixture.stage):
            of_nobody.append(text)
    return (
        *doubts,
        *(f"no group is named for {_listed(texts)}" for texts in (of_sides, of_nobody) if texts),
    )


def _listed(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    return f"{', '.join(texts[:_MOST])}{more}"


def is_of_all_groups(stage: str) -> bool:
    """Whether a stage's name is that of groups without saying which.

    >>> [is_of_all_groups(stage) for stage in ("Group stage", "Group A", "League phase")]
    [True, False, False]
    """
    read = stage_of(stage)
    return read.kind is Kind.GROUP and read.group is None


def _overlap(one: Span, other: Span) -> bool:
    return one.first <= other.last and other.first <= one.last


def unplaced(
    fixtures: Results, groups: Collection[str], names: Mapping[int, str]
) -> dict[int, str]:
    """Id of a fixture that fits no group → why: none is named for it, or a side plays in another one.

    Of a team of two groups in the same days, its fixtures in the group in which it has fewer are meant, or all of
    them. fixtures: those of the season. groups, names: as of group_doubts.
    """
    spans = spans_of(fixtures)
    lacks_group = _lack_of_group(groups, spans)
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for fixture in fixtures:
        if fixture.stage in groups and not is_of_all_groups(fixture.stage or ""):
            counts[fixture.home_id][fixture.stage or ""] += 1
            counts[fixture.away_id][fixture.stage or ""] += 1
    doubts: dict[int, str] = {}
    for fixture in fixtures:
        if lacks_group(fixture):
            doubts[fixture.fixture_id] = "no group is named for it, though its season has groups"
        for team in (fixture.home_id, fixture.away_id):
            own, stage = counts[team], fixture.stage
            if stage is None or stage not in own:
                continue
            others = [
                other
                for other in own
                if other != stage
                and own[other] >= own[stage]
                and _overlap(spans[other], spans[stage])
            ]
            if others:
                doubts[fixture.fixture_id] = (
                    f"{names[team]} plays in {' and '.join(sorted(others))} too, in the same days"
                )
    return doubts


def _lack_of_group(groups: Collection[str], spans: Mapping[str, Span]) -> Callable[[Result], bool]:
    """Whether no group is named for a fixture, though the season has groups by name.

    One without any stage is of a group if it is played from the first group's begin on, before the knock-out rounds.
    """
    named = [group for group in groups if stage_of(group).group is not None]
    if not named:
        return lambda _: False
    begin = min(spans[group].first for group in named)
    knock_outs = [
        span.first
        for stage, span in spans.items()
        if stage_of(stage).is_knock_out and span.first > begin
    ]
    end = min(knock_outs, default=None)
    return lambda fixture: (
        is_of_all_groups(fixture.stage)
        if fixture.stage is not None
        else begin <= fixture.kickoff_ts and (end is None or fixture.kickoff_ts < end)
    )
