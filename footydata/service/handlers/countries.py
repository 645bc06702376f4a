"""/v1/countries."""

from footydata.football.countries import ALL_CODES
from footydata.football.languages import ENGLISH
from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall, PageRequest
from footydata.store.read.seasons.leagues import country_names
from footydata.store.typed_names import folded


def countries(
    call: EndpointCall, *, search: str | None = None, lang: str = ENGLISH, page: int = 1, per_page: int | None = None
) -> Answer:
    """All codes that `country` accepts, in order; search looks at the English name and the one in the language."""
    names = {} if lang == ENGLISH else country_names(call.connection, lang=lang)
    text = folded(search or "")
    listed = [
        nesting.country(code, names.get(code, english))
        for code, english in ALL_CODES.items()
        if text in folded(english) or text in folded(names.get(code, ""))
    ]
    page_request = PageRequest.of(page, per_page)
    rows, pagination = page_request.cut(listed[page_request.offset : page_request.offset + page_request.limit])
    return Answer(rows, pagination)
