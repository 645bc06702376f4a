"""The finished fixtures of a league with their counts, from which models are fitted."""

import sqlite3
from typing import NamedTuple

from footydata.contract.terms import RED_POINTS, YELLOW_POINTS, StateDetail, Status
from footydata.store.known_results import KNOWN_FROM, known_by


class PastFixture(NamedTuple):
    """A finished fixture and its counts as markets settle on them, None if unknown; referee: his name."""

    home_id: int
    away_id: int
    kickoff_ts: int
    home_goals: int | None
    away_goals: int | None
    half_home_goals: int | None
    half_away_goals: int | None
    home_corners: int | None
    away_corners: int | None
    half_home_corners: int | None
    half_away_corners: int | None
    home_card_points: int | None
    away_card_points: int | None
    fixture_id: int
    referee: str | None


COUNTED = PastFixture._fields.index("fixture_id")
"""How many leading fields of a past fixture are numbers: teams, kickoff, counts."""


# An awarded result was not decided on the field and says nothing of the teams.
_PAST = f"""
select home_id, away_id, kickoff_ts, home_goals, away_goals, half_home_goals, half_away_goals,
       home_corners, away_corners, half_home_corners, half_away_corners,
       :yellow * home_yellow + :red * home_red, :yellow * away_yellow + :red * away_red,
       id, referee
from fixture
where league_id = :league_id and kickoff_ts >= :start_ts and kickoff_ts < :at_ts and {KNOWN_FROM} <= :known_by
and status = :finished and coalesce(state_detail, '') <> :awarded
order by kickoff_ts, id
"""


def past_fixtures(
    connection: sqlite3.Connection, league_id: int, *, start_ts: int, at_ts: int, now: int
) -> list[PastFixture]:
    """The fixtures of a league from start_ts on whose results are known at a moment, oldest first; no awarded ones."""
    values = {
        "league_id": league_id,
        "start_ts": start_ts,
        "at_ts": at_ts,
        "known_by": known_by(at_ts, now=now),
        "finished": Status.FINISHED,
        "awarded": StateDetail.AWARDED,
        "yellow": YELLOW_POINTS,
        "red": RED_POINTS,
    }
    return [PastFixture._make(row) for row in connection.execute(_PAST, values)]
