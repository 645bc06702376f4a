"""/v1/bookmakers."""

from footydata.api.call import Answer, EndpointCall
from footydata.api.fixture_lists import page_request
from footydata.api.odds_rules import bookmakers_of
from footydata.models import nesting


def bookmakers(call: EndpointCall, *, page: int = 1, per_page: int | None = None) -> Answer:
    """Every bookmaker, the default first, then by id."""
    wanted = page_request(page, per_page)
    rows, pagination = wanted.cut(bookmakers_of(call)[wanted.offset : wanted.offset + wanted.limit])
    return Answer([nesting.bookmaker_record(row) for row in rows], pagination)
