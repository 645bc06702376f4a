"""A season as of a moment: what is counted, what is still to be played, and what its endings are ordered by."""

import sqlite3
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.register.zones import Zone, zones_of
from footydata.football.table_rows import Table, TableHalf
from footydata.football.terms import DAY, Status, TableType
from footydata.rules.standings import SeasonFacts, play_offs
from footydata.store.read.seasons.leagues import league_by_id
from footydata.store.read.seasons.results import SeasonHead, SeasonResults, season_head, season_results
from footydata.store.read.seasons.standings import points_facts, standings, without_play_offs


class SeasonToCome(NamedTuple):
    """A season as of a moment.

    results: counted and open fixtures; facts: what orders a table of it; table: as it stands. zones: the places that
    mean something, as far as they are known. is_closed: nothing more is played, whatever the format asks for. overdue:
    how many of the open fixtures should have ended a day ago, and have no result.
    """

    head: SeasonHead
    results: SeasonResults
    facts: SeasonFacts
    table: Table
    zones: tuple[Zone, ...]
    is_closed: bool
    overdue: int


def season_to_come(
    connection: sqlite3.Connection, *, league_id: int, season_id: int | None, at_ts: int | None, now: int
) -> SeasonToCome:
    """The season as of a moment, or now; raises as standings does, and StandingsNotAvailable."""
    head = season_head(connection, league_id, season_id)
    table = standings(connection, league_id=league_id, season_id=head.season_id, at_ts=at_ts, now=now)
    results = season_results(connection, head, type=TableType.TOTAL, half=TableHalf.FULL, now=now, at_ts=at_ts)
    facts, _ = points_facts(connection, head, results, at_ts=at_ts)
    if facts.rules.split is not None:
        results = without_play_offs(results, play_offs(results.counted, facts))
    if facts.groups:
        raise StandingsNotAvailable(
            f"{head.league} {head.season} is played in groups; a projection is of one table", param="season"
        )
    league = league_by_id(connection, league_id)
    country = league.country_code if league else ""
    zones = zones_of(country, head.league, head.start_year, len(facts.names))
    is_closed = bool(head.own_rules) and results.whole
    before = (now if at_ts is None else min(at_ts, now)) - DAY
    values = {"season_id": head.season_id, "before": before, "finished": Status.FINISHED}
    unfinished = connection.execute(_UNFINISHED, values).fetchall()
    overdue = {fixture_id for (fixture_id,) in unfinished} & {row.fixture_id for row in results.open}
    return SeasonToCome(head, results, facts, table, zones, is_closed, len(overdue))


_UNFINISHED = "select id from fixture where season_id = :season_id and kickoff_ts < :before and status <> :finished"
