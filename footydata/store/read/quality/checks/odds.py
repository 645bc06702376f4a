"""Checks quotes: prices of 1 or less, lines that are no multiples of a quarter, unknown markets."""

import json
import sqlite3
from collections.abc import Iterator

from footydata.football.markets import Market
from footydata.football.records import OddsRecord, OddsTickRecord
from footydata.football.terms import Period
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.read.quality.checks.finding import ERROR, Check, Flagged, by_sql

_PRICES = {
    "odds": tuple(name for name in OddsRecord._fields if "price" in name),
    "odds_tick": tuple(name for name in OddsTickRecord._fields if name.startswith("price")),
}
_LINES = {"odds": tuple(f"{period}_line" for period in Period), "odds_tick": ("line",)}


def _prices(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Prices of 1 or less, at which a won bet would return no more than its stake."""
    for table, names in _PRICES.items():
        yield from _values(connection, table, names, "{name} <= 1", "a price of {value}")


def _lines(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    for table, names in _LINES.items():
        # A quarter is a sum of powers of two: four times it is whole, exactly.
        yield from _values(
            connection, table, names, "{name} * 4 <> round({name} * 4)", "a line of {value}"
        )


def _values(
    connection: sqlite3.Connection, table: str, names: tuple[str, ...], test: str, sentence: str
) -> Iterator[Flagged]:
    where = " or ".join(test.format(name=name) for name in names)
    tests = ", ".join(f"({test.format(name=name)}), {name}" for name in names)
    sql = f"""
        select {table}.fixture_id, bookmaker.slug, {table}.market, {tests}
        from {table} left join bookmaker on bookmaker.id = {table}.bookmaker_id
        where {where} order by {table}.fixture_id, {table}.bookmaker_id, {table}.market
    """
    for fixture_id, slug, market, *tested in connection.execute(sql):
        for place, name in enumerate(names):
            is_wrong, value = tested[2 * place : 2 * place + 2]
            if is_wrong:
                yield Flagged(
                    "fixture",
                    fixture_id,
                    f"{slug} has {sentence.format(value=value)} in {market}, {name}",
                )


def _misshapen(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Lines and prices that the market's shape has no place for."""
    # The odds are read once for all markets; the keys are those of the table of markets.
    wrong = " or ".join(
        f"(market = '{market.key}' and ({_too_much(market)}))" for market in MARKET_BY_KEY.values()
    )
    sql = f"""
        select fixture_id, (select slug from bookmaker where id = bookmaker_id), market from odds
        where {wrong} order by fixture_id, bookmaker_id, market
    """
    for fixture_id, slug, market in connection.execute(sql):
        yield Flagged(
            "fixture", fixture_id, f"{slug} has a line or a third price in {market}, which has none"
        )


def _too_much(market: Market) -> str:
    names = [] if market.shape.has_line else [f"{period}_line" for period in Period]
    if len(market.shape.selections) < 3:
        names += [f"{period}_price_3" for period in Period]
    return " or ".join(f"{name} is not null" for name in names) or "false"


CHECKS = (
    Check("impossible_price", ERROR, _prices),
    Check("impossible_line", ERROR, _lines),
    Check("misshapen_quote", ERROR, _misshapen),
    *(
        by_sql(
            kind,
            ERROR,
            f"{{rows:row}} of {table} of an unknown market {{market!r}}",
            f"""select fixture_id, market, count(*) as rows from {table}
            where market not in (select value from json_each(:known))
            group by fixture_id, market order by fixture_id, market""",
            known=json.dumps(list(MARKET_BY_KEY)),
        )
        for kind, table in (("unknown_market", "odds"), ("unknown_market_tick", "odds_tick"))
    ),
)
"""What is looked for in quotes."""
