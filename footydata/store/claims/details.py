"""The parts of a service's claims: it sends them page by page, and one load of it may have fewer than another."""

from collections.abc import Mapping

from footydata.football.markets import SUMMARY_MARKETS, ServedMarket
from footydata.football.records import FixtureRecord
from footydata.football.terms import Part
from footydata.store.claims.claim import (
    BASE,
    EVENTS,
    FURTHER_FIGURES,
    ODDS,
    PLACES,
    ClaimBody,
)
from footydata.store.claims.stored import DETAILS, NO_QUOTE, PERIODS, Quotes

_SUMMARY, _HISTORY, _REFEREE = map(int, (Part.ODDS_SUMMARY, Part.ODDS_HISTORY, Part.REFEREE))
_SUMMARIES = {market.key: market for market in SUMMARY_MARKETS}


def covers(claim: ClaimBody, body: ClaimBody) -> bool:
    """Whether a claim has all that is in one page of a service; a fixture has several pages."""
    if body.parts & ~claim.parts or (
        body.parts & BASE and body.fixture[:_ROUND] != claim.fixture[:_ROUND]
    ):
        return False
    if any(
        body.fixture[place] != claim.fixture[place]
        for part, _, places in PLACES
        if part & body.parts
        for place in places
    ):
        return False
    return (
        all(
            body.details.get(part) == claim.details.get(part)
            for part, _, _ in DETAILS
            if part & body.parts
        )
        and (not body.parts & EVENTS or body.events == claim.events)
        and all(_is_within(quotes, claim.odds.get(key)) for key, quotes in body.odds.items())
        and all(_spans(claim.series.get(key), span) for key, span in body.series.items())
        and all(claim.figures.get(key) == values for key, values in body.figures.items())
    )


def restricted(body: ClaimBody, parts: int, default_id: int | None) -> ClaimBody:
    """These parts of a service's claim; default_id: the bookmaker whose quotes its odds summaries have."""
    odds: Mapping[tuple[int, str], Quotes] = {}
    if parts & ODDS:
        odds = body.odds
    elif parts & _SUMMARY:
        odds = {
            (maker_id, market): _in_summary(_SUMMARIES[market], quotes)
            for (maker_id, market), quotes in body.odds.items()
            if maker_id == default_id and market in _SUMMARIES
        }
    return body._replace(
        parts=body.parts & parts,
        spelling=body.spelling if parts & _REFEREE else None,
        details={part: row for part, row in body.details.items() if part & parts},
        events=body.events if parts & EVENTS else None,
        odds={
            key: quotes
            for key, quotes in odds.items()
            if any(value is not None for value in quotes)
        },
        figures=body.figures if parts & FURTHER_FIGURES else {},
        series=body.series if parts & _HISTORY else {},
    )


def _in_summary(market: ServedMarket, quotes: Quotes) -> Quotes:
    """What a summary has of a market: its lines, without a line the prices, of first-half markets no opening."""
    values: list[float | None] = []
    for period, part in PERIODS:
        if period not in market.summary_periods:
            values += NO_QUOTE
        elif market.shape.has_line:
            values += [quotes[part.start], *NO_QUOTE[1:]]
        else:
            values += quotes[part]
    return tuple(values)


def _is_within(quotes: Quotes, known: Quotes | None) -> bool:
    return known is not None and (
        quotes == known or all(a is None or a == b for a, b in zip(quotes, known, strict=True))
    )


def _spans(known: tuple[int, int, int] | None, span: tuple[int, int, int]) -> bool:
    return known is not None and known[0] <= span[0] and span[1] <= known[1]


_ROUND = FixtureRecord._fields.index("round")
