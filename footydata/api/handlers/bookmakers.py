"""/v1/bookmakers."""

from footydata.api.call import Answer, EndpointCall
from footydata.api.fixture_lists import asked_page
from footydata.api.odds_rules import bookmakers_of
from footydata.models import nesting


def bookmakers(call: EndpointCall, *, page: int = 1, per_page: int | None = None) -> Answer:
    """Every bookmaker, the default first, then by id."""
    asked = asked_page(page, per_page)
    rows, pagination = asked.cut(bookmakers_of(call)[asked.offset : asked.offset + asked.limit])
    return Answer([nesting.bookmaker_record(row) for row in rows], pagination)
