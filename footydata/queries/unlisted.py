"""What a database holds that no list of the v1 service leads to: asked for by its id alone."""

import sqlite3
from typing import NamedTuple


class Unlisted(NamedTuple):
    """What no list leads to.

    retired_leagues: their ids. without_season: the fixtures of no season.
    histories: fixture id, bookmaker slug and market key of each recorded history of odds.
    fresh_ts: the moment that the freshest of the fixtures was fetched, None where there is none.
    """

    retired_leagues: list[int]
    without_season: list[int]
    histories: list[tuple[int, str, str]]
    fresh_ts: int | None


def unlisted(connection: sqlite3.Connection) -> Unlisted:
    """All of it, by id."""
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
