"""Fixtures that do not fit the groups of their season: of a team in two groups of one stage, or of no group."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from footydata.rules.stages import Kind, stage_of

_MOST = 3
"""How many fixtures without a group a doubt names."""


class StagedFixture(NamedTuple):
    """A fixture and the stage that its source names, None without one; kickoff_ts in unix seconds UTC."""

    kickoff_ts: int
    stage: str | None
    home_id: int
    away_id: int


class Span(NamedTuple):
    """The first and the last kickoff of a stage, in unix seconds UTC."""

    first: int
    last: int


def spans_of(fixtures: Iterable[StagedFixture]) -> dict[str, Span]:
    """Stage → its span, of the stages of these fixtures; the one that begins first is the first."""
    spans: dict[str, Span] = {}
    for kickoff_ts, stage, _, _ in sorted(fixtures, key=lambda fixture: fixture.kickoff_ts):
        if stage is not None:
            first, _ = spans.get(stage, Span(kickoff_ts, kickoff_ts))
            spans[stage] = Span(first, kickoff_ts)
    return spans


def group_doubts(
    group: str, fixtures: Sequence[StagedFixture], groups: Collection[str], names: Mapping[int, str]
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
    fixtures: Mapping[int, StagedFixture], groups: Collection[str], names: Mapping[int, str]
) -> dict[int, str]:
    """Id of a fixture that fits no group → why: none is named for it, or a side plays in another one.

    Of a team of two groups in the same days, its fixtures in the group in which it has fewer are meant, or all of
    them. fixtures: those of the season by id. groups, names: as of group_doubts.
    """
    spans = spans_of(fixtures.values())
    lacks_group = _lack_of_group(groups, spans)
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for _, stage, *sides in fixtures.values():
        if stage is not None and stage in groups and not is_of_all_groups(stage):
            for team in sides:
                counts[team][stage] += 1
    doubts: dict[int, str] = {}
    for fixture_id, fixture in fixtures.items():
        if lacks_group(fixture):
            doubts[fixture_id] = "no group is named for it, though its season has groups"
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
                doubts[fixture_id] = (
                    f"{names[team]} plays in {' and '.join(sorted(others))} too, in the same days"
                )
    return doubts


def _lack_of_group(
    groups: Collection[str], spans: Mapping[str, Span]
) -> Callable[[StagedFixture], bool]:
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
