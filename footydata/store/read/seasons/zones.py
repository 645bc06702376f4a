"""The zones of a table that is made: what its places mean, if that is known."""

import sqlite3

from footydata.football.register.zones import Zone, zones_of
from footydata.football.table_rows import Table, TableHalf, Venue
from footydata.football.terms import TableType


def table_zones(connection: sqlite3.Connection, table: Table) -> tuple[Zone, ...]:
    """The zones of a points table of all fixtures, from the top down; of any other kind none, as nobody awards it."""
    if (table.type, table.venue, table.half) != (TableType.TOTAL, Venue.ALL, TableHalf.FULL):
        return ()
    sql = """
        select league.country_code, league.name, season.start_year
        from season join league on league.id = season.league_id where season.id = :season_id
    """
    country, league, start_year = connection.execute(sql, {"season_id": table.season_id}).fetchone()
    return zones_of(country, league, start_year, len(table.rows))
