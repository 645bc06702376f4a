"""/v1/bookmakers."""

from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall, PageRequest
from footydata.service.odds_rules import bookmakers_of


def bookmakers(call: EndpointCall, *, page: int = 1, per_page: int | None = None) -> Answer:
    """Every bookmaker, the default first, then by id."""
    page_request = PageRequest.of(page, per_page)
    rows, pagination = page_request.cut(
        bookmakers_of(call)[page_request.offset : page_request.offset + page_request.limit]
    )
    return Answer([nesting.bookmaker_record(row) for row in rows], pagination)
