"""Events and summaries nested one by one: what the quick makers of their JSON must equal."""

from collections.abc import Iterable

from footydata.contract.markets import SUMMARY_MARKETS, Market
from footydata.contract.terms import COUNTED_EVENTS, EventType, Half, Period
from footydata.models.nesting import Json, quote
from footydata.records import EventRecord, OddsRecord

_HALVES = {1: str(Half.FIRST), 2: str(Half.SECOND)}
_NOTHING = OddsRecord(0, 0, "")


def odds_summary(odds: Iterable[OddsRecord]) -> Json:
    """The odds summary of a fixture from its odds at the default bookmaker: lines, and the prices of 1x2."""
    by_market = {row.market: row for row in odds}
    return {
        market.key: {
            str(period): _summary_value(market, by_market.get(market.key, _NOTHING), period)
            for period in market.summary_periods
        }
        for market in SUMMARY_MARKETS
    }


def _summary_value(market: Market, odds: OddsRecord, period: Period) -> object:
    return getattr(odds, f"{period}_line") if market.shape.has_line else quote(market, odds, period)


def event(row: EventRecord) -> Json:
    """An event of a timeline; the keys beyond type, minute and team depend on its type."""
    nested: Json = {"type": row.type, "minute": row.minute, "team": row.team}
    if row.type in COUNTED_EVENTS:
        nested["count"] = row.count
    elif row.type == EventType.PERIOD_SCORE:
        nested["period"] = _HALVES[row.half]
        nested["score"] = {"home": row.home_score, "away": row.away_score}
    elif row.type == EventType.SUBSTITUTION:
        nested["player_in"] = row.player_in
        nested["player_out"] = row.player_out
    return nested
