"""The chances that bookmakers' result prices imply, margin included: of past fixtures, and of coming ones."""

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from footydata.football.markets import BY_PARAM
from footydata.football.terms import Period
from footydata.store.read.fixtures.details import pages


class RawChances(NamedTuple):
    """The reciprocals of result prices, margin included, averaged over the bookmakers that quote all three."""

    home: float
    draw: float
    away: float


def _all_three(period: str) -> str:
    """The condition that all result prices of a period are recorded."""
    return " and ".join(f"{period}_price_{place} > 1" for place in (1, 2, 3))


_MEANS = ",\n       ".join(
    f"avg(case when {_all_three(period)} then 1 / {period}_price_{place} end)"
    for period in (Period.OPENING, Period.CLOSING)
    for place in (1, 2, 3)
)

_PAST = f"""
select fixture.id,
       {_MEANS}
from fixture join odds on odds.fixture_id = fixture.id and odds.market = :market
where league_id = :league_id and kickoff_ts >= :start_ts and kickoff_ts < :end_ts
group by fixture.id
order by fixture.id
"""

_OPENING = f"""
select fixture_id, bookmaker_id, opening_price_1, opening_price_2, opening_price_3 from odds
where fixture_id in (select value from json_each(:ids)) and market = :market and {_all_three(Period.OPENING)}
order by fixture_id, bookmaker_id
"""

_TICKS = """
select fixture_id, bookmaker_id, price_1, price_2, price_3 from odds_tick
where fixture_id in (select value from json_each(:ids)) and market = :market and recorded_ts < :before_ts
and price_1 > 1 and price_2 > 1 and price_3 > 1
order by fixture_id, bookmaker_id, recorded_ts, seq
"""


def past_chances(
    connection: sqlite3.Connection, league_id: int, *, start_ts: int, end_ts: int
) -> dict[int, RawChances]:
    """Fixture id → the chances by its opening prices, else by its closing ones, of a league in [start_ts, end_ts).

    For fixtures that are over. The closing price of a coming one is not known yet: see chances_before.
    """
    values = {"market": BY_PARAM["1x2"].key, "league_id": league_id, "start_ts": start_ts, "end_ts": end_ts}
    chances_by_fixture = {}
    for fixture_id, *chances in connection.execute(_PAST, values):
        known = chances[:3] if chances[0] is not None else chances[3:]
        if known[0] is not None:
            chances_by_fixture[fixture_id] = RawChances(*known)
    return chances_by_fixture


def chances_before(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], *, before_ts: int
) -> dict[int, RawChances]:
    """Fixture id → the chances by each bookmaker's last ticks before a moment (unix seconds), else its opening prices.

    Closing and in-play prices are not read, as when they were set is not stored.
    """
    chances_by_fixture = {}
    for ids in pages(fixture_ids):
        values = {"ids": str(list(ids)), "market": BY_PARAM["1x2"].key, "before_ts": before_ts}
        by_bookmaker: dict[int, dict[int, tuple[float, ...]]] = defaultdict(dict)
        for sql in (_OPENING, _TICKS):
            for fixture_id, bookmaker_id, *prices in connection.execute(sql, values):
                by_bookmaker[fixture_id][bookmaker_id] = tuple(1 / price for price in prices)
        for fixture_id, quoted in by_bookmaker.items():
            chances_by_fixture[fixture_id] = RawChances(
                *(sum(side) / len(quoted) for side in zip(*quoted.values(), strict=True))
            )
    return chances_by_fixture
