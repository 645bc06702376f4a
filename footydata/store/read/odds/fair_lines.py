"""Our fair lines as they are stored."""

import sqlite3
from collections.abc import Sequence

from footydata.football.records import FairLine
from footydata.football.terms import Status


def fair_lines(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> dict[int, list[FairLine]]:
    """The stored fair lines of fixtures, by market; every id asked for has a list, maybe empty."""
    sql = (
        f"select {', '.join(FairLine._fields)} from fair_line "
        "where fixture_id in (select value from json_each(:ids)) order by fixture_id, market"
    )
    lines_by_fixture: dict[int, list[FairLine]] = {fixture_id: [] for fixture_id in fixture_ids}
    for row in connection.execute(sql, {"ids": str(list(fixture_ids))}):
        lines_by_fixture[row[0]].append(FairLine._make(row))
    return lines_by_fixture


def has_coming(connection: sqlite3.Connection, *, now: int) -> bool:
    """Whether any fixture is still to come."""
    sql = """
        select exists (select 1 from fixture where esports in (0, 1) and kickoff_ts >= :now and status = :scheduled)
    """
    return bool(connection.execute(sql, {"now": now, "scheduled": Status.SCHEDULED}).fetchone()[0])
