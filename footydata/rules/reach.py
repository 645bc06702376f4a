"""What each team can still reach: its best and worst final position, by points alone."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from footydata.football.rows import PointsStanding
from footydata.rules.regulations import CompetitionRules


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
