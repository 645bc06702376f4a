"""League tables by points, corners and cards, what can still be reached in one, and runs of results.

Every team of `names` has a row, with zeros if none of its fixtures counts. Positions never depend on the order of
the results.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

from footydata.football.rows import (
    CardStanding,
    CornerStanding,
    PointsStanding,
    StandingRow,
    Venue,
)
from footydata.football.terms import BOOKING_POINTS_RED, BOOKING_POINTS_YELLOW, TableType
from footydata.rules.formats import TableGroup, division_of, group_stage
from footydata.rules.regulations import CompetitionRules, SeasonFacts, tie_breakers
from footydata.rules.tallies import (
    AWAY,
    HOME,
    Evidence,
    Result,
    Results,
    by_name,
    levels,
    played,
)

FORM = 5
"""How many results `form` shows."""

CORNER_POINTS_WON, CORNER_POINTS_DRAWN = 3, 1
"""What a fixture is worth in the corner table. Contract 20.5."""


_PARTIAL = tie_breakers("goal difference > goals > wins")
_OPPONENT = -1

Row = TypeVar("Row", PointsStanding, CornerStanding, CardStanding)


def points_table(results: Results, facts: SeasonFacts) -> list[PointsStanding]:
    """The points table of a season, best first, by the rules of its competition."""
    evidence = Evidence.of(results, facts)
    totals, division = evidence.totals, division_of(evidence) if facts.rules.split else None
    if division and division.uncounted:
        return points_table([row for row in results if row not in division.uncounted], facts)
    per_game = facts.rules.per_game
    if facts.groups:
        groups = group_stage(totals, facts.groups)
    elif division:
        groups = division.groups
    else:
        # By points, or by points per game if the rules say so.
        primary: dict[int, float] = dict(totals)
        if per_game:
            for team, tally in evidence.tallies.items():
                primary[team] = totals[team] / played(tally) if played(tally) else -math.inf
        groups = [TableGroup(None, {team: (value, 0) for team, value in primary.items()})]
    forms = _forms(facts.names, results)
    rows: list[PointsStanding] = []
    for group in groups:
        for team in chain(*levels(group.primary, evidence, after=len(rows))):
            won, drawn, lost, scored, conceded = (
                evidence.tallies[team][home] + evidence.tallies[team][away]
                for home, away in zip(HOME, AWAY, strict=True)
            )
            fixtures = won + drawn + lost
            points = totals[team] if per_game else int(group.primary[team][0])
            rows.append(
                PointsStanding(
                    *(len(rows) + 1, team, facts.names[team], fixtures, won, drawn, lost),
                    *(scored, conceded, scored - conceded, points),
                    *(-facts.adjustments.get(team, 0), forms[team], group.name),
                    average(points, fixtures) if per_game else None,
                )
            )
    return rows


def level_teams(results: Results, facts: SeasonFacts) -> tuple[frozenset[int], ...]:
    """The teams of an undivided table that neither the rules nor a decision separate, each set of them apart."""
    evidence = Evidence.of(results, facts)
    return tuple(frozenset(level) for level in levels(evidence.totals, evidence) if len(level) > 1)


def play_offs(results: Results, facts: SeasonFacts) -> frozenset[int]:
    """The fixtures that follow the groups of a divided season and count in no table; results: of goals."""
    division = division_of(Evidence.of(results, facts))
    return frozenset(row.fixture_id for row in division.uncounted) if division else frozenset()


Sides: TypeAlias = Mapping[int, Results]
"""Team → its fixtures by kickoff, each with the team as the home side."""


def sides_of(results: Results, *, venue: str = Venue.ALL, last: int | None = None) -> Sides:
    """The fixtures of a part of a season. venue: all, home or away; last: of the last N fixtures of each team alone."""
    sides: defaultdict[int, list[Result]] = defaultdict(list)
    for result in results:
        if venue != Venue.AWAY:
            sides[result.home_id].append(result)
        if venue != Venue.HOME:
            sides[result.away_id].append(result.reversed)
    return {team: rows[-last:] if last else rows for team, rows in sides.items()}


def partial_points_table(sides: Sides, facts: SeasonFacts) -> list[PointsStanding]:
    """The points table of a part of each team's fixtures (home, away, first half, last N), best first.

    Such a table is not official: points taken by decision don't count in it, and ties are broken by goal difference,
    goals and wins.
    """
    # All play against one team, which is then taken out.
    results = [row._replace(away_id=_OPPONENT) for rows in sides.values() for row in rows]
    rules = replace(facts.rules, tie_breakers=_PARTIAL, split=None)
    rows = points_table(results, SeasonFacts({**facts.names, _OPPONENT: ""}, rules))
    return _numbered(row for row in rows if row.team_id != _OPPONENT)


def _numbered(rows: Iterable[Row]) -> list[Row]:
    return [row._replace(position=position) for position, row in enumerate(rows, start=1)]


def _forms(teams: Iterable[int], results: Results) -> dict[int, str]:
    """Team → its last results as letters, the newest last; read from the end until every team has its five."""
    forms = dict.fromkeys(teams, "")
    incomplete = len(forms)
    for result in reversed(results):
        home, away = result.home, result.away
        for team, ours, theirs in ((result.home_id, home, away), (result.away_id, away, home)):
            form = forms[team]
            if len(form) < FORM:
                letter = "W" if ours > theirs else "L" if ours < theirs else "D"
                forms[team] = letter + form
                incomplete -= len(form) == FORM - 1
        if not incomplete:
            break
    return forms


def corner_table(sides: Sides, facts: SeasonFacts) -> list[CornerStanding]:
    """The corner table: more corners than the opponent wins the fixture; by points, difference, corners taken.

    The second figures are of first halves. Contract 20.9.
    """
    names = facts.names
    rows = [_corner_row(team, names[team], sides.get(team, ())) for team in by_name(names, names)]
    rows.sort(
        key=lambda row: (row.points, row.total_for - row.total_against, row.total_for), reverse=True
    )
    return _numbered(rows)


def _corner_row(team: int, name: str, sides: Results) -> CornerStanding:
    played = len(sides)
    total, against = sum(row.home for row in sides), sum(row.away for row in sides)
    row = CornerStanding(
        position=0,
        team_id=team,
        team_name=name,
        played=played,
        total_for=total,
        total_against=against,
        average_for=average(total, played),
        average_against=average(against, played),
        points=sum(
            CORNER_POINTS_WON * (row.home > row.away) + CORNER_POINTS_DRAWN * (row.home == row.away)
            for row in sides
        ),
    )
    half = [
        (row.second_home, row.second_away)
        for row in sides
        if row.second_home is not None and row.second_away is not None
    ]
    if len(half) < played:
        return row
    half_total, half_against = sum(ours for ours, _ in half), sum(theirs for _, theirs in half)
    return row._replace(
        half_total_for=half_total,
        half_total_against=half_against,
        half_average_for=average(half_total, played),
        half_average_against=average(half_against, played),
    )


def card_table(sides: Sides, facts: SeasonFacts) -> list[CardStanding]:
    """The card table, most cards first, then most booking points. The first figures are yellow cards, the second red."""
    names = facts.names
    rows = [_card_row(team, names[team], sides.get(team, ())) for team in by_name(names, names)]
    rows.sort(key=lambda row: (row.total_for, row.booking_points), reverse=True)
    return _numbered(rows)


def _card_row(team: int, name: str, sides: Results) -> CardStanding:
    yellow, yellow_against = sum(row.home for row in sides), sum(row.away for row in sides)
    red = sum(row.second_home or 0 for row in sides)
    red_against = sum(row.second_away or 0 for row in sides)
    total, against, played = yellow + red, yellow_against + red_against, len(sides)
    return CardStanding(
        position=0,
        team_id=team,
        team_name=name,
        played=played,
        total_for=total,
        total_against=against,
        average_for=average(total, played),
        average_against=average(against, played),
        yellow_for=yellow,
        yellow_against=yellow_against,
        red_for=red,
        red_against=red_against,
        booking_points=BOOKING_POINTS_YELLOW * yellow + BOOKING_POINTS_RED * red,
    )


PARTIAL_TABLES: dict[TableType, Callable[[Sides, SeasonFacts], Sequence[StandingRow]]] = {
    TableType.TOTAL: partial_points_table,
    TableType.CORNER: corner_table,
    TableType.CARD: card_table,
}
"""Type of table → the table of a part of each team's fixtures."""


def average(total: int, played: int) -> float:
    """The average per fixture, rounded half up to two decimals; 0 if nothing was played.

    >>> average(1, 8), average(63, 38), average(-1, 8), average(0, 0)
    (0.13, 1.66, -0.12, 0.0)
    """
    return (200 * total + played) // (2 * played) / 100 if played else 0.0


RUNS: dict[str, Callable[[int, int], bool]] = {
    "won": lambda own, other: own > other,
    "unbeaten": lambda own, other: own >= other,
    "drawn": lambda own, other: own == other,
    "lost": lambda own, other: own < other,
    "winless": lambda own, other: own <= other,
    "scored": lambda own, other: own > 0,
    "scoreless": lambda own, other: own == 0,
    "clean sheets": lambda own, other: other == 0,
    "conceded": lambda own, other: other > 0,
    "both scored": lambda own, other: own > 0 and other > 0,
}
"""What is done in a row → whether a result, own goals before the other side's, goes on with it."""


class TeamResult(NamedTuple):
    """The score of a fixture from a team's side. kickoff_ts: unix seconds."""

    fixture_id: int
    kickoff_ts: int
    own: int
    other: int


class Streak(NamedTuple):
    """How often in a row.

    run: a key of RUNS. current: up to the last result, 0 if that ended it. longest: of several equally long ones the
    latest, from first_ts to last_ts (kickoffs, None where there is none).
    """

    run: str
    current: int
    longest: int
    first_ts: int | None
    last_ts: int | None


def streaks(results: Sequence[TeamResult]) -> list[Streak]:
    """The streaks of a team, one for each of RUNS, by its results, the oldest first.

    >>> rows = [TeamResult(1, 10, 2, 0), TeamResult(2, 20, 1, 0), TeamResult(3, 30, 0, 0)]
    >>> [(row.run, row.current, row.longest) for row in streaks(rows)][:3]
    [('won', 0, 2), ('unbeaten', 3, 3), ('drawn', 1, 1)]
    """
    return [_streak(run, goes_on, results) for run, goes_on in RUNS.items()]


def _streak(run: str, goes_on: Callable[[int, int], bool], results: Sequence[TeamResult]) -> Streak:
    current: list[TeamResult] = []
    longest: list[TeamResult] = []
    for result in results:
        current = [*current, result] if goes_on(result.own, result.other) else []
        if current and len(current) >= len(longest):
            longest = current
    first_ts, last_ts = (longest[0].kickoff_ts, longest[-1].kickoff_ts) if longest else (None, None)
    return Streak(run, len(current), len(longest), first_ts, last_ts)


class Reach(NamedTuple):
    """The final positions that a team can still take, by points alone; remaining: its fixtures to come.

    stage: the group that the positions are of, None in one table of all teams.
    """

    position: int
    team_id: int
    team_name: str
    played: int
    points: int
    remaining: int
    best: int
    worst: int
    stage: str | None = None


def reachable(
    rows: Sequence[PointsStanding], remaining: Mapping[int, int], *, win: int = 3
) -> list[Reach]:
    """The positions that every team of a points table can still reach, in the table's order.

    A team is certain to finish above another if its points exceed all that the other can still get, or if neither
    has a fixture to come. Who meets whom is not considered; a team finishes within its group.
    """
    most = {row.team_id: row.points + win * remaining.get(row.team_id, 0) for row in rows}
    reached = []
    for row in rows:
        group = [other for other in rows if other.group == row.group]
        above = sum(_surely_above(other, row, most, remaining) for other in group)
        below = sum(_surely_above(row, other, most, remaining) for other in group)
        first = group[0].position
        best, worst = first + above, first + len(group) - 1 - below
        reached.append(
            Reach(
                row.position,
                row.team_id,
                row.team_name,
                row.played,
                row.points,
                remaining.get(row.team_id, 0),
                best,
                worst,
            )
        )
    return reached


def _surely_above(
    one: PointsStanding,
    other: PointsStanding,
    most: Mapping[int, int],
    remaining: Mapping[int, int],
) -> bool:
    if one.points > most[other.team_id]:
        return True
    both_are_over = not remaining.get(one.team_id) and not remaining.get(other.team_id)
    return both_are_over and one.position < other.position


def remaining_fixtures(
    rows: Sequence[PointsStanding],
    rules: CompetitionRules,
    listed: Mapping[int, int],
    *,
    over: bool = False,
) -> dict[int, int]:
    """Team → its fixtures to come: those listed, or as many as the format still requires if that is more.

    listed: team → its listed fixtures that are not counted yet; over: the season has been closed by decision.
    """
    if over:
        return {}
    return {
        row.team_id: max(
            listed.get(row.team_id, 0), _fixtures_of_format(row, rows, rules) - row.played
        )
        for row in rows
    }


def _fixtures_of_format(
    row: PointsStanding, rows: Sequence[PointsStanding], rules: CompetitionRules
) -> int:
    """How many fixtures the format gives a team; 0 if it is not known.

    Before a split with halved points only the fixtures up to it are meant, as points can't be compared across it.
    """
    opponents = len(rows) - 1
    split = rules.split
    if split is None or len(rows) != split.teams:
        return rules.legs * opponents
    regular = split.meetings * opponents
    if row.group is not None:
        return regular + sum(
            group.meetings * (group.teams - 1) for group in split.groups if group.name == row.group
        )
    if any(group.halving for group in split.groups):
        return regular
    return regular + max(group.meetings * (group.teams - 1) for group in split.groups)
