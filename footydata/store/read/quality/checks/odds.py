"""Checks quotes: prices of 1 or less, lines that are no multiples of a quarter, unknown markets."""

import json

from footydata.football.markets import Market
from footydata.football.records import columns_of
from footydata.football.terms import Period
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.read.quality.checks.finding import ERROR, by_sql, compared


def _limits(part: str, limit: str) -> dict[str, dict[str, str]]:
    """Table of quotes → its columns with a part in their names → the limit of each."""
    return {
        table: {name: limit.format(name) for name in columns_of(table) if part in name}
        for table in ("odds", "odds_line", "odds_tick")
    }


_OF_QUOTES = {"named": "quote", "joined": "left join bookmaker on bookmaker.id = bookmaker_id"}


def _too_much(market: Market) -> str:
    names = [] if market.shape.has_line else [f"{period}_line" for period in Period]
    if len(market.shape.selections) < 3:
        names += [f"{period}_price_3" for period in Period]
    return " or ".join(f"{name} is not null" for name in names) or "false"


# The odds are read once for all markets; the keys are those of the table of markets.
_MISSHAPEN = " or ".join(
    f"(market = '{market.key}' and ({_too_much(market)}))" for market in MARKET_BY_KEY.values()
)

CHECKS = (
    # At a price of 1 or less a won bet would return no more than its stake.
    compared(
        "impossible_price",
        "{slug} has a price of {value} in {market}, {quote}",
        "<=",
        _limits("price", "1"),
        **_OF_QUOTES,
    ),
    # A quarter is a sum of powers of two: four times it is whole, exactly.
    compared(
        "impossible_line",
        "{slug} has a line of {value} in {market}, {quote}",
        "<>",
        _limits("line", "round({} * 4) / 4"),
        **_OF_QUOTES,
    ),
    by_sql(
        "misshapen_quote",
        ERROR,
        "{slug} has a line or a third price in {market}, which has none",
        f"""select fixture_id, (select slug from bookmaker where id = bookmaker_id) as slug, market from odds
        where {_MISSHAPEN} order by fixture_id, bookmaker_id, market""",
    ),
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
