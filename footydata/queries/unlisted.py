"""What the v1 service has in no list and gives only by id: needed for a complete dump."""

import sqlite3
from typing import NamedTuple


class Unlisted(NamedTuple):
    """What is in no list of the v1 service.

    retired_leagues: their ids. without_season: the fixtures of no season.
    histories: fixture id, bookmaker slug and market key of each recorded history of odds.
    fresh_ts: when the newest data of any fixture were fetched (unix seconds), None if there are none.
    """

    retired_leagues: list[int]
    without_season: list[int]
    histories: list[tuple[int, str, str]]
    fresh_ts: int | None


def unlisted(connection: sqlite3.Connection) -> Unlisted:
    """What is in no list, by id."""
    retired = connection.execute("select id from retired_league order by id").fetchall()
    alone = connection.execute("select id from fixture where season_id is null order by id").fetchall()
    fresh_ts = connection.execute("select max(fetched_ts) from fixture_source").fetchone()[0]
    histories = connection.execute(_HISTORIES).fetchall()
    return Unlisted([row[0] for row in retired], [row[0] for row in alone], histories, fresh_ts)


_HISTORIES = """
    select odds_tick.fixture_id, bookmaker.slug, odds_tick.market from odds_tick
    join bookmaker on bookmaker.id = odds_tick.bookmaker_id
    group by odds_tick.fixture_id, odds_tick.bookmaker_id, odds_tick.market
    order by odds_tick.fixture_id, odds_tick.bookmaker_id, odds_tick.market
"""
