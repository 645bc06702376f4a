"""The progress of a season: each team's position by round, and the final positions that it can still reach."""

import sqlite3
from collections import Counter
from typing import NamedTuple

from footydata.football.table_rows import PointsStanding, TableHalf
from footydata.football.terms import TableType
from footydata.rules.reach import Reach, reachable, remaining_fixtures
from footydata.rules.standings import play_offs, points_table
from footydata.rules.tallies import Results
from footydata.store.read.seasons.results import (
    SeasonResults,
    season_adjustments,
    season_head,
    season_kickoffs,
    season_results,
)
from footydata.store.read.seasons.standings import (
    check_reliable,
    in_force,
    season_facts,
    season_rules,
    standings,
    without_play_offs,
)

__all__ = ["Reach", "RoundPosition", "positions_by_round", "reach"]


class RoundPosition(NamedTuple):
    """A team's place in the points table after a round."""

    round: int
    position: int
    team_id: int
    team_name: str
    played: int
    points: int


def positions_by_round(
    connection: sqlite3.Connection, *, league_id: int, season_id: int | None = None, now: int
) -> list[RoundPosition]:
    """The points table after each round with a counted fixture, by round, then position.

    If the rounds are not known, they are counted: see counted_rounds.
    Raises as standings does.
    """
    head = season_head(connection, league_id, season_id)
    results = season_results(connection, head, type=TableType.TOTAL, half=TableHalf.FULL, now=now, with_rounds=True)
    check_reliable(results, head, type=TableType.TOTAL, half=TableHalf.FULL)
    decisions = season_adjustments(connection, head.season_id)
    facts = season_facts(connection, head, results, results.names, decisions)
    results = without_play_offs(results, play_offs(results.counted, facts))
    rounds = _rounds(results)
    last = max(rounds.values(), default=0)
    moments = season_kickoffs(connection, head.season_id) if decisions else {}
    position_rows: list[RoundPosition] = []
    for number in sorted(set(rounds.values())):
        counted_rows = [row for row in results.counted if rounds[row.fixture_id] <= number]
        is_last = number == last
        before = None if is_last or not decisions else max(moments[row.fixture_id] for row in counted_rows) + 1
        upto = SeasonResults(
            counted=counted_rows,
            open=[],
            due=0,
            due_counted=0,
            rounds=rounds,
            round=number,
            stages=results.stages,
            whole=is_last,
            names=results.names,
        )
        facts = season_facts(connection, head, upto, results.names, in_force(decisions, before=before))
        position_rows += [
            RoundPosition(number, row.position, row.team_id, row.team_name, row.played, row.points)
            for row in points_table(counted_rows, facts)
        ]
    return position_rows


def reach(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    at_ts: int | None = None,
    now: int,
) -> list[Reach]:
    """The best and worst final position of each team by points alone, in the order of the table.

    Raises as standings does.
    """
    head = season_head(connection, league_id, season_id)
    table = standings(connection, league_id=league_id, season_id=head.season_id, at_ts=at_ts, now=now)
    results = season_results(connection, head, type=TableType.TOTAL, half=TableHalf.FULL, now=now, at_ts=at_ts)
    rows = [row for row in table.rows if isinstance(row, PointsStanding)]
    rules = season_rules(head, whole=results.whole)
    open_fixtures = Counter(team for row in results.open for team in (row.home_id, row.away_id))
    return reachable(rows, remaining_fixtures(rows, rules, open_fixtures, over=rules.per_game), win=rules.win)


def _rounds(results: SeasonResults) -> dict[int, int]:
    """Fixture id → its round; counted if the round of any fixture is unknown."""
    known = {
        row.fixture_id: results.rounds[row.fixture_id] for row in results.counted if row.fixture_id in results.rounds
    }
    return known if len(known) == len(results.counted) else counted_rounds(results.counted)


def counted_rounds(results: Results) -> dict[int, int]:
    """Fixture id → how many fixtures, this one included, the team that has played more has played by then.

    >>> from footydata.rules.tallies import Result
    >>> counted_rounds([Result(1, 2, 0, 0, 11), Result(3, 4, 0, 0, 12), Result(2, 3, 0, 0, 13)])
    {11: 1, 12: 1, 13: 2}
    """
    played: Counter[int] = Counter()
    rounds = {}
    for result in results:
        played.update((result.home_id, result.away_id))
        rounds[result.fixture_id] = max(played[result.home_id], played[result.away_id])
    return rounds
