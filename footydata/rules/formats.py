"""How a season is played: which of its fixtures the table counts, and into which groups it divides.

A competition's rules say how its regular season is played (`CompetitionRules.regular`, `tournaments`, `split`);
fixtures beyond that are left out, as a source may list play-offs without marking them, and a season that fits no known
format is reported as doubtful beside its table. Where all that is known is that each pair meets once at each venue,
only what follows a complete season is left out. A team can't leave its group after a split, and brings points into it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from statistics import mode
from typing import NamedTuple

from footydata.football.wording import plural
from footydata.rules.regulations import (
    CompetitionRules,
    Group,
    Halving,
    Regular,
    SeasonFacts,
    Split,
)
from footydata.rules.tallies import Counting, Evidence, Result, Results, levels, pair_of

GUEST_FIXTURES = 4
"""A team beyond the number of the table with at most so many fixtures is there for a play-off alone: a guest."""

UNEVEN_FROM = 3
"""In a season that is over, a difference of so many fixtures between two teams is not accidental."""


class LeftOut(NamedTuple):
    """What the table of a season leaves out.

    play_offs: ids of the fixtures. tournaments: id of each fixture that counts → its tournament, if the season has two.
    """

    play_offs: frozenset[int] = frozenset()
    tournaments: Mapping[int, str] = {}


_NO_FIXTURE = frozenset({Counting.CANCELLED, Counting.ABANDONED, Counting.OUTSIDE})
"""Fixtures that the format of a season does not know; an abandoned one may be played again."""


def left_out(
    fixtures: Results, rules: CompetitionRules, *, start_year: int, meets_once: bool
) -> LeftOut:
    """What the table of a season leaves out by its format; fixtures whose stage is named are not judged by it.

    meets_once: whether a pair meets only once at a venue.
    """
    listed = [
        row
        for row in fixtures
        if row.counting not in _NO_FIXTURE and (row.stage or REGULAR).casefold() == REGULAR
    ]
    regular = rules.regular
    if regular is None:
        is_of_one_table = rules.split is None and not rules.tournaments
        is_double_round = rules.legs == 2 or (not rules.legs and meets_once)
        return _after_all_have_met(listed) if is_of_one_table and is_double_round else LeftOut()
    guests = _surplus_guests(listed, regular)
    own = [fixture for fixture in listed if not {fixture.home_id, fixture.away_id} & guests]
    tournaments = _tournaments(own, rules.tournaments, start_year)
    met: Counter[tuple[object, ...]] = Counter()
    played: Counter[tuple[object, ...]] = Counter()
    counted: set[int] = set()
    for fixture in own:
        part = tournaments.get(fixture.fixture_id)
        pair = (part, *sorted((fixture.home_id, fixture.away_id)))
        sides = [(part, fixture.home_id), (part, fixture.away_id)]
        # Play-offs after a split are found by its groups, which depend on the points (`division_of`).
        if rules.split is None and regular.meetings and met[pair] >= regular.meetings:
            continue
        if regular.fixtures and any(played[side] >= regular.fixtures for side in sides):
            continue
        met[pair] += 1
        played.update(sides)
        counted.add(fixture.fixture_id)
    play_offs = frozenset(fixture.fixture_id for fixture in listed) - counted
    return LeftOut(play_offs, {key: name for key, name in tournaments.items() if key in counted})


def _after_all_have_met(listed: Results) -> LeftOut:
    """What follows a season in which each pair meets once at each venue: play-offs, some of them with guests.

    A fixture is one if each side has met all others of the table at both venues before. If more than half of the
    table's teams go on so, another round follows, and all counts.
    """
    at_home = Counter([fixture.home_id for fixture in listed])
    if (
        len(listed) <= len(at_home) * (len(at_home) - 1)
        and min(at_home.values(), default=0) > GUEST_FIXTURES
    ):
        return LeftOut()
    fixtures = Counter(team for fixture in listed for team in (fixture.home_id, fixture.away_id))
    few = {team for team, count in fixtures.items() if count <= GUEST_FIXTURES}
    size = len(fixtures) - len(few)
    guests = _guests(listed, few, 2 * (size - 1)) if len(few) <= size // 2 else set()
    size = len(fixtures) - len(guests)
    met: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    later: set[int] = set()
    going_on: set[int] = set()
    for fixture in listed:
        meeting = home, away = fixture.home_id, fixture.away_id
        if home in guests or away in guests:
            later.add(fixture.fixture_id)
        elif len(met[home]) == len(met[away]) == 2 * (size - 1):
            later.add(fixture.fixture_id)
            going_on.update(meeting)
        else:
            met[home].add(meeting)
            met[away].add(meeting)
    return LeftOut() if len(going_on) > size // 2 else LeftOut(frozenset(later))


def doubts(
    played: Mapping[int, int],
    names: Mapping[int, str],
    rules: CompetitionRules,
    *,
    is_over: bool,
    is_group: bool = False,
) -> tuple[str, ...]:
    """Why a table may be wrong, a sentence each; empty if the season fits its format.

    played: team → its counted fixtures; is_over: no fixture of the season is to come. is_group: it is of a group, which
    two teams may be (World Cup 1950).
    """
    reasons, split = [rules.doubt] if rules.doubt else [], rules.split
    if len(played) == 2 and not is_group:
        reasons.append("two teams alone: a play-off, not a league")
    surplus = len(played) - (rules.regular.teams if rules.regular else 0)
    before_split = split.meetings * (split.teams - 1) if split else 0
    divides = split is not None and split.teams == len(played)
    has_divided = divides and max(played.values()) > before_split
    # Each of these explains what the ones after it would find.
    if rules.regular and rules.regular.teams and surplus > 0:
        # Of each club under two names both may have few fixtures.
        fewest = sorted(played, key=lambda team: (played[team], names[team]))[: 2 * surplus]
        reasons.append(
            f"{len(played)} teams, where the competition has {rules.regular.teams}: a club may stand here under two "
            f"names ({_shown(fewest, played, names)})"
        )
    elif is_over and divides and not has_divided:
        reasons.append(
            "the season divided into groups, whose fixtures are not here: this is the table before it"
        )
    elif len(set(played.values())) > 1 and not rules.per_game and not has_divided:
        reasons += _uneven(played, names, is_over=is_over)
    expected = rules.legs * (len(played) - 1)
    more = [team for team, count in played.items() if count > expected]
    # If a format is known, the fixtures beyond it are left out of the table.
    if expected and more and not split and not rules.regular:
        reasons.append(
            f"more fixtures than the {expected} of the season ({_shown(_by_name(more, names), played, names)}): one "
            "may stand here twice, as it was put off and as it was played"
        )
    return tuple(reasons)


def unmet(counted: Results) -> tuple[str, ...]:
    """That a season which is over may be cut short: most pairs of its teams met as often, and some less."""
    met = Counter(frozenset(row[:2]) for row in counted)
    pairs = [met[frozenset(pair)] for pair in combinations(sorted(frozenset().union(*met)), 2)]
    usual = mode(pairs) if pairs else 0
    fewer = sum(count < usual for count in pairs)
    # Where a season splits, some meet more often than most; there none is missing.
    if not fewer or usual < max(pairs):
        return ()
    return (
        f"{fewer} of {len(pairs)} pairs of teams met fewer than {plural(usual, 'time')}, unlike most: the file may "
        "lack fixtures, or the season was cut short",
    )


def _uneven(played: Mapping[int, int], names: Mapping[int, str], *, is_over: bool) -> list[str]:
    """The doubt of teams with far more or fewer fixtures than most for that to be accidental."""
    usual = Counter(played.values()).most_common(1)[0][0]
    other = [
        team
        for team, count in played.items()
        if (
            abs(count - usual) >= UNEVEN_FROM
            if is_over
            else usual >= 2 * GUEST_FIXTURES and count <= usual // 2
        )
    ]
    if not other:
        return []
    return [
        f"most teams have {usual} fixtures here, others not ({_shown(_by_name(other, names), played, names)}): a club "
        "may stand here under two names, fixtures may be missing, or play-offs may be among them"
    ]


def _by_name(teams: Iterable[int], names: Mapping[int, str]) -> list[int]:
    return sorted(teams, key=names.__getitem__)


def _shown(
    teams: Sequence[int], played: Mapping[int, int], names: Mapping[int, str], most: int = 6
) -> str:
    examples = ", ".join(f"{names[team]} {played[team]}" for team in teams[:most])
    return examples if len(teams) <= most else f"{examples} and {len(teams) - most} more"


def _surplus_guests(listed: Results, regular: Regular) -> set[int]:
    """The guests of a season whose table has a known number of teams."""
    fixtures = Counter(team for fixture in listed for team in (fixture.home_id, fixture.away_id))
    surplus = len(fixtures) - regular.teams
    few = {team for team, count in fixtures.items() if count <= GUEST_FIXTURES}
    if not regular.teams or surplus <= 0 or len(few) != surplus:
        return set()
    return _guests(listed, few, regular.meetings * (regular.teams - 1))


def _guests(listed: Results, few: set[int], fixtures_of_team: int) -> set[int]:
    """The teams that are there for a play-off alone: few fixtures, all after the regular season of their opponents.

    A club under a second name plays before that, and is no guest. fixtures_of_team: of each other team before that.
    """
    played: Counter[int] = Counter()
    for fixture in listed:
        sides = {fixture.home_id, fixture.away_id}
        if sides & few and any(played[team] < fixtures_of_team for team in sides - few):
            return set()
        if not sides & few:
            played.update(sides)
    return few


def _tournaments(listed: Results, names: Sequence[str], start_year: int) -> dict[int, str]:
    """Fixture id → its tournament: the first of the two in the year that the season starts in, else the second."""
    if not names:
        return {}
    first, second = names
    return {
        fixture.fixture_id: first
        if datetime.fromtimestamp(fixture.kickoff_ts, UTC).year == start_year
        else second
        for fixture in listed
    }


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
    before, after = before_and_after(evidence.results, split)
    if not after:
        return None
    regular = Evidence.of(before, SeasonFacts(facts.names, facts.rules, facts.adjustments))
    brought = regular.totals
    order = [team for level in levels(brought, regular) for team in level]
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


def before_and_after(results: Results, split: Split) -> tuple[Results, Results]:
    """The results before and after the split: by stage if any is known, else by how often each pair had met."""
    has_stages = any(result.stage is not None for result in results)
    met: Counter[tuple[int, int]] = Counter()
    before: list[Result] = []
    after: list[Result] = []
    for result in results:
        pair = pair_of(result.home_id, result.away_id)
        is_regular = (result.stage or REGULAR).casefold() == REGULAR
        is_before = is_regular if has_stages else met[pair] < split.meetings
        (before if is_before else after).append(result)
        met[pair] += 1
    return before, after


def group_stage(totals: Mapping[int, int], groups: Mapping[int, str]) -> list[TableGroup]:
    """The groups of a group stage, by name; teams without a group come last, in one without a name."""
    names = sorted(set(groups.values()))
    parts = [
        TableGroup(name, {team: (totals[team], 0) for team in totals if groups.get(team) == name})
        for name in names
    ]
    others = {team: (totals[team], 0) for team in totals if team not in groups}
    return [*parts, TableGroup(None, others)] if others else parts


def rounds_of(rows: Results) -> dict[int, int]:
    """Fixture id → its round; rounds of a later stage that are numbered from 1 again are numbered after the others."""
    numbered = [(row, row.round) for row in rows if row.round is not None]
    last = max((number for row, number in numbered if row.stage is None), default=0)
    return {
        row.fixture_id: number + (last if row.stage is not None and number <= last else 0)
        for row, number in numbered
    }


def counted_rounds(results: Results) -> dict[int, int]:
    """Fixture id → how many fixtures, this one included, the team that has played more has played by then.

    >>> counted_rounds([Result(1, 2, 0, 0, 11), Result(3, 4, 0, 0, 12), Result(2, 3, 0, 0, 13)])
    {11: 1, 12: 1, 13: 2}
    """
    played: Counter[int] = Counter()
    rounds = {}
    for result in results:
        played.update((result.home_id, result.away_id))
        rounds[result.fixture_id] = max(played[result.home_id], played[result.away_id])
    return rounds
