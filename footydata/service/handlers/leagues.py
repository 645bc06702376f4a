"""/v1/leagues, one league, and a season of its fixtures."""

from dataclasses import replace

from footydata.football.languages import ENGLISH
from footydata.football.terms import ALL_STATUSES, Order
from footydata.service import nesting
from footydata.service.call import Answer, EndpointCall, PageRequest
from footydata.service.fixture_lists import fixture_filter, fixture_list
from footydata.service.lookups import league_in_path, season_or_newest
from footydata.store.read.seasons.leagues import leagues as league_rows
from footydata.store.read.seasons.leagues import seasons


def leagues(
    call: EndpointCall,
    *,
    country: str | None = None,
    search: str | None = None,
    esports: bool = False,
    lang: str = ENGLISH,
    page: int = 1,
    per_page: int | None = None,
) -> Answer:
    """The competitions that the key's plan covers, by id."""
    page_request = PageRequest.of(page, per_page)
    rows, pagination = page_request.cut(
        league_rows(
            call.connection,
            country=country,
            search=search,
            esports=esports,
            plans=call.visible_plans,
            lang=lang,
            limit=page_request.limit,
            offset=page_request.offset,
        )
    )
    return Answer([nesting.league(row) for row in rows], pagination)


def league(call: EndpointCall, *, lang: str = ENGLISH) -> Answer:
    """One competition with its seasons, newest first."""
    row = league_in_path(call, lang=lang)
    return Answer(nesting.league_detail(row, seasons(call.connection, row.id)))


def league_fixtures(
    call: EndpointCall,
    *,
    season: str | None = None,
    order: str = Order.DESC,
    status: str = ALL_STATUSES,
    include: tuple[str, ...] = (),
    start_time: int | None = None,
    end_time: int | None = None,
    lang: str = ENGLISH,
    page: int = 1,
    per_page: int | None = None,
) -> Answer:
    """The fixtures of a season: the one named, else the newest with fixtures."""
    narrowed = fixture_filter(call, status=status, start_time=start_time, end_time=end_time, include=include)
    row = league_in_path(call)
    season_row = season_or_newest(call, row, season)
    narrowed = replace(narrowed, league_ids=(row.id,), season_ids=(season_row.id,) if season_row else None)
    return fixture_list(
        call,
        narrowed,
        page=PageRequest.of(page, per_page, include=include),
        order=Order(order),
        include=include,
        lang=lang,
    )
