"""Odds of one fixture, and how they moved."""

from footydata.api.call import Answer, EndpointCall
from footydata.api.fixture_lists import asked_page
from footydata.api.lookups import seen_fixture
from footydata.api.odds_rules import asked_bookmaker, asked_bookmakers, asked_market, check_bookmakers
from footydata.contract.errors import InsufficientPlan, ResourceNotFound
from footydata.models import nesting
from footydata.queries import details


def fixture_odds(
    call: EndpointCall, fixture_id: int | None, *, bookmakers: tuple[str, ...] | None = None, market: str | None = None
) -> Answer:
    """Lines and prices of one fixture, an entry a bookmaker in the order asked for."""
    asked = asked_bookmakers(call, bookmakers)
    wanted = asked_market(market, asked)
    check_bookmakers(call, asked)
    row = seen_fixture(call, fixture_id)
    odds = details.odds(call.connection, [row.id], bookmaker_ids=[bookmaker.id for bookmaker in asked])[row.id]
    entries = [
        nesting.bookmaker_odds(
            bookmaker, [record for record in odds if record.bookmaker_id == bookmaker.id], market=wanted
        )
        for bookmaker in asked
    ]
    return Answer({"fixture_id": row.id, "bookmakers": entries})


def fixture_odds_history(
    call: EndpointCall,
    fixture_id: int | None,
    *,
    market: str,
    bookmaker: str | None = None,
    page: int = 1,
    per_page: int | None = None,
) -> Answer:
    """How a market of one fixture moved at a bookmaker, oldest first."""
    asked = asked_bookmaker(call, bookmaker)
    wanted = asked_market(market, [asked] if asked else [])
    if not call.plan.odds_history:
        raise InsufficientPlan(f"the odds history needs Ultra; the key's plan is {call.plan.title}")
    row = seen_fixture(call, fixture_id)
    if asked is None or wanted is None:
        raise ResourceNotFound("the database has no bookmaker, so there is no odds history")
    asked_for = asked_page(page, per_page)
    ticks, pagination = asked_for.cut(
        details.odds_ticks(
            call.connection,
            row.id,
            bookmaker_id=asked.id,
            market=wanted.key,
            limit=asked_for.limit,
            offset=asked_for.offset,
        )
    )
    data = {
        "fixture_id": row.id,
        "bookmaker": nesting.bookmaker_brief(asked),
        "market": wanted.param,
        "ticks": [nesting.tick(tick) for tick in ticks],
    }
    return Answer(data, pagination)
