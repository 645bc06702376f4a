"""Why what is shown may be wrong, though each figure is as it was stored. Every face tells it."""

import sqlite3
from collections.abc import Mapping, Sequence

from footydata.football.moments import BREAK, day_of, is_overdue
from footydata.football.rows import FixtureRow
from footydata.football.terms import DAY, Order, Status
from footydata.football.wording import plural
from footydata.store.read.fixtures import FixtureFilter, fixtures


def stale_doubts(kickoffs: Sequence[int], *, now: int) -> list[str]:
    """That what is asked of now rests on fixtures of long ago. kickoffs: in unix seconds."""
    if not kickoffs or now - max(kickoffs) < BREAK:
        return []
    return [f"the newest of these fixtures was on {day_of(max(kickoffs))}: the file may be behind"]


def fixture_doubts(
    rows: Sequence[FixtureRow], doubts: Sequence[object | None], *, now: int
) -> list[str]:
    """What is doubtful of fixtures: their ends, results that should be there by now, unknown scores and times.

    doubts: of each its own, None without.
    """
    told = [f"fixture {row.id}: {doubt}" for row, doubt in zip(rows, doubts, strict=True) if doubt]
    overdue = sum(is_overdue(row, now=now) for row in rows)
    if overdue:
        has = "has" if overdue == 1 else "have"
        told.append(
            f"{plural(overdue, 'fixture')} should have ended by now and {has} no result here: the file may be behind"
        )
    scoreless = sum(row.status == Status.FINISHED and row.home_goals is None for row in rows)
    if scoreless:
        told.append(f"{plural(scoreless, 'finished fixture')} without a known score")
    timeless = sum(not row.time_known for row in rows)
    if timeless:
        told.append(f"of {plural(timeless, 'fixture')} only the day is known, not the time")
    return told


NO_PROFIT = "Fair by a model; there is no evidence that betting on it makes a profit."
"""What stands below fair lines."""

OLD = 30 * DAY
"""Results older than this are too old for lines and previews without a word."""


def result_ages(
    connection: sqlite3.Connection, rows: Sequence[FixtureRow], *, now: int
) -> dict[str, int]:
    """League → how many days before the day of its fixtures, or now, its newest result is, the most of them."""
    ages: dict[str, int] = {}
    moments = {
        (row.league, row.league_id, min(row.kickoff_ts - row.kickoff_ts % DAY, now)) for row in rows
    }
    for league, league_id, moment in sorted(moments):
        finished = FixtureFilter(
            league_ids=(league_id,), statuses=(Status.FINISHED,), end_ts=moment
        )
        for newest in fixtures(connection, finished, order=Order.DESC, limit=1):
            ages[league] = max(ages.get(league, 0), (moment - newest.kickoff_ts) // DAY)
    return ages


def old_doubts(ages: Mapping[str, int], *, what: str) -> list[str]:
    """That something rests on old results. ages: as result_ages has them."""
    return [
        f"the newest result of {league} is {days} days older than {what}"
        for league, days in ages.items()
        if days * DAY > OLD
    ]
