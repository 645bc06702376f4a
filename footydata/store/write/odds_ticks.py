"""Records how in-play prices move: a tick whenever a quote differs from the last one of its market."""

import sqlite3

from footydata.football.records import OddsTickRecord
from footydata.store.writing import upsert


def append_ticks(connection: sqlite3.Connection, fixture_id: int, *, now: int) -> int:
    """Append a tick for each in-play quote of a fixture that moved since its last tick; returns how many.

    now: unix seconds, the time of the ticks. Their minute is unknown, as prices come without one; their score is the
    stored one. Commits nothing.
    """
    rows = connection.execute(_MOVED, {"fixture_id": fixture_id}).fetchall()
    return upsert(
        connection,
        "odds_tick",
        [OddsTickRecord(fixture_id, maker, market, now, 0, None, *quote) for maker, market, *quote in rows],
    )


_MOVED = """
    with last as (
      select bookmaker_id, market, line, price_1, price_2, price_3,
             row_number() over (partition by bookmaker_id, market order by recorded_ts desc, seq desc) as place
      from odds_tick where fixture_id = :fixture_id
    )
    select odds.bookmaker_id, odds.market, odds.inplay_line, odds.inplay_price_1, odds.inplay_price_2,
           odds.inplay_price_3, fixture.home_goals, fixture.away_goals
    from odds join fixture on fixture.id = odds.fixture_id
    left join last on last.bookmaker_id = odds.bookmaker_id and last.market = odds.market and last.place = 1
    where odds.fixture_id = :fixture_id and odds.inplay_price_1 is not null
      and (last.line, last.price_1, last.price_2, last.price_3)
          is not (odds.inplay_line, odds.inplay_price_1, odds.inplay_price_2, odds.inplay_price_3)
    order by odds.bookmaker_id, odds.market
"""
