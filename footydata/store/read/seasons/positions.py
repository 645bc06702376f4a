"""The tables in the course of a season: one after each day with new results, or after each round."""

import sqlite3
from functools import partial
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.table_rows import Table, TableHalf
from footydata.football.terms import DAY, TableType
from footydata.store.read.seasons.results import season_head, season_known_from, season_results
from footydata.store.read.seasons.standings import standings

STEPS = ("day", "round")
"""After what there is a table."""


class SeasonCourse(NamedTuple):
    """The tables of a season in order, each with the day (00:00 UTC, unix seconds) at whose end it was known.

    whole: the table of all fixtures. left_out: the days or rounds after which too little was known for a table.
    """

    whole: Table
    tables: list[tuple[int, Table]]
    left_out: list[int]


def season_course(
    connection: sqlite3.Connection, *, league_id: int, season_id: int | None, type: TableType, by: str, now: int
) -> SeasonCourse:
    """The tables of a season (the newest with fixtures if season_id is None), each as `standings` computes it.

    by: one of STEPS; with rounds, each table's `round` is the one after which it is. now: unix seconds.
    Raises as standings does, and StandingsNotAvailable if rounds are asked for and not known.
    """
    at = partial(standings, connection, league_id=league_id, type=type, now=now)
    whole = at(season_id=season_id)
    head = season_head(connection, league_id, whole.season_id)
    results = season_results(connection, head, type=type, half=TableHalf.FULL, now=now, with_rounds=by == "round")
    moments = season_known_from(connection, whole.season_id)
    days = {row.fixture_id: (moments[row.fixture_id] - 1) // DAY * DAY for row in results.counted}
    steps = days if by == "day" else {row: place for row, place in results.rounds.items() if row in days}
    if by == "round" and days and not steps:
        raise StandingsNotAvailable(f'the rounds of {whole.league} {whole.season} are not known; name by="day"')
    tables: list[tuple[int, Table]] = []
    left_out = []
    for step in sorted(set(steps.values())):
        try:
            until, last_round = (step + DAY, None) if by == "day" else (None, step)
            table = at(season_id=whole.season_id, at_ts=until, up_to_round=last_round)
        except StandingsNotAvailable:
            left_out.append(step)
            continue
        day = max(days[row] for row, place in steps.items() if place <= step)
        tables.append((day, table if by == "day" else table._replace(round=step)))
    return SeasonCourse(whole, tables, left_out)
