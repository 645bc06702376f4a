"""Odds of one fixture, and how they moved."""

from collections.abc import Sequence

from footydata.football.errors import InsufficientPlan, ResourceNotFound
from footydata.football.records import BookmakerRecord
from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall, PageRequest
from footydata.service.lookups import (
    check_bookmakers,
    default_bookmakers,
    fixture_in_path,
    requested_market,
)
from footydata.store.read.fixtures import details


def fixture_odds(
    call: EndpointCall, *, bookmakers: Sequence[BookmakerRecord] = (), market: str | None = None
) -> Answer:
    """Lines and prices of one fixture, an entry per bookmaker in the order of the request."""
    requested = bookmakers or default_bookmakers(call)
    chosen_market = requested_market(market, requested)
    check_bookmakers(call, requested)
    row = fixture_in_path(call)
    odds = details.odds(
        call.connection, [row.id], bookmaker_ids=[bookmaker.id for bookmaker in requested]
    )[row.id]
    entries = [
        nesting.bookmaker_odds(
            bookmaker,
            [record for record in odds if record.bookmaker_id == bookmaker.id],
            market=chosen_market,
        )
        for bookmaker in requested
    ]
    return Answer({"fixture_id": row.id, "bookmakers": entries})


def fixture_odds_history(
    call: EndpointCall,
    *,
    market: str,
    bookmaker: BookmakerRecord | None = None,
    page: PageRequest,
) -> Answer:
    """How a market of one fixture moved at a bookmaker, oldest first."""
    requested = [bookmaker] if bookmaker else default_bookmakers(call)
    chosen_market = requested_market(market, requested)
    if not call.plan.odds_history:
        raise InsufficientPlan(f"the odds history needs Ultra; the key's plan is {call.plan.title}")
    row = fixture_in_path(call)
    if not requested or chosen_market is None:
        raise ResourceNotFound("the database has no bookmaker, so there is no odds history")
    (bookmaker,) = requested
    ticks, pagination = page.cut(
        details.odds_ticks(
            call.connection,
            row.id,
            bookmaker_id=bookmaker.id,
            market=chosen_market.key,
            limit=page.limit,
            offset=page.offset,
        )
    )
    data = {
        "fixture_id": row.id,
        "bookmaker": nesting.bookmaker_brief(bookmaker),
        "market": chosen_market.param,
        "ticks": [nesting.tick(tick) for tick in ticks],
    }
    return Answer(data, pagination)
